//! Finds and kills all descendants of a process, on Linux.
//!
//! Descendants are found by the parents in `/proc/PID/stat`. To read them takes longer than a process needs to
//! start another process and to end, so a chain of such processes could escape for ever. Two things prevent that: a
//! process is killed with its whole group, which the system does at once for all members, and between two searches
//! of all processes there are quick searches of the newest process numbers.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::Path;

use rustix::io::Errno;
use rustix::process::{
    Pid, PidfdFlags, Signal, WaitId, WaitIdOptions, getpgrp, getpid, kill_process,
    kill_process_group, pidfd_open, pidfd_send_signal, waitid,
};

/// How many of the newest process numbers a quick search reads.
const NEWEST: i32 = 48;
/// How many generations up a quick search goes.
const DEEPEST: usize = 16;

/// The content of `/proc/PID/stat` for a process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::engine) struct Stat {
    pub(in crate::engine) pid: Pid,
    pub(in crate::engine) parent: i32,
    group: i32,
    /// Whether the process has ended and only waits to be reaped.
    ended: bool,
}

/// Reads the state, the parent and the group from the text of `/proc/PID/stat`: `12 (any thing) S PPID PGRP …`.
fn parse(pid: Pid, stat: &[u8]) -> Option<Stat> {
    let close = stat.iter().rposition(|&byte| byte == b')')?;
    let rest = std::str::from_utf8(stat.get(close + 1..)?).ok()?;
    let mut fields = rest.split_ascii_whitespace();
    let state = *fields.next()?.as_bytes().first()?;
    Some(Stat {
        pid,
        parent: fields.next()?.parse().ok()?,
        group: fields.next()?.parse().ok()?,
        ended: matches!(state, b'Z' | b'X'),
    })
}

fn stat(pid: Pid) -> Option<Stat> {
    parse(pid, &fs::read(format!("/proc/{}/stat", raw(pid))).ok()?)
}

fn raw(pid: Pid) -> i32 {
    pid.as_raw_nonzero().get()
}

/// All processes in a file system of the form of `/proc`.
pub(in crate::engine) fn processes(root: &Path) -> Vec<Stat> {
    let entries = fs::read_dir(root).into_iter().flatten().flatten();
    entries
        .filter_map(|entry| {
            let number = entry.file_name().to_str()?.parse().ok()?;
            let stat = fs::read(entry.path().join("stat")).ok()?;
            parse(Pid::from_raw(number)?, &stat)
        })
        .collect()
}

/// All processes of the system.
fn all() -> Vec<Stat> {
    processes(Path::new("/proc"))
}

/// The children of this process.
pub(super) fn children() -> Vec<Pid> {
    let own = raw(getpid());
    let processes = all().into_iter();
    let children = processes.filter(|process| process.parent == own);
    children.map(|process| process.pid).collect()
}

/// Whether a member of `group` is alive.
pub(in crate::engine) fn lives(group: Pid) -> bool {
    let mut processes = all().into_iter();
    processes.any(|process| process.group == raw(group) && !process.ended)
}

/// The descendants of this process that have not ended, without the `known` children and their descendants.
pub(super) fn living(known: &[Pid]) -> Vec<Stat> {
    let mut below: HashMap<i32, Vec<Stat>> = HashMap::new();
    for process in all() {
        below.entry(process.parent).or_default().push(process);
    }
    let mut found = Vec::new();
    let mut open = vec![raw(getpid())];
    while let Some(parent) = open.pop() {
        // Removed, because process numbers that were reused meanwhile could otherwise form a loop.
        for process in below.remove(&parent).unwrap_or_default() {
            if !known.contains(&process.pid) {
                open.push(raw(process.pid));
                found.push(process);
            }
        }
    }
    found.retain(|process| !process.ended);
    found
}

/// Kills all descendants of this process that are found, except the `known` children and their descendants. Returns
/// how many were found.
pub(super) fn kill(known: &[Pid]) -> usize {
    let found = living(known);
    end(&found);
    found.len()
}

