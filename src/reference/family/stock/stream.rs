//! Defects of the streams.

use std::time::{Duration, Instant};

use crate::reference::Ending;
use crate::reference::family::shared_state::SharedState;
use crate::reference::family::{Board, Dialect, Hooks};

/// The longest time for which an engine stays after the end of its input.
const PATIENCE: Duration = Duration::from_secs(60);

/// Changes or removes lines after the first handshake.
pub(in crate::reference) fn change_second_handshake<D: Dialect>(
    hooks: &mut Hooks<D::Board>,
    change: fn(&str) -> Option<String>,
) {
    let mut greeted = false;
    hooks.write = Some(Box::new(move |line| {
        let changed = if greeted { change(line) } else { Some(line.to_owned()) };
        greeted |= line == D::HELLO_DONE;
        changed.map_or_else(Vec::new, |line| format!("{line}\n").into_bytes())
    }));
}

/// Leaves out one option in the second handshake.
pub(in crate::reference) fn forget_an_option<D: Dialect>(hooks: &mut Hooks<D::Board>) {
    change_second_handshake::<D>(hooks, |line| {
        let option = line.strip_prefix("option name ");
        let lost = option.is_some_and(|option| option.starts_with(D::MULTI_PV));
        (!lost).then(|| line.to_owned())
    });
}

/// Writes one info line into the middle of another, again and again.
pub(in crate::reference) fn tear_infos<B: Board>(hooks: &mut Hooks<B>) {
    let mut torn: Option<String> = None;
    hooks.write = Some(Box::new(move |line| {
        let whole = format!("{line}\n").into_bytes();
        match torn.take() {
            None if line.starts_with("info depth") => {
                torn = Some(line.to_owned());
                Vec::new()
            }
            None => whole,
            Some(first) if line.starts_with("info depth") => {
                let (head, tail) = first.split_at(first.len() / 2);
                format!("{head}{line}\n{tail}\n").into_bytes()
            }
            Some(first) => [first.as_bytes(), b"\n", &whole].concat(),
        }
    }));
}

/// Fills the error stream at the start.
pub(in crate::reference) fn chatter_on_errors<B: Board>(hooks: &mut Hooks<B>) {
    hooks.start = Some(Box::new(|shared| {
        let block = b"loading weights ...............................................\n".repeat(16);
        for _ in 0..1024 * 1024 / block.len() + 1 {
            shared.complain(&block);
        }
    }));
}

/// Stays when its input has ended.
pub(in crate::reference) fn linger<B: Board>(hooks: &mut Hooks<B>) {
    hooks.eof = Some(Box::new(|shared: &SharedState| {
        shared.nap(PATIENCE);
        Ending::Exit(0)
    }));
}

/// Writes without end when its input has ended.
pub(in crate::reference) fn keep_talking<B: Board>(hooks: &mut Hooks<B>) {
    hooks.eof = Some(Box::new(|shared: &SharedState| {
        let begun = Instant::now();
        while begun.elapsed() < PATIENCE && shared.write(b"command ready\n") {}
        Ending::Exit(0)
    }));
}
