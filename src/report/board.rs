//! A position as text that needs no colour and only characters that every terminal has.

use super::escape;
use crate::games::{self, Diagram, Side};
use crate::lang::{self, Lang, Text};
use crate::verdict::PositionEvidence;

/// The most columns of a move; longer text is cut.
const MOVE: usize = 20;

/// The side to move and the last move, in a few words.
#[must_use]
pub fn situation(position: &PositionEvidence) -> String {
    let side = side(position.game, position.side_to_move);
    let turn = say!("{side} to move", side);
    let text = match &position.last_move {
        Some(last) => say!("{turn}, after {last}", turn, last = escape::short(last, MOVE)),
        None => turn,
    };
    text.to_string()
}

/// The name of a side. In Japanese, "black" of chess and "black" of shogi are different words.
#[must_use]
pub fn side(game: &str, name: &str) -> Text {
    match (game, name) {
        ("shogi", "black") => say!("black|shogi"),
        ("shogi", "white") => say!("white|shogi"),
        (_, "black") => say!("black"),
        (_, "white") => say!("white"),
        (_, "red") => say!("red"),
        (_, other) => Text::plain(other),
    }
}

/// The board as lines, one for each rank, seen from the side that moves first; its pieces are in upper case. `[ ]`
/// marks the squares of the illegal move (of the last move if none is illegal), and `( )` marks the squares that
/// forbid the move. Empty if the position cannot be read.
#[must_use]
pub fn draw(position: &PositionEvidence) -> Vec<String> {
    let Some(game) = games::game(position.game) else {
        return Vec::new();
    };
    let Ok(read) = game.parse(&position.notation) else {
        return Vec::new();
    };
    let board = read.diagram();
    let (text, kind) = match (&position.illegal_move, &position.last_move) {
        (Some(text), _) => (text.as_str(), say!("the illegal move")),
        (None, Some(text)) => (text.as_str(), say!("the last move")),
        (None, None) => ("", Text::EMPTY),
    };
    let mut marks = Vec::new();
    let squares = game.squares_of(text);
    for (square, sign) in squares
        .iter()
        .map(|square| (square, ['[', ']']))
        .chain(position.squares.iter().map(|square| (square, ['(', ')'])))
    {
        marks.extend(board.place(square).map(|place| (place, sign)));
    }
    let mut lines = vec![heads(&board)];
    lines.extend((0..board.ranks.len()).map(|rank| row(&board, rank, &marks)));
    if let Some([first, second]) = &board.hands {
        let hand = |side, held| {
            let side = self::side(game.name(), game.side_name(side));
            say!("{side} in hand: {pieces}", side, pieces = hand(held)).to_string()
        };
        lines.insert(0, hand(Side::Second, second));
        lines.push(hand(Side::First, first));
    }
    if !squares.is_empty() {
        let mut legend = format!("[ ] {kind} {}", escape::short(text, MOVE));
        if !position.squares.is_empty() {
            legend.push_str("   ( ) ");
            legend.push_str(&say!("what forbids it").to_string());
        }
        lines.push(legend);
    }
    lines
}

/// Columns of a piece: two in games with pieces in hand, where a promoted piece keeps its letter and gets a `+`.
fn piece_width(board: &Diagram) -> usize {
    if board.hands.is_some() { 2 } else { 1 }
}

fn heads(board: &Diagram) -> String {
    let width = piece_width(board);
    let cells = board.files.iter().map(|file| format!(" {file:>width$} "));
    cells.collect::<String>().trim_end().to_owned()
}

fn row(board: &Diagram, rank: usize, marks: &[((usize, usize), [char; 2])]) -> String {
    let width = piece_width(board);
    let mut line = String::new();
    for (file, cell) in board.rows[rank].iter().enumerate() {
        let piece = cell.map_or_else(|| ".".to_owned(), games::Piece::text);
        let mark = marks.iter().find(|(place, _)| *place == (rank, file));
        let [left, right] = mark.map_or([' ', ' '], |(_, sign)| *sign);
        line.push_str(&format!("{left}{piece:>width$}{right}"));
    }
    line.push_str(&format!(" {}", rank_name(board, rank)));
    line
}

/// The name of a rank. In Japanese, ranks with letters (those of shogi) are shown as numerals, as players write them.
#[must_use]
pub fn rank_name(board: &Diagram, rank: usize) -> char {
    const NUMERALS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];
    let name = board.ranks[rank];
    match lang::spoken() {
        Lang::Ja if board.ranks.first() == Some(&'a') => {
            NUMERALS.get(rank).copied().unwrap_or(name)
        }
        Lang::Ja | Lang::En => name,
    }
}

