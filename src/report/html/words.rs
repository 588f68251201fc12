//! Every text of the page that people read, in one place. What the script shows comes from here as well,
//! through attributes of the page.

use std::time::Duration;

use crate::report::words;
use crate::run::result::Conformance;
use crate::verdict::{Severity, Verdict};

pub(super) const LANGUAGE: &str = "en";
pub(super) const REPORT: &str = "Compliance report";
pub(super) const SKIP_TO_FINDINGS: &str = "Skip to the findings";
pub(super) const BUILT_IN: &str = "the built-in engine";
pub(super) const BY: &str = "by";

pub(super) const TABLE_REPORT: &str = "Engines side by side";
pub(super) const SKIP_TO_TABLE: &str = "Skip to the table";
pub(super) const ENGINES: &str = "Engines";
pub(super) const ENGINE: &str = "Engine";
pub(super) const VERDICT: &str = "Verdict";
pub(super) const DIFFERS: &str = "differs";

/// The clauses of a table in which nothing is wrong, folded.
pub(super) fn other_clauses(number: usize) -> String {
    words::count(number as u64, "clause") + " with nothing wrong"
}

pub(super) const FINDINGS: &str = "Findings";
pub(super) const UNSETTLED: &str = "Not settled";
pub(super) const UNSETTLED_ABOUT: &str = "These are not held against the engine: they did not repeat, or the \
     host or the harness is to blame.";
pub(super) const SNAPSHOTS: &str = "Snapshots";
pub(super) const NOTED: &str = "Noted";
pub(super) const NOTED_ABOUT: &str = "Never held against the engine.";
pub(super) const NOTHING_FOUND: &str = "Nothing was found that is held against the engine.";
pub(super) const CLAUSES: &str = "Clauses";
pub(super) const SCENARIOS: &str = "Scenarios";
pub(super) const BASELINE: &str = "Baseline";
pub(super) const MEASURED: &str = "Measured";
pub(super) const LATENCIES: &str = "Latencies";
pub(super) const CLOCKS: &str = "Clocks";
pub(super) const WHERE_TIME_WENT: &str = "Where the time went";
pub(super) const OPTIONS: &str = "Declared options";

pub(super) const SEARCH: &str = "Search clauses, scenarios, findings";
pub(super) const SEARCH_HINT: &str = "Search  ( / )";
pub(super) const THEME: &str = "Change between the colours of the system, light and dark";
pub(super) const THEMES: [&str; 3] = ["System", "Light", "Dark"];
pub(super) const SHOWN: &str = "{n} of {all} shown";
pub(super) const NO_MATCH: &str = "Nothing here matches the search and the filter.";
pub(super) const NEXT: &str = "Next finding (j)";
pub(super) const PREVIOUS: &str = "Previous finding (k)";
pub(super) const CLEAR: &str = "Clear search and filters (Esc)";
pub(super) const KEYS: [(&str, &str); 4] = [
    ("/", "search"),
    ("j  k", "next and previous finding"),
    ("Esc", "clear search and filters"),
    ("t", "colours"),
];

pub(super) const TIME: &str = "Time";
pub(super) const HOST: &str = "Host";
pub(super) const SEED: &str = "Seed";
pub(super) const LIMITS: &str = "Limits";
pub(super) const MADE_BY: &str = "Made by";
pub(super) const COMMAND: &str = "Command";
pub(super) const INTERRUPTED: &str = "The run was ended early; this is what was known by then.";

pub(super) const EXPECTED: &str = "expected";
pub(super) const GOT: &str = "got";
pub(super) const DEMAND: &str = "The clause demands";
pub(super) const DOCUMENT: &str = "Document";
pub(super) const IN_GUIS: &str = "What GUIs do";
pub(super) const NOTE: &str = "note";
pub(super) const REPLAY: &str = "Play it again";
pub(super) const ALSO_IN: &str = "Also in";
pub(super) const POSITION: &str = "Position";
pub(super) const NOT_IN_CATALOGUE: &str = "not in the catalogue";

pub(super) const CLAUSE: &str = "Clause";
pub(super) const STRENGTH: &str = "Strength";
pub(super) const RESULT: &str = "Result";
pub(super) const EXAMINED_BY: &str = "Examined by";
pub(super) const FORBIDDEN: &str = "Breaks it";

pub(super) const TRANSCRIPT: &str = "Transcript";
pub(super) const DIAGRAM: &str = "Sequence diagram";
pub(super) const GUI_LANE: &str = "GUI (kentei)";
pub(super) const ENGINE_LANE: &str = "engine";
pub(super) const NEVER_STARTED: &str = "No engine was started for it.";
pub(super) const RAIL_TRUE: &str = "to scale";
pub(super) const RAIL_DRAWN: &str = "drawn out, so that lines can be read";
pub(super) const RAIL_CUT: &str = "shortened";
pub(super) const LEGEND_SILENCE: &str = "nothing may come";
pub(super) const LEGEND_WAIT: &str = "an answer is awaited";
pub(super) const LEGEND_DEADLINE: &str = "deadline";
pub(super) const SAME_WRITE: &str = "sent in one write";
pub(super) const STDOUT_ENDED: &str = "standard output ended";
pub(super) const STDERR_ENDED: &str = "standard error ended";
pub(super) const INPUT_CLOSED: &str = "standard input closed";
pub(super) const MEASUREMENTS: &str = "Measured here";

