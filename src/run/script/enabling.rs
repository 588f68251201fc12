//! Sets the options that switch on what a scenario needs. A client sets them before it uses the capability, so that an
//! engine may refuse it while they are off.

use crate::protocol::Dialect;
use crate::run::script::state::Script;
use crate::run::script::user_options;
use crate::scenario::Need;

/// Whether an option switches on a capability of the dialect.
pub(super) fn is_switch(dialect: &dyn Dialect, name: &str) -> bool {
    let mut switches = dialect.capabilities().iter().filter_map(|capability| capability.option);
    switches.any(|switch| switch.eq_ignore_ascii_case(name))
}

/// The commands to send before a question for readiness: they switch on what the scenario needs, and switch off what
/// was switched on for an earlier scenario in the same process. What the user or the script itself sets is left alone.
pub(super) fn settings(script: &mut Script<'_, '_>) -> Vec<u8> {
    let needed = needed(script);
    let (mut on, off): (Vec<_>, Vec<_>) = std::mem::take(&mut script.session.switched_on)
        .into_iter()
        .partition(|name| needed.contains(name));
    let is_free = |name: &&str| {
        let by_script = script.switches_set.iter().any(|set| set.eq_ignore_ascii_case(name));
        !by_script && user_options::chosen(script.set, name).is_none()
    };
    let new: Vec<_> =
        needed.into_iter().filter(|name| !on.contains(name)).filter(is_free).collect();
    let lines = off.iter().map(|name| (name, "false")).chain(new.iter().map(|name| (name, "true")));
    let lines = lines.map(|(name, value)| script.dialect.set_option(name, Some(value)) + "\n");
    let bytes = lines.collect::<String>().into_bytes();
    on.extend(new);
    script.session.switched_on = on;
    bytes
}

/// The options that are off by default and switch on what the scenario needs.
fn needed(script: &Script<'_, '_>) -> Vec<&'static str> {
    let options = &script.session.monitor.engine_profile().options;
    let is_off = |name: &&str| {
        let option = options.iter().find(|option| option.name == **name);
        let check = option.filter(|option| option.kind == "check");
        check.is_some_and(|option| option.default.as_deref() != Some("true"))
    };
    let is_needed = |capability: &str| {
        let mut needs = script.scenario.needs.iter();
        needs.any(|need| matches!(need, Need::Capability(name) if name == capability))
    };
    let capabilities = script.dialect.capabilities().iter().filter(|doc| is_needed(doc.name));
    capabilities.filter_map(|doc| doc.option).filter(is_off).collect()
}

#[cfg(test)]
mod tests {
    use crate::engine::scripted::{Reaction, Scripted};
    use crate::run::schedule::trial::{self, Bench};
    use crate::run::tests::paper::{bench, limits, ms, scenario};
    use crate::scenario::Need;

    const READY: &str = "  - send: isready\n  - expect: readyok\n";
    const DECLARED: &str = "option name USI_Ponder type check default false";

    /// The lines that set an option, if a scenario that needs to ponder is played with an engine that declares this.
    fn set(declared: &str, steps: &str, users: &[(String, String)], needs: bool) -> Vec<String> {
        let hello = [(ms(1), "id name x"), (ms(1), "id author x"), (ms(1), declared)];
        let mut hello = hello.to_vec();
        hello.push((ms(1), "usiok"));
        let mut engine = Scripted::new(vec![
            Reaction::on("usi", &hello),
            Reaction::on("isready", &[(ms(1), "readyok")]),
            Reaction::on("quit", &[]).exit(ms(1), 0),
        ]);
        let mut scenario = scenario("USI-READY-01", steps);
        if needs {
            scenario.needs.push(Need::Capability("ponder".to_owned()));
        }
        let limits = limits();
        trial::play_on(&Bench { set: users, ..bench(&limits, 1) }, &scenario, &mut engine);
        let sent =
            engine.sent().iter().map(|(_, bytes)| String::from_utf8_lossy(bytes).into_owned());
        let text: String = sent.collect();
        assert!(text.contains("isready\n") && text.contains("quit\n"), "{text}");
        text.lines().filter(|line| line.starts_with("setoption")).map(str::to_owned).collect()
    }

    #[test]
    fn what_a_scenario_needs_is_switched_on_once_before_it_is_used() {
        let on = ["setoption name USI_Ponder value true"];
        assert_eq!(set(DECLARED, READY, &[], true), on);
        assert_eq!(set(DECLARED, &format!("{READY}{READY}"), &[], true), on);
        let raw = "  - raw: [\"isre\", \"ady\\n\"]\n  - expect: readyok\n";
        assert_eq!(set(DECLARED, raw, &[], true), on);
        let none = [] as [&str; 0];
        assert_eq!(set(DECLARED, READY, &[], false), none);
        assert_eq!(set("option name USI_Ponder type check default true", READY, &[], true), none);
        assert_eq!(
            set("option name USI_Hash type spin default 1 min 1 max 2", READY, &[], true),
            none
        );
    }

    #[test]
    fn what_the_user_or_the_script_sets_is_left_alone() {
        let off = "setoption name USI_Ponder value false";
        let users = [("USI_Ponder".to_owned(), "false".to_owned())];
        assert_eq!(set(DECLARED, READY, &users, true), [off]);
        let own = format!("  - send: {off}\n{READY}");
        assert_eq!(set(DECLARED, &own, &[], true), [off]);
        let later = format!("{READY}{own}");
        assert_eq!(set(DECLARED, &later, &[], true), ["setoption name USI_Ponder value true", off]);
    }
}
