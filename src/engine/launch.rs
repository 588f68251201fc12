//! What to start, and what can go wrong with it.

use std::ffi::OsString;
use std::fmt;
use std::io;
use std::path::PathBuf;

use crate::lang::{Text, ToText};

/// A program to examine.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Launch {
    /// The program: a path, or a name to be found in `PATH`.
    pub program: PathBuf,
    /// Its arguments.
    pub args: Vec<OsString>,
    /// Where it runs; `None`: in its own folder, as GUIs do, or in the current one where `program` is a name in `PATH` or
    /// an argument names a file.
    pub cwd: Option<PathBuf>,
    /// Variables added to its environment.
    pub env: Vec<(OsString, OsString)>,
    /// What it may use.
    pub limits: Limits,
}

impl Launch {
    /// A program without arguments: a path, or a name to be found in `PATH`.
    pub fn new(program: impl Into<PathBuf>) -> Self {
        Self { program: program.into(), ..Self::default() }
    }

    /// With these arguments.
    #[must_use]
    pub fn args<A: Into<OsString>>(mut self, args: impl IntoIterator<Item = A>) -> Self {
        self.args.extend(args.into_iter().map(Into::into));
        self
    }
}

/// What an engine may use, with everything that it starts. Needs a [launcher](super::use_launcher): where there is
/// none, an engine with a limit is not started.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of memory, for each of its processes (an allocation beyond that fails) and for all of them together
    /// (they are killed).
    pub memory: Option<u64>,
    /// How many processes there may be at once. With more, all are killed.
    pub processes: Option<u64>,
    /// Bytes of any file that it writes. A longer write fails, or ends the process.
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
    /// There is no such file.
    NotFound(PathBuf),
    /// It is a folder.
    Directory(PathBuf),
    /// It may not be executed.
    NotExecutable(PathBuf),
    /// It is a file that the system cannot execute (no program, another machine's program).
    NotAProgram(PathBuf),
    /// What the file names to run it, an interpreter or a loader, is not there.
    NoInterpreter(PathBuf),
    /// The folder that it is to run in, after the program, and what the system said of it.
    Folder(PathBuf, PathBuf, io::Error),
    /// Anything else that the system said.
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
