//! Moves of `position` that are made wrongly: what one kind of move does to the board and the hands, and moves that are
//! taken for illegal.

use crate::games::shogi::Position;
use crate::reference::family::hooks::{DefectHook, Hooks, defect_hook};
use crate::reference::family::{Board as _, position, stock};
use crate::reference::usi::Usi;

use super::misread::in_check;
use super::sfen_parts::SfenParts;

pub(super) static DEFECT_HOOKS: &[DefectHook<Position>] = &[
    defect_hook("Y71", |hooks| {
        replays(hooks, |ply| !ply.white && ply.takes(&["L", "R"]), Ply::loses_the_taken);
    }),
    defect_hook("Y71:white", |hooks| {
        replays(hooks, |ply| ply.white && ply.takes(&["G", "N"]), Ply::loses_the_taken);
    }),
    defect_hook("Y71:owner", |hooks| {
        replays(
            hooks,
            |ply| ply.takes(&["P", "S", "B"]),
            |ply, after| {
                ply.loses_the_taken(after);
                after.hold(ply.letter_of(!ply.white, ply.taken_kind()), 1);
            },
        );
    }),
    defect_hook("Y72", |hooks| {
        replays(hooks, |ply| !ply.white && takes_minor(ply), Ply::gains_a_gold)
    }),
    defect_hook("Y72:white", |hooks| {
        replays(hooks, |ply| ply.white && takes_minor(ply), Ply::gains_a_gold)
    }),
    defect_hook("Y73", |hooks| {
        replays(hooks, |ply| !ply.white && ply.promotes(&["P"]), Ply::stays_plain);
    }),
    defect_hook("Y73:white", |hooks| {
        replays(hooks, |ply| ply.white && ply.promotes(&["L", "N"]), Ply::stays_plain);
    }),
    defect_hook("Y74", |hooks| {
        replays(hooks, |ply| ply.promotes(&["S", "R"]) && !ply.ends_in_zone(), Ply::stays_plain);
    }),
    defect_hook("Y74:bishop", |hooks| {
        replays(hooks, |ply| ply.promotes(&["B"]) && !ply.ends_in_zone(), Ply::stays_plain);
    }),
    defect_hook("Y75", |hooks| {
        replays(hooks, |ply| !ply.white && ply.moves(&["+P", "+S", "+R"]), Ply::stays_plain);
    }),
    defect_hook("Y75:white", |hooks| {
        replays(hooks, |ply| ply.white && ply.moves(&["+L", "+N", "+B"]), Ply::stays_plain);
    }),
    defect_hook("Y76", |hooks| {
        replays(hooks, |ply| !ply.white && ply.drops(&["L", "R"]), Ply::keeps_the_dropped);
    }),
    defect_hook("Y76:white", |hooks| {
        replays(hooks, |ply| ply.white && ply.drops(&["B", "G"]), Ply::keeps_the_dropped);
    }),
    defect_hook("Y77", |hooks| {
        replays(
            hooks,
            |ply| !ply.white && ply.drops(&["P", "B", "G"]),
            |ply, after| after.put(&ply.to, None),
        );
    }),
    defect_hook("Y77:white", |hooks| {
        replays(
            hooks,
            |ply| ply.white && ply.drops(&["P", "B"]),
            |ply, after| after.put(&ply.to, None),
        );
    }),
    defect_hook("Y78", |hooks| {
        replays(hooks, |ply| !ply.white && ply.could_promote(&["P", "R"]), Ply::promotes_unasked);
    }),
    defect_hook("Y78:white", |hooks| {
        replays(hooks, |ply| ply.white && ply.could_promote(&["L", "B"]), Ply::promotes_unasked);
    }),
    defect_hook("Y95", |hooks| refuses_pawns(hooks, |_, _, after| holds_the_king(after))),
    defect_hook("Y96", |hooks| refuses_pawns(hooks, |before, mv, _| joins_promoted(before, mv))),
];

/// A move of the history, and what was on its squares before it.
struct Ply {
    text: String,
    to: String,
    white: bool,
    /// In upper case, with the sign of a promoted piece.
    piece: String,
    taken: Option<String>,
}

impl Ply {
    fn read(before: &SfenParts, text: &str) -> Option<Self> {
        let (from, to) = (text.get(..2)?, text.get(2..4)?);
        let piece = match from.strip_suffix('*') {
            Some(dropped) => dropped,
            None => before.at(from)?,
        };
        Some(Self {
            text: text.to_owned(),
            to: to.to_owned(),
            white: before.side == "w",
            piece: piece.to_ascii_uppercase(),
            taken: before.at(to).map(str::to_ascii_uppercase),
        })
    }

    fn takes(&self, kinds: &[&str]) -> bool {
        self.taken.as_deref().is_some_and(|taken| kinds.contains(&taken))
    }

