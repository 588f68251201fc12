//! Info lines: whether they belong to a search, and whether they fit it.

use std::time::Duration;

use crate::games::{IllegalReason, Position};
use crate::protocol::Limit;
use crate::protocol::family::command::Command;
use crate::protocol::family::epoch::{Epoch, Mode, NextGame};
use crate::protocol::family::info::Info;
use crate::protocol::family::info_reader::violations::CURRMOVE_ILLEGAL;
use crate::protocol::family::reply::{Answer, BestMove, Reply};
use crate::protocol::family::rule::{InfoFilter, Rule, RuleContext, Violation};
use crate::protocol::family::rules::handshake::ANSWER_TO_UNKNOWN;
use crate::protocol::family::rules::info_time;
use crate::protocol::family::rules::mate_score;
use crate::protocol::family::state::Sent;
use crate::protocol::family::violation_id::violations;

/// Info that comes up to this long after the time in which it may trail a reply may be late only because its thread had no processor, so
/// it is confirmed like a late reply.
const STRAGGLERS: Duration = Duration::from_secs(1);

/// A search that is stopped in this time need not have completed an iteration.
const ITERATION: Duration = Duration::from_secs(1);

pub(super) const RULE: Rule = Rule {
    name: "info-in-search",
    ignores_probe: true,
    info_filter: InfoFilter::Every,
    violations: &[
        VIOLATIONS,
        info_time::VIOLATIONS,
        mate_score::VIOLATIONS,
        &[CURRMOVE_ILLEGAL, ANSWER_TO_UNKNOWN],
    ],
    check,
};

violations! {
    /// A move of the pv is not legal.
    PV_ILLEGAL = "pv-illegal",
    /// `refutation` although it was not requested.
    REFUTATION_UNASKED = "refutation-unasked",
    /// `currline` although it was not requested.
    CURRLINE_UNASKED = "currline-unasked",
    /// `time` or `nodes` decrease.
    BACKWARDS = "backwards",
    /// The depth of the best line decreased within a search.
    DEPTH_BACKWARDS = "depth-backwards",
    /// Many `currmove` lines in the first second of a search.
    CURRMOVE_EARLY = "currmove-early",
    /// More than 1000 info lines a second.
    FLOOD = "flood",
    /// No info with a score or pv before a reply.
    NO_FINAL_INFO = "no-final-info",
    /// The info lines of a search came only on standard error.
    INFO_ON_STDERR = "info-on-stderr",
    /// Search info before any search was requested, or in answer to a command other than `go`.
    INFO_UNASKED = "info-unasked",
    /// Search info while no search is running, after the option that allows pondering was set.
    INFO_AT_PONDER_OPTION = "info-at-ponder-option",
    /// Search info between `isready` and `readyok`, without a search.
    INFO_BEFORE_READY = "info-before-ready",
    /// Figures such as a node count while no search is running; they do not prove that the engine searches.
    INFO_IDLE = "info-idle",
    /// Search info after the reply to its search, but within the time that it may trail the reply by.
    INFO_TRAILING = "info-trailing",
    /// Search info later than that after the reply to its search: the engine searches without a request.
    INFO_AFTER_REPLY = "info-after-reply",
    /// The same, although pondering was switched off.
    INFO_AFTER_REPLY_NO_PONDER = "info-after-reply-no-ponder",
    /// Search info of a search that `gameover` had ended.
    INFO_AFTER_GAME_OVER = "info-after-game-over",
}

/// This number of `currmove` lines in the first second of a search is reported.
const EARLY_CURRMOVES: u32 = 10;

/// A search that writes `FLOOD_LINES` lines in less than this time is reported.
const FLOOD_WINDOW: Duration = Duration::from_secs(5);
const FLOOD_LINES: u64 = 5000;

fn check(context: &RuleContext<'_>, violations: &mut Vec<Violation>) {
    if context.leaving() {
        return;
    }
    match context.reply {
        Some(Reply::Info(info)) => line(context, info, violations),
        Some(Reply::BestMove(reply)) => last_line(context, reply, violations),
        _ => {}
    }
}

