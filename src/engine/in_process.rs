//! An engine that runs as a thread of this program, so that a Rust engine can test itself without a separate program.

use std::any::Any;
use std::fmt;
use std::io::{self, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use super::system::{self, Started};
use crate::transcript::ExitStatus;

/// An engine as kentei sees it: a function that reads, writes, and returns its exit code.
type Serve = dyn Fn(EngineStreams) -> i32 + Send + Sync;

/// An engine that runs as a thread of this program. A new thread is started for each process that a run needs.
///
/// Such a thread cannot be killed. If it does not return after the end of its input, it is left running and
/// reported as an engine that had to be killed.
#[derive(Clone)]
pub struct InProcess {
    name: String,
    serve: Arc<Serve>,
}

/// The three streams of an engine. Dropping `input` or `output` closes it; the stream of `errors` stays open until
/// the engine's function has returned.
pub struct EngineStreams {
    /// What kentei sends.
    pub input: Box<dyn Read + Send>,
    /// What kentei reads as standard output.
    pub output: Box<dyn Write + Send>,
    /// What kentei reads as standard error.
    pub errors: Box<dyn Write + Send>,
}

impl InProcess {
    /// An engine with this name in reports. `serve` is called on a new thread for each start and returns the exit
    /// code of the engine. A panic counts as exit code 101. The program itself goes on in both cases.
    pub fn new(
        name: impl Into<String>,
        serve: impl Fn(EngineStreams) -> i32 + Send + Sync + 'static,
    ) -> Self {
        Self { name: name.into(), serve: Arc::new(serve) }
    }

    /// Its name in reports.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Starts the thread with system pipes, so that its output is read and stamped like that of a process.
    pub(super) fn start(&self) -> io::Result<Started> {
        let (input, stdin) = io::pipe()?;
        let (stdout, output) = io::pipe()?;
        let (stderr, errors) = io::pipe()?;
        let mut last_words = errors.try_clone()?;
        let ended = Arc::new(Ended::default());
        let (serve, to) = (Arc::clone(&self.serve), Arc::clone(&ended));
        let streams = EngineStreams {
            input: Box::new(input),
            output: Box::new(output),
            errors: Box::new(errors),
        };
        thread::Builder::new().name(format!("engine {}", self.name)).spawn(move || {
            let code = match catch_unwind(AssertUnwindSafe(|| serve(streams))) {
                Ok(code) => code,
                Err(panic) => {
                    // The write fails if the stream is no longer read.
                    let _ = writeln!(last_words, "panicked: {}", message(&*panic));
                    101
                }
            };
            drop(last_words);
            to.set(ExitStatus::Code(code));
        })?;
        system::started_in_process(ended, stdin, stdout, stderr)
    }
}

impl fmt::Debug for InProcess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("InProcess").field("name", &self.name).finish_non_exhaustive()
    }
}

/// The text of a panic.
fn message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("(no message)")
}

/// Whether the thread of an engine has ended, and how.
#[derive(Debug, Default)]
pub(super) struct Ended {
    status: Mutex<Option<ExitStatus>>,
    changed: Condvar,
}

impl Ended {
    /// The first status stays: an engine that was given up keeps that status when its thread ends later.
    fn set(&self, status: ExitStatus) {
        self.lock().get_or_insert(status);
        self.changed.notify_all();
    }

    /// Waits for the end.
    pub(super) fn wait(&self) -> ExitStatus {
        let mut status = self.lock();
        loop {
            if let Some(status) = *status {
                return status;
            }
            status = self.changed.wait(status).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Gives up the thread: the engine counts as killed.
    pub(super) fn give_up(&self) {
        self.set(ExitStatus::Signal(9));
    }

    /// Waits up to `patience` for the end; returns whether the engine has ended.
    pub(super) fn within(&self, patience: Duration) -> bool {
        let waited =
            self.changed.wait_timeout_while(self.lock(), patience, |status| status.is_none());
        waited.unwrap_or_else(PoisonError::into_inner).0.is_some()
    }

    fn lock(&self) -> MutexGuard<'_, Option<ExitStatus>> {
        self.status.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
