//! What info lines say of the search that they belong to, and whether they belong to one.

use std::time::Duration;

use crate::games::{IllegalReason, Position};
use crate::protocol::Limit;
use crate::protocol::family::command::Command;
use crate::protocol::family::epoch::{Epoch, Mode, NextGame};
use crate::protocol::family::fault::Fault;
use crate::protocol::family::info::Info;
use crate::protocol::family::reply::{Answer, BestMove, Reply};
use crate::protocol::family::rule::{Breach, Look, OfInfo, Rule};
use crate::protocol::family::rules::mate_score;

pub(super) const RULE: Rule = Rule {
    name: "info-in-search",
    of_text: true,
    of_info: OfInfo::Every,
    check,
};

/// Lines of one search above which the rate is looked at.
const FLOOD_WINDOW: Duration = Duration::from_secs(5);
const FLOOD_LINES: u64 = 5000;

fn check(look: &Look<'_>, breaches: &mut Vec<Breach>) {
    if look.leaving() {
        return;
    }
    match look.reply {
        Some(Reply::Info(info)) => line(look, info, breaches),
        Some(Reply::BestMove(reply)) => last_line(look, reply, breaches),
        _ => {}
    }
}

fn line(look: &Look<'_>, info: &Info<'_>, breaches: &mut Vec<Breach>) {
    unasked_words(look, info, breaches);
    let Some(epoch) = look.memory.current() else {
        if info.shows_search() {
            breaches.push(outside(look));
        } else if info.data {
            let message = say!("figures of a search came with no search open");
            let breach = look.breach(Fault::InfoIdle, message);
            breaches.push(breach.expected(say!("info between go and the reply, or info string")));
        }
        return;
    };
    if epoch.next_game == NextGame::Ready && info.shows_search() {
        let message = say!("search info of the last game came behind readyok for the next one");
        breaches.push(
            look.breach(Fault::InfoAfterGameOver, message)
                .expected(say!("the search ended by gameover")),
        );
    }
    // In ponder an engine may show what it thinks of the position before the guess.
    // Behind gameover the lines may be those of the search that it should have ended.
    if epoch.haunted {
        return;
    }
    if !epoch.may_think_elsewhere(look.at(), look.limits)
        && let Some(root) = epoch.root.as_deref()
    {
        moves(look, epoch, root, info, breaches);
        mate_score::check(look, epoch, root, info, breaches);
    }
    numbers(look, epoch, info, breaches);
    flood(look, epoch, breaches);
}

/// Search info with no search open. What was sent since the last reply tells which clause it breaks.
fn outside(look: &Look<'_>) -> Breach {
    let memory = look.memory;
    let trailing = match (&memory.closed, &memory.last) {
        (Some(closed), Some(sent)) => closed.at.id > sent.moment.id,
        (Some(_), None) => true,
        (None, _) => false,
    };
    let since = memory.since_reply(look.at()).unwrap_or_default();
    if !trailing && since > look.limits.get(Limit::Slack) || memory.closed.is_none() {
        let began = memory.began.as_ref().or(memory.last.as_ref());
        let (fault, message) = match began.map(|sent| &sent.command) {
            Some(Command::Unknown(_)) => (
                Fault::AnswerToUnknown,
                say!("search info came in answer to an unknown command"),
            ),
            _ => (
                Fault::InfoUnasked,
                say!("search info came although no go had been sent"),
            ),
        };
        return look
            .breach(fault, message)
            .expected(say!("no search without go"));
    }
    let ms = since.as_millis();
    let no_ponder = memory
        .option(look.table.ponder_option)
        .is_some_and(|value| value.eq_ignore_ascii_case("false"));
    let set_off = no_ponder
        && memory
            .set
            .iter()
            .any(|(name, _)| name.eq_ignore_ascii_case(look.table.ponder_option));
    let (fault, message) = if since <= look.limits.get(Limit::Slack) {
        (
            Fault::InfoTrailing,
            say!("search info came {ms} ms behind the reply", ms),
        )
    } else if set_off {
        (
            Fault::InfoAfterReplyNoPonder,
            say!(
                "thinking goes on {ms} ms behind the reply, with pondering off",
                ms
            ),
        )
    } else {
        (
            Fault::InfoAfterReply,
            say!("thinking goes on {ms} ms behind the reply", ms),
        )
    };
    let breach = look
        .breach(fault, message)
        .expected(say!("no search info without a search"));
    match &memory.closed {
        Some(closed) => breach.since(closed.at.id),
        None => breach,
    }
}

fn unasked_words(look: &Look<'_>, info: &Info<'_>, breaches: &mut Vec<Breach>) {
    let asked = |option: &str| {
        look.memory
            .option(option)
            .is_some_and(|value| value.eq_ignore_ascii_case("true"))
    };
    let [line, refutation] = look.table.show_options;
    if info.currline && !asked(line) {
        let message = say!("currline came although {line} is not true", line);
        breaches.push(
            look.breach(Fault::CurrlineUnasked, message)
                .expected(say!("no currline")),
        );
    }
    if info.refutation && !asked(refutation) {
        let message = say!(
            "refutation came although {refutation} is not true",
            refutation
        );
        breaches.push(
            look.breach(Fault::RefutationUnasked, message)
                .expected(say!("no refutation")),
        );
    }
}