fn line(context: &RuleContext<'_>, info: &Info<'_>, violations: &mut Vec<Violation>) {
    unasked_words(context, info, violations);
    let Some(epoch) = context.state.current() else {
        if info.shows_result() || info.shows_search() && is_trailing(context) {
            violations.push(outside(context));
        } else if info.data {
            let message = say!("search info came while no search was running");
            let violation = context.violation(INFO_IDLE, message);
            violations
                .push(violation.expected(say!("info between go and the reply, or info string")));
        }
        return;
    };
    if epoch.next_game == NextGame::Ready && info.shows_search() {
        let message = say!("search info of the last game came after readyok for the next one");
        violations.push(
            context
                .violation(INFO_AFTER_GAME_OVER, message)
                .expected(say!("the search ended by gameover")),
        );
    }
    // After gameover the lines may belong to the search that it should have ended.
    if epoch.after_unfinished {
        return;
    }
    if epoch.may_show_own_search(context.at()) {
        // It is not known which position the line is about, or when that search began.
        currmoves(context, epoch, info, violations);
        flood(context, epoch, info, violations);
        return;
    }
    // In ponder an engine may show lines of the position before the predicted move.
    let is_elsewhere = epoch.may_think_elsewhere(context.at(), context.limits);
    if let Some(root) = epoch.root.as_deref() {
        if !is_elsewhere {
            moves(context, epoch, root, info, violations);
            violations.extend(mate_score::at_the_end(context, epoch, root, info));
        }
        violations.extend(mate_score::beside_a_mate(context, epoch, root, info));
    }
    info_time::check(context, epoch, info, violations);
    backwards(context, epoch, info, violations);
    depth(context, epoch, info, violations);
    currmoves(context, epoch, info, violations);
    flood(context, epoch, info, violations);
}

/// Whether nothing has been sent since the last reply, and the time in which a line of its search may be late is not
/// over.
fn is_trailing(context: &RuleContext<'_>) -> bool {
    let since = context.state.since_reply(context.at());
    trails(context) && since.is_some_and(|since| since <= bound(context, true))
}

/// Whether nothing has been sent since the last reply that says what the engine should do next, as `isready` does not.
fn trails(context: &RuleContext<'_>) -> bool {
    let state = context.state;
    let is_question = |sent: &Sent| matches!(sent.command, Command::IsReady | Command::Blank);
    state.closed.as_ref().is_some_and(|closed| {
        let since = state.last.iter().chain(&state.earlier);
        since.take_while(|sent| sent.moment.id > closed.at.id).all(is_question)
    })
}

/// How long after a reply search info is only late.
fn bound(context: &RuleContext<'_>, trailing: bool) -> Duration {
    match trailing {
        true => context.limits.named_or_reply(context.table.trailing_info),
        false => context.limits.get(Limit::Slack),
    }
}

