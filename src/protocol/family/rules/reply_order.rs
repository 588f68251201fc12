//! One reply for each `go`, and not before it may come.

use std::time::Duration;

use crate::lang::Text;
use crate::protocol::Limit;
use crate::protocol::family::command::Command;
use crate::protocol::family::epoch::{Disturbance, Epoch, Mode, NextGame};
use crate::protocol::family::reply::{MateReply, Reply};
use crate::protocol::family::rule::{InfoFilter, Rule, RuleContext, Violation};
use crate::protocol::family::rules::decided::is_decided;
use crate::protocol::family::state::{Closed, ProtocolState, Sent};
use crate::protocol::family::violation_id::{ViolationId, violations};

pub(super) const RULE: Rule = Rule {
    name: "one-reply-per-go",
    ignores_probe: false,
    info_filter: InfoFilter::None,
    violations: &[VIOLATIONS],
    check,
};

violations! {
    /// A reply in a ponder search before `stop` or `ponderhit`.
    EARLY_IN_PONDER = "early-in-ponder",
    /// A reply in a ponder search before `stop` or `ponderhit`, at a root with one legal move or a found mate. It is
    /// used only where a document lets a search end then.
    EARLY_IN_PONDER_DECIDED = "early-in-ponder-decided",
    /// A reply in a ponder search before `stop` or `ponderhit`, at a root without a legal move.
    EARLY_IN_PONDER_NO_MOVE = "early-in-ponder-no-move",
    /// A reply to `go infinite` before `stop`.
    EARLY_IN_INFINITE = "early-in-infinite",
    /// A reply to `go infinite` before `stop`, at a root with one legal move or a found mate. It is used only where a
    /// document lets a search end then.
    EARLY_IN_INFINITE_DECIDED = "early-in-infinite-decided",
    /// A reply to `go infinite` before `stop`, at a root without a legal move.
    EARLY_IN_INFINITE_NO_MOVE = "early-in-infinite-no-move",
    /// `isready` ended a search.
    ENDED_BY_READY = "ended-by-ready",
    /// `debug` ended a search.
    ENDED_BY_DEBUG = "ended-by-debug",
    /// An unknown command ended a search.
    ENDED_BY_UNKNOWN = "ended-by-unknown",
    /// A blank line ended a search.
    ENDED_BY_BLANK = "ended-by-blank",
    /// `bestmove` instead of the reply of a mate search.
    BESTMOVE_FOR_MATE = "bestmove-for-mate",
    /// `bestmove` instead of the reply of a mate search that was stopped.
    BESTMOVE_FOR_STOPPED_MATE = "bestmove-for-stopped-mate",
    /// The reply of a mate search, in answer to an ordinary search.
    MATE_REPLY_FOR_GO = "mate-reply-for-go",
    /// The words of a mate reply without the first word.
    MATE_REPLY_HEADLESS = "mate-reply-headless",
    /// A mate search gave up long before the end of its limit.
    MATE_TIMEOUT_EARLY = "mate-timeout-early",
    /// A mate search without a time limit replied that its time was over.
    INFINITE_MATE_TIMEOUT = "infinite-mate-timeout",
    /// A reply with no search open, directly after another reply.
    REPLY_UNASKED = "reply-unasked",
    /// A second reply after a mate search.
    SECOND_REPLY_TO_MATE = "second-reply-to-mate",
    /// A reply in answer to `stop` with no search running.
    REPLY_TO_IDLE_STOP = "reply-to-idle-stop",
    /// A second reply: `stop` was sent while the first reply was on its way.
    REPLY_TO_CROSSED_STOP = "reply-to-crossed-stop",
    /// A second reply after two `stop` commands.
    REPLY_TO_SECOND_STOP = "reply-to-second-stop",
    /// A reply in answer to `ponderhit` without a ponder search.
    REPLY_TO_IDLE_PONDERHIT = "reply-to-idle-ponderhit",
    /// A second reply after `ponderhit`.
    SECOND_REPLY_TO_PONDERHIT = "second-reply-to-ponderhit",
    /// A reply in answer to `position`.
    REPLY_TO_POSITION = "reply-to-position",
    /// A reply in answer to `setoption`.
    REPLY_TO_SETOPTION = "reply-to-setoption",
    /// A reply in answer to the new-game command.
    REPLY_TO_NEW_GAME = "reply-to-new-game",
    /// A reply in answer to `gameover` with no search running.
    REPLY_TO_GAME_OVER = "reply-to-game-over",
    /// A reply in answer to an unknown command.
    REPLY_TO_UNKNOWN = "reply-to-unknown",
    /// A reply in answer to a blank line.
    REPLY_TO_BLANK = "reply-to-blank",
    /// A reply in answer to another command that starts no search, such as `isready` or `debug`.
    REPLY_TO_OTHER = "reply-to-other",
    /// The reply to a search that `gameover` had ended, between `isready` and `readyok`.
    STALE_REPLY_BEFORE_READY = "stale-reply-before-ready",
    /// The reply to a search of the last game, after `readyok` for the next one.
    STALE_REPLY_AFTER_READY = "stale-reply-after-ready",
}