pub(super) const RACE_PASSED: &str = "passed";
pub(super) const RACE_FAILED: &str = "failed";
pub(super) const RACE_OFFSET: &str = "offset from the event, in milliseconds";
pub(super) const LATENCY: &str = "Latency";
pub(super) const LATENCY_PLOT: &str = "From the least to the greatest, on a logarithmic scale in milliseconds: \
     the box reaches from the median to the 95th percentile, dots are single values.";
pub(super) const CLOCK: &str = "Clock";
pub(super) const CLOCK_COLUMNS: [&str; 4] = ["searches", "over", "median", "latest"];
pub(super) const CLOCK_ABOUT: &str =
    "When replies came, against the end of the clock, slack not counted.";

/// The verdict of the run.
pub(super) fn conformance(verdict: Conformance) -> &'static str {
    match verdict {
        Conformance::Conformant => "Conformant",
        Conformance::Nonconformant => "Not conformant",
        Conformance::Inconclusive => "Inconclusive",
    }
}

/// How many failures are excused because they are known.
pub(super) fn but_for(known: usize) -> String {
    match known {
        0 => String::new(),
        known => format!(" But for {}.", words::count(known as u64, "known failure")),
    }
}

/// The heading of the failures that the user knows of.
pub(super) const KNOWN: &str = "Known failures";
/// The label of the reason why a failure is known.
pub(super) const KNOWN_BECAUSE: &str = "known";

/// Why it is that, behind its word.
pub(super) fn broken(fails: usize, warns: usize) -> String {
    match (fails, warns) {
        (0, 0) => "No clause was found broken.".to_owned(),
        (0, warns) => format!(
            "No clause that counts is broken; {} with warnings.",
            words::count(warns as u64, "clause")
        ),
        (1, 0) => "1 clause is broken.".to_owned(),
        (fails, 0) => format!("{fails} clauses are broken."),
        (1, warns) => format!("1 clause is broken, {warns} more with warnings."),
        (fails, warns) => format!("{fails} clauses are broken, {warns} more with warnings."),
    }
}

/// What a verdict means, for those who point at it.
pub(super) fn about(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Pass => "nothing was found",
        Verdict::Warn => "only warnings",
        Verdict::Fail => "a clause was broken",
        Verdict::Flaky => "a time limit was broken and the failure did not repeat",
        Verdict::Skip => "the engine does not offer what is examined",
        Verdict::Blocked => "a scenario that has to run to its end first did not",
        Verdict::Inconclusive => "it could not be judged",
        Verdict::Error => "the harness itself is at fault",
    }
}

/// A sign beside the word, so that nothing is told by colour alone.
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

/// The families of clauses, by the middle of their ids.
pub(super) fn family(code: &str) -> &str {
    match code {
        "GEN" => "General",
        "BOOT" => "Start and handshake",
        "OPT" => "Declaring options",
        "OPTG" => "Options with a meaning",
        "SET" => "Setting options",
        "READY" | "SYNC" => "Readiness",
        "NEW" => "New games",
        "POS" => "Positions",
        "GO" => "Searching",
        "STOP" => "Stopping",
        "PON" | "PH" => "Pondering",
        "BM" => "The move: bestmove",
        "MOVE" => "Moves as text",
        "CM" => "Mate search",
        "INFO" => "What a search tells: info",
        "OVER" => "The end of a game",
        "QUIT" => "Leaving",
        "DBG" => "Debug mode",
        "REG" => "Registration",
        "CP" | "CPR" => "Copy protection",
        other => other,
    }
}

/// What became of a clause: the word and what it means.
pub(super) fn standing(name: &str) -> (&'static str, &'static str) {
    match name {
        "fail" => ("broken", "broken"),
        "warn" => ("warned", "broken in a way that sound GUIs survive"),
        "info" => ("noted", "noted, never held against the engine"),
        "pass" => ("kept", "scenarios examined it and nothing was found"),
        "watched" => (
            "watched",
            "rules watched it, but no scenario that names it ran",
        ),
        _ => (
            "not examined",
            "neither a scenario nor a finding of this run is about it",
        ),
    }
}

/// Who noticed, behind the id of the scenario.
pub(super) fn by_rule(rule: &str) -> String {
    format!("rule {rule}")
}

/// Which step noticed.
pub(super) fn by_line(line: Option<u32>) -> String {
    line.map_or_else(
        || "the script".to_owned(),
        |line| format!("line {line} of the script"),
    )
}

pub(super) fn in_scenarios(number: usize) -> String {
    format!("in {}", words::count(number as u64, "scenario"))
}

pub(super) fn more(number: usize) -> String {
    format!("and {number} more")
}

pub(super) fn other_occurrences(number: usize) -> String {
    words::count(number as u64, "further occurrence")
}

pub(super) fn attempts(failed: u32, all: u32) -> String {
    format!("failed {failed} of {all} attempts")
}

