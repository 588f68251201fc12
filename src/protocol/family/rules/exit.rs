//! The process must live until `quit`, and then end with status 0.

use crate::lang::Text;
use crate::protocol::family::command::{Command, Go};
use crate::protocol::family::rule::{InfoFilter, Rule, RuleContext, Violation};
use crate::protocol::family::violation_id::{ViolationId, violations};
use crate::transcript::{EventKind, ExitStatus};

pub(super) const RULE: Rule = Rule {
    name: "lifetime",
    ignores_probe: false,
    info_filter: InfoFilter::None,
    violations: &[VIOLATIONS, &GO_WORDS],
    check,
};

violations! {
    /// The process ended after a `copyprotection error`.
    EXIT_AFTER_COPY_PROTECTION = "exit-after-copy-protection",
    /// The process ended before `quit`.
    EXIT_UNASKED = "exit-unasked",
    /// The process ended in answer to `ponderhit` without a ponder search.
    EXIT_AT_IDLE_PONDERHIT = "exit-at-idle-ponderhit",
    /// The process ended in answer to a second `ponderhit`.
    EXIT_AT_SECOND_PONDERHIT = "exit-at-second-ponderhit",
    /// The process ended in answer to `stop` with no search running.
    EXIT_AT_IDLE_STOP = "exit-at-idle-stop",
    /// The process ended in answer to a bare `go`.
    EXIT_AT_BARE_GO = "exit-at-bare-go",
    /// The process ended after a position without a move count, which not every document requires.
    EXIT_AT_SHORT_POSITION = "exit-at-short-position",
    /// The process ended at the new-game command before the first `isready`.
    EXIT_AT_EARLY_NEW_GAME = "exit-at-early-new-game",
    /// The process ended in answer to `debug`.
    EXIT_AT_DEBUG = "exit-at-debug",
    /// The process ended in answer to `register`.
    EXIT_AT_REGISTER = "exit-at-register",
    /// The process ended in answer to an unknown command.
    EXIT_AT_UNKNOWN = "exit-at-unknown",
    /// The process ended in answer to a blank line.
    EXIT_AT_BLANK = "exit-at-blank",
    /// A signal ended the process after `quit`.
    QUIT_SIGNAL = "quit-signal",
    /// The process ended with a status other than 0 after `quit`.
    QUIT_STATUS = "quit-status",
}

/// The process ended in answer to a word of `go` that not every document has.
const EXIT_AT_GO_WORD: ViolationId = ViolationId::new(
    "exit-at-go-word",
    "The process ended in answer to a word of `go` that not every document has.",
);

/// The violation for each of these words, in the order in which they are looked for.
const GO_WORDS: [ViolationId; 6] = [
    EXIT_AT_GO_WORD.about("increment"),
    EXIT_AT_GO_WORD.about("searchmoves"),
    EXIT_AT_GO_WORD.about("movestogo"),
    EXIT_AT_GO_WORD.about("depth"),
    EXIT_AT_GO_WORD.about("nodes"),
    EXIT_AT_GO_WORD.about("movetime"),
];

fn check(context: &RuleContext<'_>, violations: &mut Vec<Violation>) {
    let EventKind::Exit(status) = &context.event.kind else {
        return;
    };
    let got = match status {
        ExitStatus::Code(code) => say!("exit with status {code}", code),
        ExitStatus::Signal(signal) => match status.signal_name() {
            Some(name) => say!("killed by signal {signal} ({name})", signal, name),
            None => say!("killed by signal {signal}", signal),
        },
    };
    if let Some(quit) = context.state.quit {
        let id = match status {
            ExitStatus::Code(0) => return,
            ExitStatus::Code(_) => QUIT_STATUS,
            ExitStatus::Signal(_) => QUIT_SIGNAL,
        };
        let message = say!("{got} after quit", got);
        let violation = context.violation(id, message).expected(say!("status 0")).got(got);
        violations.push(maybe_by_host(violation, *status).since(quit.moment.id));
        return;
    }
    if context.state.input_closed.is_some() {
        return;
    }
    let id = cause(context);
    let message = match &context.state.last {
        Some(sent) => say!(
            "the engine ended without quit: {got} after {command}",
            got,
            command = word(context, &sent.command)
        ),
        None => say!("the engine ended before anything was sent: {got}", got),
    };
    let violation =
        context.violation(id, message).expected(say!("the process alive until quit")).got(got);
    let violation = maybe_by_host(violation, *status);
    violations.push(match &context.state.last {
        Some(sent) => violation.since(sent.moment.id),
        None => violation,
    });
}

