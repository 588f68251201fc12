//! `bestmove`.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::games::chess::{Move, Position, Variant};
use crate::reference::family::epoch::Epoch;
use crate::reference::family::hooks::{DefectHook, Handling, Hooks, defect_hook};
use crate::reference::family::{Board as _, options, position, stock};

pub(super) static DEFECT_HOOKS: &[DefectHook<Position>] = &[
    defect_hook("U30", |hooks| without_moves(hooks, "a1a1")),
    defect_hook("U31", |hooks| stock::mute(hooks, |asked, _| !asked.root.has_move())),
    defect_hook("U32", |hooks| {
        stock::plays_on_its_own_board(hooks, "position startpos", |_| true);
    }),
    defect_hook("U32:stop", |hooks| {
        stock::plays_on_its_own_board(hooks, "position startpos", Epoch::is_stopped);
    }),
    defect_hook("U33", |hooks| {
        stock::best(hooks, |asked, reply| {
            let castling = asked.root.moves().into_iter().find(|mv| mv.is_castling());
            if let Some(mv) = castling {
                reply.body = takes_rook(mv);
                reply.ponder = None;
            }
        });
    }),
    defect_hook("U34", |hooks| {
        stock::best(hooks, |_, reply| reply.ponder = Some(reply.body.clone()))
    }),
    defect_hook("U36", |hooks| hooks.search.info = Some(Box::new(|_, lines| lines.clear()))),
    // A control: the engine says `(none)` in any case.
    defect_hook("U70", |_| {}),
    defect_hook("U71", |hooks| without_moves(hooks, "0000")),
    defect_hook("U77", |hooks| stock::best(hooks, |_, reply| reply.ponder = None)),
    defect_hook("U85", |hooks| {
        stock::best(hooks, |asked, reply| {
            let request = &asked.epoch.request;
            let asked_for = &request.searchmoves;
            let may = |mv: &String| asked_for.is_empty() || asked_for.contains(mv);
            let moves = asked.root.moves().into_iter().map(|mv| mv.to_string());
            // The answer to `go mate` has to mate.
            if request.mate.is_none()
                && let Some(other) = moves.filter(may).find(|mv| *mv != reply.body)
            {
                reply.body = other;
                reply.ponder = None;
            }
        });
    }),
    defect_hook("U86", |hooks| knows_fischer_chess(hooks, Mistake::None)),
    defect_hook("FC01", |hooks| knows_fischer_chess(hooks, Mistake::TwoFiles)),
    defect_hook("FC02", |hooks| knows_fischer_chess(hooks, Mistake::SkipsCastling)),
    defect_hook("FC03", |hooks| knows_fischer_chess(hooks, Mistake::NoRights)),
    defect_hook("FC04", |hooks| knows_fischer_chess(hooks, Mistake::StaysOn)),
    defect_hook("Y146", |hooks| writes_ponder_castling(hooks, takes_rook)),
];

/// Replies with this word if there is no legal move.
fn without_moves(hooks: &mut Hooks<Position>, word: &'static str) {
    stock::best(hooks, move |asked, reply| {
        if !asked.root.has_move() {
            word.clone_into(&mut reply.body);
        }
    });
}

/// Castling written as the king taking its rook.
fn takes_rook(castling: Move) -> String {
    castling.to_string().replace('g', "h").replace('c', "a")
}

/// The mistakes of an engine with Chess960.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Mistake {
    None,
    /// Writes castling as a king move to the c-file or g-file.
    TwoFiles,
    /// Skips castling in a list of moves.
    SkipsCastling,
    /// Reads the castling rights of a position as `-`.
    NoRights,
    /// Leaves Chess960 when the hash size is set.
    EndsAtHash,
    /// Stays in Chess960 when the option is switched off.
    StaysOn,
    /// Takes castling in a list of moves for a pass if the king stays in its place.
    PassesInPlace,
    /// Writes castling as a king move to the c-file or g-file when it is the ponder move.
    PonderInTwoFiles,
    /// Writes castling as a king move to the c-file or g-file in each line but the first.
    LinesInTwoFiles,
    /// Takes a king move to the c-file or g-file in a list of moves for castling.
    KingMovesCastle,
}

