//! One reply for one go, at the time when it may come.

use std::time::Duration;

use crate::lang::Text;
use crate::protocol::Limit;
use crate::protocol::family::command::Command;
use crate::protocol::family::epoch::{Disturbance, Epoch, Mode, NextGame};
use crate::protocol::family::fault::Fault;
use crate::protocol::family::memory::{Closed, Sent};
use crate::protocol::family::reply::{MateReply, Reply};
use crate::protocol::family::rule::{Breach, Look, OfInfo, Rule};

pub(super) const RULE: Rule = Rule {
    name: "one-reply-per-go",
    of_text: false,
    of_info: OfInfo::None,
    check,
};

/// A stop that was sent no later than this after a reply crossed it on the wire.
const CROSSING: Duration = Duration::from_millis(300);

fn check(look: &Look<'_>, breaches: &mut Vec<Breach>) {
    if look.leaving() {
        return;
    }
    let is_mate = match look.reply {
        Some(Reply::BestMove(_)) => false,
        Some(Reply::Checkmate(_)) => true,
        Some(Reply::Other(word)) if look.memory.is_headless_mate(look.table, word) => {
            let message = say!("\"{word}\" came without checkmate in front of it", word);
            let wanted = Text::plain(format!("checkmate {word}"));
            breaches.push(
                look.breach(Fault::MateReplyHeadless, message)
                    .expected(wanted),
            );
            return;
        }
        _ => return,
    };
    match look.memory.current() {
        None => breaches.push(unasked(look)),
        Some(epoch) => {
            kind(look, epoch, is_mate, breaches);
            early(look, epoch, breaches);
            stale(look, epoch, breaches);
        }
    }
}

fn kind(look: &Look<'_>, epoch: &Epoch, is_mate: bool, breaches: &mut Vec<Breach>) {
    let wants_mate = epoch.mode == Mode::Mate;
    if wants_mate == is_mate {
        if let (true, Some(Reply::Checkmate(MateReply::Timeout))) = (is_mate, look.reply) {
            mate_timeout(look, epoch, breaches);
        }
        return;
    }
    let breach = if is_mate {
        let message = say!("an ordinary go was answered with checkmate");
        look.breach(Fault::MateReplyForGo, message)
            .expected(Text::plain("bestmove"))
    } else {
        let fault = if epoch.stops.is_empty() {
            Fault::BestmoveForMate
        } else {
            Fault::BestmoveForStoppedMate
        };
        let message = say!("go mate was answered with bestmove");
        look.breach(fault, message)
            .expected(say!("checkmate <moves>, nomate, timeout or notimplemented"))
    };
    breaches.push(breach.since(epoch.sent.id));
}

fn mate_timeout(look: &Look<'_>, epoch: &Epoch, breaches: &mut Vec<Breach>) {
    if !epoch.stops.is_empty() {
        return;
    }
    let spent = look.at().saturating_sub(epoch.sent.at);
    match epoch.go.mate.flatten() {
        None => {
            let message = say!("a mate search without limit said that its time was over");
            let breach = look
                .breach(Fault::InfiniteMateTimeout, message)
                .expected(say!("an answer, or to go on"));
            breaches.push(breach.since(epoch.sent.id));
        }
        Some(limit) if is_early(look, spent, limit) => {
            let message = say!(
                "timeout came after {spent} ms of {limit} ms",
                spent = spent.as_millis(),
                limit
            );
            let breach = look
                .breach(Fault::MateTimeoutEarly, message)
                .expected(say!("the time to be used"));
            breaches.push(breach.since(epoch.sent.id));
        }
        Some(_) => {}
    }
}

/// Whether less than a quarter of the time was used. A limit that is no longer than the slack is over before anybody
/// could tell.
fn is_early(look: &Look<'_>, spent: Duration, limit: i64) -> bool {
    let limit = Duration::from_millis(u64::try_from(limit).unwrap_or(0));
    spent * 4 < limit && limit.saturating_sub(spent) > look.limits.get(Limit::Slack)
}

fn early(look: &Look<'_>, epoch: &Epoch, breaches: &mut Vec<Breach>) {
    // What a second go does to a search is for no document to say.
    let interrupted = look.memory.open.len() > 1;
    if interrupted || epoch.game_over.is_some() || !epoch.stops.is_empty() {
        return;
    }
    let ponder = epoch.pondering();
    if !ponder && epoch.mode != Mode::Infinite {
        return;
    }
    let held = look.at().saturating_sub(epoch.sent.at).as_millis();
    let (fault, message, wanted) = if epoch.ready_during {
        let message = say!("isready ended a search that had run for {held} ms", held);
        (
            Fault::EndedByReady,
            message,
            say!("the search to go on until stop"),
        )
    } else if let Some(disturbance) = epoch.disturbed_by {
        let (fault, message) = ended_by(disturbance, held);
        (fault, message, say!("the search to go on until stop"))
    } else if ponder {
        let fault = if epoch.has_move {
            Fault::EarlyInPonder
        } else {
            Fault::EarlyInPonderNoMove
        };
        (
            fault,
            say!(
                "the reply came {held} ms behind go ponder, with neither stop nor ponderhit",
                held
            ),
            say!("no reply before stop or ponderhit"),
        )
    } else {
        let fault = if epoch.has_move {
            Fault::EarlyInInfinite
        } else {
            Fault::EarlyInInfiniteNoMove
        };
        (
            fault,
            say!(
                "the reply came {held} ms behind go infinite, with no stop",
                held
            ),
            say!("no reply before stop"),
        )
    };
    breaches.push(look.breach(fault, message).expected(wanted).root(epoch));
}

