//! Pieces that pin others, and are not seen.

use crate::reference::family::Board;
use crate::reference::family::hooks::Hooks;
use crate::reference::family::request::Reply;

use super::squares;

/// The least gain, in hundredths of a pawn, for which a pinned piece is moved.
const LEAST: i32 = 250;

/// Captures with pieces that are pinned by a piece that it does not see. `is_unseen` gets the piece in lower case, and
/// how many files and ranks it is from the king.
pub(in crate::reference) fn captures_with_pinned<B: Board>(
    hooks: &mut Hooks<B>,
    is_unseen: fn(&str, (usize, usize)) -> bool,
) {
    hooks.search.reply = Some(Box::new(move |asked, reply| {
        let found = illegal_capture(asked.root, is_unseen);
        Some(found.map_or(reply, Reply::best))
    }));
}

/// The illegal move that gains most if such a piece is not there.
fn illegal_capture<B: Board>(
    root: &B,
    is_unseen: fn(&str, (usize, usize)) -> bool,
) -> Option<String> {
    let notation = root.notation();
    let (board, rest) = notation.split_once(' ')?;
    let squares = squares::read(board);
    let own_king = if root.first_to_move() { "K" } else { "k" };
    let places = || {
        let ranks = squares.iter().enumerate();
        ranks.flat_map(|(rank, pieces)| {
            pieces.iter().enumerate().map(move |(file, piece)| (file, rank, piece))
        })
    };
    let (king_file, king_rank, _) = places().find(|(.., piece)| *piece == own_king)?;
    let is_foe = |piece: &str| {
        let letter = piece.chars().last();
        letter.is_some_and(|letter| letter.is_ascii_uppercase() != root.first_to_move())
    };
    let unseen = places().filter(|(file, rank, piece)| {
        let far = (file.abs_diff(king_file), rank.abs_diff(king_rank));
        is_foe(piece) && is_unseen(&piece.to_ascii_lowercase(), far)
    });
    let gains = unseen.filter_map(|(file, rank, _)| {
        let mut without = squares.clone();
        without[rank][file].clear();
        let board = B::parse(&format!("{} {rest}", squares::written(&without))).ok()?;
        let moves = board.moves().into_iter().map(|mv| (board.gain(mv), mv.to_string()));
        moves.filter(|(gain, text)| *gain >= LEAST && root.read(text).is_none()).max()
    });
    gains.max().map(|(_, text)| text)
}
