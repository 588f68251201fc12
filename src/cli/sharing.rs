//! `kentei run`: which scenarios share a process.

use clap::ValueEnum;

use super::failure::Failure;
use super::names;
use crate::protocol::Dialect;
use crate::run::plan::Share;
use crate::scenario::Scenario;

/// The arguments that say which scenarios share a process.
#[derive(Debug, clap::Args)]
#[group(id = "sharing")]
pub(super) struct Args {
    /// Whether scenarios that leave the engine in a known state are played one after the other in one process
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    share: When,
    /// Play these scenarios first, in the same process as each scenario that can share one, to see whether they
    /// affect it; can be repeated
    #[arg(long, value_name = "ID")]
    preceded_by: Vec<String>,
}

/// When scenarios share a process.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum When {
    /// If the engine takes a tenth of a second or more to start
    Auto,
    /// Never: a process for each scenario
    Never,
    /// Independent of the time that a start takes
    Always,
}

impl When {
    const fn word(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Never => "never",
            Self::Always => "always",
        }
    }
}

impl Args {
    pub(super) fn share(&self) -> Share {
        match self.share {
            When::Auto => Share::Auto,
            When::Never => Share::Never,
            When::Always => Share::Always,
        }
    }

    /// The scenarios that are to be played first.
    pub(super) fn preceded_by(
        &self,
        dialect: &dyn Dialect,
        library: &[Scenario],
    ) -> Result<Vec<Scenario>, Failure> {
        let find = |id: &String| {
            let ids = library.iter().map(|scenario| scenario.id.as_str());
            let found = library.iter().find(|scenario| scenario.id == *id);
            let found = found.ok_or_else(|| names::unknown(say!("scenario"), id, ids))?;
            if crate::run::can_share(dialect, found) {
                return Ok(found.clone());
            }
            let text = say!("\"{id}\" needs a process of its own, so nothing can be after it", id);
            Err(Failure::bad_input(text))
        };
        self.preceded_by.iter().map(find).collect()
    }

    /// The flags and values that ask for the same again.
    pub(super) fn words(&self) -> Vec<(&'static str, String)> {
        let share = (self.share != When::Auto).then(|| ("--share", self.share.word().to_owned()));
        let preceded_by = self.preceded_by.iter().map(|id| ("--preceded-by", id.clone()));
        share.into_iter().chain(preceded_by).collect()
    }
}
