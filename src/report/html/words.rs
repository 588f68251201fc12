//! The texts of the page that people read, except those of the diagrams. The texts that the script shows are here too;
//! the script gets them through attributes of the page.

use std::time::Duration;

use crate::lang::Text;
use crate::report::words;
use crate::run::known::KnownStanding;
use crate::run::result::Conformance;
use crate::verdict::{Severity, Verdict};

pub(super) const REPORT: Text = say!("Compliance report");
pub(super) const SKIP_TO_FINDINGS: Text = say!("Skip to the findings");
pub(super) const BUILT_IN: Text = say!("the built-in engine");
pub(super) const BY: Text = say!("by");

pub(super) const TABLE_REPORT: Text = say!("Engines side by side");
pub(super) const SKIP_TO_TABLE: Text = say!("Skip to the table");
pub(super) const ENGINES: Text = say!("Engines");
pub(super) const ENGINE: Text = say!("Engine");
pub(super) const VERDICT: Text = say!("Verdict");
pub(super) const DIFFERS: Text = say!("differs");

/// The heading of the folded clauses of a table, those without a notable outcome.
pub(super) fn other_clauses(number: usize) -> Text {
    match number {
        1 => say!("1 clause with nothing wrong"),
        _ => say!("{number} clauses with nothing wrong", number),
    }
}

pub(super) const FINDINGS: Text = say!("Findings");
pub(super) const CAUSES: Text = say!("Causes, the most fundamental first");
pub(super) const INDEX: Text = say!("Findings by clause");
pub(super) const COPY: [Text; 2] = [say!("Copy"), say!("Copied")];
pub(super) const UNSETTLED: Text = say!("Not settled");
pub(super) const UNSETTLED_ABOUT: Text = say!(
    "These are not counted against the engine: they did not repeat, or the host or the harness is the cause."
);
pub(super) const SNAPSHOTS: Text = say!("Snapshots");
pub(super) const NOTED: Text = say!("Noted");
pub(super) const NOTED_ABOUT: Text = say!("Never counted against the engine.");
pub(super) const NOTHING_FOUND: Text = say!("Nothing was found that counts against the engine.");
pub(super) const CLAUSES: Text = say!("Clauses");
pub(super) const SCENARIOS: Text = say!("Scenarios");
pub(super) const BASELINE: Text = say!("Baseline");
pub(super) const MEASURED: Text = say!("Measured");
pub(super) const LATENCIES: Text = say!("Latencies");
pub(super) const CLOCKS: Text = say!("Clocks");
pub(super) const WHERE_TIME_WENT: Text = say!("Where the time went");
pub(super) const OPTIONS: Text = say!("Declared options");

pub(super) const SEARCH: Text = say!("Search clauses, scenarios, findings");
pub(super) const SEARCH_HINT: Text = say!("Search  ( / )");
pub(super) const THEME: Text = say!("Change between the colours of the system, light and dark");
pub(super) const THEMES: [Text; 3] = [say!("System"), say!("Light"), say!("Dark")];
pub(super) const SHOWN: Text = say!("{n} of {all} shown");
pub(super) const NO_MATCH: Text = say!("Nothing here matches the search and the filter.");
pub(super) const NEXT: Text = say!("Next finding (j)");
pub(super) const PREVIOUS: Text = say!("Previous finding (k)");
pub(super) const CLEAR: Text = say!("Clear search and filters (Esc)");
pub(super) const KEYS: [(&str, Text); 4] = [
    ("/", say!("search")),
    ("j  k", say!("next and previous finding")),
    ("Esc", say!("clear search and filters")),
    ("t", say!("colours")),
];

pub(super) const TIME: Text = say!("Time");
pub(super) const HOST: Text = say!("Host");
pub(super) const SEED: Text = say!("Seed");
pub(super) const SHARD: Text = say!("Shard");
pub(super) const LIMITS: Text = say!("Limits");
pub(super) const MADE_BY: Text = say!("Made by");
pub(super) const COMMAND: Text = say!("Command");
pub(super) const INTERRUPTED: Text =
    say!("The run was ended early; these are the results until then.");

pub(super) const EXPECTED: Text = say!("expected");
pub(super) const GOT: Text = say!("got");
pub(super) const DEMAND: Text = say!("The clause demands");
pub(super) const DOCUMENT: Text = say!("Document");
pub(super) const DOCUMENTS: Text = say!("Documents");
pub(super) const IN_GUIS: Text = say!("What GUIs do");
pub(super) const NOTE: Text = say!("note");
pub(super) const REPLAY: Text = say!("Play it again");
pub(super) const ALSO_IN: Text = say!("Also in");
pub(super) const POSITION: Text = say!("Position");
pub(super) const NOT_IN_CATALOGUE: Text = say!("not in the catalogue");

pub(super) const CLAUSE: Text = say!("Clause");
pub(super) const STRENGTH: Text = say!("Strength");
pub(super) const RESULT: Text = say!("Result");
pub(super) const EXAMINED_BY: Text = say!("Examined by");
pub(super) const FORBIDDEN: Text = say!("Breaks it");

