//! Makes the program to start from the command line.

use std::env;
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use super::engine_file::Entry;
use super::failure::Failure;
use crate::engine::{EngineSource, Launch, LaunchError};
use crate::lang::{Text, ToText};

/// The engine that the user wants.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum EngineChoice {
    /// The built-in engine, with a defect or without.
    BuiltIn(Option<String>),
    /// A program.
    Program(Launch),
}

/// Reads `[ENGINE] [-- ARGS…]`: without ENGINE, the first word after `--` is the program.
pub(super) fn wanted(
    engine: Option<&OsStr>,
    args: &[OsString],
    defect: Option<&str>,
) -> Result<EngineChoice, Failure> {
    let (program, args) = match (engine, args) {
        (Some(engine), args) => (engine, args),
        (None, [program, args @ ..]) => (program.as_os_str(), args),
        (None, []) if ends_with_dashes(env::args_os()) => {
            let failure = Failure::bad_input(say!("no program after \"--\""));
            return Err(failure.hint(say!("kentei run -- python3 my_engine.py")));
        }
        (None, []) => return Ok(EngineChoice::BuiltIn(defect.map(str::to_owned))),
    };
    if defect.is_some() {
        return Err(Failure::bad_input(say!(
            "only the built-in engine has defects to choose from"
        )));
    }
    if program.is_empty() {
        let failure = Failure::bad_input(say!("the name of the engine is empty"));
        return Err(
            failure.hint(say!("`kentei run ./my-engine`, or no engine for the built-in one"))
        );
    }
    Ok(EngineChoice::Program(Launch {
        program: PathBuf::from(program),
        args: args.to_vec(),
        ..Launch::default()
    }))
}

/// Whether nothing follows `--`, as after `-- $ENGINE` with a variable that is not set. clap does not keep that.
fn ends_with_dashes(words: impl Iterator<Item = OsString>) -> bool {
    words.last().is_some_and(|word| word == "--")
}

/// An engine of the engine file; further arguments come after those of the file.
pub(super) fn named(entry: &Entry, args: &[OsString]) -> EngineChoice {
    let mut launch = entry.launch.clone();
    launch.args.extend(args.iter().cloned());
    EngineChoice::Program(launch)
}

impl EngineChoice {
    /// The program to start, with its arguments.
    pub(super) fn launch(&self, dialect: &str) -> Result<Launch, Failure> {
        let defect = match self {
            Self::Program(launch) => return Ok(launch.clone()),
            Self::BuiltIn(defect) => defect,
        };
        let program = env::current_exe().map_err(|error| {
            Failure::could_not_judge(say!("cannot find the built-in engine: {error}", error))
        })?;
        let mut args: Vec<OsString> = vec!["engine".into(), "--dialect".into(), dialect.into()];
        if let Some(defect) = defect {
            args.extend(["--defect".into(), defect.into()]);
        }
        Ok(Launch { program, args, ..Launch::default() })
    }

    /// The words of the command line that name the engine again: those before the flags, and those after `--`.
    pub(super) fn words(&self) -> (Vec<String>, Vec<String>) {
        let launch = match self {
            Self::BuiltIn(None) => return (Vec::new(), Vec::new()),
            Self::BuiltIn(Some(defect)) => {
                return (vec!["--defect".to_owned(), defect.clone()], Vec::new());
            }
            Self::Program(launch) => launch,
        };
        let program = launch.program.to_string_lossy().into_owned();
        let args = launch.args.iter().map(|word| word.to_string_lossy().into_owned());
        if program.starts_with('-') {
            (Vec::new(), std::iter::once(program).chain(args).collect())
        } else {
            (vec![program], args.collect())
        }
    }
}

/// This program in its role as a stub that only echoes its input, to measure the jitter of the host; `None` if it
/// cannot find its own path.
pub(super) fn stub() -> Option<EngineSource> {
    let stub = Launch {
        program: env::current_exe().ok()?,
        args: vec!["echo".into()],
        ..Launch::default()
    };
    Some(stub.into())
}

/// The failure that an engine did not start, with what to try.
pub(super) fn failed(error: &LaunchError) -> Failure {
    Failure::could_not_judge(error.to_text()).hint(hint(error))
}

fn hint(error: &LaunchError) -> Text {
    match error {
        LaunchError::NotFound(path) if path.extension().is_some_and(is_yaml) => yaml_hint(),
        // A name without a folder is looked up only in PATH, as a shell does.
        LaunchError::NotFound(path) if path.components().count() == 1 && path.exists() => {
            Text::plain(format!("./{}", path.display()))
        }
        LaunchError::NotFound(_) => {
            say!("the path of the engine's program, such as ./my-engine, or its name in PATH")
        }
        LaunchError::Directory(path) => {
            say!("the program inside it: \"{path}/…\"", path = path.display())
        }
        LaunchError::NotExecutable(path) if path.extension().is_some_and(is_yaml) => yaml_hint(),
        LaunchError::NotExecutable(path) => {
            let path = path.to_string_lossy();
            Text::plain(format!("chmod +x {}", crate::report::replay::quote(&path, cfg!(windows))))
        }
        LaunchError::NotAProgram(_) => {
            say!("a build for this machine; a script begins with a line such as #!/bin/sh")
        }
        LaunchError::Folder(..) => say!("an existing folder, after --cwd"),
        LaunchError::NoInterpreter(_) | LaunchError::Other(..) => {
            say!("starting it by hand, to see what it says")
        }
    }
}

fn is_yaml(ending: &OsStr) -> bool {
    ending == "yaml" || ending == "yml"
}

fn yaml_hint() -> Text {
    say!("`--scenarios FILE` for each file of scenarios")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(engine: Option<&str>, args: &[&str], front: &[&str], after: &[&str]) {
        let args: Vec<OsString> = args.iter().map(OsString::from).collect();
        let wanted = wanted(engine.map(OsStr::new), &args, None).unwrap();
        let words = wanted.words();
        assert_eq!(
            (words.0.as_slice(), words.1.as_slice()),
            (&owned(front)[..], &owned(after)[..])
        );
    }

    fn owned(words: &[&str]) -> Vec<String> {
        words.iter().map(|word| (*word).to_owned()).collect()
    }

    #[test]
    fn the_first_word_after_the_dashes_is_the_program_where_none_is_before_them() {
        check(None, &["cat", "-u"], &["cat"], &["-u"]);
        check(Some("./e"), &["-u"], &["./e"], &["-u"]);
        check(None, &["-odd", "-u"], &[], &["-odd", "-u"]);
        check(None, &[], &[], &[]);
    }

    #[test]
    fn a_defect_is_for_the_built_in_engine_only() {
        assert!(wanted(Some(OsStr::new("./e")), &[], Some("A01")).is_err());
        let built_in = wanted(None, &[], Some("A01")).unwrap();
        assert_eq!(built_in.words().0, ["--defect", "A01"]);
        let launch = built_in.launch("usi").unwrap();
        assert_eq!(launch.args, ["engine", "--dialect", "usi", "--defect", "A01"]);
    }

    #[test]
    fn a_variable_that_is_not_set_leaves_the_dashes_alone() {
        let ends = |words: &[&str]| ends_with_dashes(words.iter().map(OsString::from));
        assert!(ends(&["kentei", "run", "--"]));
        assert!(!ends(&["kentei", "run", "--", "cat"]));
        assert!(!ends(&["kentei", "run"]));
    }

    #[test]
    fn an_empty_name_is_no_engine() {
        assert!(wanted(Some(OsStr::new("")), &[], None).is_err());
    }
}
