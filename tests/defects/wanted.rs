//! What the tables of defects require of an examination.

use kentei::protocol::Dialect;
use kentei::reference::Defect;
use kentei::verdict::Severity;

use crate::examine::Examined;
use crate::one::ToText;

/// Misbehaviours that no scenario shows yet, with the reason. If one is found, it is no longer a gap.
const GAPS: [(&str, &str, &str); 2] = [
    ("uci", "U19", "the move is the same although its score is not (UCI-NEW-03, only ever noted)"),
    (
        "uci",
        "U52",
        "lines of several depths are also seen in a sound search that is cut (UCI-INFO-06)",
    ),
];

/// How the judgement of a defect in an examination differs from the table; `None` if it does not.
pub(crate) fn problem(
    dialect: &dyn Dialect,
    row: &Examined,
    attempt: &[Vec<ToText>],
) -> Option<String> {
    let defect = row.defect;
    let wrong: Vec<String> = defect
        .expected
        .iter()
        .filter_map(|(profile, expected)| {
            let catalogue = dialect.catalogue();
            let column = catalogue
                .profiles
                .iter()
                .position(|(name, _)| name == profile)
                .expect("a known profile");
            if !row.profiles.contains(&column) {
                return None;
            }
            in_profile(dialect, defect, &attempt[column], expected)
                .map(|text| format!("in {profile} {text}"))
        })
        .collect();
    (!wrong.is_empty()).then(|| wrong.join("; "))
}

fn in_profile(
    dialect: &dyn Dialect,
    defect: &Defect,
    reported: &[ToText],
    expected: &str,
) -> Option<String> {
    let mut shown: Vec<String> = reported
        .iter()
        .map(|reported| format!("{} {}", reported.clause, reported.severity.word()))
        .collect();
    shown.dedup();
    if expected == "skip" {
        // The profile does not have the clauses of the defect. Other clauses that the violation breaks are in the
        // matrix.
        let read = reported.iter().any(|reported| {
            defect.clauses.contains(&reported.clause) && reported.severity > Severity::Info
        });
        return read.then(|| format!("is not read there, and was reported: {shown:?}"));
    }
    if expected == "pass" {
        // A control may cause a warning at its own clause (F23), but at no other.
        let clean = reported.iter().all(|reported| match reported.severity {
            Severity::Skip | Severity::Info => true,
            Severity::Warn => defect.clauses.contains(&reported.clause),
            Severity::Fail => false,
        });
        return (!clean).then(|| format!("passes, and was counted against the engine: {shown:?}"));
    }
    let hit = reported.iter().any(|reported| {
        defect.clauses.contains(&reported.clause) && reported.severity.word() == expected
    });
    let is_gap = |(name, id, _): &(&str, &str, &str)| *name == dialect.name() && *id == defect.id;
    if GAPS.iter().any(is_gap) {
        return hit.then(|| "is found, so it is no gap any more".to_owned());
    }
    (!hit).then(|| format!("wanted {expected} at one of {:?}, got {shown:?}", defect.clauses))
}
