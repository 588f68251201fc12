//! Where a file is written: through links, into pipes and devices with a limit on waiting, and within the file size
//! that the system allows.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// How many links are followed; Linux follows as many.
const LINKS: usize = 40;

/// The file to which a path leads. Links are followed even if the target does not exist yet, so that links stay.
///
/// # Errors
/// If the path leads through more than [`LINKS`] links, as it does if they form a circle.
pub(super) fn through_links(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_path_buf();
    for _ in 0..LINKS {
        if let Ok(whole) = fs::canonicalize(&path) {
            return Ok(whole);
        }
        let Ok(target) = fs::read_link(&path) else {
            return Ok(path);
        };
        path = match path.parent() {
            Some(folder) => folder.join(target),
            None => target,
        };
    }
    Err(io::Error::other("its links lead in a circle"))
}

/// Opens a pipe or a device for writing. On Unix a pipe without a reader is an error, and so is a reader that stops
/// reading.
pub(super) fn special(path: &Path) -> io::Result<impl Write + use<>> {
    #[cfg(unix)]
    return pipe::open(path);
    #[cfg(not(unix))]
    File::options().write(true).open(path)
}

/// A file that accepts no more bytes than the system allows. A write beyond the limit is an error on some systems, and
/// ends the process on others.
pub(super) struct Bounded<'a> {
    file: &'a mut File,
    left: u64,
}

impl<'a> Bounded<'a> {
    /// A writer for a new, empty file, with the file size limit of the process.
    pub(super) fn new(file: &'a mut File) -> Self {
        #[cfg(unix)]
        let left = rustix::process::getrlimit(rustix::process::Resource::Fsize).current;
        #[cfg(not(unix))]
        let left = None;
        Self { file, left: left.unwrap_or(u64::MAX) }
    }
}

impl Write for Bounded<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if bytes.len() as u64 > self.left {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        let written = self.file.write(bytes)?;
        self.left -= written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

#[cfg(unix)]
mod pipe {
    use std::fs::File;
    use std::io::{self, Write};
    use std::os::unix::fs::OpenOptionsExt;
    use std::path::Path;
    use std::time::Duration;

    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use rustix::fs::OFlags;
    use rustix::io::Errno;

    /// How long a reader may leave a full pipe unread.
    const PATIENCE: Duration = Duration::from_secs(10);

    /// A pipe or device that is written to without blocking.
    pub(super) struct Pipe {
        file: File,
        patience: Duration,
    }

    pub(super) fn open(path: &Path) -> io::Result<Pipe> {
        open_for(path, PATIENCE)
    }

    fn open_for(path: &Path, patience: Duration) -> io::Result<Pipe> {
        let mut options = File::options();
        let flags = OFlags::NONBLOCK | OFlags::NOCTTY;
        options.write(true).custom_flags(flags.bits().cast_signed());
        let file = options.open(path).map_err(|error| {
            if Errno::from_io_error(&error) == Some(Errno::NXIO) {
                io::Error::other(
                    "no process reads from this pipe; its reader has to be started first",
                )
            } else {
                error
            }
        })?;
        Ok(Pipe { file, patience })
    }

    impl Pipe {
        /// Waits until the pipe has room. After one wait that timed out, the following waits time out at once.
        fn wait(&mut self) -> io::Result<()> {
            let mut fds = [PollFd::new(&self.file, PollFlags::OUT)];
            let timeout = Timespec::try_from(self.patience).ok();
            match poll(&mut fds, timeout.as_ref()) {
                Ok(0) => {
                    let waited = std::mem::take(&mut self.patience).as_millis();
                    let why = format!("its reader has read nothing for {waited} ms");
                    Err(io::Error::other(why))
                }
                Ok(_) | Err(Errno::INTR) => Ok(()),
                Err(error) => Err(error.into()),
            }
        }
    }

    impl Write for Pipe {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            loop {
                match self.file.write(bytes) {
                    Err(error) if error.kind() == io::ErrorKind::WouldBlock => self.wait()?,
                    other => return other,
                }
            }
        }

        fn flush(&mut self) -> io::Result<()> {
            self.file.flush()
        }
    }

    #[cfg(test)]
    mod tests {
        use std::io::Read;

        use rustix::fs::{CWD, Mode, mkfifoat};

        use super::*;

        #[test]
        fn a_pipe_is_written_to_as_long_as_somebody_reads() {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("pipe");
            mkfifoat(CWD, &path, Mode::RWXU).unwrap();
            let short = Duration::from_millis(50);
            let nobody = open_for(&path, short).err().unwrap().to_string();
            assert!(nobody.starts_with("no process reads from this pipe"), "{nobody}");

            let mut reader = File::options()
                .read(true)
                .custom_flags(OFlags::NONBLOCK.bits().cast_signed())
                .open(&path)
                .unwrap();
            let mut pipe = open_for(&path, short).unwrap();
            let asleep = pipe.write_all(&vec![b'x'; 4 << 20]).unwrap_err().to_string();
            assert_eq!(asleep, "its reader has read nothing for 50 ms");
            drop(pipe);
            // A process that another test starts has the writing end too until it runs its program, so the end of the
            // pipe may come later: from here on, reading waits.
            rustix::fs::fcntl_setfl(&reader, OFlags::empty()).unwrap();
            let mut rest = Vec::new();
            reader.read_to_end(&mut rest).unwrap();
            assert!(rest.len() >= 4096, "{}", rest.len());

            let long = Duration::from_secs(60);
            let mut pipe = open_for(&path, long).unwrap();
            let read = std::thread::spawn(move || {
                let mut all = Vec::new();
                reader.read_to_end(&mut all).unwrap();
                all.len()
            });
            pipe.write_all(&vec![b'x'; 4 << 20]).unwrap();
            drop(pipe);
            assert_eq!(read.join().unwrap(), 4 << 20);
        }
    }
}
