//! The text after the options in `kentei run --help`.

use crate::report::FORMATS;

/// The formats from their table, and examples.
pub(super) fn after_help() -> String {
    let width = FORMATS.iter().map(|format| format.name.len()).max();
    let width = width.unwrap_or(0);
    let formats =
        FORMATS.iter().map(|format| format!("  {:width$}  {}\n", format.name, format.about));
    let formats: String = formats.collect();
    format!("Formats of reports:\n{formats}\n{AFTER_HELP}")
}

const AFTER_HELP: &str = "\
The terminal report is written to standard output, unless another report is written there.

Examples:
  kentei run                                  the built-in engine, as an example of a conformant one (if there is no kentei.yaml)
  kentei run ./my-engine                      everything
  kentei run ./my-engine -- --threads 1       with arguments for the engine
  kentei run -- python3 my_engine.py          with an interpreter
  kentei run ./my-engine --filter 'usi/ponder/*' --filter '!*/slow-*'
  kentei run ./my-engine --filter USI-GO-13         the scenarios about one clause
  kentei run ./my-engine --set USI_Hash=64 --report json=report.json
  kentei run ./my-engine --repeat 20 --seed 7       how often does it fail?
  kentei run ./my-engine --report html=report.html
  kentei run ./my-engine --report json | jq .summary
  kentei run ./my-engine --report junit=junit.xml --report markdown=summary.md
  kentei run ./my-engine --baseline last-release.json       did anything get worse?
  kentei run --all --report html=engines.html       every engine of kentei.yaml

While you work on an engine:
  kentei run ./my-engine --quick --watch            the quick set, again after each build
  kentei run ./my-engine --last-failed --max-fail 1     what did not pass, up to the first failure
  kentei run ./my-engine --filter USI-GO-13 --dry-run   what would be played

Exit codes:
  0  conformant    1  not conformant    2  bad input    3  could not judge
With --baseline:
  0  nothing got worse    1  something got worse, or a known failure no longer occurs    2, 3  as above
With --all:
  1  an engine is not conformant    3  otherwise, if one could not be judged; or if the run was interrupted";
