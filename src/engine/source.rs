//! Where the engine of a run comes from.

#[cfg(unix)]
use super::in_process::InProcess;
use super::launch::{Launch, LaunchError};
use super::process::{self, Process};
use super::timings::Timings;

/// Where the engine of a run comes from. A new engine is started for each process that the run needs.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum EngineSource {
    /// A program.
    Program(Launch),
    /// A function of this program.
    #[cfg(unix)]
    InProcess(InProcess),
}

impl EngineSource {
    /// Whether the engine is a function of this program, which no command line can start.
    #[must_use]
    pub fn is_in_process(&self) -> bool {
        match self {
            Self::Program(_) => false,
            #[cfg(unix)]
            Self::InProcess(_) => true,
        }
    }

    /// Starts an engine.
    ///
    /// # Errors
    ///
    /// If the program cannot be found or run, or if the system has no thread left.
    pub fn start(&self, timings: Timings) -> Result<Process, LaunchError> {
        match self {
            Self::Program(launch) => process::spawn(launch, timings),
            #[cfg(unix)]
            Self::InProcess(engine) => process::start_in_process(engine, timings),
        }
    }

    /// How the engine's program is started; `None` if the engine is not a program.
    #[must_use]
    pub fn launch(&self) -> Option<&Launch> {
        match self {
            Self::Program(launch) => Some(launch),
            #[cfg(unix)]
            Self::InProcess(_) => None,
        }
    }

    /// The program and its arguments, or the name of an in-process engine.
    #[must_use]
    pub fn command(&self) -> Vec<String> {
        match self {
            Self::Program(launch) => {
                let program = launch.program.display().to_string();
                let args = launch.args.iter().map(|arg| arg.to_string_lossy().into_owned());
                std::iter::once(program).chain(args).collect()
            }
            #[cfg(unix)]
            Self::InProcess(engine) => vec![engine.name().to_owned()],
        }
    }
}

impl From<Launch> for EngineSource {
    fn from(launch: Launch) -> Self {
        Self::Program(launch)
    }
}

#[cfg(unix)]
impl From<InProcess> for EngineSource {
    fn from(engine: InProcess) -> Self {
        Self::InProcess(engine)
    }
}
