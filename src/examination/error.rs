//! Why an examination was impossible.

use std::fmt;

use crate::diagnostic::Diagnostic;
use crate::engine::LaunchError;
use crate::report::diagnostics;

/// The width, in columns, in which mistakes in files are shown.
const WIDTH: usize = 100;

/// Why an examination was impossible. Violations by the engine are never errors: they are in the report.
#[derive(Debug)]
#[non_exhaustive]
pub enum ExaminationError {
    /// The engine does not start.
    Launch(LaunchError),
    /// Scenario files have mistakes; these are all of them.
    Scenarios(Vec<Diagnostic>),
    /// The dialect has no profile of this name.
    UnknownProfile(String),
    /// The dialect has no limit of this name; the second value lists its limits.
    UnknownLimit(String, Vec<&'static str>),
    /// The factor for limits is not between 0.1 and 100.
    LimitsScale(f64),
    /// No scenario matches this filter.
    NoScenario(String),
    /// The engine does not declare an option of this name; the second value lists the options that it declares.
    UndeclaredOption(String, Vec<String>),
    /// The engine declares an option of this name, but not with this value.
    OptionValue(String, String),
}

impl fmt::Display for ExaminationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Launch(error) => error.fmt(f),
            Self::Scenarios(found) => f.write_str(&diagnostics::print(found, false, WIDTH)),
            Self::UnknownProfile(name) => write!(f, "unknown profile {name:?}"),
            Self::UnknownLimit(name, known) => {
                write!(f, "unknown limit {name:?}; there are {}", known.join(", "))
            }
            Self::LimitsScale(factor) => {
                write!(f, "limits cannot be scaled by {factor}; expected a number from 0.1 to 100")
            }
            Self::NoScenario(filter) => write!(f, "no scenario matches {filter:?}"),
            Self::UndeclaredOption(name, known) => {
                write!(f, "the engine does not declare the option {name:?}; it declares {known:?}")
            }
            Self::OptionValue(name, value) => {
                write!(f, "the option {name:?} does not have the value {value:?}")
            }
        }
    }
}

impl std::error::Error for ExaminationError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Launch(error) => Some(error),
            Self::Scenarios(_)
            | Self::UnknownProfile(_)
            | Self::UnknownLimit(..)
            | Self::LimitsScale(_)
            | Self::NoScenario(_)
            | Self::UndeclaredOption(..)
            | Self::OptionValue(..) => None,
        }
    }
}
