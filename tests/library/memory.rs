//! No more engines run at once than the memory of the host is enough for.

use std::sync::atomic::{AtomicUsize, Ordering};

use kentei::engine::Launch;
use kentei::protocol;
use kentei::run;
use kentei::run::plan::{Observer, Plan, Share};
use kentei::scenario;
use kentei::verdict::Verdict;

/// The scenario that shows how large the engine is, and that all others wait for.
const FIRST: &str = "usi/ready/readyok";

/// The most scenarios that ran at once, without the first one: its end may be reported after others have begun.
#[derive(Default)]
struct AtOnce {
    running: AtomicUsize,
    most: AtomicUsize,
}

impl Observer for AtOnce {
    fn started(&self, id: &str) {
        if id != FIRST {
            let running = self.running.fetch_add(1, Ordering::SeqCst) + 1;
            self.most.fetch_max(running, Ordering::SeqCst);
        }
    }

    fn finished(&self, id: &str, _verdict: Verdict) {
        if id != FIRST {
            self.running.fetch_sub(1, Ordering::SeqCst);
        }
    }
}

/// Plays scenarios that wait most of the time. Returns how many ran at once.
fn at_once(spare_memory: Option<u64>) -> usize {
    let dialect = protocol::dialect("usi").expect("a dialect");
    let (library, _) = scenario::load(dialect, &[]);
    let mut scenarios = library.scenarios;
    scenarios
        .retain(|scenario| scenario.id.starts_with("usi/go/infinite[") || scenario.id == FIRST);
    assert!(scenarios.len() > 5, "{}", scenarios.len());
    for scenario in &mut scenarios {
        let first = scenario.id == FIRST;
        scenario.after = if first { Vec::new() } else { vec![FIRST.to_owned()] };
    }
    let engine = Launch::new(env!("CARGO_BIN_EXE_kentei")).args(["engine", "--dialect", "usi"]);
    let plan = Plan {
        jobs: 6,
        busy: None,
        share: Share::Never,
        spare_memory,
        ..Plan::new(engine, dialect, scenarios)
    };
    let observer = AtOnce::default();
    let result = run::run(&plan, &observer).expect("the built-in engine starts");
    let passed = result.scenarios.iter().filter(|one| one.verdict == Verdict::Pass).count();
    assert_eq!(passed, result.scenarios.len(), "memory decides only when they are played");
    observer.most.load(Ordering::SeqCst)
}

#[test]
fn as_many_run_at_once_as_the_memory_is_enough_for() {
    let most = at_once(None);
    assert!(most > 2, "without a limit they run at once: {most}");
    // The end of one may be reported after the next one has begun.
    let most = at_once(Some(1));
    assert!(most <= 2, "only one runs at a time: {most}");
}
