//! A second generator of chess moves, written only from the rules: it checks every pair of squares, and plays each move
//! to see whether the king is left in check. It is slow, but short enough to read.

/// A square: its row, counted from rank 8, and its column, counted from the a-file.
type Square = (i32, i32);

/// A move: source, target, and the letter of the piece that a pawn becomes.
pub(super) type Step = (Square, Square, Option<u8>);

/// A position, with the state that moves depend on.
#[derive(Clone)]
pub(super) struct Grid {
    cells: [[u8; 8]; 8],
    pub(super) white_to_move: bool,
    /// The castling rights that are left, as letters of `KQkq`.
    rights: Vec<u8>,
    /// The square that a pawn has passed in the last move.
    passed: Option<Square>,
}

/// The move in UCI notation.
pub(super) fn word((from, to, promotion): Step) -> String {
    let square = |(row, column): Square| {
        [(b'a' + column as u8) as char, (b'8' - row as u8) as char].iter().collect::<String>()
    };
    let promotion = promotion.map(|letter| (letter as char).to_string()).unwrap_or_default();
    format!("{}{}{promotion}", square(from), square(to))
}

impl Grid {
    /// Reads a fen, which must be valid.
    pub(super) fn read(fen: &str) -> Self {
        let fields: Vec<&str> = fen.split(' ').collect();
        let mut cells = [[b'.'; 8]; 8];
        for (row, text) in fields[0].split('/').enumerate() {
            let mut column = 0;
            for letter in text.bytes() {
                if letter.is_ascii_digit() {
                    column += usize::from(letter - b'0');
                } else {
                    cells[row][column] = letter;
                    column += 1;
                }
            }
        }
        let passed = match fields[3].as_bytes() {
            [file, rank] => Some((i32::from(b'8') - i32::from(*rank), i32::from(file - b'a'))),
            _ => None,
        };
        let rights = fields[2].bytes().filter(u8::is_ascii_alphabetic).collect();
        Self { cells, white_to_move: fields[1] == "w", rights, passed }
    }

    fn at(&self, (row, column): Square) -> u8 {
        self.cells[row as usize][column as usize]
    }

    fn put(&mut self, (row, column): Square, piece: u8) {
        self.cells[row as usize][column as usize] = piece;
    }

    fn is_of(&self, square: Square, white: bool) -> bool {
        let piece = self.at(square);
        piece != b'.' && piece.is_ascii_uppercase() == white
    }

    /// Whether all squares between two squares of a line are empty.
    fn is_free_between(&self, from: Square, to: Square) -> bool {
        let step = ((to.0 - from.0).signum(), (to.1 - from.1).signum());
        let mut square = (from.0 + step.0, from.1 + step.1);
        while square != to {
            if self.at(square) != b'.' {
                return false;
            }
            square = (square.0 + step.0, square.1 + step.1);
        }
        true
    }

    /// Whether the piece on a square could take a piece on the other square.
    fn strikes(&self, from: Square, to: Square) -> bool {
        let (rows, columns) = (to.0 - from.0, to.1 - from.1);
        let (high, wide) = (rows.abs(), columns.abs());
        let piece = self.at(from);
        let on_line = (high == 0) != (wide == 0);
        let on_diagonal = high == wide && high != 0;
        match piece.to_ascii_lowercase() {
            b'p' => wide == 1 && rows == if piece == b'P' { -1 } else { 1 },
            b'n' => (high, wide) == (1, 2) || (high, wide) == (2, 1),
            b'k' => high.max(wide) == 1,
            b'r' => on_line && self.is_free_between(from, to),
            b'b' => on_diagonal && self.is_free_between(from, to),
            b'q' => (on_line || on_diagonal) && self.is_free_between(from, to),
            _ => false,
        }
    }

    fn is_struck(&self, square: Square, by_white: bool) -> bool {
        squares().any(|from| self.is_of(from, by_white) && self.strikes(from, square))
    }

    pub(super) fn in_check(&self, white: bool) -> bool {
        let king = if white { b'K' } else { b'k' };
        squares().any(|square| self.at(square) == king && self.is_struck(square, !white))
    }

