//! Compares the examinations of a defect with the record.
//!
//! Each entry of the record must be seen, unless the entry has a rate; anything that is not in the record is an
//! error, unless it is the defect itself, seen by one more rule or script. In a turn of one profile, an entry at a
//! clause that is not one of the defect's own may also be missing: it is a consequence of the defect, and how often
//! the defect has it depends on the machine. So may an entry of a rule if another rule reported the same clause as
//! severely. `KENTEI_TURN=all` requires these entries too, and a blessing run writes their rates.
//!
//! If an examination differs from the record and the host was too busy to judge, it is repeated with fewer
//! others at the same time. An examination that differs for another reason is followed by two more, and fails if
//! one of these differs in the same way.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use kentei::reference::Defect;
use kentei::verdict::Severity;

use crate::bless::blessed;
use crate::examine::{Examined, is_chancy};
use crate::matrix::{self, Block, Key, Rate};
use crate::one::ToText;
use crate::turn::Turn;

/// How an examination differs from the record of its defect; empty if it does not.
pub(crate) fn differences(row: &Examined, attempt: &[Vec<ToText>], known: &Block) -> Vec<String> {
    let mut wrong = Vec::new();
    if is_chancy(row.defect) {
        // For these defects, only their own clauses are on record, each with a script that must show it in at least
        // one profile.
        if row.profiles.len() < attempt.len() {
            return wrong;
        }
        let shown = matrix::shown(row.defect, attempt);
        for (pair, rate) in &known.shown {
            if rate.is_none() && !shown.contains(pair) {
                wrong.push(format!("not seen: {} shown by {}", pair.0, pair.1));
            }
        }
        return wrong;
    }
    let rows = matrix::rows(row.defect, attempt);
    let every_profile = Turn::of_this_run() == Turn::All;
    let examined = |severities: &[Severity]| severities[row.profiles.clone()].to_vec();
    for (key, (severities, rate)) in &known.rows {
        let severities = examined(severities);
        let seen = rows.get(key).map(|seen| examined(seen));
        let is_own = row.defect.clauses.contains(&&*key.0);
        let is_replaced =
            is_own && seen.is_none() && by_another_rule(&rows, key, &row.profiles, &severities);
        let is_sure = rate.is_none() && (every_profile || is_own && !is_replaced);
        let fits = match (&seen, is_sure) {
            (Some(seen), true) => *seen == severities,
            (Some(seen), false) => seen.iter().zip(&severities).all(|(seen, most)| seen <= most),
            (None, false) => true,
            (None, true) => severities.iter().all(|most| *most == Severity::Skip),
        };
        if !fits {
            wrong
                .push(format!("{} {} is {severities:?} on record, and was {seen:?}", key.0, key.1));
        }
    }
    for (key, severities) in &rows {
        let is_new = !known.rows.contains_key(key);
        if is_new && (blessed() || !is_own(row.defect, known, key, severities)) {
            wrong.push(format!("new: {} {} {severities:?}", key.0, key.1));
        }
    }
    wrong
}

/// Whether this entry is of a rule, and another rule reported the same clause as severely instead: whether an answer is
/// read before or after the next command is sent may decide which of them sees it.
fn by_another_rule(
    rows: &BTreeMap<Key, Vec<Severity>>,
    (clause, by): &Key,
    profiles: &Range<usize>,
    severities: &[Severity],
) -> bool {
    let is_rule = |by: &str| !by.contains('/');
    let same = |((other_clause, other), seen): (&Key, &Vec<Severity>)| {
        other_clause == clause && is_rule(other) && seen[profiles.clone()] == *severities
    };
    is_rule(by) && rows.iter().any(same)
}

/// Whether this entry is at one of the defect's own clauses and no more severe than what is on record there. Which
/// scripts are played depends on the turn, and by which rule a defect is seen sometimes on the machine.
fn is_own(defect: &Defect, known: &Block, key: &Key, severities: &[Severity]) -> bool {
    let own = |key: &Key| defect.clauses.contains(&&*key.0);
    let recorded = |column: usize| {
        let rows = known.rows.iter().filter(|(key, _)| own(key));
        rows.map(|(_, (most, _))| most[column]).max().unwrap_or(Severity::Skip)
    };
    own(key) && severities.iter().enumerate().all(|(column, seen)| *seen <= recorded(column))
}

/// A second entry at the same clause is the defect; a more severe one, or one at another clause, is not.
#[test]
fn only_what_is_new_at_another_clause_or_worse_differs_from_the_record() {
    let mut defects = kentei::reference::defects("ucci").iter();
    let defect = defects.find(|defect| defect.id == "Y16").expect("it is known");
    let recorded = |clause: &str| (clause.to_owned(), "missing-reply stop-ignored".to_owned());
    let block = Block {
        rows: [(recorded("UCCI-STOP-01"), (vec![Severity::Warn, Severity::Skip], None))].into(),
        ..Block::default()
    };
    let is_own = |clause: &str, severities: [Severity; 2]| {
        let key = (clause.to_owned(), "missing-reply reply-missing-stop".to_owned());
        is_own(defect, &block, &key, &severities)
    };
    assert!(is_own("UCCI-STOP-01", [Severity::Warn, Severity::Skip]));
    assert!(is_own("UCCI-STOP-01", [Severity::Info, Severity::Skip]));
    assert!(!is_own("UCCI-STOP-01", [Severity::Fail, Severity::Skip]));
    assert!(!is_own("UCCI-STOP-01", [Severity::Warn, Severity::Info]));
    assert!(!is_own("UCCI-STOP-02", [Severity::Warn, Severity::Skip]));
}

