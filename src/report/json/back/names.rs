//! Names that a run has for good, looked up for those that a report has as text.

use std::error::Error;
use std::fmt;
use std::path::Path;

use crate::protocol::{self, DIALECTS, Dialect, Latency};
use crate::verdict::ClauseId;

/// Something that a report names and this program does not have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unknown {
    /// What it is: `dialect`, `profile`, `clause`, `rule`, `latency`, `game`.
    what: &'static str,
    /// Its name in the report.
    name: String,
    /// Where it was looked for: the dialect, if that is known.
    dialect: Option<&'static str>,
}

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { what, name, .. } = self;
        write!(f, "it has the {what} {name:?}, which this kentei does not know")?;
        match self.dialect {
            Some(dialect) => write!(f, " in {dialect}"),
            None => {
                let known: Vec<_> = DIALECTS.iter().map(|dialect| dialect.name()).collect();
                write!(f, " (there is: {})", known.join(", "))
            }
        }
    }
}

impl Error for Unknown {}

/// The names of one dialect.
pub(super) struct Names {
    dialect: &'static dyn Dialect,
    rules: Vec<&'static str>,
}

impl Names {
    pub(super) fn of(dialect: &str) -> Result<Self, Unknown> {
        let Some(dialect) = protocol::dialect(dialect) else {
            return Err(Unknown {
                what: "dialect",
                name: dialect.chars().take(60).collect(),
                dialect: None,
            });
        };
        let mut rules: Vec<_> = dialect.watches().iter().map(|watch| watch.rule).collect();
        rules.sort_unstable();
        rules.dedup();
        Ok(Self { dialect, rules })
    }

    pub(super) fn dialect(&self) -> &'static str {
        self.dialect.name()
    }

    pub(super) fn profile(&self, name: &str) -> Result<&'static str, Unknown> {
        let mut known = self.dialect.catalogue().profiles.iter();
        let found = known.find(|(known, _)| *known == name);
        found.map(|(known, _)| *known).ok_or_else(|| self.unknown("profile", name))
    }

    pub(super) fn clause(&self, id: &str) -> Result<ClauseId, Unknown> {
        let clause = self.dialect.catalogue().clause(id);
        clause.map(|clause| clause.id).ok_or_else(|| self.unknown("clause", id))
    }

    pub(super) fn rule(&self, name: &str) -> Result<&'static str, Unknown> {
        let mut rules = self.rules.iter();
        let rule = rules.find(|rule| **rule == name);
        rule.copied().ok_or_else(|| self.unknown("rule", name))
    }

    pub(super) fn latency(&self, name: &str) -> Result<&'static Latency, Unknown> {
        let mut known = self.dialect.latencies().iter();
        known.find(|latency| latency.name == name).ok_or_else(|| self.unknown("latency", name))
    }

    /// A name out of a few.
    pub(super) fn one_of(
        &self,
        what: &'static str,
        name: &str,
        known: &[&'static str],
    ) -> Result<&'static str, Unknown> {
        let mut known = known.iter();
        let found = known.find(|known| **known == name);
        found.copied().ok_or_else(|| self.unknown(what, name))
    }

    pub(super) fn unknown(&self, what: &'static str, name: &str) -> Unknown {
        Unknown { what, name: name.chars().take(60).collect(), dialect: Some(self.dialect.name()) }
    }

    /// Whether a file lies where bundled ones do, for reports that do not say it.
    pub(super) fn is_below_bundled_root(&self, file: &str) -> bool {
        let file = Path::new(file);
        file.starts_with(self.dialect.name()) || file.starts_with("shared")
    }
}
