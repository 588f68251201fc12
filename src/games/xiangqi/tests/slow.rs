//! A second implementation of xiangqi, written clearly from the rules: it checks for every pair of points whether the
//! piece may move from one to the other. It shares no code with the first one.

/// The rows from the top, as in a fen: row 0 is rank 9, Black's; a dot is an empty point.
#[derive(Clone)]
pub(super) struct Grid {
    pub(super) rows: [[u8; 9]; 10],
    pub(super) red_to_move: bool,
}

/// A row and a column.
type Point = (usize, usize);

impl Grid {
    pub(super) fn read(fen: &str) -> Self {
        let mut fields = fen.split(' ');
        let mut rows = [[b'.'; 9]; 10];
        for (row, text) in rows.iter_mut().zip(fields.next().expect("a board").split('/')) {
            let mut column = 0;
            for letter in text.bytes() {
                if letter.is_ascii_digit() {
                    column += usize::from(letter - b'0');
                } else {
                    row[column] = letter;
                    column += 1;
                }
            }
        }
        Self { rows, red_to_move: fields.next() == Some("w") }
    }

    fn at(&self, (row, column): Point) -> u8 {
        self.rows[row][column]
    }

    fn is_red(letter: u8) -> bool {
        letter.is_ascii_uppercase()
    }

    /// The number of pieces strictly between two points of one row or column.
    fn between(&self, a: Point, b: Point) -> usize {
        let rows = a.0.min(b.0)..=a.0.max(b.0);
        let inside = rows.flat_map(|row| (a.1.min(b.1)..=a.1.max(b.1)).map(move |it| (row, it)));
        inside.filter(|&point| point != a && point != b && self.at(point) != b'.').count()
    }

    /// Whether the piece on one point could move to the other, without regard to the safety of its king.
    fn goes(&self, from: Point, to: Point) -> bool {
        let (piece, target) = (self.at(from), self.at(to));
        let red = Self::is_red(piece);
        if piece == b'.' || from == to || (target != b'.' && Self::is_red(target) == red) {
            return false;
        }
        let rows = from.0.abs_diff(to.0);
        let columns = from.1.abs_diff(to.1);
        let palace = (3..=5).contains(&to.1) && if red { to.0 >= 7 } else { to.0 <= 2 };
        let home = |row: usize| if red { row >= 5 } else { row <= 4 };
        let middle = ((from.0 + to.0) / 2, (from.1 + to.1) / 2);
        let straight = rows == 0 || columns == 0;
        match piece.to_ascii_lowercase() {
            b'k' => palace && rows + columns == 1,
            b'a' => palace && rows == 1 && columns == 1,
            b'b' => rows == 2 && columns == 2 && home(to.0) && self.at(middle) == b'.',
            b'n' if rows == 2 && columns == 1 => self.at((middle.0, from.1)) == b'.',
            b'n' if rows == 1 && columns == 2 => self.at((from.0, middle.1)) == b'.',
            b'r' => straight && self.between(from, to) == 0,
            b'c' if target == b'.' => straight && self.between(from, to) == 0,
            b'c' => straight && self.between(from, to) == 1,
            b'p' => {
                let forward = if red { from.0.checked_sub(1) } else { Some(from.0 + 1) };
                let ahead = columns == 0 && Some(to.0) == forward;
                let aside = rows == 0 && columns == 1 && !home(from.0);
                ahead || aside
            }
            _ => false,
        }
    }

    fn points() -> impl Iterator<Item = Point> {
        (0..90).map(|index| (index / 9, index % 9))
    }

    fn of_side(&self, red: bool) -> impl Iterator<Item = Point> {
        let all = Self::points();
        all.filter(move |&it| self.at(it) != b'.' && Self::is_red(self.at(it)) == red)
    }

    fn king(&self, red: bool) -> Point {
        let letter = if red { b'K' } else { b'k' };
        Self::points().find(|&point| self.at(point) == letter).expect("a king")
    }

    /// Whether this side's king could be taken, or faces the other king.
    pub(super) fn in_check(&self, red: bool) -> bool {
        let (own, other) = (self.king(red), self.king(!red));
        let face = own.1 == other.1 && self.between(own, other) == 0;
        face || self.of_side(!red).any(|from| self.goes(from, own))
    }

    pub(super) fn play(&mut self, (from, to): (Point, Point)) {
        self.rows[to.0][to.1] = self.at(from);
        self.rows[from.0][from.1] = b'.';
        self.red_to_move = !self.red_to_move;
    }

    pub(super) fn moves(&self) -> Vec<(Point, Point)> {
        let red = self.red_to_move;
        let pairs = self.of_side(red).flat_map(|from| Self::points().map(move |to| (from, to)));
        let legal = |&(from, to): &(Point, Point)| {
            let mut next = self.clone();
            self.goes(from, to) && {
                next.play((from, to));
                !next.in_check(red)
            }
        };
        pairs.filter(legal).collect()
    }
}

/// The move as UCCI writes it.
pub(super) fn word((from, to): (Point, Point)) -> String {
    let square = |(row, column): Point| format!("{}{}", char::from(b'a' + column as u8), 9 - row);
    square(from) + &square(to)
}
