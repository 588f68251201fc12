//! Mistakes of an engine that another engineer wrote in order to have them missed, and that were missed.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use crate::games::chess::Position;
use crate::reference::family::hooks::{DefectHook, Handling, Hooks, defect_hook};
use crate::reference::family::request::{Reply, Request};
use crate::reference::family::stock::squares::letters;
use crate::reference::family::{Board as _, is_command, position, stock};
use crate::reference::uci::Uci;

use super::mates_in_one;
use super::optional::analyses;
use super::overlooked::{fields, plays_illegal};
use super::reply::{Mistake, knows_fischer_chess};

pub(super) static DEFECT_HOOKS: &[DefectHook<Position>] = &[
    defect_hook("Y18", |hooks| {
        stock::change_request(hooks, |board, _, request| {
            if request.ponder && board.moves().len() == 1 {
                stock::at_once(request);
            }
        });
    }),
    defect_hook("Y19", |hooks| {
        stock::change_request(hooks, |board, _, request| {
            request.infinite &= !is_being_mated(board)
        });
    }),
    defect_hook("Y20", |hooks| {
        stock::change_request(hooks, |_, _, request| {
            // A search takes four fifths of its movetime.
            if std::mem::take(&mut request.infinite) {
                request.movetime = Some(Duration::from_millis(6250));
            }
        });
    }),
    defect_hook("Y21", |hooks| {
        stock::never_answers(hooks, |timing| {
            timing.pondered.is_some() && timing.request.movetime.is_some()
        });
    }),
    defect_hook("Y22", |hooks| {
        stock::answer_after(hooks, |timing| {
            let left = timing.request.own(timing.first_to_move).left?;
            timing.request.movetime.map(|_| left / 30)
        });
    }),
    defect_hook("Y23", |hooks| {
        analyses(hooks);
        let on = stock::follow(hooks, "UCI_AnalyseMode");
        hooks.go = Some(Box::new(move |_, _, _, request| {
            request.infinite |= request.movetime.is_some() && on.load(Ordering::SeqCst);
            Handling::Obey
        }));
    }),
    defect_hook("Y24", |hooks| plays_from_its_book(hooks, |request| request.infinite)),
    defect_hook("Y24:ponder", |hooks| plays_from_its_book(hooks, |request| request.ponder)),
    defect_hook("Y25", |hooks| {
        stock::wait_for_search(hooks, "quit", |epoch| {
            let request = &epoch.request;
            request.depth.is_some() || request.nodes.is_some() || request.movetime.is_some()
        });
    }),
    defect_hook("Y26", |hooks| {
        let mut taken = 0;
        stock::lose(hooks, move |shared, words| {
            let counts =
                words.first().is_some_and(|word| is_command::<Uci>(word) && *word != "quit");
            if shared.open().is_none() {
                taken = 0;
            } else if counts {
                taken += 1;
            }
            counts && taken > 4
        });
    }),
    defect_hook("Y27", |hooks| {
        let mut debug = false;
        stock::lose(hooks, move |shared, words| {
            if let ["debug", word] = words {
                debug = *word == "on";
            }
            debug && shared.is_pondering() && *words == ["ponderhit"]
        });
    }),
    defect_hook("Y28", overruns_its_last_move),
    defect_hook("Y29", |hooks| {
        stock::best(hooks, |asked, reply| {
            let moves = asked.root.moves().len() as u64;
            if asked.epoch.request.nodes.is_some_and(|nodes| nodes < moves) {
                *reply = Reply::best("(none)");
            }
        });
    }),
    defect_hook("Y31", |hooks| {
        stock::misread(hooks, |words, _| {
            let ["fen", pieces, rest @ ..] = words else { return None };
            let pieces = without_third(&without_third(pieces, 'q'), 'Q');
            let (base, moves) = (rest.get(..5)?, rest.get(5..)?);
            let text = format!("{pieces} {}", base.join(" "));
            let board = Position::parse(&text).ok()?;
            (pieces != words[1] && moves.is_empty()).then_some(board)
        });
    }),
    defect_hook("Y32", |hooks| plays_illegal(hooks, castles_over_a_piece)),
    defect_hook("Y33", |hooks| plays_illegal(hooks, captures_one_of_two)),
    defect_hook("Y34", |hooks| {
        stock::misread(hooks, |words, set| castles_with_another_rook(words, set.as_ref().ok()?));
    }),
    defect_hook("Y35", |hooks| {
        can_limit_strength(hooks);
        let on = stock::follow(hooks, "UCI_LimitStrength");
        stock::best(hooks, move |asked, reply| {
            let wrong = on.load(Ordering::SeqCst).then(|| ignores_a_check(asked.root)).flatten();
            if let Some(wrong) = wrong {
                *reply = Reply::best(wrong);
            }
        });
    }),
    defect_hook("Y36", |hooks| knows_fischer_chess(hooks, Mistake::PassesInPlace)),
    defect_hook("Y37", |hooks| knows_fischer_chess(hooks, Mistake::PonderInTwoFiles)),
    defect_hook("Y38", |hooks| {
        can_limit_strength(hooks);
        let on = stock::follow(hooks, "UCI_LimitStrength");
        stock::best(hooks, move |asked, reply| {
            let Some(ponder) = reply.ponder.clone().filter(|_| on.load(Ordering::SeqCst)) else {
                return;
            };
            let mut others = asked.root.moves().into_iter();
            let weak = others.find(|mv| asked.root.after(*mv).read(&ponder).is_none());
            if let Some(weak) = weak {
                reply.body = weak.to_string();
            }
        });
    }),
    defect_hook("Y40", |hooks| {
        analyses(hooks);
        let on = stock::follow(hooks, "UCI_AnalyseMode");
        stock::change_info(hooks, move |asked, info| {
            if on.load(Ordering::SeqCst) && !asked.root.first_to_move() {
                stock::negate_score(info);
            }
        });
    }),
    defect_hook("Y41", |hooks| {
        stock::change_info(hooks, |_, info| {
            let depth = info.get("depth").and_then(|depth| depth.parse::<u32>().ok());
            if depth.is_some_and(|depth| depth % 2 == 0) && info.cp().is_some() {
                stock::negate_score(info);
            }
        });
    }),
    defect_hook("Y42", |hooks| {
        let several = stock::follow_value(hooks, "MultiPV", stock::is_several);
        hooks.go = Some(Box::new(move |_, _, _, request| {
            if several.load(Ordering::SeqCst) {
                request.searchmoves.clear();
            }
            Handling::Obey
        }));
    }),
    defect_hook("Y43", |hooks| {
        stock::command(hooks, |_, words| match words {
            ["setoption", "name", "MultiPV", "value", "64"] => {
                Handling::Instead(vec!["setoption name MultiPV value 1".to_owned()])
            }
            _ => Handling::Obey,
        });
    }),
    defect_hook("Y151", |hooks| {
        stock::change_request(hooks, |board, _, request| {
            request.infinite |= request.has_clock() && mates_in_one(board);
        });
    }),
    defect_hook("Y151:one-move", |hooks| {
        stock::change_request(hooks, |board, _, request| {
            request.infinite |= request.has_clock() && board.moves().len() == 1;
        });
    }),
    defect_hook("Y151:nodes", |hooks| {
        stock::change_request(hooks, |board, _, request| {
            request.infinite |= request.nodes.is_some() && mates_in_one(board);
        });
    }),
    defect_hook("Y155", |hooks| {
        can_limit_strength(hooks);
        stock::crashes_without_move_while(hooks, "UCI_LimitStrength", |value| value == "true");
    }),
    defect_hook("Y156", |hooks| {
        let last = Rc::new(Cell::new(false));
        let known = Rc::clone(&last);
        hooks.go = Some(Box::new(move |_, _, words, request| {
            last.set(request.ponder && words.windows(2).any(|pair| *pair == ["movestogo", "1"]));
            Handling::Obey
        }));
        stock::answer_after(hooks, move |timing| {
            let left = timing.request.own(timing.first_to_move).left?;
            known.get().then(|| left + Duration::from_millis(1500))
        });
    }),
    defect_hook("Y44", |hooks| {
        hooks.search.answered = Some(Box::new(|shared, _, reply| {
            let shared = Arc::clone(shared);
            let line = format!("info depth 1 time 3000 nodes 1 score cp 0 pv {}", reply.body);
            thread::spawn(move || {
                shared.nap(Duration::from_secs(3));
                if shared.open().is_none() {
                    shared.say(&line);
                }
            });
        }));
    }),
    defect_hook("Y45", |hooks| {
        let mut last: Option<(Instant, String)> = None;
        hooks.write = Some(Box::new(move |line| {
            let whole = format!("{line}\n");
            if line.starts_with("info depth") {
                last = Some((Instant::now(), line.to_owned()));
            } else if line.starts_with("bestmove") {
                last = None;
            } else if line == "readyok"
                && let Some((at, info)) = last.take()
                && at.elapsed() < Duration::from_millis(50)
            {
                let (head, tail) = info.split_at(info.find(" pv ").unwrap_or(info.len()));
                return format!("{head}{whole}{tail}\n").into_bytes();
            }
            whole.into_bytes()
        }));
    }),
];

