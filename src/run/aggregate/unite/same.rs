//! Checks whether reports are parts of one run: which properties must be equal in all, and which parts are missing.

use super::Part;
use crate::lang::Text;
use crate::run::known::Known;
use crate::run::result::RunResult;
use crate::run::shards::Shard;

/// A property of a part, as text.
type Describe = fn(&RunResult) -> String;

/// The properties that must be equal in all parts.
static SAME: &[(Text, Describe)] = &[
    (say!("dialect"), |run| run.dialect.to_owned()),
    (say!("profile"), |run| run.profile.clone()),
    (say!("limits scale"), |run| run.limits_scale.to_string()),
    (say!("seed"), |run| run.seed.to_string()),
    (say!("severity that fails the run"), |run| run.fail_on.word().to_owned()),
    (say!("use of filters"), |run| run.filtered.to_string()),
    (say!("engine"), |run| {
        // The path of this program does not matter.
        let command = run.engine.command.iter().skip(usize::from(run.engine.built_in));
        let words: Vec<&str> = command.map(String::as_str).collect();
        words.join(" ")
    }),
    (say!("arguments"), |run| run.replay.join(" ")),
];

/// Checks that the parts belong to one run.
///
/// # Errors
///
/// The property that differs, and the reports in which it differs.
pub(super) fn check(parts: &[Part]) -> Result<(), Text> {
    let Some((first, others)) = parts.split_first() else {
        return Err(say!("there is no report"));
    };
    for other in others {
        for (what, reported) in SAME {
            differs(first, other, what, &reported(&first.run), &reported(&other.run))?;
        }
    }
    for reported in
        [|run: &RunResult| run.engine.name.clone(), |run: &RunResult| run.engine.author.clone()]
    {
        // An engine that ended before its handshake has no name.
        let mut named = parts.iter().filter_map(|part| Some((part, reported(&part.run)?)));
        if let Some((first, name)) = named.next() {
            for (other, another) in named {
                differs(first, other, &say!("engine"), &name, &another)?;
            }
        }
    }
    let mut played = parts.iter().filter(|part| !part.is_unplayed());
    if let Some(first) = played.next() {
        let known = |part: &Part| -> Vec<Known> {
            let known = part.run.known.iter();
            known.map(|result| result.known.clone()).collect()
        };
        for other in played {
            if known(first) != known(other) {
                return Err(say!(
                    "\"{other}\" knows of other failures than \"{first}\"",
                    other = other.name.as_str(),
                    first = first.name.as_str()
                ));
            }
        }
    }
    shards(parts)
}

fn differs(first: &Part, other: &Part, what: &Text, one: &str, another: &str) -> Result<(), Text> {
    if one == another {
        return Ok(());
    }
    Err(say!(
        "\"{first}\" and \"{other}\" are not parts of one run: they differ in {what}, {one} and {another}",
        first = first.name.as_str(),
        other = other.name.as_str(),
        what,
        one = format!("{one:?}"),
        another = format!("{another:?}")
    ))
}

/// Refuses shards if one is missing, is given twice, or belongs to another run.
fn shards(parts: &[Part]) -> Result<(), Text> {
    let of = |part: &Part| part.run.part.as_ref().map(|part| part.shard);
    let Some(of_all) = parts.iter().find_map(of).map(|shard| shard.of) else {
        return Ok(());
    };
    let mut there: Vec<Option<&Part>> = Vec::new();
    for part in parts {
        let Some(shard) = of(part) else {
            return Err(say!(
                "\"{name}\" is not a shard, but others are",
                name = part.name.as_str()
            ));
        };
        if shard.of != of_all {
            let (name, shard) = (&part.name, shard.to_string());
            return Err(say!(
                "\"{name}\" is shard {shard}, and others are of {of_all}",
                name,
                shard,
                of_all
            ));
        }
        if !(1..=shard.of.min(Shard::MOST)).contains(&shard.index) {
            return Err(say!(
                "\"{name}\" says that it is shard {shard}",
                name = part.name.as_str(),
                shard = shard.to_string()
            ));
        }
        let place = shard.index.saturating_sub(1) as usize;
        if there.len() <= place {
            there.resize(place + 1, None);
        }
        if let Some(other) = there[place].replace(part) {
            return Err(say!(
                "\"{one}\" and \"{other}\" are both shard {shard}",
                one = other.name.as_str(),
                other = part.name.as_str(),
                shard = shard.to_string()
            ));
        }
    }
    let is_missing = |index: &u32| there.get(*index as usize - 1).is_none_or(Option::is_none);
    let missing = of_all as usize - parts.len();
    if missing > 0 {
        let first = (1..=of_all).filter(is_missing).take(MOST);
        let words: Vec<String> = first.map(|index| format!("{index}/{of_all}")).collect();
        let more = missing - words.len();
        let shards = words.join(", ");
        return Err(match (missing, more) {
            (1, _) => say!("shard {shards} is missing", shards),
            (_, 0) => say!("shards {shards} are missing", shards),
            _ => say!("shards {shards}, and {more} more are missing", shards, more),
        });
    }
    whole(parts)
}

