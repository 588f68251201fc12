//! How long an engine takes from a command to what it answers, measured by the stamps of both.
//!
//! Only what is certain is a sample. An engine whose search has a clock, or an end of its own, may answer
//! at any moment, also at the one at which a stop is on its way; so a stop is measured only where the engine
//! has to wait for it.

use std::time::Duration;

use crate::protocol::Latency;
use crate::protocol::family::epoch::{Epoch, Mode, Moment};
use crate::protocol::family::info::Info;
use crate::protocol::family::reply::Reply;
use crate::protocol::family::rule::RuleContext;
use crate::protocol::family::state::ProtocolState;
use crate::transcript::{EventKind, ExitStatus};

const READY: &str = "readyok";
const FIRST_INFO: &str = "first-info";
const STOP: &str = "stop";
const PONDERHIT: &str = "ponderhit";
const QUIT: &str = "quit";

/// What is measured in a dialect with this command and this line for the handshake.
pub(crate) const fn all(hello: &'static str, hello_end: &'static str) -> [Latency; 6] {
    const fn row(name: &'static str, from: &'static str, to: &'static str) -> Latency {
        Latency { name, from, to }
    }
    [
        row(hello_end, hello, hello_end),
        row(READY, "isready", "readyok"),
        row(FIRST_INFO, "go", "info"),
        row(STOP, "stop", "bestmove"),
        row(PONDERHIT, "ponderhit", "bestmove"),
        row(QUIT, "quit", "exit"),
    ]
}

/// The limits of UCI and of UCCI, in milliseconds; their handshakes end with different words.
pub(crate) const fn limits(hello_end: &'static str) -> [(&'static str, u64); 12] {
    [
        (hello_end, 10_000),
        // Not a deadline: from here on a slow handshake is worth a warning.
        ("hello_slow", 5000),
        (READY, 30_000),
        ("readyok_cap", 300_000),
        ("isready_busy", 1000),
        (STOP, 2000),
        ("hold", 1500),
        ("quiet", 1000),
        ("slack", 200),
        (QUIT, 5000),
        ("partial_line", 500),
        ("limit", 10_000),
    ]
}

/// The latency that this event ends, if it ends one.
pub(crate) fn ended(context: &RuleContext<'_>) -> Option<(&'static str, Duration)> {
    let state = context.state;
    let (name, from) = if let EventKind::Exit(ExitStatus::Code(_)) = context.event.kind {
        // The end of the input would have ended it too.
        let quit = state.quit.filter(|_| state.input_closed.is_none());
        (QUIT, quit?.moment)
    } else if context.leaving() {
        // What is written then was perhaps only held back.
        return None;
    } else {
        match context.reply? {
            Reply::HelloEnd => (context.table.hello_end, hello(state)?),
            Reply::ReadyOk => (READY, ready(state)?),
            Reply::Info(info) => (FIRST_INFO, first_info(state, info)?),
            Reply::BestMove(_) => bestmove(only(state)?)?,
            Reply::IdName(_)
            | Reply::IdAuthor(_)
            | Reply::IdOther(_)
            | Reply::Option(_)
            | Reply::Checkmate(_)
            | Reply::CopyProtection(_)
            | Reply::Registration(_)
            | Reply::Blank
            | Reply::Other(_) => return None,
        }
    };
    // What was read before the command left is no answer to it.
    let took = context.at().checked_sub(from.at)?;
    (!took.is_zero()).then_some((name, took))
}

/// The one handshake that there was.
fn hello(state: &ProtocolState) -> Option<Moment> {
    state.hello.filter(|_| state.hellos == 1 && state.hello_ends == 0)
}

/// The question that a readyok answers, where it is the only one that is open and no other one was asked
/// while it was.
fn ready(state: &ProtocolState) -> Option<Moment> {
    state.ready_asked.filter(|_| state.ready_pending == 1 && state.ready_asked == state.ready_last)
}

/// The only search that is open, if it has not been ended from outside. What comes while there are several
/// may belong to any of them.
fn only(state: &ProtocolState) -> Option<&Epoch> {
    let [epoch] = state.open.as_slice() else {
        return None;
    };
    Some(epoch).filter(|epoch| epoch.game_over.is_none() && !epoch.after_unfinished)
}

/// The go whose first word about the search this is. A free text says nothing about it, and a stop
/// may bring out what would have come later.
fn first_info(state: &ProtocolState, info: &Info<'_>) -> Option<Moment> {
    let epoch = only(state)?;
    let first = info.data && !epoch.infos.spoke && epoch.stops.is_empty();
    first.then_some(epoch.sent)
}

