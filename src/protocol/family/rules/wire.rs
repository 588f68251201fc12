//! Unfinished lines, and input that is not read.

use crate::protocol::family::fault::Fault;
use crate::protocol::family::reply::{self, Reply};
use crate::protocol::family::rule::{Breach, Look, Rule};
use crate::transcript::{EventKind, LineEnd};

pub(super) const RULE: Rule = Rule {
    name: "wire",
    of_text: false,
    check,
};

fn check(look: &Look<'_>, breaches: &mut Vec<Breach>) {
    if look.leaving() {
        return;
    }
    match &look.event.kind {
        EventKind::Partial(bytes) => unfinished(look, bytes, breaches),
        EventKind::Received(line) if line.end == LineEnd::None => {
            unfinished(look, &line.bytes, breaches)
        }
        EventKind::WriteFailed(reason) if !look.memory.exited && reason.contains("not read") => {
            let message = format!("the engine does not read its input: {reason}");
            let mut breach = look
                .breach(Fault::NotReading, message)
                .expected("input to be read at all times");
            breach.got = reason.clone();
            breaches.push(breach);
        }
        EventKind::Received(_)
        | EventKind::Sent { .. }
        | EventKind::Stderr(_)
        | EventKind::EndOfStream(_)
        | EventKind::InputClosed
        | EventKind::WriteFailed(_)
        | EventKind::Exit(_)
        | EventKind::Overdue(_)
        | EventKind::Step { .. } => {}
    }
}

fn unfinished(look: &Look<'_>, bytes: &[u8], breaches: &mut Vec<Breach>) {
    if look.memory.partial.is_some() {
        return;
    }
    let (reply, _) = reply::read(look.table, bytes);
    let fault = match reply {
        Reply::Blank => return,
        Reply::Other(_) => Fault::UnfinishedText,
        Reply::Info(info) if !info.data => Fault::UnfinishedText,
        Reply::IdName(_)
        | Reply::IdAuthor(_)
        | Reply::IdOther(_)
        | Reply::Option(_)
        | Reply::HelloEnd
        | Reply::ReadyOk
        | Reply::BestMove(_)
        | Reply::Checkmate(_)
        | Reply::Info(_)
        | Reply::CopyProtection(_)
        | Reply::Registration(_) => Fault::UnfinishedReply,
    };
    let message = "a line stays without its end, so that a GUI never sees it";
    breaches.push(
        look.breach(fault, message)
            .expected("a newline behind the line"),
    );
}
