//! The process lives until quit, and then goes.

use crate::lang::Text;
use crate::protocol::family::command::{Command, Go};
use crate::protocol::family::fault::{Fault, GoWord};
use crate::protocol::family::rule::{Breach, Look, OfInfo, Rule};
use crate::transcript::{EventKind, ExitStatus};

pub(super) const RULE: Rule = Rule {
    name: "lifetime",
    of_text: false,
    of_info: OfInfo::None,
    check,
};

fn check(look: &Look<'_>, breaches: &mut Vec<Breach>) {
    let EventKind::Exit(status) = &look.event.kind else {
        return;
    };
    let got = match status {
        ExitStatus::Code(code) => say!("exit with status {code}", code),
        ExitStatus::Signal(signal) => say!("death by signal {signal}", signal),
    };
    if let Some(quit) = look.memory.quit {
        let fault = match status {
            ExitStatus::Code(0) => return,
            ExitStatus::Code(_) => Fault::QuitStatus,
            ExitStatus::Signal(_) => Fault::QuitSignal,
        };
        let message = say!("{got} behind quit", got);
        breaches.push(
            look.breach(fault, message)
                .expected(say!("status 0"))
                .got(got)
                .since(quit.moment.id),
        );
        return;
    }
    if look.memory.input_closed.is_some() {
        return;
    }
    let fault = cause(look);
    let message = match &look.memory.last {
        Some(sent) => say!(
            "{got}, although quit had not been sent (last command: {command})",
            got,
            command = word(&sent.command)
        ),
        None => say!("{got}, before anything was sent", got),
    };
    let breach = look
        .breach(fault, message)
        .expected(say!("the process alive until quit"))
        .got(got);
    breaches.push(match &look.memory.last {
        Some(sent) => breach.since(sent.moment.id),
        None => breach,
    });
}

fn cause(look: &Look<'_>) -> Fault {
    if look.memory.copy_protection_error {
        return Fault::ExitAfterCopyProtection;
    }
    let Some(sent) = &look.memory.last else {
        return Fault::ExitUnasked;
    };
    match &sent.command {
        Command::PonderHit if sent.second_hit => Fault::ExitAtSecondPonderhit,
        Command::PonderHit if !sent.busy => Fault::ExitAtIdlePonderhit,
        Command::Stop if !sent.busy => Fault::ExitAtIdleStop,
        Command::Go(go) if go.is_bare() => Fault::ExitAtBareGo,
        Command::Go(go) => foreign_word(go).map_or(Fault::ExitUnasked, Fault::ExitAtGoWord),
        Command::NewGame if !look.memory.ready_ever => Fault::ExitAtEarlyNewGame,
        Command::IsReady if !look.memory.readied && behind_new_game(look) => {
            Fault::ExitAtEarlyNewGame
        }
        Command::Debug => Fault::ExitAtDebug,
        Command::Register => Fault::ExitAtRegister,
        Command::Unknown(_) => Fault::ExitAtUnknown,
        Command::Blank => Fault::ExitAtBlank,
        Command::Hello
        | Command::IsReady
        | Command::NewGame
        | Command::SetOption { .. }
        | Command::Position(_)
        | Command::Stop
        | Command::PonderHit
        | Command::GameOver
        | Command::Quit => Fault::ExitUnasked,
    }
}

/// Whether the command before the last one began a game.
fn behind_new_game(look: &Look<'_>) -> bool {
    let previous = look.memory.previous.as_ref();
    previous.is_some_and(|sent| matches!(sent.command, Command::NewGame))
}

fn word(command: &Command) -> Text {
    match command {
        Command::Hello => say!("the handshake"),
        Command::IsReady => Text::plain("isready"),
        Command::NewGame => say!("new game"),
        Command::SetOption { .. } => Text::plain("setoption"),
        Command::Position(_) => Text::plain("position"),
        Command::Go(_) => Text::plain("go"),
        Command::Stop => Text::plain("stop"),
        Command::PonderHit => Text::plain("ponderhit"),
        Command::GameOver => Text::plain("gameover"),
        Command::Quit => Text::plain("quit"),
        Command::Debug => Text::plain("debug"),
        Command::Register => Text::plain("register"),
        Command::Blank => say!("a blank line"),
        Command::Unknown(word) => Text::plain(word),
    }
}

/// The first word of a go that not every document of the family has.
fn foreign_word(go: &Go) -> Option<GoWord> {
    let increments = go.increments.iter().any(Option::is_some);
    [
        (increments, GoWord::Increment),
        (go.search_moves.is_some(), GoWord::SearchMoves),
        (go.moves_to_go.is_some(), GoWord::MovesToGo),
        (go.depth.is_some(), GoWord::Depth),
        (go.nodes.is_some(), GoWord::Nodes),
        (go.movetime.is_some(), GoWord::MoveTime),
    ]
    .into_iter()
    .find_map(|(there, word)| there.then_some(word))
}
