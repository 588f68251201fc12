//! Ctrl-C and its relatives: once to end the run and report what is known, twice to end at once.
//!
//! On Unix `SIGINT`, `SIGTERM`, `SIGHUP` and `SIGQUIT` do that. Those of the last two that the parent of kentei
//! wants to be ignored (as `nohup` does) are ignored.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
#[cfg(unix)]
use std::{sync::mpsc, thread};

use super::failure::{Exit, Failure};
use super::screen;
use super::terminal::Saved;

/// What lasts as long as a run: the terminal's settings are restored at its end.
#[derive(Debug)]
pub(super) struct Guard(Arc<Saved>);

impl Drop for Guard {
    fn drop(&mut self) {
        self.0.restore();
    }
}

/// Whether nothing is played, so that the first interrupt ends kentei at once.
static IDLE: AtomicBool = AtomicBool::new(false);

/// Says that nothing is played from now on, or that something is.
pub(super) fn idle(idle: bool) {
    IDLE.store(idle, Ordering::SeqCst);
}

/// Prepares this process for engines: they get a launcher each, the first interrupt sets `cancel`, and the second
/// kills all engines and ends the process.
///
/// # Errors
///
/// Where the system has no thread for it: then there would be none for an engine either.
pub(super) fn listen(cancel: &Arc<AtomicBool>) -> Result<Guard, Failure> {
    #[cfg(target_os = "linux")]
    super::launcher::use_launcher();
    let saved = Arc::new(Saved::now());
    let (cancel, terminal) = (Arc::clone(cancel), Arc::clone(&saved));
    let handler = move || {
        if cancel.swap(true, Ordering::SeqCst) {
            end(&terminal);
        }
        if IDLE.load(Ordering::SeqCst) {
            screen::note("\n");
        } else {
            screen::message(&say!(
                "\ninterrupted: waiting for running scenarios; interrupt again to end at once"
            ));
        }
    };
    set(handler).map_err(|error| {
        let message =
            say!("cannot prepare the run: no thread to listen for interrupts: {error}", error);
        Failure::could_not_judge(message)
            .hint(say!("a higher limit on processes (`ulimit -u`) or on memory"))
    })?;
    Ok(Guard(saved))
}

/// Makes a file that becomes longer than it may be (`ulimit -f`) an error of its write. The system would end the
/// process in the middle of it.
pub(super) fn survive_long_files() {
    // Where that cannot be set, the system's way remains.
    #[cfg(unix)]
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
}

#[cfg(unix)]
fn set(handler: impl Fn() + Send + 'static) -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
    use signal_hook::iterator::Signals;

    let (give, take) = mpsc::channel::<Signals>();
    // The thread first: a signal that is caught and not handled could not end the process.
    let listener = thread::Builder::new().name("interrupt".to_owned());
    listener.spawn(move || {
        if let Ok(mut signals) = take.recv() {
            signals.forever().for_each(|_| handler());
        }
    })?;
    let mut signals = vec![SIGINT, SIGTERM];
    signals.extend([SIGHUP, SIGQUIT].into_iter().filter(|signal| !ignored(*signal)));
    // It is gone only if it has panicked.
    let _ = give.send(Signals::new(signals)?);
    Ok(())
}

/// Whether the parent of this process wants a signal to be ignored; where the system does not say, no.
#[cfg(unix)]
fn ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mut lines = status.lines();
    let mask = lines.find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}

#[cfg(not(unix))]
fn set(handler: impl Fn() + Send + 'static) -> io::Result<()> {
    ctrlc::set_handler(handler).map_err(io::Error::other)
}

#[expect(clippy::exit, reason = "the second interrupt may not wait for anything")]
fn end(terminal: &Saved) -> ! {
    crate::engine::kill_all();
    terminal.restore();
    std::process::exit(Exit::CouldNotJudge as i32);
}
