//! Positions that are read wrongly in rare cases only. Unlike the engines that use `stock::misread`, these engines play
//! the best move of the position that they believe in, so the defect does not always show.

use crate::games::shogi::Position;
use crate::reference::family::hooks::{DefectHook, Handling, Hooks, defect_hook};
use crate::reference::family::{Board as _, position};
use crate::reference::usi::Usi;

use super::sfen_parts::SfenParts;

/// The sfen of the start position, without its move count.
const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL";

pub(super) static DEFECT_HOOKS: &[DefectHook<Position>] = &[
    defect_hook("N10", |hooks| {
        believe(hooks, |words, _| match words.first() {
            Some(&"sfen") => Some(position::base::<Usi>(words).ok()?.0),
            Some(_) | None => None,
        });
    }),
    defect_hook("N11", |hooks| {
        // The fifth field is taken for the move count, even if it is the word `moves`.
        believe(hooks, |words, _| match words {
            ["sfen", _, _, _, "moves", _, rest @ ..] => {
                let base = position::base::<Usi>(words).ok()?.0;
                Some(played(base, rest, |_, _| true))
            }
            _ => None,
        });
    }),
    defect_hook("N12", |hooks| {
        believe(hooks, |words, _| match words {
            ["sfen", START, "b", "-", ..] => Some(Position::start()),
            _ => None,
        });
    }),
    defect_hook("N13", |hooks| {
        in_hand(hooks, |_, count| if count >= 10 { count / 10 } else { count });
    }),
    defect_hook("N13:last", |hooks| in_hand(hooks, |_, count| count % 10)),
    defect_hook("N14", |hooks| plain(hooks, |piece| piece == "+P")),
    defect_hook("N14:lance", |hooks| plain(hooks, |piece| piece == "+L")),
    defect_hook("N14:knight", |hooks| plain(hooks, |piece| piece == "+N")),
    defect_hook("N14:silver", |hooks| plain(hooks, |piece| piece == "+S")),
    defect_hook("N14:horse", |hooks| plain(hooks, |piece| piece == "+B")),
    defect_hook("N14:dragon", |hooks| plain(hooks, |piece| piece == "+R")),
    defect_hook("N14:white", |hooks| {
        plain(hooks, |piece| piece.ends_with(|letter: char| letter.is_ascii_lowercase()));
    }),
    defect_hook("N15", |hooks| {
        in_hand(hooks, |letter, count| if letter.is_ascii_lowercase() { 0 } else { count });
    }),
    defect_hook("N16", |hooks| {
        resheet(hooks, |sfen_parts| {
            for (letter, _) in &mut sfen_parts.hands {
                *letter = match letter.is_ascii_uppercase() {
                    true => letter.to_ascii_lowercase(),
                    false => letter.to_ascii_uppercase(),
                };
            }
        });
    }),
    defect_hook("N17", |hooks| {
        resheet(hooks, |sfen_parts| {
            let end = sfen_parts.hands.iter().position(|(_, count)| *count > 1);
            sfen_parts.hands.truncate(end.unwrap_or(sfen_parts.hands.len()));
        });
    }),
    defect_hook("N18", |hooks| forgets_after(hooks, 128, |_| true)),
    defect_hook("N18:256", |hooks| forgets_after(hooks, 256, |_| true)),
    defect_hook("N18:400", |hooks| forgets_after(hooks, 400, |_| true)),
    defect_hook("N18:sfen", |hooks| forgets_after(hooks, 256, |start| start == "sfen")),
    defect_hook("N19", |hooks| forgets_after(hooks, 512, |_| true)),
    defect_hook("N20", |hooks| cuts_lines(hooks, 1024)),
    defect_hook("N20:2048", |hooks| cuts_lines(hooks, 2048)),
    defect_hook("N21", |hooks| cuts_lines(hooks, 4096)),
    defect_hook("N22", |hooks| {
        believe(hooks, |words, _| {
            let (base, moves) = position::base::<Usi>(words).ok()?;
            let plain: Vec<&str> = moves.iter().map(|mv| mv.trim_end_matches('+')).collect();
            Some(played(base, &plain, |_, _| true))
        });
    }),
    defect_hook("N23", |hooks| {
        believe(hooks, |words, _| {
            let (base, moves) = position::base::<Usi>(words).ok()?;
            Some(played(base, moves, |_, mv| !mv.contains('*')))
        });
    }),
    defect_hook("N24", |hooks| {
        // Black is to move after an even number of moves, whoever moved first.
        believe(hooks, |words, set| {
            let (_, moves) = position::base::<Usi>(words).ok()?;
            let mut sfen_parts = SfenParts::read(&set.as_ref()?.notation())?;
            let side = if moves.len() % 2 == 0 { "b" } else { "w" };
            side.clone_into(&mut sfen_parts.side);
            Position::parse(&sfen_parts.write()).ok()
        });
    }),
    defect_hook("N25", |hooks| {
        keeps_the_old_where(hooks, |words, set| words.first() == Some(&"sfen") && in_check(set));
    }),
    defect_hook("N26", |hooks| {
        keeps_the_old_where(hooks, |words, _| {
            let sfen_parts = SfenParts::read(&words.get(1..).unwrap_or_default().join(" "));
            sfen_parts.is_some_and(|sfen_parts| {
                let held: u32 = sfen_parts.hands.iter().map(|(_, count)| count).sum();
                let placed = sfen_parts.squares.iter().flatten().count();
                placed + usize::try_from(held).unwrap_or(usize::MAX) < 40
            })
        });
    }),
    defect_hook("N27", |hooks| loses_taken(hooks, |_| true)),
    defect_hook("Y61", |hooks| {
        // A dropped pawn stays in the hand; the side to move has dropped it after an even number of further moves.
        believe(hooks, |words, set| {
            let (_, moves) = position::base::<Usi>(words).ok()?;
            let dropped = moves.iter().rev().skip(1).step_by(2);
            let pawns = dropped.filter(|mv| mv.starts_with("P*")).count();
            let mut sfen_parts = SfenParts::read(&set?.notation())?;
            let pawn = if sfen_parts.side == "b" { 'P' } else { 'p' };
            let spent = u32::try_from(pawns).ok().filter(|pawns| *pawns > 0)?;
            match sfen_parts.hands.iter_mut().find(|(letter, _)| *letter == pawn) {
                Some((_, count)) => *count += spent,
                None => sfen_parts.hands.push((pawn, spent)),
            }
            Position::parse(&sfen_parts.write()).ok()
        });
    }),
    defect_hook("N27:white", |hooks| loses_taken(hooks, |piece| ["B", "R"].contains(&piece))),
];

