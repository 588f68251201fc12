//! Text that is not part of the protocol. GUIs skip it, so most of it is only a warning.

use std::time::Duration;

use crate::lang::Text;
use crate::protocol::family::command::Command;
use crate::protocol::family::reply::Reply;
use crate::protocol::family::reply::TORN_LINE;
use crate::protocol::family::rule::{InfoFilter, Rule, RuleContext, Violation};
use crate::protocol::family::state::Sent;
use crate::protocol::family::violation_id::{ViolationId, violations};

pub(super) const RULE: Rule = Rule {
    name: "noise",
    ignores_probe: false,
    info_filter: InfoFilter::None,
    violations: &[VIOLATIONS],
    check,
};

violations! {
    /// Text that is not part of the protocol before the handshake was requested.
    BANNER = "banner",
    /// Text that is not part of the protocol between the handshake command and the end of the handshake.
    HANDSHAKE_NOISE = "handshake-noise",
    /// Text that is not part of the protocol between `isready` and `readyok`.
    READY_NOISE = "ready-noise",
    /// Text that is not part of the protocol in answer to `setoption` with an unknown name.
    UNKNOWN_OPTION_NOISE = "unknown-option-noise",
    /// Text that is not part of the protocol in answer to `setoption` with a declared name.
    OPTION_NOISE = "option-noise",
    /// Text that is not part of the protocol in answer to `setoption` with a declared name of several words.
    BLANK_NAME_NOISE = "blank-name-noise",
    /// Text that is not part of the protocol in answer to an unknown command.
    UNKNOWN_COMMAND_NOISE = "unknown-command-noise",
    /// Text that is not part of the protocol in answer to a blank line.
    BLANK_LINE_NOISE = "blank-line-noise",
    /// Text that is not part of the protocol in answer to the new-game command.
    NEW_GAME_NOISE = "new-game-noise",
    /// Text that is not part of the protocol in answer to `position`.
    POSITION_NOISE = "position-noise",
    /// Text that is not part of the protocol in answer to `stop` with no search running.
    IDLE_STOP_NOISE = "idle-stop-noise",
    /// Text that is not part of the protocol in answer to `ponderhit` without a ponder search.
    IDLE_PONDERHIT_NOISE = "idle-ponderhit-noise",
    /// Text that is not part of the protocol in answer to `gameover`.
    GAME_OVER_NOISE = "game-over-noise",
    /// Text that is not part of the protocol in answer to `debug`.
    DEBUG_NOISE = "debug-noise",
    /// Text that is not part of the protocol in a search or at any other time.
    OTHER_NOISE = "other-noise",
}

fn check(context: &RuleContext<'_>, violations: &mut Vec<Violation>) {
    let Some(Reply::Other(word)) = context.reply else {
        return;
    };
    // A torn line was reported as such.
    let torn = context.issues.iter().any(|issue| issue.id == TORN_LINE);
    let answers = context.table.particulars.other_answers.contains(&word.as_str());
    if context.leaving() || torn || answers || context.state.is_headless_mate(context.table, word) {
        return;
    }
    let (id, place) = place(context);
    let message = say!("text that is not part of the protocol came {place}", place);
    violations
        .push(context.violation(id, message).expected(say!("info string in front of free text")));
}

fn place(context: &RuleContext<'_>) -> (ViolationId, Text) {
    let state = context.state;
    let table = context.table;
    if state.hello.is_none() {
        return (BANNER, say!("before {hello}", hello = table.hello));
    }
    if state.hello_ends < state.hellos {
        return (
            HANDSHAKE_NOISE,
            say!(
                "between {hello} and {hello_end}",
                hello = table.hello,
                hello_end = table.hello_end
            ),
        );
    }
    if let Some(sent) = quoted(context) {
        return answer(context, sent);
    }
    if state.ready_pending > 0 && !state.last.as_ref().is_some_and(|sent| sent.busy) {
        return (READY_NOISE, say!("between isready and readyok"));
    }
    match &state.last {
        Some(sent) if context.at().saturating_sub(sent.moment.at) <= PROMPT => {
            answer(context, sent)
        }
        _ => (OTHER_NOISE, while_searching_or_not(context)),
    }
}

/// The newest command that a text quotes, of the last one and the earlier ones that it may still answer: further
/// commands are sent before the engine has answered. An engine that has answered a later `isready` or `go` has read all
/// before it.
fn quoted<'a>(context: &RuleContext<'a>) -> Option<&'a Sent> {
    let state = context.state;
    let ready = state.ready_last.filter(|_| state.ready_pending == 0).map(|moment| moment.id);
    let replied = state.closed.as_ref().map(|closed| closed.epoch.sent.id);
    let read = ready.max(replied);
    let earlier = state.earlier.iter().take_while(|sent| Some(sent.moment.id) > read);
    let text = context.text().to_ascii_lowercase();
    state.last.iter().chain(earlier).find(|sent| quotes(context, &text, &sent.command))
}

