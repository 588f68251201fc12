//! Shorter forms of one line that is sent.

use super::{Outcome, Over, ddmin};

/// The most neighbouring words that are left out together after single ones: a word with its values.
const WINDOW: usize = 5;

/// Leaves words out of a line; its first word stays, and no word loses the numbers after it.
///
/// # Errors
/// [`Over`] where the time was over. `line` has what was reached by then.
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

/// A word and its values go together or not at all, wherever they stand.
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