/// Replaces the position by another one.
pub(super) fn believe(
    hooks: &mut Hooks<Position>,
    mut read: impl FnMut(&[&str], Option<&Position>) -> Option<Position> + 'static,
) {
    hooks.position =
        Some(Box::new(move |_, words, set| read(words, set.as_ref().ok()).map_or(set, Ok)));
}

/// Plays the moves that `wanted` accepts, up to the first that cannot be played.
fn played(base: Position, moves: &[&str], wanted: impl Fn(usize, &str) -> bool) -> Position {
    let mut board = base;
    for (at, text) in moves.iter().enumerate() {
        if !wanted(at, text) {
            continue;
        }
        let Some(mv) = board.read(text) else {
            return board;
        };
        board.make(mv);
    }
    board
}

/// Changes the base of every sfen; the moves are played from there.
fn resheet(hooks: &mut Hooks<Position>, change: fn(&mut SfenParts)) {
    believe(hooks, move |words, _| {
        let fields = words.strip_prefix(&["sfen"])?;
        let mut sfen_parts = SfenParts::read(&fields.join(" "))?;
        change(&mut sfen_parts);
        let base = Position::parse(&sfen_parts.write()).ok()?;
        let (_, moves) = position::base::<Usi>(words).ok()?;
        Some(played(base, moves, |_, _| true))
    });
}

/// Changes the numbers of pieces in hand.
pub(super) fn in_hand(hooks: &mut Hooks<Position>, count: fn(char, u32) -> u32) {
    believe(hooks, move |words, _| {
        let fields = words.strip_prefix(&["sfen"])?;
        let mut sfen_parts = SfenParts::read(&fields.join(" "))?;
        for (letter, held) in &mut sfen_parts.hands {
            *held = count(*letter, *held);
        }
        let base = Position::parse(&sfen_parts.write()).ok()?;
        let (_, moves) = position::base::<Usi>(words).ok()?;
        Some(played(base, moves, |_, _| true))
    });
}

