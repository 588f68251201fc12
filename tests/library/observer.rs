//! An observer of a run may be slow: the run continues meanwhile. If it panics, the run ends.

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

/// A plan with two jobs for these scenarios, which may be played in any order.
fn plan() -> Plan {
    let dialect = protocol::dialect("usi").expect("a dialect");
    let (library, _) = scenario::load(dialect, &[]);
    let chosen = library.scenarios.iter();
    let chosen = chosen.filter(|scenario| SCENARIOS.contains(&&*scenario.id));
    let mut scenarios: Vec<_> = chosen.cloned().collect();
    assert_eq!(scenarios.len(), SCENARIOS.len(), "they are in the library");
    for scenario in &mut scenarios {
        scenario.after.clear();
    }
    let engine = Launch::new(env!("CARGO_BIN_EXE_kentei")).args(["engine", "--dialect", "usi"]);
    Plan { jobs: 2, busy: None, share: Share::Never, ..Plan::new(engine, dialect, scenarios) }
}

#[test]
fn scenarios_go_on_while_one_is_reported() {
    let slow = Slow::default();
    let result = run::run(&plan(), &slow).expect("the built-in engine starts");
    assert_eq!(result.scenarios.len(), SCENARIOS.len());
    assert!(
        slow.met.load(Ordering::SeqCst),
        "the second job began nothing while the first was reported"
    );
}

/// Panics when the first scenario ends, while the others are played or wait.
struct Panics(AtomicBool);

impl Observer for Panics {
    fn finished(&self, _id: &str, _verdict: Verdict) {
        assert!(self.0.swap(true, Ordering::SeqCst), "of this observer");
    }
}

#[test]
fn a_panic_in_a_run_ends_it() {
    let (plan, observer) = (plan(), Panics(AtomicBool::new(false)));
    let (done, ended) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let run = std::panic::AssertUnwindSafe(|| run::run(&plan, &observer).is_ok());
        done.send(std::panic::catch_unwind(run)).expect("it is waited for");
    });
    let run = ended.recv_timeout(PATIENCE).expect("the run ends");
    assert!(run.is_err(), "the panic is not lost");
}
