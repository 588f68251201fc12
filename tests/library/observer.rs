//! An observer of a run may be slow: the run continues meanwhile.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex};
use std::time::Duration;

use kentei::engine::Launch;
use kentei::protocol;
use kentei::run::plan::{Observer, Plan, Share};
use kentei::run::{self};
use kentei::scenario;
use kentei::verdict::Verdict;

const SCENARIOS: [&str; 4] =
    ["usi/boot/handshake", "usi/ready/readyok", "usi/quit/before-ready", "usi/go/stop"];
const PATIENCE: Duration = Duration::from_secs(60);

/// When the first scenario ends, this observer waits until all others have begun.
#[derive(Default)]
struct Slow {
    begun: Mutex<usize>,
    changed: Condvar,
    first: AtomicBool,
    /// Whether all scenarios had begun when that wait ended.
    met: AtomicBool,
}

impl Observer for Slow {
    fn started(&self, _id: &str) {
        *self.begun.lock().expect("a count") += 1;
        self.changed.notify_all();
    }

    fn finished(&self, _id: &str, _verdict: Verdict) {
        if self.first.swap(true, Ordering::SeqCst) {
            return;
        }
        let begun = self.begun.lock().expect("a count");
        let all = |begun: &mut usize| *begun < SCENARIOS.len();
        let (begun, _) = self.changed.wait_timeout_while(begun, PATIENCE, all).expect("a count");
        self.met.store(*begun == SCENARIOS.len(), Ordering::SeqCst);
    }
}

#[test]
fn scenarios_go_on_while_one_is_reported() {
    let dialect = protocol::dialect("usi").expect("a dialect");
    let (library, _) = scenario::load(dialect, &[]);
    let chosen = library.scenarios.iter();
    let chosen = chosen.filter(|scenario| SCENARIOS.contains(&&*scenario.id));
    let mut scenarios: Vec<_> = chosen.cloned().collect();
    assert_eq!(scenarios.len(), SCENARIOS.len(), "they are in the library");
    for scenario in &mut scenarios {
        // The scenarios may be played in any order.
        scenario.after.clear();
    }
    let engine = Launch::new(env!("CARGO_BIN_EXE_kentei")).args(["engine", "--dialect", "usi"]);
    let plan =
        Plan { jobs: 2, busy: None, share: Share::Never, ..Plan::new(engine, dialect, scenarios) };
    let slow = Slow::default();
    let result = run::run(&plan, &slow).expect("the built-in engine starts");
    assert_eq!(result.scenarios.len(), SCENARIOS.len());
    assert!(
        slow.met.load(Ordering::SeqCst),
        "the second job began nothing while the first was reported"
    );
}