/// Search info while no search is open. What was sent since the last reply decides which clause it breaks.
fn outside(context: &RuleContext<'_>) -> Violation {
    let state = context.state;
    let trailing = trails(context);
    let since = state.since_reply(context.at()).unwrap_or_default();
    let bound = bound(context, trailing);
    let over = since.saturating_sub(bound);
    let is_straggler = state.closed.is_some() && over <= STRAGGLERS;
    let weighed =
        |violation: Violation| if is_straggler { violation.late(over) } else { violation };
    if !trailing && since > bound || state.closed.is_none() {
        let began = state.began.as_ref().or(state.last.as_ref());
        let (id, message) = match began.map(|sent| &sent.command) {
            Some(Command::Unknown(_)) => {
                (ANSWER_TO_UNKNOWN, say!("search info came in answer to an unknown command"))
            }
            Some(Command::SetOption { name, .. })
                if name.eq_ignore_ascii_case(context.table.ponder_option) =>
            {
                let message =
                    say!("search info came although only {option} had been set", option = name);
                (INFO_AT_PONDER_OPTION, message)
            }
            // Some engines warm up by a search while they load.
            Some(Command::IsReady) if state.ready_pending > 0 => {
                (INFO_BEFORE_READY, say!("search info came between isready and readyok"))
            }
            _ => (INFO_UNASKED, say!("search info came although no go had been sent")),
        };
        return weighed(context.violation(id, message).expected(say!("no search without go")));
    }
    let ms = since.as_millis();
    let no_ponder = state
        .option(context.table.ponder_option)
        .is_some_and(|value| value.eq_ignore_ascii_case("false"));
    let set_off = no_ponder
        && state.set.iter().any(|(name, _)| name.eq_ignore_ascii_case(context.table.ponder_option));
    let is_trailing = since <= bound;
    let (id, message) = if is_trailing {
        (INFO_TRAILING, say!("search info came {ms} ms after the reply", ms))
    } else if set_off {
        (
            INFO_AFTER_REPLY_NO_PONDER,
            say!("the engine still thinks {ms} ms after the reply, with pondering off", ms),
        )
    } else {
        (INFO_AFTER_REPLY, say!("the engine still thinks {ms} ms after the reply", ms))
    };
    let violation =
        context.violation(id, message).expected(say!("no search info without a search"));
    // Only the time distinguishes an engine whose search ends late from one that ponders by itself.
    let violation = if is_trailing { violation.timing() } else { weighed(violation) };
    match &state.closed {
        Some(closed) => violation.since(closed.at.id),
        None => violation,
    }
}

fn unasked_words(context: &RuleContext<'_>, info: &Info<'_>, violations: &mut Vec<Violation>) {
    let asked = |option: &str| {
        context.state.option(option).is_some_and(|value| value.eq_ignore_ascii_case("true"))
    };
    let [line, refutation] = context.table.show_options;
    if info.currline && !asked(line) {
        let message = say!("currline came although {line} is not true", line);
        violations.push(context.violation(CURRLINE_UNASKED, message).expected(say!("no currline")));
    }
    if info.refutation && !asked(refutation) {
        let message = say!("refutation came although {refutation} is not true", refutation);
        violations
            .push(context.violation(REFUTATION_UNASKED, message).expected(say!("no refutation")));
    }
}

fn moves(
    context: &RuleContext<'_>,
    epoch: &Epoch,
    root: &dyn Position,
    info: &Info<'_>,
    violations: &mut Vec<Violation>,
) {
    if let Some((text, columns)) = &info.currmove
        && let Err(illegal) = root.check_move(text)
    {
        let message = say!("currmove {text} is illegal: {detail}", text, detail = illegal.detail);
        let violation =
            context.violation(CURRMOVE_ILLEGAL, message).expected(say!("a legal move of the root"));
        let violation = violation.columns(*columns).root(epoch);
        violations.push(violation.forbidden(text, &illegal));
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
            let violation =
                context.violation(PV_ILLEGAL, message).expected(say!("a line that can be played"));
            violations.push(
                violation
                    .columns(columns)
                    .board(Some(position.as_ref()))
                    .forbidden(text, &illegal)
                    .since(epoch.sent.id),
            );
            return;
        }
    }
}

/// `time` and `nodes` compared with the line before.
fn backwards(
    context: &RuleContext<'_>,
    epoch: &Epoch,
    info: &Info<'_>,
    violations: &mut Vec<Violation>,
) {
    let back = |now: Option<i64>, before: Option<i64>| {
        now.zip(before).filter(|(now, before)| now < before)
    };
    let found = back(info.time, epoch.infos.time).map(|pair| ("time", pair));
    let found = found.or_else(|| back(info.nodes, epoch.infos.nodes).map(|pair| ("nodes", pair)));
    if let Some((what, (now, before))) = found {
        let message =
            say!("{what} went from {before} to {now} within one search", what, before, now);
        violations.push(
            context.violation(BACKWARDS, message).expected(say!("a number that does not decrease")),
        );
    }
}