pub(super) const TRANSCRIPT: Text = say!("Transcript");
pub(super) const DIAGRAM: Text = say!("Sequence diagram");
pub(super) const NEVER_STARTED: Text = say!("No engine was started for it.");
pub(super) const MEASUREMENTS: Text = say!("Measured here");

pub(super) const RACE_PASSED: Text = say!("passed");
pub(super) const RACE_FAILED: Text = say!("failed");
pub(super) const RACE_OFFSET: Text = say!("offset from the event, in milliseconds");
pub(super) const LATENCY: Text = say!("Latency");
pub(super) const LATENCY_PLOT: Text = say!(
    "From the smallest to the largest, on a logarithmic scale in milliseconds: \
     the box reaches from the median to the 95th percentile, dots are single values."
);
pub(super) const CLOCK: Text = say!("Clock");
pub(super) const CLOCK_COLUMNS: [Text; 4] =
    [say!("searches"), say!("over"), say!("median"), say!("latest")];
pub(super) const CLOCK_ABOUT: Text =
    say!("When replies came, against the end of the clock, slack not counted.");

/// The words for the verdict of the run.
pub(super) fn conformance(verdict: Conformance) -> Text {
    match verdict {
        Conformance::Conformant => say!("Conformant"),
        Conformance::Nonconformant => say!("Not conformant"),
        Conformance::Inconclusive => say!("Inconclusive"),
    }
}

/// How many known failures were seen; empty if there were none.
pub(super) fn but_for(known: usize) -> String {
    match known {
        0 => String::new(),
        known => {
            let known = words::count(known as u64, words::Noun::Known);
            format!(" {}", say!("Except for {known}.", known))
        }
    }
}

/// The word for the outcome of a known failure.
pub(super) fn known(standing: KnownStanding) -> Text {
    match standing {
        KnownStanding::Seen => say!("seen"),
        KnownStanding::Stale => say!("stale"),
        KnownStanding::Unknown => say!("unknown"),
    }
}

/// The heading of the known failures.
pub(super) const KNOWN: Text = say!("Known failures");
/// The label of the reason why a failure is known.
pub(super) const KNOWN_BECAUSE: Text = say!("known");

/// How many clauses are violated, as the reason for the verdict.
pub(super) fn broken(fails: usize, warns: usize) -> String {
    let text = match (fails, warns) {
        (0, 0) => say!("No clause was found broken."),
        (0, warns) => say!(
            "No clause that counts is broken; {clauses} with warnings.",
            clauses = words::count(warns as u64, words::Noun::Clause)
        ),
        (1, 0) => say!("1 clause is broken."),
        (fails, 0) => say!("{fails} clauses are broken.", fails),
        (1, warns) => say!("1 clause is broken, {warns} more with warnings.", warns),
        (fails, warns) => {
            say!("{fails} clauses are broken, {warns} more with warnings.", fails, warns)
        }
    };
    text.to_string()
}

/// The meaning of a verdict, shown as a tooltip.
pub(super) fn about(verdict: Verdict) -> Text {
    match verdict {
        Verdict::Pass => say!("nothing was found"),
        Verdict::Warn => say!("only warnings"),
        Verdict::Fail => say!("a clause was broken"),
        Verdict::Flaky => say!("a time limit was exceeded, and the failure did not repeat"),
        Verdict::Skip => say!("the engine does not offer what is examined"),
        Verdict::Blocked => say!("a prerequisite scenario failed or did not complete"),
        Verdict::Inconclusive => say!("it could not be judged"),
        Verdict::Error => say!("the harness itself failed"),
    }
}

/// The sign of a verdict, so that no information is given by colour alone.
pub(super) fn sign(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Pass => "✓",
        Verdict::Warn => "!",
        Verdict::Fail => "✗",
        Verdict::Flaky => "≈",
        Verdict::Skip => "–",
        Verdict::Blocked => "⊘",
        Verdict::Inconclusive => "?",
        Verdict::Error => "‼",
    }
}

/// The sign of a severity.
pub(super) fn severity_sign(severity: Severity) -> &'static str {
    match severity {
        Severity::Fail => "✗",
        Severity::Warn => "!",
        Severity::Info => "i",
        Severity::Skip => "–",
    }
}

/// The name of a family of clauses, by the middle part of their ids.
pub(super) fn family(code: &str) -> Text {
    match code {
        "GEN" => say!("General"),
        "BOOT" => say!("Start and handshake"),
        "OPT" => say!("Declaring options"),
        "OPTG" => say!("Options with a meaning"),
        "SET" => say!("Setting options"),
        "READY" | "SYNC" => say!("Readiness"),
        "NEW" => say!("New games"),
        "POS" => say!("Positions"),
        "GO" => say!("Searching"),
        "STOP" => say!("Stopping"),
        "PON" | "PH" => say!("Pondering"),
        "BM" => say!("The move: bestmove"),
        "MOVE" => say!("Moves as text"),
        "CM" => say!("Mate search"),
        "INFO" => say!("What a search reports: info"),
        "OVER" => say!("The end of a game"),
        "QUIT" => say!("Leaving"),
        "DBG" => say!("Debug mode"),
        "REG" => say!("Registration"),
        "CP" | "CPR" => say!("Copy protection"),
        other => Text::plain(other),
    }
}

