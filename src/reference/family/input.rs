//! The reading thread: it cuts the input into lines.

use std::io::{ErrorKind, Read};
use std::sync::mpsc::SyncSender;

/// What the command thread waits for.
pub(in crate::reference) enum Event {
    /// A line without its LF; a CR is kept.
    Line(Vec<u8>),
    /// The end of input.
    End,
    /// The state of the engine has changed.
    Wake,
}

/// How the reader cuts its input.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(in crate::reference) enum Reading {
    /// Every line is passed on when it is complete.
    #[default]
    Stream,
    /// Only the first of the lines that come in one read is passed on; the others wait for the next read.
    OnePerRead,
    /// Defect: each read is taken to consist of whole lines, so a line that comes in two reads becomes two lines.
    Chunks,
}

/// Reads until the end of input, or until the command thread has ended. A last line without LF counts.
pub(in crate::reference) fn read(
    mut input: Box<dyn Read + Send>,
    reading: Reading,
    events: &SyncSender<Event>,
) {
    let mut buffer = vec![0; 64 * 1024];
    let mut pending: Vec<u8> = Vec::new();
    // The search for the next LF begins here, so that the start of a long line is not scanned again at each read.
    let mut seen = 0;
    loop {
        let count = match input.read(&mut buffer) {
            Ok(0) => break,
            Ok(count) => count,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(_) => break,
        };
        pending.extend_from_slice(&buffer[..count]);
        let mut start = 0;
        while let Some(length) = pending[seen..].iter().position(|&byte| byte == b'\n') {
            let line = pending[start..seen + length].to_vec();
            seen += length + 1;
            start = seen;
            if events.send(Event::Line(line)).is_err() {
                return;
            }
            if reading == Reading::OnePerRead {
                break;
            }
        }
        pending.drain(..start);
        seen = match reading {
            Reading::Stream => pending.len(),
            Reading::OnePerRead => 0,
            Reading::Chunks => {
                let torn = std::mem::take(&mut pending);
                if !torn.is_empty() && events.send(Event::Line(torn)).is_err() {
                    return;
                }
                0
            }
        };
    }
    if !pending.is_empty() && events.send(Event::Line(pending)).is_err() {
        return;
    }
    let _ = events.send(Event::End);
}