/// Declares `UCI_LimitStrength`.
fn can_limit_strength(hooks: &mut Hooks<Position>) {
    hooks.handshake = Some(|lines| {
        lines.insert(3, "option name UCI_LimitStrength type check default false".to_owned());
    });
}

/// With OwnBook true answers some searches of the start position, and after the first move of a king's pawn, at once.
fn plays_from_its_book(hooks: &mut Hooks<Position>, search: fn(&Request) -> bool) {
    hooks.handshake = Some(|lines| {
        lines.insert(3, "option name OwnBook type check default false".to_owned());
    });
    let on = stock::follow(hooks, "OwnBook");
    hooks.go = Some(Box::new(move |_, board, _, request| {
        const PAWN: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b";
        let notation = board.notation();
        let known = notation == Position::start().notation() || notation.starts_with(PAWN);
        if known && search(request) && on.load(Ordering::SeqCst) {
            stock::at_once(request);
        }
        Handling::Obey
    }));
}

/// With Ponder true takes 125 % of the time that is left for the last move before a time control.
fn overruns_its_last_move(hooks: &mut Hooks<Position>) {
    let ponder = stock::follow(hooks, "Ponder");
    let last = Rc::new(Cell::new(false));
    let known = Rc::clone(&last);
    hooks.go = Some(Box::new(move |_, _, words, _| {
        last.set(words.windows(2).any(|pair| *pair == ["movestogo", "1"]));
        Handling::Obey
    }));
    stock::answer_after(hooks, move |timing| {
        let left = timing.request.own(timing.first_to_move).left?;
        (known.get() && ponder.load(Ordering::SeqCst)).then(|| left.mul_f64(1.25))
    });
}

