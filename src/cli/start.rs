//! `kentei run`: how the engine is started, and its limits of time.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use super::failure::Failure;
use super::{names, reports};
use crate::engine::Launch;
use crate::lang::{Text, ToText};
use crate::protocol::Dialect;

/// The arguments that say how the engine is started.
#[derive(Debug, clap::Args)]
#[group(id = "start")]
pub(super) struct Args {
    /// Folder in which the engine runs [default: the folder of its program; the current folder for a program found in
    /// PATH, or if an argument of the engine names a file there]
    #[arg(long, value_name = "DIR")]
    cwd: Option<PathBuf>,
    /// Set a variable in the environment of the engine; can be repeated
    #[arg(long, value_name = "NAME=VALUE", value_parser = variable)]
    env: Vec<(String, String)>,
    /// Set a time limit of the engine by its name: `usiok=20s`; can be repeated
    #[arg(long = "limit", value_name = "NAME=DURATION", value_parser = limit)]
    limits: Vec<(String, Duration)>,
}

impl Args {
    /// Applies the settings of the command line to the launch; other settings stay.
    ///
    /// # Errors
    ///
    /// If there is no such folder.
    pub(super) fn over(&self, launch: &mut Launch) -> Result<(), Failure> {
        if let Some(cwd) = &self.cwd {
            if !cwd.is_dir() {
                let path = reports::shown(cwd);
                return Err(Failure::bad_input(say!(
                    "no folder \"{path}\" for the engine (--cwd)",
                    path
                )));
            }
            launch.cwd = Some(cwd.clone());
        }
        let typed = self.env.iter().map(|(name, value)| (name.into(), value.into()));
        // If a variable is set twice, the last value counts.
        launch.env.extend(typed);
        Ok(())
    }

    /// The limits of the command line, with the names that the dialect uses.
    ///
    /// # Errors
    ///
    /// If the dialect has no limit of this name.
    pub(super) fn limits(
        &self,
        dialect: &dyn Dialect,
    ) -> Result<Vec<(&'static str, Duration)>, Failure> {
        let known = dialect.limits();
        let find = |(name, time): &(String, Duration)| {
            let mut all = known.iter().map(|(known, _)| *known);
            match all.find(|known| known == name) {
                Some(known) => Ok((known, *time)),
                None => {
                    let names = known.iter().map(|(known, _)| *known);
                    Err(names::unknown(say!("limit"), name, names))
                }
            }
        };
        self.limits.iter().map(find).collect()
    }