/// The depth of the best line. In ponder it is not judged, because an engine may start again at the ponderhit.
fn depth(
    context: &RuleContext<'_>,
    epoch: &Epoch,
    info: &Info<'_>,
    violations: &mut Vec<Violation>,
) {
    let best = info.pv.is_some() && info.multipv.unwrap_or(1) == 1 && epoch.mode != Mode::Ponder;
    if let Some((now, before)) = info.depth.zip(epoch.infos.pv_depth)
        && best
        && now < before
    {
        let message = say!("depth went from {before} to {now} within one search", before, now);
        let violation = context.violation(DEPTH_BACKWARDS, message);
        violations.push(violation.expected(say!("a depth that does not decrease")));
    }
}

/// Reports `currmove` lines in the first second, when no client needs them.
fn currmoves(
    context: &RuleContext<'_>,
    epoch: &Epoch,
    info: &Info<'_>,
    violations: &mut Vec<Violation>,
) {
    let early = context.at().saturating_sub(epoch.sent.at) < Duration::from_secs(1);
    if info.currmove.is_some() && early && epoch.infos.early_currmoves == EARLY_CURRMOVES - 1 {
        let message = say!(
            "{lines} lines with currmove came in the first second of the search",
            lines = EARLY_CURRMOVES
        );
        let violation = context.violation(CURRMOVE_EARLY, message);
        violations.push(
            violation.expected(say!("currmove only after the first second")).since(epoch.sent.id),
        );
    }
}

/// Reports too many lines in a short time. Lines with `multipv` above 1 were asked for and do not count.
fn flood(
    context: &RuleContext<'_>,
    epoch: &Epoch,
    info: &Info<'_>,
    violations: &mut Vec<Violation>,
) {
    if epoch.infos.best_lines != FLOOD_LINES || info.multipv.unwrap_or(1) != 1 {
        return;
    }
    let spent = context.at().saturating_sub(epoch.sent.at);
    if spent < FLOOD_WINDOW {
        let message = say!(
            "{lines} info lines came within {spent} ms",
            lines = FLOOD_LINES,
            spent = spent.as_millis()
        );
        let violation =
            context.violation(FLOOD, message).expected(say!("no more than 1000 lines a second"));
        violations.push(violation.since(epoch.sent.id));
    }
}

fn last_line(context: &RuleContext<'_>, reply: &BestMove, violations: &mut Vec<Violation>) {
    let Some(epoch) = context.state.current() else {
        return;
    };
    let elsewhere = context
        .state
        .on_stderr
        .iter()
        .find(|(head, seen)| head == "info" && seen.id > epoch.sent.id);
    if let (0, Some((_, seen))) = (epoch.infos.lines, elsewhere) {
        let message = say!("the info lines of the search came only on standard error");
        let violation =
            context.violation(INFO_ON_STDERR, message).expected(say!("them on standard output"));
        violations.push(violation.got(say!("nothing on standard output")).since(seen.id));
    }
    // An engine that resigns or declares a win has no pv to show.
    let is_special = reply.answer == Answer::Special;
    let from_book = context.state.is_from_book(context.table, epoch);
    let scored = context.table.final_info_has_score;
    let lines = if scored { epoch.infos.scored } else { epoch.infos.searching };
    // A search that is stopped at once has completed no iteration.
    let first_stop = epoch.stops.first();
    let is_cut = epoch.infos.searching == 0
        && first_stop.is_some_and(|stop| stop.at.saturating_sub(epoch.sent.at) < ITERATION);
    let spoken =
        lines > 0 || !epoch.has_move || epoch.thrown_away() || is_special || from_book || is_cut;
    if !spoken && epoch.mode != Mode::Mate {
        let message = match scored {
            true => say!("bestmove came without an info line that has a score"),
            false => say!("bestmove came without an info line that has a score or a pv"),
        };
        let violation = context
            .violation(NO_FINAL_INFO, message)
            .expected(say!("a final info line with the statistics"));
        violations.push(violation.since(epoch.sent.id));
    }
}
