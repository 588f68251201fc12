//! What a run did not examine or left open, as part of its verdict in every format.

use super::escape;
use crate::lang::Text;
use crate::run::result::{Conformance, RunResult, ScenarioResult};
use crate::verdict::Verdict;

/// How many names are listed; the others are counted.
const NAMES: usize = 6;

/// What a run did not examine, or left open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unexamined {
    /// The number of all scenarios.
    pub scenarios: usize,
    /// The number of scenarios that were skipped because the engine does not offer what they are about.
    pub not_offered: usize,
    /// What the engine does not offer, each name once, that of most scenarios first.
    pub names: Vec<String>,
    /// The number of scenarios that were skipped for other reasons.
    pub otherwise: usize,
    /// The number of scenarios that were blocked or inconclusive, if the run is conformant nevertheless; else 0.
    pub unjudged: usize,
    /// The number of flaky scenarios.
    pub flaky: usize,
    /// Whether the whole run was repeated.
    pub repeated: bool,
    /// The number of scenarios that were cut off because the run was ended early, if it is not conformant; else 0.
    pub cut_off: usize,
    /// Whether only the quick set was played.
    pub quick: bool,
}

impl Unexamined {
    /// What a run did not examine; `None` if it examined everything.
    #[must_use]
    pub fn of(run: &RunResult) -> Option<Self> {
        let count = |wanted: &dyn Fn(&ScenarioResult) -> bool| {
            let scenarios = run.scenarios.iter();
            scenarios.filter(|scenario| wanted(scenario)).count()
        };
        let mut names: Vec<(String, usize)> = Vec::new();
        for name in run.scenarios.iter().filter_map(ScenarioResult::lacks) {
            match names.iter_mut().find(|(known, _)| *known == name) {
                Some((_, times)) => *times += 1,
                None => names.push((name, 1)),
            }
        }
        names.sort_by_key(|(_, times)| std::cmp::Reverse(*times));
        let not_offered = names.iter().map(|(_, times)| times).sum();
        let skipped = count(&|scenario| scenario.verdict == Verdict::Skip);
        let open = |scenario: &ScenarioResult| {
            matches!(scenario.verdict, Verdict::Blocked | Verdict::Inconclusive)
        };
        let found = Self {
            scenarios: run.scenarios.len(),
            not_offered,
            names: names.into_iter().map(|(name, _)| name).collect(),
            otherwise: skipped - not_offered,
            unjudged: match run.verdict {
                Conformance::Conformant => count(&open),
                Conformance::Nonconformant | Conformance::Inconclusive => 0,
            },
            flaky: count(&|scenario| scenario.verdict == Verdict::Flaky),
            repeated: run.repeats.is_some(),
            cut_off: match run.verdict {
                Conformance::Nonconformant => count(&ScenarioResult::is_cut_off),
                Conformance::Conformant | Conformance::Inconclusive => 0,
            },
            quick: run.quick,
        };
        let open = found.unjudged + found.flaky + found.cut_off;
        (found.quick || skipped + open > 0).then_some(found)
    }

    /// The number of skipped scenarios.
    #[must_use]
    pub fn skipped(&self) -> usize {
        self.not_offered + self.otherwise
    }

