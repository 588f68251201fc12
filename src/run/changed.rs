//! Snapshots that fail a run.

use super::result::{Conformance, RunResult};
use crate::snapshot::result::Standing;

/// Lets a run fail whose snapshots have changed, where that counts and nothing else has failed it.
pub fn weigh(run: &mut RunResult) {
    let Some(snapshots) = run.snapshots.as_ref().filter(|snapshots| snapshots.fail()) else {
        return;
    };
    if run.verdict != Conformance::Conformant {
        return;
    }
    run.verdict = Conformance::Nonconformant;
    run.reason = Some(match snapshots.count(Standing::Changed) {
        1 => say!("1 snapshot changed"),
        changed => say!("{changed} snapshots changed", changed),
    });
}