    /// Refuses a limit that none of these dialects has.
    pub(super) fn check_limits(&self, dialects: &[&'static dyn Dialect]) -> Result<(), Failure> {
        let known = dialects.iter().flat_map(|dialect| dialect.limits());
        let known: BTreeSet<&str> = known.map(|(name, _)| *name).collect();
        match self.limits.iter().find(|(name, _)| !known.contains(name.as_str())) {
            Some((name, _)) => Err(names::unknown(say!("limit"), name, known.into_iter())),
            None => Ok(()),
        }
    }

    /// The flags and values that ask for the same again.
    pub(super) fn words(&self) -> Vec<(&'static str, String)> {
        let cwd = self.cwd.iter().map(|cwd| ("--cwd", cwd.to_string_lossy().into_owned()));
        let env = self.env.iter().map(|(name, value)| ("--env", format!("{name}={value}")));
        let limits = self.limits.iter();
        let limits =
            limits.map(|(name, time)| ("--limit", format!("{name}={}s", time.as_secs_f64())));
        cwd.chain(env).chain(limits).collect()
    }
}

fn variable(text: &str) -> Result<(String, String), Text> {
    match text.split_once('=') {
        None => Err(say!("no \"=\" between the name and the value")),
        Some(("", _)) => Err(say!("the name is empty")),
        Some(_) if text.contains('\0') => Err(say!("NUL ends a variable")),
        Some((name, value)) => Ok((name.to_owned(), value.to_owned())),
    }
}

fn limit(text: &str) -> Result<(String, Duration), Text> {
    let Some((name, time)) = text.split_once('=') else {
        return Err(say!("no \"=\" between the limit and its time"));
    };
    Ok((name.trim().to_owned(), duration(time.trim())?))
}

/// Reads a whole number from 1 to `most`.
pub(super) fn count<N: FromStr + PartialOrd + From<u8> + ToText>(
    text: &str,
    most: N,
) -> Result<N, Text> {
    let in_range = |number: &N| *number >= N::from(1) && *number <= most;
    match text.parse().ok().filter(in_range) {
        Some(number) => Ok(number),
        None => Err(say!("expected a whole number from 1 to {most}", most)),
    }
}

/// The longest time: far longer than any run, and short enough to be scaled and added to the present.
const LONGEST: Duration = Duration::from_secs(10_000 * 60 * 60);

/// Reads a time with its unit, above zero and up to [`LONGEST`].
pub(super) fn duration(text: &str) -> Result<Duration, Text> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = match &text[digits.len()..] {
        "ms" => 0.001,
        "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(say!("expected a number with a unit, such as 500ms, 90s, 5m or 1h")),
    };
    let number: f64 = digits.parse().map_err(|_| say!("not a number"))?;
    if number * unit > LONGEST.as_secs_f64() {
        return Err(say!("it may be at most {hours} h", hours = LONGEST.as_secs() / 3600));
    }
    match Duration::try_from_secs_f64(number * unit) {
        Ok(time) if !time.is_zero() => Ok(time),
        Ok(_) | Err(_) => Err(say!("it must be above zero")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::usi::USI;

    fn typed() -> Args {
        Args {
            cwd: Some("src".into()),
            env: vec![variable("A=b=c").unwrap()],
            limits: vec![limit("readyok=20s").unwrap()],
        }
    }

    #[test]
    fn what_was_typed_goes_before_what_the_file_says() {
        let mut launch = Launch { cwd: Some("elsewhere".into()), ..Launch::default() };
        launch.env = vec![("A".into(), "x".into())];
        typed().over(&mut launch).unwrap();
        assert_eq!(launch.cwd, Some("src".into()));
        assert_eq!(launch.env, [("A".into(), "x".into()), ("A".into(), "b=c".into())]);
        let words = ["--cwd src", "--env A=b=c", "--limit readyok=20s"];
        let said: Vec<String> =
            typed().words().iter().map(|(name, value)| format!("{name} {value}")).collect();
        assert_eq!(said, words);
        // The repeated flags are read as the same values, also below a millisecond.
        for typed in [limit("stop=0.5ms"), limit("stop=70ms"), limit("stop=2m")] {
            let args = Args { limits: vec![typed.unwrap()], cwd: None, env: Vec::new() };
            assert_eq!(limit(&args.words()[0].1), Ok(args.limits[0].clone()));
        }
    }

    #[test]
    fn a_limit_is_one_of_the_dialect() {
        let limits = typed().limits(&USI).unwrap();
        assert_eq!(limits, [("readyok", Duration::from_secs(20))]);
        let args = Args { limits: vec![limit("readyko=1s").unwrap()], ..typed() };
        assert!(args.limits(&USI).is_err());
    }

    #[test]
    fn what_cannot_be_read_is_refused() {
        for wrong in ["A", "=b", "A\0=b"] {
            assert!(variable(wrong).is_err(), "{wrong}");
        }
        for wrong in ["usiok", "usiok=", "usiok=5", "usiok=0s", "usiok=-1s", "usiok=xs"] {
            assert!(limit(wrong).is_err(), "{wrong}");
        }
        for wrong in ["10001h", "4000000000000000h", "99999999999999999999999h"] {
            assert_eq!(duration(wrong).unwrap_err().to_string(), "it may be at most 10000 h");
        }
        assert_eq!(duration("10000h"), Ok(LONGEST));
    }
}
