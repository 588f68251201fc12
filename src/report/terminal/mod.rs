//! The report for people at a terminal.

mod causes;
pub mod changes;
mod closing;
mod engine_comparison;
mod evidence;
mod findings;
mod host;
mod known;
mod latencies;
mod paint;
pub mod part;
mod repeats;
mod scenarios;
mod snapshots;
mod time;

use std::io;

use super::changes::Changes;
use super::{Detail, Format, Style, escape, group};
use crate::lang::with_lang;
use crate::protocol::Catalogue;
use crate::report;
use crate::run::result::RunResult;
use crate::verdict::Severity;
use paint::Paint;

/// This format's entry in the list of formats.
pub const FORMAT: Format = Format {
    name: "terminal",
    about: "for users: what is broken, the lines that show it, how to play it again",
    render: |report, out| {
        with_lang(report.style.lang, || {
            render(report.run, report.catalogue, report.baseline, report.style, out)
        })
    },
    table: |engine_comparison, out| {
        with_lang(engine_comparison.style.lang, || {
            engine_comparison::render(engine_comparison, out)
        })
    },
};

/// Writes the report: the causes, a line for each scenario, findings that do not count, measurements, the verdict.
///
/// # Errors
///
/// The errors of `out`.
pub fn render(
    run: &RunResult,
    catalogue: &Catalogue,
    baseline: Option<&Changes>,
    style: Style,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    let page = Page { run, catalogue, style, paint: Paint { color: style.color } };
    let held = group::held(run, catalogue);
    let mut noted = group::by_clause(run, catalogue);
    noted.retain(|group| group.severity <= Severity::Info);
    head(&page, out)?;
    causes::render(&page, &report::causes::causes(run), out)?;
    scenarios::render(&page, out)?;
    if style.detail == Detail::Verbose {
        for group in &held {
            findings::render(&page, group, out)?;
        }
    }
    known::render(&page, out)?;
    snapshots::render(&page, out)?;
    closing::unsettled(&page, out)?;
    closing::noted(&page, &noted, out)?;
    latencies::render(&page, out)?;
    repeats::render(&page, out)?;
    host::render(&page, out)?;
    time::render(&page, out)?;
    if let Some(changes) = baseline {
        changes::section(changes, style, out)?;
    }
    causes::documents(&page, &held, out)?;
    causes::clauses(&page, &held, out)?;
    closing::verdict(&page, &held, out)?;
    match baseline {
        Some(changes) => changes::verdict(changes, style, out),
        None => Ok(()),
    }
}

/// The data that every part of the report needs.
struct Page<'a> {
    run: &'a RunResult,
    catalogue: &'a Catalogue,
    style: Style,
    paint: Paint,
}

impl Page<'_> {
    /// Columns of a line, at least 40, below which the report is not readable.
    fn width(&self) -> usize {
        self.style.width.max(40)
    }
}