/// Plays Chess960 while `UCI_Chess960` is true.
pub(super) fn knows_fischer_chess(hooks: &mut Hooks<Position>, mistake: Mistake) {
    hooks.handshake = Some(|lines| {
        lines.insert(5, "option name UCI_Chess960 type check default false".to_owned());
    });
    let fischer = Arc::new(AtomicBool::new(false));
    let set = Arc::clone(&fischer);
    hooks.lines.push(Box::new(move |_, line| {
        if mistake == Mistake::EndsAtHash && line.starts_with("setoption name Hash") {
            set.store(false, Ordering::SeqCst);
        }
        if let Some((name, Some(value))) = options::read(line)
            && name.eq_ignore_ascii_case("UCI_Chess960")
        {
            let on = value.eq_ignore_ascii_case("true");
            let stays = mistake == Mistake::StaysOn && set.load(Ordering::SeqCst);
            set.store(on || stays, Ordering::SeqCst);
        }
        Handling::Obey
    }));
    hooks.position = Some(Box::new(move |_, words, set| {
        if fischer.load(Ordering::SeqCst) { in_fischer_chess(words, mistake) } else { set }
    }));
    if mistake == Mistake::TwoFiles {
        stock::best(hooks, |asked, reply| {
            if let Some(mv) = asked.root.read(&reply.body).filter(|mv| mv.is_castling()) {
                reply.body = in_two_files(mv);
                reply.ponder = None;
            }
        });
    }
    if mistake == Mistake::LinesInTwoFiles {
        stock::change_info(hooks, |asked, info| {
            let pv = info.get("pv").unwrap_or_default();
            let (text, others) = pv.split_once(' ').unwrap_or((pv, ""));
            let castling =
                asked.root.read(text).filter(|mv| info.is_further_line() && mv.is_castling());
            if let Some(mv) = castling {
                info.set("pv", format!("{} {others}", in_two_files(mv)).trim_end().to_owned());
            }
        });
    }
    if mistake == Mistake::PonderInTwoFiles {
        writes_ponder_castling(hooks, in_two_files);
    }
}

/// Writes the ponder move with `write` if it is castling.
fn writes_ponder_castling(hooks: &mut Hooks<Position>, write: fn(Move) -> String) {
    stock::best(hooks, move |asked, reply| {
        let next = asked.root.read(&reply.body).map(|mv| asked.root.after(mv));
        let text = reply.ponder.as_deref().unwrap_or_default();
        let ponder = next.and_then(|next| next.read(text)).filter(|mv| mv.is_castling());
        if let Some(mv) = ponder {
            reply.ponder = Some(write(mv));
        }
    });
}

/// Reads the words after `position` as those of Chess960.
fn in_fischer_chess(words: &[&str], mistake: Mistake) -> Result<Position, String> {
    let (fields, moves) = position::split(words, "fen")?;
    let mut board = match fields {
        None => Position::start_of(Variant::Fischer),
        Some([pieces, side, _, rest @ ..]) if mistake == Mistake::NoRights => {
            let fields = [&[*pieces, *side, "-"][..], rest].concat();
            Position::parse_of(&fields.join(" "), Variant::Fischer)?
        }
        Some(fields) => Position::parse_of(&fields.join(" "), Variant::Fischer)?,
    };
    for text in moves {
        let castling = (mistake == Mistake::KingMovesCastle).then(|| castling_to(&board, text));
        match castling.flatten().or_else(|| board.read(text)) {
            Some(mv) if mv.is_castling() && mistake == Mistake::SkipsCastling => {}
            Some(mv) if mistake == Mistake::PassesInPlace && is_in_place(mv) => {
                board = passed(&board).unwrap_or(board);
            }
            Some(mv) => board.make(mv),
            None if mistake == Mistake::None => {
                return Err(format!("{text} is no legal move here"));
            }
            None => {}
        }
    }
    Ok(board)
}

/// Castling that takes the king where this move takes it.
fn castling_to(board: &Position, text: &str) -> Option<Move> {
    let mut moves = board.moves().into_iter().filter(|mv| mv.is_castling());
    moves.find(|mv| in_two_files(*mv) == text)
}

/// Whether a move is castling with the king in its place.
fn is_in_place(mv: Move) -> bool {
    mv.is_castling() && in_two_files(mv)[..2] == in_two_files(mv)[2..]
}

/// The position of Chess960 with the other side to move.
fn passed(board: &Position) -> Option<Position> {
    let notation = board.notation();
    let mut fields: Vec<&str> = notation.split(' ').collect();
    *fields.get_mut(1)? = if board.first_to_move() { "b" } else { "w" };
    *fields.get_mut(3)? = "-";
    Position::parse_of(&fields.join(" "), Variant::Fischer).ok()
}

/// Castling written as a king move to the square where the king arrives.
fn in_two_files(castling: Move) -> String {
    let text = castling.to_string();
    let short = text.as_bytes().get(2) > text.as_bytes().first();
    format!("{}{}{}", &text[..2], if short { 'g' } else { 'c' }, &text[3..])
}