/// A stop that was sent at most this long after a reply counts as sent at the same time. An `isready` that was sent at
/// most this long after an idle `stop` or `ponderhit`, or after a reply, is not what an unasked reply answers.
const CROSSING: Duration = Duration::from_millis(300);

fn check(context: &RuleContext<'_>, violations: &mut Vec<Violation>) {
    if context.leaving() {
        return;
    }
    let is_mate = match context.reply {
        Some(Reply::BestMove(_)) => false,
        Some(Reply::Checkmate(_)) => true,
        Some(Reply::Other(word)) if context.state.is_headless_mate(context.table, word) => {
            let message = say!("\"{word}\" came without checkmate in front of it", word);
            let wanted = Text::plain(format!("checkmate {word}"));
            violations.push(context.violation(MATE_REPLY_HEADLESS, message).expected(wanted));
            return;
        }
        _ => return,
    };
    match context.state.current() {
        // A stop may have an answer of its own, even if it was sent at the same time as the reply.
        None if context.is_without_move() && context.state.stops_unanswered > 0 => {}
        None => violations.push(unasked(context)),
        Some(epoch) => {
            kind(context, epoch, is_mate, violations);
            early(context, epoch, is_mate, violations);
            stale(context, epoch, violations);
        }
    }
}

fn kind(context: &RuleContext<'_>, epoch: &Epoch, is_mate: bool, violations: &mut Vec<Violation>) {
    let wants_mate = epoch.mode == Mode::Mate;
    if wants_mate == is_mate {
        if let (true, Some(Reply::Checkmate(MateReply::Timeout))) = (is_mate, context.reply) {
            mate_timeout(context, epoch, violations);
        }
        return;
    }
    let violation = if is_mate {
        let message = say!("an ordinary go was answered with checkmate");
        context.violation(MATE_REPLY_FOR_GO, message).expected(Text::plain("bestmove"))
    } else {
        let id = if epoch.stops.is_empty() { BESTMOVE_FOR_MATE } else { BESTMOVE_FOR_STOPPED_MATE };
        let message = say!("go mate was answered with bestmove");
        context
            .violation(id, message)
            .expected(say!("checkmate <moves>, nomate, timeout or notimplemented"))
    };
    violations.push(violation.since(epoch.sent.id));
}

fn mate_timeout(context: &RuleContext<'_>, epoch: &Epoch, violations: &mut Vec<Violation>) {
    // `gameover` ends a search like `stop`.
    if !epoch.stops.is_empty() || epoch.game_over.is_some() {
        return;
    }
    let spent = context.at().saturating_sub(epoch.sent.at);
    match epoch.go.mate.flatten() {
        None => {
            let message = say!("a mate search without limit reported that its time was over");
            let violation = context
                .violation(INFINITE_MATE_TIMEOUT, message)
                .expected(say!("an answer, or to go on"));
            violations.push(violation.since(epoch.sent.id));
        }
        Some(limit) if is_early(context, spent, limit) => {
            let message = say!(
                "timeout came after {spent} ms of {limit} ms",
                spent = spent.as_millis(),
                limit
            );
            let violation = context
                .violation(MATE_TIMEOUT_EARLY, message)
                .expected(say!("the time to be used"));
            violations.push(violation.since(epoch.sent.id));
        }
        Some(_) => {}
    }
}

/// Whether less than a quarter of the time was used. If less than the slack is left, the time counts as used.
fn is_early(context: &RuleContext<'_>, spent: Duration, limit: i64) -> bool {
    let limit = Duration::from_millis(u64::try_from(limit).unwrap_or(0));
    spent * 4 < limit && limit.saturating_sub(spent) > context.limits.get(Limit::Slack)
}

