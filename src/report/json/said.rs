//! Texts that many findings share: the template and the arguments of a text are written once, with the first finding,
//! and given to the other findings when the report is read.
//!
//! A report has each text in English, and its template and arguments for readers of other languages. These take half of
//! a finding, and an engine with one mistake can have the same finding in a hundred scenarios.

use std::collections::{HashMap, HashSet};

use crate::lang::{Lang, Made, Text};
use crate::run::result::{RunResult, ScenarioResult};

/// The place of a text. Two texts of the same place with the same English words are the same.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Place {
    /// The reason why a scenario has no verdict of its own.
    Reason,
    /// A text of a finding: its clause, its violation, and the field.
    Finding(&'static str, Option<String>, Field),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Field {
    Expected,
    Got,
    Message,
    Note,
}

/// The same run, in which only the first of several equal texts has its template.
pub(super) fn once(run: &RunResult) -> RunResult {
    let mut run = run.clone();
    let mut known: HashSet<(Place, String)> = HashSet::new();
    each(&mut run.scenarios, |place, text| {
        if is_made(text) && !known.insert((place, text.in_lang(Lang::En))) {
            *text = Text::plain(text.in_lang(Lang::En));
        }
    });
    run
}

/// Gives the texts that were written in English only their templates back.
pub(super) fn restore(run: &mut RunResult) {
    let mut known: HashMap<(Place, String), Text> = HashMap::new();
    each(&mut run.scenarios, |place, text| {
        if is_made(text) {
            known.entry((place, text.in_lang(Lang::En))).or_insert_with(|| text.clone());
        }
    });
    if known.is_empty() {
        return;
    }
    each(&mut run.scenarios, |place, text| {
        if !is_made(text)
            && let Some(made) = known.get(&(place, text.in_lang(Lang::En)))
        {
            *text = made.clone();
        }
    });
}

fn is_made(text: &Text) -> bool {
    matches!(text.made_of(), Made::Template(..))
}

fn each(scenarios: &mut [ScenarioResult], mut visit: impl FnMut(Place, &mut Text)) {
    for scenario in scenarios {
        if let Some(reason) = &mut scenario.reason {
            visit(Place::Reason, reason);
        }
        for finding in &mut scenario.findings {
            let place = |field| Place::Finding(finding.clause.0, finding.violation.clone(), field);
            visit(place(Field::Expected), &mut finding.expected);
            visit(place(Field::Got), &mut finding.got);
            visit(place(Field::Message), &mut finding.message);
            for note in &mut finding.notes {
                visit(place(Field::Note), note);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixtures;

    #[test]
    fn what_a_text_is_made_of_is_written_once_and_comes_back() {
        let mut run = fixtures::broken();
        for finding in run.scenarios.iter_mut().flat_map(|scenario| &mut scenario.findings) {
            finding.got = say!("nothing");
        }
        let mut again = run.scenarios.clone();
        for scenario in &mut again {
            scenario.id += "/again";
        }
        run.scenarios.append(&mut again);
        let mut short = once(&run);
        let made = |run: &mut RunResult| {
            let mut made = 0;
            each(&mut run.scenarios, |_, text| made += usize::from(is_made(text)));
            made
        };
        let (all, left) = (made(&mut run), made(&mut short));
        assert!(left > 0 && left * 2 <= all, "{left} of {all}");
        restore(&mut short);
        assert_eq!(short, run);
    }

    #[test]
    fn a_line_of_the_engine_stays_what_it_is_where_only_another_finding_has_such_a_text() {
        let mut run = fixtures::broken();
        let place = run.scenarios.iter().position(|scenario| !scenario.findings.is_empty());
        let scenario = &mut run.scenarios[place.expect("a finding")];
        let mut line = scenario.findings[0].clone();
        let mut made = line.clone();
        made.got = say!("nothing");
        line.got = Text::plain("nothing");
        line.violation = Some("another".to_owned());
        scenario.findings = vec![made, line];
        let mut read = once(&run);
        restore(&mut read);
        assert_eq!(read, run);
    }
}
