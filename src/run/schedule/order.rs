//! The order in which scenarios begin. Scenarios on which many others depend come first, then those that take longest,
//! so that the end of the run does not wait for them. If the time of the run is limited, short scenarios come before
//! long ones.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::time::Duration;

use crate::protocol::Limits;
use crate::run::plan::Plan;
use crate::run::schedule::disturb::disturbers;
use crate::scenario::{RawPart, Scenario, Step, StepKind, Time};

/// The estimated time of a reply. It only affects the order.
const REPLY: Duration = Duration::from_millis(30);
/// The estimated time of a search on a clock.
const SEARCH: Duration = Duration::from_millis(300);

/// The number of dependent scenarios from which on a scenario is begun before those with fewer dependents.
const DECISIVE: usize = 5;

/// The index of each scenario, by its id.
pub(super) fn numbers(scenarios: &[Scenario]) -> HashMap<&str, usize> {
    scenarios.iter().enumerate().map(|(number, scenario)| (&*scenario.id, number)).collect()
}

/// For each scenario, the indices of those that have to be played before it. Those that are not known are left out.
pub(super) fn prerequisites(
    scenarios: &[Scenario],
    numbers: &HashMap<&str, usize>,
) -> Vec<Vec<usize>> {
    let known = |id: &String| numbers.get(id.as_str()).copied();
    scenarios.iter().map(|scenario| scenario.after.iter().filter_map(known).collect()).collect()
}

/// The indices of the scenarios in the order in which they begin: by the number of dependent scenarios if there are
/// many, and then by the time of the scenario together with the longest chain of scenarios that wait for it. `bounded`:
/// the run may be ended before all scenarios are played.
pub(crate) fn decisive_first(scenarios: &[Scenario], limits: &Limits, bounded: bool) -> Vec<usize> {
    let mut followers = vec![Vec::new(); scenarios.len()];
    for (number, before) in prerequisites(scenarios, &numbers(scenarios)).iter().enumerate() {
        for before in before {
            followers[*before].push(number);
        }
    }
    let own: Vec<Duration> = scenarios.iter().map(|scenario| guess(scenario, limits)).collect();
    let mut known = vec![None; scenarios.len()];
    let mut order: Vec<usize> = (0..scenarios.len()).collect();
    order.sort_by_cached_key(|number| {
        let length = with_followers(*number, &own, &followers, &mut known);
        let decides = dependents(*number, &followers);
        let decides = if decides < DECISIVE { 0 } else { decides };
        // Of scenarios with equal dependents the longest comes first, or the shortest if not all may be played.
        let short = if bounded { length } else { Duration::ZERO };
        (Reverse(decides), short, Reverse(length), *number)
    });
    order
}

/// For each scenario, its position in this order.
pub(super) fn ranks(order: &[usize]) -> Vec<usize> {
    let mut ranks = vec![0; order.len()];
    for (rank, index) in order.iter().enumerate() {
        ranks[*index] = rank;
    }
    ranks
}

/// The scenarios of a plan and their prerequisites, in the order in which they begin if one is played at a time.
#[must_use]
pub fn in_order(plan: &Plan) -> Vec<Scenario> {
    let scenarios = with_prerequisites(&plan.scenarios, &plan.library);
    let mut waiting = decisive_first(&scenarios, &plan.limits, plan.max_time.is_some());
    // Scenarios that change what an engine may store for its next start come last.
    let disturbers = disturbers(plan, &scenarios);
    waiting.sort_by_key(|index| disturbers[*index]);
    let known: HashSet<&str> = scenarios.iter().map(|scenario| scenario.id.as_str()).collect();
    let mut begun: HashSet<&str> = HashSet::new();
    let mut ordered = Vec::new();
    while !waiting.is_empty() {
        let is_next = |index: &usize| {
            let mut after = scenarios[*index].after.iter().map(String::as_str);
            after.all(|id| begun.contains(id) || !known.contains(id))
        };
        // The loader refuses cycles of prerequisites, so there is always a next scenario.
        let next = waiting.iter().position(is_next).unwrap_or(0);
        let scenario = &scenarios[waiting.remove(next)];
        begun.insert(&scenario.id);
        ordered.push(scenario.clone());
    }
    ordered
}

/// How many scenarios depend on this one, directly or indirectly.
fn dependents(number: usize, followers: &[Vec<usize>]) -> usize {
    let mut seen = HashSet::new();
    let mut left = vec![number];
    while let Some(next) = left.pop() {
        left.extend(followers[next].iter().filter(|one| seen.insert(**one)));
    }
    seen.len()
}

/// The time of a scenario and of the longest chain after it. The recursion ends, because the loader refuses cycles of
/// prerequisites.
fn with_followers(
    number: usize,
    own: &[Duration],
    followers: &[Vec<usize>],
    known: &mut [Option<Duration>],
) -> Duration {
    if let Some(length) = known[number] {
        return length;
    }
    let rest =
        followers[number].iter().map(|next| with_followers(*next, own, followers, known)).max();
    let length = own[number] + rest.unwrap_or_default();
    known[number] = Some(length);
    length
}

