//! Mistakes of engine authors that no scenario showed until a third-party engine made them.

use crate::games::chess::Position;
use crate::reference::family::hooks::{DefectHook, Handling, Hooks, defect_hook};
use crate::reference::family::request::Reply;
use crate::reference::family::stock::squares::letters;
use crate::reference::family::{Board as _, stock};
use crate::reference::uci::Uci;

/// Why castling to the king side is illegal.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Forbidden {
    /// The king would be in check on the way or at its end.
    Check,
    /// The castling right is missing.
    Right,
}

pub(super) static DEFECT_HOOKS: &[DefectHook<Position>] = &[
    defect_hook("Y01", |hooks| plays_illegal(hooks, |root| castles(root, Forbidden::Check))),
    defect_hook("Y01:right", |hooks| plays_illegal(hooks, |root| castles(root, Forbidden::Right))),
    defect_hook("Y02", |hooks| plays_illegal(hooks, takes_in_passing)),
    defect_hook("Y03", |hooks| {
        let mut old: Option<Position> = None;
        stock::misread(hooks, move |_, set| {
            let new = set.as_ref().ok()?;
            let kept = old.replace(new.clone())?;
            let (kept, new) = (kept.notation(), new.notation());
            let (kept, mut fields) = (fields(&kept), fields(&new));
            let same = kept.first() == fields.first() && kept.get(1) == fields.get(1);
            *fields.get_mut(3)? = kept.get(3)?;
            same.then(|| Position::parse(&fields.join(" ")).ok()).flatten()
        });
    }),
    defect_hook("Y04", stock::reply_by_placement),
    defect_hook("Y05", |hooks| {
        hooks.search.reply = Some(Box::new(|asked, reply| {
            let notation = asked.root.notation();
            let quiet = fields(&notation).get(4).and_then(|plies| plies.parse::<u32>().ok());
            let drawn = quiet.is_some_and(|plies| plies >= 100);
            Some(if drawn { Reply::best("(none)") } else { reply })
        }));
    }),
    defect_hook("Y06", stock::end_at_large_depth),
    defect_hook("Y06:nodes", stock::end_at_many_nodes),
    defect_hook("Y07", |hooks| {
        let mut mate = false;
        stock::command(hooks, move |_, words| match words {
            ["go", rest @ ..] if rest.contains(&"mate") => {
                mate = true;
                Handling::Obey
            }
            ["go", ..] if std::mem::take(&mut mate) => {
                Handling::Instead(vec!["go infinite".to_owned()])
            }
            _ => Handling::Obey,
        });
    }),
    defect_hook("Y08", |hooks| {
        stock::never_answers(hooks, |timing| {
            timing.pondered.is_some() && timing.request.depth.is_some()
        });
    }),
    defect_hook("Y09", |hooks| stock::end_before_first_line(hooks, "MultiPV")),
    defect_hook("Y11", stock::clock_by_move_count),
    defect_hook("Y12", |hooks| stock::one_line_after_setting::<Uci>(hooks, "Hash")),
    defect_hook("Y13", |hooks| {
        const CASTLING: [&str; 4] = ["e1g1", "e1c1", "e8g8", "e8c8"];
        stock::read_searchmoves(hooks, |word| !CASTLING.contains(&word));
    }),
    defect_hook("Y13:promotion", |hooks| {
        stock::read_searchmoves(hooks, |word| word.len() == 4);
    }),
    defect_hook("Y14", stock::negate_second_score),
    defect_hook("Y15", |hooks| {
        stock::best(hooks, |_, reply| {
            if let Some(ponder) = &mut reply.ponder {
                ponder.truncate(4);
            }
        });
    }),
    defect_hook("Y16", |hooks| {
        stock::change_info(hooks, |_, info| {
            let Some(pv) = info.get("pv") else { return };
            let first = pv.split(' ').next().unwrap_or_default();
            let own_rook = match first {
                "e1g1" => "e1h1",
                "e1c1" => "e1a1",
                "e8g8" => "e8h8",
                "e8c8" => "e8a8",
                _ => return,
            };
            let pv = pv.replacen(first, own_rook, 1);
            info.set("pv", pv);
        });
    }),
    defect_hook("Y17", |hooks| stock::stays_at_the_end_after(hooks, |line| line == "is")),
    defect_hook("Y59", |hooks| {
        stock::captures_with_pinned(hooks, |piece, (files, ranks)| piece == "q" && files == ranks);
    }),
    defect_hook("Y59:other", |hooks| {
        stock::captures_with_pinned(hooks, |piece, (files, ranks)| match piece {
            "q" | "r" => files == 0 || ranks == 0,
            "b" => files == ranks,
            _ => false,
        });
    }),
];

pub(super) fn fields(notation: &str) -> Vec<&str> {
    notation.split(' ').collect()
}

/// Replies with the chosen move if it is illegal.
pub(super) fn plays_illegal(hooks: &mut Hooks<Position>, choose: fn(&Position) -> Option<String>) {
    hooks.search.reply = Some(Box::new(move |asked, reply| {
        let wrong = choose(asked.root).filter(|wrong| asked.root.read(wrong).is_none());
        Some(wrong.map_or(reply, Reply::best))
    }));
}

/// Castling to the king side, if king and rook are on their squares and nothing is between them.
fn castles(root: &Position, forbidden: Forbidden) -> Option<String> {
    let notation = root.notation();
    let white = root.first_to_move();
    let (rank, king, rook, castling) =
        if white { (7, 'K', 'R', "e1g1") } else { (0, 'k', 'r', "e8g8") };
    let ranks = letters(&notation);
    let squares = ranks.get(rank)?.get(4..8)?;
    let right = fields(&notation).get(2)?.contains(king);
    let in_place = *squares == [king, '.', '.', rook];
    (in_place && right == (forbidden == Forbidden::Check)).then(|| castling.to_owned())
}

/// An en passant capture of any pawn next to an own pawn, whatever the last move was.
fn takes_in_passing(root: &Position) -> Option<String> {
    let notation = root.notation();
    let white = root.first_to_move();
    let (rank, behind, own, other, from, to) =
        if white { (3, 2, 'P', 'p', 5, 6) } else { (4, 5, 'p', 'P', 4, 3) };
    let ranks = letters(&notation);
    let (pawns, free) = (ranks.get(rank)?, ranks.get(behind)?);
    let file = |file: usize| char::from(b'a' + file as u8);
    let pairs = (0..7).flat_map(|left| [(left, left + 1), (left + 1, left)]);
    pairs
        .filter(|(mine, yours)| pawns.get(*mine) == Some(&own) && pawns.get(*yours) == Some(&other))
        .find(|(_, yours)| free.get(*yours) == Some(&'.'))
        .map(|(mine, yours)| format!("{}{from}{}{to}", file(mine), file(yours)))
}
