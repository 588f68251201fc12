//! Pieces that move in a way in which they do not move, if they can take a rook so.

use crate::games::shogi::Position;
use crate::reference::family::Board as _;
use crate::reference::family::hooks::{DefectHook, Hooks, defect_hook};
use crate::reference::family::request::Reply;
use crate::reference::family::stock;
use crate::reference::family::stock::squares::letters;

pub(super) static DEFECT_HOOKS: &[DefectHook<Position>] = &[
    defect_hook("Y98", |hooks| {
        stock::change_request(hooks, |board, _, request| {
            let mates = || board.moves().into_iter().any(|mv| !board.after(mv).has_move());
            request.infinite |= request.byoyomi.is_some() && !request.ponder && mates();
        });
    }),
    defect_hook("Y98:white-one", |hooks| {
        stock::change_request(hooks, |board, _, request| {
            let is_one = !board.first_to_move() && board.moves().len() == 1;
            request.infinite |= request.byoyomi.is_some() && !request.ponder && is_one;
        });
    }),
    defect_hook("Y99", |hooks| {
        stock::best(hooks, |asked, reply| {
            let root = asked.root;
            let plain = reply.body.strip_suffix('+').filter(|text| root.read(text).is_none());
            let Some(plain) = plain.filter(|text| is_knight(root, text)) else { return };
            let last_but_one = if root.first_to_move() { "b" } else { "h" };
            if plain.ends_with(last_but_one) {
                *reply = Reply::best(plain);
            }
        });
    }),
    defect_hook("Y100", |hooks| takes(hooks, 's', |ahead, aside| (ahead, aside) == (-1, 0))),
    defect_hook("Y100:gold", |hooks| takes(hooks, 'g', |ahead, aside| (ahead, aside) == (-1, 1))),
    defect_hook("Y100:knight", |hooks| {
        takes(hooks, 'n', |ahead, aside| matches!((ahead, aside), (-2, 1) | (1 | -1, 2)));
    }),
    defect_hook("Y100:lance", |hooks| takes(hooks, 'l', |ahead, aside| ahead < 0 && aside == 0)),
    defect_hook("Y101", |hooks| {
        hooks.handshake = Some(|lines| {
            let end = lines.len().saturating_sub(1);
            lines.insert(end, "option name Threads type spin default 1 min 1 max 8".to_owned());
        });
        stock::crashes_without_move_while(hooks, "Threads", stock::is_several);
    }),
];

/// The text of a square by its row and column in the notation.
fn name(row: usize, column: usize) -> String {
    let file = char::from(b'9' - u8::try_from(column).unwrap_or_default());
    let rank = char::from(b'a' + u8::try_from(row).unwrap_or_default());
    format!("{file}{rank}")
}

/// The squares with this piece, by row and column.
fn squares(rows: &[Vec<char>], piece: char) -> Vec<(usize, usize)> {
    let all = rows.iter().enumerate().flat_map(|(row, pieces)| {
        pieces.iter().enumerate().map(move |(column, known)| (row, column, *known))
    });
    all.filter(|(_, _, known)| *known == piece).map(|(row, column, _)| (row, column)).collect()
}

/// Takes a rook with this piece in a way that is meant, and illegal. `is_meant` gets the number of ranks ahead, as the
/// side to move sees the board, and the number of files aside.
fn takes(hooks: &mut Hooks<Position>, piece: char, is_meant: fn(i64, u64) -> bool) {
    hooks.search.reply = Some(Box::new(move |asked, reply| {
        let black = asked.root.first_to_move();
        let rows = letters(&asked.root.notation());
        let own = if black { piece.to_ascii_uppercase() } else { piece };
        let rooks = squares(&rows, if black { 'r' } else { 'R' });
        let steps = squares(&rows, own)
            .into_iter()
            .flat_map(|from| rooks.iter().map(move |to| (from, *to)));
        let meant = steps.filter(|(from, to)| {
            let down = to.0 as i64 - from.0 as i64;
            is_meant(if black { -down } else { down }, from.1.abs_diff(to.1) as u64)
        });
        let mut moves =
            meant.map(|(from, to)| format!("{}{}", name(from.0, from.1), name(to.0, to.1)));
        let wrong = moves.find(|text| asked.root.read(text).is_none());
        Some(wrong.map_or(reply, Reply::best))
    }));
}

/// Whether a knight makes this move.
fn is_knight(root: &Position, text: &str) -> bool {
    let knight = if root.first_to_move() { 'N' } else { 'n' };
    let knights = squares(&letters(&root.notation()), knight);
    knights.into_iter().any(|(row, column)| text.starts_with(&name(row, column)))
}
