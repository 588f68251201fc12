//! Delta debugging: the shortest list that still shows what the whole list shows.

use super::{Outcome, Over};

/// Reduces `units` as long as a shorter list still shows it according to `shows`. The result is 1-minimal unless the
/// time ends first: a list without any single one of its units does not show it. The units keep their order. The caller
/// makes sure that `units` itself shows it.
///
/// After Zeller and Hildebrandt, "Simplifying and Isolating Failure-Inducing Input" (2002). Only complements are tried,
/// not single chunks, since most scripts need the units before their end.
///
/// # Errors
/// [`Over`] if the time has ended. `units` then holds the shortest list that was found.
pub fn ddmin<T: Clone>(
    units: &mut Vec<T>,
    shows: &mut dyn FnMut(&[T]) -> Outcome,
) -> Result<(), Over> {
    if units.is_empty() {
        return Ok(());
    }
    if tried(units, Vec::new(), shows)? {
        return Ok(());
    }
    let mut chunk = units.len().div_ceil(2);
    while chunk > 0 {
        let mut at = 0;
        let mut removed = false;
        while at < units.len() && units.len() > 1 {
            let end = (at + chunk).min(units.len());
            if end - at < units.len() {
                let rest = [&units[..at], &units[end..]].concat();
                if tried(units, rest, shows)? {
                    removed = true;
                    continue;
                }
            }
            at = end;
        }
        // The removal of a unit may have made an earlier unit unnecessary.
        if chunk == 1 && removed {
            continue;
        }
        chunk /= 2;
    }
    Ok(())
}

/// Replaces `units` by the candidate if the candidate shows it.
fn tried<T: Clone>(
    units: &mut Vec<T>,
    candidate: Vec<T>,
    shows: &mut dyn FnMut(&[T]) -> Outcome,
) -> Result<bool, Over> {
    match shows(&candidate) {
        Outcome::Shows => {
            *units = candidate;
            Ok(true)
        }
        Outcome::Not => Ok(false),
        Outcome::Over => Err(Over),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn outcome(shows: bool) -> Outcome {
        if shows { Outcome::Shows } else { Outcome::Not }
    }

    /// The units of 0..length that are left if all of `needed` must be there, and the number of questions.
    fn left(length: usize, needed: &[usize]) -> (Vec<usize>, usize) {
        let mut units: Vec<usize> = (0..length).collect();
        let mut asked = 0;
        let done = ddmin(&mut units, &mut |units| {
            asked += 1;
            outcome(needed.iter().all(|one| units.contains(one)))
        });
        assert_eq!(done, Ok(()));
        (units, asked)
    }

    #[test]
    fn one_unit_of_a_thousand_is_found_with_few_questions() {
        let (units, asked) = left(1024, &[700]);
        assert_eq!(units, [700]);
        assert!(asked <= 64, "{asked} questions");
    }

    #[test]
    fn what_shows_without_anything_is_empty() {
        assert_eq!(left(9, &[]), (Vec::new(), 1));
        assert_eq!(left(0, &[]), (Vec::new(), 0));
    }

    proptest! {
        #[test]
        fn exactly_what_is_needed_is_left_in_its_order(
            length in 1_usize..80,
            picks in prop::collection::vec(any::<prop::sample::Index>(), 1..6),
        ) {
            let mut needed: Vec<usize> = picks.iter().map(|pick| pick.index(length)).collect();
            needed.sort_unstable();
            needed.dedup();
            prop_assert_eq!(left(length, &needed).0, needed);
        }

        /// Some units need others: the result must show it, and no single unit of the result can be removed.
        #[test]
        fn nothing_of_the_result_can_be_left_out(
            length in 1_usize..24,
            pairs in prop::collection::vec((0_usize..24, 0_usize..24), 0..20),
            wanted in 0_usize..24,
        ) {
            let wanted = wanted % length;
            let sound = |units: &[usize]| {
                let kept = |unit: usize| unit >= length || units.contains(&unit);
                units.contains(&wanted)
                    && pairs.iter().all(|&(one, needs)| !units.contains(&one) || kept(needs))
            };
            let mut units: Vec<usize> = (0..length).collect();
            prop_assert!(sound(&units));
            prop_assert_eq!(ddmin(&mut units, &mut |units| outcome(sound(units))), Ok(()));
            prop_assert!(sound(&units));
            for at in 0..units.len() {
                let mut fewer = units.clone();
                fewer.remove(at);
                prop_assert!(!sound(&fewer), "{:?} without {}", units, at);
            }
        }

        #[test]
        fn when_the_time_is_over_what_was_reached_still_shows_it(
            length in 1_usize..60,
            pick in any::<prop::sample::Index>(),
            questions in 0_usize..20,
        ) {
            let needed = pick.index(length);
            let mut units: Vec<usize> = (0..length).collect();
            let mut asked = 0;
            let _ = ddmin(&mut units, &mut |units| {
                asked += 1;
                if asked > questions { Outcome::Over } else { outcome(units.contains(&needed)) }
            });
            prop_assert!(units.contains(&needed));
        }
    }
}