/// Whether a text in lower case quotes a command.
fn quotes(context: &RuleContext<'_>, text: &str, command: &Command) -> bool {
    let word = match command {
        Command::SetOption { name, .. } => {
            return !name.is_empty() && has_whole(text, &name.to_ascii_lowercase());
        }
        Command::Unknown(line) => line.split_ascii_whitespace().next().unwrap_or(""),
        Command::GameOver => "gameover",
        Command::Debug => "debug",
        Command::Register => "register",
        Command::PonderHit => "ponderhit",
        Command::Stop => "stop",
        // A text about the position that is searched does not answer the command.
        Command::Position(_) if context.state.open.is_empty() => "position",
        Command::NewGame => context.table.new_game.rsplit(' ').next().unwrap_or(""),
        Command::BanMoves(_) => "banmoves",
        Command::Hello
        | Command::IsReady
        | Command::Position(_)
        | Command::Go(_)
        | Command::Quit
        | Command::Blank => "",
    };
    // "stopped" quotes it too.
    let word = word.to_ascii_lowercase();
    !word.is_empty() && text.match_indices(&word).any(|(at, _)| begins_word(text, at))
}

/// For this time after a command, a text counts as its answer even if it does not quote the command.
const PROMPT: Duration = Duration::from_secs(1);

/// The place of a text that answers a command.
fn answer(context: &RuleContext<'_>, sent: &Sent) -> (ViolationId, Text) {
    let table = context.table;
    let new_game_option = table.particulars.new_game_option;
    let is_undeclared = new_game_option.is_some_and(|name| !context.state.declared(name));
    match &sent.command {
        Command::SetOption { name, .. } => option_answer(context, name),
        Command::Unknown(_) => (UNKNOWN_COMMAND_NOISE, say!("in answer to an unknown command")),
        Command::Blank => (BLANK_LINE_NOISE, say!("in answer to a blank line")),
        Command::NewGame if is_undeclared => {
            (UNKNOWN_OPTION_NOISE, say!("in answer to an unknown option"))
        }
        Command::NewGame => {
            (NEW_GAME_NOISE, say!("in answer to {new_game}", new_game = table.new_game))
        }
        Command::Position(_) | Command::BanMoves(_) => {
            (POSITION_NOISE, say!("in answer to position"))
        }
        Command::Stop if !sent.busy => {
            (IDLE_STOP_NOISE, say!("in answer to a stop with no search"))
        }
        Command::PonderHit if !sent.busy => {
            (IDLE_PONDERHIT_NOISE, say!("in answer to a ponderhit without a ponder search"))
        }
        Command::GameOver => (GAME_OVER_NOISE, say!("in answer to gameover")),
        Command::Debug => (DEBUG_NOISE, say!("in answer to debug")),
        Command::Hello
        | Command::IsReady
        | Command::Go(_)
        | Command::Stop
        | Command::PonderHit
        | Command::Quit
        | Command::Register => (OTHER_NOISE, while_searching_or_not(context)),
    }
}

fn while_searching_or_not(context: &RuleContext<'_>) -> Text {
    if context.state.open.is_empty() {
        say!("while the engine was idle")
    } else {
        say!("during a search")
    }
}

/// The place of a text after one or several `setoption`, the last of them with this name. The text answers the
/// `setoption` whose name it quotes.
fn option_answer(context: &RuleContext<'_>, last: &str) -> (ViolationId, Text) {
    let state = context.state;
    let text = context.text();
    let lower = text.to_ascii_lowercase();
    let quoted = state.set.iter().rev().map(|(name, _)| name.as_str());
    let quoted = quoted.filter(|name| !name.is_empty()).find(|name| has_whole(&lower, name));
    if !state.declared(quoted.unwrap_or(last)) {
        (UNKNOWN_OPTION_NOISE, say!("in answer to an unknown option"))
    } else if quoted.is_none() && cuts(&text, last) {
        (BLANK_NAME_NOISE, say!("in answer to setoption with a name of several words"))
    } else {
        (OPTION_NOISE, say!("in answer to setoption"))
    }
}

/// Whether a text contains these words as whole words.
fn has_whole(text: &str, words: &str) -> bool {
    text.match_indices(words).any(|(at, _)| {
        let after = text[at + words.len()..].chars().next();
        begins_word(text, at) && !after.is_some_and(char::is_alphanumeric)
    })
}

/// Whether no word goes on at this place of a text.
fn begins_word(text: &str, at: usize) -> bool {
    !text[..at].chars().next_back().is_some_and(char::is_alphanumeric)
}

/// Whether a text contains only the first word of a name of several words.
fn cuts(text: &str, name: &str) -> bool {
    let first = name.split(' ').next().unwrap_or(name);
    first != name && text.contains(first) && !text.contains(name)
}
