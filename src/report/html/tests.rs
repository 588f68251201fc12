//! The page as a whole: it is well formed, all its links have targets, and text of an engine is always shown as text.

mod tags;

use std::collections::BTreeSet;

use super::frame::{SCRIPT, STYLE};
use super::*;
use crate::lang::Text;
use crate::report::fixtures;
use crate::run::race_result::{RaceResult, RaceRound};
use crate::scenario::Offset;
use crate::verdict::PositionEvidence;

pub(in crate::report) use tags::{Tag, check, tags};

fn page(run: &RunResult) -> String {
    let catalogue = fixtures::catalogue();
    let report = fixtures::report(run, &catalogue);
    let mut out = Vec::new();
    (FORMAT.render)(&report, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// A run in which every part of the page has something to show.
fn rich() -> RunResult {
    let mut run = fixtures::broken();
    let round = |micros, failed| RaceRound {
        wanted: Offset::Micros(micros),
        offset: Offset::Micros(micros),
        failed,
    };
    run.scenarios[4].races = vec![RaceResult {
        line: 4,
        sent: vec!["stop".to_owned()],
        event: "bestmove".to_owned(),
        planned: 2,
        rounds: vec![round(-2500, true), round(1000, false)],
    }];
    run.latencies = fixtures::conformant().latencies;
    run
}

#[test]
fn pages_are_well_formed_and_their_links_lead_somewhere() {
    for run in [rich(), fixtures::conformant(), fixtures::no_engine("0 > usi\n1 . exit 0")] {
        check(&page(&run));
    }
}

#[test]
fn the_verdict_and_the_engine_stand_at_the_top() {
    let html = page(&rich());
    let top = &html[html.find("<header").unwrap()..html.find("</header>").unwrap()];
    for text in [
        "Not conformant",
        "USI · core",
        "Sample 1.0",
        "N. N.",
        "./my engine --fast",
        "1 clause is broken, 1 more with warnings.",
    ] {
        assert!(top.contains(text), "{text}: {top}");
    }
}

#[test]
fn the_diagram_has_the_message_at_fault_its_window_and_the_deadlines() {
    let html = page(&rich());
    let from = html.find("<svg class=seq viewBox").unwrap();
    let hold =
        html[from..].split("<svg class=seq viewBox").find(|svg| svg.contains("go ponder")).unwrap();
    let svg = &hold[..hold.find("</svg>").unwrap()];
    assert!(svg.contains("<g class=\"came fail\">"), "{svg}");
    assert!(svg.contains("✗ USI-PON-01 bestmove came while"), "{svg}");
    assert!(
        svg.contains("<g class=silence><title>for 1.5 s no bestmove may come (line 9"),
        "{svg}"
    );
    assert!(svg.contains("readyok ≤ 30 s"), "{svg}");
    assert!(svg.contains("class=together"), "{svg}");
}

#[test]
fn the_policy_allows_our_style_and_script_and_nothing_else() {
    let tags = check(&page(&rich()));
    let policy = tags.iter().find(|tag| tag.get("http-equiv") == Some("Content-Security-Policy"));
    let policy = policy.unwrap().get("content").unwrap();
    let expected = format!(
        "default-src 'none'; style-src '{}'; script-src '{}'; base-uri 'none'; form-action 'none'",
        digest::source(STYLE),
        digest::source(SCRIPT)
    );
    assert_eq!(policy, expected);
    assert!(!STYLE.contains("</") && !SCRIPT.contains("</") && !SCRIPT.contains("<!--"));
}

#[test]
fn nothing_is_loaded_from_anywhere() {
    let html = page(&rich());
    for word in ["http://", "https://", "@import", "src=", "url(h", "eval(", "innerHTML"] {
        assert!(!html.contains(word), "{word}");
    }
}

/// Texts that would be markup, end an attribute, leave a script, or change the writing direction.
const HOSTILE: [&str; 12] = [
    "</script><script>window.__pwned=1</script>",
    "</style><img src=x onerror=window.__pwned=1>",
    "\"><svg onload=window.__pwned=1>",
    "' autofocus onfocus='window.__pwned=1",
    "--><!--<b>]]>",
    "</pre></details></table></title></textarea><h1>x",
    "&lt;script&gt;&#x3c;b&#62; &amp &copy",
    "javascript:window.__pwned=1",
    "{{constructor.constructor('x')()}} ${x} <%= x %>",
    "\u{202e}evil\u{2066}\u{200b}\u{feff}",
    "\u{0}\u{1b}[2J\u{8}\u{85}",
    "a=b id=q class=top hidden data-item data-v=fail",
];

fn hostile(text: &str) -> RunResult {
    let mut run = fixtures::hostile();
    let rich = rich();
    let mut scenario = rich.scenarios[4].clone();
    let text = || text.to_owned();
    run.engine.name = Some(text());
    run.engine.author = Some(text());
    run.engine.command = vec![text(), text()];
    for option in &mut run.engine.options {
        option.name = text();
        option.kind = text();
        option.default = Some(text());
        (option.min, option.max) = (None, None);
        option.choices = vec![text()];
    }
    run.reason = Some(Text::plain(text()));
    run.replay = vec![text()];
    // Ids are names of files, and titles are in files: files of users are not trusted either.
    (scenario.id, scenario.title) = (text(), text());
    scenario.reason = Some(Text::plain(text()));
    for event in &mut scenario.transcript.events {
        use crate::transcript::EventKind;
        match &mut event.kind {
            EventKind::Sent { line, .. } | EventKind::Received(line) | EventKind::Stderr(line) => {
                line.bytes = text().into_bytes();
            }
            EventKind::Partial(_)
            | EventKind::EndOfStream(_)
            | EventKind::InputClosed
            | EventKind::WriteFailed(_)
            | EventKind::Exit(_)
            | EventKind::Overdue(_)
            | EventKind::Step { .. } => {}
        }
    }
    for window in &mut scenario.transcript.windows {
        window.of = vec![text()];
    }
    for finding in &mut scenario.findings {
        let said = || Text::plain(text());
        (finding.expected, finding.got, finding.message) = (said(), said(), said());
        finding.notes = vec![Text::plain(text())];
        finding.position = Some(PositionEvidence {
            last_move: Some(text()),
            illegal_move: Some(text()),
            squares: vec![text()],
            ..fixtures::position()
        });
    }
    for race in &mut scenario.races {
        race.sent = vec![text()];
        race.event = text();
    }
    run.scenarios.push(scenario);
    run.time.chain = vec![text()];
    run
}

/// The page has the same tags for hostile text as for harmless text.
#[test]
fn hostile_text_changes_no_tag() {
    let shape = |run: &RunResult| -> Vec<String> {
        let tags = check(&page(run));
        let attributes = |tag: &Tag| {
            let names = tag.attributes.iter().map(|(name, _)| format!(" {name}"));
            names.collect::<String>()
        };
        tags.iter().map(|tag| tag.name.clone() + &attributes(tag)).collect()
    };
    let harmless = shape(&hostile("harmless"));
    for text in HOSTILE {
        assert_eq!(shape(&hostile(text)), harmless, "{text}");
    }
}

#[test]
fn what_cannot_be_seen_never_stands_in_the_page() {
    for text in HOSTILE.into_iter().chain(["\u{5d0}\u{5d1}"]) {
        let html = page(&hostile(text)).replace("\u{fe0e}", "");
        let unseen = html.chars().find(|&c| c != '\n' && !crate::report::escape::is_printable(c));
        assert_eq!(unseen, None, "{text}");
    }
    assert!(page(&hostile("\u{202e}x")).contains("\\u{202e}x"));
}

/// A run with this many scenarios with this many lines each, without findings.
fn many(scenarios: usize, lines: usize) -> RunResult {
    let text: Vec<String> = (0..lines)
        .map(|line| {
            let sign = if line % 100 == 0 { '>' } else { '<' };
            format!("{line} {sign} info depth {line}")
        })
        .collect();
    let mut scenario = fixtures::scenario("usi/x", Verdict::Pass);
    scenario.transcript = fixtures::transcript(&text.join("\n"));
    let all = (0..scenarios).map(|number| {
        let mut one = scenario.clone();
        one.id = format!("usi/x/{number}");
        one
    });
    fixtures::run(crate::run::result::Conformance::Conformant, all.collect())
}

#[test]
fn long_transcripts_are_folded_and_whole() {
    let html = page(&many(2, 1000));
    check(&html);
    assert_eq!(html.matches("<details class=part").count(), 2 * 5);
    assert_eq!(html.matches("<details class=part open").count(), 2);
    for line in 0..1000 {
        let sign = if line % 100 == 0 { "&gt;" } else { "&lt;" };
        let text = format!(" {sign} info depth {line}<");
        let text = text.replace(" &gt;", "<b>&gt;").replace("<b>", "> <b>");
        let text = text.trim_start_matches('>');
        assert_eq!(html.matches(text).count(), 2, "{text}");
    }
}

#[test]
fn what_has_no_room_is_reported() {
    let html = page(&many(20, 10_000));
    check(&html);
    let reported = words::not_on_page(10_000 - 400);
    assert_eq!(html.matches(&reported).count(), 20, "{reported}");
    assert!(html.len() < 3_000_000, "{}", html.len());
}

fn several(runs: &[(String, RunResult)]) -> String {
    let catalogue = fixtures::catalogue();
    let mut out = Vec::new();
    (FORMAT.table)(&fixtures::engine_comparison(runs, &catalogue), &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn a_page_of_several_engines_is_well_formed_and_has_the_evidence_of_each() {
    let mut runs = fixtures::engines();
    runs.push(("rich".to_owned(), rich()));
    let html = several(&runs);
    let tags = check(&html);
    let rows: Vec<&str> =
        tags.iter().filter(|tag| tag.name == "tr").filter_map(|tag| tag.get("data-v")).collect();
    assert_eq!(rows[0], "fail pass unexamined differs");
    let tables = html.split("<section id=t-").count() - 1;
    assert_eq!(tables, 2, "one for each dialect");
    for text in [
        "of 5 engines 2 conformant, 2 not conformant, 1 could not be judged",
        "href=#m1-f-USI-PON-01 title=\"broken\">fail</a>",
        "cannot start engine &quot;x&quot;: no such file",
        "1 pass, 1 skip",
    ] {
        let text = text.replace("1 pass, 1 skip", "2 pass, 1 skip");
        assert!(html.contains(&text), "{text}");
    }
    let shown = "bestmove 2g2f ponder 3c3d";
    for place in ["m1", "m4"] {
        let part = html.split(&format!("<section id={place} ")).nth(1).unwrap();
        let part = &part[..part.find("</section>").unwrap()];
        assert!(part.contains(shown) && part.contains("class=excerpt"), "{place}");
    }
}

#[test]
fn a_page_of_several_engines_makes_no_markup_of_what_they_wrote() {
    let mut shape: Option<Vec<String>> = None;
    for text in HOSTILE {
        let hostile = fixtures::written_by_engine(text.as_bytes());
        let runs = [((*text).to_owned(), hostile), ("x".to_owned(), fixtures::conformant())];
        let tags = check(&several(&runs));
        let names = tags.into_iter().map(|tag| tag.name).filter(|name| name != "i");
        let names: Vec<String> = names.collect();
        // The cut of a text can change how many marks there are; nothing else depends on the text.
        let kinds: BTreeSet<&String> = names.iter().collect();
        let before = shape.get_or_insert_with(|| names.clone());
        assert!(kinds.iter().all(|kind| before.contains(kind)), "{text}");
    }
}
