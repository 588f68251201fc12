//! Checks that nothing comes after the last send, or after the last message that was waited for.

use std::time::Duration;

use crate::lang::Text;
use crate::run::script::demand::{self, Demand, Owed};
use crate::run::script::session::{PendingMessage, Purpose, Woken};
use crate::run::script::state::{End, Flow, Script};
use crate::scenario::Silence;
use crate::transcript::{Window, WindowKind};

/// Waits until the window is over. Messages that arrived since the send count, too.
pub(crate) fn keep(script: &mut Script<'_, '_>, wanted: &Silence) -> Flow {
    let until = script.deadline(&wanted.lasting, script.session.last_mark);
    let left = until.saturating_sub(script.session.transport.now());
    script.session.lend_cpu_slot(left);
    let before = std::mem::replace(&mut script.session.purpose, Purpose::Window);
    let from = script.session.last_mark;
    let flow = keep_until(script, wanted, until);
    script.session.purpose = before;
    let ended = script.session.transport.now();
    script.session.recorder.window(Window {
        kind: WindowKind::Silence,
        of: wanted.of.iter().map(|&kind| kind.to_owned()).collect(),
        from,
        until,
        ended,
        line: script.session.line,
    });
    flow
}

fn keep_until(script: &mut Script<'_, '_>, wanted: &Silence, until: Duration) -> Flow {
    loop {
        while let Some(heard) = script.session.inbox.pop_front() {
            // A message before the last send was judged by the rules, and does not answer that send.
            let answers = script.session.last_send_id.is_none_or(|sent| heard.id > sent);
            if answers && breaks(wanted, &heard) {
                report(script, wanted, &heard);
                return Err(End::Unmet);
            }
        }
        if script.session.exited.is_some() && !script.session.quit_sent {
            let what = what(wanted);
            demand::gone(script, wanted.clause, wanted.at_most, &what, Owed::Silence);
            return Err(End::Unmet);
        }
        if script.session.transport.now() >= until {
            return Ok(());
        }
        if script.session.wait(until) == Woken::Cancelled {
            return Err(End::Cancelled);
        }
    }
}

/// If no kinds are named, only blank lines and free text may come.
fn breaks(wanted: &Silence, heard: &PendingMessage) -> bool {
    let kind = heard.reading.kind;
    if !wanted.of.is_empty() {
        return wanted.of.contains(&kind);
    }
    !heard.reading.is_free_text()
}

fn report(script: &mut Script<'_, '_>, wanted: &Silence, heard: &PendingMessage) {
    let ms = heard.at.saturating_sub(script.session.last_send).as_millis();
    let command = script.session.last_command();
    let kind = heard.reading.kind;
    let came = match heard.reading.field("move") {
        Some(value) => format!("{kind} {value}"),
        None => kind.to_owned(),
    };
    let demand = Demand {
        clause: wanted.clause,
        at_most: wanted.at_most,
        expected: what(wanted),
        got: Text::plain(&heard.text),
        message: if wanted.of.is_empty() {
            say!(
                "after `{command}` {came} came at {ms} ms, where nothing may come",
                command,
                came,
                ms
            )
        } else {
            let none = Text::any_of(&wanted.of);
            say!(
                "after `{command}` {came} came at {ms} ms, where no {none} may come",
                command,
                came,
                ms,
                none
            )
        },
        timing: false,
    };
    demand::report(script, demand, Some(heard.id));
}

fn what(wanted: &Silence) -> Text {
    if wanted.of.is_empty() {
        say!("silence")
    } else {
        say!("no {kind}", kind = Text::any_of(&wanted.of))
    }
}