/// The same, for the newest processes of the system only. Returns whether there was one.
pub(super) fn kill_newest(known: &[Pid]) -> bool {
    let loads = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let newest: Option<i32> =
        loads.split_whitespace().last().and_then(|number| number.parse().ok());
    let Some(newest) = newest else {
        return false;
    };
    // Newest first: in a chain, the newest process is the one that is alive.
    let numbers = (newest.saturating_sub(NEWEST)..=newest).rev();
    let found = numbers
        .filter_map(Pid::from_raw)
        .filter_map(stat)
        .filter(|process| !process.ended && is_below(process, known));
    let mut any = false;
    for process in found {
        end(&[process]);
        any = true;
    }
    any
}

/// Whether a process descends from this one, and not through a `known` child.
fn is_below(process: &Stat, known: &[Pid]) -> bool {
    let own = raw(getpid());
    let mut process = *process;
    for _ in 0..DEEPEST {
        if known.contains(&process.pid) {
            return false;
        }
        if process.parent == own {
            return true;
        }
        match Pid::from_raw(process.parent).and_then(stat) {
            Some(parent) => process = parent,
            None => return false,
        }
    }
    false
}

fn end(found: &[Stat]) {
    let own_group = raw(getpgrp());
    let mut groups = HashSet::new();
    for process in found {
        let handle = pidfd_open(process.pid, PidfdFlags::empty());
        // The number may belong to another process since it was read. What is read now belongs to the process of
        // the handle, or that process no longer exists.
        let Some(now) = stat(process.pid).filter(|now| now.parent == process.parent) else {
            // The process has another parent now: the next search finds it below that parent.
            continue;
        };
        // All members of a group belong to one session, and the session of an engine has no foreign members.
        if now.group != own_group
            && groups.insert(now.group)
            && let Some(group) = Pid::from_raw(now.group).filter(|group| raw(*group) > 1)
        {
            // This fails only if no process is left, or if we may not kill it.
            let _ = kill_process_group(group, Signal::KILL);
        }
        let _ = match handle {
            Ok(handle) => pidfd_send_signal(&handle, Signal::KILL),
            // An old system without handles.
            Err(Errno::NOSYS) => kill_process(process.pid, Signal::KILL),
            Err(error) => Err(error),
        };
    }
}

/// Kills what killed launchers have left to this process, and reaps it. The `known` children and their descendants
/// are not touched. Returns whether no process is left.
pub(in crate::engine) fn kill_orphans(known: &[Pid]) -> bool {
    /// Any chain of processes is caught in far fewer rounds.
    const ROUNDS: u32 = 1000;
    for round in 0..ROUNDS {
        let orphans: Vec<Pid> = children();
        let orphans = orphans.into_iter().filter(|pid| !known.contains(pid));
        let mut any = false;
        for pid in orphans {
            any = true;
            let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG;
            // Processes that are still alive are killed below.
            let _ = waitid(WaitId::Pid(pid), options);
        }
        if !any {
            return true;
        }
        kill(known);
        for _ in 0..8 {
            kill_newest(known);
        }
        if round > 8 {
            // A killed process takes a moment to end, and there is no event for the end of a process that is not
            // our child.
            std::thread::sleep(std::time::Duration::from_millis(2));
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_process_may_hold_anything() {
        let pid = Pid::from_raw(4711).unwrap();
        let stat = parse(pid, b"4711 (a ) Z 1 2) S 12 4242 4242 0 -1");
        let wanted = Stat { pid, parent: 12, group: 4242, ended: false };
        assert_eq!(stat, Some(wanted));
        assert_eq!(parse(pid, b"4711"), None);
        assert_eq!(parse(pid, b"4711 (sh)"), None);
        assert!(parse(pid, b"4711 (sh) Z 1 1").unwrap().ended);
    }

    #[test]
    fn a_process_of_our_own_is_below_us_unless_it_is_known() {
        let mut child = std::process::Command::new("sleep").arg("1000").spawn().unwrap();
        let pid = Pid::from_child(&child);
        let seen = stat(pid).unwrap();
        assert!(children().contains(&pid));
        assert!(living(&[]).contains(&seen));
        assert!(!living(&[pid]).contains(&seen));
        assert!(is_below(&seen, &[]) && !is_below(&seen, &[pid]));
        assert!(!is_below(&stat(getpid()).unwrap(), &[]));
        end(&[seen]);
        assert_eq!(child.wait().unwrap().code(), None);
    }
}
