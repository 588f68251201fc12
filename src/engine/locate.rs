//! Finds the program's file and its working folder.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{self, Path, PathBuf};

use super::launch::{Launch, LaunchError};

/// A folder that is searched after `PATH`: Debian installs game engines there, and the `PATH` of root lacks it.
#[cfg(unix)]
const GAMES: &str = "/usr/games";

/// The program of `launch`, as an absolute path to a file that may be executed.
///
/// # Errors
/// If there is no such file, or it may not be executed.
pub fn program(launch: &Launch) -> Result<PathBuf, LaunchError> {
    if is_bare_name(&launch.program) {
        return search(&launch.program, search_folders());
    }
    let program = path::absolute(&launch.program)
        .map_err(|error| LaunchError::Other(launch.program.clone(), error))?;
    first_executable(&program).unwrap_or(Err(LaunchError::NotFound(program)))
}

/// The folder where `program` runs. It is the folder of `launch`, if that has one, and otherwise the program's own
/// folder, where its files are, as under a GUI. A program that was found by its name, or that has an argument which
/// names an existing file (`python3 my_engine.py`), has no files of its own beside it: it runs in the current folder.
pub(super) fn folder(launch: &Launch, program: &Path) -> Result<PathBuf, LaunchError> {
    let Some(cwd) = &launch.cwd else {
        let own = program.parent().unwrap_or(program).to_owned();
        let is_elsewhere = is_bare_name(&launch.program) || launch.args.iter().any(names_a_file);
        return Ok(if is_elsewhere { env::current_dir().unwrap_or(own) } else { own });
    };
    let error = match fs::metadata(cwd) {
        Ok(metadata) if metadata.is_dir() => return Ok(cwd.clone()),
        Ok(_) => io::Error::from(io::ErrorKind::NotADirectory),
        Err(error) => error,
    };
    Err(LaunchError::Folder(program.to_owned(), cwd.clone(), error))
}

fn names_a_file(argument: &OsString) -> bool {
    Path::new(argument).is_file()
}

fn is_bare_name(program: &Path) -> bool {
    let mut components = program.components();
    // `components` ignores the separator at the end of `engine/`, so the text is examined.
    let has_separator = program.to_string_lossy().chars().any(path::is_separator);
    !has_separator
        && matches!(components.next(), Some(path::Component::Normal(_)))
        && components.next().is_none()
}

fn search(name: &Path, folders: Vec<PathBuf>) -> Result<PathBuf, LaunchError> {
    let mut refused = None;
    for folder in folders {
        match first_executable(&folder.join(name)) {
            Some(Ok(found)) => return Ok(found),
            // Go on, as a shell does: another folder may have a file that can be executed.
            Some(Err(error)) => refused = refused.or(Some(error)),
            None => {}
        }
    }
    Err(refused.unwrap_or_else(|| LaunchError::NotFound(name.to_owned())))
}

fn search_folders() -> Vec<PathBuf> {
    let listed = env::var_os("PATH").unwrap_or_default();
    let folders = env::split_paths(&listed).filter_map(|folder| {
        // An empty entry means the current folder.
        let folder = if folder.as_os_str().is_empty() { PathBuf::from(".") } else { folder };
        path::absolute(folder).ok()
    });
    #[cfg(unix)]
    let folders = folders.chain([PathBuf::from(GAMES)]);
    folders.collect()
}

/// The file at `path`, or at `path` with a suffix that the system adds; `None` if there is none.
fn first_executable(path: &Path) -> Option<Result<PathBuf, LaunchError>> {
    let mut candidates = vec![path.to_owned()];
    candidates.extend(endings().iter().map(|ending| {
        let mut name = path.as_os_str().to_owned();
        name.push(ending);
        PathBuf::from(name)
    }));
    let mut refused = None;
    for candidate in candidates {
        match examine(&candidate) {
            Ok(()) => return Some(Ok(candidate)),
            Err(LaunchError::NotFound(_)) => {}
            Err(error) => refused = refused.or(Some(Err(error))),
        }
    }
    refused
}

fn endings() -> &'static [&'static str] {
    if cfg!(windows) { &[".exe", ".bat", ".cmd"] } else { &[] }
}

fn examine(path: &Path) -> Result<(), LaunchError> {
    let metadata = fs::metadata(path).map_err(|error| {
        if is_missing(&error) {
            LaunchError::NotFound(path.to_owned())
        } else {
            LaunchError::Other(path.to_owned(), error)
        }
    })?;
    if metadata.is_dir() {
        return Err(LaunchError::Directory(path.to_owned()));
    }
    if !may_execute(&metadata) {
        return Err(LaunchError::NotExecutable(path.to_owned()));
    }
    Ok(())
}

#[cfg(unix)]
fn may_execute(metadata: &fs::Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt;
    metadata.permissions().mode() & 0o111 != 0
}

#[cfg(not(unix))]
fn may_execute(_: &fs::Metadata) -> bool {
    true
}

/// The reason why the system refused to start `program`, which exists.
pub(super) fn refusal(program: PathBuf, error: io::Error) -> LaunchError {
    if error.kind() == io::ErrorKind::PermissionDenied {
        LaunchError::NotExecutable(program)
    } else if is_format_error(&error) {
        LaunchError::NotAProgram(program)
    } else if is_missing(&error) {
        // The file existed a moment ago, so what is missing is its interpreter or loader.
        LaunchError::NoInterpreter(program)
    } else {
        LaunchError::Other(program, error)
    }
}

fn is_missing(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

fn is_format_error(error: &io::Error) -> bool {
    #[cfg(unix)]
    let codes = [rustix::io::Errno::NOEXEC.raw_os_error()];
    // ERROR_BAD_EXE_FORMAT and ERROR_EXE_MACHINE_TYPE_MISMATCH.
    #[cfg(not(unix))]
    let codes = [193, 216];
    error.raw_os_error().is_some_and(|code| codes.contains(&code))
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    fn write(path: &Path, mode: u32) {
        fs::write(path, "").expect("a file");
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("its mode");
    }

    #[test]
    fn only_a_single_word_is_a_bare_name() {
        for name in ["engine", "my engine", "engine.exe"] {
            assert!(is_bare_name(Path::new(name)), "{name}");
        }
        for path in ["", ".", "..", "./engine", "a/engine", "/engine", "engine/"] {
            assert!(!is_bare_name(Path::new(path)), "{path}");
        }
    }

    #[test]
    fn the_first_that_can_be_run_is_found() {
        let root = tempfile::tempdir().unwrap();
        let folders = ["a", "b", "c", "d"].map(|name| root.path().join(name));
        for folder in &folders {
            fs::create_dir(folder).unwrap();
        }
        fs::create_dir(folders[0].join("engine")).unwrap();
        write(&folders[1].join("engine"), 0o644);
        let refused = search(Path::new("engine"), folders.to_vec());
        assert!(matches!(refused, Err(LaunchError::Directory(_))));
        let refused = search(Path::new("engine"), folders[1..].to_vec());
        assert!(matches!(refused, Err(LaunchError::NotExecutable(_))));
        let missing = search(Path::new("engine"), folders[2..].to_vec());
        assert!(matches!(missing, Err(LaunchError::NotFound(name)) if name == Path::new("engine")));
        write(&folders[2].join("engine"), 0o755);
        write(&folders[3].join("engine"), 0o755);
        let found = search(Path::new("engine"), folders.to_vec()).unwrap();
        assert_eq!(found, folders[2].join("engine"));
    }
}