/// Whether the side to move is mated in two moves at most, whatever it plays.
fn is_being_mated(board: &Position) -> bool {
    let moves = board.moves();
    !moves.is_empty() && moves.into_iter().all(|mv| mates_in_one(&board.after(mv)))
}

/// The field of the pieces with an empty square in place of the third piece of a kind.
fn without_third(pieces: &str, kind: char) -> String {
    let mut count = 0;
    let changed = pieces.chars().map(|letter| {
        count += u32::from(letter == kind);
        if letter == kind && count > 2 { '1' } else { letter }
    });
    merged(changed)
}

/// The field of the pieces with adjacent numbers of empty squares added up.
pub(super) fn merged(letters: impl Iterator<Item = char>) -> String {
    let mut field = String::new();
    let mut empty = 0;
    for letter in letters.chain(['/']) {
        if let Some(squares) = letter.to_digit(10) {
            empty += squares;
            continue;
        }
        if empty > 0 {
            field.push_str(&std::mem::take(&mut empty).to_string());
        }
        field.push(letter);
    }
    field.truncate(field.len() - 1);
    field
}

/// Castling to the queen side, if king and rook are on their squares, the right is there, and the king can pass, but the
/// square next to the rook is occupied.
fn castles_over_a_piece(root: &Position) -> Option<String> {
    let notation = root.notation();
    let white = root.first_to_move();
    let (rank, king, queen, rook, castling) =
        if white { (7, 'K', 'Q', 'R', "e1c1") } else { (0, 'k', 'q', 'r', "e8c8") };
    let ranks = letters(&notation);
    let squares = ranks.get(rank)?.get(..5)?;
    let right = fields(&notation).get(2)?.contains(queen);
    let in_place = squares[0] == rook && squares[2..] == ['.', '.', king];
    let passes = root.read(&format!("{}d{}", &castling[..2], &castling[1..2])).is_some();
    (in_place && squares[1] != '.' && right && passes && !root.loses_without_move())
        .then(|| castling.to_owned())
}

