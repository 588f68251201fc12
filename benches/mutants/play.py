"""Plays mutants with the tests that reach them, the fastest first, until one test fails."""

import collections
import json
import os
import pathlib
import queue
import random
import signal
import struct
import subprocess
import tempfile
import threading
import time

# The address space that a test program may use, in bytes.
MEMORY = 4 << 30


class Test:
    """A test of a test program, and the numbers of the mutants that it reaches."""

    def __init__(self, program, name, seconds, numbers):
        self.program, self.name, self.seconds, self.numbers = program, name, seconds, numbers


def programs(copy, targets):
    """Builds the tests of the copy: the library's, and these integration tests. Returns their programs."""
    options = ["--lib", *(word for target in targets for word in ("--test", target))]
    command = ["cargo", "test", "--no-run", "--message-format=json", *options]
    output = subprocess.run(command, cwd=copy, stdout=subprocess.PIPE, text=True, check=True).stdout
    artifacts = (json.loads(line) for line in output.splitlines())
    built = (artifact for artifact in artifacts if artifact.get("profile", {}).get("test"))
    return [artifact["executable"] for artifact in built if artifact.get("executable")]


def run(copy, program, names, environment, limit):
    """Runs tests of a program; returns its exit code, or None after `limit` seconds."""
    variables = os.environ | environment | {"RUST_TEST_THREADS": "1"}
    # A mutant may allocate without end.
    limited = ["prlimit", f"--as={MEMORY}"]
    process = subprocess.Popen(
        [*limited, program, "--exact", "--quiet", *names],
        cwd=copy,
        env=variables,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        return process.wait(limit)
    except subprocess.TimeoutExpired:
        return None
    finally:
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        process.wait()


def in_parallel(jobs, items, work):
    waiting = queue.SimpleQueue()
    for item in items:
        waiting.put(item)

    def loop():
        while True:
            try:
                item = waiting.get_nowait()
            except queue.Empty:
                return
            work(item)

    threads = [threading.Thread(target=loop) for _ in range(jobs)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def reach(copy, program, longest, jobs):
    """Runs each test of a program alone. Returns the tests that pass in `longest` seconds."""
    listing = subprocess.run([program, "--list"], cwd=copy, capture_output=True, text=True, check=True).stdout
    names = [line.removesuffix(": test") for line in listing.splitlines() if line.endswith(": test")]
    tests = []

    def look(name):
        with tempfile.TemporaryDirectory() as folder:
            seen = pathlib.Path(folder) / "seen"
            seen.touch()
            begun = time.monotonic()
            code = run(copy, program, [name], {"KENTEI_MUTANT_SEEN": str(seen)}, longest)
            seconds = time.monotonic() - begun
            numbers = {number for (number,) in struct.iter_unpack("<I", seen.read_bytes())}
        if code == 0:
            tests.append(Test(program, name, seconds, numbers))
        elif code is not None:
            print(f"{name} fails without a mutant", flush=True)

    in_parallel(jobs, names, look)
    return tests


def verdict(copy, mutant, tests, budget):
    """`caught`, `timeout`, `survived`, or `not reached`. No test begins after others that take `budget` seconds."""
    if not tests:
        return "not reached"
    spent = 0
    left = sorted(tests, key=lambda test: (test.seconds > 0.5, test.program, len(test.numbers)))
    room = 1.5
    while left and spent < budget:
        # Several quick tests share a process; the later ones fail rarely, so their groups are larger.
        group = [left.pop(0)]
        while left and left[0].program == group[0].program and len(group) < 150:
            if sum(test.seconds for test in group) + left[0].seconds > room:
                break
            group.append(left.pop(0))
        room = min(2 * room, 20)
        names = [test.name for test in group]
        seconds = sum(test.seconds for test in group)
        spent += seconds
        limit = 20 + 8 * seconds
        code = run(copy, group[0].program, names, {"KENTEI_MUTANT": str(mutant["number"])}, limit)
        if code != 0:
            return "timeout" if code is None else "caught"
    return "survived"


def play(copy, mutants, tests, results, minutes, budget, jobs):
    """Plays mutants in random order and appends a line to `results` for each; those in it are not played again."""
    played = set()
    if results.exists():
        played = {json.loads(line)["name"] for line in results.read_text().splitlines()}
    waiting = [mutant for mutant in mutants if not mutant["left_out"] and mutant["name"] not in played]
    random.Random(1).shuffle(waiting)
    reaching = collections.defaultdict(list)
    for test in tests:
        for number in test.numbers:
            reaching[number].append(test)
    end = time.monotonic() + 60 * minutes
    lock = threading.Lock()

    def one(mutant):
        if time.monotonic() > end:
            return
        result = verdict(copy, mutant, reaching[mutant["number"]], budget)
        with lock, results.open("a") as file:
            file.write(json.dumps({"name": mutant["name"], "verdict": result}) + "\n")

    in_parallel(jobs, waiting, one)
