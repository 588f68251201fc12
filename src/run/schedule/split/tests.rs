use std::collections::{HashMap, HashSet};
use std::time::Duration;

use super::*;
use crate::protocol::{self, judge};
use crate::run::shards::Shard;
use crate::run::with_prerequisites;
use crate::scenario::{self, Scenario};

fn bundled(dialect: &str) -> Vec<Scenario> {
    let dialect = protocol::dialect(dialect).unwrap();
    let (library, _) = scenario::load(dialect, &[]);
    library.scenarios
}

/// All shards of these scenarios.
fn dealt(
    scenarios: &[Scenario],
    measured: &HashMap<String, Duration>,
    of: u32,
) -> Vec<Vec<Scenario>> {
    let limits = judge::default_limits(protocol::dialect("usi").unwrap());
    let shards = (1..=of).map(|index| split(scenarios, &limits, measured, Shard { index, of }));
    shards.collect()
}

fn ids(scenarios: &[Scenario]) -> Vec<&str> {
    scenarios.iter().map(|one| one.id.as_str()).collect()
}

#[test]
fn every_scenario_is_in_one_shard_and_no_shard_has_much_more_to_do_than_another() {
    let all = bundled("usi");
    let limits = judge::default_limits(protocol::dialect("usi").unwrap());
    for of in 1..=7 {
        let shards = dealt(&all, &HashMap::new(), of);
        let mut dealt: Vec<&str> = shards.iter().flat_map(|shard| ids(shard)).collect();
        dealt.sort_unstable();
        assert_eq!(dealt, ids(&all));
        let loads: Vec<Duration> = shards
            .iter()
            .map(|shard| {
                let guess = |one| crate::run::schedule::order::guess(one, &limits);
                shard.iter().map(guess).sum()
            })
            .collect();
        let (least, most) = (loads.iter().min().unwrap(), loads.iter().max().unwrap());
        assert!(*most - *least <= *most / 10 + Duration::from_secs(1), "{loads:?}");
        assert_eq!(shards[0].len(), dealt_again(&all, of));
    }
}

/// Checks that the first shard does not depend on the order of the scenarios, and returns its size.
fn dealt_again(all: &[Scenario], of: u32) -> usize {
    let mut turned = all.to_vec();
    turned.reverse();
    let shards = dealt(&turned, &HashMap::new(), of);
    let first: HashSet<&str> = shards[0].iter().map(|one| one.id.as_str()).collect();
    let shards = dealt(all, &HashMap::new(), of);
    let again: HashSet<&str> = shards[0].iter().map(|one| one.id.as_str()).collect();
    assert_eq!(first, again);
    first.len()
}

#[test]
fn what_was_measured_counts_before_what_is_guessed() {
    let all = &bundled("usi")[..20];
    let long = all[7].id.clone();
    let measured = HashMap::from([(long.clone(), Duration::from_secs(3600))]);
    let of_its_own = dealt(all, &measured, 3);
    let with_it = of_its_own.iter().find(|shard| ids(shard).contains(&long.as_str()));
    // The estimates of the other scenarios are scaled by this measurement, so they count for as much as it does.
    assert!(with_it.is_some());
    let measured = all.iter().map(|one| {
        let seconds = if one.id == long { 3600 } else { 1 };
        (one.id.clone(), Duration::from_secs(seconds))
    });
    let shards = dealt(all, &measured.collect(), 3);
    assert!(shards.iter().any(|shard| ids(shard) == [long.as_str()]), "it is alone");
    let sizes: Vec<usize> = shards.iter().map(Vec::len).collect();
    assert!(sizes.contains(&10) && sizes.contains(&9), "{sizes:?}");
}

#[test]
fn an_estimate_is_scaled_as_the_measured_times_are_to_their_estimates() {
    let one = bundled("usi").swap_remove(0);
    let named = |id: &str| Scenario { id: id.to_owned(), ..one.clone() };
    let all = ["a", "b", "c", "d"].map(named);
    let seconds = |id: &str, seconds| (id.to_owned(), Duration::from_secs(seconds));
    // On average 7 s, so this is the estimate for each of the others.
    let measured = HashMap::from([seconds("a", 10), seconds("b", 4)]);
    let shards = dealt(&all, &measured, 2);
    assert_eq!(shards.iter().map(|shard| ids(shard)).collect::<Vec<_>>(), [["a", "b"], ["c", "d"]]);
}

#[test]
fn scenarios_that_took_no_time_are_divided_by_their_number() {
    let one = bundled("usi").swap_remove(0);
    let named = |id: &str| Scenario { id: id.to_owned(), ..one.clone() };
    let all = ["a", "b", "c", "d"].map(named);
    let measured = all.iter().map(|one| (one.id.clone(), Duration::ZERO)).collect();
    let sizes: Vec<usize> = dealt(&all, &measured, 2).iter().map(Vec::len).collect();
    assert_eq!(sizes, [2, 2]);
}

#[test]
fn there_may_be_more_shards_than_scenarios() {
    let all = &bundled("uci")[..2];
    let shards = dealt(all, &HashMap::new(), 5);
    let sizes: Vec<usize> = shards.iter().map(Vec::len).collect();
    assert_eq!(sizes, [1, 1, 0, 0, 0]);
}

#[test]
fn what_has_to_come_first_is_part_of_the_whole() {
    let all = bundled("usi");
    let one: Vec<Scenario> =
        all.iter().filter(|one| one.id.starts_with("usi/ponder/")).cloned().collect();
    let whole = with_prerequisites(&one, &all);
    assert!(ids(&whole).contains(&"usi/boot/handshake"));
    assert!(whole.len() > one.len());
}

#[test]
fn shards_are_written_as_numbers_from_one() {
    assert_eq!("2/3".parse(), Ok(Shard { index: 2, of: 3 }));
    assert_eq!(Shard { index: 2, of: 3 }.to_string(), "2/3");
    let check = |text: &str, wanted: &str| {
        let error = text.parse::<Shard>().expect_err(text);
        assert!(error.contains(wanted), "{text}: {error}");
    };
    check("0/3", "counted from 1: the first is 1/3");
    check("4/3", "no shard 4 of 3: the last is 3/3");
    check("1/0", "one shard at least");
    check("1/4000000000", "10000 shards at most");
    for text in ["x", "", "1", "1/", "/3", "-1/3", "1/3/4", "1.5/3", "1/99999999999"] {
        check(text, "write I/N");
    }
}
