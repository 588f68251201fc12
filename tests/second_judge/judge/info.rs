//! Judges the scores and the pvs of info lines.

use super::Judge;
use crate::second_judge::opinion::Fault;
use crate::second_judge::search::Search;

impl Judge {
    /// Judges the words after `info`.
    pub(super) fn info(&mut self, words: &[&str]) {
        let end = words.iter().position(|word| *word == "string").unwrap_or(words.len());
        let words = &words[..end];
        if let Some(at) = words.iter().position(|word| *word == "score") {
            self.score(&words[at + 1..]);
        }
        let Some(at) = words.iter().position(|word| *word == "pv") else {
            return;
        };
        // Between two searches it is unknown to which of them a line belongs, and an engine may ponder on another move.
        let is_alone = self.open.len() == 1 && !self.leftover;
        self.idle_lines = self.open.is_empty();
        if let [search] = self.open.make_contiguous() {
            search.shows_line = true;
        }
        let judged =
            |search: &&mut Search| is_alone && !search.ponders && !search.variant && !search.mixed;
        let search = self.open.front_mut().filter(judged);
        match search.map(|search| search.plays(&words[at + 1..])) {
            Some(true) => {}
            Some(false) => self.accuse(Fault::Pv),
            None => self.leave_open(Fault::Pv),
        }
    }

    /// Judges the words after `score`.
    fn score(&mut self, words: &[&str]) {
        let (number, is_mate) = match (self.dialect, words) {
            // Some engines write the forms of UCI.
            ("ucci", ["cp" | "mate", ..]) => return self.leave_open(Fault::Score),
            ("ucci", [number, ..]) => (*number, false),
            (_, ["cp", number, ..]) => (*number, false),
            (_, ["mate", number, ..]) => (*number, true),
            _ => return self.accuse(Fault::Score),
        };
        match number.parse::<i128>() {
            // No document limits the size of a number.
            Ok(number) if number.abs() > 100_000 => self.leave_open(Fault::Score),
            Ok(_) => {}
            Err(_) if self.dialect == "usi" && is_mate && ["+", "-"].contains(&number) => {}
            // The unified text does not specify the form of a score.
            Err(_) if self.dialect == "ucci" && self.profile == "unified" => {
                self.leave_open(Fault::Score);
            }
            Err(_) => self.accuse(Fault::Score),
        }
    }
}
