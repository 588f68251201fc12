//! The position of a finding as a picture.

use std::fmt::Write;

use super::{markup, words};
use crate::games::{self, Diagram, Game, Piece, Side};
use crate::report::board;
use crate::verdict::PositionEvidence;

/// Pixels of a square.
const SQUARE: usize = 36;
/// Pixels for the words before a hand, and from a piece in hand to its number.
const LABEL: usize = 104;
const TO_COUNT: usize = 18;
/// Pixels for the names of ranks and files beside the board, and for a hand above or below the board.
const MARGIN: usize = 22;
const HAND: usize = 44;
/// The most columns of a move; longer text is cut.
const MOVE: usize = 20;

/// The board with its hands, the marked squares, and the position as text. A position that cannot be parsed is shown as
/// text alone.
pub(super) fn render(position: &PositionEvidence) -> String {
    let situation = board::situation(position);
    let notation = markup::text(&position.notation);
    let picture = picture(position, &situation).unwrap_or_default();
    format!(
        "<figure class=board>{picture}<figcaption><b>{}</b> {}{}<br>{} <code class=copy>{notation}</code></figcaption></figure>",
        words::POSITION,
        markup::text(&situation),
        caption(position),
        position.form,
    )
}

/// A legend of the marks.
fn caption(position: &PositionEvidence) -> String {
    let moved = match (&position.illegal_move, &position.last_move) {
        (Some(text), _) => words::illegal_move(&markup::short(text, MOVE)),
        (None, Some(text)) => words::last_move(&markup::short(text, MOVE)),
        (None, None) => return String::new(),
    };
    let forbids = if position.squares.is_empty() {
        String::new()
    } else {
        format!(
            " <span class=key><svg width=14 height=14 aria-hidden=true><circle class=why cx=7 cy=7 r=5 /></svg> {}</span>",
            words::FORBIDS
        )
    };
    format!(
        "<br><span class=key><svg width=14 height=14 aria-hidden=true><rect class=move x=1 y=1 width=12 height=12 /></svg> {moved}</span>{forbids}"
    )
}

fn picture(position: &PositionEvidence, situation: &str) -> Option<String> {
    let game = games::game(position.game)?;
    let read = game.parse(&position.notation).ok()?;
    let board = read.diagram();
    let (files, ranks) = (board.files.len(), board.ranks.len());
    let hands = board.hands.is_some();
    let top = if hands { HAND } else { MARGIN };
    // A hand with many kinds of pieces can be wider than the board.
    let held = board.hands.iter().flatten().map(|held| hand_width(held));
    let width = held.fold(files * SQUARE + 2 * MARGIN, usize::max);
    let height = ranks * SQUARE + 2 * top + if hands { MARGIN } else { 0 };
    let top = if hands { top + MARGIN } else { top };
    let name = markup::text(&words::board_of(situation, &position.notation));
    let mut svg = format!(
        "<svg viewBox=\"0 0 {width} {height}\" width={width} height={height} role=img aria-label=\"{name}\">"
    );
    squares(&board, top, &mut svg);
    marks(position, game, &board, top, &mut svg);
    for (rank, row) in board.rows.iter().enumerate() {
        for (file, piece) in row.iter().enumerate() {
            if let Some(piece) = piece {
                let x = MARGIN + file * SQUARE + SQUARE / 2;
                let y = top + rank * SQUARE + SQUARE / 2;
                svg.push_str(&drawn(*piece, hands, x, y));
            }
        }
    }
    if let Some([first, second]) = &board.hands {
        let below = top + ranks * SQUARE + HAND / 2;
        hand(game, Side::Second, second, HAND / 2, &mut svg);
        hand(game, Side::First, first, below, &mut svg);
    }
    svg.push_str("</svg>");
    Some(svg)
}

