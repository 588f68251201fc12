//! The end of the report: findings that were not settled, findings that never count, the verdict.

use std::io::{self, Write};

use super::Page;
use crate::lang::Text;
use crate::report::group::{self, Group, Hit};
use crate::report::unexamined::Unexamined;
use crate::report::{Detail, escape, snapshots, words, wrap};
use crate::run::known::KnownStanding;
use crate::run::result::{Conformance, RunResult, ScenarioResult};
use crate::transcript::EventKind;
use crate::verdict::{Severity, Verdict};

/// Findings that do not count against the engine, because they did not repeat or because of the host or the harness.
pub(super) fn unsettled(page: &Page<'_>, out: &mut dyn Write) -> io::Result<()> {
    let unsettled = group::unsettled(page.run);
    if unsettled.is_empty() {
        return Ok(());
    }
    writeln!(out)?;
    writeln!(
        out,
        "{}",
        page.paint.bold(&say!("not confirmed, and not counted against the engine").to_string())
    )?;
    for Hit { scenario, finding } in unsettled {
        let message = escape::text(&finding.message.to_string());
        let (id, word) = (escape::text(&scenario.id), words::verdict(scenario.verdict));
        item(page, &format!("{word} {id}: {} {message}", finding.clause), out)?;
    }
    Ok(())
}

/// Findings that never count, one item for each clause.
pub(super) fn noted(page: &Page<'_>, groups: &[Group<'_>], out: &mut dyn Write) -> io::Result<()> {
    if groups.is_empty() || page.style.detail == Detail::Quiet {
        return Ok(());
    }
    writeln!(out)?;
    writeln!(
        out,
        "{}",
        page.paint.bold(&say!("noted, never counted against the engine").to_string())
    )?;
    for group in groups {
        let message = escape::text(&group.hits[0].finding.message.to_string());
        let times = match group.hits.len() {
            1 => String::new(),
            times => format!(" {}", say!("({times} times)", times)),
        };
        item(page, &format!("{}{times} {message}", group.clause), out)?;
    }
    Ok(())
}

/// An item of a list: wrapped, with further lines indented.
pub(super) fn item(page: &Page<'_>, text: &str, out: &mut dyn Write) -> io::Result<()> {
    for (number, line) in wrap::wrap(text, page.width() - 4).iter().enumerate() {
        let indent = if number == 0 { 2 } else { 4 };
        writeln!(out, "{:indent$}{line}", "")?;
    }
    Ok(())
}

/// The number of scenarios with each verdict, and the verdict of the run as a sentence.
pub(super) fn verdict(page: &Page<'_>, held: &[Group<'_>], out: &mut dyn Write) -> io::Result<()> {
    writeln!(out)?;
    for line in wrap::wrap(&counts(page), page.width()) {
        writeln!(out, "{}", recolour(page, &line))?;
    }
    let (verdict, sentence) = sentence(page.run, held);
    for (number, line) in wrap::wrap(&sentence, page.width()).iter().enumerate() {
        match (number, line.split_once([':', '：'])) {
            (0, Some((word, rest))) => {
                let colon = &line[word.len()..line.len() - rest.len()];
                writeln!(out, "{}{colon}{rest}", page.paint.verdict(verdict, word))?;
            }
            _ => writeln!(out, "{line}")?,
        }
    }
    for text in words::not_kept(page.run) {
        for line in wrap::wrap(&text.to_string(), page.width()) {
            writeln!(out, "{line}")?;
        }
    }
    if let Some(doubt) = not_an_engine(page.run) {
        for line in wrap::wrap(&doubt, page.width()) {
            writeln!(out, "{line}")?;
        }
    }
    Ok(())
}

fn counts(page: &Page<'_>) -> String {
    let run = page.run;
    let mut parts: Vec<Text> = Vec::new();
    for verdict in Verdict::ALL {
        let number = run.scenarios.iter().filter(|scenario| scenario.verdict == verdict).count();
        if number > 0 {
            let word = words::verdict(verdict);
            parts.push(say!("{number} {word}", number, word));
        }
    }
    let scenarios = words::count(run.scenarios.len() as u64, words::Noun::Scenario);
    let elapsed = words::duration(run.elapsed);
    let seed = run.seed;
    // If the engine did not start, there is nothing to count.
    if parts.is_empty() {
        return say!("{scenarios} in {elapsed}, seed {seed}", scenarios, elapsed, seed).to_string();
    }
    let counts = Text::list(parts);
    say!("{scenarios} in {elapsed}, seed {seed}: {counts}", scenarios, elapsed, seed, counts)
        .to_string()
}

/// Paints the words for verdicts in the line of counts.
fn recolour(page: &Page<'_>, line: &str) -> String {
    let paint = |word: &str| {
        let bare = word.trim_end_matches([' ', ',', '、']);
        match Verdict::ALL.into_iter().find(|verdict| words::verdict(*verdict) == bare) {
            Some(verdict) => page.paint.verdict(verdict, bare) + &word[bare.len()..],
            None => word.to_owned(),
        }
    };
    line.split_inclusive([' ', '、']).map(paint).collect()
}