/// The command that a bestmove answers.
fn bestmove(epoch: &Epoch) -> Option<(&'static str, Moment)> {
    match (epoch.mode, epoch.hits.first(), epoch.stops.first()) {
        (Mode::Ponder, None, Some(stop)) | (Mode::Infinite, _, Some(stop)) => Some((STOP, *stop)),
        (Mode::Ponder, Some(hit), None) => Some((PONDERHIT, *hit)),
        (Mode::Ponder | Mode::Infinite | Mode::Normal | Mode::Mate, _, _) => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::protocol::{self, Probe, Setting, judge};
    use crate::transcript_text;
    use crate::verdict::Severity;

    /// The samples of a transcript, whose events are a millisecond apart: `stop 2` is two milliseconds.
    #[track_caller]
    fn check_probed(dialect: &str, probe: Option<Probe>, transcript: &str, wanted: &[&str]) {
        let dialect = protocol::dialect(dialect).expect("a known dialect");
        let mut monitor =
            dialect.monitor(Setting { profile: "core", limits: judge::default_limits(dialect) });
        monitor.probe(probe);
        let events = transcript_text::parse(transcript).expect("a transcript");
        let samples: Vec<String> = events
            .iter()
            .filter_map(|event| monitor.observe(event).latency)
            .map(|(name, took)| format!("{name} {}", took.as_millis()))
            .collect();
        assert_eq!(samples, wanted, "in\n{transcript}");
        for sample in &samples {
            let mut known = dialect.latencies().iter();
            assert!(known.any(|latency| sample.split(' ').next() == Some(latency.name)));
        }
    }

    #[track_caller]
    fn check(transcript: &str, wanted: &[&str]) {
        check_probed("usi", None, transcript, wanted);
    }

    #[test]
    fn a_whole_session_has_one_of_each() {
        check(
            "> usi\n< id name A\n< usiok\n> isready\n@ 5\n< readyok\n> usinewgame\n\
             > position startpos\n> go infinite\n@ 3\n< info depth 1 score cp 1 pv 7g7f\n\
             < info depth 2 score cp 1 pv 7g7f\n> stop\n@ 8\n< bestmove 7g7f\n\
             > position startpos moves 7g7f\n> go ponder btime 0 wtime 0 byoyomi 500\n\
             < info depth 1 score cp 1 pv 3c3d\n> ponderhit\n@ 20\n< bestmove 3c3d\n\
             > quit\n@ 1\n$ exit 0",
            &[
                "usiok 2",
                "readyok 6",
                "first-info 4",
                "stop 9",
                "first-info 1",
                "ponderhit 21",
                "quit 2",
            ],
        );
    }

    #[test]
    fn each_dialect_has_its_own_name_for_the_handshake() {
        check_probed("uci", None, "> uci\n< uciok", &["uciok 1"]);
        check_probed("usi", None, "> usi\n< usiok", &["usiok 1"]);
    }

    #[test]
    fn a_reply_that_never_comes_is_no_sample() {
        check(
            "> usi\n~ usiok 5000\n> isready\n~ readyok 100\n> position startpos\n> go infinite\n\
             > stop\n~ bestmove 2000\n> quit\n$ signal 9",
            &[],
        );
    }

    #[test]
    fn one_that_comes_late_is_one() {
        check(
            "> position startpos\n> go infinite\n> stop\n~ bestmove 2000\n@ 2999\n< bestmove 7g7f",
            &["stop 3001"],
        );
    }

    #[test]
    fn a_stop_counts_only_where_the_engine_had_to_wait_for_it() {
        // By the clock, the engine might have answered anyway.
        check(
            "> position startpos\n> go btime 0 wtime 0 byoyomi 1000\n> stop\n< bestmove 7g7f",
            &[],
        );
        check(
            "> position startpos\n> go ponder btime 0 wtime 0 byoyomi 1000\n> stop\n< bestmove 7g7f",
            &["stop 1"],
        );
        // After a hit the clock runs, with or without a stop.
        check(
            "> position startpos\n> go ponder btime 0 wtime 0 byoyomi 1000\n> ponderhit\n> stop\n\
             < bestmove 7g7f",
            &[],
        );
        check("> position startpos\n> stop\n< bestmove 7g7f", &[]);
        // The first of two.
        check("> position startpos\n> go infinite\n> stop\n> stop\n< bestmove 7g7f", &["stop 2"]);
    }

    #[test]
    fn what_was_read_before_the_command_left_is_no_answer() {
        let dialect = protocol::dialect("usi").expect("a known dialect");
        let mut monitor =
            dialect.monitor(Setting { profile: "core", limits: judge::default_limits(dialect) });
        let text = "> position startpos\n> go infinite\n> stop\n< bestmove 7g7f";
        let mut events = transcript_text::parse(text).expect("a transcript");
        // It lay in the pipe when stop was sent, and was taken out of it after that.
        events[3].at = events[1].at;
        let samples = events.iter().filter_map(|event| monitor.observe(event).latency);
        assert_eq!(samples.count(), 0);
    }

    #[test]
    fn a_readyok_counts_where_it_is_clear_which_question_it_answers() {
        check("> isready\n> isready\n< readyok\n< readyok", &[]);
        check("> isready\n< readyok\n> isready\n< readyok", &["readyok 1"; 2]);
        check("< readyok", &[]);
    }

    #[test]
    fn a_first_info_speaks_of_its_search() {
        check(
            "> position startpos\n> go infinite\n< info string NNUE\n< info depth 1",
            &["first-info 2"],
        );
        check("> position startpos\n> go infinite\n> stop\n< info depth 1", &[]);
        check("> position startpos\n< info depth 1", &[]);
    }

    #[test]
    fn an_end_counts_that_quit_alone_brought() {
        check("> quit\n$ exit 1", &["quit 1"]);
        check("> quit\n$ eof\n$ exit 0", &[]);
        check("$ exit 0", &[]);
    }

    #[test]
    fn what_a_probe_brings_is_no_sample() {
        let probe = Probe { clause: "USI-GEN-09", at_most: Severity::Info };
        check_probed("usi", Some(probe), "> isready\n< readyok", &[]);
    }
}
