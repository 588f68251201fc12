//! Latencies: the time from a command to the engine's answer, by the stamps of both.
//!
//! A sample counts only if it is certain what the engine answers. A search with a clock, or that ends by itself, may
//! end at any moment, also just when a stop is sent. So a stop is measured only if the engine has to wait for it.

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

/// The latencies of a dialect whose handshake begins with `hello` and ends with `hello_end`.
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

/// The limits of UCI and of UCCI, in milliseconds. Only the words that end their handshakes differ.
pub(crate) const fn limits(hello_end: &'static str) -> [(&'static str, u64); 12] {
    [
        (hello_end, 10_000),
        // Not a deadline: a handshake that takes longer than this is a warning.
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
        // The end of the input would have ended the engine too.
        let quit = state.quit.filter(|_| state.input_closed.is_none());
        (QUIT, quit?.moment)
    } else if context.leaving() {
        // A line that comes now may have been held back in a buffer.
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
    // A line that was read before the command was sent cannot be its answer.
    let took = context.at().checked_sub(from.at)?;
    (!took.is_zero()).then_some((name, took))
}

/// The command of the first handshake, if there was only one and it is still open.
fn hello(state: &ProtocolState) -> Option<Moment> {
    state.hello.filter(|_| state.hellos == 1 && state.hello_ends == 0)
}

/// The `isready` that a `readyok` answers, if it is the only open one and no other `isready` came since.
fn ready(state: &ProtocolState) -> Option<Moment> {
    state.ready_asked.filter(|_| state.ready_pending == 1 && state.ready_asked == state.ready_last)
}

/// The open search, if there is only one and the client did not abandon it. If several searches are open, a line
/// may belong to any of them.
fn only(state: &ProtocolState) -> Option<&Epoch> {
    let [epoch] = state.open.as_slice() else {
        return None;
    };
    Some(epoch).filter(|epoch| epoch.game_over.is_none() && !epoch.after_unfinished)
}

/// The `go` whose first data this line is. Free text does not count, and after a stop the engine may write earlier
/// than it otherwise would.
fn first_info(state: &ProtocolState, info: &Info<'_>) -> Option<Moment> {
    let epoch = only(state)?;
    let first = info.data && !epoch.infos.spoke && epoch.stops.is_empty();
    first.then_some(epoch.sent)
}

/// The command that a `bestmove` answers.
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

    /// The samples of a transcript. Its events are one millisecond apart, so `stop 2` means two milliseconds.
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
        // The clock might have ended the search at the same moment.
        check(
            "> position startpos\n> go btime 0 wtime 0 byoyomi 1000\n> stop\n< bestmove 7g7f",
            &[],
        );
        check(
            "> position startpos\n> go ponder btime 0 wtime 0 byoyomi 1000\n> stop\n< bestmove 7g7f",
            &["stop 1"],
        );
        // After a ponderhit the clock runs, so the stop is not the only possible reason.
        check(
            "> position startpos\n> go ponder btime 0 wtime 0 byoyomi 1000\n> ponderhit\n> stop\n\
             < bestmove 7g7f",
            &[],
        );
        check("> position startpos\n> stop\n< bestmove 7g7f", &[]);
        // The first of two stops counts.
        check("> position startpos\n> go infinite\n> stop\n> stop\n< bestmove 7g7f", &["stop 2"]);
    }

    #[test]
    fn what_was_read_before_the_command_left_is_no_answer() {
        let dialect = protocol::dialect("usi").expect("a known dialect");
        let mut monitor =
            dialect.monitor(Setting { profile: "core", limits: judge::default_limits(dialect) });
        let text = "> position startpos\n> go infinite\n> stop\n< bestmove 7g7f";
        let mut events = transcript_text::parse(text).expect("a transcript");
        // The line was in the pipe before stop was sent, and was read afterwards.
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
