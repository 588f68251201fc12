import sys
import time

import chess.engine

count, engine = int(sys.argv[1]), sys.argv[2:]
with chess.engine.SimpleEngine.popen_uci(engine) as player:
    for _ in range(count):
        begun = time.perf_counter_ns()
        player.ping()
        print(time.perf_counter_ns() - begun)
