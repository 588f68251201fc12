//! Messages that the harness waited for and that did not come.

use std::time::Duration;

use crate::lang::Text;
use crate::protocol::family::epoch::{Epoch, Mode};
use crate::protocol::family::reply::Reply;
use crate::protocol::family::rule::{InfoFilter, Rule, RuleContext, Violation};
use crate::protocol::family::state::{ProtocolState, Unfinished};
use crate::protocol::family::violation_id::{ViolationId, violations};
use crate::transcript::{EventKind, Overdue};

pub(super) const RULE: Rule = Rule {
    name: "missing-reply",
    ignores_probe: false,
    info_filter: InfoFilter::None,
    violations: &[VIOLATIONS],
    check,
};

violations! {
    /// The search continued to send info lines after `stop`, as if `stop` had not been read.
    STOP_IGNORED = "stop-ignored",
    /// The end of the handshake never came.
    HANDSHAKE_MISSING = "handshake-missing",
    /// The end of the handshake came too late.
    HANDSHAKE_LATE = "handshake-late",
    /// A reply was held back in a buffer.
    REPLY_BUFFERED = "reply-buffered",
    /// No `readyok`, although no search is running.
    READY_MISSING = "ready-missing",
    /// No `readyok` during a search.
    READY_MISSING_BUSY = "ready-missing-busy",
    /// No reply to an ordinary search.
    REPLY_MISSING = "reply-missing",
    /// No reply to a bare `go`, not even after `stop`.
    REPLY_MISSING_BARE_GO = "reply-missing-bare-go",
    /// No reply after `stop`.
    REPLY_MISSING_STOP = "reply-missing-stop",
    /// No reply after `stop` in a ponder search.
    REPLY_MISSING_PONDER_STOP = "reply-missing-ponder-stop",
    /// No reply after `ponderhit`.
    REPLY_MISSING_PONDERHIT = "reply-missing-ponderhit",
    /// No reply to a mate search.
    REPLY_MISSING_MATE = "reply-missing-mate",
    /// No reply after `stop` in a mate search.
    REPLY_MISSING_MATE_STOP = "reply-missing-mate-stop",
    /// No reply at a root without a legal move.
    REPLY_MISSING_NO_MOVE = "reply-missing-no-move",
    /// `quit` did not end the engine while no search was running.
    QUIT_IGNORED = "quit-ignored",
    /// `quit` did not end the engine while it was searching.
    QUIT_IGNORED_BUSY = "quit-ignored-busy",
    /// `quit` did not end the engine before its first `readyok`.
    QUIT_IGNORED_EARLY = "quit-ignored-early",
    /// `quit` directly after the handshake did not end the engine.
    QUIT_IGNORED_BOOTED = "quit-ignored-booted",
    /// The end of its input did not end the engine.
    EOF_IGNORED = "eof-ignored",
    /// After the end of the engine, another process still keeps its output open.
    SURVIVOR = "survivor",
}

fn check(context: &RuleContext<'_>, violations: &mut Vec<Violation>) {
    match &context.event.kind {
        EventKind::Overdue(overdue) => {
            if let Some(violation) = overdue_breach(context, overdue) {
                violations.push(violation);
            }
        }
        EventKind::Received(_) => came_after_all(context, violations),
        EventKind::Sent { .. }
        | EventKind::Stderr(_)
        | EventKind::Partial(_)
        | EventKind::EndOfStream(_)
        | EventKind::InputClosed
        | EventKind::WriteFailed(_)
        | EventKind::Exit(_)
        | EventKind::Step { .. } => {}
    }
}

fn waited(
    context: &RuleContext<'_>,
    overdue: &Overdue,
    id: ViolationId,
    message: Text,
) -> Violation {
    let kinds = Text::any_of(&overdue.awaited);
    let limit = overdue.limit.as_millis();
    let violation = context.violation(id, say!("{message} within {limit} ms", message, limit));
    violation
        .expected(say!("{kind} within {limit} ms", kind = kinds, limit))
        .got(say!("nothing"))
        .timing()
}

fn overdue_breach(context: &RuleContext<'_>, overdue: &Overdue) -> Option<Violation> {
    let state = context.state;
    // A message without its newline, and an exit, were reported already and explain what is missing. Other text
    // without a newline explains nothing.
    if state.partial == Some(Unfinished::Message) {
        return None;
    }
    let kind = overdue.awaited.first()?.as_str();
    if state.exited && kind != "eof" {
        return None;
    }
    if state.on_stderr.iter().any(|(head, _)| head == kind) {
        // The rule `wire` reports this.
        return None;
    }
    match kind {
        "exit" => Some(no_exit(context, overdue)),
        "eof" => Some(waited(
            context,
            overdue,
            SURVIVOR,
            say!("the engine ended, but a process that it started keeps its output open"),
        )),
        "readyok" => Some(no_ready(context, overdue)),
        kind if kind == context.table.hello_end => {
            let message = say!("{kind} did not come", kind);
            let violation = waited(context, overdue, HANDSHAKE_MISSING, message);
            Some(with(violation, state.hello.map(|hello| hello.id)))
        }
        "bestmove" | "checkmate" | "nobestmove" => no_reply(context, overdue, state.current()?),
        _ => None,
    }
}

fn with(violation: Violation, event: Option<crate::transcript::EventId>) -> Violation {
    match event {
        Some(event) => violation.since(event),
        None => violation,
    }
}