/// The verdict: the word, a colon, and the reason.
pub(super) fn sentence(run: &RunResult, held: &[Group<'_>]) -> (Verdict, String) {
    let broken = held.iter().filter(|group| group.severity == Severity::Fail).count();
    let warned = held.len() - broken;
    let dialect = run.dialect.to_uppercase();
    let profile = &run.profile;
    let scope = match &run.part {
        Some(part) => say!(
            "{dialect}, profile {profile}, shard {shard}",
            dialect,
            profile,
            shard = part.shard.to_string()
        ),
        None => say!("{dialect}, profile {profile}", dialect, profile),
    };
    let seen = run.known.iter().filter(|known| known.standing == KnownStanding::Seen);
    let excused = seen.count();
    let (verdict, text) = match run.verdict {
        Conformance::Conformant if warned > 0 => {
            let clauses = words::count(warned as u64, words::Noun::Clause);
            let text = say!(
                "conformant: no clause that counts is broken; {clauses} with warnings ({scope})",
                clauses,
                scope
            );
            (Verdict::Pass, text)
        }
        Conformance::Conformant if excused > 0 => {
            let known = words::count(excused as u64, words::Noun::Known);
            (Verdict::Pass, say!("conformant: except for {known} ({scope})", known, scope))
        }
        Conformance::Conformant => {
            (Verdict::Pass, say!("conformant: no clause was found broken ({scope})", scope))
        }
        Conformance::Nonconformant if broken == 0 && run.reason.is_some() => {
            let reason = run.reason.clone().unwrap_or_default();
            (
                Verdict::Fail,
                say!(
                    "not conformant: {reason} ({scope})",
                    reason = escape::text(&reason.to_string()),
                    scope
                ),
            )
        }
        Conformance::Nonconformant => {
            let number = if broken > 0 { broken } else { warned };
            let clauses = words::count(number as u64, words::Noun::Clause);
            (
                Verdict::Fail,
                match number {
                    1 => say!("not conformant: {clauses} is broken ({scope})", clauses, scope),
                    _ => say!("not conformant: {clauses} are broken ({scope})", clauses, scope),
                },
            )
        }
        Conformance::Inconclusive => {
            let reason = run.reason.clone();
            let reason = reason.unwrap_or_else(|| say!("the run proves nothing"));
            (
                Verdict::Inconclusive,
                say!("inconclusive: {reason}", reason = escape::text(&reason.to_string())),
            )
        }
    };
    let changed = run.snapshots.as_ref().filter(|snapshots| snapshots.fail());
    let (verdict, mut text) = match changed.and_then(snapshots::changed) {
        Some(changed) if verdict == Verdict::Pass => {
            (Verdict::Warn, say!("changed: {changed}; {text}", changed, text))
        }
        Some(changed) => (verdict, say!("{text}; {more}", text, more = changed)),
        None => (verdict, text),
    };
    if let Some(unexamined) = Unexamined::of(run) {
        text = say!("{text}; {more}", text, more = unexamined.text());
    }
    if run.interrupted && !run.scenarios.is_empty() {
        text = say!("{text}; these are the results until then", text);
    }
    (verdict, text.to_string())
}

/// A hint for a program whose output does not look like that of an engine of the dialect.
fn not_an_engine(run: &RunResult) -> Option<String> {
    let silent = run.engine.name.is_none() && run.engine.options.is_empty();
    let is_boot = |scenario: &&ScenarioResult| {
        scenario.verdict == Verdict::Fail && scenario.id.ends_with("/boot/handshake")
    };
    let boot = run.scenarios.iter().find(is_boot)?;
    let fine =
        |scenario: &ScenarioResult| matches!(scenario.verdict, Verdict::Pass | Verdict::Warn);
    if !silent || run.scenarios.iter().any(fine) {
        return None;
    }
    let dialect = run.dialect.to_uppercase();
    let what = impression(boot);
    Some(say!("this does not look like a {dialect} engine: {what}", dialect, what).to_string())
}

/// What the program did instead, in a few words.
fn impression(boot: &ScenarioResult) -> Text {
    let events = &boot.transcript.events;
    let received = || {
        events.iter().filter_map(|event| {
            if let EventKind::Received(line) = &event.kind {
                Some(line.bytes.as_slice())
            } else if let EventKind::Partial(bytes) = &event.kind {
                Some(bytes.as_slice())
            } else {
                None
            }
        })
    };
    let sent = |bytes: &[u8]| {
        events
            .iter()
            .any(|event| matches!(&event.kind, EventKind::Sent { line, .. } if line.bytes == bytes))
    };
    let exit = events.iter().find_map(|event| {
        let EventKind::Exit(status) = &event.kind else {
            return None;
        };
        Some(words::exit(*status))
    });
    let last_words = events.iter().rev().find_map(|event| {
        let EventKind::Stderr(line) = &event.kind else {
            return None;
        };
        Some(line.bytes.as_slice()).filter(|bytes| !bytes.trim_ascii().is_empty())
    });
    match received().next() {
        None => match (exit, last_words) {
            (Some(exit), Some(words)) => {
                let words = escape::window(words, 0, None, 100).text;
                say!("it {exit}; its last line on standard error: \"{words}\"", exit, words)
            }
            (Some(exit), None) => say!("it {exit} without any output", exit),
            (None, _) => say!("it does not write anything"),
        },
        Some(_) if received().all(sent) => say!("it only repeats what it is sent"),
        Some(first) => {
            let first = escape::window(first, 0, None, 50).text;
            say!(
                "its first line is \"{first}\" (if it uses another protocol, name that with --dialect)",
                first
            )
        }
    }
}
