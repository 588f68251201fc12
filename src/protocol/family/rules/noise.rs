//! Text that is no protocol. GUIs skip it, so it is a warning wherever it stands.

use std::time::Duration;

use crate::lang::Text;
use crate::protocol::family::command::Command;
use crate::protocol::family::fault::Fault;
use crate::protocol::family::memory::Sent;
use crate::protocol::family::reply::Reply;
use crate::protocol::family::rule::{Breach, Look, OfInfo, Rule};

pub(super) const RULE: Rule = Rule {
    name: "noise",
    of_text: false,
    of_info: OfInfo::None,
    check,
};

fn check(look: &Look<'_>, breaches: &mut Vec<Breach>) {
    let Some(Reply::Other(word)) = look.reply else {
        return;
    };
    // A line of two threads at once has been told as that.
    let torn = look.flaws.iter().any(|flaw| flaw.fault == Fault::TornLine);
    if look.leaving() || torn || look.memory.is_headless_mate(look.table, word) {
        return;
    }
    let (fault, place) = place(look);
    let message = say!("text that is no protocol came {place}", place);
    breaches.push(
        look.breach(fault, message)
            .expected(say!("info string in front of free text")),
    );
}

fn place(look: &Look<'_>) -> (Fault, Text) {
    let memory = look.memory;
    let table = look.table;
    if memory.hello.is_none() {
        return (Fault::Banner, say!("before {hello}", hello = table.hello));
    }
    if memory.hello_ends < memory.hellos {
        return (
            Fault::HandshakeNoise,
            say!(
                "between {hello} and {hello_end}",
                hello = table.hello,
                hello_end = table.hello_end
            ),
        );
    }
    // An answer to the command before isready may come behind isready: it is known by what it quotes.
    if memory.ready_pending > 0
        && let Some(sent) = memory
            .previous
            .as_ref()
            .filter(|sent| quotes(&look.text(), &sent.command))
    {
        return answer(look, sent);
    }
    if memory.ready_pending > 0 && !memory.last.as_ref().is_some_and(|sent| sent.busy) {
        return (Fault::ReadyNoise, say!("between isready and readyok"));
    }
    let Some(sent) = &memory.last else {
        return (Fault::OtherNoise, say!("while the engine was idle"));
    };
    answer(look, sent)
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
fn answer(look: &Look<'_>, sent: &Sent) -> (Fault, Text) {
    let table = look.table;
    let late = look.at().saturating_sub(sent.moment.at) > PROMPT;
    if late && !quotes(&look.text(), &sent.command) {
        return (Fault::OtherNoise, while_searching_or_not(look));
    }
    match &sent.command {
        Command::SetOption { name, .. } => option_answer(look, name),
        Command::Unknown(_) => (
            Fault::UnknownCommandNoise,
            say!("in answer to an unknown command"),
        ),
        Command::Blank => (Fault::BlankLineNoise, say!("in answer to a blank line")),
        Command::NewGame => (
            Fault::NewGameNoise,
            say!("in answer to {new_game}", new_game = table.new_game),
        ),
        Command::Position(_) => (Fault::PositionNoise, say!("in answer to position")),
        Command::Stop if !sent.busy => (
            Fault::IdleStopNoise,
            say!("in answer to a stop with no search"),
        ),
        Command::PonderHit if !sent.busy => (
            Fault::IdlePonderhitNoise,
            say!("in answer to a ponderhit with nothing to hit"),
        ),
        Command::GameOver => (Fault::GameOverNoise, say!("in answer to gameover")),
        Command::Debug => (Fault::DebugNoise, say!("in answer to debug")),
        Command::Hello
        | Command::IsReady
        | Command::Go(_)
        | Command::Stop
        | Command::PonderHit
        | Command::Quit
        | Command::Register => (Fault::OtherNoise, while_searching_or_not(look)),
    }
}

fn while_searching_or_not(look: &Look<'_>) -> Text {
    if look.memory.open.is_empty() {
        say!("while the engine was idle")
    } else {
        say!("during a search")
    }
}

/// The place of a text that came behind one `setoption` or several, the last of them with this name: it answers
/// the one whose name it quotes.
fn option_answer(look: &Look<'_>, last: &str) -> (Fault, Text) {
    let memory = look.memory;
    let text = look.text();
    let lower = text.to_ascii_lowercase();
    let quoted = memory.set.iter().rev().map(|(name, _)| name.as_str());
    let quoted = quoted
        .filter(|name| !name.is_empty())
        .find(|name| has_whole(&lower, name));
    if !memory.declared(quoted.unwrap_or(last)) {
        (
            Fault::UnknownOptionNoise,
            say!("in answer to an unknown option"),
        )
    } else if quoted.is_none() && cuts(&text, last) {
        (
            Fault::BlankNameNoise,
            say!("in answer to setoption with a name of several words"),
        )
    } else {
        (Fault::OptionNoise, say!("in answer to setoption"))
    }
}

/// Whether a text has these words, with nothing grown onto them.
fn has_whole(text: &str, words: &str) -> bool {
    text.match_indices(words).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + words.len()..].chars().next();
        [before, after]
            .into_iter()
            .flatten()
            .all(|side| !side.is_alphanumeric())
    })
}

/// Whether a text names only the first word of a name that has several.
fn cuts(text: &str, name: &str) -> bool {
    let first = name.split(' ').next().unwrap_or(name);
    first != name && text.contains(first) && !text.contains(name)
}
