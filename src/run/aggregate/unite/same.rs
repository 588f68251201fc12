//! Whether reports are parts of one run: what has to be the same in all, and which of them are missing.

use super::Part;
use crate::run::known::Known;
use crate::run::result::RunResult;
use crate::run::shards::Shard;

/// Something that a part says of itself.
type Describe = fn(&RunResult) -> String;

/// What every part has to say in the same words as the first.
const SAME: &[(&str, Describe)] = &[
    ("dialect", |run| run.dialect.to_owned()),
    ("profile", |run| run.profile.clone()),
    ("limits scale", |run| run.limits_scale.to_string()),
    ("seed", |run| run.seed.to_string()),
    ("severity that fails the run", |run| run.fail_on.word().to_owned()),
    ("use of filters", |run| run.filtered.to_string()),
    ("engine", |run| {
        // The path of this program does not matter.
        let command = run.engine.command.iter().skip(usize::from(run.engine.built_in));
        let words: Vec<&str> = command.map(String::as_str).collect();
        words.join(" ")
    }),
    ("arguments", |run| run.replay.join(" ")),
];

/// Refuses what does not belong together.
///
/// # Errors
///
/// What differs, and in which report.
pub(super) fn check(parts: &[Part]) -> Result<(), String> {
    let Some((first, others)) = parts.split_first() else {
        return Err("there is no report".to_owned());
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
                differs(first, other, "engine", &name, &another)?;
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
                return Err(format!(
                    "\"{}\" knows of other failures than \"{}\"",
                    other.name, first.name
                ));
            }
        }
    }
    shards(parts)
}

fn differs(first: &Part, other: &Part, what: &str, one: &str, another: &str) -> Result<(), String> {
    if one == another {
        return Ok(());
    }
    Err(format!(
        "\"{}\" and \"{}\" are no parts of one run: they have another {what}, {one:?} and {another:?}",
        first.name, other.name
    ))
}

/// Refuses shards of which one is missing, there twice, or of another run.
fn shards(parts: &[Part]) -> Result<(), String> {
    let of = |part: &Part| part.run.part.as_ref().map(|part| part.shard);
    let Some(of_all) = parts.iter().find_map(of).map(|shard| shard.of) else {
        return Ok(());
    };
    let mut there: Vec<Option<&Part>> = Vec::new();
    for part in parts {
        let Some(shard) = of(part) else {
            return Err(format!("\"{}\" is no shard, and others are", part.name));
        };
        if shard.of != of_all {
            let name = &part.name;
            return Err(format!("\"{name}\" is shard {shard}, and others are of {of_all}"));
        }
        if !(1..=shard.of.min(Shard::MOST)).contains(&shard.index) {
            return Err(format!("\"{}\" says that it is shard {shard}", part.name));
        }
        let place = shard.index.saturating_sub(1) as usize;
        if there.len() <= place {
            there.resize(place + 1, None);
        }
        if let Some(other) = there[place].replace(part) {
            return Err(format!("\"{}\" and \"{}\" are both shard {shard}", other.name, part.name));
        }
    }
    let is_missing = |index: &u32| there.get(*index as usize - 1).is_none_or(Option::is_none);
    let missing = of_all as usize - parts.len();
    if missing > 0 {
        let first = (1..=of_all).filter(is_missing).take(MOST);
        let mut words: Vec<String> = first.map(|index| format!("{index}/{of_all}")).collect();
        if missing > words.len() {
            words.push(format!("and {} more", missing - words.len()));
        }
        let shards = if missing == 1 { "shard" } else { "shards" };
        let is = if missing == 1 { "is" } else { "are" };
        return Err(format!("{shards} {} {is} missing", words.join(", ")));
    }
    whole(parts)
}

/// Shards are named so many, where many are missing; scenarios too.
const MOST: usize = 8;

/// Refuses shards of different wholes, and a whole of which some scenarios are in none.
fn whole(parts: &[Part]) -> Result<(), String> {
    let all = |part: &Part| part.run.part.as_ref().map(|part| part.all.clone());
    let Some(ids) = parts.iter().find_map(all) else {
        return Ok(());
    };
    for part in parts {
        if all(part).as_ref() != Some(&ids) {
            return Err(format!(
                "\"{}\" is a shard of other scenarios than \"{}\": run all with the same filters",
                part.name, parts[0].name
            ));
        }
    }
    if parts.iter().any(Part::is_unplayed) {
        return Ok(());
    }
    let own = |id: &String| {
        let mut played = parts.iter().flat_map(|part| &part.run.scenarios);
        played.any(|scenario| !scenario.along && scenario.id == *id)
    };
    let missing: Vec<&String> = ids.iter().filter(|id| !own(id)).collect();
    match missing.as_slice() {
        [] => Ok(()),
        [first, rest @ ..] => {
            let more = match rest.len() {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            Err(format!("{first}{more} is in no shard: run all with the same --durations"))
        }
    }
}
