//! Runs that end after a time that the command line gives, on a host that may be too busy to do much in that time.

/// Calls `attempt` with longer and longer times until it returns something.
pub(crate) fn with_longer_times<T>(mut attempt: impl FnMut(&str) -> Option<T>) -> T {
    let mut found = ["1s", "4s", "16s", "64s"].into_iter().filter_map(&mut attempt);
    found.next().expect("64 seconds are enough")
}