fn squares(board: &Diagram, top: usize, svg: &mut String) {
    let (files, ranks) = (board.files.len(), board.ranks.len());
    let (right, end) = (MARGIN + files * SQUARE, top + ranks * SQUARE);
    let _ = write!(
        svg,
        "<rect class=wood x={MARGIN} y={top} width={} height={} />",
        files * SQUARE,
        ranks * SQUARE
    );
    if board.hands.is_none() {
        for rank in 0..ranks {
            for file in (0..files).filter(|file| (rank + file) % 2 == 1) {
                let (x, y) = (MARGIN + file * SQUARE, top + rank * SQUARE);
                let _ =
                    write!(svg, "<rect class=dark x={x} y={y} width={SQUARE} height={SQUARE} />");
            }
        }
    }
    svg.push_str("<path class=grid d=\"");
    for file in 0..=files {
        let _ = write!(svg, "M{} {top}V{end}", MARGIN + file * SQUARE);
    }
    for rank in 0..=ranks {
        let _ = write!(svg, "M{MARGIN} {}H{right}", top + rank * SQUARE);
    }
    svg.push_str("\"/>");
    for (file, letter) in board.files.iter().enumerate() {
        let x = MARGIN + file * SQUARE + SQUARE / 2;
        let _ = write!(svg, "<text class=edge x={x} y={}>{letter}</text>", top - 6);
    }
    for rank in 0..board.ranks.len() {
        let letter = board::rank_name(board, rank);
        let y = top + rank * SQUARE + SQUARE / 2 + 4;
        let _ = write!(svg, "<text class=edge x={} y={y}>{letter}</text>", right + 11);
    }
}

/// Marks the squares of the move with frames, and the squares that forbid the move with rings.
fn marks(
    position: &PositionEvidence,
    game: &dyn Game,
    board: &Diagram,
    top: usize,
    svg: &mut String,
) {
    let text = position.illegal_move.as_ref().or(position.last_move.as_ref());
    let moved = text.map(|text| game.squares_of(text)).unwrap_or_default();
    for (rank, file) in moved.iter().filter_map(|square| board.place(square)) {
        let (x, y) = (MARGIN + file * SQUARE + 2, top + rank * SQUARE + 2);
        let side = SQUARE - 4;
        let _ = write!(svg, "<rect class=move x={x} y={y} width={side} height={side} />");
    }
    for (rank, file) in position.squares.iter().filter_map(|square| board.place(square)) {
        let (x, y) = (MARGIN + file * SQUARE + SQUARE / 2, top + rank * SQUARE + SQUARE / 2);
        let _ = write!(svg, "<circle class=why cx={x} cy={y} r={} />", SQUARE / 2 - 1);
    }
}

/// A piece: in shogi a wedge that points forward, in chess a figure.
fn drawn(piece: Piece, shogi: bool, x: usize, y: usize) -> String {
    if !shogi {
        let class = match piece.side {
            Side::First => "white",
            Side::Second => "black",
        };
        return format!(
            "<text class=\"man {class}\" x={x} y={}>{}</text>",
            y + 10,
            figure(piece.letter)
        );
    }
    let turn = match piece.side {
        Side::First => String::new(),
        Side::Second => " rotate(180)".to_owned(),
    };
    let promoted = if piece.promoted { " promoted" } else { "" };
    format!(
        "<g transform=\"translate({x} {y}){turn}\"><path class=koma d=\"M0-16l9 4 4 27H-13l4-27z\"/><text class=\"kanji{promoted}\" y=8>{}</text></g>",
        kanji(piece)
    )
}

/// The pieces in hand of a side, with their numbers.
fn hand(game: &dyn Game, side: Side, held: &[(Piece, u8)], y: usize, svg: &mut String) {
    let name = words::hand(&board::side(game.name(), game.side_name(side)));
    let _ = write!(svg, "<text class=hand x={MARGIN} y={}>{name}</text>", y + 4);
    let mut x = MARGIN + LABEL;
    if held.is_empty() {
        let _ = write!(svg, "<text class=hand x={x} y={}>–</text>", y + 4);
    }
    for &(piece, count) in held {
        svg.push_str(&drawn(piece, true, x, y));
        if count > 1 {
            let x = x + TO_COUNT;
            let _ = write!(svg, "<text class=hand x={x} y={}>{count}</text>", y + 4);
        }
        x += step(count);
    }
}

