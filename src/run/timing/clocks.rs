//! How the searches of a run used their clocks.

use crate::lang::Text;
use crate::run::result::{ClockResult, Margin};
use crate::verdict::ClockUse;

/// How many searches on one kind of clock are kept; further ones are only counted.
const KEPT: usize = 100_000;

/// The searches of one or several dialogues.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Clocks(Vec<Row>);

/// The searches on one kind of clock. The number of kinds is limited by the words that scripts have for them.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Row {
    clock: String,
    searches: u64,
    over: u64,
    kept: Vec<Margin>,
    largest: Margin,
}

impl Clocks {
    /// Adds a search.
    pub(crate) fn add(&mut self, search: &ClockUse) {
        let margin = Margin::between(search.allowed, search.used);
        let row = self.row(&search.clock, margin);
        row.searches += 1;
        row.over += u64::from(search.used > search.allowed);
        row.largest = row.largest.max(margin);
        if row.kept.len() < KEPT {
            row.kept.push(margin);
        }
    }

    /// Adds the searches of another dialogue.
    pub(crate) fn merge(&mut self, other: &Self) {
        for from in &other.0 {
            let row = self.row(&from.clock, from.largest);
            row.searches += from.searches;
            row.over += from.over;
            row.largest = row.largest.max(from.largest);
            let room = KEPT.saturating_sub(row.kept.len());
            row.kept.extend(from.kept.iter().take(room));
        }
    }

    /// The results to report, in the order of the names of the clocks. With `keep`, the margins are included.
    pub(crate) fn results(&self, keep: bool) -> Vec<ClockResult> {
        let result = |row: &Row| {
            let mut sorted = row.kept.clone();
            sorted.sort_unstable();
            let middle = sorted.len().div_ceil(2).saturating_sub(1);
            Some(ClockResult {
                clock: row.clock.clone(),
                searches: row.searches,
                over: row.over,
                median: *sorted.get(middle)?,
                max: row.largest,
                margins: if keep { sorted } else { Vec::new() },
            })
        };
        let mut results: Vec<ClockResult> = self.0.iter().filter_map(result).collect();
        results.sort_by(|a, b| a.clock.cmp(&b.clock));
        results
    }

    fn row(&mut self, clock: &str, first: Margin) -> &mut Row {
        let index = self.0.iter().position(|row| row.clock == clock);
        let index = index.unwrap_or_else(|| {
            self.0.push(Row {
                clock: clock.to_owned(),
                searches: 0,
                over: 0,
                kept: Vec::new(),
                largest: first,
            });
            self.0.len() - 1
        });
        &mut self.0[index]
    }
}

/// The note for a finding about this clock: how all searches on the clock went.
pub(crate) fn note(results: &[ClockResult], search: &ClockUse) -> Option<Text> {
    let mut rows = results.iter();
    let row = rows.find(|row| row.clock == search.clock)?;
    let (clock, over, median, latest) = (&row.clock, row.over, row.median, row.max);
    Some(match row.searches {
        1 => say!(
            "of 1 search on {clock} in this run, {over} took longer than it gave: in the median the reply came \
             {median}, the latest one {latest}",
            clock,
            over,
            median,
            latest
        ),
        searches => say!(
            "of {searches} searches on {clock} in this run, {over} took longer than it gave: in the median the \
             reply came {median}, the latest one {latest}",
            searches,
            clock,
            over,
            median,
            latest
        ),
    })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn search(clock: &str, allowed: u64, used: u64) -> ClockUse {
        ClockUse {
            clock: clock.to_owned(),
            allowed: Duration::from_millis(allowed),
            used: Duration::from_millis(used),
        }
    }

    #[test]
    fn each_clock_has_its_own_distribution() {
        let mut one = Clocks::default();
        one.add(&search("byoyomi", 2000, 1500));
        one.add(&search("byoyomi", 300, 800));
        let mut two = Clocks::default();
        two.add(&search("byoyomi", 1000, 900));
        two.add(&search("mate", 1000, 1));
        one.merge(&two);
        let results = one.results(false);
        let reported: Vec<_> = results
            .iter()
            .map(|row| (row.clock.as_str(), row.searches, row.over, row.median.0, row.max.0))
            .collect();
        assert_eq!(
            reported,
            [("byoyomi", 3, 1, -100_000, 500_000), ("mate", 1, 0, -999_000, -999_000)]
        );
    }

    #[test]
    fn a_search_that_uses_exactly_its_time_is_in_time() {
        let mut clocks = Clocks::default();
        clocks.add(&search("byoyomi", 1000, 1000));
        clocks.add(&search("byoyomi", 1000, 1001));
        assert_eq!(clocks.results(false)[0].over, 1);
    }

    #[test]
    fn a_finding_is_reported_how_the_others_did() {
        let mut clocks = Clocks::default();
        let late = search("byoyomi", 2000, 2500);
        clocks.add(&late);
        clocks.add(&search("byoyomi", 2000, 100));
        let note = note(&clocks.results(false), &late).expect("a note");
        assert_eq!(
            note,
            "of 2 searches on byoyomi in this run, 1 took longer than it gave: in the median the reply \
             came 1900 ms before its end, the latest one 500 ms after its end"
        );
    }

    #[test]
    fn memory_is_bounded() {
        let mut clocks = Clocks::default();
        for _ in 0..KEPT + 5 {
            clocks.add(&search("byoyomi", 10, 9));
        }
        assert_eq!(clocks.results(false)[0].searches, KEPT as u64 + 5);
        assert_eq!(clocks.0[0].kept.len(), KEPT);
    }
}
