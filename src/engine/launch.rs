//! What to start, and why a start can fail.

use std::ffi::OsString;
use std::fmt;
use std::io;
use std::path::PathBuf;

use crate::lang::{Text, ToText};

/// A program to examine.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Launch {
    /// The program: a path, or a name to search for in `PATH`.
    pub program: PathBuf,
    /// Its arguments.
    pub args: Vec<OsString>,
    /// The working folder. `None` means the program's own folder, as GUIs do, or the current folder if `program` is
    /// a name in `PATH` or an argument names a file.
    pub cwd: Option<PathBuf>,
    /// Variables added to its environment.
    pub env: Vec<(OsString, OsString)>,
    /// What the engine may use.
    pub limits: Limits,
}

impl Launch {
    /// A program without arguments: a path, or a name to search for in `PATH`.
    pub fn new(program: impl Into<PathBuf>) -> Self {
        Self { program: program.into(), ..Self::default() }
    }

    /// Adds these arguments.
    #[must_use]
    pub fn args<A: Into<OsString>>(mut self, args: impl IntoIterator<Item = A>) -> Self {
        self.args.extend(args.into_iter().map(Into::into));
        self
    }
}

/// What an engine may use, together with everything that it starts. Needs a [launcher](super::use_launcher):
/// without one, an engine with a limit is not started.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of memory: for each of its processes (an allocation above the limit fails) and for all of them
    /// together (above the limit they are killed).
    pub memory: Option<u64>,
    /// How many processes may exist at once. If there are more, all are killed.
    pub processes: Option<u64>,
    /// Bytes of each file that the engine writes. A longer write fails, or ends the process.
    pub file_size: Option<u64>,
}

impl Limits {
    /// Whether nothing is limited.
    #[must_use]
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }
}

/// Why an engine could not be started.
#[derive(Debug)]
pub enum LaunchError {
    /// The file does not exist.
    NotFound(PathBuf),
    /// The path is a folder.
    Directory(PathBuf),
    /// The file may not be executed.
    NotExecutable(PathBuf),
    /// The system cannot execute the file (not a program, or a program for another machine).
    NotAProgram(PathBuf),
    /// The interpreter or loader that the file names does not exist.
    NoInterpreter(PathBuf),
    /// The program, the folder where it should run, and the system's error about that folder.
    Folder(PathBuf, PathBuf, io::Error),
    /// Any other error of the system.
    Other(PathBuf, io::Error),
}

impl ToText for LaunchError {
    fn to_text(&self) -> Text {
        let (path, why) = match self {
            Self::NotFound(path) => (path, say!("no such file")),
            Self::Directory(path) => (path, say!("it is a folder, not a program")),
            Self::NotExecutable(path) => (path, say!("permission denied (is it executable?)")),
            Self::NotAProgram(path) => (path, say!("it is not a program for this machine")),
            Self::NoInterpreter(path) => {
                (path, say!("the interpreter or loader that it names does not exist"))
            }
            Self::Folder(path, folder, error) => {
                let folder = folder.display();
                (path, say!("working folder \"{folder}\": {error}", folder, error))
            }
            Self::Other(path, error) => (path, error.to_text()),
        };
        say!("cannot start engine \"{path}\": {why}", path = path.display(), why)
    }
}

impl fmt::Display for LaunchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_text().fmt(f)
    }
}

impl std::error::Error for LaunchError {}