    /// Whether a pawn goes one square ahead, or two from its first row.
    fn advances(&self, from: Square, to: Square) -> bool {
        let (ahead, first) = if self.white_to_move { (-1, 6) } else { (1, 1) };
        let free = |square| self.at(square) == b'.';
        let one = (from.0 + ahead, from.1);
        let two = (from.0 + 2 * ahead, from.1);
        (to == one && free(one)) || (to == two && from.0 == first && free(one) && free(two))
    }

    /// Whether the king goes two squares to a rook with the castling right, over squares that are empty and not
    /// attacked.
    fn castles(&self, from: Square, to: Square) -> bool {
        let white = self.white_to_move;
        let row = if white { 7 } else { 0 };
        let (right, rook) = match to.1 {
            6 => (b'k', (row, 7)),
            2 => (b'q', (row, 0)),
            _ => return false,
        };
        let right = if white { right.to_ascii_uppercase() } else { right };
        let middle = (row, (from.1 + to.1) / 2);
        from == (row, 4)
            && to.0 == row
            && self.rights.contains(&right)
            && self.is_free_between(from, rook)
            && ![from, middle, to].iter().any(|square| self.is_struck(*square, !white))
    }

    /// Whether a piece can move like this, without regard to the safety of its king.
    fn goes(&self, from: Square, to: Square) -> bool {
        let white = self.white_to_move;
        if !self.is_of(from, white) || self.is_of(to, white) {
            return false;
        }
        let takes = self.at(to) != b'.';
        match self.at(from).to_ascii_lowercase() {
            b'p' => {
                let aims = self.strikes(from, to) && (takes || self.passed == Some(to));
                aims || self.advances(from, to)
            }
            b'k' => self.strikes(from, to) || self.castles(from, to),
            _ => self.strikes(from, to),
        }
    }

    /// Every legal move.
    pub(super) fn moves(&self) -> Vec<Step> {
        let mut all = Vec::new();
        for from in squares() {
            for to in squares() {
                if !self.goes(from, to) {
                    continue;
                }
                let promotes =
                    self.at(from).eq_ignore_ascii_case(&b'p') && (to.0 == 0 || to.0 == 7);
                let mut after = self.clone();
                after.play((from, to, promotes.then_some(b'q')));
                if after.in_check(self.white_to_move) {
                    continue;
                }
                if promotes {
                    all.extend(b"nbrq".map(|letter| (from, to, Some(letter))));
                } else {
                    all.push((from, to, None));
                }
            }
        }
        all
    }

    pub(super) fn is_castling(&self, (from, to, _): Step) -> bool {
        self.at(from).eq_ignore_ascii_case(&b'k') && (to.1 - from.1).abs() == 2
    }

    pub(super) fn is_passant(&self, (from, to, _): Step) -> bool {
        self.at(from).eq_ignore_ascii_case(&b'p') && self.passed == Some(to) && from.1 != to.1
    }

    pub(super) fn play(&mut self, (from, to, promotion): Step) {
        let piece = self.at(from);
        let is_pawn = piece.eq_ignore_ascii_case(&b'p');
        if self.is_passant((from, to, promotion)) {
            self.put((from.0, to.1), b'.');
        }
        if self.is_castling((from, to, promotion)) {
            let rook = (from.0, if to.1 == 6 { 7 } else { 0 });
            let moved = self.at(rook);
            self.put(rook, b'.');
            self.put((from.0, (from.1 + to.1) / 2), moved);
        }
        let piece = match promotion {
            Some(letter) if self.white_to_move => letter.to_ascii_uppercase(),
            Some(letter) => letter,
            None => piece,
        };
        self.put(from, b'.');
        self.put(to, piece);
        for (right, homes) in [
            (b'K', [(7, 4), (7, 7)]),
            (b'Q', [(7, 4), (7, 0)]),
            (b'k', [(0, 4), (0, 7)]),
            (b'q', [(0, 4), (0, 0)]),
        ] {
            if homes.contains(&from) || homes.contains(&to) {
                self.rights.retain(|left| *left != right);
            }
        }
        let two = is_pawn && (to.0 - from.0).abs() == 2;
        self.passed = two.then_some(((from.0 + to.0) / 2, from.1));
        self.white_to_move = !self.white_to_move;
    }
}

fn squares() -> impl Iterator<Item = Square> {
    (0..8).flat_map(|row| (0..8).map(move |column| (row, column)))
}
