//! The process lives until quit, and then goes.

use crate::lang::Text;
use crate::protocol::family::command::{Command, Go};
use crate::protocol::family::rule::{InfoFilter, Rule, RuleContext, Violation};
use crate::protocol::family::violation_id::{GoWord, ViolationId};
use crate::transcript::{EventKind, ExitStatus};

pub(super) const RULE: Rule =
    Rule { name: "lifetime", is_syntactic: false, info_filter: InfoFilter::None, check };

fn check(context: &RuleContext<'_>, violations: &mut Vec<Violation>) {
    let EventKind::Exit(status) = &context.event.kind else {
        return;
    };
    let got = match status {
        ExitStatus::Code(code) => say!("exit with status {code}", code),
        ExitStatus::Signal(signal) => say!("death by signal {signal}", signal),
    };
    if let Some(quit) = context.state.quit {
        let id = match status {
            ExitStatus::Code(0) => return,
            ExitStatus::Code(_) => ViolationId::QuitStatus,
            ExitStatus::Signal(_) => ViolationId::QuitSignal,
        };
        let message = say!("{got} after quit", got);
        violations.push(
            context
                .violation(id, message)
                .expected(say!("status 0"))
                .got(got)
                .since(quit.moment.id),
        );
        return;
    }
    if context.state.input_closed.is_some() {
        return;
    }
    let id = cause(context);
    let message = match &context.state.last {
        Some(sent) => say!(
            "{got}, although quit had not been sent (last command: {command})",
            got,
            command = word(&sent.command)
        ),
        None => say!("{got}, before anything was sent", got),
    };
    let violation =
        context.violation(id, message).expected(say!("the process alive until quit")).got(got);
    violations.push(match &context.state.last {
        Some(sent) => violation.since(sent.moment.id),
        None => violation,
    });
}

fn cause(context: &RuleContext<'_>) -> ViolationId {
    if context.state.copy_protection_error {
        return ViolationId::ExitAfterCopyProtection;
    }
    let Some(sent) = &context.state.last else {
        return ViolationId::ExitUnasked;
    };
    match &sent.command {
        Command::PonderHit if sent.second_hit => ViolationId::ExitAtSecondPonderhit,
        Command::PonderHit if !sent.busy => ViolationId::ExitAtIdlePonderhit,
        Command::Stop if !sent.busy => ViolationId::ExitAtIdleStop,
        Command::Go(go) if go.is_bare() => ViolationId::ExitAtBareGo,
        Command::Go(go) => {
            foreign_word(go).map_or(ViolationId::ExitUnasked, ViolationId::ExitAtGoWord)
        }
        Command::NewGame if !context.state.ready_ever => ViolationId::ExitAtEarlyNewGame,
        Command::IsReady if !context.state.readied && behind_new_game(context) => {
            ViolationId::ExitAtEarlyNewGame
        }
        Command::Debug => ViolationId::ExitAtDebug,
        Command::Register => ViolationId::ExitAtRegister,
        Command::Unknown(_) => ViolationId::ExitAtUnknown,
        Command::Blank => ViolationId::ExitAtBlank,
        Command::Hello
        | Command::IsReady
        | Command::NewGame
        | Command::SetOption { .. }
        | Command::Position(_)
        | Command::Stop
        | Command::PonderHit
        | Command::GameOver
        | Command::Quit => ViolationId::ExitUnasked,
    }
}

/// Whether the command before the last one began a game.
fn behind_new_game(context: &RuleContext<'_>) -> bool {
    let previous = context.state.previous.as_ref();
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
