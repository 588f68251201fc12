//! What the result of a scenario says about it.

use std::sync::atomic::AtomicBool;

use super::finding::{ended, finding};
use crate::lang::Text;
use crate::run::known::Known;
use crate::run::max_fail::MaxFail;
use crate::run::result::ScenarioResult;
use crate::verdict::{ClauseId, Finding, Severity, Verdict};

#[test]
fn what_a_limit_of_the_run_left_unjudged_is_cut_off_and_nothing_else() {
    let enough = MaxFail::new(1, Vec::new()).reason();
    let over = say!("the time of the run was over before it could be judged");
    for reason in [&enough, &over] {
        assert!(ended(Verdict::Inconclusive, reason.clone()).is_cut_off(), "{reason}");
        assert!(!ended(Verdict::Skip, reason.clone()).is_cut_off(), "{reason}");
    }
    let other = say!("the run was ended before its turn");
    assert!(!ended(Verdict::Inconclusive, other).is_cut_off());
}

#[test]
fn scenarios_with_a_failure_that_counts_and_is_not_known_end_the_run() {
    let one = |verdict, severity| ScenarioResult {
        findings: vec![Finding { severity, ..finding("USI-GO-03", false) }],
        ..ended(verdict, Text::plain("a reason"))
    };
    let failed = || one(Verdict::Fail, Severity::Fail);
    let check = |known: &[Known], results: &[ScenarioResult], reached: bool| {
        let (limit, cancel) = (MaxFail::new(2, known.to_vec()), AtomicBool::new(false));
        limit.weigh(results.iter(), Severity::Fail, &cancel);
        assert_eq!((limit.is_reached(), cancel.into_inner()), (reached, reached), "{known:?}");
    };
    check(&[], &[failed(), failed()], true);
    check(&[], &[failed(), ended(Verdict::Pass, Text::plain("a reason"))], false);
    check(&[], &[failed(), one(Verdict::Warn, Severity::Warn)], false);
    check(&[], &[failed(), one(Verdict::Flaky, Severity::Fail)], false);
    let known = |clause| Known {
        clause: Some(ClauseId(clause)),
        scenario: None,
        reason: "issue 12".to_owned(),
        place: "kentei.yaml:3".to_owned(),
    };
    check(&[known("USI-GO-03")], &[failed(), failed()], false);
    check(&[known("USI-GO-05")], &[failed(), failed()], true);
}
