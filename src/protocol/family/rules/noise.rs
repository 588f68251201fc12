//! Text that is no protocol. GUIs skip it, so it is a warning wherever it stands.

use std::time::Duration;

use crate::lang::Text;
use crate::protocol::family::command::Command;
use crate::protocol::family::reply::Reply;
use crate::protocol::family::rule::{InfoFilter, Rule, RuleContext, Violation};
use crate::protocol::family::state::Sent;
use crate::protocol::family::violation_id::ViolationId;

pub(super) const RULE: Rule =
    Rule { name: "noise", is_syntactic: false, info_filter: InfoFilter::None, check };

fn check(context: &RuleContext<'_>, violations: &mut Vec<Violation>) {
    let Some(Reply::Other(word)) = context.reply else {
        return;
    };
    // A line of two threads at once has been told as that.
    let torn = context.issues.iter().any(|issue| issue.id == ViolationId::TornLine);
    if context.leaving() || torn || context.state.is_headless_mate(context.table, word) {
        return;
    }
    let (id, place) = place(context);
    let message = say!("text that is no protocol came {place}", place);
    violations
        .push(context.violation(id, message).expected(say!("info string in front of free text")));
}

fn place(context: &RuleContext<'_>) -> (ViolationId, Text) {
    let state = context.state;
    let table = context.table;
    if state.hello.is_none() {
        return (ViolationId::Banner, say!("before {hello}", hello = table.hello));
    }
    if state.hello_ends < state.hellos {
        return (
            ViolationId::HandshakeNoise,
            say!(
                "between {hello} and {hello_end}",
                hello = table.hello,
                hello_end = table.hello_end
            ),
        );
    }
    // An answer to the command before isready may come after isready: it is known by what it quotes.
    if state.ready_pending > 0
        && let Some(sent) =
            state.previous.as_ref().filter(|sent| quotes(&context.text(), &sent.command))
    {
        return answer(context, sent);
    }
    if state.ready_pending > 0 && !state.last.as_ref().is_some_and(|sent| sent.busy) {
        return (ViolationId::ReadyNoise, say!("between isready and readyok"));
    }
    let Some(sent) = &state.last else {
        return (ViolationId::OtherNoise, say!("while the engine was idle"));
    };
    answer(context, sent)
}

/// Whether a text speaks of a command.
fn quotes(text: &str, command: &Command) -> bool {
    let word = match command {
        Command::SetOption { name, .. } => name.as_str(),
        Command::Unknown(line) => line.split_ascii_whitespace().next().unwrap_or(""),
        Command::GameOver => "gameover",
        Command::Debug => "debug",
        Command::Register => "register",
        Command::PonderHit => "ponderhit",
        Command::Stop => "stop",
        Command::Position(_) => "position",
        Command::NewGame => "newgame",
        Command::Hello | Command::IsReady | Command::Go(_) | Command::Quit | Command::Blank => "",
    };
    !word.is_empty() && text.contains(word)
}

/// How long after a command a text may come and still be its answer, if it does not quote it.
const PROMPT: Duration = Duration::from_secs(1);

/// The place of a text that answers a command, or comes so long after it that this is not known.
fn answer(context: &RuleContext<'_>, sent: &Sent) -> (ViolationId, Text) {
    let table = context.table;
    let late = context.at().saturating_sub(sent.moment.at) > PROMPT;
    if late && !quotes(&context.text(), &sent.command) {
        return (ViolationId::OtherNoise, while_searching_or_not(context));
    }
    match &sent.command {
        Command::SetOption { name, .. } => option_answer(context, name),
        Command::Unknown(_) => {
            (ViolationId::UnknownCommandNoise, say!("in answer to an unknown command"))
        }
        Command::Blank => (ViolationId::BlankLineNoise, say!("in answer to a blank line")),
        Command::NewGame => {
            (ViolationId::NewGameNoise, say!("in answer to {new_game}", new_game = table.new_game))
        }
        Command::Position(_) => (ViolationId::PositionNoise, say!("in answer to position")),
        Command::Stop if !sent.busy => {
            (ViolationId::IdleStopNoise, say!("in answer to a stop with no search"))
        }
        Command::PonderHit if !sent.busy => {
            (ViolationId::IdlePonderhitNoise, say!("in answer to a ponderhit with nothing to hit"))
        }
        Command::GameOver => (ViolationId::GameOverNoise, say!("in answer to gameover")),
        Command::Debug => (ViolationId::DebugNoise, say!("in answer to debug")),
        Command::Hello
        | Command::IsReady
        | Command::Go(_)
        | Command::Stop
        | Command::PonderHit
        | Command::Quit
        | Command::Register => (ViolationId::OtherNoise, while_searching_or_not(context)),
    }
}

fn while_searching_or_not(context: &RuleContext<'_>) -> Text {
    if context.state.open.is_empty() {
        say!("while the engine was idle")
    } else {
        say!("during a search")
    }
}

/// The place of a text that came after one `setoption` or several, the last of them with this name: it answers
/// the one whose name it quotes.
fn option_answer(context: &RuleContext<'_>, last: &str) -> (ViolationId, Text) {
    let state = context.state;
    let text = context.text();
    let lower = text.to_ascii_lowercase();
    let quoted = state.set.iter().rev().map(|(name, _)| name.as_str());
    let quoted = quoted.filter(|name| !name.is_empty()).find(|name| has_whole(&lower, name));
    if !state.declared(quoted.unwrap_or(last)) {
        (ViolationId::UnknownOptionNoise, say!("in answer to an unknown option"))
    } else if quoted.is_none() && cuts(&text, last) {
        (ViolationId::BlankNameNoise, say!("in answer to setoption with a name of several words"))
    } else {
        (ViolationId::OptionNoise, say!("in answer to setoption"))
    }
}

/// Whether a text has these words, with nothing grown onto them.
fn has_whole(text: &str, words: &str) -> bool {
    text.match_indices(words).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + words.len()..].chars().next();
        [before, after].into_iter().flatten().all(|side| !side.is_alphanumeric())
    })
}

/// Whether a text names only the first word of a name that has several.
fn cuts(text: &str, name: &str) -> bool {
    let first = name.split(' ').next().unwrap_or(name);
    first != name && text.contains(first) && !text.contains(name)
}
