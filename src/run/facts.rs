//! What a run knows of its engine, gathered from all its processes.

use crate::protocol::{Dialect, Facts};
use crate::scenario::Need;

/// Adds what one process showed.
pub(crate) fn merge(known: &mut Facts, shown: &Facts) {
    if known.name.is_none() {
        known.name.clone_from(&shown.name);
    }
    if known.author.is_none() {
        known.author.clone_from(&shown.author);
    }
    if known.options.len() < shown.options.len() {
        known.options.clone_from(&shown.options);
    }
    for capability in &shown.has {
        if !known.has.contains(capability) {
            known.has.push(capability);
        }
    }
    for capability in &shown.lacks {
        if !known.lacks.contains(capability) {
            known.lacks.push(capability);
        }
    }
}

/// Whether an engine that has shown this offers what a scenario needs.
pub(crate) fn offers(dialect: &dyn Dialect, known: &Facts, need: &Need) -> bool {
    match need {
        Need::Option(name) => known
            .options
            .iter()
            .any(|option| option.name.eq_ignore_ascii_case(name)),
        Need::Capability(name) => {
            let assumed = dialect
                .capabilities()
                .iter()
                .any(|row| row.name == name && row.assumed);
            let has = known.has.iter().any(|shown| shown == name);
            let lacks = known.lacks.iter().any(|shown| shown == name);
            has || assumed && !lacks
        }
    }
}
