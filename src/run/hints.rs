//! Hints on how to repair what a finding reports, for the findings for which the run knows a remedy.

use std::path::Path;
use std::time::Duration;

use crate::engine::Launch;
use crate::lang::Text;
use crate::run::plan::Plan;
use crate::verdict::Finding;

/// The limit that a hint proposes, as a multiple of the unscaled limit that was too short.
const LONGER: f64 = 4.0;

/// The hint for a finding, if there is one.
pub(super) fn of(plan: &Plan, finding: &Finding) -> Option<Text> {
    match finding.violation.as_deref()? {
        "reply-buffered" => Some(flush(plan.engine.launch())),
        "handshake-missing" | "handshake-late" => {
            let mut words = plan.dialect.words().iter();
            let (_, limit) = words.find(|(word, _)| *word == "hello-limit")?;
            longer(plan, limit)
        }
        "ready-missing" => longer(plan, plan.dialect.driver(Some(plan.profile)).fence()?.within),
        _ => None,
    }
}

/// How the engine can flush each line. If the command shows that the engine is a Python program, only for Python.
fn flush(launch: Option<&Launch>) -> Text {
    if launch.is_some_and(is_python) {
        return say!(
            "to fix it: `print(…, flush=True)` for each line, or start it with `python3 -u`"
        );
    }
    say!(
        "to fix it, flush after each line: `std::endl` in C++, `setvbuf(stdout, NULL, _IONBF, 0)` at the start in C, \
         `std::io::stdout().flush()` in Rust, `print(…, flush=True)` in Python"
    )
}

fn is_python(launch: &Launch) -> bool {
    let name = launch.program.file_stem().unwrap_or_default().to_string_lossy().to_lowercase();
    let is_script = |path: &Path| path.extension().is_some_and(|ending| ending == "py");
    let mut words = launch.args.iter().map(Path::new).chain([launch.program.as_path()]);
    name.starts_with("python") || name.starts_with("pypy") || words.any(is_script)
}

/// A `--limit` argument that gives more time to an engine that only starts slowly.
fn longer(plan: &Plan, limit: &'static str) -> Option<Text> {
    let usual = plan.limits.named(limit)?.div_f64(plan.limits_scale);
    let time = usual.mul_f64(LONGER).max(Duration::from_secs(1)).as_secs();
    let hint = format!("--limit {limit}={time}s");
    Some(say!("if it only needs longer to start: `{hint}`", hint))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::{self, Limits};
    use crate::run::tests::finding::finding;

    /// The hint for this violation of an engine, with limits that were scaled by this factor.
    fn hint(program: &str, scale: u32, violation: Option<&str>) -> Option<String> {
        let dialect = protocol::dialect("usi").unwrap();
        let plan = Plan {
            limits: Limits::of(dialect, |_, usual| usual * scale),
            limits_scale: scale.into(),
            ..Plan::new(Launch::new(program), dialect, Vec::new())
        };
        let violation = violation.map(str::to_owned);
        let hint = of(&plan, &Finding { violation, ..finding("USI-BOOT-04", false) });
        hint.map(|hint| hint.to_string())
    }

    #[test]
    fn an_engine_that_starts_slowly_is_offered_a_longer_limit_whatever_the_scale() {
        for scale in [1, 3] {
            let check = |violation: &str, argument: &str| {
                let wanted = format!("if it only needs longer to start: `{argument}`");
                assert_eq!(hint("engine", scale, Some(violation)), Some(wanted), "{scale}");
            };
            check("handshake-missing", "--limit usiok=20s");
            check("handshake-late", "--limit usiok=20s");
            check("ready-missing", "--limit readyok=120s");
        }
    }

    #[test]
    fn an_engine_that_does_not_flush_is_told_how_in_its_language() {
        let python = hint("engine.py", 1, Some("reply-buffered")).unwrap();
        assert!(python.contains("python3 -u") && !python.contains("std::endl"), "{python}");
        let any = hint("engine", 1, Some("reply-buffered")).unwrap();
        assert!(any.contains("std::endl") && any.contains("flush=True"), "{any}");
    }

    #[test]
    fn other_findings_have_no_hint() {
        assert_eq!(hint("engine", 1, Some("quit-ignored")), None);
        assert_eq!(hint("engine", 1, None), None);
    }

    #[test]
    fn a_script_shows_its_language() {
        let check = |program: &str, args: &[&str], python: bool| {
            let args = args.iter().map(Into::into).collect();
            let launch = Launch { program: program.into(), args, ..Launch::default() };
            assert_eq!(is_python(&launch), python, "{program}");
        };
        check("python3", &["-x", "engine"], true);
        check("/usr/bin/python3.12", &["engine.py"], true);
        check("./engine.py", &[], true);
        check("env", &["uv", "run", "engine.py"], true);
        check("./engine", &["--threads", "1"], false);
    }
}