    fn drops(&self, kinds: &[&str]) -> bool {
        self.text.contains('*') && kinds.contains(&&*self.piece)
    }

    fn moves(&self, kinds: &[&str]) -> bool {
        !self.text.contains('*') && kinds.contains(&&*self.piece)
    }

    fn promotes(&self, kinds: &[&str]) -> bool {
        self.text.ends_with('+') && self.moves(kinds)
    }

    fn could_promote(&self, kinds: &[&str]) -> bool {
        let touches = self.ends_in_zone() || self.in_zone(1);
        touches && !self.text.ends_with('+') && self.moves(kinds)
    }

    fn ends_in_zone(&self) -> bool {
        self.in_zone(3)
    }

    /// Whether the letter of the move at this place is a rank in the zone of promotion.
    fn in_zone(&self, at: usize) -> bool {
        let zone = if self.white { b'g'..=b'i' } else { b'a'..=b'c' };
        self.text.as_bytes().get(at).is_some_and(|rank| zone.contains(rank))
    }

    /// The letter of a kind of piece of one side.
    fn letter_of(&self, white: bool, kind: char) -> char {
        if white { kind.to_ascii_lowercase() } else { kind }
    }

    fn taken_kind(&self) -> char {
        self.taken.as_deref().and_then(|taken| taken.chars().last()).unwrap_or('P')
    }

    fn piece_kind(&self) -> char {
        self.piece.chars().last().unwrap_or('P')
    }

    fn loses_the_taken(&self, after: &mut SfenParts) {
        after.hold(self.letter_of(self.white, self.taken_kind()), -1);
    }

    fn gains_a_gold(&self, after: &mut SfenParts) {
        self.loses_the_taken(after);
        after.hold(self.letter_of(self.white, 'G'), 1);
    }

    fn keeps_the_dropped(&self, after: &mut SfenParts) {
        after.hold(self.letter_of(self.white, self.piece_kind()), 1);
    }

    fn stays_plain(&self, after: &mut SfenParts) {
        after.put(&self.to, Some(self.letter_of(self.white, self.piece_kind()).to_string()));
    }

    fn promotes_unasked(&self, after: &mut SfenParts) {
        let letter = self.letter_of(self.white, self.piece_kind());
        after.put(&self.to, Some(format!("+{letter}")));
    }
}

fn takes_minor(ply: &Ply) -> bool {
    ply.takes(&["+L", "+N", "+S"])
}

/// Makes the moves of a position, and changes the position after each of those that are meant.
fn replays(
    hooks: &mut Hooks<Position>,
    is_meant: fn(&Ply) -> bool,
    change: fn(&Ply, &mut SfenParts),
) {
    stock::misread(hooks, move |words, _| {
        let (mut board, moves) = position::base::<Usi>(words).ok()?;
        let mut changed = false;
        for text in moves {
            let before = SfenParts::read(&board.notation())?;
            let mv = board.read(text)?;
            board.make(mv);
            let ply = Ply::read(&before, text)?;
            if is_meant(&ply) {
                let mut after = SfenParts::read(&board.notation())?;
                change(&ply, &mut after);
                board = Position::parse(&after.write()).ok()?;
                changed = true;
            }
        }
        changed.then_some(board)
    });
}

/// Stops reading the moves of a position at a pawn drop that is refused: `is_refused` gets the position before the move,
/// the move, and the position after it.
fn refuses_pawns(hooks: &mut Hooks<Position>, is_refused: fn(&SfenParts, &str, &Position) -> bool) {
    stock::misread(hooks, move |words, _| {
        let (mut board, moves) = position::base::<Usi>(words).ok()?;
        for text in moves {
            let after = board.after(board.read(text)?);
            let is_drop = text.starts_with("P*");
            if is_drop && is_refused(&SfenParts::read(&board.notation())?, text, &after) {
                return Some(board);
            }
            board = after;
        }
        None
    });
}

/// Whether the side to move is in check and its king has no move.
fn holds_the_king(board: &Position) -> bool {
    let Some(parts) = SfenParts::read(&board.notation()) else {
        return false;
    };
    let is_king = |mv: String| matches!(mv.get(..2).and_then(|at| parts.at(at)), Some("K" | "k"));
    in_check(Some(board)) && !board.moves().into_iter().any(|mv| is_king(mv.to_string()))
}

/// Whether a piece is dropped on a file where its side has a promoted pawn.
fn joins_promoted(before: &SfenParts, drop: &str) -> bool {
    let promoted = if before.side == "b" { "+P" } else { "+p" };
    let file = drop.get(2..3).unwrap_or_default();
    ('a'..='i').any(|rank| before.at(&format!("{file}{rank}")) == Some(promoted))
}
