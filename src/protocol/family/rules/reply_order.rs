//! One reply for one go, at the time when it may come.

use std::time::Duration;

use crate::lang::Text;
use crate::protocol::Limit;
use crate::protocol::family::command::Command;
use crate::protocol::family::epoch::{Disturbance, Epoch, Mode, NextGame};
use crate::protocol::family::reply::{MateReply, Reply};
use crate::protocol::family::rule::{InfoFilter, Rule, RuleContext, Violation};
use crate::protocol::family::state::{Closed, Sent};
use crate::protocol::family::violation_id::ViolationId;

pub(super) const RULE: Rule =
    Rule { name: "one-reply-per-go", is_syntactic: false, info_filter: InfoFilter::None, check };

/// A stop that was sent no later than this after a reply crossed it on the wire.
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
            violations
                .push(context.violation(ViolationId::MateReplyHeadless, message).expected(wanted));
            return;
        }
        _ => return,
    };
    match context.state.current() {
        None => violations.push(unasked(context)),
        Some(epoch) => {
            kind(context, epoch, is_mate, violations);
            early(context, epoch, violations);
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
        context.violation(ViolationId::MateReplyForGo, message).expected(Text::plain("bestmove"))
    } else {
        let id = if epoch.stops.is_empty() {
            ViolationId::BestmoveForMate
        } else {
            ViolationId::BestmoveForStoppedMate
        };
        let message = say!("go mate was answered with bestmove");
        context
            .violation(id, message)
            .expected(say!("checkmate <moves>, nomate, timeout or notimplemented"))
    };
    violations.push(violation.since(epoch.sent.id));
}

fn mate_timeout(context: &RuleContext<'_>, epoch: &Epoch, violations: &mut Vec<Violation>) {
    if !epoch.stops.is_empty() {
        return;
    }
    let spent = context.at().saturating_sub(epoch.sent.at);
    match epoch.go.mate.flatten() {
        None => {
            let message = say!("a mate search without limit said that its time was over");
            let violation = context
                .violation(ViolationId::InfiniteMateTimeout, message)
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
                .violation(ViolationId::MateTimeoutEarly, message)
                .expected(say!("the time to be used"));
            violations.push(violation.since(epoch.sent.id));
        }
        Some(_) => {}
    }
}

/// Whether less than a quarter of the time was used. A limit that is no longer than the slack is over before anybody
/// could tell.
fn is_early(context: &RuleContext<'_>, spent: Duration, limit: i64) -> bool {
    let limit = Duration::from_millis(u64::try_from(limit).unwrap_or(0));
    spent * 4 < limit && limit.saturating_sub(spent) > context.limits.get(Limit::Slack)
}

fn early(context: &RuleContext<'_>, epoch: &Epoch, violations: &mut Vec<Violation>) {
    // What a second go does to a search is for no document to say.
    let interrupted = context.state.open.len() > 1;
    if interrupted || epoch.game_over.is_some() || !epoch.stops.is_empty() {
        return;
    }
    let ponder = epoch.pondering();
    if !ponder && epoch.mode != Mode::Infinite {
        return;
    }
    let held = context.at().saturating_sub(epoch.sent.at).as_millis();
    let (id, message, wanted) = if epoch.ready_during {
        let message = say!("isready ended a search that had run for {held} ms", held);
        (ViolationId::EndedByReady, message, say!("the search to go on until stop"))
    } else if let Some(disturbance) = epoch.disturbed_by {
        let (id, message) = ended_by(disturbance, held);
        (id, message, say!("the search to go on until stop"))
    } else if ponder {
        let id = if epoch.has_move {
            ViolationId::EarlyInPonder
        } else {
            ViolationId::EarlyInPonderNoMove
        };
        (
            id,
            say!("the reply came {held} ms after go ponder, with neither stop nor ponderhit", held),
            say!("no reply before stop or ponderhit"),
        )
    } else {
        let id = if epoch.has_move {
            ViolationId::EarlyInInfinite
        } else {
            ViolationId::EarlyInInfiniteNoMove
        };
        (
            id,
            say!("the reply came {held} ms after go infinite, with no stop", held),
            say!("no reply before stop"),
        )
    };
    violations.push(context.violation(id, message).expected(wanted).root(epoch));
}

fn ended_by(disturbance: Disturbance, held: u128) -> (ViolationId, Text) {
    match disturbance {
        Disturbance::Debug => (
            ViolationId::EndedByDebug,
            say!("debug ended a search that had run for {held} ms", held),
        ),
        Disturbance::Unknown => (
            ViolationId::EndedByUnknown,
            say!("an unknown command ended a search that had run for {held} ms", held),
        ),
        Disturbance::Blank => (
            ViolationId::EndedByBlank,
            say!("a blank line ended a search that had run for {held} ms", held),
        ),
    }
}

