//! The verdict in two words, for the front page of an engine: an SVG image, or data for a service that draws a badge.
//! No text in the badge comes from the engine.

use std::io::{self, Write};
use std::path::Path;

use serde_json::json;

use super::engine_comparison::EngineComparison;
use super::group;
use super::json::print;
use super::unexamined::Unexamined;
use super::{Format, Report, words};
use crate::run::result::Conformance;
use crate::snapshot::result::SnapshotStanding;
use crate::verdict::Severity;

/// This format's entry in the list of formats.
pub const FORMAT: Format = Format {
    name: "badge",
    about: "for a front page: an SVG image; with a PATH that ends in .json, data for a shields.io endpoint badge",
    render: |report, out| svg(&Badge::of(report), out),
    table: |engine_comparison, out| svg(&Badge::of_engine_comparison(engine_comparison), out),
};

/// The same badge as data: the JSON that shields.io expects from an endpoint.
static ENDPOINT: Format = Format {
    name: FORMAT.name,
    about: FORMAT.about,
    render: |report, out| endpoint(&Badge::of(report), out),
    table: |engine_comparison, out| endpoint(&Badge::of_engine_comparison(engine_comparison), out),
};

fn endpoint(badge: &Badge, out: &mut dyn Write) -> io::Result<()> {
    let value = json!({
        "schemaVersion": 1,
        "label": badge.label,
        "message": badge.message,
        "color": badge.colour,
        "isError": badge.colour == GREY,
    });
    print::pretty(&value, out)
}

const GREEN: &str = "#2e7d32";
const YELLOW: &str = "#8a6d00";
const RED: &str = "#c62828";
const GREY: &str = "#616161";

