import sys
import threading

from shogi import START, Position

position = Position(START)
search = None  # the thread that thinks
stopped = threading.Event()  # set by stop


def say(line):
    print(line)


def think(position):
    moves = position.legal()
    move = moves[0] if moves else "resign"
    say(f"info depth 1 time 1 nodes {len(moves)} score cp 0 pv {move}" if moves else "info string no move")
    say(f"bestmove {move}")


for line in sys.stdin:
    command, *words = line.split() or [""]
    if command == "usi":
        say("id name Tutorial")
        say("id author You")
        say("option name Depth type spin default 1")
        say("usiok")
    elif command == "isready":
        say("readyok")
    elif command == "position":
        position = Position(START if words[0] == "startpos" else " ".join(words[1:5]))
    elif command == "go" and "mate" in words:
        say("checkmate notimplemented")
    elif command == "go":
        stopped.clear()
        search = threading.Thread(target=think, args=(position,), daemon=True)
        search.start()
    elif command in ("stop", "ponderhit", "gameover"):
        stopped.set()
        if search:
            search.join()
    elif command == "quit":
        break
    elif command not in ("usinewgame", "setoption"):
        raise ValueError(f"unknown command: {command}")
