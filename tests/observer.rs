//! Whoever watches a run may take time: the run goes on meanwhile.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

use kentei::engine::Launch;
use kentei::protocol::{self, judge};
use kentei::run::plan::{Harmless, Observer, Plan, Share};
use kentei::run::{self};
use kentei::scenario;
use kentei::verdict::Verdict;

const SCENARIOS: [&str; 4] =
    ["usi/boot/handshake", "usi/ready/readyok", "usi/quit/before-ready", "usi/go/stop"];
const PATIENCE: Duration = Duration::from_secs(60);

/// At the first scenario that ends, it waits until all others have begun.
#[derive(Default)]
struct Slow {
    begun: Mutex<usize>,
    changed: Condvar,
    first: AtomicBool,
    /// Whether all had begun when its wait was over.
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
        // In any order.
        scenario.after.clear();
    }
    let plan = Plan {
        launch: Launch {
            program: PathBuf::from(env!("CARGO_BIN_EXE_kentei")),
            args: ["engine", "--dialect", "usi"].map(Into::into).to_vec(),
            ..Launch::default()
        },
        built_in: true,
        dialect,
        profile: "core",
        limits: judge::default_limits(dialect),
        limits_scale: 1.0,
        filtered: true,
        part: None,
        fail_on: Default::default(),
        scenarios: scenarios.clone(),
        library: scenarios,
        set: Vec::new(),
        harmless: Harmless::All,
        jobs: 2,
        busy: None,
        repeat: 1,
        stub: None,
        share: Share::Never,
        behind: Vec::new(),
        seed: 0,
        race_offset: None,
        snapshots: None,
        max_time: None,
        replay: Vec::new(),
        cancel: Arc::new(AtomicBool::new(false)),
    };
    let slow = Slow::default();
    let result = run::run(&plan, &slow).expect("the built-in engine starts");
    assert_eq!(result.scenarios.len(), SCENARIOS.len());
    assert!(
        slow.met.load(Ordering::SeqCst),
        "the second job began nothing while the first was reported"
    );
}
