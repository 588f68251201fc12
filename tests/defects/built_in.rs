//! The built-in engine as a process, or as a function of this program, which starts faster.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use kentei::engine::{EngineSource, EngineStreams, InProcess, Launch};
use kentei::reference::{self, Ending, Io};

/// The exit status of a process that has aborted, as a shell reports it: a function cannot end by a signal.
const ABORTED: i32 = 134;

/// How an engine runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RunAs {
    /// As users run it.
    Process,
    /// As a thread, which has no children, no memory of its own and no end by a signal.
    Function,
}

impl RunAs {
    /// The built-in engine of a dialect, with or without defects.
    pub(crate) fn engine(self, dialect: &'static str, defects: Option<&str>) -> EngineSource {
        match self {
            Self::Process => process(dialect, defects).into(),
            Self::Function => function(dialect, defects).into(),
        }
    }
}

fn process(dialect: &str, defects: Option<&str>) -> Launch {
    // As in the command: some defects are about processes that only a launcher follows.
    #[cfg(target_os = "linux")]
    kentei::engine::use_launcher(
        PathBuf::from(env!("CARGO_BIN_EXE_kentei")),
        vec!["launcher".into()],
    )
    .expect("the system has subreapers");
    let mut args = vec!["engine", "--dialect", dialect];
    args.extend(defects.iter().flat_map(|defects| ["--defect", defects]));
    Launch::new(env!("CARGO_BIN_EXE_kentei")).args(args)
}

fn function(dialect: &'static str, defects: Option<&str>) -> InProcess {
    let defects = defects.map(str::to_owned);
    InProcess::new("built-in", move |streams| {
        let EngineStreams { input, output, errors, .. } = streams;
        let (output, errors) = (Closable::of(output), Closable::of(errors));
        let io = Io { input, output: Box::new(output.clone()), errors: Box::new(errors.clone()) };
        let ending = reference::run(dialect, defects.as_deref(), io);
        // Threads of the engine may still hold them. The end of a process closes them in any case.
        output.close();
        errors.close();
        match ending.expect("it is a known engine") {
            Ending::Exit(code) => code,
            Ending::Abort => ABORTED,
        }
    })
}

/// A stream that can be closed while others hold it.
#[derive(Clone)]
struct Closable(Arc<Mutex<Option<Box<dyn Write + Send>>>>);

impl Closable {
    fn of(stream: Box<dyn Write + Send>) -> Self {
        Self(Arc::new(Mutex::new(Some(stream))))
    }

    fn close(&self) {
        self.lock().take();
    }

    fn lock(&self) -> MutexGuard<'_, Option<Box<dyn Write + Send>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Write for Closable {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut stream = self.lock();
        stream.as_mut().ok_or(io::ErrorKind::BrokenPipe)?.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        let mut stream = self.lock();
        stream.as_mut().ok_or(io::ErrorKind::BrokenPipe)?.flush()
    }
}
