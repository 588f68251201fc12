//! Plays scenarios against the built-in engine.

use kentei::protocol::Dialect;
use kentei::reference;
use kentei::run::plan::{NoObserver, Share};
use kentei::run::result::RunResult;
use kentei::run::{self, Harmless, Plan};
use kentei::scenario::Scenario;

use crate::built_in::RunAs;

/// How many scenarios run at once for each engine.
const JOBS: usize = 6;

/// Plays scenarios against the built-in engine, with or without a defect.
pub(crate) fn played(
    dialect: &'static dyn Dialect,
    defect: Option<&str>,
    run_as: RunAs,
    profile: &'static str,
    scenarios: Vec<Scenario>,
    library: &[Scenario],
) -> RunResult {
    let plan = plan(dialect, defect, run_as, profile, scenarios, library);
    run::run(&plan, &NoObserver).expect("the built-in engine starts")
}

/// The plan of [`played`].
pub(crate) fn plan(
    dialect: &'static dyn Dialect,
    defect: Option<&str>,
    run_as: RunAs,
    profile: &'static str,
    scenarios: Vec<Scenario>,
    library: &[Scenario],
) -> Plan {
    // Some defects show only if scenarios share a process.
    let mut defects = reference::defects(dialect.name()).iter();
    let is_shared = defects.any(|row| row.category == "shared-process" && defect == Some(row.id));
    let engine = run_as.engine(dialect.name(), defect);
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
