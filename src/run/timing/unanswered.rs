//! Questions that an engine repeatedly leaves unanswered. Each missing reply is waited for in full until the violation
//! is established, and only for a short time after that.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The number of scenarios in which a reply must be missing before the wait for it becomes shorter.
const SCENARIOS: usize = 3;
/// The shortest time for which a reply is waited for.
const LEAST: Duration = Duration::from_millis(500);
/// The shortest time in an attempt that is to confirm that the reply is missing.
const LEAST_CONFIRMING: Duration = Duration::from_secs(2);
/// The factor on the longest time in which the same question was answered.
const FACTOR: u32 = 4;

/// The messages that are waited for, and the line that was sent before: `bestmove after stop in go infinite`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Question(String);

impl Question {
    /// The question that waits for one of `awaited` after the line `sent`, in the search that the line `search` has
    /// begun. Only words made of letters count, so that questions with other numbers or moves are the same question.
    pub(crate) fn new(awaited: &[String], sent: &[u8], search: Option<&[u8]>) -> Self {
        let mut text = format!("{} after {}", awaited.join(" or "), shape(sent));
        if let Some(search) = search.filter(|search| *search != sent) {
            text += " in ";
            text += &shape(search);
        }
        Self(text)
    }
}

/// The words of a line that consist of letters alone.
fn shape(line: &[u8]) -> String {
    let line = String::from_utf8_lossy(line);
    let words = line.split_ascii_whitespace();
    let letters = |word: &&str| word.bytes().all(|byte| byte.is_ascii_alphabetic());
    words.filter(letters).collect::<Vec<_>>().join(" ")
}

/// The answers to each question so far, over all scenarios of a run.
#[derive(Debug, Default)]
pub(crate) struct Unanswered(Mutex<HashMap<Question, Answers>>);

#[derive(Debug, Default)]
struct Answers {
    /// The scenarios in which no answer came.
    missing: BTreeSet<String>,
    /// Whether, in one of them, signs of life prolonged the wait to its upper limit.
    exhausted: bool,
    /// The longest time of an answer that came.
    longest: Duration,
}

impl Unanswered {
    /// Records that an answer came after this time.
    pub(crate) fn answered(&self, question: Question, took: Duration) {
        let mut all = self.lock();
        let answers = all.entry(question).or_default();
        answers.longest = answers.longest.max(took);
    }

    /// Records that no answer came in this scenario. `exhausted`: signs of life have prolonged the wait to its upper
    /// limit; one such scenario is enough to shorten later waits.
    pub(crate) fn missing(&self, question: Question, scenario: &str, exhausted: bool) {
        let mut all = self.lock();
        let answers = all.entry(question).or_default();
        answers.missing.insert(scenario.to_owned());
        answers.exhausted |= exhausted;
    }

    /// How long an answer is waited for; `None`: as long as the script says.
    pub(crate) fn patience(&self, question: &Question) -> Option<Duration> {
        let all = self.lock();
        let answers = all.get(question)?;
        let established = answers.exhausted || answers.missing.len() >= SCENARIOS;
        established.then(|| LEAST.max(answers.longest * FACTOR))
    }

    /// How long an answer is waited for in an attempt that is to confirm that the answer is missing. The first attempt
    /// waited in full, so a multiple of the longest time that the engine has taken for the same question is enough.
    /// `None` if there is no such time: the wait is then as long as the script says.
    pub(crate) fn confirming(&self, question: &Question) -> Option<Duration> {
        let all = self.lock();
        let answers = all.get(question)?;
        let comparable = !answers.missing.is_empty() && !answers.longest.is_zero();
        comparable.then(|| LEAST_CONFIRMING.max(answers.longest * FACTOR))
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Question, Answers>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question(sent: &str, search: Option<&str>) -> Question {
        let awaited = ["bestmove".to_owned()];
        Question::new(&awaited, sent.as_bytes(), search.map(str::as_bytes))
    }

    #[test]
    fn numbers_and_moves_make_no_other_question() {
        let go = question("go btime 0 wtime 0 byoyomi 2000", None);
        assert_eq!(go, question("go btime 5 wtime 6 byoyomi 70", None));
        assert_ne!(go, question("go infinite", None));
        assert_ne!(
            question("stop", Some("go infinite")),
            question("stop", Some("go ponder btime 0 wtime 0"))
        );
    }

    #[test]
    fn three_scenarios_make_waits_short_and_one_of_them_counts_once() {
        let known = Unanswered::default();
        let stop = || question("stop", Some("go infinite"));
        for scenario in ["a", "a", "b"] {
            known.missing(stop(), scenario, false);
        }
        assert_eq!(known.patience(&stop()), None);
        known.missing(stop(), "c", false);
        assert_eq!(known.patience(&stop()), Some(LEAST));
        assert_eq!(known.patience(&question("isready", None)), None);
    }

    #[test]
    fn an_engine_that_answers_now_and_then_is_given_more_than_it_took() {
        let known = Unanswered::default();
        let go = || question("go depth 3", None);
        known.answered(go(), Duration::from_secs(1));
        for scenario in ["a", "b", "c"] {
            known.missing(go(), scenario, false);
        }
        assert_eq!(known.patience(&go()), Some(Duration::from_secs(4)));
    }

    #[test]
    fn a_wait_that_was_kept_alive_to_its_cap_is_not_repeated() {
        let known = Unanswered::default();
        let ready = || question("isready", None);
        known.missing(ready(), "a", true);
        assert_eq!(known.patience(&ready()), Some(LEAST));
    }

    #[test]
    fn what_is_missing_is_confirmed_by_what_the_engine_takes_when_it_answers() {
        let known = Unanswered::default();
        let ready = || question("isready", None);
        known.missing(ready(), "a", false);
        assert_eq!(known.confirming(&ready()), None);
        known.answered(ready(), Duration::from_millis(30));
        assert_eq!(known.confirming(&ready()), Some(LEAST_CONFIRMING));
        known.answered(ready(), Duration::from_secs(5));
        assert_eq!(known.confirming(&ready()), Some(Duration::from_secs(20)));
        let go = || question("go infinite", None);
        known.answered(go(), Duration::from_millis(30));
        assert_eq!(known.confirming(&go()), None);
    }
}
