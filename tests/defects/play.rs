//! Plays scenarios against the built-in engine.

use std::path::PathBuf;

use kentei::engine::Launch;
use kentei::protocol::Dialect;
use kentei::reference;
use kentei::run::plan::{NoObserver, Share};
use kentei::run::result::RunResult;
use kentei::run::{self, Harmless, Plan};
use kentei::scenario::Scenario;

/// How many scenarios run at once for each engine.
const JOBS: usize = 6;

/// Plays scenarios against the built-in engine, with or without a defect.
pub(crate) fn played(
    dialect: &'static dyn Dialect,
    defect: Option<&str>,
    profile: &'static str,
    scenarios: Vec<Scenario>,
    library: &[Scenario],
) -> RunResult {
    let plan = plan(dialect, defect, profile, scenarios, library);
    run::run(&plan, &NoObserver).expect("the built-in engine starts")
}

/// The plan of [`played`].
pub(crate) fn plan(
    dialect: &'static dyn Dialect,
    defect: Option<&str>,
    profile: &'static str,
    scenarios: Vec<Scenario>,
    library: &[Scenario],
) -> Plan {
    // As in the command: some defects are about processes that only a launcher follows.
    #[cfg(target_os = "linux")]
    kentei::engine::use_launcher(
        PathBuf::from(env!("CARGO_BIN_EXE_kentei")),
        vec!["launcher".into()],
    )
    .expect("the system has subreapers");
    let mut args = vec!["engine", "--dialect", dialect.name()];
    if let Some(defect) = defect {
        args.extend(["--defect", defect]);
    }
    // Some defects show only if scenarios share a process.
    let mut defects = reference::defects(dialect.name()).iter();
    let is_shared = defects.any(|row| row.category == "shared-process" && defect == Some(row.id));
    let engine = Launch::new(env!("CARGO_BIN_EXE_kentei")).args(args);
    Plan {
        built_in: true,
        profile,
        scenarios,
        harmless: Harmless::All,
        // The order of scenarios in a process must not depend on the machine.
        jobs: if is_shared { 1 } else { JOBS },
        busy: None,
        share: if is_shared { Share::Always } else { Share::Never },
        ..Plan::new(engine, dialect, library.to_vec())
    }
}