/// The position without one piece; `None` if it is no position then.
fn without(root: &Position, rank: usize, file: usize) -> Option<Position> {
    let notation = root.notation();
    let mut rows = letters(&notation);
    *rows.get_mut(rank)?.get_mut(file)? = '.';
    let rows = rows
        .iter()
        .map(|row| merged(row.iter().map(|letter| if *letter == '.' { '1' } else { *letter })));
    let pieces: Vec<String> = rows.collect();
    let (pieces, fields) = (pieces.join("/"), fields(&notation));
    let side = fields.get(1)?;
    Position::parse(&format!("{pieces} {side} - - 0 1")).ok()
}

/// The positions without one of the pieces of the other side, each with the square of that piece.
fn relieved(root: &Position) -> Vec<(String, Position)> {
    let white = root.first_to_move();
    let rows = letters(&root.notation());
    let squares = (0..8).flat_map(|rank| (0..8).map(move |file| (rank, file)));
    let others = squares.filter(|(rank, file)| {
        let piece = rows.get(*rank).and_then(|row| row.get(*file)).copied().unwrap_or('.');
        piece.is_alphabetic() && piece.is_lowercase() == white && !piece.eq_ignore_ascii_case(&'k')
    });
    let name = |rank: usize, file: usize| format!("{}{}", (b'a' + file as u8) as char, 8 - rank);
    others.filter_map(|(rank, file)| Some((name(rank, file), without(root, rank, file)?))).collect()
}

/// The square of the king of the side to move.
pub(super) fn king(root: &Position) -> Option<String> {
    let king = if root.first_to_move() { 'K' } else { 'k' };
    let rows = letters(&root.notation());
    let rank = rows.iter().position(|row| row.contains(&king))?;
    let file = rows[rank].iter().position(|letter| *letter == king)?;
    Some(format!("{}{}", (b'a' + file as u8) as char, 8 - rank))
}

/// A capture of one of two pieces that give check, with another piece than the king.
fn captures_one_of_two(root: &Position) -> Option<String> {
    let relieved = relieved(root);
    let is_double = root.loses_without_move()
        && !relieved.is_empty()
        && relieved.iter().all(|(_, board)| board.loses_without_move());
    let king = king(root).filter(|_| is_double)?;
    let squares: Vec<&str> = relieved.iter().map(|(square, _)| square.as_str()).collect();
    let replies = relieved.iter().flat_map(|(_, board)| board.moves());
    replies.map(|mv| mv.to_string()).find(|mv| {
        !mv.starts_with(&king) && squares.contains(&&mv[2..4]) && root.read(mv).is_none()
    })
}

/// A move of another piece than the king that leaves the king in check.
fn ignores_a_check(root: &Position) -> Option<String> {
    let king = king(root).filter(|_| root.loses_without_move())?;
    let free = relieved(root).into_iter().filter(|(_, board)| !board.loses_without_move());
    let mut moves = free.flat_map(|(square, board)| {
        board.moves().into_iter().map(move |mv| (square.clone(), mv.to_string()))
    });
    let wrong = moves.find(|(square, mv)| {
        !mv.starts_with(&king) && mv[2..4] != *square && root.read(mv).is_none()
    });
    wrong.map(|(_, mv)| mv)
}

/// The position with the castling right for each rook that a promoting pawn has taken, if another rook is in its place.
fn castles_with_another_rook(words: &[&str], truth: &Position) -> Option<Position> {
    let (mut board, moves) = position::base::<Uci>(words).ok()?;
    let mut kept = String::new();
    for text in moves {
        let right = match text.get(2..4).filter(|_| text.len() == 5) {
            Some("h1") => 'K',
            Some("a1") => 'Q',
            Some("h8") => 'k',
            Some("a8") => 'q',
            _ => '-',
        };
        if fields(&board.notation()).get(2).is_some_and(|rights| rights.contains(right)) {
            kept.push(right);
        }
        let mv = board.read(text)?;
        board.make(mv);
    }
    let notation = truth.notation();
    let mut fields = fields(&notation);
    let rights = format!("{}{kept}", fields.get(2)?.trim_matches('-'));
    let rights: String = "KQkq".chars().filter(|right| rights.contains(*right)).collect();
    *fields.get_mut(2)? = &rights;
    let believed = Position::parse(&fields.join(" ")).ok();
    believed.filter(|_| kept.contains(|right: char| right != '-'))
}
