#!/usr/bin/env python3
@ABOUT@
import os
import queue
import re
import subprocess
import sys
import threading
import time

# The engine; another one can be named on the command line.
ENGINE = @ENGINE@
# The folder in which it runs; None: its own, if it is given by a path.
FOLDER = @FOLDER@
# What is done, in order: ("wait", words of lines that have to come), ("sleep", seconds), ("send", bytes), ("close",).
STEPS = @STEPS@
# What shows the fault after the last of these steps.
FAULT = @FAULT@
# How often all of it is done, until the fault shows.
TIMES = @TIMES@
# How many seconds an answer may take that is not the fault.
PATIENCE = 30.0


class Engine:
    def __init__(self, command):
        folder = FOLDER
        if folder is None and os.sep in command[0] and not any(map(os.path.isfile, command[1:])):
            command = [os.path.abspath(command[0])] + command[1:]
            folder = os.path.dirname(command[0])
        self.lines = queue.Queue()
        self.process = subprocess.Popen(
            command, cwd=folder, bufsize=0,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            self.lines.put(line.decode("utf-8", "replace").rstrip("\r\n"))
        self.lines.put(None)

    def line(self, until):
        """The next line; None at the end of the output; "" when the time is over."""
        try:
            line = self.lines.get(timeout=max(0.0, until - time.monotonic()))
        except queue.Empty:
            return ""
        if line is None:
            self.lines.put(None)
            return None
        print("<", line)
        return line or " "

    def send(self, data):
        for line in data.decode("utf-8", "replace").splitlines():
            print(">", line)
        try:
            self.process.stdin.write(data)
        except OSError:
            print("the engine takes nothing any more")

    def wait(self, words):
        missing = set(words)
        until = time.monotonic() + PATIENCE
        while missing:
            line = self.line(until)
            if not line:
                raise Unplayed("%s did not come" % " and ".join(sorted(missing)))
            missing.discard(line.split(" ")[0])

    def end(self):
        self.process.kill()
        self.process.wait()


class Unplayed(Exception):
    pass


def first(line):
    return line.split(" ")[0]


def shown(engine, sent):
    """What shows the fault, or None."""
    kind, within = FAULT["kind"], FAULT["within"]
    until, seen = sent + within, 0
    while True:
        line = engine.line(until)
        if line == "":
            if kind == "missing":
                return "%s did not come within %.3f s" % (" or ".join(FAULT["words"]), within)
            if kind == "stays":
                try:
                    engine.process.wait(max(0.0, until - time.monotonic()))
                except subprocess.TimeoutExpired:
                    return "the process did not end within %.3f s" % within
            return None
        if line is None:
            if kind == "stays":
                try:
                    engine.process.wait(max(0.0, until - time.monotonic()))
                except subprocess.TimeoutExpired:
                    return "the process did not end within %.3f s" % within
                return None
            return "the engine has ended" if kind in ("exit", "missing") else None
        if kind == "missing" and first(line) in FAULT["words"]:
            return None
        if kind == "extra" and first(line) == FAULT["word"]:
            seen += 1
            if seen == FAULT["count"]:
                return "%s came %d times" % (first(line), seen)
        if kind == "line" and re.search(FAULT["pattern"], line):
            return "this line came: " + line
        if kind == "illegal" and first(line) == FAULT["word"]:
            words = line.split()
            if len(words) > 1 and words[1] not in FAULT["legal"]:
                return "%s is no legal move" % words[1]
            return None


def play(command):
    engine = Engine(command)
    try:
        sent = time.monotonic()
        for step in STEPS:
            if step[0] == "wait":
                engine.wait(step[1])
            elif step[0] == "sleep":
                time.sleep(step[1])
            elif step[0] == "send":
                engine.send(step[1])
                sent = time.monotonic()
            else:
                engine.process.stdin.close()
                sent = time.monotonic()
        return shown(engine, sent)
    finally:
        engine.end()


def main():
    command = sys.argv[1:] or ENGINE
    try:
        for _ in range(TIMES):
            fault = play(command)
            if fault:
                print("fault:", fault)
                return 1
    except (Unplayed, OSError) as error:
        print("could not be played:", error)
        return 2
    print("no fault in %d tries" % TIMES)
    return 0


if __name__ == "__main__":
    sys.exit(main())
