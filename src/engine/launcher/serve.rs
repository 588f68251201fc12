//! The launcher's side: starts the engine, and ends when no process of it is left.

use std::io;
use std::os::fd::{BorrowedFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::process::Command;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::{Pid, WaitOptions, WaitStatus, getpid, set_child_subreaper, setsid, wait};

use super::usage::{self, Watch};
use super::wire::{KILL, Message, take_order};
use super::{NAME, descendants};
use crate::engine::order::Order;

/// How many quick looks for new processes follow a look at all of them.
const QUICK: u32 = 64;
/// The longest pause between two looks for those who do not end although they were killed.
const LONGEST: Duration = Duration::from_millis(50);
/// How long those may take when kentei is gone. Who takes longer cannot be killed by us.
const PATIENCE: Duration = Duration::from_secs(10);

/// Serves as the launcher of one engine, over standard input. Returns when the engine and all its descendants have
/// ended.
pub fn serve() {
    let socket = rustix::stdio::stdin();
    match begin(socket) {
        Ok(engine) => reap(engine, socket),
        Err(error) => {
            let number = error.raw_os_error().unwrap_or(0);
            // kentei is gone as well, so there is no one to report the end to.
            let _ = Message::Failed(number).send(socket);
        }
    }
}

fn begin(socket: BorrowedFd<'static>) -> io::Result<Pid> {
    // A session of its own has no terminal, and gets no signals from one.
    setsid()?;
    set_child_subreaper(Some(getpid()))?;
    // It is only what tools show.
    let _ = rustix::thread::set_name(NAME);
    let (order, pipes) = take_order(socket)?;
    let (begun, started) = mpsc::channel();
    let limits = order.limits.clone();
    // Before the engine: where there can be no thread, nothing has been started yet.
    thread::Builder::new().name("control".to_owned()).stack_size(256 << 10).spawn(move || {
        if started.recv().is_ok() {
            control(socket, Watch::new(&limits));
        }
    })?;
    usage::set(&order.limits)?;
    let engine = start(&order, pipes)?;
    let _ = Message::Started(engine).send(socket);
    let _ = begun.send(());
    Ok(engine)
}

/// Starts the engine; its ends of the pipes are then its alone.
fn start(order: &Order, [input, output, errors]: [OwnedFd; 3]) -> io::Result<Pid> {
    let mut command: Command = order.command();
    command.process_group(0).stdin(input).stdout(output).stderr(errors);
    Ok(Pid::from_child(&command.spawn()?))
}

/// Reaps all processes until none is left, and reports how the engine ended.
fn reap(engine: Pid, socket: BorrowedFd<'_>) {
    loop {
        match wait(WaitOptions::empty()) {
            Ok(Some((pid, status))) if pid == engine => {
                let _ = ended(status).send(socket);
            }
            Ok(_) | Err(Errno::INTR) => {}
            // No child is left, so no descendant is.
            Err(_) => return,
        }
    }
}

fn ended(status: WaitStatus) -> Message {
    match status.terminating_signal() {
        Some(signal) => Message::Killed(signal),
        None => Message::Exited(status.exit_status().unwrap_or(-1)),
    }
}

/// Waits until kentei wants everything killed, or is gone, or a limit is exceeded, and then kills everyone. The
/// process ends meanwhile, when no process is left. Gives up where kentei is gone and someone cannot be killed.
fn control(socket: BorrowedFd<'_>, mut watch: Option<Watch>) {
    while !asked(socket, watch.as_ref().map(|watch| watch.interval)) {
        if let Some(message) = watch.as_mut().and_then(Watch::look) {
            let _ = message.send(socket);
            break;
        }
    }
    let begun = Instant::now();
    let mut pause = Duration::from_millis(1);
    while begun.elapsed() < PATIENCE || !gone(socket) {
        if descendants::kill(&[]) > 0 {
            pause = Duration::from_millis(1);
        }
        let caught = (0..QUICK).any(|_| {
            thread::yield_now();
            descendants::kill_newest(&[])
        });
        if !caught {
            thread::sleep(pause);
            pause = (pause * 2).min(LONGEST);
        }
    }
}

/// Whether kentei wants everything killed, or is gone; waits for it up to `timeout`.
fn asked(socket: BorrowedFd<'_>, timeout: Option<Duration>) -> bool {
    let timeout = timeout.map(|timeout| Timespec::try_from(timeout).unwrap_or_default());
    let mut fds = [PollFd::from_borrowed_fd(socket, PollFlags::IN)];
    match poll(&mut fds, timeout.as_ref()) {
        Ok(0) | Err(Errno::INTR | Errno::AGAIN) => return false,
        Ok(_) => {}
        Err(_) => return true,
    }
    let mut byte = [0];
    match rustix::io::read(socket, &mut byte) {
        Ok(1) => byte == [KILL],
        Err(Errno::INTR | Errno::AGAIN) => false,
        Ok(_) | Err(_) => true,
    }
}

/// Whether kentei is gone.
fn gone(socket: BorrowedFd<'_>) -> bool {
    let mut fds = [PollFd::from_borrowed_fd(socket, PollFlags::empty())];
    let _ = poll(&mut fds, Some(&Timespec::default()));
    fds[0].revents().contains(PollFlags::HUP)
}