/// The word for the outcome of a clause, and its meaning.
pub(super) fn standing(name: &str) -> (Text, Text) {
    match name {
        "fail" => (say!("broken"), say!("broken")),
        "warn" => (say!("warned"), say!("broken in a way that robust GUIs tolerate")),
        "info" => (say!("noted"), say!("noted, never counted against the engine")),
        "pass" => (say!("kept"), say!("scenarios examined it and nothing was found")),
        "watched" => (say!("watched"), say!("rules watched it, but no scenario that names it ran")),
        _ => {
            (say!("not examined"), say!("neither a scenario nor a finding of this run is about it"))
        }
    }
}

/// The rule that made a finding.
pub(super) fn by_rule(rule: &str) -> String {
    say!("rule {rule}", rule).to_string()
}

/// The line of the script that made a finding.
pub(super) fn by_line(line: Option<u32>) -> String {
    line.map_or_else(
        || say!("the script").to_string(),
        |line| say!("line {line} of the script", line).to_string(),
    )
}

pub(super) fn in_scenarios(number: usize) -> String {
    say!("in {scenarios}", scenarios = words::count(number as u64, words::Noun::Scenario))
        .to_string()
}

pub(super) fn more(number: usize) -> String {
    say!("and {number} more", number).to_string()
}

pub(super) fn other_occurrences(number: usize) -> String {
    words::count(number as u64, words::Noun::Occurrence)
}

pub(super) fn attempts(failed: u32, all: u32) -> String {
    say!("failed {failed} of {attempts} attempts", failed, attempts = all).to_string()
}

pub(super) fn stopped_at(line: u32) -> String {
    say!("the script stopped at line {line}", line).to_string()
}

pub(super) fn script_line(line: u32) -> String {
    say!("line {line} of the script", line).to_string()
}

pub(super) fn chunk(first: usize, last: usize, from: &str, until: &str) -> String {
    say!("lines {first} to {last}  ({from} s to {until} s)", first, last, from, until).to_string()
}

/// The number of lines that the run did not keep.
pub(super) fn not_kept(number: u64) -> String {
    say!("… {lines} not kept by the run", lines = words::count(number, words::Noun::Line))
        .to_string()
}

/// The number of lines that are in the run but not on the page.
pub(super) fn not_on_page(number: usize) -> String {
    say!(
        "… {lines} left out here, because this run has so many; the JSON report has them",
        lines = words::count(number as u64, words::Noun::Line)
    )
    .to_string()
}

pub(super) fn folded(number: u64) -> String {
    format!("… {}", words::count(number, words::Noun::Line))
}

pub(super) fn board_of(situation: &str, notation: &str) -> String {
    say!("Board: {situation}. {notation}", situation, notation).to_string()
}

pub(super) fn hand(side: &Text) -> String {
    say!("{side} in hand", side).to_string()
}

pub(super) fn illegal_move(text: &str) -> String {
    say!("the illegal move {text}", text).to_string()
}

pub(super) fn last_move(text: &str) -> String {
    say!("the last move {text}", text).to_string()
}

pub(super) const FORBIDS: Text = say!("what forbids it");

pub(super) fn samples_kept(name: &str, kept: u64) -> String {
    say!("{name}: median and 95th percentile of the first {kept}", name, kept).to_string()
}

/// How long the scenarios waited, by what they waited for.
pub(super) fn waited(
    time: &crate::run::time_use::TimeUse,
    elapsed: Duration,
    jobs: usize,
) -> String {
    let spent = &time.spent;
    say!(
        "The scenarios waited {all} in all: {windows} for windows of silence and pauses, {replies} for replies, \
         {starting} for {starts}. The longest chain of waits is {longest}; the run took {elapsed}, with \
         {scenarios} at once.",
        all = words::duration(spent.necessary()),
        windows = words::duration(spent.windows),
        replies = words::duration(spent.replies),
        starting = words::duration(spent.starting),
        starts = words::count(u64::from(spent.processes), words::Noun::Start),
        longest = words::duration(time.chain_length),
        elapsed = words::duration(elapsed),
        scenarios = words::count(jobs as u64, words::Noun::Scenario)
    )
    .to_string()
}

pub(super) const ATTEMPTS: Text = say!("Attempts");
pub(super) const SCRIPT: Text = say!("Script");
pub(super) const OPTION_COLUMNS: [Text; 4] =
    [say!("name"), say!("type"), say!("default"), say!("values")];

pub(super) fn run_time(scenarios: usize, elapsed: Duration) -> String {
    let scenarios = words::count(scenarios as u64, words::Noun::Scenario);
    say!("{scenarios} in {elapsed}", scenarios, elapsed = words::duration(elapsed)).to_string()
}

pub(super) fn host(os: &str, arch: &str, cores: usize) -> String {
    format!("{os} {arch}, {}", words::count(cores as u64, words::Noun::Core))
}

pub(super) fn findings(number: usize) -> String {
    words::count(number as u64, words::Noun::Finding)
}