fn moves(
    look: &Look<'_>,
    epoch: &Epoch,
    root: &dyn Position,
    info: &Info<'_>,
    breaches: &mut Vec<Breach>,
) {
    if let Some((text, columns)) = &info.currmove
        && let Err(illegal) = root.check_move(text)
    {
        let message = say!(
            "currmove {text} is illegal: {detail}",
            text,
            detail = illegal.detail
        );
        let breach = look
            .breach(Fault::CurrmoveIllegal, message)
            .expected(say!("a legal move of the root"));
        let breach = breach.columns(*columns).root(epoch);
        breaches.push(breach.forbidden(text, &illegal));
    }
    let Some(pv) = info.pv else {
        return;
    };
    if root.surely_plays(pv.bytes()) {
        return;
    }
    let mut position = root.boxed_clone();
    for (index, (text, columns)) in pv.iter().enumerate() {
        if let Err(illegal) = position.play(text) {
            if illegal.reason == IllegalReason::Malformed {
                return;
            }
            let message = say!(
                "move {number} of the pv ({text}) is illegal: {detail}",
                number = index + 1,
                text,
                detail = illegal.detail
            );
            let breach = look
                .breach(Fault::PvIllegal, message)
                .expected(say!("a line that can be played"));
            breaches.push(
                breach
                    .columns(columns)
                    .board(Some(position.as_ref()))
                    .forbidden(text, &illegal)
                    .since(epoch.sent.id),
            );
            return;
        }
    }
}

fn numbers(look: &Look<'_>, epoch: &Epoch, info: &Info<'_>, breaches: &mut Vec<Breach>) {
    let spent = look.at().saturating_sub(epoch.sent.at);
    if let Some(time) = info.time {
        // In ponder engines count from go or from ponderhit.
        let counts = epoch.mode != Mode::Ponder;
        let (came, first) = epoch.infos.first_time.unwrap_or((look.at(), time));
        let grown = far_below(look.at().saturating_sub(came), time.saturating_sub(first));
        let ms = i64::try_from(spent.as_millis()).unwrap_or(i64::MAX);
        let slack = i64::try_from(look.limits.get(Limit::Slack).as_millis()).unwrap_or(0);
        let too_large = ms
            .saturating_add(slack)
            .saturating_add(1000)
            .saturating_mul(2);
        let is_wrong = counts && grown || time > too_large;
        if is_wrong && !look.memory.has_extreme_number() {
            let message = say!("time {time} came {ms} ms after go", time, ms);
            let breach = look
                .breach(Fault::TimeUnit, message)
                .expected(say!("the time since go in milliseconds"))
                .since(epoch.sent.id);
            // A line that a busy host held back has a `time` that is too small, and never one that is too large.
            breaches.push(if time > too_large {
                breach
            } else {
                breach.timing()
            });
        } else if !is_wrong && counts && far_below(spent, time) {
            let message = say!("time {time} came {ms} ms after go", time, ms);
            let breach = look
                .breach(Fault::TimeOrigin, message)
                .expected(say!("the time since go in milliseconds"));
            breaches.push(breach.since(epoch.sent.id).timing());
        }
    }
    let back = |now: Option<i64>, before: Option<i64>| {
        now.zip(before).filter(|(now, before)| now < before)
    };
    let found = back(info.time, epoch.infos.time).map(|pair| ("time", pair));
    let found = found.or_else(|| back(info.nodes, epoch.infos.nodes).map(|pair| ("nodes", pair)));
    if let Some((what, (now, before))) = found {
        let message = say!(
            "{what} went from {before} to {now} within one search",
            what,
            before,
            now
        );
        breaches.push(
            look.breach(Fault::Backwards, message)
                .expected(say!("a figure that does not run backwards")),
        );
    }
}

/// Whether a `time` in milliseconds is a hundredth of the time that went by, or less: it may be in seconds.
fn far_below(spent: Duration, time: i64) -> bool {
    let ms = i64::try_from(spent.as_millis()).unwrap_or(i64::MAX);
    ms >= 1000 && (0..=ms / 100).contains(&time)
}

fn flood(look: &Look<'_>, epoch: &Epoch, breaches: &mut Vec<Breach>) {
    if epoch.infos.lines != FLOOD_LINES {
        return;
    }
    let spent = look.at().saturating_sub(epoch.sent.at);
    if spent < FLOOD_WINDOW {
        let message = say!(
            "{lines} info lines came within {spent} ms",
            lines = FLOOD_LINES,
            spent = spent.as_millis()
        );
        let breach = look
            .breach(Fault::Flood, message)
            .expected(say!("no more than 1000 lines a second"));
        breaches.push(breach.since(epoch.sent.id));
    }
}

fn last_line(look: &Look<'_>, reply: &BestMove, breaches: &mut Vec<Breach>) {
    let Some(epoch) = look.memory.current() else {
        return;
    };
    let elsewhere = look
        .memory
        .on_stderr
        .iter()
        .find(|(head, seen)| head == "info" && seen.id > epoch.sent.id);
    if let (0, Some((_, seen))) = (epoch.infos.lines, elsewhere) {
        let message = say!("the info lines of the search came on standard error alone");
        let breach = look
            .breach(Fault::RepliesOnStderr, message)
            .expected(say!("them on standard output"));
        breaches.push(
            breach
                .got(say!("nothing on standard output"))
                .since(seen.id),
        );
    }
    // Who resigns or declares a win has no line of play to show.
    let is_special = reply.answer == Answer::Special;
    let spoken = epoch.infos.searching > 0 || !epoch.has_move || epoch.thrown_away() || is_special;
    if !spoken && epoch.mode != Mode::Mate {
        let message = say!("bestmove came without an info line that has a score or a pv");
        let breach = look
            .breach(Fault::NoFinalInfo, message)
            .expected(say!("a last info with the statistics"));
        breaches.push(breach.since(epoch.sent.id));
    }
}
