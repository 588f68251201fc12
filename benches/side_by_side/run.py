"""The same faulty engines, examined side by side: `run.py KENTEI [--suite quick|whole] [FAULT…]` prints a table in Markdown.

KENTEI is the program; its built-in engine is the sound one below the faults. python-chess is taken from the Python that runs
this. fastchess is asked where a program of that name is in PATH.
"""

import json
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
PROXY = [sys.executable, str(HERE / "proxy.py")]


def faults():
    listed = subprocess.run([*PROXY, "list"], capture_output=True, text=True, check=True).stdout
    return [line.split("\t") for line in listed.splitlines()]


def kentei(program, suite, engine):
    quick = ["--quick"] if suite == "quick" else []
    command = [program, "run", "--dialect", "uci", "--quiet", "--seed", "1", "--report", "json", *quick, "--", *engine]
    done = subprocess.run(command, capture_output=True, text=True)
    report = json.loads(done.stdout)
    failed = [clause["id"] for clause in report["clauses"] if clause["verdict"] == "fail"]
    warned = [clause["id"] for clause in report["clauses"] if clause["verdict"] == "warn"]
    if failed:
        return "found: " + ", ".join(failed[:3])
    if warned:
        return "warned: " + ", ".join(warned[:3])
    return "–" if report["verdict"] == "conformant" else report["verdict"]


def python_chess(engine):
    command = [sys.executable, str(HERE / "client.py"), *engine]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=180)
    except subprocess.TimeoutExpired:
        return "noticed: it did not end"
    said = done.stdout.strip().splitlines()
    return f"noticed: {said[0][:70]}" if done.returncode else "–"


def fastchess(engine):
    program = shutil.which("fastchess")
    if program is None:
        return "not installed"
    # It takes one word: a script that starts the engine.
    script = HERE / "engine.sh"
    words = " ".join(f"'{word}'" for word in engine)
    script.write_text(f"#!/bin/sh\nexec {words}\n")
    script.chmod(0o755)
    try:
        done = subprocess.run([program, "--compliance", str(script)], capture_output=True, timeout=180)
        return "found" if done.returncode else "–"
    except subprocess.TimeoutExpired:
        return "found: it did not end"
    finally:
        script.unlink()


def main():
    words = sys.argv[1:]
    suite = "quick"
    if "--suite" in words:
        at = words.index("--suite")
        suite = words[at + 1]
        del words[at : at + 2]
    program, wanted = words[0], words[1:]
    sound = [program, "engine", "--dialect", "uci"]
    rows = [("none", "no fault"), *[tuple(fault) for fault in faults()]]
    print(f"| fault | what the engine does | kentei ({suite}) | python-chess | fastchess |\n|---|---|---|---|---|", flush=True)
    for name, about in rows:
        if wanted and name not in wanted:
            continue
        engine = [*PROXY, name, *sound]
        cells = [kentei(program, suite, engine), python_chess(engine), fastchess(engine)]
        print(f"| `{name}` | {about} | " + " | ".join(cells) + " |", flush=True)


main()
