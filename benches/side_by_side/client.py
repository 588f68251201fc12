"""What python-chess notices of an engine in ordinary use: `client.py ENGINE ARGS…`.

A handshake, two games of a few moves with clocks and pondering, a position from a fen, an analysis that is stopped, and quit.
Prints what was noticed, a line each: an exception, a call that did not come back, or what the library logged as a warning or an
error. Ends with 1 if there was anything.
"""

import asyncio
import logging
import sys

import chess
import chess.engine

WAIT = 12


class Notes(logging.Handler):
    def __init__(self):
        super().__init__(logging.WARNING)
        self.lines = []

    def emit(self, record):
        self.lines.append(f"logged: {record.getMessage()}")


async def use(engine):
    board = chess.Board()
    for game in range(2):
        board.reset()
        for _ in range(6):
            limit = chess.engine.Limit(white_clock=2, black_clock=2)
            played = await asyncio.wait_for(engine.play(board, limit, game=game, ponder=True, info=chess.engine.INFO_ALL), WAIT)
            if played.move is None:
                raise ValueError("no move")
            board.push(played.move)
            board.push(next(iter(board.legal_moves)))
    board = chess.Board("8/P6k/8/8/8/8/6pp/K7 b - - 0 1")
    await asyncio.wait_for(engine.play(board, chess.engine.Limit(time=0.2)), WAIT)
    with await engine.analysis(chess.Board()) as analysis:
        await asyncio.sleep(1)
        if analysis.would_block() and not analysis.info:
            raise ValueError("no info")
        analysis.stop()
        await asyncio.wait_for(analysis.wait(), WAIT)
    await asyncio.wait_for(engine.ping(), WAIT)
    await asyncio.wait_for(engine.quit(), WAIT)


async def main():
    notes = Notes()
    logging.getLogger("chess.engine").addHandler(notes)
    transport = None
    try:
        transport, engine = await asyncio.wait_for(chess.engine.popen_uci(sys.argv[1:]), WAIT)
        await use(engine)
    except (asyncio.TimeoutError, TimeoutError):
        notes.lines.append("a call did not come back")
    except Exception as error:  # whatever the library raises is what it notices
        notes.lines.append(f"{type(error).__name__}: {error}")
    if transport is not None:
        transport.close()
    print("\n".join(notes.lines[:3]))
    return 1 if notes.lines else 0


sys.exit(asyncio.run(main()))