fn head(page: &Page<'_>, out: &mut dyn io::Write) -> io::Result<()> {
    let engine = &page.run.engine;
    let command = if engine.built_in {
        say!("the built-in engine").to_string()
    } else {
        escape::text(&engine.command.join(" "))
    };
    let head = say!(
        "{command} as {dialect} ({profile})",
        command,
        dialect = page.run.dialect,
        profile = page.run.profile
    );
    let name = engine.name.as_deref().map(escape::text);
    let author = engine.author.as_deref().map(escape::text);
    let line = match (name, author) {
        (Some(name), Some(author)) => say!("{head}: {name}, by {author}", head, name, author),
        (Some(name), None) => say!("{head}: {name}", head, name),
        (None, _) => head,
    };
    let line = super::wrap::cut(&line.to_string(), page.width());
    writeln!(out, "{}", page.paint.bold(&line))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::lang::{Lang, Text};
    use crate::protocol::DIALECTS;
    use crate::report::{Detail, fixtures};
    use crate::run::result::Conformance;

    fn check(run: &RunResult, color: bool, detail: Detail) -> String {
        let style = Style { color, width: 80, detail, lang: Lang::En };
        let mut out = Vec::new();
        render(run, &fixtures::catalogue(), None, style, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_conformant_engine() {
        insta::assert_snapshot!(check(&fixtures::conformant(), false, Detail::Normal));
    }

    #[test]
    fn a_broken_engine() {
        insta::assert_snapshot!(check(&fixtures::broken(), false, Detail::Normal));
    }

    #[test]
    fn a_broken_engine_in_full() {
        insta::assert_snapshot!(check(&fixtures::broken(), false, Detail::Verbose));
    }

    #[test]
    fn a_broken_engine_in_short() {
        insta::assert_snapshot!(check(&fixtures::broken(), false, Detail::Quiet));
    }

    #[test]
    fn a_run_that_was_repeated() {
        insta::assert_snapshot!(check(&fixtures::repeated(), false, Detail::Normal));
    }

    #[test]
    fn to_wait_for_its_turn_is_no_time_of_a_scenario() {
        let mut run = fixtures::conformant();
        run.scenarios[0].duration = Duration::from_secs(200);
        run.scenarios[0].spent.queued = Duration::from_millis(198_500);
        let reported = check(&run, false, Detail::Normal);
        let line = reported.lines().find(|line| line.contains(&run.scenarios[0].id));
        assert!(line.is_some_and(|line| line.contains(" 1.50 s")), "{reported}");
    }

    fn in_japanese(run: &RunResult) -> String {
        let catalogue = DIALECTS[0].catalogue();
        let mut report = fixtures::report(run, catalogue);
        report.style.lang = Lang::Ja;
        report.style.width = 80;
        let mut out = Vec::new();
        (FORMAT.render)(&report, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_broken_engine_in_japanese() {
        insta::assert_snapshot!(in_japanese(&fixtures::broken()));
    }

    #[test]
    fn a_run_that_was_repeated_in_japanese() {
        insta::assert_snapshot!(in_japanese(&fixtures::repeated()));
    }

    #[test]
    fn no_line_in_japanese_is_too_wide() {
        for run in [fixtures::broken(), fixtures::repeated(), fixtures::conformant()] {
            for line in in_japanese(&run).lines() {
                let copied = line.contains("kentei run") || line.contains("sfen");
                assert!(copied || escape::width(line) <= 80, "{line}");
            }
        }
    }

    #[test]
    fn the_jitter_of_the_machine_is_shown_where_it_is_large_or_asked_for() {
        let mut run = fixtures::repeated();
        assert!(check(&run, false, Detail::Normal).contains("the machine"));
        run.host.jitter.as_mut().unwrap().max = std::time::Duration::from_millis(2);
        assert!(!check(&run, false, Detail::Normal).contains("the machine"));
        let text = check(&run, false, Detail::Verbose);
        let words: Vec<&str> = text.split_whitespace().collect();
        assert!(words.join(" ").contains("2.00 ms at most"), "{text}");
        run.host.jitter = None;
        assert!(!check(&run, false, Detail::Normal).contains("the machine"));
        assert!(check(&run, false, Detail::Verbose).contains("was not measured"));
    }

    #[test]
    fn a_program_that_repeats_what_it_hears() {
        let run = fixtures::no_engine("0 > usi\n1 < usi\n5001 . no usiok in 5000");
        insta::assert_snapshot!(check(&run, false, Detail::Normal));
    }

    #[test]
    fn programs_that_are_no_engines_are_distinguished() {
        let check = |transcript: &str, expected: &str| {
            let text = check(&fixtures::no_engine(transcript), false, Detail::Normal);
            let words: Vec<&str> = text.split_whitespace().collect();
            assert!(words.join(" ").contains(expected), "{text}");
        };
        check("0 > usi\n1 . exit 0", "it ended with status 0 without any output");
        check(
            "0 > usi\n1 ! no module named shogi\n1 . exit 1",
            "its last line on standard error: \"no module named shogi\"",
        );
        check("0 > usi\n5001 . no usiok in 5000", "it does not write anything");
        check("0 > usi\n1 < y\n1 < y", "its first line is \"y\"");
    }

    #[test]
    fn hostile_text_stays_text() {
        let text = check(&fixtures::hostile(), false, Detail::Verbose);
        insta::assert_snapshot!(text);
        for line in text.lines() {
            assert!(line.chars().all(escape::is_printable), "{line}");
            assert!(!line.trim_start().starts_with("::"), "{line}");
            assert!(!line.contains("##vso["), "{line}");
            let is_command = line.trim_start().starts_with("replay");
            assert!(is_command || escape::width(line) <= 80, "{line}");
        }
    }

    #[test]
    fn colour_says_nothing_that_words_do_not_say() {
        let painted = check(&fixtures::broken(), true, Detail::Normal);
        assert!(painted.contains("\u{1b}["));
        let plain = anstream::adapter::strip_str(&painted).to_string();
        assert_eq!(plain, check(&fixtures::broken(), false, Detail::Normal));
    }

    #[test]
    fn an_inconclusive_run_says_why() {
        let mut run = fixtures::conformant();
        run.verdict = Conformance::Inconclusive;
        run.reason = Some(Text::plain("nothing ran"));
        run.interrupted = true;
        let text = check(&run, false, Detail::Normal);
        let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let wanted = "inconclusive: nothing ran; 1 of 3 not offered: ponder; \
                      these are the results until then";
        assert!(flat.contains(wanted), "{text}");
    }

    #[test]
    fn latencies_are_left_out_where_only_what_is_wrong_is_reported() {
        let run = fixtures::conformant();
        assert!(check(&run, false, Detail::Normal).contains("isready to readyok"));
        assert!(!check(&run, false, Detail::Quiet).contains("isready to readyok"));
    }

    #[test]
    fn a_narrow_terminal_is_survived() {
        let style = Style { color: false, width: 0, detail: Detail::Verbose, lang: Lang::En };
        for run in [fixtures::broken(), fixtures::hostile()] {
            render(&run, &fixtures::catalogue(), None, style, &mut Vec::new()).unwrap();
        }
    }
}
