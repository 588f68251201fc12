//! Pipes watched with `poll`.

use std::io::{self, PipeReader, PipeWriter, Read, Write};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::process::ChildStdin;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};

/// Whether threads that wait for a pipe end when they are asked to.
pub(in crate::engine) const STOPPABLE: bool = true;

/// The longest time of one wait.
const LONGEST: Duration = Duration::from_secs(3600);

/// When this is dropped, the waits of all threads that have the [`StopSignal`] end.
#[derive(Debug)]
pub(in crate::engine) struct Stopper {
    _end: PipeWriter,
}

/// What a thread polls in addition to its pipe.
#[derive(Debug)]
pub(in crate::engine) struct StopSignal(PipeReader);

/// A stopper and its signal.
pub(in crate::engine) fn stopper() -> io::Result<(Stopper, StopSignal)> {
    let (signal, end) = io::pipe()?;
    Ok((Stopper { _end: end }, StopSignal(signal)))
}

/// Blocks until `pipe` takes bytes or is broken; `false` if asked to stop.
pub(in crate::engine) fn await_writable(pipe: &ChildStdin, stop: &StopSignal) -> bool {
    wait_for(pipe.as_fd(), PollFlags::OUT, stop)
}

fn wait_for(pipe: BorrowedFd<'_>, what: PollFlags, stop: &StopSignal) -> bool {
    loop {
        let mut fds = [PollFd::from_borrowed_fd(pipe, what), PollFd::new(&stop.0, PollFlags::IN)];
        match poll(&mut fds, None) {
            Ok(_) if !fds[1].revents().is_empty() => return false,
            Ok(_) if !fds[0].revents().is_empty() => return true,
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            // The read or write that follows reports the error.
            Err(_) => return true,
        }
    }
}

/// The reading end of a pipe.
#[derive(Debug)]
pub(in crate::engine) struct Output(pub(super) OwnedFd);

impl Output {
    /// Blocks until there is something to read, or the stream has ended; `false` if asked to stop.
    pub(in crate::engine) fn await_readable(&self, stop: &StopSignal) -> bool {
        wait_for(self.0.as_fd(), PollFlags::IN, stop)
    }

    /// Reads what is in the pipe.
    pub(in crate::engine) fn read(&self, into: &mut [u8]) -> io::Result<usize> {
        Ok(rustix::io::read(&self.0, into)?)
    }

    /// Whether the pipe is empty and has not ended; `None` if the system does not know.
    #[expect(clippy::unnecessary_wraps, reason = "not every system can tell")]
    pub(in crate::engine) fn is_empty(&self) -> Option<bool> {
        let mut fds = [PollFd::new(&self.0, PollFlags::IN)];
        Some(matches!(poll(&mut fds, Some(&Timespec::default())), Ok(0)))
    }
}

/// Wakes the session.
#[derive(Debug)]
pub(in crate::engine) struct Waker {
    reader: PipeReader,
    writer: PipeWriter,
}

impl Waker {
    /// A waker that is not set.
    pub(in crate::engine) fn new() -> io::Result<Self> {
        let (reader, writer) = io::pipe()?;
        rustix::io::ioctl_fionbio(&reader, true)?;
        rustix::io::ioctl_fionbio(&writer, true)?;
        Ok(Self { reader, writer })
    }

    /// Wakes the thread that waits, or the next wait.
    pub(in crate::engine) fn wake(&self) {
        // This fails only when the pipe is full, and then the waker is already set.
        let _ = (&self.writer).write(&[0]);
    }

    /// Waits up to `timeout` for the waker or for `output`. Returns whether `output` can be read.
    pub(in crate::engine) fn wait(&self, output: Option<&Output>, timeout: Duration) -> bool {
        let timeout = Timespec::try_from(timeout.min(LONGEST)).unwrap_or_default();
        let waker = self.reader.as_fd();
        let pipe = output.map_or(waker, |output| output.0.as_fd());
        let mut fds = [waker, pipe].map(|fd| PollFd::from_borrowed_fd(fd, PollFlags::IN));
        // An interrupted call counts as a wake-up, which is harmless.
        let woken = poll(&mut fds, Some(&timeout)).is_ok_and(|count| count > 0);
        if woken && !fds[0].revents().is_empty() {
            let _ = (&self.reader).read(&mut [0; 16]);
        }
        woken && output.is_some() && !fds[1].revents().is_empty()
    }
}

/// Makes writes return instead of waiting. This affects our end only, not the engine's end.
pub(in crate::engine) fn prepare_input(pipe: &ChildStdin) -> io::Result<()> {
    Ok(rustix::io::ioctl_fionbio(pipe, true)?)
}

/// Writes as much as the pipe takes now, in one call.
pub(in crate::engine) fn try_write(mut pipe: &ChildStdin, bytes: &[u8]) -> io::Result<usize> {
    loop {
        match pipe.write(bytes) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Ok(0),
            result => return result,
        }
    }
}

/// Used by the writer thread, after [`await_writable`].
pub(in crate::engine) fn write(pipe: &ChildStdin, bytes: &[u8]) -> io::Result<usize> {
    try_write(pipe, bytes)
}
