//! Restricts how scripts may set options. Options that the user has set are not changed. While an option that changes
//! the engine's resources differs from the start of the dialogue, no clock is judged.

use std::time::Duration;

use crate::protocol::Dialect;
use crate::run::script::enabling;
use crate::run::script::state::{End, Flow, Script};

/// Parts of names of options for the memory and the processors of the engine. Their values depend on the host.
const COSTLY: [&str; 16] = [
    "hash",
    "thread",
    "memory",
    "cache",
    "core",
    "batch",
    "tree",
    "worker",
    "cpu",
    "gpu",
    "device",
    "table",
    "pool",
    "buffer",
    "process",
    "nodelimit",
];

/// Words of such names, which may be parts of other words.
const COSTLY_WORDS: [&str; 4] = ["mb", "ram", "smp", "tt"];

/// Part of the name of an option that multiplies the work of a search. A search without a clock takes longer with it,
/// but a clock is as long as without it.
const WORK: &str = "multipv";

/// The factor on the wait for a reply while such options are changed.
const PATIENCE: u32 = 4;

/// Whether an option decides how much memory or how many processors the engine uses.
pub(in crate::run) fn is_costly(dialect: &dyn Dialect, name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    let mut threads = dialect.thread_options().iter();
    threads.any(|known| known.eq_ignore_ascii_case(name))
        || COSTLY.iter().any(|part| lower.contains(part))
        || lower
            .split(|letter: char| !letter.is_ascii_alphanumeric())
            .any(|word| COSTLY_WORDS.contains(&word))
}

/// The value that the user has set for an option.
pub(in crate::run) fn chosen<'a>(set: &'a [(String, String)], name: &str) -> Option<&'a str> {
    let mut set = set.iter().rev();
    let found = set.find(|(known, _)| known.trim().eq_ignore_ascii_case(name));
    found.map(|(_, value)| value.as_str())
}

/// Checks a line that a script is about to send.
///
/// # Errors
/// The script ends as skipped if the line would change what the user has set.
pub(in crate::run) fn sending(script: &mut Script<'_, '_>, line: &str) -> Flow {
    let Some((name, value)) = script.dialect.option_named(line) else {
        return Ok(());
    };
    let value = value.unwrap_or_default();
    if let Some(chosen) = chosen(script.set, &name)
        && !chosen.trim().eq_ignore_ascii_case(value.trim())
    {
        return Err(left_alone(&name));
    }
    set(script, &name, &value);
    Ok(())
}

/// Checks a line that is no probe: a line that a client may not send would prove nothing.
///
/// # Errors
/// The script ends as skipped if the line would set a number out of the range that the engine declares.
pub(in crate::run) fn within_range(script: &Script<'_, '_>, line: &str) -> Flow {
    let Some((name, Some(value))) = script.dialect.option_named(line) else {
        return Ok(());
    };
    let mut declared = script.session.monitor.engine_profile().options.iter();
    let declared = declared.find(|option| option.name.eq_ignore_ascii_case(&name));
    let range = declared.and_then(|option| Some((option.min?, option.max?)));
    match (range, value.trim().parse::<i64>()) {
        (Some((min, max)), Ok(number)) if min <= max && !(min..=max).contains(&number) => {
            Err(End::Skip(say!(
                "the engine declares {name} from {min} to {max}, so that {number} is not sent",
                name,
                min,
                max,
                number
            )))
        }
        _ => Ok(()),
    }
}

/// The end of a script that would change an option that the user has set.
pub(in crate::run) fn left_alone(name: &str) -> End {
    End::Skip(say!("the user sets the option {name}, so that no scenario changes it", name))
}

/// Records that a script sets an option. No clock is judged while an option for resources differs from its first value,
/// and replies are waited for longer while that option or the number of lines does.
pub(in crate::run) fn set(script: &mut Script<'_, '_>, name: &str, value: &str) {
    if enabling::is_switch(script.dialect, name) {
        script.switches_set.push(name.to_owned());
    }
    let is_work = name.to_ascii_lowercase().contains(WORK);
    if !is_work && !is_costly(script.dialect, name) {
        return;
    }
    let declared = script.session.monitor.engine_profile().options.iter();
    let mut declared = declared.filter(|option| option.name.eq_ignore_ascii_case(name));
    let usual = chosen(script.set, name).or_else(|| declared.next()?.default.as_deref());
    // An option that is not declared has no effect.
    let changed = usual.is_some_and(|usual| !usual.trim().eq_ignore_ascii_case(value.trim()));
    script.changed.retain(|known| !known.eq_ignore_ascii_case(name));
    if changed {
        script.changed.push(name.to_owned());
    }
    let mut changed = script.changed.iter();
    script.session.untimed = changed.any(|name| is_costly(script.dialect, name));
}

/// How long a reply is waited for, if `wait` is the usual time.
pub(in crate::run) fn patience(script: &Script<'_, '_>, wait: Duration) -> Duration {
    if script.changed.is_empty() { wait } else { wait * PATIENCE }
}
