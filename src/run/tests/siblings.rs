//! The same fault violates the same demand in each dialect: the dialects have sibling clauses for it.

use crate::protocol::clause_docs::Begins;
use crate::protocol::{DIALECTS, Dialect, Setting, judge};
use crate::transcript_text;
use crate::verdict::Severity;

/// A fault: its dialogue after the first `readyok`, the violation, and the clauses of USI, UCI and UCCI without the names of
/// the dialects.
///
/// `{position}` sets the start of a game, `{clock}` is a search with two seconds, `{ponder}` a ponder search,
/// `{best}` and `{next}` are legal moves of the first side and then of its opponent.
type Fault = (&'static str, &'static str, [&'static str; 3]);

const FAULTS: &[Fault] = &[
    // Stop.
    (
        "{position}\n> go infinite\n@ 300\n> stop\n@ 900\n< info depth 9\n@ 900\n< info depth 10\n~ bestmove 2000",
        "stop-ignored",
        ["STOP-01", "STOP-01", "STOP-01"],
    ),
    (
        "{position}\n> go infinite\n@ 300\n> stop\n~ bestmove 2000",
        "reply-missing-stop",
        ["STOP-01", "STOP-01", "STOP-01"],
    ),
    ("> stop\n< bestmove {best}", "reply-to-idle-stop", ["STOP-03", "STOP-04", "STATE-11"]),
    (
        "{position}\n> go infinite\n@ 300\n> stop\n> stop\n{reply}\n< bestmove {best}",
        "reply-to-second-stop",
        ["STOP-05", "STOP-05", "STOP-04"],
    ),
    (
        "{position}\n> go depth 1\n{reply}\n> stop\n< bestmove {best}",
        "reply-to-crossed-stop",
        ["STOP-04", "STOP-03", "STOP-03"],
    ),
    // Replies.
    (
        "{position}\n> go depth 1\n{reply}\n< bestmove {best}",
        "reply-unasked",
        ["BM-09", "BM-09", "BM-05"],
    ),
    ("{position}\n> go infinite\n@ 900\n{reply}", "early-in-infinite", ["GO-13", "GO-12", "GO-03"]),
    ("{position}\n> {clock}\n~ bestmove 2200", "reply-missing", ["GO-03", "BM-01", "STATE-05"]),
    ("{position}\n> {clock}\n@ 2900\n{reply}", "late", ["GO-06", "GO-06", "GO-05"]),
    ("{position}\n< bestmove {best}", "reply-to-position", ["POS-06", "POS-05", "POS-05"]),
    ("{position}\n< position is set", "position-noise", ["POS-06", "POS-05", "POS-05"]),
    (
        "{position}\n> go depth 1\n{info}\n< bestmove {best} ponder {best}",
        "illegal-ponder",
        ["PON-11", "BM-03", "BM-03"],
    ),
    (
        "{position}\n> go depth 1\n{info}\n? bestmove {best}",
        "unfinished-reply",
        ["GEN-03", "GEN-03", "GEN-01"],
    ),
    // Pondering.
    (
        "{moves}\n> {ponder}\n@ 500\n< bestmove {next}",
        "early-in-ponder",
        ["PON-01", "GO-05", "GO-09"],
    ),
    (
        "{moves}\n> {ponder}\n@ 500\n> stop\n~ bestmove 2000",
        "reply-missing-ponder-stop",
        ["PON-02", "PH-02", "PH-03"],
    ),
    (
        "{moves}\n> {ponder}\n@ 500\n> ponderhit\n~ bestmove 2200",
        "reply-missing-ponderhit",
        ["PON-03", "PH-01", "PH-01"],
    ),
    ("> ponderhit\n< bestmove {best}", "reply-to-idle-ponderhit", ["PON-08", "PH-04", "PH-05"]),
    // Info.
    ("{position}\n{info}", "info-unasked", ["GEN-07", "GEN-06", "STATE-06"]),
    (
        "{position}\n> go depth 1\n< info depth 1 pv {best} {best}\n{reply}",
        "pv-illegal",
        ["INFO-07", "INFO-05", "INFO-06"],
    ),
    // Readiness, the process.
    ("> isready\n< readyok\n< readyok", "ready-unasked", ["READY-05", "SYNC-01", "SYNC-01"]),
    ("> isready\n~ readyok 30000", "ready-missing", ["READY-01", "SYNC-01", "SYNC-01"]),
    ("> xyzzy\n< bestmove {best}", "reply-to-unknown", ["GEN-08", "GEN-09", "GEN-05"]),
    ("{position}\n> go infinite\n$ signal 11", "exit-unasked", ["GEN-14", "GEN-14", "GEN-04"]),
    ("> quit\n~ exit 5000", "quit-ignored", ["QUIT-01", "QUIT-01", "QUIT-01"]),
    (
        "{position}\n> go infinite\n@ 300\n> quit\n~ exit 5000",
        "quit-ignored-busy",
        ["QUIT-02", "QUIT-01", "STATE-10"],
    ),
    ("$ eof\n~ exit 5000", "eof-ignored", ["QUIT-05", "QUIT-02", "QUIT-04"]),
];

/// The dialogue of a fault in a dialect.
fn in_words(dialect: &dyn Dialect, dialogue: &str) -> String {
    let mut position = dialect.game().start();
    let best = position.legal_moves().remove(0);
    position.play(&best).expect("a legal move");
    let next = position.legal_moves().remove(0);
    let clock = match dialect.name() {
        "usi" => "btime 2000 wtime 2000",
        "uci" => "wtime 2000 btime 2000",
        _ => "time 2000 increment 0",
    };
    let score = if dialect.name() == "ucci" { "9" } else { "cp 9" };
    let info = format!("< info depth 1 score {score} pv {best}");
    let words = [
        ("{position}", "> position startpos".to_owned()),
        ("{moves}", format!("> position startpos moves {best}")),
        ("{clock}", format!("go {clock}")),
        ("{ponder}", format!("go ponder {clock}")),
        ("{reply}", format!("{info}\n< bestmove {best}")),
        ("{info}", info),
        ("{best}", best),
        ("{next}", next),
    ];
    words.iter().fold(dialogue.to_owned(), |text, (name, word)| text.replace(name, word))
}

/// The violations and clauses that are reported of a dialogue, without those of severity info.
fn found(dialect: &'static dyn Dialect, dialogue: &str) -> Vec<(String, String)> {
    let before = dialect.clause_docs().before(Begins::AfterReady).join("\n");
    let text = format!("{before}\n{}", in_words(dialect, dialogue));
    let events = transcript_text::parse(&text).expect("a transcript");
    let profile = dialect.catalogue().profiles[0].0;
    let setting = Setting { profile, limits: judge::default_limits(dialect) };
    let mut monitor = dialect.monitor(setting);
    let all = events.iter().flat_map(|event| monitor.observe(event).findings);
    let counted = all.filter(|finding| finding.severity > Severity::Info);
    let named = counted.map(|finding| {
        let violation = finding.violation.map(|violation| violation.to_string());
        (violation.unwrap_or_default(), finding.clause.0.to_owned())
    });
    named.collect()
}

#[test]
fn the_same_fault_breaks_sibling_clauses() {
    let mut wrong = Vec::new();
    for (dialogue, violation, clauses) in FAULTS {
        for (dialect, clause) in DIALECTS.iter().zip(clauses) {
            let clause = format!("{}-{clause}", dialect.name().to_uppercase());
            let found = found(*dialect, dialogue);
            if found != [((*violation).to_owned(), clause.clone())] {
                wrong.push(format!("{violation} at {clause}: found {found:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