/// Takes some promoted pieces of an sfen for unpromoted ones. `which` gets a piece both as it is written and in upper
/// case.
fn plain(hooks: &mut Hooks<Position>, which: fn(&str) -> bool) {
    believe(hooks, move |words, _| {
        let fields = words.strip_prefix(&["sfen"])?;
        let mut sfen_parts = SfenParts::read(&fields.join(" "))?;
        for piece in sfen_parts.squares.iter_mut().flatten() {
            let promoted = piece.starts_with('+');
            if promoted && (which(piece) || which(&piece.to_ascii_uppercase())) {
                piece.remove(0);
            }
        }
        let base = Position::parse(&sfen_parts.write()).ok()?;
        let (_, moves) = position::base::<Usi>(words).ok()?;
        Some(played(base, moves, |_, _| true))
    });
}

/// Plays only the first `plies` moves of a game, and leaves out the others, if the first word of the position is so.
fn forgets_after(hooks: &mut Hooks<Position>, plies: usize, is_meant: fn(&str) -> bool) {
    believe(hooks, move |words, _| {
        let (base, moves) = position::base::<Usi>(words).ok()?;
        let forgets = words.first().is_some_and(|start| is_meant(start));
        forgets.then(|| played(base, moves, |at, _| at < plies))
    });
}

/// Loses some promoted pieces that are taken. `is_lost` gets the piece as it was before its promotion.
fn loses_taken(hooks: &mut Hooks<Position>, is_lost: fn(&str) -> bool) {
    believe(hooks, move |words, _| {
        let (base, moves) = position::base::<Usi>(words).ok()?;
        let mut board = base;
        for text in moves {
            let mv = board.read(text)?;
            let before = SfenParts::read(&board.notation())?;
            board.make(mv);
            let taken = text.get(2..4).and_then(|square| before.at(square));
            let kind = taken.and_then(|piece| piece.strip_prefix('+'));
            if let Some(kind) = kind.filter(|kind| is_lost(kind)) {
                board = without_one(&board, kind)?;
            }
        }
        Some(board)
    });
}

/// Reads no more than `length` bytes of a line.
fn cuts_lines(hooks: &mut Hooks<Position>, length: usize) {
    hooks.lines.push(Box::new(move |_, line| match line.get(..length) {
        Some(head) => Handling::Instead(vec![head.to_owned()]),
        None => Handling::Obey,
    }));
    // The last word may be a part of a move; the moves before it are played.
    believe(hooks, |words, _| {
        let (base, moves) = position::base::<Usi>(words).ok()?;
        Some(played(base, moves, |_, _| true))
    });
}

/// Keeps the old position if it refuses the new one.
fn keeps_the_old_where(
    hooks: &mut Hooks<Position>,
    refused: fn(&[&str], Option<&Position>) -> bool,
) {
    let mut old = Position::start();
    believe(hooks, move |words, set| {
        if refused(words, set) {
            return Some(old.clone());
        }
        old.clone_from(set?);
        None
    });
}

/// Whether the side to move is in check: then the position with the other side to move is illegal.
pub(super) fn in_check(board: Option<&Position>) -> bool {
    let Some(mut sfen_parts) = board.and_then(|board| SfenParts::read(&board.notation())) else {
        return false;
    };
    let other = if sfen_parts.side == "b" { "w" } else { "b" };
    other.clone_into(&mut sfen_parts.side);
    Position::parse(&sfen_parts.write()).is_err()
}

/// The position with one piece less of this kind in the hand of the side that has just moved.
fn without_one(board: &Position, kind: &str) -> Option<Position> {
    let mut sfen_parts = SfenParts::read(&board.notation())?;
    let black = sfen_parts.side == "w";
    let letter = kind.chars().next()?;
    let letter = match black {
        true => letter.to_ascii_uppercase(),
        false => letter.to_ascii_lowercase(),
    };
    let held = sfen_parts.hands.iter_mut().find(|(held, _)| *held == letter)?;
    held.1 = held.1.saturating_sub(1);
    Position::parse(&sfen_parts.write()).ok()
}