fn stale(context: &RuleContext<'_>, epoch: &Epoch, violations: &mut Vec<Violation>) {
    let Some(over) = epoch.game_over else { return };
    let violation = match epoch.next_game {
        NextGame::No => return,
        // The question for the next game came before the time that the reply may take.
        NextGame::Asked if context.at() <= over.at + context.limits.get(Limit::Stop) => return,
        NextGame::Asked => {
            let message = say!("the reply of a search that gameover had ended came after isready");
            context
                .violation(ViolationId::StaleReplyBeforeReady, message)
                .expected(say!("it before isready, or not at all"))
        }
        NextGame::Ready => {
            let message = say!("the reply of a search of the last game came after readyok");
            context
                .violation(ViolationId::StaleReplyAfterReady, message)
                .expected(say!("no reply without a go"))
        }
    };
    violations.push(violation.since(over.id));
}

/// A reply that no go asked for. What was sent last tells which clause it breaks.
fn unasked(context: &RuleContext<'_>) -> Violation {
    let (id, message) = match (&context.state.last, &context.state.closed) {
        (Some(sent), Some(closed)) if sent.moment.id < closed.at.id => second(context, closed),
        (Some(sent), closed) => {
            answer(context.state.began.as_ref().unwrap_or(sent), closed.as_ref())
        }
        (None, _) => (ViolationId::ReplyUnasked, say!("a reply came before anything was sent")),
    };
    let mut violation =
        context.violation(id, message).expected(say!("no reply, since no go is open"));
    if let Some(closed) = &context.state.closed {
        violation = violation.since(closed.at.id);
    }
    if let Some(sent) = &context.state.last
        && !violation.events.contains(&sent.moment.id)
    {
        violation.events.push(sent.moment.id);
        violation.events.sort_unstable();
    }
    violation
}

/// Nothing was sent since the last reply, so this is a second one to the same go.
fn second(context: &RuleContext<'_>, closed: &Closed) -> (ViolationId, Text) {
    let epoch = &closed.epoch;
    let after = context.at().saturating_sub(closed.at.at).as_millis();
    let (id, what) = if epoch.mode == Mode::Mate {
        (ViolationId::SecondReplyToMate, say!("a mate search"))
    } else if epoch.stops.len() > 1 {
        (ViolationId::ReplyToSecondStop, say!("one go and two stops"))
    } else if !epoch.hits.is_empty() {
        (ViolationId::SecondReplyToPonderhit, say!("one go ponder and ponderhit"))
    } else {
        (ViolationId::ReplyUnasked, say!("one go"))
    };
    (id, say!("a second reply came to {what}, {after} ms after the first", what, after))
}

fn answer(sent: &Sent, closed: Option<&Closed>) -> (ViolationId, Text) {
    let crossed =
        closed.is_some_and(|closed| sent.moment.at.saturating_sub(closed.at.at) <= CROSSING);
    let hit = closed.is_some_and(|closed| !closed.epoch.hits.is_empty());
    let (id, what) = match &sent.command {
        Command::Stop if crossed && hit => (
            ViolationId::SecondReplyToPonderhit,
            say!("ponderhit and a stop that crossed the reply"),
        ),
        Command::Stop if crossed => {
            (ViolationId::ReplyToCrossedStop, say!("a stop that crossed the reply"))
        }
        Command::Stop => (ViolationId::ReplyToIdleStop, say!("a stop with no search")),
        Command::PonderHit if sent.second_hit => {
            (ViolationId::SecondReplyToPonderhit, say!("a second ponderhit"))
        }
        Command::PonderHit => {
            (ViolationId::ReplyToIdlePonderhit, say!("a ponderhit with nothing to hit"))
        }
        Command::Position(_) => (ViolationId::ReplyToPosition, say!("position, without a go")),
        Command::SetOption { .. } => (ViolationId::ReplyToSetoption, Text::plain("setoption")),
        Command::NewGame => (ViolationId::ReplyToNewGame, say!("the start of a new game")),
        Command::GameOver => (ViolationId::ReplyToGameOver, Text::plain("gameover")),
        Command::Unknown(_) => (ViolationId::ReplyToUnknown, say!("an unknown command")),
        Command::Blank => (ViolationId::ReplyToBlank, say!("a blank line")),
        Command::Go(_) => (ViolationId::ReplyUnasked, say!("one go")),
        Command::Hello | Command::IsReady | Command::Debug | Command::Register | Command::Quit => {
            (ViolationId::ReplyToOther, say!("a command that starts no search"))
        }
    };
    (id, say!("a reply came in answer to {what}", what))
}