pub(super) fn stopped_at(line: u32) -> String {
    format!("the script went no further than line {line}")
}

pub(super) fn script_line(line: u32) -> String {
    format!("line {line} of the script")
}

pub(super) fn chunk(first: usize, last: usize, from: &str, until: &str) -> String {
    format!("lines {first} to {last}  ({from} s to {until} s)")
}

/// Lines that the harness itself did not keep.
pub(super) fn not_kept(number: u64) -> String {
    format!("… {} not kept by the run", words::count(number, "line"))
}

/// Lines that are in the run but not on the page.
pub(super) fn not_on_page(number: usize) -> String {
    format!(
        "… {} left out here, because this run has so many; the JSON report has them",
        words::count(number as u64, "line")
    )
}

pub(super) fn folded(number: u64) -> String {
    format!("… {}", words::count(number, "line"))
}

/// A limit: `800 ms`, `1.5 s`, `30 s`.
pub(super) fn limit(time: Duration) -> String {
    let ms = time.as_micros().div_ceil(1000);
    if ms < 1000 {
        format!("{ms} ms")
    } else {
        // As many digits as there are, three at most.
        format!("{} s", ms as f64 / 1000.0)
    }
}

pub(super) fn awaited(of: &str, limit: Duration) -> String {
    format!("{of} ≤ {}", self::limit(limit))
}

pub(super) fn awaited_long(of: &str, limit: Duration, took: Duration, line: u32) -> String {
    format!(
        "waited for {of} for {}, at most {} (line {line} of the script)",
        words::duration(took),
        self::limit(limit)
    )
}

pub(super) fn silence(of: &str, length: Duration) -> String {
    let length = limit(length);
    if of.is_empty() {
        format!("silence {length}")
    } else {
        format!("no {of} {length}")
    }
}

pub(super) fn silence_long(of: &str, length: Duration, line: u32) -> String {
    let of = if of.is_empty() { "nothing" } else { of };
    let length = limit(length);
    format!("for {length} there may come no {of} (line {line} of the script)")
        .replace("no nothing", "nothing")
}

pub(super) fn pause(length: Duration) -> String {
    format!("pause {}", limit(length))
}

pub(super) fn overdue(awaited: &str, limit: Duration) -> String {
    format!("no {awaited} within {}", self::limit(limit))
}

pub(super) fn deadline(limit: Duration) -> String {
    format!("deadline, {}", self::limit(limit))
}

pub(super) fn scale(tick: &str) -> String {
    format!("a tick every {tick}")
}

pub(super) fn diagram_of(id: &str, events: usize) -> String {
    format!("Sequence diagram of {id}; the transcript has its {events} lines as text")
}

pub(super) fn board_of(situation: &str, notation: &str) -> String {
    format!("Board: {situation}. {notation}")
}

pub(super) fn hand(side: &str) -> String {
    format!("{side} in hand")
}

pub(super) fn illegal_move(text: &str) -> String {
    format!("the illegal move {text}")
}

pub(super) fn last_move(text: &str) -> String {
    format!("the last move {text}")
}

pub(super) const FORBIDS: &str = "what forbids it";

pub(super) fn samples_kept(name: &str, kept: u64) -> String {
    format!("{name}: median and 95th percentile of the first {kept}")
}

/// What the scenarios waited for in all.
pub(super) fn waited(
    time: &crate::run::time_use::TimeUse,
    elapsed: Duration,
    jobs: usize,
) -> String {
    let spent = &time.spent;
    format!(
        "The scenarios waited {} in all: {} for windows of silence and pauses, {} for replies, {} for {}. The \
         longest chain of waits is {}; the run took {}, with {} at once.",
        words::duration(spent.necessary()),
        words::duration(spent.windows),
        words::duration(spent.replies),
        words::duration(spent.starting),
        words::count(u64::from(spent.processes), "start"),
        words::duration(time.chain_length),
        words::duration(elapsed),
        words::count(jobs as u64, "scenario"),
    )
}

pub(super) fn write_failed(why: &str) -> String {
    format!("the engine does not take input: {why}")
}

pub(super) fn exit(status: crate::transcript::ExitStatus) -> String {
    format!("the process {}", words::exit(status))
}

pub(super) const ATTEMPTS: &str = "Attempts";
pub(super) const SCRIPT: &str = "Script";
pub(super) const OPTION_COLUMNS: [&str; 4] = ["name", "type", "default", "values"];

pub(super) fn run_time(scenarios: usize, elapsed: Duration) -> String {
    let scenarios = words::count(scenarios as u64, "scenario");
    format!("{scenarios} in {}", words::duration(elapsed))
}

pub(super) fn host(os: &str, arch: &str, cores: usize) -> String {
    format!("{os} {arch}, {}", words::count(cores as u64, "core"))
}

pub(super) fn findings(number: usize) -> String {
    words::count(number as u64, "finding")
}

pub(super) const LEGEND_SENT: &str = "sent by kentei";
pub(super) const LEGEND_CAME: &str = "written by the engine";
pub(super) const LEGEND_FAULT: &str = "at fault";
