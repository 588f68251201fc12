//! Ctrl-C and similar signals: the first ends the run and reports the results so far, the second ends kentei at once.
//! The same signal again within half a second is no second one: `timeout` sends its signal to its child and then to the
//! whole process group, so that kentei receives it twice.
//!
//! On Unix these are `SIGINT`, `SIGTERM`, `SIGHUP` and `SIGQUIT`. `SIGHUP` and `SIGQUIT` stay ignored if the parent of
//! kentei has set them so (as `nohup` does).

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
#[cfg(unix)]
use std::{sync::mpsc, thread};

use super::failure::{Exit, Failure};
use super::screen;
use super::terminal::Saved;

/// Exists as long as a run; when it is dropped, the settings of the terminal are restored.
#[derive(Debug)]
pub(super) struct Guard(Arc<Saved>);

impl Drop for Guard {
    fn drop(&mut self) {
        self.0.restore();
    }
}

/// The time in which the same signal counts once.
const SAME_SIGNAL: Duration = Duration::from_millis(500);

/// Whether nothing is being played, so that the first interrupt ends kentei at once.
static IDLE: AtomicBool = AtomicBool::new(false);

/// Sets whether nothing is being played from now on.
pub(super) fn idle(idle: bool) {
    IDLE.store(idle, Ordering::SeqCst);
}

/// Whether there was an interrupt. Unlike the flag that ends a run, this is never reset, and no limit sets it.
static HEARD: AtomicBool = AtomicBool::new(false);

/// Whether the user has interrupted kentei.
pub(super) fn was_heard() -> bool {
    HEARD.load(Ordering::SeqCst)
}

/// Prepares this process for engines: each engine is started by a launcher, the first interrupt sets `cancel`, and the
/// second interrupt kills all engines and ends the process.
///
/// # Errors
///
/// If the system cannot start a thread to listen; then it could not start the threads for an engine either.
pub(super) fn listen(cancel: &Arc<AtomicBool>) -> Result<Guard, Failure> {
    #[cfg(target_os = "linux")]
    super::launcher::use_launcher();
    let saved = Arc::new(Saved::now());
    let (cancel, terminal) = (Arc::clone(cancel), Arc::clone(&saved));
    let mut first: Option<(i32, Instant)> = None;
    let handler = move |signal| {
        if first.is_some_and(|(known, at)| known == signal && at.elapsed() < SAME_SIGNAL) {
            return;
        }
        // The limits of a run set `cancel` too, and that was no interrupt.
        HEARD.store(true, Ordering::SeqCst);
        cancel.store(true, Ordering::SeqCst);
        if first.is_some() {
            end(&terminal);
        }
        if IDLE.load(Ordering::SeqCst) {
            screen::note("\n");
        } else {
            screen::message(&say!(
                "\ninterrupted: waiting for running scenarios; interrupt again to end at once"
            ));
        }
        // The message may have taken some time.
        first = Some((signal, Instant::now()));
    };
    set(handler).map_err(|error| {
        let message =
            say!("cannot prepare the run: no thread to listen for interrupts: {error}", error);
        Failure::could_not_judge(message)
            .hint(say!("a higher limit on processes (`ulimit -u`) or on memory"))
    })?;
    Ok(Guard(saved))
}

/// Turns a write beyond the allowed file size (`ulimit -f`) into an error of the write. By default the system would end
/// the process during the write.
pub(super) fn survive_long_files() {
    // If the signal cannot be handled, the default behaviour of the system remains.
    #[cfg(unix)]
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
}

#[cfg(unix)]
fn set(handler: impl FnMut(i32) + Send + 'static) -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
    use signal_hook::iterator::Signals;

    let (give, take) = mpsc::channel::<Signals>();
    // The thread starts first: a caught signal that nobody handles could not end the process.
    let listener = thread::Builder::new().name("interrupt".to_owned());
    listener.spawn(move || {
        if let Ok(mut signals) = take.recv() {
            signals.forever().for_each(handler);
        }
    })?;
    let mut signals = vec![SIGINT, SIGTERM];
    signals.extend([SIGHUP, SIGQUIT].into_iter().filter(|signal| !ignored(*signal)));
    // The receiver is only gone if its thread has panicked.
    let _ = give.send(Signals::new(signals)?);
    Ok(())
}

/// Whether the parent of this process has set a signal to be ignored; `false` if the system does not report it.
#[cfg(unix)]
fn ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mut lines = status.lines();
    let mask = lines.find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}

#[cfg(not(unix))]
fn set(mut handler: impl FnMut(i32) + Send + 'static) -> io::Result<()> {
    ctrlc::set_handler(move || handler(0)).map_err(io::Error::other)
}

#[expect(clippy::exit, reason = "the second interrupt may not wait for anything")]
fn end(terminal: &Saved) -> ! {
    let _no_starts = crate::engine::kill_all();
    terminal.restore();
    std::process::exit(Exit::CouldNotJudge as i32);
}
