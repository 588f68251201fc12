//! The built-in engine, with or without defects, examined as by `kentei run`.

use std::num::NonZero;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use kentei::engine::{self, Launch};
use kentei::protocol::{Dialect, dialect};
use kentei::run::plan::{self, NoObserver, Share};
use kentei::run::result::RunResult;
use kentei::run::{Harmless, Plan, run};
use kentei::scenario::{self, Scenario};

/// The profile in which everything is examined.
pub(crate) const PROFILE: &str = "core";

/// The engine that is examined, and the scenarios.
pub(crate) struct Subject {
    pub(crate) dialect: &'static dyn Dialect,
    pub(crate) library: Vec<Scenario>,
    /// Whether it is examined like an engine about which the harness knows nothing beforehand.
    pub(crate) is_stranger: bool,
    /// Set by Ctrl-C.
    pub(crate) cancel: Arc<AtomicBool>,
}

impl Subject {
    /// Loads the scenarios and handles Ctrl-C: the first ends with the known results, the second ends at once.
    pub(crate) fn new() -> Self {
        let name = std::env::var("KENTEI_DIALECT").unwrap_or_else(|_| "usi".to_owned());
        let dialect = dialect(&name).expect("KENTEI_DIALECT names a dialect");
        let (library, mistakes) = scenario::load(dialect, &[]);
        assert!(mistakes.is_empty(), "{mistakes:?}");
        #[cfg(target_os = "linux")]
        engine::use_launcher(PathBuf::from(env!("CARGO_BIN_EXE_kentei")), vec!["launcher".into()])
            .expect("the system has subreapers");
        let cancel = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&cancel);
        let listening = ctrlc::set_handler(move || {
            if flag.swap(true, Ordering::SeqCst) {
                end();
            }
        });
        listening.expect("Ctrl-C can be listened for");
        Self { dialect, library: library.scenarios, is_stranger: false, cancel }
    }

    /// Whether the examination is to end.
    pub(crate) fn is_over(&self) -> bool {
        self.cancel.load(Ordering::SeqCst)
    }

    /// Examines the built-in engine, with or without a defect, as `kentei run` would.
    pub(crate) fn examine(
        &self,
        defect: Option<&str>,
        scenarios: Vec<Scenario>,
        seed: u64,
    ) -> RunResult {
        run(&self.plan(defect, scenarios, seed), &NoObserver).expect("the built-in engine starts")
    }

    /// The plan of [`Self::examine`].
    pub(crate) fn plan(&self, defect: Option<&str>, scenarios: Vec<Scenario>, seed: u64) -> Plan {
        let launch =
            |args: &[&str]| Launch::new(env!("CARGO_BIN_EXE_kentei")).args(args.iter().copied());
        let mut args = vec!["engine", "--dialect", self.dialect.name()];
        if let Some(defect) = defect {
            args.extend(["--defect", defect]);
        }
        let built_in = !self.is_stranger;
        let (jobs, busy) = plan::jobs(cores(), built_in);
        Plan {
            built_in,
            profile: PROFILE,
            scenarios,
            harmless: if built_in { Harmless::All } else { Harmless::Named(Vec::new()) },
            jobs,
            busy: Some(busy),
            share: if built_in { Share::Never } else { Share::Auto },
            stub: Some(launch(&["echo"]).into()),
            seed,
            cancel: Arc::clone(&self.cancel),
            ..Plan::new(launch(&args), self.dialect, self.library.clone())
        }
    }
}

/// How many threads can run at once on this machine.
pub(crate) fn cores() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

#[expect(clippy::exit, reason = "the second interrupt may not wait for anything")]
fn end() -> ! {
    engine::kill_all();
    std::process::exit(130);
}