fn early(context: &RuleContext<'_>, epoch: &Epoch, is_mate: bool, violations: &mut Vec<Violation>) {
    // No document states what a second go does to an open search.
    let interrupted = context.state.open.len() > 1;
    if interrupted || epoch.game_over.is_some() || !epoch.stops.is_empty() {
        return;
    }
    let ponder = epoch.pondering();
    if !ponder && epoch.mode != Mode::Infinite {
        return;
    }
    let held = context.at().saturating_sub(epoch.sent.at).as_millis();
    let came = if is_mate { "checkmate" } else { "bestmove" };
    // UCCI 3.0 ends a search without limits at a mate, and at a move of the engine's own book.
    let may_end = context.table.particulars.mate_ends_search
        && (is_decided(epoch) || context.state.is_from_book(context.table, epoch));
    let (id, message, wanted) = if epoch.ready_during {
        let message = say!("isready ended a search that had run for {held} ms", held);
        (ENDED_BY_READY, message, say!("the search to go on until stop"))
    } else if let Some(disturbance) = epoch.disturbed_by {
        let (id, message) = ended_by(disturbance, held);
        (id, message, say!("the search to go on until stop"))
    } else if ponder {
        let id = match epoch.has_move {
            false => EARLY_IN_PONDER_NO_MOVE,
            true if may_end => EARLY_IN_PONDER_DECIDED,
            true => EARLY_IN_PONDER,
        };
        (
            id,
            say!(
                "after `go ponder` {came} came before stop or ponderhit, at {held} ms",
                came,
                held
            ),
            say!("no reply before stop or ponderhit"),
        )
    } else {
        let id = match epoch.has_move {
            false => EARLY_IN_INFINITE_NO_MOVE,
            true if may_end => EARLY_IN_INFINITE_DECIDED,
            true => EARLY_IN_INFINITE,
        };
        (
            id,
            say!("after `go infinite` {came} came before stop, at {held} ms", came, held),
            say!("no reply before stop"),
        )
    };
    violations.push(context.violation(id, message).expected(wanted).since(epoch.sent.id));
}

fn ended_by(disturbance: Disturbance, held: u128) -> (ViolationId, Text) {
    match disturbance {
        Disturbance::Debug => {
            (ENDED_BY_DEBUG, say!("debug ended a search that had run for {held} ms", held))
        }
        Disturbance::Unknown => (
            ENDED_BY_UNKNOWN,
            say!("an unknown command ended a search that had run for {held} ms", held),
        ),
        Disturbance::Blank => {
            (ENDED_BY_BLANK, say!("a blank line ended a search that had run for {held} ms", held))
        }
    }
}

fn stale(context: &RuleContext<'_>, epoch: &Epoch, violations: &mut Vec<Violation>) {
    let Some(over) = epoch.game_over else { return };
    let violation = match epoch.next_game {
        NextGame::No => return,
        NextGame::Asked => {
            // The isready came early: the reply may still be within the limit for a reply to a stop.
            let due = over.at + context.limits.get(Limit::Stop);
            if context.at() <= due {
                return;
            }
            let message = say!("the reply of a search that gameover had ended came after isready");
            context
                .violation(STALE_REPLY_BEFORE_READY, message)
                .late(context.at() - due)
                .expected(say!("it before isready, or not at all"))
        }
        NextGame::Ready => {
            let message = say!("the reply of a search of the last game came after readyok");
            context
                .violation(STALE_REPLY_AFTER_READY, message)
                .expected(say!("no reply without a go"))
        }
    };
    violations.push(violation.since(over.id));
}

/// What a reply with no search open answers: what was sent last. An engine answers in order, so an `isready` without
/// `readyok` is not what it answers if it was sent directly after an idle `stop` or `ponderhit`, or after a reply.
fn answered(state: &ProtocolState) -> Option<&Sent> {
    let last = state.last.as_ref()?;
    let waits = state.ready_pending == 1 && matches!(last.command, Command::IsReady);
    let Some(previous) = state.earlier.front().filter(|_| waits) else {
        return Some(last);
    };
    let closed = state.closed.as_ref().filter(|closed| closed.at.id > previous.moment.id);
    let before = closed.map_or(previous.moment, |closed| closed.at);
    let is_idle = !previous.busy && matches!(previous.command, Command::Stop | Command::PonderHit);
    let is_cause = closed.is_some() || is_idle;
    let directly = last.moment.at.saturating_sub(before.at) <= CROSSING;
    Some(if is_cause && directly { previous } else { last })
}

