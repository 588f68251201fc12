"""A UCI engine with one fault: `proxy.py FAULT ENGINE ARGS…` stands between a client and a sound engine.

Each fault changes what passes in one place, and nothing else. `proxy.py list` prints them.
"""

import re
import subprocess
import sys
import threading
import time

FAULTS = {
    "no-uciok": "never sends uciok",
    "no-id-name": "sends no id name",
    "no-id-author": "sends no id author",
    "option-without-type": "declares its first option without a type",
    "default-out-of-range": "declares a default above the maximum",
    "no-readyok": "answers isready once, and never again",
    "readyok-twice": "answers each isready twice",
    "deaf-in-search": "drops isready while it searches",
    "stop-dropped": "does not read stop after go infinite",
    "stop-late": "reads stop three seconds late",
    "stop-in-ponder-dropped": "does not read stop while it ponders",
    "ponderhit-dropped": "does not read ponderhit",
    "early-in-infinite": "answers go infinite after 300 ms",
    "early-in-ponder": "answers go ponder after 200 ms",
    "bestmove-twice": "sends each bestmove twice",
    "bestmove-alone": "sends the word bestmove without a move",
    "bestmove-illegal": "answers with a move that no piece can make",
    "bestmove-capitals": "writes moves in capitals after bestmove",
    "bestmove-late": "answers each search with clocks a second after the whole clock",
    "ponder-illegal": "adds an illegal ponder move",
    "moves-ignored": "forgets the moves of position",
    "fen-ignored": "takes every fen for the start position",
    "pv-illegal": "begins each pv with an illegal move",
    "score-fraction": "writes scores as fractions of a pawn",
    "depth-word": "writes the depth as a word",
    "time-in-microseconds": "writes the time of info lines in microseconds",
    "prefix-commands": "takes every word that begins with go for go",
    "dies-at-unknown": "ends at a command that it does not know",
    "dies-at-new-game": "ends at the second ucinewgame",
    "quit-ignored": "does not end at quit",
}

KNOWN = ["uci", "debug", "isready", "setoption", "register", "ucinewgame", "position", "go", "stop", "ponderhit", "quit"]


class Proxy:
    def __init__(self, fault, command):
        self.fault = fault
        self.engine = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.lock = threading.Lock()
        self.search = ""
        self.began = 0.0
        self.counts = {}

    def count(self, what):
        self.counts[what] = self.counts.get(what, 0) + 1
        return self.counts[what]

    def tell(self, line):
        with self.lock:
            try:
                self.engine.stdin.write(line + "\n")
                self.engine.stdin.flush()
            except (BrokenPipeError, ValueError):
                pass

    def later(self, seconds, line):
        timer = threading.Timer(seconds, self.tell, [line])
        timer.daemon = True
        timer.start()

    def end(self, code):
        self.engine.kill()
        sys.stdout.flush()
        import os

        os._exit(code)

    def hear(self, line):
        """A line of the client."""
        fault, words = self.fault, line.split()
        word = words[0] if words else ""
        if fault == "prefix-commands" and word.startswith("go") and word != "go":
            line, word = "go movetime 50", "go"
        if fault == "dies-at-unknown" and word and word not in KNOWN:
            self.end(1)
        if word == "ucinewgame" and fault == "dies-at-new-game" and self.count(word) == 2:
            self.end(1)
        if word == "isready":
            if fault == "no-readyok" and self.count(word) > 1:
                return
            if fault == "deaf-in-search" and self.search:
                return
        if word == "position":
            if fault == "moves-ignored":
                line = line.split(" moves ")[0]
            if fault == "fen-ignored" and "fen" in words:
                line = "position startpos"
        if word == "stop" and self.search:
            if fault == "stop-dropped" and "infinite" in self.search:
                return
            if fault == "stop-in-ponder-dropped" and "ponder" in self.search:
                return
            if fault == "stop-late":
                return self.later(3, line)
        if word == "ponderhit":
            if fault == "ponderhit-dropped":
                return
            self.search = self.search.replace(" ponder", "")
        if word == "go":
            self.search, self.began = line, time.monotonic()
            if fault == "early-in-infinite" and "infinite" in words:
                self.later(0.3, "stop")
            if fault == "early-in-ponder" and "ponder" in words:
                self.later(0.2, "stop")
        if word == "quit" and fault == "quit-ignored":
            time.sleep(3600)
        self.tell(line)

    def say(self, line):
        """The lines that become of one of the engine; none, one or two."""
        fault, words = self.fault, line.split()
        word = words[0] if words else ""
        if word == "uciok" and fault == "no-uciok":
            return []
        if fault == "no-id-name" and line.startswith("id name"):
            return []
        if fault == "no-id-author" and line.startswith("id author"):
            return []
        if word == "option" and fault == "option-without-type" and self.count(word) == 1:
            return [re.sub(r" type \w+", "", line)]
        if fault == "default-out-of-range" and " max " in line:
            return [re.sub(r"default \d+", "default 99999999", line)]
        if word == "readyok" and fault == "readyok-twice":
            return [line, line]
        if word == "info":
            if fault == "pv-illegal":
                line = re.sub(r" pv \S+", " pv h1a8", line)
            if fault == "score-fraction":
                line = re.sub(r"score cp (-?\d+)", lambda cp: f"score cp {int(cp[1]) / 100:.2f}", line)
            if fault == "depth-word":
                line = re.sub(r" depth \d+", " depth deep", line)
            if fault == "time-in-microseconds":
                line = re.sub(r" time (\d+)", lambda ms: f" time {int(ms[1]) * 1000 + 60000}", line)
        if word == "bestmove":
            return self.bestmove(line, words)
        return [line]

    def bestmove(self, line, words):
        fault, search = self.fault, self.search
        if fault == "bestmove-late" and "infinite" not in search and "ponder" not in search:
            clocks = [int(ms) for ms in re.findall(r"(?:[wb]time|movetime) (\d+)", search)]
            if clocks:
                time.sleep(max(0.0, self.began + max(clocks) / 1000 + 1 - time.monotonic()))
        self.search = ""
        if fault == "bestmove-twice":
            return [line, line]
        if fault == "bestmove-alone":
            return ["bestmove"]
        if fault == "bestmove-illegal":
            return ["bestmove h1a8"]
        if fault == "bestmove-capitals":
            return [" ".join([words[0], words[1].upper(), *words[2:]])]
        if fault == "ponder-illegal":
            return [f"bestmove {words[1]} ponder h1a8"]
        return [line]

    def run(self):
        def outward():
            for line in self.engine.stdout:
                for out in self.say(line.rstrip("\n")):
                    print(out, flush=True)

        thread = threading.Thread(target=outward, daemon=True)
        thread.start()
        for line in sys.stdin:
            self.hear(line.rstrip("\r\n"))
        self.engine.stdin.close()
        self.engine.wait()
        thread.join(2)


def main():
    if sys.argv[1:] == ["list"]:
        for name, about in FAULTS.items():
            print(f"{name}\t{about}")
        return
    fault, command = sys.argv[1], sys.argv[2:]
    if fault != "none" and fault not in FAULTS:
        sys.exit(f"no such fault: {fault}")
    proxy = Proxy(fault, command)
    # The client's end of input, and an engine that has ended, end it.
    watcher = threading.Thread(target=lambda: (proxy.engine.wait(), time.sleep(0.2), fault == "quit-ignored" or proxy.end(0)), daemon=True)
    watcher.start()
    proxy.run()


main()