#[test]
fn only_another_rule_at_the_same_clause_and_as_severe_replaces_one_on_record() {
    let key = |clause: &str, by: &str| (clause.to_owned(), by.to_owned());
    let replaced = |on_record: &Key, seen: Key, severity: Severity| {
        let rows = [(seen, vec![Severity::Skip, severity])].into();
        by_another_rule(&rows, on_record, &(1..2), &[Severity::Fail])
    };
    let rule = key("USI-BM-09", "one-reply-per-go reply-to-other");
    let other = || key("USI-BM-09", "one-reply-per-go second-reply");
    assert!(replaced(&rule, other(), Severity::Fail));
    assert!(!replaced(&rule, other(), Severity::Warn));
    assert!(!replaced(&rule, key("USI-STOP-03", "one-reply-per-go second-reply"), Severity::Fail));
    assert!(!replaced(&rule, key("USI-BM-09", "shared/stop/idle"), Severity::Fail));
    assert!(!replaced(&key("USI-BM-09", "shared/stop/idle"), other(), Severity::Fail));
}

/// The block of a defect, from all its examinations. An entry that not each of them showed has a rate; if the entry
/// already had a rate, the new examinations are added to it.
pub(crate) fn block(row: &Examined, found: u32) -> Block {
    let of = u32::try_from(row.attempts.len()).unwrap_or(u32::MAX);
    let rate = |seen: u32| (seen < of).then_some(Rate { seen, of });
    let mut block = Block { found: rate(found), ..Block::default() };
    for attempt in &row.attempts {
        for (key, severities) in matrix::rows(row.defect, attempt) {
            let (most, _) = block.rows.entry(key).or_insert_with(|| (severities.clone(), None));
            for (most, seen) in most.iter_mut().zip(severities) {
                *most = (*most).max(seen);
            }
        }
    }
    for (key, (most, known)) in &mut block.rows {
        let full =
            |attempt: &&Vec<Vec<ToText>>| matrix::rows(row.defect, attempt).get(key) == Some(most);
        *known = rate(count(row, full));
    }
    // Adds the counts of the earlier rates.
    for (key, (severities, before)) in &row.block.rows {
        let Some(before) = before else { continue };
        let entry = block.rows.entry(key.clone());
        let (most, now) = entry.or_insert_with(|| (severities.clone(), rate(0)));
        for (most, before) in most.iter_mut().zip(severities) {
            *most = (*most).max(*before);
        }
        *now =
            Some(Rate { seen: before.seen + now.map_or(of, |now| now.seen), of: before.of + of });
    }
    let pairs: BTreeSet<_> =
        row.attempts.iter().flat_map(|attempt| matrix::shown(row.defect, attempt)).collect();
    for pair in pairs {
        let seen = count(row, |attempt| matrix::shown(row.defect, attempt).contains(&pair));
        // A script that shows the defect in less than half of the examinations proves nothing.
        if 2 * seen >= of {
            block.shown.insert(pair, rate(seen));
        }
    }
    block
}

fn count(row: &Examined, is: impl Fn(&&Vec<Vec<ToText>>) -> bool) -> u32 {
    u32::try_from(row.attempts.iter().filter(is).count()).unwrap_or(u32::MAX)
}

/// Scripts in which rules reported what the block has at the defect's own clauses, as few as possible: none if a script
/// that the block names did so, too.
pub(crate) fn rules_in(row: &Examined, block: &Block) -> BTreeSet<String> {
    let own = |key: &Key| row.defect.clauses.contains(&&*key.0);
    let mut chosen = BTreeSet::new();
    for (key, (severities, rate)) in block.rows.iter().filter(|(key, _)| own(key)) {
        for column in row.profiles.clone() {
            let reported = row.attempts.iter().flat_map(|attempt| &attempt[column]);
            let same = |reported: &&ToText| {
                matrix::key(reported) == *key && reported.severity == severities[column]
            };
            let scripts: BTreeSet<&str> =
                reported.filter(same).map(|reported| reported.scenario.as_str()).collect();
            let is_named = |script: &&str| {
                chosen.contains(*script) || block.scripts().any(|named| named == *script)
            };
            if rate.is_none() && !scripts.iter().any(is_named) {
                chosen.extend(scripts.first().map(|script| (*script).to_owned()));
            }
        }
    }
    chosen
}

/// What every examination showed, and what has no rate on record, by profile. The ledger of clauses may rely on it.
pub(crate) fn certain(row: &Examined, block: &Block) -> Vec<Vec<ToText>> {
    let sure = |reported: &ToText| {
        let key = matrix::key(reported);
        block.rows.get(&key).is_none_or(|(_, rate)| rate.is_none())
    };
    let [first, more @ ..] = row.attempts.as_slice() else {
        return Vec::new();
    };
    let columns = first.iter().enumerate();
    columns
        .map(|(column, reported)| {
            let always =
                |reported: &&ToText| more.iter().all(|attempt| attempt[column].contains(reported));
            reported.iter().filter(|reported| sure(reported)).filter(always).cloned().collect()
        })
        .collect()
}
