//! Files of users, read within bounds and without waiting.
//!
//! Only regular files are read. A pipe, a device or a socket may never end, or wait for a writer who never comes, so
//! it is refused; so is `/dev/stdin` or `<(command)`, unless it leads to a regular file.

use std::fs::{File, FileType, OpenOptions};
use std::io::{self, Read as _};
use std::path::Path;

use crate::lang::{Text, ToText};

// For tests in several places, which may load the file only once.
impl ToText for io::Error {
    fn to_text(&self) -> Text {
        Text::plain(self.to_string())
    }
}

#[cfg(test)]
#[path = "../tests/bless/mod.rs"]
pub(crate) mod bless;

/// Reads a regular file of at most `most` bytes.
///
/// # Errors
///
/// A lower-case fragment that says why it cannot be read: what the system says, that it is no regular file, that it is
/// too long, or that it was changed meanwhile.
pub(crate) fn read(path: &Path, most: u64) -> Result<Vec<u8>, String> {
    let file = open(path).map_err(|error| error.to_string())?;
    read_from(&file, most, || {})
}

/// Reads a file that is open. `meanwhile` is called when its size is known and nothing is read yet.
fn read_from(file: &File, most: u64, meanwhile: impl FnOnce()) -> Result<Vec<u8>, String> {
    let said = |error: io::Error| error.to_string();
    let before = file.metadata().map_err(said)?;
    if !before.is_file() {
        return Err(refusal(before.file_type()));
    }
    if before.len() > most {
        return Err(too_long(most));
    }
    meanwhile();
    let mut bytes = Vec::new();
    // One byte more than allowed tells a file that grew too long from one that just fits.
    let mut bounded = file.take(most + 1);
    bounded.read_to_end(&mut bytes).map_err(said)?;
    if bytes.len() as u64 > most {
        return Err(too_long(most));
    }
    let after = file.metadata().map_err(said)?;
    // Files of the system, such as those in /proc, have no length of their own.
    let length_changed = before.len() > 0 && before.len() != bytes.len() as u64;
    if length_changed || before.modified().ok() != after.modified().ok() {
        return Err("it was changed while it was read".to_owned());
    }
    Ok(bytes)
}

fn too_long(most: u64) -> String {
    format!("longer than {} MiB", most >> 20)
}

/// Opens without waiting for anyone at the other end of a pipe.
fn open(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        // The bits are those of the system, which takes them as a signed number.
        let flags = rustix::fs::OFlags::NONBLOCK | rustix::fs::OFlags::NOCTTY;
        options.custom_flags(flags.bits().cast_signed());
    }
    options.open(path)
}

fn refusal(kind: FileType) -> String {
    let what = what(kind);
    format!("it is {what}; only regular files are read")
}

fn what(kind: FileType) -> &'static str {
    if kind.is_dir() {
        return "a folder";
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        if kind.is_fifo() {
            return "a pipe";
        }
        if kind.is_char_device() || kind.is_block_device() {
            return "a device";
        }
        if kind.is_socket() {
            return "a socket";
        }
    }
    "no regular file"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_up_to_its_limit() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let check = |length: usize, expected: Result<usize, &str>| {
            std::fs::write(&path, vec![b'x'; length]).unwrap();
            let read = read(&path, 1 << 20).map(|bytes| bytes.len());
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
            let error = read(path, 100).unwrap_err();
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
        let none = read(&folder.path().join("none"), 100).unwrap_err();
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
        let refused = Err("it was changed while it was read".to_owned());
        assert_eq!(changed("much longer than before"), refused);
        assert_eq!(changed(""), refused);
        std::fs::write(&path, "quiet").unwrap();
        let file = File::open(&path).unwrap();
        assert_eq!(read_from(&file, 1 << 20, || {}), Ok(b"quiet".to_vec()));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_file_of_the_system_that_says_it_is_empty_is_read() {
        assert!(!read(Path::new("/proc/self/status"), 1 << 20).unwrap().is_empty());
    }
}
