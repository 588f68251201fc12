//! A process with all its descendants, on Linux. The program that kentei starts is often only a wrapper around the
//! engine.

use std::fs;
use std::path::PathBuf;
use std::sync::{LazyLock, Mutex, PoisonError};
use std::time::{Duration, Instant};

use rustix::process::Pid;

use super::launcher;

/// The processes of this system.
static SYSTEM: LazyLock<ProcFs> = LazyLock::new(|| ProcFs::new(PathBuf::from("/proc")));

/// A process and its descendants.
pub(super) fn family(pid: u32) -> Vec<Member> {
    SYSTEM.family(pid)
}

/// A process of a family.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Member {
    /// The number of the process.
    pub(super) pid: u32,
    /// The numbers of its threads; empty if the process has ended.
    pub(super) threads: Vec<u32>,
}

/// A file system in the form of `/proc`.
struct ProcFs {
    /// The folder where it is mounted.
    root: PathBuf,
    parents: Mutex<Option<Parents>>,
}

/// The parent of each process, as read at one moment.
struct Parents {
    read: Instant,
    /// The parent and the number of every process.
    pairs: Vec<(u32, u32)>,
}

impl ProcFs {
    /// How long `Parents` stays valid. To learn it, kentei has to read a file of each process of the system, and it
    /// reads the counters of every engine each 20 ms.
    const FRESH: Duration = Duration::from_millis(100);

    fn new(root: PathBuf) -> Self {
        Self { root, parents: Mutex::new(None) }
    }

    fn family(&self, pid: u32) -> Vec<Member> {
        /// No engine needs more processes than that, and a loop would be an error of the system.
        const MOST: usize = 64;
        let mut pids = vec![pid];
        let mut family = Vec::new();
        while let Some(pid) = pids.get(family.len()).copied().filter(|_| family.len() < MOST) {
            let threads = self.threads(pid);
            pids.extend(self.children(pid, &threads));
            family.push(Member { pid, threads });
        }
        family
    }

    fn threads(&self, pid: u32) -> Vec<u32> {
        let threads = fs::read_dir(self.root.join(format!("{pid}/task")));
        let names = threads.into_iter().flatten().flatten().map(|thread| thread.file_name());
        names.filter_map(|name| name.to_str()?.parse().ok()).collect()
    }

    /// The children of a process: those of each of its threads, since any thread may start processes.
    fn children(&self, parent: u32, threads: &[u32]) -> Vec<u32> {
        let mut known = threads.is_empty();
        let mut found = Vec::new();
        for thread in threads {
            let children = self.root.join(format!("{parent}/task/{thread}/children"));
            if let Ok(children) = fs::read_to_string(children) {
                known = true;
                let children = children.split_whitespace();
                found.extend(children.filter_map(|pid| pid.parse::<u32>().ok()));
            }
        }
        if known {
            found
        } else {
            // The kernel was built without this file (`CONFIG_PROC_CHILDREN`), or is another kernel that imitates
            // Linux.
            self.children_by_parent(parent)
        }
    }

    fn children_by_parent(&self, parent: u32) -> Vec<u32> {
        let mut parents = self.parents.lock().unwrap_or_else(PoisonError::into_inner);
        if parents.as_ref().is_some_and(|known| known.read.elapsed() >= Self::FRESH) {
            *parents = None;
        }
        let known =
            parents.get_or_insert_with(|| Parents { read: Instant::now(), pairs: self.pairs() });
        let children = known.pairs.iter().filter(|(of, _)| *of == parent);
        children.map(|(_, child)| *child).collect()
    }

    /// The parent and the number of every process.
    fn pairs(&self) -> Vec<(u32, u32)> {
        let number = |pid: Pid| pid.as_raw_nonzero().get().unsigned_abs();
        let processes = launcher::processes(&self.root).into_iter();
        let pairs = processes.map(|one| (one.parent.unsigned_abs(), number(one.pid)));
        pairs.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    /// Adds a process with one thread, in the form of `/proc`.
    fn add(root: &Path, pid: u32, parent: u32, children: Option<&str>) {
        let folder = root.join(pid.to_string());
        let thread = folder.join(format!("task/{pid}"));
        fs::create_dir_all(&thread).unwrap();
        let stat = format!("{pid} (sh (x) S 1 ) S {parent} 100 100 0 -1 4194560\n");
        fs::write(folder.join("stat"), stat).unwrap();
        if let Some(children) = children {
            fs::write(thread.join("children"), children).unwrap();
        }
    }

    fn pids(proc: &ProcFs, pid: u32) -> Vec<u32> {
        proc.family(pid).into_iter().map(|member| member.pid).collect()
    }

    #[test]
    fn without_lists_of_children_the_family_is_found_by_parents() {
        let root = tempfile::tempdir().unwrap();
        for (pid, parent) in [(1, 0), (100, 1), (104, 100), (90, 104), (105, 100), (106, 1)] {
            add(root.path(), pid, parent, None);
        }
        fs::create_dir(root.path().join("sys")).unwrap();
        let proc = ProcFs::new(root.path().to_owned());
        let mut family = pids(&proc, 100);
        family.sort_unstable();
        assert_eq!(family, [90, 100, 104, 105]);
        assert_eq!(proc.family(100)[0], Member { pid: 100, threads: vec![100] });
        assert_eq!(proc.family(4711), [Member { pid: 4711, threads: Vec::new() }]);
    }

    #[test]
    fn lists_of_children_are_used_where_they_are() {
        let root = tempfile::tempdir().unwrap();
        add(root.path(), 100, 1, Some("104 "));
        add(root.path(), 104, 100, Some(""));
        // This process is not in its parent's list, and only the lists count.
        add(root.path(), 105, 100, None);
        let proc = ProcFs::new(root.path().to_owned());
        assert_eq!(pids(&proc, 100), [100, 104]);
    }
}