fn ended_by(disturbance: Disturbance, held: u128) -> (Fault, Text) {
    match disturbance {
        Disturbance::Debug => (
            Fault::EndedByDebug,
            say!("debug ended a search that had run for {held} ms", held),
        ),
        Disturbance::Unknown => (
            Fault::EndedByUnknown,
            say!(
                "an unknown command ended a search that had run for {held} ms",
                held
            ),
        ),
        Disturbance::Blank => (
            Fault::EndedByBlank,
            say!(
                "a blank line ended a search that had run for {held} ms",
                held
            ),
        ),
    }
}

fn stale(look: &Look<'_>, epoch: &Epoch, breaches: &mut Vec<Breach>) {
    let Some(over) = epoch.game_over else { return };
    let breach = match epoch.next_game {
        NextGame::No => return,
        // The question for the next game came before the time that the reply may take.
        NextGame::Asked if look.at() <= over.at + look.limits.get(Limit::Stop) => return,
        NextGame::Asked => {
            let message = say!("the reply of a search that gameover had ended came behind isready");
            look.breach(Fault::StaleReplyBeforeReady, message)
                .expected(say!("it before isready, or not at all"))
        }
        NextGame::Ready => {
            let message = say!("the reply of a search of the last game came behind readyok");
            look.breach(Fault::StaleReplyAfterReady, message)
                .expected(say!("no reply without a go"))
        }
    };
    breaches.push(breach.since(over.id));
}

/// A reply that no go asked for. What was sent last tells which clause it breaks.
fn unasked(look: &Look<'_>) -> Breach {
    let (fault, message) = match (&look.memory.last, &look.memory.closed) {
        (Some(sent), Some(closed)) if sent.moment.id < closed.at.id => second(look, closed),
        (Some(sent), closed) => answer(look.memory.began.as_ref().unwrap_or(sent), closed.as_ref()),
        (None, _) => (
            Fault::ReplyUnasked,
            say!("a reply came before anything was sent"),
        ),
    };
    let mut breach = look
        .breach(fault, message)
        .expected(say!("no reply, since no go is open"));
    if let Some(closed) = &look.memory.closed {
        breach = breach.since(closed.at.id);
    }
    if let Some(sent) = &look.memory.last
        && !breach.events.contains(&sent.moment.id)
    {
        breach.events.push(sent.moment.id);
        breach.events.sort_unstable();
    }
    breach
}

/// Nothing was sent since the last reply, so this is a second one to the same go.
fn second(look: &Look<'_>, closed: &Closed) -> (Fault, Text) {
    let epoch = &closed.epoch;
    let after = look.at().saturating_sub(closed.at.at).as_millis();
    let (fault, what) = if epoch.mode == Mode::Mate {
        (Fault::SecondReplyToMate, say!("a mate search"))
    } else if epoch.stops.len() > 1 {
        (Fault::ReplyToSecondStop, say!("one go and two stops"))
    } else if !epoch.hits.is_empty() {
        (
            Fault::SecondReplyToPonderhit,
            say!("one go ponder and ponderhit"),
        )
    } else {
        (Fault::ReplyUnasked, say!("one go"))
    };
    (
        fault,
        say!(
            "a second reply came to {what}, {after} ms behind the first",
            what,
            after
        ),
    )
}

fn answer(sent: &Sent, closed: Option<&Closed>) -> (Fault, Text) {
    let crossed =
        closed.is_some_and(|closed| sent.moment.at.saturating_sub(closed.at.at) <= CROSSING);
    let hit = closed.is_some_and(|closed| !closed.epoch.hits.is_empty());
    let (fault, what) = match &sent.command {
        Command::Stop if crossed && hit => (
            Fault::SecondReplyToPonderhit,
            say!("ponderhit and a stop that crossed the reply"),
        ),
        Command::Stop if crossed => (
            Fault::ReplyToCrossedStop,
            say!("a stop that crossed the reply"),
        ),
        Command::Stop => (Fault::ReplyToIdleStop, say!("a stop with no search")),
        Command::PonderHit if sent.second_hit => {
            (Fault::SecondReplyToPonderhit, say!("a second ponderhit"))
        }
        Command::PonderHit => (
            Fault::ReplyToIdlePonderhit,
            say!("a ponderhit with nothing to hit"),
        ),
        Command::Position(_) => (Fault::ReplyToPosition, say!("position, without a go")),
        Command::SetOption { .. } => (Fault::ReplyToSetoption, Text::plain("setoption")),
        Command::NewGame => (Fault::ReplyToNewGame, say!("the start of a new game")),
        Command::GameOver => (Fault::ReplyToGameOver, Text::plain("gameover")),
        Command::Unknown(_) => (Fault::ReplyToUnknown, say!("an unknown command")),
        Command::Blank => (Fault::ReplyToBlank, say!("a blank line")),
        Command::Go(_) => (Fault::ReplyUnasked, say!("one go")),
        Command::Hello | Command::IsReady | Command::Debug | Command::Register | Command::Quit => {
            (Fault::ReplyToOther, say!("a command that starts no search"))
        }
    };
    (fault, say!("a reply came in answer to {what}", what))
}
