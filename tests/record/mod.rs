//! What tests have seen reported, for the ledger of clauses: written down in `src/ledger/`, and compared
//! with what is there.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

/// Who has told of which clause.
#[derive(Debug, Default)]
pub(crate) struct Evidence(BTreeMap<String, Seen>);

/// The watchers of one clause that have spoken.
#[derive(Debug, Default)]
pub(crate) struct Seen {
    /// Rule and misdeed.
    pub(crate) rules: BTreeSet<String>,
    /// Scripts that name the clause and in which it was told.
    pub(crate) scenarios: BTreeSet<String>,
    /// Defects that trip it.
    pub(crate) defects: BTreeSet<String>,
}

impl Evidence {
    /// What was seen of a clause.
    pub(crate) fn clause(&mut self, clause: &str) -> &mut Seen {
        self.0.entry(clause.to_owned()).or_default()
    }

    fn text(&self) -> String {
        let mut text = String::from(
            "# What tests have seen reported, by clause. Written by `KENTEI_BLESS=1 cargo test --lib --test defects --test rules`.\n",
        );
        for (clause, seen) in &self.0 {
            let _ = writeln!(text, "{clause}:");
            for (name, list) in [
                ("rules", &seen.rules),
                ("scenarios", &seen.scenarios),
                ("defects", &seen.defects),
            ] {
                if list.is_empty() {
                    continue;
                }
                let _ = writeln!(text, "  {name}:");
                for entry in list {
                    let _ = writeln!(text, "    - \"{entry}\"");
                }
            }
        }
        text
    }
}

/// Whether files are to be written anew rather than compared.
pub(crate) fn blessed() -> bool {
    std::env::var_os("KENTEI_BLESS").is_some()
}

/// Compares what was seen with what is written down in a file of the package: each clause, rule, script and
/// defect has to be seen again, and no other. In which of several scripts a rule spoke of a clause can hang on
/// the moment, so that the pairs are not compared; what each defect trips is, in the matrix.
#[track_caller]
pub(crate) fn compare(file: &str, evidence: &Evidence) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    let text = evidence.text();
    if blessed() {
        std::fs::write(&path, &text).expect("the evidence is written");
    }
    let known_text = std::fs::read_to_string(&path).unwrap_or_default();
    let known: BTreeSet<&str> = known_text.lines().collect();
    let seen: BTreeSet<&str> = text.lines().collect();
    let missing: Vec<_> = known.difference(&seen).collect();
    let new: Vec<_> = seen.difference(&known).collect();
    assert!(
        missing.is_empty() && new.is_empty(),
        "{file}: not seen any more: {missing:#?}, new: {new:#?}; look at it, then run with KENTEI_BLESS=1"
    );
}