/// How many missing shards a message lists.
const MOST: usize = 8;

/// Refuses shards of different sets of scenarios, and a set of which some scenarios are in no shard.
fn whole(parts: &[Part]) -> Result<(), Text> {
    let all = |part: &Part| part.run.part.as_ref().map(|part| part.all.clone());
    let Some(ids) = parts.iter().find_map(all) else {
        return Ok(());
    };
    for part in parts {
        if all(part).as_ref() != Some(&ids) {
            return Err(say!(
                "\"{one}\" is a shard of other scenarios than \"{other}\": run all with the same filters",
                one = part.name.as_str(),
                other = parts[0].name.as_str()
            ));
        }
    }
    if parts.iter().any(Part::is_unplayed) {
        return Ok(());
    }
    let own = |id: &String| {
        let mut played = parts.iter().flat_map(|part| &part.run.scenarios);
        played.any(|scenario| !scenario.prerequisite_only && scenario.id == *id)
    };
    let missing: Vec<&String> = ids.iter().filter(|id| !own(id)).collect();
    match missing.as_slice() {
        [] => Ok(()),
        [first, rest @ ..] => {
            let id = first.as_str();
            Err(match rest.len() {
                0 => say!("{id} is in no shard: run all with the same --durations", id),
                more => say!(
                    "{id} and {more} more is in no shard: run all with the same --durations",
                    id,
                    more
                ),
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{part, shard};
    use super::*;
    use crate::run::known::{KnownResult, KnownStanding};
    use crate::run::plan::FailOn;
    use crate::run::result::{EngineInfo, ScenarioResult};
    use crate::run::tests::run_result::{known, played, run_of};
    use crate::verdict::Verdict;

    fn expect(parts: &[Part], wrong: Option<&str>) {
        let said = check(parts).err().map(|said| said.to_string());
        assert_eq!(said.as_deref(), wrong);
    }

    #[test]
    fn every_shard_is_there_once_and_the_missing_ones_are_named() {
        let check = |those: &[(u32, u32)], wrong| {
            let shards: Vec<Part> = those.iter().map(|(index, of)| shard(*index, *of)).collect();
            expect(&shards, wrong);
        };
        check(&[(1, 1)], None);
        check(&[(3, 3), (1, 3), (2, 3)], None);
        check(&[(1, 2)], Some("shard 2/2 is missing"));
        check(&[(2, 2)], Some("shard 1/2 is missing"));
        check(&[(2, 3)], Some("shards 1/3, 3/3 are missing"));
        check(&[(4, 4), (1, 4)], Some("shards 2/4, 3/4 are missing"));
        check(
            &[(1, 11), (3, 11)],
            Some("shards 2/11, 4/11, 5/11, 6/11, 7/11, 8/11, 9/11, 10/11, and 1 more are missing"),
        );
        check(&[(1, 2), (3, 2)], Some("\"3.json\" says that it is shard 3/2"));
        check(&[(0, 2), (1, 2)], Some("\"0.json\" says that it is shard 0/2"));
        check(&[(10_001, 10_002)], Some("\"10001.json\" says that it is shard 10001/10002"));
        check(&[(1, 2), (2, 3)], Some("\"2.json\" is shard 2/3, and others are of 2"));
        check(&[(2, 2), (2, 2)], Some("\"2.json\" and \"2.json\" are both shard 2/2"));
        let whole = part("whole.json", run_of(vec![played("usi/x", Verdict::Pass, &[])]));
        expect(&[shard(1, 2), whole], Some("\"whole.json\" is not a shard, but others are"));
        expect(&[], Some("there is no report"));
    }

    #[test]
    fn shards_have_the_same_scenarios_and_each_scenario_is_in_one_of_them() {
        let playing = |index, id: &str, prerequisite_only| {
            let mut part = shard(index, 3);
            let scenario = played(id, Verdict::Pass, &[]);
            part.run.scenarios = vec![ScenarioResult { prerequisite_only, ..scenario }];
            part
        };
        let (one, two, three) = (|| shard(1, 3), || shard(2, 3), || shard(3, 3));
        let lost = Some("usi/2 is in no shard: run all with the same --durations");
        expect(&[one(), playing(2, "usi/other", false), three()], lost);
        expect(&[one(), playing(2, "usi/2", true), three()], lost);
        expect(
            &[one(), playing(2, "usi/1", false), playing(3, "usi/1", false)],
            Some("usi/2 and 1 more is in no shard: run all with the same --durations"),
        );
        // An engine that did not start played nothing.
        let mut unplayed = two();
        unplayed.run.scenarios.clear();
        expect(&[one(), unplayed, three()], None);
        let mut other = three();
        other.run.part.as_mut().unwrap().all.pop();
        expect(
            &[one(), two(), other],
            Some(
                "\"3.json\" is a shard of other scenarios than \"1.json\": run all with the same filters",
            ),
        );
    }

    #[test]
    fn what_differs_between_two_reports_is_named_with_both_values() {
        let differing = |change: fn(&mut RunResult)| {
            let mut other = shard(2, 2);
            change(&mut other.run);
            let said = check(&[shard(1, 2), other]).err().map(|said| said.to_string());
            let same = "\"1.json\" and \"2.json\" are not parts of one run: they differ in ";
            said.map(|said| said.strip_prefix(same).unwrap_or(&said).to_owned())
        };
        let check = |change: fn(&mut RunResult), wrong| {
            assert_eq!(differing(change).as_deref(), wrong);
        };
        check(|run| run.dialect = "uci", Some("dialect, \"usi\" and \"uci\""));
        check(|run| run.profile = "strict".to_owned(), Some("profile, \"core\" and \"strict\""));
        check(|run| run.limits_scale = 2.5, Some("limits scale, \"1\" and \"2.5\""));
        check(|run| run.seed = 7, Some("seed, \"0\" and \"7\""));
        check(
            |run| run.fail_on = FailOn::Warn,
            Some("severity that fails the run, \"fail\" and \"warn\""),
        );
        check(|run| run.filtered = true, Some("use of filters, \"false\" and \"true\""));
        check(
            |run| run.engine.command.push("--book".to_owned()),
            Some("engine, \"engine\" and \"engine --book\""),
        );
        check(|run| run.replay.push("--quick".to_owned()), Some("arguments, \"\" and \"--quick\""));
        // How long it took and how many ran at once is of the machine.
        check(|run| run.jobs += 1, None);
    }

    #[test]
    fn the_built_in_engine_is_the_same_wherever_the_program_is() {
        let built_in = |index, words: &[&str]| {
            let mut part = shard(index, 2);
            part.run.engine.built_in = true;
            part.run.engine.command = words.iter().map(|word| (*word).to_owned()).collect();
            part
        };
        expect(
            &[built_in(1, &["/a/kentei", "engine"]), built_in(2, &["/b/kentei", "engine"])],
            None,
        );
        expect(
            &[built_in(1, &["/a/kentei", "engine"]), built_in(2, &["/a/kentei", "engine", "-x"])],
            Some(
                "\"1.json\" and \"2.json\" are not parts of one run: they differ in engine, \"engine\" and \"engine -x\"",
            ),
        );
    }

    #[test]
    fn engines_that_give_different_names_are_different_and_one_without_a_name_may_be_any() {
        let check = |names: [Option<&str>; 3], wrong: Option<&str>| {
            let named = |author: bool| -> Vec<Part> {
                let numbered = (1..).zip(names);
                let parts = numbered.map(|(index, name)| {
                    let mut part = shard(index, 3);
                    let EngineInfo { name: own, author: of, .. } = &mut part.run.engine;
                    *if author { of } else { own } = name.map(str::to_owned);
                    part
                });
                parts.collect()
            };
            expect(&named(false), wrong);
            expect(&named(true), wrong);
        };
        check([None, None, None], None);
        check([None, Some("x"), Some("x")], None);
        check(
            [None, Some("x"), Some("y")],
            Some(
                "\"2.json\" and \"3.json\" are not parts of one run: they differ in engine, \"x\" and \"y\"",
            ),
        );
    }

    #[test]
    fn the_lists_of_known_failures_are_the_same_in_all_parts_that_were_played() {
        let knowing = |index, standing, clauses: &[&'static str]| {
            let mut part = shard(index, 2);
            let of =
                |clause| KnownResult { known: known(Some(clause), None), standing, findings: 0 };
            part.run.known = clauses.iter().map(|clause| of(*clause)).collect();
            part
        };
        let seen = || knowing(1, KnownStanding::Seen, &["USI-GO-03"]);
        expect(&[seen(), knowing(2, KnownStanding::Unknown, &["USI-GO-03"])], None);
        let wrong = Some("\"2.json\" knows of other failures than \"1.json\"");
        expect(&[seen(), knowing(2, KnownStanding::Seen, &["USI-GO-05"])], wrong);
        expect(&[seen(), knowing(2, KnownStanding::Seen, &[])], wrong);
        let mut unplayed = knowing(2, KnownStanding::Seen, &[]);
        unplayed.run.scenarios.clear();
        expect(&[seen(), unplayed], None);
    }
}
