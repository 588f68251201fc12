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
