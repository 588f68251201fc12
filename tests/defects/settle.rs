//! What counts of the examinations of a defect.
//!
//! What is on record is required, unless the record says how often it showed; and what is not on record is a fault.
//! An examination in which the host was too busy to judge, and which differs from the record, is made again with fewer others
//! beside it. One that differs otherwise is followed by two more, and fails if one of them differs in the same way.

use std::collections::BTreeSet;

use kentei::verdict::Severity;

use crate::examine::{Examined, ToText, is_chancy};
use crate::matrix::{self, Block, Rate};

/// How an examination differs from what is on record of its defect; empty where it does not.
pub(crate) fn differences(row: &Examined, attempt: &[Vec<ToText>], known: &Block) -> Vec<String> {
    let mut wrong = Vec::new();
    if is_chancy(row.defect) {
        // Of those only its own clauses are on record, each with a script that has to show it in one of all profiles.
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
    let examined = |severities: &[Severity]| severities[row.profiles.clone()].to_vec();
    for (key, (severities, rate)) in &known.rows {
        let severities = examined(severities);
        let seen = rows.get(key).map(|seen| examined(seen));
        let fits = match (&seen, rate) {
            (Some(seen), None) => *seen == severities,
            (Some(seen), Some(_)) => seen.iter().zip(&severities).all(|(seen, most)| seen <= most),
            (None, Some(_)) => true,
            (None, None) => severities.iter().all(|most| *most == Severity::Skip),
        };
        if !fits {
            wrong
                .push(format!("{} {} is {severities:?} on record, and was {seen:?}", key.0, key.1));
        }
    }
    for (key, severities) in &rows {
        if !known.rows.contains_key(key) {
            wrong.push(format!("new: {} {} {severities:?}", key.0, key.1));
        }
    }
    wrong
}

/// The block of a defect, from all its examinations: what not each of them showed has its rate, over those before as
/// well where it had one.
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
    // What has a rate already showed so often before.
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
        // Who shows it less often than not is no proof of the script.
        if 2 * seen >= of {
            block.shown.insert(pair, rate(seen));
        }
    }
    block
}

fn count(row: &Examined, is: impl Fn(&&Vec<Vec<ToText>>) -> bool) -> u32 {
    u32::try_from(row.attempts.iter().filter(is).count()).unwrap_or(u32::MAX)
}

/// What every examination showed and has no rate on record, by profile: what the ledger of clauses may count on.
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
