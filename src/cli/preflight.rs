//! Checks that the limits of the system allow the run: with too few threads or too little memory, the harness or the
//! engine would fail during the run, and a conformant engine would look faulty.

use super::failure::Failure;

/// Refuses a run of `jobs` scenarios at once if the limits of this process are too low for it.
///
/// # Errors
///
/// If a limit is too low; the message names the limit.
pub(super) fn check(jobs: usize) -> Result<(), Failure> {
    #[cfg(target_os = "linux")]
    linux::check(jobs)?;
    #[cfg(not(target_os = "linux"))]
    let _ = jobs;
    Ok(())
}

#[cfg(target_os = "linux")]
mod linux {
    use crate::lang::Text;
    use std::fs;

    use rustix::process::{Resource, getrlimit, getuid};

    use super::Failure;

    /// Processes and threads: those for each engine, including the threads that watch it, and those for the run itself.
    const TASKS: (u64, u64) = (12, 16);
    /// Address space in bytes: for each engine, and for the run itself.
    const ADDRESSES: (u64, u64) = (8 << 20, 64 << 20);

    pub(super) fn check(jobs: usize) -> Result<(), Failure> {
        let wanted = |(each, besides): (u64, u64)| each.saturating_mul(jobs as u64) + besides;
        let limit = getrlimit(Resource::Nproc).current;
        // This limit does not apply to a privileged process.
        if let Some(limit) = limit.filter(|_| !getuid().is_root()) {
            let free = limit.saturating_sub(tasks(getuid().as_raw()));
            let wanted = wanted(TASKS);
            if free < wanted {
                let text = say!(
                    "this user may start {free} more processes and threads, and a run of {jobs} scenarios at once \
                     needs {wanted}",
                    free,
                    jobs,
                    wanted
                );
                return Err(refused(text, say!("a higher limit (`ulimit -u`)")));
            }
        }
        let limit = getrlimit(Resource::As).current;
        let wanted = wanted(ADDRESSES);
        if let Some(limit) = limit.filter(|limit| *limit < wanted) {
            let text = say!(
                "a process may have {limit} bytes of addresses, and a run of {jobs} scenarios at once needs {wanted}",
                limit,
                jobs,
                wanted
            );
            return Err(refused(text, say!("a higher limit (`ulimit -v`)")));
        }
        Ok(())
    }

    fn refused(text: Text, hint: Text) -> Failure {
        let failure = Failure::could_not_judge(say!("no room for the run: {text}", text));
        failure.hint(hint).hint(say!("fewer scenarios at once, such as --jobs 1"))
    }

    /// The number of processes and threads of a user.
    fn tasks(user: u32) -> u64 {
        let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
        let statuses = processes.filter_map(|process| {
            process.file_name().to_str()?.parse::<u32>().ok()?;
            fs::read_to_string(process.path().join("status")).ok()
        });
        statuses.map(|status| threads(&status, user)).sum()
    }

    /// The number of threads of the process with this `/proc/PID/status`; 0 if it belongs to another user.
    fn threads(status: &str, user: u32) -> u64 {
        let number = |name: &str| {
            let mut lines = status.lines();
            let rest = lines.find_map(|line| line.strip_prefix(name))?;
            rest.split_whitespace().next()?.parse::<u64>().ok()
        };
        if number("Uid:") == Some(u64::from(user)) { number("Threads:").unwrap_or(1) } else { 0 }
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn the_threads_of_a_user_are_counted() {
            let status = "Name:\tx\nUid:\t1000\t0\t0\t0\nThreads:\t7\n";
            assert_eq!(threads(status, 1000), 7);
            assert_eq!(threads(status, 0), 0);
            assert!(tasks(getuid().as_raw()) > 0);
        }
    }
}