/// Marks an end whose cause may be the host. Played again in isolation, the engine has all the memory.
fn maybe_by_host(violation: Violation, status: ExitStatus) -> Violation {
    if status.is_kill() { violation.timing() } else { violation }
}

fn cause(context: &RuleContext<'_>) -> ViolationId {
    if context.state.copy_protection_error {
        return EXIT_AFTER_COPY_PROTECTION;
    }
    let Some(sent) = &context.state.last else {
        return EXIT_UNASKED;
    };
    match &sent.command {
        Command::PonderHit if sent.second_hit => EXIT_AT_SECOND_PONDERHIT,
        Command::PonderHit if !sent.busy => EXIT_AT_IDLE_PONDERHIT,
        Command::Stop if !sent.busy => EXIT_AT_IDLE_STOP,
        Command::Go(go) if go.is_bare() => EXIT_AT_BARE_GO,
        Command::Go(go) => foreign_word(context, go).unwrap_or(after_position(context)),
        Command::NewGame if !context.state.ready_ever => EXIT_AT_EARLY_NEW_GAME,
        Command::IsReady if !context.state.readied && after_new_game(context) => {
            EXIT_AT_EARLY_NEW_GAME
        }
        Command::Debug => EXIT_AT_DEBUG,
        Command::Register => EXIT_AT_REGISTER,
        Command::Unknown(_) => EXIT_AT_UNKNOWN,
        Command::Blank => EXIT_AT_BLANK,
        Command::Position(_) | Command::Stop | Command::PonderHit => after_position(context),
        Command::Hello
        | Command::IsReady
        | Command::NewGame
        | Command::SetOption { .. }
        | Command::BanMoves(_)
        | Command::GameOver
        | Command::Quit => EXIT_UNASKED,
    }
}

/// The violation of an engine that ended after a position, or in a search of it.
fn after_position(context: &RuleContext<'_>) -> ViolationId {
    if context.state.short_position { EXIT_AT_SHORT_POSITION } else { EXIT_UNASKED }
}

/// Whether the command before the last one was the new-game command.
fn after_new_game(context: &RuleContext<'_>) -> bool {
    let previous = context.state.earlier.front();
    previous.is_some_and(|sent| matches!(sent.command, Command::NewGame))
}

fn word(context: &RuleContext<'_>, command: &Command) -> Text {
    match command {
        Command::Hello => Text::plain(context.table.hello),
        Command::IsReady => Text::plain("isready"),
        Command::NewGame => say!("new game"),
        Command::SetOption { .. } => Text::plain("setoption"),
        Command::Position(_) => Text::plain("position"),
        Command::Go(_) => Text::plain("go"),
        Command::BanMoves(_) => Text::plain("banmoves"),
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

/// The violation for the first word of a `go` that not every document has, and that was not in the `go` that the engine
/// answered last.
fn foreign_word(context: &RuleContext<'_>, go: &Go) -> Option<ViolationId> {
    let known = context.state.closed.as_ref().map(|closed| words_of(&closed.epoch.go));
    let mut words = words_of(go).into_iter().zip(known.unwrap_or_default()).zip(GO_WORDS);
    words.find_map(|((there, known), id)| (there && !known).then_some(id))
}

/// Which of the words of [`GO_WORDS`] a `go` has.
fn words_of(go: &Go) -> [bool; GO_WORDS.len()] {
    [
        go.increments.iter().any(Option::is_some),
        go.search_moves.is_some(),
        go.moves_to_go.is_some(),
        go.depth.is_some(),
        go.nodes.is_some(),
        go.movetime.is_some(),
    ]
}