    /// A sentence, such as `71 of 287 not offered: ponder, mate, MultiPV`.
    #[must_use]
    pub fn text(&self) -> Text {
        let all = self.scenarios;
        let mut parts = Vec::new();
        if self.quick {
            parts.push(say!("only the quick set was played"));
        }
        if self.not_offered > 0 {
            let reported = self.names.iter().take(NAMES);
            let mut names: Vec<Text> =
                reported.map(|name| Text::plain(escape::text(name))).collect();
            let more = self.names.len().saturating_sub(NAMES);
            if more > 0 {
                names.push(say!("{more} more", more));
            }
            parts.push(say!(
                "{number} of {all} not offered: {names}",
                number = self.not_offered,
                all,
                names = Text::list(names)
            ));
        }
        if self.otherwise > 0 {
            parts.push(say!(
                "{number} of {all} skipped for other reasons",
                number = self.otherwise,
                all
            ));
        }
        if self.unjudged > 0 {
            parts.push(say!(
                "{number} of {all} not judged, which does not change the verdict",
                number = self.unjudged,
                all
            ));
        }
        if self.flaky > 0 {
            let number = self.flaky;
            parts.push(if self.repeated {
                say!(
                    "{number} of {all} flaky, with findings that did not occur in each repeat",
                    number,
                    all
                )
            } else {
                say!(
                    "{number} of {all} flaky, with findings that did not occur in each attempt",
                    number,
                    all
                )
            });
        }
        if self.cut_off > 0 {
            parts.push(say!(
                "{number} of {all} not judged, because the run was ended early",
                number = self.cut_off,
                all
            ));
        }
        let mut parts = parts.into_iter();
        let first = parts.next().unwrap_or_default();
        parts.fold(first, |text, more| say!("{text}; {more}", text, more))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::Lang;
    use crate::report::{FORMATS, Report, fixtures};

    fn skipped(reason: Text) -> ScenarioResult {
        let mut scenario = fixtures::scenario("usi/x/y", Verdict::Skip);
        scenario.reason = Some(reason);
        scenario
    }

    fn reported(verdict: Conformance, scenarios: Vec<ScenarioResult>) -> Option<String> {
        let run = fixtures::run(verdict, scenarios);
        Unexamined::of(&run).map(|unexamined| unexamined.text().to_string())
    }

    #[test]
    fn what_most_scenarios_are_about_is_named_first_and_each_name_once() {
        let lacks = |name: &str| skipped(say!("the engine does not offer {name}", name));
        let option =
            skipped(say!("the engine does not declare the option {name}", name = "MultiPV"));
        let other = skipped(Text::plain("for no reason"));
        let pass = fixtures::scenario("usi/a/b", Verdict::Pass);
        let all = vec![option, lacks("mate"), lacks("ponder"), lacks("ponder"), pass.clone()];
        assert_eq!(
            reported(Conformance::Conformant, all).as_deref(),
            Some("4 of 5 not offered: ponder, MultiPV, mate")
        );
        assert_eq!(
            reported(Conformance::Nonconformant, vec![lacks("mate"), other]).as_deref(),
            Some("1 of 2 not offered: mate; 1 of 2 skipped for other reasons")
        );
        assert_eq!(reported(Conformance::Conformant, vec![pass]), None);
        let many: Vec<ScenarioResult> = (0..8).map(|number| lacks(&format!("n{number}"))).collect();
        assert_eq!(
            reported(Conformance::Conformant, many).as_deref(),
            Some("8 of 8 not offered: n0, n1, n2, n3, n4, n5, 2 more")
        );
    }

    #[test]
    fn what_was_not_judged_and_leaves_the_run_conformant_is_said() {
        let open = fixtures::scenario("usi/a/b", Verdict::Inconclusive);
        let pass = fixtures::scenario("usi/a/c", Verdict::Pass);
        assert_eq!(
            reported(Conformance::Conformant, vec![open.clone(), pass]).as_deref(),
            Some("1 of 2 not judged, which does not change the verdict")
        );
        assert_eq!(reported(Conformance::Inconclusive, vec![open]), None);
    }

    #[test]
    fn flaky_scenarios_are_counted_with_the_verdict() {
        let flaky = fixtures::scenario("usi/a/b", Verdict::Flaky);
        let pass = fixtures::scenario("usi/a/c", Verdict::Pass);
        for verdict in [Conformance::Conformant, Conformance::Nonconformant] {
            assert_eq!(
                reported(verdict, vec![flaky.clone(), pass.clone()]).as_deref(),
                Some("1 of 2 flaky, with findings that did not occur in each attempt")
            );
        }
    }

    #[test]
    fn every_format_says_it_in_both_languages() {
        let (run, catalogue) = (fixtures::conformant(), fixtures::catalogue());
        for format in FORMATS {
            for (lang, wanted) in [
                (Lang::En, "1 of 3 not offered: ponder"),
                (Lang::Ja, "3個中1個はエンジンにない機能：ponder"),
            ] {
                let mut report: Report<'_> = fixtures::report(&run, &catalogue);
                report.style.lang = lang;
                let mut out = Vec::new();
                (format.render)(&report, &mut out).unwrap();
                let text = String::from_utf8(out).unwrap();
                // JSON is always in English, and a badge has only room for a number.
                let wanted = match format.name {
                    "badge" => "1 skipped",
                    "json" | "json:findings" => "1 of 3 not offered: ponder",
                    _ => wanted,
                };
                // Lines can be wrapped anywhere.
                let [flat, wanted] =
                    [text.as_str(), wanted].map(|text| text.split_whitespace().collect::<String>());
                assert!(flat.contains(&wanted), "{}: {text}", format.name);
            }
        }
    }
}
