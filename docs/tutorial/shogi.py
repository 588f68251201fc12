"""Legal moves of shogi, as USI writes them. Short, and slow enough for it."""

START = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"
RANKS = "abcdefghi"
DIAGONAL = [(-1, -1), (1, -1), (-1, 1), (1, 1)]
STRAIGHT = [(0, -1), (0, 1), (-1, 0), (1, 0)]
GOLD = STRAIGHT + [(-1, -1), (1, -1)]
STEPS = {"P": [(0, -1)], "N": [(-1, -2), (1, -2)], "S": DIAGONAL + [(0, -1)], "G": GOLD, "K": DIAGONAL + STRAIGHT,
         "+P": GOLD, "+L": GOLD, "+N": GOLD, "+S": GOLD, "+B": STRAIGHT, "+R": DIAGONAL}
SLIDES = {"L": [(0, -1)], "B": DIAGONAL, "R": STRAIGHT, "+B": DIAGONAL, "+R": STRAIGHT}


class Position:
    def __init__(self, sfen):
        board, side, hands = sfen.split()[:3]
        self.board, self.black, self.hands = {}, side == "b", {}
        for y, row in enumerate(board.split("/")):
            x, plus = 9, ""
            for c in row:
                if c == "+":
                    plus = c
                elif c.isdigit():
                    x -= int(c)
                else:
                    self.board[x, y], x, plus = plus + c, x - 1, ""
        count = ""
        for c in hands.replace("-", ""):
            if c.isdigit():
                count += c
            else:
                self.hands[c], count = int(count or 1), ""

    def own(self, piece):
        return piece if self.black else piece.lower()

    def after(self, move):
        other = Position.__new__(Position)
        other.board, other.black, other.hands = dict(self.board), self.black, dict(self.hands)
        other.play(move)
        return other

    def play(self, move):
        to = int(move[2]), RANKS.index(move[3])
        if move[1] == "*":
            piece = self.own(move[0])
            self.hands[piece] -= 1
        else:
            piece = self.board.pop((int(move[0]), RANKS.index(move[1])))
            piece = "+" + piece if move.endswith("+") else piece
            if to in self.board:
                taken = self.own(self.board[to][-1].upper())
                self.hands[taken] = self.hands.get(taken, 0) + 1
        self.board[to] = piece
        self.black = not self.black

    def reached(self, x, y):
        piece = self.board[x, y]
        forward = 1 if piece.isupper() else -1
        for steps, far in ((STEPS, 1), (SLIDES, 8)):
            for dx, dy in steps.get(piece.upper(), []):
                for n in range(1, far + 1):
                    to = x + n * dx, y + n * dy * forward
                    if not (1 <= to[0] <= 9 and 0 <= to[1] <= 8):
                        break
                    yield to
                    if to in self.board:
                        break

    def in_check(self, black):
        king = "K" if black else "k"
        return any(self.board.get(to) == king for at, piece in self.board.items()
                   if piece.isupper() != black for to in self.reached(*at))

    def candidates(self):
        rank = lambda y: y if self.black else 8 - y
        stuck = lambda kind, y: rank(y) < {"P": 1, "L": 1, "N": 2}.get(kind, 0)
        for (x, y), piece in list(self.board.items()):
            if piece.isupper() == self.black:
                for to in self.reached(x, y):
                    if to in self.board and self.board[to].isupper() == self.black:
                        continue
                    move = f"{x}{RANKS[y]}{to[0]}{RANKS[to[1]]}"
                    if not stuck(piece.upper(), to[1]):
                        yield move
                    if piece.upper() in "PLNSBR" and min(rank(y), rank(to[1])) < 3:
                        yield move + "+"
        for kind in "PLNSGBR":
            if self.hands.get(self.own(kind), 0) > 0:
                for x in range(1, 10):
                    pawns = any(self.board.get((x, y)) == self.own("P") for y in range(9))
                    for y in range(9):
                        if (x, y) not in self.board and not stuck(kind, y) and not (kind == "P" and pawns):
                            yield f"{kind}*{x}{RANKS[y]}"

    def escapes(self):
        return any(not self.after(move).in_check(self.black) for move in self.candidates())

    def legal(self):
        moves = []
        for move in self.candidates():
            then = self.after(move)
            mates = move[:2] == "P*" and then.in_check(then.black) and not then.escapes()
            if not then.in_check(self.black) and not mates:
                moves.append(move)
        return moves