/// The approximate time of a scenario with an engine that answers at once.
pub(crate) fn guess(scenario: &Scenario, limits: &Limits) -> Duration {
    steps(&scenario.steps, limits)
}

/// The approximate time of these steps with an engine that answers at once.
fn steps(list: &[Step], limits: &Limits) -> Duration {
    list.iter().map(|step| one(&step.kind, limits)).sum()
}

fn one(kind: &StepKind, limits: &Limits) -> Duration {
    match kind {
        StepKind::Silence(silence) => length(&silence.lasting, limits),
        StepKind::Pause(time) => length(time, limits),
        StepKind::Raw(parts) => parts
            .iter()
            .map(|part| match part {
                RawPart::Pause(pause) => *pause,
                RawPart::Bytes(_) => Duration::ZERO,
            })
            .sum(),
        StepKind::Expect(expect) => reply(&expect.within),
        StepKind::OneOf(one_of) => {
            let rest = one_of.alternatives.iter();
            let longest = rest.map(|one| steps(&one.then, limits)).max();
            reply(&one_of.within) + longest.unwrap_or_default()
        }
        StepKind::AllOf(expects) => expects.iter().map(|expect| reply(&expect.within)).sum(),
        StepKind::Repeat(repeat) => steps(&repeat.steps, limits) * repeat.times,
        StepKind::Race(race) => {
            (REPLY + steps(&race.start, limits) + steps(&race.each, limits)) * race.rounds
        }
        StepKind::Send(_) | StepKind::CloseInput | StepKind::SetOptions(_) | StepKind::Need(_) => {
            Duration::ZERO
        }
    }
}

fn reply(within: &Time) -> Duration {
    if *within == Time::Clock { SEARCH } else { REPLY }
}

/// A length of time, as far as it is known before the run.
fn length(time: &Time, limits: &Limits) -> Duration {
    match time {
        Time::Literal(length) => *length,
        Time::Limit(name) => limits.named_or_reply(name),
        Time::Clock => SEARCH,
        Time::Sum(parts) => parts.iter().map(|part| length(part, limits)).sum(),
    }
}

