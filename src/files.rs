//! Reads files of users, with a size limit and without blocking.
//!
//! Only regular files are read. A pipe, a device or a socket may never end or never get a writer, so it is refused. So
//! is `/dev/stdin` or `<(command)`, unless it leads to a regular file.

use std::fs::{File, FileType, OpenOptions};
use std::io::{self, Read as _};
use std::path::Path;

use crate::lang::{Text, ToText};

// For tests in several places: the file may be loaded only once.
impl ToText for io::Error {
    fn to_text(&self) -> Text {
        system(&self.to_string())
    }
}

/// An error message of the system, such as `No such file or directory (os error 2)`. Common errors of Unix are
/// translated, all others are kept unchanged.
pub(crate) fn system(said: &str) -> Text {
    let parts = said.split_once(" (os error ");
    let Some((words, (number, place))) =
        parts.and_then(|(words, rest)| Some((words, rest.split_once(')')?)))
    else {
        return Text::plain(said);
    };
    let words = match words {
        "No such file or directory" => say!("No such file or directory"),
        "Permission denied" => say!("Permission denied"),
        "File exists" => say!("File exists"),
        "Not a directory" => say!("Not a directory"),
        "Is a directory" => say!("Is a directory"),
        "Broken pipe" => say!("Broken pipe"),
        "No space left on device" => say!("No space left on device"),
        "Read-only file system" => say!("Read-only file system"),
        "Too many open files" => say!("Too many open files"),
        _ => return Text::plain(said),
    };
    say!("{words} (os error {number}){place}", words, number, place)
}

#[cfg(test)]
#[path = "../tests/bless/mod.rs"]
pub(crate) mod bless;

/// Reads a regular file of at most `most` bytes.
///
/// # Errors
///
/// A lower-case fragment that says why the file cannot be read: the error of the system, or that it is not a regular
/// file, is too long, or was changed while it was read.
pub(crate) fn read(path: &Path, most: u64) -> Result<Vec<u8>, Text> {
    let file = open(path).map_err(|error| error.to_text())?;
    read_from(&file, most, || {})
}

/// Reads an open file. `meanwhile` is called when the size is known and nothing is read yet.
fn read_from(file: &File, most: u64, meanwhile: impl FnOnce()) -> Result<Vec<u8>, Text> {
    let said = |error: io::Error| error.to_text();
    let before = file.metadata().map_err(said)?;
    if !before.is_file() {
        return Err(refusal(before.file_type()));
    }
    if before.len() > most {
        return Err(too_long(most));
    }
    meanwhile();
    let mut bytes = Vec::new();
    // One byte more than allowed distinguishes a file that is too long from a file that just fits.
    let mut bounded = file.take(most + 1);
    bounded.read_to_end(&mut bytes).map_err(said)?;
    if bytes.len() as u64 > most {
        return Err(too_long(most));
    }
    let after = file.metadata().map_err(said)?;
    // Files of the system, such as those in /proc, report a length of 0.
    let length_changed = before.len() > 0 && before.len() != bytes.len() as u64;
    if length_changed || before.modified().ok() != after.modified().ok() {
        return Err(say!("it was changed while it was read"));
    }
    Ok(bytes)
}

fn too_long(most: u64) -> Text {
    say!("longer than {number} MiB", number = most >> 20)
}

/// Opens a file without waiting for the other end of a pipe.
fn open(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        // The system takes the flags as a signed number.
        let flags = rustix::fs::OFlags::NONBLOCK | rustix::fs::OFlags::NOCTTY;
        options.custom_flags(flags.bits().cast_signed());
    }
    options.open(path)
}

fn refusal(kind: FileType) -> Text {
    let what = what(kind);
    say!("it is {what}; only regular files are read", what)
}

fn what(kind: FileType) -> Text {
    if kind.is_dir() {
        return say!("a folder");
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        if kind.is_fifo() {
            return say!("a pipe");
        }
        if kind.is_char_device() || kind.is_block_device() {
            return say!("a device");
        }
        if kind.is_socket() {
            return say!("a socket");
        }
    }
    say!("not a regular file")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::Lang;

    #[test]
    fn a_file_is_read_up_to_its_limit() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let check = |length: usize, expected: Result<usize, &str>| {
            std::fs::write(&path, vec![b'x'; length]).unwrap();
            let read = read(&path, 1 << 20).map(|bytes| bytes.len());
            let read = read.map_err(|why| why.to_string());
            assert_eq!(read, expected.map_err(str::to_owned), "{length}");
        };
        check(0, Ok(0));
        check(1 << 20, Ok(1 << 20));
        check((1 << 20) + 1, Err("longer than 1 MiB"));
    }

    #[test]
    fn what_is_no_regular_file_is_refused_by_name() {
        let folder = tempfile::tempdir().unwrap();
        let check = |path: &Path, expected: &str| {
            let error = read(path, 100).unwrap_err().to_string();
            assert_eq!(error, format!("it is {expected}; only regular files are read"));
        };
        check(folder.path(), "a folder");
        #[cfg(unix)]
        {
            let pipe = folder.path().join("pipe");
            rustix::fs::mkfifoat(rustix::fs::CWD, &pipe, rustix::fs::Mode::RWXU).unwrap();
            check(&pipe, "a pipe");
            check(Path::new("/dev/zero"), "a device");
        }
        let none = read(&folder.path().join("none"), 100).unwrap_err().to_string();
        assert!(none.contains("No such file") || none.contains("cannot find"), "{none}");
    }

    #[test]
    fn a_file_that_changes_meanwhile_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        std::fs::write(&path, "short").unwrap();
        let changed = |text: &'static str| {
            let file = File::open(&path).unwrap();
            read_from(&file, 1 << 20, || std::fs::write(&path, text).unwrap())
        };
        let refused = Err(say!("it was changed while it was read"));
        assert_eq!(changed("much longer than before"), refused);
        assert_eq!(changed(""), refused);
        std::fs::write(&path, "quiet").unwrap();
        let file = File::open(&path).unwrap();
        assert_eq!(read_from(&file, 1 << 20, || {}), Ok(b"quiet".to_vec()));
    }

    #[test]
    fn what_the_system_says_is_known_in_japanese() {
        let check = |said: &str, expected: &str| {
            assert_eq!(system(said).to_string(), said);
            assert_eq!(system(said).in_lang(Lang::Ja), expected);
        };
        check("No such file or directory (os error 2)", "ファイルやフォルダがない (os error 2)");
        check(
            "Permission denied (os error 13) at path \"/x\"",
            "権限がない (os error 13) at path \"/x\"",
        );
        check("Strange (os error 99)", "Strange (os error 99)");
        check("disk full", "disk full");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_file_of_the_system_that_says_it_is_empty_is_read() {
        assert!(!read(Path::new("/proc/self/status"), 1 << 20).unwrap().is_empty());
    }
}