/// The pieces in hand with their numbers, such as `R 2P`; `-` if there are none.
fn hand(held: &[(games::Piece, u8)]) -> String {
    let pieces = held.iter().map(|&(piece, count)| match count {
        1 => piece.text(),
        more => format!("{more}{}", piece.text()),
    });
    let text = pieces.collect::<Vec<_>>().join(" ");
    if text.is_empty() { "-".to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixtures;

    fn check(position: &PositionEvidence, expected: &str) {
        let drawn = draw(position).join("\n");
        assert_eq!(drawn, expected.trim_matches('\n'), "\n{drawn}");
    }

    fn chess(notation: &str, illegal: &str, squares: &[&str]) -> PositionEvidence {
        PositionEvidence {
            game: "chess",
            form: "fen",
            notation: notation.to_owned(),
            side_to_move: "white",
            last_move: None,
            illegal_move: Some(illegal.to_owned()),
            squares: squares.iter().map(|&square| square.to_owned()).collect(),
        }
    }

    #[test]
    fn a_drop_marks_its_square_and_what_forbids_it() {
        check(
            &fixtures::position(),
            "
white in hand: b g n 3p
  9   8   7   6   5   4   3   2   1
  .   .   .   .   .   .   .   .   l  a
  .   l  +R   .   .   P   .   .   .  b
  p   .   .   p   B   G   .   p   p  c
  k   p   s   . ( p)  .   .   .   .  d
  N   n   .   P   .   .   G   .   .  e
  P   .   P   .   P   .   .   P   P  f
  .   P   S   . [ .]  .   .   .   .  g
  .   K   S   G   .   .   .  +r   .  h
  L   N   .   .  +p   .   .   .   L  i
black in hand: S
[ ] the illegal move P*5g   ( ) what forbids it
",
        );
        assert_eq!(situation(&fixtures::position()), "white to move, after 6b7b+");
    }

    #[test]
    fn a_move_marks_both_squares_and_king_and_attacker() {
        check(
            &chess("4r2k/8/8/8/8/8/4B3/4K3 w - - 0 1", "e2d3", &["e1", "e8"]),
            "
 a  b  c  d  e  f  g  h
 .  .  .  . (r) .  .  k  8
 .  .  .  .  .  .  .  .  7
 .  .  .  .  .  .  .  .  6
 .  .  .  .  .  .  .  .  5
 .  .  .  .  .  .  .  .  4
 .  .  . [.] .  .  .  .  3
 .  .  .  . [B] .  .  .  2
 .  .  .  . (K) .  .  .  1
[ ] the illegal move e2d3   ( ) what forbids it
",
        );
    }

    #[test]
    fn without_an_illegal_move_the_last_one_is_marked() {
        let mut position = fixtures::position();
        (position.illegal_move, position.squares) = (None, Vec::new());
        let drawn = draw(&position);
        assert_eq!(drawn.last().unwrap(), "[ ] the last move 6b7b+");
        assert_eq!(drawn[3], "  .   l [+R][ .]  .   P   .   .   .  b");
        position.last_move = None;
        let drawn = draw(&position);
        assert_eq!(drawn.last().unwrap(), "black in hand: S");
        assert!(drawn.iter().all(|line| !line.contains('[')));
    }

    #[test]
    fn empty_hands_are_said_and_a_move_that_is_none_marks_nothing() {
        let mut position = fixtures::position();
        position.notation = "4k4/9/9/9/9/9/9/9/4K4 b 2RP 1".to_owned();
        position.illegal_move = Some("resing".to_owned());
        position.squares = vec!["0z".to_owned()];
        let drawn = draw(&position);
        assert_eq!(drawn[0], "white in hand: -");
        assert_eq!(drawn.last().unwrap(), "black in hand: 2R P");
        assert!(drawn.iter().all(|line| !line.contains(['[', '('])));
    }

    #[test]
    fn what_is_no_position_is_not_drawn() {
        let mut position = fixtures::position();
        position.notation = "9/9".to_owned();
        assert_eq!(draw(&position), [""; 0]);
        (position.game, position.notation) = ("go", fixtures::position().notation);
        assert_eq!(draw(&position), [""; 0]);
    }
}