/// These scenarios and all their prerequisites from the library, in the order of their ids.
#[must_use]
pub fn with_prerequisites(scenarios: &[Scenario], library: &[Scenario]) -> Vec<Scenario> {
    let mut chosen: Vec<Scenario> = scenarios.to_vec();
    let mut next = 0;
    while next < chosen.len() {
        for id in chosen[next].after.clone() {
            if !chosen.iter().any(|scenario| scenario.id == id)
                && let Some(scenario) = library.iter().find(|scenario| scenario.id == id)
            {
                chosen.push(scenario.clone());
            }
        }
        next += 1;
    }
    chosen.sort_by(|a, b| a.id.cmp(&b.id));
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::{self, judge};
    use crate::run::plan::MaxTime;
    use crate::run::tests::games::{after, game, named, plan};
    use crate::run::tests::paper;
    use crate::scenario;

    #[test]
    fn what_takes_long_or_is_waited_for_by_what_does_comes_first() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("scenarios").join("usi");
        std::fs::create_dir_all(&root).unwrap();
        for (name, after, steps) in [
            ("a-short", "[]", "[ { send: isready }, { expect: readyok } ]"),
            ("b-first", "[]", "[ { send: isready }, { expect: readyok } ]"),
            ("c-after", "[b-first]", "[ { send: isready }, { expect: readyok }, { pause: 2s } ]"),
            (
                "d-repeats",
                "[]",
                "[ { send: isready }, { expect: readyok }, { repeat: { times: 3, steps: [ { pause: 1s } ] } } ]",
            ),
        ] {
            let text =
                format!("title: T\nclauses: [USI-READY-01]\nafter: {after}\nsteps: {steps}\n");
            std::fs::write(root.join(format!("{name}.yaml")), text).unwrap();
        }
        let dialect = protocol::dialect("usi").unwrap();
        let (library, mistakes) = scenario::load(dialect, &[folder.path().join("scenarios")]);
        assert!(mistakes.is_empty(), "{mistakes:#?}");
        let named = ["usi/a-short", "usi/b-first", "usi/c-after", "usi/d-repeats"];
        let mut scenarios = library.scenarios;
        scenarios.retain(|scenario| named.contains(&scenario.id.as_str()));
        let ids = |bounded| -> Vec<&str> {
            let limits = judge::default_limits(dialect);
            let order = decisive_first(&scenarios, &limits, bounded);
            order.iter().map(|at| scenarios[*at].id.as_str()).collect()
        };
        let (short, first, rest, repeats) = (named[0], named[1], named[2], named[3]);
        assert_eq!(ids(false), [repeats, first, rest, short]);
        assert_eq!(ids(true), [short, rest, first, repeats]);
    }

    #[test]
    fn a_race_takes_as_long_as_all_its_rounds() {
        let limits = paper::limits();
        let race = |rounds: u32| {
            let steps = format!(
                "  - race:\n      rounds: {rounds}\n      start: [ {{ send: [position startpos, go infinite] }} ]\n      \
                 send: stop\n      around: {{ event: send, at: [0ms] }}\n      each: [ {{ pause: 1s }} ]\n"
            );
            guess(&paper::scenario("USI-STOP-01", &steps), &limits)
        };
        let (few, many) = (race(2), race(22));
        assert!(many - few >= Duration::from_secs(20), "{few:?} {many:?}");
        assert!(many - few < Duration::from_secs(200), "{few:?} {many:?}");
    }

    #[test]
    fn what_others_depend_on_comes_before_what_takes_long() {
        let dialect = protocol::dialect("usi").unwrap();
        let (library, _) = scenario::load(dialect, &[]);
        let scenarios = library.scenarios;
        for bounded in [false, true] {
            let order = decisive_first(&scenarios, &judge::default_limits(dialect), bounded);
            let first: Vec<&str> = order.iter().map(|at| scenarios[*at].id.as_str()).collect();
            assert_eq!(
                first[..4],
                ["usi/boot/handshake", "usi/ready/readyok", "usi/go/answers", "usi/go/stop"],
                "{bounded}"
            );
        }
    }

    fn ids<'a>(scenarios: impl IntoIterator<Item = &'a Scenario>) -> Vec<&'a str> {
        scenarios.into_iter().map(|scenario| scenario.id.as_str()).collect()
    }

    #[test]
    fn five_scenarios_that_wait_for_one_are_enough_to_begin_with_it() {
        let order = |waiting: usize| {
            let mut scenarios = vec![named("usi/long", "  - pause: 9s\n"), game("usi/short")];
            let waits = |number| after(game(&format!("usi/{number}")), &["usi/short"]);
            scenarios.extend((0..waiting).map(waits));
            let order = decisive_first(&scenarios, &paper::limits(), false);
            let ranks = ranks(&order);
            assert!((0..order.len()).all(|rank| ranks[order[rank]] == rank));
            ids(order.iter().take(1).map(|at| &scenarios[*at])).concat()
        };
        assert_eq!(order(4), "usi/long");
        assert_eq!(order(5), "usi/short");
    }

    #[test]
    fn one_at_a_time_scenarios_come_after_their_prerequisites_and_those_that_set_options_last() {
        let sets = "  - set-options: { types: [spin], to: max }\n  - pause: 9s\n";
        let scenarios = vec![
            named("usi/a", sets),
            after(named("usi/b", "  - pause: 9s\n"), &["usi/d", "usi/nowhere"]),
            game("usi/c"),
        ];
        let mut plan = plan(scenarios);
        plan.library = vec![after(game("usi/d"), &["usi/e"]), game("usi/e"), game("usi/f")];
        assert_eq!(ids(&in_order(&plan)), ["usi/e", "usi/d", "usi/b", "usi/c", "usi/a"]);
        // In a run of limited time short scenarios come first.
        plan.max_time = Some(MaxTime::new(Duration::from_secs(1)));
        assert_eq!(ids(&in_order(&plan)), ["usi/c", "usi/e", "usi/d", "usi/b", "usi/a"]);
    }

    #[test]
    fn the_steps_around_a_race_are_played_in_each_round() {
        let limits = paper::limits();
        let race = |rounds: u32, start: &str, each: &str| {
            let steps = format!(
                "  - race:\n      rounds: {rounds}\n      start: [ {{ pause: {start} }}, {{ send: [position startpos, go infinite] }} ]\n      \
                 send: stop\n      around: {{ event: send, at: [0ms] }}\n      each: [ {{ pause: {each} }} ]\n"
            );
            guess(&paper::scenario("USI-STOP-01", &steps), &limits)
        };
        let second = Duration::from_secs(1);
        assert_eq!(race(3, "1s", "0ms") - race(3, "0ms", "0ms"), 3 * second);
        assert_eq!(race(3, "0ms", "1s") - race(3, "0ms", "0ms"), 3 * second);
    }

    #[test]
    fn a_search_on_a_clock_takes_longer_than_another_reply() {
        let of = |within: &str| {
            let steps = format!(
                "  - send: isready\n  - expect: readyok\n  - send: position startpos\n  - send: go depth 1\n  \
                 - expect: bestmove\n{within}"
            );
            guess(&named("usi/a", &steps), &paper::limits())
        };
        assert_eq!(of(""), 3 * REPLY);
        assert_eq!(of("    within: clock\n"), 2 * REPLY + SEARCH);
    }
}
