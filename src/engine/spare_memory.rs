//! How much memory the host has for more engines.

use std::path::{Path, PathBuf};

/// How many bytes of memory this process and its children can still take without anything being killed or swapped
/// out: the least of what the host has and of what each control group leaves. `None` if the system does not say it.
#[must_use]
pub fn spare_memory() -> Option<u64> {
    let read = |path: &Path| std::fs::read_to_string(path).ok();
    spare(&read)
}

fn spare(read: &dyn Fn(&Path) -> Option<String>) -> Option<u64> {
    let host =
        number_after(&read(Path::new("/proc/meminfo"))?, "MemAvailable:")?.checked_mul(1024)?;
    let groups = read(Path::new("/proc/self/cgroup")).unwrap_or_default();
    let left = groups.lines().filter_map(|line| of_groups(line, read));
    Some(left.fold(host, u64::min))
}

/// What the control group in a line of `/proc/self/cgroup` and the groups around it leave; `None` if none has a limit.
fn of_groups(line: &str, read: &dyn Fn(&Path) -> Option<String>) -> Option<u64> {
    let mut parts = line.splitn(3, ':').skip(1);
    let (root, names) = match parts.next()? {
        "" => ("/sys/fs/cgroup", ["memory.max", "memory.current", "inactive_file"]),
        "memory" => (
            "/sys/fs/cgroup/memory",
            ["memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"],
        ),
        _ => return None,
    };
    let own = PathBuf::from(root).join(parts.next()?.trim_start_matches('/'));
    let groups = own.ancestors().take_while(|group| group.starts_with(root));
    let left = |group: &Path| {
        let number = |name: &str| read(&group.join(name))?.trim().parse::<u64>().ok();
        let [limit, used, cached] = names;
        let stat = read(&group.join("memory.stat")).unwrap_or_default();
        // The system gives up what it keeps of files before it kills anything.
        let used = number(used)?.saturating_sub(number_after(&stat, cached).unwrap_or_default());
        Some(number(limit)?.saturating_sub(used))
    };
    groups.filter_map(left).min()
}

/// The number after this word at the beginning of a line.
fn number_after(text: &str, word: &str) -> Option<u64> {
    text.lines().find_map(|line| {
        let mut words = line.split_whitespace();
        words.next().filter(|first| *first == word)?;
        words.next()?.parse().ok()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(files: &[(&str, &str)]) -> Option<u64> {
        spare(&|path| {
            let found = files.iter().find(|(name, _)| Path::new(name) == path)?;
            Some(found.1.to_owned())
        })
    }

    const HOST: (&str, &str) = ("/proc/meminfo", "MemTotal: 9000 kB\nMemAvailable:    8000 kB\n");

    #[test]
    fn without_groups_it_is_what_the_host_has() {
        assert_eq!(of(&[HOST]), Some(8000 * 1024));
        assert_eq!(of(&[HOST, ("/proc/self/cgroup", "0::/\n")]), Some(8000 * 1024));
        assert_eq!(of(&[]), None);
    }

    #[test]
    fn the_group_that_leaves_least_decides() {
        let files = [
            HOST,
            ("/proc/self/cgroup", "0::/all/one\n"),
            ("/sys/fs/cgroup/all/one/memory.max", "max\n"),
            ("/sys/fs/cgroup/all/one/memory.current", "100\n"),
            ("/sys/fs/cgroup/all/memory.max", "5000\n"),
            ("/sys/fs/cgroup/all/memory.current", "3000\n"),
            ("/sys/fs/cgroup/all/memory.stat", "anon 2000\ninactive_file 700\n"),
        ];
        assert_eq!(of(&files), Some(2700));
    }

    #[test]
    fn groups_of_the_first_version_count_too() {
        let files = [
            HOST,
            ("/proc/self/cgroup", "5:cpu:/\n4:memory:/one\n0::/\n"),
            ("/sys/fs/cgroup/memory/one/memory.limit_in_bytes", "4000\n"),
            ("/sys/fs/cgroup/memory/one/memory.usage_in_bytes", "4500\n"),
            ("/sys/fs/cgroup/memory/one/memory.stat", "total_inactive_file 100\n"),
        ];
        assert_eq!(of(&files), Some(0));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn this_host_has_some() {
        assert!(spare_memory().is_some_and(|spare| spare > 0));
    }
}
