//! Unfinished lines, and input that is not read.

use crate::lang::Text;
use crate::protocol::family::fault::Fault;
use crate::protocol::family::memory::Unfinished;
use crate::protocol::family::rule::{Breach, Look, OfInfo, Rule};
use crate::transcript::{EventKind, LineEnd, Overdue};

pub(super) const RULE: Rule = Rule {
    name: "wire",
    of_text: false,
    of_info: OfInfo::Unusual,
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
            let message = say!("the engine does not read its input: {reason}", reason);
            let mut breach = look
                .breach(Fault::NotReading, message)
                .expected(say!("input to be read at all times"));
            breach.got = Text::plain(reason);
            breaches.push(breach);
        }
        EventKind::Overdue(overdue) => wrong_stream(look, overdue, breaches),
        EventKind::Received(_)
        | EventKind::Sent { .. }
        | EventKind::Stderr(_)
        | EventKind::EndOfStream(_)
        | EventKind::InputClosed
        | EventKind::WriteFailed(_)
        | EventKind::Exit(_)
        | EventKind::Step { .. } => {}
    }
}

fn unfinished(look: &Look<'_>, bytes: &[u8], breaches: &mut Vec<Breach>) {
    if look.memory.partial.is_some() {
        return;
    }
    let fault = match Unfinished::of(look.table, bytes) {
        Unfinished::Blank => return,
        Unfinished::Text => Fault::UnfinishedText,
        Unfinished::Message => Fault::UnfinishedReply,
    };
    let message = say!("a line stays without its end, so that a GUI never sees it");
    // The rest of the line may only be late, where the engine or the host is busy.
    let breach = look.breach(fault, message).timing();
    breaches.push(breach.expected(say!("a newline behind the line")));
}

/// What is missing on standard output may have gone to the other stream.
fn wrong_stream(look: &Look<'_>, overdue: &Overdue, breaches: &mut Vec<Breach>) {
    let awaited = |head: &str| overdue.awaited.iter().any(|kind| kind == head);
    let seen = look.memory.on_stderr.iter().find(|(head, _)| awaited(head));
    if let Some((head, seen)) = seen {
        let message = say!("{head} came on standard error alone", head);
        let breach = look
            .breach(Fault::RepliesOnStderr, message)
            .expected(say!("it on standard output"));
        breaches.push(
            breach
                .got(say!("nothing on standard output"))
                .since(seen.id),
        );
    }
}