/// The form of the badge for a file of this name: data if the name ends in `.json`, else the format itself.
#[must_use]
pub fn by_ending(format: &'static Format, path: &Path) -> &'static Format {
    let is_json = path.extension().is_some_and(|ending| ending == "json");
    if format.name == FORMAT.name && is_json { &ENDPOINT } else { format }
}

/// The words and the colour of a badge.
struct Badge {
    label: String,
    message: String,
    colour: &'static str,
}

impl Badge {
    fn of(report: &Report<'_>) -> Self {
        let held = group::held(report.run, report.catalogue);
        let count = |severity: Severity| {
            held.iter().filter(|group| group.severity == severity).count() as u64
        };
        let (broken, warned) = (count(Severity::Fail), count(Severity::Warn));
        let clauses = |number| words::count(number, words::Noun::Clause);
        let changed = report.run.snapshots.as_ref();
        let changed = changed.filter(|snapshots| snapshots.fail());
        let (message, colour) = match report.run.verdict {
            Conformance::Conformant if changed.is_some() => {
                let number =
                    changed.map_or(0, |snapshots| snapshots.count(SnapshotStanding::Changed));
                (format!("{} changed", words::count(number as u64, words::Noun::Snapshot)), YELLOW)
            }
            Conformance::Conformant if warned > 0 => (
                match warned {
                    1 => "conformant, 1 warning".to_owned(),
                    _ => format!("conformant, {warned} warnings"),
                },
                YELLOW,
            ),
            Conformance::Conformant => ("conformant".to_owned(), GREEN),
            // The only reason of such a run is a stale known failure. Like the sentence of the verdict, the badge names
            // it unless a clause is broken.
            Conformance::Nonconformant if broken == 0 && report.run.reason.is_some() => {
                ("a known failure is stale".to_owned(), RED)
            }
            Conformance::Nonconformant => {
                let number = if broken > 0 { broken } else { warned };
                (format!("{} broken", clauses(number)), RED)
            }
            Conformance::Inconclusive => ("inconclusive".to_owned(), GREY),
        };
        // Only a conformant run adds the number of skipped scenarios; other messages have no room for it.
        let skipped = Unexamined::of(report.run).map_or(0, |unexamined| unexamined.skipped());
        let message = match report.run.verdict {
            Conformance::Conformant if skipped > 0 => format!("{message}, {skipped} skipped"),
            Conformance::Conformant | Conformance::Nonconformant | Conformance::Inconclusive => {
                message
            }
        };
        Self { label: report.run.dialect.to_uppercase(), message, colour }
    }

    /// The badge of several engines: how many of them are conformant.
    fn of_engine_comparison(engine_comparison: &EngineComparison<'_>) -> Self {
        let dialects: Vec<&str> =
            engine_comparison.members.iter().map(|member| member.run.dialect).collect();
        let label = match dialects.as_slice() {
            [first, rest @ ..] if rest.iter().all(|other| other == first) => first.to_uppercase(),
            _ => "engines".to_owned(),
        };
        let (all, sound) =
            (engine_comparison.members.len(), engine_comparison.count(Conformance::Conformant));
        let colour = match engine_comparison.verdict() {
            Conformance::Conformant => GREEN,
            Conformance::Nonconformant => RED,
            Conformance::Inconclusive => GREY,
        };
        let message = format!("{sound} of {all} conformant");
        Self { label, message, colour }
    }
}

/// Writes the badge as an image. `textLength` fixes the widths of the texts, so that the font does not matter.
fn svg(badge: &Badge, out: &mut dyn Write) -> io::Result<()> {
    let Badge { label, message, colour } = badge;
    let [left, right] = [label, message].map(|text| 13 * text.chars().count() / 2 + 12);
    let width = left + right;
    let text = |text: &str, from: usize, room: usize| {
        let length = room - 12;
        let from = from + 6;
        format!("<text x=\"{from}\" y=\"14\" textLength=\"{length}\">{text}</text>")
    };
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"20\" role=\"img\" \
         aria-label=\"{label}: {message}\">\n\
         <title>{label}: {message}</title>\n\
         <rect width=\"{width}\" height=\"20\" rx=\"3\" fill=\"#424242\"/>\n\
         <path d=\"M{left} 0h{}a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3h-{}z\" fill=\"{colour}\"/>\n\
         <g fill=\"#fff\" font-family=\"Verdana,DejaVu Sans,sans-serif\" font-size=\"11\">\n\
         {}\n{}\n</g>\n</svg>",
        right - 3,
        right - 3,
        text(label, 0, left),
        text(message, left, right),
    )
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;
    use crate::lang::Text;
    use crate::report::fixtures;
    use crate::run::result::RunResult;
    use crate::verdict::Verdict;

    fn check(run: &RunResult, message: &str, colour: &str) {
        let catalogue = fixtures::catalogue();
        let report = fixtures::report(run, &catalogue);
        let mut out = Vec::new();
        (ENDPOINT.render)(&report, &mut out).unwrap();
        let endpoint: Value = serde_json::from_slice(&out).unwrap();
        assert_eq!(endpoint["schemaVersion"], 1);
        assert_eq!(endpoint["label"], "USI");
        assert_eq!(endpoint["message"], message);
        assert_eq!(endpoint["color"], colour);

        let mut out = Vec::new();
        (FORMAT.render)(&report, &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        let image = roxmltree::Document::parse(&text).unwrap();
        let words: Vec<&str> = image
            .descendants()
            .filter(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "text")))
            .filter_map(|node| node.text())
            .collect();
        assert_eq!(words, ["USI", message]);
        assert!(text.contains(&format!("fill=\"{colour}\"")));
    }

    #[test]
    fn the_verdict_decides_words_and_colour() {
        check(&fixtures::conformant(), "conformant, 1 skipped", GREEN);
        check(&fixtures::broken(), "1 clause broken", RED);
        let nothing = fixtures::run(Conformance::Inconclusive, Vec::new());
        check(&nothing, "inconclusive", GREY);
        let mut warned = fixtures::scenario("usi/go/warned", Verdict::Warn);
        warned.findings = vec![fixtures::finding("USI-INFO-07", Severity::Warn, &[])];
        let run = |verdict| fixtures::run(verdict, vec![warned.clone()]);
        check(&run(Conformance::Conformant), "conformant, 1 warning", YELLOW);
        check(&run(Conformance::Nonconformant), "1 clause broken", RED);
        let reason = Some(Text::plain("USI-GO-03 is no longer a known failure"));
        let stale = RunResult { reason: reason.clone(), ..run(Conformance::Nonconformant) };
        check(&stale, "a known failure is stale", RED);
        check(&fixtures::stale(), "a known failure is stale", RED);
        check(&RunResult { reason, ..fixtures::broken() }, "1 clause broken", RED);
    }

    #[test]
    fn of_several_engines_it_counts_the_conformant_ones() {
        let check = |runs: &[(String, RunResult)], [label, message, colour]: [&str; 3]| {
            let catalogue = fixtures::catalogue();
            let mut out = Vec::new();
            (ENDPOINT.table)(&fixtures::engine_comparison(runs, &catalogue), &mut out).unwrap();
            let endpoint: Value = serde_json::from_slice(&out).unwrap();
            let reported = ["label", "message", "color"].map(|key| endpoint[key].as_str().unwrap());
            assert_eq!(reported, [label, message, colour]);
            let mut out = Vec::new();
            (FORMAT.table)(&fixtures::engine_comparison(runs, &catalogue), &mut out).unwrap();
            let image = String::from_utf8(out).unwrap();
            assert!(roxmltree::Document::parse(&image).is_ok() && image.contains(message));
        };
        let engines = fixtures::engines();
        check(&engines, ["engines", "2 of 4 conformant", RED]);
        check(&engines[..2], ["USI", "1 of 2 conformant", RED]);
        check(&engines[2..], ["engines", "1 of 2 conformant", GREY]);
        check(&engines[2..3], ["UCI", "1 of 1 conformant", GREEN]);
    }

    #[test]
    fn the_ending_of_a_file_decides_the_form() {
        let is_endpoint =
            |format, path: &str| std::ptr::eq(by_ending(format, Path::new(path)), &ENDPOINT);
        let formats = crate::report::FORMATS;
        let badge = formats.iter().find(|format| format.name == "badge").unwrap();
        assert!(is_endpoint(badge, "a/b.json"));
        assert!(!is_endpoint(badge, "a/b.svg"));
        assert!(!is_endpoint(&formats[0], "a/b.json"));
    }
}