/// A reply while no search is open. What was sent last decides which clause it breaks.
fn unasked(context: &RuleContext<'_>) -> Violation {
    let asked = answered(context.state);
    let (id, message) = match (asked, &context.state.closed) {
        (Some(sent), Some(closed)) if sent.moment.id < closed.at.id => second(context, closed),
        (Some(sent), closed) => {
            answer(context.state.began.as_ref().unwrap_or(sent), closed.as_ref())
        }
        (None, _) => (REPLY_UNASKED, say!("a reply came before anything was sent")),
    };
    let mut violation =
        context.violation(id, message).expected(say!("no reply, since no go is open"));
    if let Some(closed) = &context.state.closed {
        violation = violation.since(closed.at.id);
    }
    if let Some(sent) = asked
        && !violation.events.contains(&sent.moment.id)
    {
        violation.events.push(sent.moment.id);
        violation.events.sort_unstable();
    }
    violation
}

/// Nothing was sent since the last reply, so this is a second reply to the same `go`.
fn second(context: &RuleContext<'_>, closed: &Closed) -> (ViolationId, Text) {
    let epoch = &closed.epoch;
    let after = context.at().saturating_sub(closed.at.at).as_millis();
    let (id, what) = if epoch.mode == Mode::Mate {
        (SECOND_REPLY_TO_MATE, say!("a mate search"))
    } else if epoch.stops.len() > 1 {
        (REPLY_TO_SECOND_STOP, say!("one go and two stops"))
    } else if !epoch.hits.is_empty() {
        (SECOND_REPLY_TO_PONDERHIT, say!("one go ponder and ponderhit"))
    } else {
        (REPLY_UNASKED, say!("one go"))
    };
    (id, say!("a second reply came to {what}, {after} ms after the first", what, after))
}

fn answer(sent: &Sent, closed: Option<&Closed>) -> (ViolationId, Text) {
    let crossed =
        closed.is_some_and(|closed| sent.moment.at.saturating_sub(closed.at.at) <= CROSSING);
    let hit = closed.is_some_and(|closed| !closed.epoch.hits.is_empty());
    let (id, what) = match &sent.command {
        Command::Stop if crossed && hit => {
            (SECOND_REPLY_TO_PONDERHIT, say!("ponderhit and a stop at the same time as the reply"))
        }
        Command::Stop if crossed => {
            (REPLY_TO_CROSSED_STOP, say!("a stop at the same time as the reply"))
        }
        Command::Stop => (REPLY_TO_IDLE_STOP, say!("a stop with no search")),
        Command::PonderHit if sent.second_hit => {
            (SECOND_REPLY_TO_PONDERHIT, say!("a second ponderhit"))
        }
        Command::PonderHit => {
            (REPLY_TO_IDLE_PONDERHIT, say!("a ponderhit without a ponder search"))
        }
        Command::Position(_) | Command::BanMoves(_) => {
            (REPLY_TO_POSITION, say!("position, without a go"))
        }
        Command::SetOption { .. } => (REPLY_TO_SETOPTION, Text::plain("setoption")),
        Command::NewGame => (REPLY_TO_NEW_GAME, say!("the start of a new game")),
        Command::GameOver => (REPLY_TO_GAME_OVER, Text::plain("gameover")),
        Command::Unknown(_) => (REPLY_TO_UNKNOWN, say!("an unknown command")),
        Command::Blank => (REPLY_TO_BLANK, say!("a blank line")),
        Command::Go(_) => (REPLY_UNASKED, say!("one go")),
        Command::Hello => (REPLY_TO_OTHER, say!("the start of the handshake")),
        Command::IsReady => (REPLY_TO_OTHER, Text::plain("isready")),
        Command::Debug => (REPLY_TO_OTHER, Text::plain("debug")),
        Command::Register => (REPLY_TO_OTHER, Text::plain("register")),
        Command::Quit => (REPLY_TO_OTHER, Text::plain("quit")),
    };
    (id, say!("a reply came in answer to {what}", what))
}
