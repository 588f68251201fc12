//! The part that runs in the launcher: starts the engine, and ends when none of its processes is left.

use std::io;
use std::os::fd::{BorrowedFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::process::Command;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::{
    Pid, WaitId, WaitIdOptions, WaitOptions, WaitStatus, getpid, set_child_subreaper, setsid, wait,
    waitid,
};

use super::usage::{self, Watch};
use super::wire::{KILL, Message, take_order};
use super::{NAME, descendants};
use crate::engine::order::Order;

/// How long after its end a process is reaped. Its last thread may still be removing its entries below `/proc`, and reaping
/// removes the same entries: Linux then spins, for some milliseconds on a busy machine, until the thread is done. There is
/// no event for that.
const MOMENT: Duration = Duration::from_micros(500);
/// How many quick searches for new processes follow a search of all processes.
const QUICK: u32 = 64;
/// The shortest pause between two searches for processes that have been killed but have not ended.
const SHORTEST: Duration = Duration::from_millis(1);
/// The longest one.
const LONGEST: Duration = Duration::from_millis(50);
/// How long killed processes may take to end when kentei has ended. A process that takes longer cannot be killed by us.
const PATIENCE: Duration = Duration::from_secs(10);

/// Serves as the launcher of one engine, over standard input. Returns when the engine and all its descendants have
/// ended.
pub fn serve() {
    let socket = rustix::stdio::stdin();
    match begin(socket) {
        Ok(engine) => reap(engine, socket),
        Err(error) => {
            let number = error.raw_os_error().unwrap_or(0);
            // If the send fails, kentei has ended, and nobody is left to report to.
            let _ = Message::Failed(number).send(socket);
        }
    }
}

fn begin(socket: BorrowedFd<'static>) -> io::Result<Pid> {
    // A new session has no terminal, so no signals come from a terminal.
    setsid()?;
    set_child_subreaper(Some(getpid()))?;
    // The name is only for tools that list processes, so a failure does not matter.
    let _ = rustix::thread::set_name(NAME);
    let (order, pipes) = take_order(socket)?;
    let (begun, started) = mpsc::channel();
    let limits = order.limits.clone();
    // Created before the engine: if the system has no thread left, nothing has been started yet.
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

/// Starts the engine. After that, only the engine holds its ends of the pipes.
fn start(order: &Order, [input, output, errors]: [OwnedFd; 3]) -> io::Result<Pid> {
    let mut command: Command = order.command();
    command.process_group(0).stdin(input).stdout(output).stderr(errors);
    Ok(Pid::from_child(&command.spawn()?))
}

/// Reaps all processes until none is left, and reports how the engine ended.
fn reap(engine: Pid, socket: BorrowedFd<'_>) {
    loop {
        match waitid(WaitId::All, WaitIdOptions::EXITED | WaitIdOptions::NOWAIT) {
            Ok(_) => thread::sleep(MOMENT),
            Err(Errno::INTR) => {}
            // No child is left, and therefore no descendant.
            Err(_) => return,
        }
        while let Ok(Some((pid, status))) = wait(WaitOptions::NOHANG) {
            if pid == engine {
                let _ = ended(status).send(socket);
            }
        }
    }
}

fn ended(status: WaitStatus) -> Message {
    match status.terminating_signal() {
        Some(signal) => Message::Killed(signal),
        None => Message::Exited(status.exit_status().unwrap_or(-1)),
    }
}

/// Waits until kentei asks to kill everything, or has ended, or a limit is exceeded, and then kills all processes.
/// The launcher process ends meanwhile, when no process is left. Gives up if kentei has ended and a process cannot
/// be killed.
fn control(socket: BorrowedFd<'_>, mut watch: Option<Watch>) {
    while !asked(socket, watch.as_ref().map(|watch| watch.interval)) {
        if let Some(message) = watch.as_mut().and_then(Watch::look) {
            let _ = message.send(socket);
            break;
        }
    }
    let begun = Instant::now();
    let mut pause = SHORTEST;
    while begun.elapsed() < PATIENCE || !gone(socket) {
        if descendants::kill(&[]) > 0 {
            pause = SHORTEST;
        }
        // Most often nothing is left after the first pause, and this process ends.
        thread::sleep(pause);
        pause = (pause * 2).min(LONGEST);
        for _ in 0..QUICK {
            thread::yield_now();
            if descendants::kill_newest(&[]) {
                pause = SHORTEST;
                break;
            }
        }
    }
}

/// Whether kentei asks to kill everything, or has ended; waits for that up to `timeout`.
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

/// Whether kentei has ended.
fn gone(socket: BorrowedFd<'_>) -> bool {
    let mut fds = [PollFd::from_borrowed_fd(socket, PollFlags::empty())];
    let _ = poll(&mut fds, Some(&Timespec::default()));
    fds[0].revents().contains(PollFlags::HUP)
}
