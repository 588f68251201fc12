//! Scenarios that set options run at once only if the engine declares the same options at its next starts.

use std::fs;
use std::path::Path;
use std::sync::{Condvar, Mutex};
use std::time::Duration;

use kentei::engine::Launch;
use kentei::protocol;
use kentei::run::plan::{Observer, Plan, Share};
use kentei::run::{self};
use kentei::scenario;
use kentei::verdict::Verdict;

/// The scenarios that set options: one more than those that show that the engine stores nothing, and two that may then
/// run at once.
const SETTING: usize = 6;
const PATIENCE: Duration = Duration::from_secs(60);

/// Records the order in which scenarios begin.
#[derive(Default)]
struct Together {
    /// Whether the last but one waits until the last one has begun.
    waits: bool,
    begun: Mutex<Vec<String>>,
    changed: Condvar,
    met: Mutex<bool>,
}

impl Observer for Together {
    fn started(&self, id: &str) {
        let mut begun = self.begun.lock().expect("the ids");
        begun.push(id.to_owned());
        self.changed.notify_all();
        // The others are the one that is played first, and the one that comes after a scenario that sets options.
        if self.waits && begun.len() == SETTING + 1 {
            let waits = |begun: &mut Vec<String>| begun.len() < SETTING + 2;
            let (begun, _) =
                self.changed.wait_timeout_while(begun, PATIENCE, waits).expect("the ids");
            *self.met.lock().expect("a flag") = begun.len() == SETTING + 2;
        }
    }

    fn finished(&self, _id: &str, _verdict: Verdict) {}
}

/// Plays the scenarios on an engine, and returns what the observer saw.
fn played(folder: &Path, engine: &str, waits: bool) -> Together {
    let root = folder.join("scenarios").join("usi");
    fs::create_dir_all(&root).expect("a folder");
    let write = |name: &str, after: &str, step: &str| {
        let text = format!(
            "title: T\nclauses: [USI-READY-01]\nafter: {after}\nsteps: [ hello, {step} {{ send: isready }}, {{ expect: readyok }} ]\n"
        );
        fs::write(root.join(format!("{name}.yaml")), text).expect("a script");
    };
    for number in 1..=SETTING {
        write(&format!("set-{number}"), "[]", "{ set-options: { types: [spin], to: max } },");
    }
    write("depends", "[set-1]", "");
    write("sets-nothing", "[]", "");
    let dialect = protocol::dialect("usi").expect("a dialect");
    let (library, mistakes) = scenario::load(dialect, &[folder.join("scenarios")]);
    assert!(mistakes.is_empty(), "{mistakes:#?}");
    let chosen = library.scenarios.into_iter();
    let own = |id: &str| id.starts_with("usi/set") || id == "usi/depends";
    let scenarios: Vec<_> = chosen.filter(|scenario| own(&scenario.id)).collect();
    assert_eq!(scenarios.len(), SETTING + 2);
    let path = folder.join("engine.sh");
    fs::write(&path, engine).expect("the engine");
    let engine = Launch::new("sh").args([path.to_str().expect("a path")]);
    let plan =
        Plan { jobs: 3, busy: None, share: Share::Never, ..Plan::new(engine, dialect, scenarios) };
    let together = Together { waits, ..Together::default() };
    let result = run::run(&plan, &together).expect("the engine starts");
    for scenario in &result.scenarios {
        assert_eq!(scenario.verdict, Verdict::Pass, "{scenario:#?}");
    }
    together
}

#[test]
fn they_do_where_the_engine_stores_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let engine = format!("exec '{}' engine --dialect usi\n", env!("CARGO_BIN_EXE_kentei"));
    let together = played(folder.path(), &engine, true);
    let begun = together.begun.into_inner().expect("the ids");
    assert_eq!(begun.first().map(String::as_str), Some("usi/sets-nothing"));
    assert_eq!(begun.len(), SETTING + 2);
    assert!(together.met.into_inner().expect("a flag"), "the last ones run at once");
}

#[test]
fn they_do_not_where_it_may_store_them() {
    let folder = tempfile::tempdir().expect("a folder");
    // Each start declares another default, and writes down if the process before it runs. On a busy machine a process
    // may be killed, so it cannot be asked to write down its end.
    let engine = format!(
        "cd \"${{0%/*}}\" || exit 1\n\
         [ -s last ] && kill -0 \"$(cat last)\" 2>/dev/null && echo overlap >> overlaps\n\
         echo $$ > last\n\
         echo start >> starts\n\
         number=$(wc -l < starts)\n\
         '{}' engine --dialect usi | sed -u \"s/spin default 16 /spin default $number /\"\n",
        env!("CARGO_BIN_EXE_kentei")
    );
    let together = played(folder.path(), &engine, false);
    let begun = together.begun.into_inner().expect("the ids");
    assert_eq!(begun.first().map(String::as_str), Some("usi/sets-nothing"));
    let starts = fs::read_to_string(folder.path().join("starts")).expect("the starts");
    // On a busy machine a scenario may be played again.
    assert!(starts.lines().count() >= SETTING + 2, "{starts}");
    assert!(!folder.path().join("overlaps").exists(), "two ran at once");
}
