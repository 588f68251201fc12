//! The times that an engine has for its answers, by name.

use std::time::Duration;

use super::Dialect;

/// A limit that the harness itself uses, whatever a script names. Every dialect declares all of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limit {
    /// For a reply that has no limit of its own.
    Reply,
    /// For the reply to a search that was stopped.
    Stop,
    /// How late a reply may be by its clock.
    Slack,
    /// For `readyok` in total, however often other lines prolong the wait.
    ReadyokCap,
    /// For the rest of a line after its first bytes.
    PartialLine,
}

impl Limit {
    /// All limits.
    pub const ALL: [Self; 5] =
        [Self::Reply, Self::Stop, Self::Slack, Self::ReadyokCap, Self::PartialLine];

    /// Its name in scripts and engine files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Reply => "limit",
            Self::Stop => "stop",
            Self::Slack => "slack",
            Self::ReadyokCap => "readyok_cap",
            Self::PartialLine => "partial_line",
        }
    }
}

/// The limits of a dialect, already scaled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits(Vec<(&'static str, Duration)>);

impl Limits {
    /// The limits that a dialect declares. `change` gets the name and the default of each and returns its value.
    #[must_use]
    pub fn of(dialect: &dyn Dialect, change: impl Fn(&'static str, Duration) -> Duration) -> Self {
        let declared = dialect.limits().iter();
        let changed = |&(name, ms): &(_, _)| (name, change(name, Duration::from_millis(ms)));
        Self(declared.map(changed).collect())
    }

    /// The value of a limit that every dialect has.
    #[must_use]
    pub fn get(&self, limit: Limit) -> Duration {
        // The test `every_dialect_declares_the_limits_that_are_asked_for` checks it.
        self.named(limit.name()).unwrap_or_else(|| unreachable!("every dialect declares {limit:?}"))
    }

    /// The limit with this name, if the dialect declares it.
    #[must_use]
    pub fn named(&self, name: &str) -> Option<Duration> {
        let mut all = self.0.iter();
        all.find(|(known, _)| *known == name).map(|(_, limit)| *limit)
    }

    /// The limit with this name, or [`Limit::Reply`] if the dialect declares none with this name.
    #[must_use]
    pub fn named_or_reply(&self, name: &str) -> Duration {
        self.named(name).unwrap_or_else(|| self.get(Limit::Reply))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::{DIALECTS, judge};

    #[test]
    fn every_dialect_declares_the_limits_that_are_asked_for() {
        for dialect in DIALECTS {
            let limits = judge::default_limits(*dialect);
            for limit in Limit::ALL {
                let ms = limits.named(limit.name()).map(|limit| limit.as_millis());
                assert!(ms > Some(0), "{}: {limit:?}: {ms:?}", dialect.name());
                assert_eq!(Some(limits.get(limit).as_millis()), ms);
            }
        }
    }

    #[test]
    fn a_name_without_a_limit_is_not_one_of_no_time() {
        for dialect in DIALECTS {
            let limits = judge::default_limits(*dialect);
            assert_eq!(limits.named("bestmove"), None);
            assert_eq!(limits.named_or_reply("bestmove"), limits.get(Limit::Reply));
            assert_ne!(limits.named_or_reply("quiet"), limits.get(Limit::Reply));
        }
    }
}
