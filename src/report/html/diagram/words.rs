//! The texts of a sequence diagram that people read.

use std::time::Duration;

use crate::lang::Text;
use crate::report::words;
use crate::transcript::ExitStatus;

pub(super) const GUI_LANE: Text = say!("GUI (kentei)");
pub(super) const ENGINE_LANE: Text = say!("engine");
pub(super) const RAIL_TRUE: Text = say!("to scale");
pub(super) const RAIL_DRAWN: Text = say!("stretched, so that lines can be read");
pub(super) const RAIL_CUT: Text = say!("shortened");
pub(super) const LEGEND_SENT: Text = say!("sent by kentei");
pub(super) const LEGEND_CAME: Text = say!("written by the engine");
pub(super) const LEGEND_SILENCE: Text = say!("nothing may come");
pub(super) const LEGEND_WAIT: Text = say!("an answer is awaited");
pub(super) const LEGEND_DEADLINE: Text = say!("deadline");
pub(super) const LEGEND_FAULT: Text = say!("at fault");
pub(super) const SAME_WRITE: Text = say!("sent in one write");
pub(super) const STDOUT_ENDED: Text = say!("standard output ended");
pub(super) const STDERR_ENDED: Text = say!("standard error ended");
pub(super) const INPUT_CLOSED: Text = say!("standard input closed");

/// A time limit: `800 ms`, `1.5 s`, `30 s`.
fn limit(time: Duration) -> String {
    let ms = time.as_micros().div_ceil(1000);
    if ms < 1000 {
        format!("{ms} ms")
    } else {
        // Print as few digits as possible, at most three.
        format!("{} s", ms as f64 / 1000.0)
    }
}

pub(super) fn awaited(of: &str, limit: Duration) -> String {
    format!("{of} ≤ {}", self::limit(limit))
}

pub(super) fn awaited_long(of: &str, limit: Duration, took: Duration, line: u32) -> String {
    say!(
        "waited for {of} for {took}, at most {limit} (line {line} of the script)",
        of,
        took = words::duration(took),
        limit = self::limit(limit),
        line
    )
    .to_string()
}

pub(super) fn silence(of: &str, length: Duration) -> String {
    let length = limit(length);
    if of.is_empty() {
        say!("silence {length}", length).to_string()
    } else {
        say!("no {of} {length}", of, length).to_string()
    }
}

pub(super) fn silence_long(of: &str, length: Duration, line: u32) -> String {
    let length = limit(length);
    let text = if of.is_empty() {
        say!("for {length} nothing may come (line {line} of the script)", length, line)
    } else {
        say!("for {length} no {of} may come (line {line} of the script)", length, of, line)
    };
    text.to_string()
}

pub(super) fn pause(length: Duration) -> String {
    say!("pause {length}", length = limit(length)).to_string()
}

pub(super) fn overdue(awaited: &str, limit: Duration) -> String {
    say!("no {kind} within {limit}", kind = awaited, limit = self::limit(limit)).to_string()
}

pub(super) fn deadline(limit: Duration) -> String {
    say!("deadline, {limit}", limit = self::limit(limit)).to_string()
}

pub(super) fn scale(tick: &str) -> String {
    say!("a tick every {tick}", tick).to_string()
}

pub(super) fn diagram_of(id: &str, events: usize) -> String {
    say!("Sequence diagram of {id}; the transcript has its {events} lines as text", id, events)
        .to_string()
}

pub(super) fn write_failed(why: &str) -> String {
    say!("the engine does not take input: {why}", why).to_string()
}

pub(super) fn exit(status: ExitStatus) -> String {
    say!("the process {exit}", exit = words::exit(status)).to_string()
}