/// Pixels from a piece in hand to the next one, if there are `count` of it.
fn step(count: u8) -> usize {
    match count {
        0 | 1 => TO_COUNT + 16,
        _ => TO_COUNT + 32,
    }
}

/// Pixels of a hand with its label.
fn hand_width(held: &[(Piece, u8)]) -> usize {
    let pieces: usize = held.iter().map(|(_, count)| step(*count)).sum();
    MARGIN + LABEL + pieces
}

/// The character of a shogi piece. The king of the side to move first is written 玉, the other king 王.
fn kanji(piece: Piece) -> &'static str {
    match (piece.letter, piece.promoted) {
        ('K', _) if piece.side == Side::First => "玉",
        ('K', _) => "王",
        ('R', false) => "飛",
        ('R', true) => "龍",
        ('B', false) => "角",
        ('B', true) => "馬",
        ('G', _) => "金",
        ('S', false) => "銀",
        ('S', true) => "全",
        ('N', false) => "桂",
        ('N', true) => "圭",
        ('L', false) => "香",
        ('L', true) => "杏",
        ('P', false) => "歩",
        ('P', true) => "と",
        (_, _) => "?",
    }
}

/// The figure of a chess piece; the variation selector keeps browsers from showing it as an emoji.
fn figure(letter: char) -> &'static str {
    match letter {
        'K' => "♚\u{fe0e}",
        'Q' => "♛\u{fe0e}",
        'R' => "♜\u{fe0e}",
        'B' => "♝\u{fe0e}",
        'N' => "♞\u{fe0e}",
        'P' => "♟\u{fe0e}",
        _ => "?",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixtures;

    #[test]
    fn a_shogi_position_is_drawn_whole() {
        let html = render(&fixtures::position());
        let pieces = html.matches("class=koma").count();
        // 33 pieces on the board, four kinds in White's hand, one in Black's.
        assert_eq!(pieces, 33 + 5, "{html}");
        assert_eq!(html.matches("<rect class=move").count(), 1 + 1);
        assert_eq!(html.matches("<circle class=why").count(), 1 + 1);
        assert!(html.contains("class=\"kanji promoted\" y=8>龍"));
        assert!(html.contains("the illegal move P*5g"));
    }

    #[test]
    fn a_full_hand_is_drawn_whole_within_the_picture() {
        let mut position = fixtures::position();
        position.notation = "4k4/9/9/9/9/9/9/9/4K4 b 2r2b4g4s4n4l18p 1".to_owned();
        position.illegal_move = None;
        position.last_move = None;
        let html = render(&position);
        assert_eq!(html.matches("class=koma").count(), 2 + 7, "{html}");
        assert!(html.contains(">18</text>"), "{html}");
        let width = MARGIN + LABEL + 7 * (TO_COUNT + 32);
        assert!(html.contains(&format!("width={width} ")), "{width}: {html}");
    }

    #[test]
    fn a_chess_position_has_dark_squares_and_figures() {
        let html = render(&PositionEvidence {
            game: "chess",
            form: "fen",
            notation: "4r2k/8/8/8/8/8/4B3/4K3 w - - 0 1".to_owned(),
            side_to_move: "white",
            last_move: None,
            illegal_move: None,
            squares: Vec::new(),
        });
        assert_eq!(html.matches("<rect class=dark").count(), 32);
        assert_eq!(html.matches("class=\"man white\"").count(), 2);
        assert_eq!(html.matches("class=\"man black\"").count(), 2);
    }

    #[test]
    fn what_is_no_position_is_text_alone() {
        let mut position = fixtures::position();
        position.notation = "<script>".to_owned();
        let html = render(&position);
        assert!(!html.contains("role=img"), "{html}");
        assert!(html.contains("&lt;script&gt;"), "{html}");
    }
}
