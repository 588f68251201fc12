//! Shorter forms of one sent line.

use super::{Outcome, Over, ddmin};

/// The largest number of neighbouring words that are removed together: a word with its values.
const WINDOW: usize = 5;

/// Removes words from a line. The first word stays, and a number is removed only with the word before it.
///
/// # Errors
/// [`Over`] if the time has ended. `line` then holds the shortest form that was found.
pub(super) fn words(line: &mut String, shows: &mut dyn FnMut(&str) -> Outcome) -> Result<(), Over> {
    let text = line.clone();
    let mut all = text.split(' ');
    let first = all.next().unwrap_or_default();
    let mut rest: Vec<String> = Vec::new();
    for word in all {
        match rest.last_mut() {
            Some(last) if word.parse::<i64>().is_ok() => {
                last.push(' ');
                last.push_str(word);
            }
            Some(_) | None => rest.push(word.to_owned()),
        }
    }
    let joined = |rest: &[String]| {
        let mut words = vec![first.to_owned()];
        words.extend_from_slice(rest);
        words.join(" ")
    };
    let mut ask = |rest: &[String]| shows(&joined(rest));
    let mut done = ddmin(&mut rest, &mut ask);
    if done.is_ok() {
        done = windows(&mut rest, &mut ask);
    }
    *line = joined(&rest);
    done
}

/// Removes several neighbouring words at once, since a word and its values may only be removed together.
fn windows(
    words: &mut Vec<String>,
    shows: &mut dyn FnMut(&[String]) -> Outcome,
) -> Result<(), Over> {
    for size in (2..=WINDOW).rev() {
        let mut at = 0;
        while at + size < words.len() + 1 {
            let rest = [&words[..at], &words[at + size..]].concat();
            match shows(&rest) {
                Outcome::Shows => *words = rest,
                Outcome::Not => at += 1,
                Outcome::Over => return Err(Over),
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reduced(line: &str, shows: impl Fn(&str) -> bool) -> String {
        let mut line = line.to_owned();
        let done = words(&mut line, &mut |line| {
            if shows(line) { Outcome::Shows } else { Outcome::Not }
        });
        assert_eq!(done, Ok(()));
        line
    }

    #[test]
    fn words_that_need_their_values_go_together() {
        let legal = |line: &str| {
            let words: Vec<&str> = line.split(' ').skip(1).collect();
            let pairs = words.chunks(2);
            words.len().is_multiple_of(2)
                && pairs
                    .clone()
                    .all(|pair| pair[0].ends_with("time") && pair[1].parse::<u32>().is_ok())
        };
        let line = "go btime 1000 wtime 2000 movetime 30";
        let shows = |line: &str| legal(line) && line.contains("wtime 2000");
        assert_eq!(reduced(line, shows), "go wtime 2000");
    }

    #[test]
    fn no_word_loses_its_numbers() {
        let line = "go ponder btime 3000 wtime 600000 byoyomi 2000";
        assert_eq!(reduced(line, |line| line.contains("byoyomi")), "go byoyomi 2000");
    }

    #[test]
    fn the_first_word_stays() {
        assert_eq!(reduced("position startpos", |_| true), "position");
        assert_eq!(reduced("isready", |_| true), "isready");
    }
}
