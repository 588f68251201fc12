//! What the harness waited for in vain, in the words of the clause that it breaks.

use std::time::Duration;

use crate::lang::Text;
use crate::protocol::family::epoch::{Epoch, Mode};
use crate::protocol::family::fault::Fault;
use crate::protocol::family::memory::{Memory, Unfinished};
use crate::protocol::family::reply::Reply;
use crate::protocol::family::rule::{Breach, Look, OfInfo, Rule};
use crate::transcript::{EventKind, Overdue};

pub(super) const RULE: Rule = Rule {
    name: "missing-reply",
    of_text: false,
    of_info: OfInfo::None,
    check,
};

fn check(look: &Look<'_>, breaches: &mut Vec<Breach>) {
    match &look.event.kind {
        EventKind::Overdue(overdue) => {
            if let Some(breach) = overdue_breach(look, overdue) {
                breaches.push(breach);
            }
        }
        EventKind::Received(_) => came_after_all(look, breaches),
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

fn waited(look: &Look<'_>, overdue: &Overdue, fault: Fault, message: Text) -> Breach {
    let kinds = Text::any_of(&overdue.awaited);
    let limit = overdue.limit.as_millis();
    let breach = look.breach(fault, say!("{message} within {limit} ms", message, limit));
    breach
        .expected(say!("{kind} within {limit} ms", kind = kinds, limit))
        .got(say!("nothing"))
        .timing()
}

fn overdue_breach(look: &Look<'_>, overdue: &Overdue) -> Option<Breach> {
    let memory = look.memory;
    // A message without its newline and an exit have been reported, and explain what is missing. Other text
    // without its end explains nothing.
    if memory.partial == Some(Unfinished::Message) {
        return None;
    }
    let kind = overdue.awaited.first()?.as_str();
    if memory.exited && kind != "eof" {
        return None;
    }
    if memory.on_stderr.iter().any(|(head, _)| head == kind) {
        // The rule of the wire tells it.
        return None;
    }
    match kind {
        "exit" => Some(no_exit(look, overdue)),
        "eof" => Some(waited(
            look,
            overdue,
            Fault::Survivor,
            say!("the engine's output was not released"),
        )),
        "readyok" => Some(no_ready(look, overdue)),
        kind if kind == look.table.hello_end => {
            let message = say!("{kind} did not come", kind);
            let breach = waited(look, overdue, Fault::HandshakeMissing, message);
            Some(with(breach, memory.hello.map(|hello| hello.id)))
        }
        "bestmove" | "checkmate" => no_reply(look, overdue, memory.current()?),
        _ => None,
    }
}

fn with(breach: Breach, event: Option<crate::transcript::EventId>) -> Breach {
    match event {
        Some(event) => breach.since(event),
        None => breach,
    }
}

fn no_exit(look: &Look<'_>, overdue: &Overdue) -> Breach {
    let Some(quit) = look.memory.quit else {
        let closed = look.memory.input_closed.map(|closed| closed.id);
        return with(
            waited(
                look,
                overdue,
                Fault::EofIgnored,
                say!("the end of input did not end the engine"),
            ),
            closed,
        );
    };
    let (fault, message) = if quit.busy {
        (
            Fault::QuitIgnoredBusy,
            say!("quit did not end the engine while it was searching"),
        )
    } else if !quit.booted || quit.ready_pending {
        (
            Fault::QuitIgnoredEarly,
            say!("quit did not end the engine before it was ready"),
        )
    } else if !quit.ready_ever {
        (
            Fault::QuitIgnoredBooted,
            say!("quit behind the handshake did not end the engine"),
        )
    } else {
        (Fault::QuitIgnored, say!("quit did not end the engine"))
    };
    waited(look, overdue, fault, message).since(quit.moment.id)
}

fn no_ready(look: &Look<'_>, overdue: &Overdue) -> Breach {
    let busy = look
        .memory
        .current()
        .is_some_and(|epoch| epoch.game_over.is_none());
    let fault = if busy {
        Fault::ReadyMissingBusy
    } else {
        Fault::ReadyMissing
    };
    let message = if busy {
        say!("readyok did not come during the search")
    } else {
        say!("readyok did not come")
    };
    with(
        waited(look, overdue, fault, message),
        look.memory.ready_asked.map(|asked| asked.id),
    )
}

fn no_reply(look: &Look<'_>, overdue: &Overdue, epoch: &Epoch) -> Option<Breach> {
    if epoch.told {
        return None;
    }
    let stopped = epoch.stops.first();
    let (fault, message, since) = match (epoch.mode, stopped, epoch.hits.first()) {
        (Mode::Mate, Some(stop), _) => (
            Fault::ReplyMissingMateStop,
            say!("no reply to stop in go mate came"),
            stop.id,
        ),
        (Mode::Mate, None, _) => (
            Fault::ReplyMissingMate,
            say!("no checkmate came"),
            epoch.sent.id,
        ),
        (_, _, _) if !epoch.has_move => (
            Fault::ReplyMissingNoMove,
            say!("no reply came where the side to move has no legal move"),
            epoch.sent.id,
        ),
        (Mode::Ponder, _, Some(hit)) => (
            Fault::ReplyMissingPonderhit,
            say!("no bestmove came behind ponderhit"),
            hit.id,
        ),
        (Mode::Ponder, Some(stop), None) => (
            Fault::ReplyMissingPonderStop,
            say!("no bestmove came behind stop in ponder"),
            stop.id,
        ),
        (_, Some(stop), _) if thinks_on(epoch, stop.at) => (
            Fault::NotReading,
            say!("the search went on aloud, as if stop had not been read: no bestmove came"),
            stop.id,
        ),
        (_, Some(stop), _) if epoch.go.is_bare() => (
            Fault::ReplyMissingBareGo,
            say!("no bestmove came to a bare go, not even behind stop"),
            stop.id,
        ),
        (_, Some(stop), _) => (
            Fault::ReplyMissingStop,
            say!("no bestmove came behind stop"),
            stop.id,
        ),
        (_, None, _) => (Fault::ReplyMissing, say!("no bestmove came"), epoch.sent.id),
    };
    let breach = waited(look, overdue, fault, message);
    Some(breach.board(epoch.root.as_deref()).since(since))
}

/// A reply that was told as missing and comes when the engine leaves had only been held back.
fn came_after_all(look: &Look<'_>, breaches: &mut Vec<Breach>) {
    let Some(kind) = kind_of(look.table.hello_end, look.reply) else {
        return;
    };
    let memory: &Memory = look.memory;
    if !memory.overdue.iter().any(|known| known == kind) {
        return;
    }
    if look.leaving() {
        let message = say!(
            "{kind} came only when the engine was told to leave: it sat in a buffer",
            kind
        );
        breaches.push(
            look.breach(Fault::ReplyBuffered, message)
                .expected(say!("each line sent at once")),
        );
    } else if kind == look.table.hello_end
        && let Some(hello) = memory.hello
    {
        let took = look.at().saturating_sub(hello.at).as_millis();
        let message = say!("{kind} took {took} ms", kind, took);
        let wanted = say!(
            "{kind} within {limit} ms",
            kind,
            limit = look.limits.named_or_reply(kind).as_millis()
        );
        let breach = look
            .breach(Fault::HandshakeLate, message)
            .expected(wanted)
            .got(say!("{took} ms", took));
        breaches.push(breach.since(hello.id).timing());
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

/// Whether a search still talks well after its stop.
fn thinks_on(epoch: &Epoch, stop: Duration) -> bool {
    epoch
        .infos
        .last
        .is_some_and(|last| last > stop + Duration::from_millis(500))
}
