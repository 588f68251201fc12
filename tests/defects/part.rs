//! The record of the ledger if only some of the defects are examined again.

use std::path::Path;

use crate::examine::OFTEN;
use crate::record::{Evidence, Kind};

/// The record without the entries of these defects. Rules and scripts that no other defect shows remain until all
/// defects are examined.
pub(crate) fn kept(file: &str, examined: &[&str]) -> Evidence {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let (mut clause, mut kind) = ("", Kind::Rules);
    let mut evidence = Evidence::default();
    for line in text.lines() {
        let word = line.trim().trim_end_matches(':');
        match (line.strip_prefix("    - "), word) {
            (Some(name), _) => {
                let name = name.trim_matches('"');
                if kind != Kind::Defects || !examined.contains(&name) {
                    (0..OFTEN).for_each(|_| evidence.see(clause, kind, name));
                }
            }
            (None, "rules") => kind = Kind::Rules,
            (None, "scenarios") => kind = Kind::Scenarios,
            (None, "defects") => kind = Kind::Defects,
            (None, _) => clause = word,
        }
    }
    evidence
}