fn no_exit(context: &RuleContext<'_>, overdue: &Overdue) -> Violation {
    let Some(quit) = context.state.quit else {
        let closed = context.state.input_closed.map(|closed| closed.id);
        return with(
            waited(context, overdue, EOF_IGNORED, say!("the end of input did not end the engine")),
            closed,
        );
    };
    let (id, message) = if quit.busy {
        (QUIT_IGNORED_BUSY, say!("quit did not end the engine while it was searching"))
    } else if !quit.booted || quit.ready_pending {
        (QUIT_IGNORED_EARLY, say!("quit did not end the engine before it was ready"))
    } else if !quit.ready_ever {
        (QUIT_IGNORED_BOOTED, say!("quit after the handshake did not end the engine"))
    } else {
        (QUIT_IGNORED, say!("quit did not end the engine"))
    };
    waited(context, overdue, id, message).since(quit.moment.id)
}

fn no_ready(context: &RuleContext<'_>, overdue: &Overdue) -> Violation {
    let busy = context.state.current().is_some_and(|epoch| epoch.game_over.is_none());
    let id = if busy { READY_MISSING_BUSY } else { READY_MISSING };
    let message = if busy {
        say!("readyok did not come during the search")
    } else {
        say!("readyok did not come")
    };
    with(waited(context, overdue, id, message), context.state.ready_asked.map(|asked| asked.id))
}

fn no_reply(context: &RuleContext<'_>, overdue: &Overdue, epoch: &Epoch) -> Option<Violation> {
    if epoch.reported {
        return None;
    }
    let stopped = epoch.stops.first();
    let (id, message, since) = match (epoch.mode, stopped, epoch.hits.first()) {
        (Mode::Mate, Some(stop), _) => {
            (REPLY_MISSING_MATE_STOP, say!("no reply to stop in go mate came"), stop.id)
        }
        (Mode::Mate, None, _) => (REPLY_MISSING_MATE, say!("no checkmate came"), epoch.sent.id),
        (_, _, _) if !epoch.has_move => (
            REPLY_MISSING_NO_MOVE,
            say!("no reply came where the side to move has no legal move"),
            epoch.sent.id,
        ),
        (Mode::Ponder, _, Some(hit)) => {
            (REPLY_MISSING_PONDERHIT, say!("no bestmove came after ponderhit"), hit.id)
        }
        (Mode::Ponder, Some(stop), None) => {
            (REPLY_MISSING_PONDER_STOP, say!("no bestmove came after stop in ponder"), stop.id)
        }
        (_, Some(stop), _) if thinks_on(epoch, stop.at) => (
            STOP_IGNORED,
            say!(
                "the search continued to send info lines, as if stop had not been read: no bestmove came"
            ),
            stop.id,
        ),
        (_, Some(stop), _) if epoch.go.is_bare() => (
            REPLY_MISSING_BARE_GO,
            say!("no bestmove came to a bare go, not even after stop"),
            stop.id,
        ),
        (_, Some(stop), _) => (REPLY_MISSING_STOP, say!("no bestmove came after stop"), stop.id),
        (_, None, _) => (REPLY_MISSING, say!("no bestmove came"), epoch.sent.id),
    };
    let violation = waited(context, overdue, id, message);
    // The position is shown only if it has no legal move, because that explains the missing reply.
    let root = epoch.root.as_deref().filter(|_| !epoch.has_move);
    Some(violation.board(root).since(since))
}

/// A reply that was reported as missing and that comes only when the engine ends was held back in a buffer.
fn came_after_all(context: &RuleContext<'_>, violations: &mut Vec<Violation>) {
    let Some(kind) = kind_of(context.table.hello_end, context.reply) else {
        return;
    };
    let state: &ProtocolState = context.state;
    if !state.overdue.iter().any(|known| known == kind) {
        return;
    }
    if context.leaving() {
        let message =
            say!("{kind} came only when the engine was asked to quit: it was in a buffer", kind);
        violations.push(
            context.violation(REPLY_BUFFERED, message).expected(say!("each line sent at once")),
        );
    } else if kind == context.table.hello_end
        && let Some(hello) = state.hello
    {
        let took = context.at().saturating_sub(hello.at).as_millis();
        let message = say!("{kind} took {took} ms", kind, took);
        let wanted = say!(
            "{kind} within {limit} ms",
            kind,
            limit = context.limits.named_or_reply(kind).as_millis()
        );
        let violation = context
            .violation(HANDSHAKE_LATE, message)
            .expected(wanted)
            .got(say!("{took} ms", took));
        violations.push(violation.since(hello.id).timing());
    }
}

fn kind_of(hello_end: &'static str, reply: Option<&Reply>) -> Option<&'static str> {
    match reply? {
        Reply::HelloEnd => Some(hello_end),
        Reply::ReadyOk => Some("readyok"),
        Reply::BestMove(_) => Some("bestmove"),
        Reply::Checkmate(_) => Some("checkmate"),
        Reply::IdName(_)
        | Reply::IdAuthor(_)
        | Reply::IdOther(_)
        | Reply::Option(_)
        | Reply::Info(_)
        | Reply::CopyProtection(_)
        | Reply::Registration(_)
        | Reply::Blank
        | Reply::Other(_) => None,
    }
}

/// Whether a search still wrote info lines 500 ms after its stop.
fn thinks_on(epoch: &Epoch, stop: Duration) -> bool {
    epoch.infos.last.is_some_and(|last| last > stop + Duration::from_millis(500))
}
