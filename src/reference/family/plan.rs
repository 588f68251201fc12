//! How long to think before a reply.

use std::time::Duration;

use super::Dialect;
use super::request::{Mate, Request};

/// The usual time for a reply on a clock: long enough for a client to send something at the moment of the reply, and
/// short enough for suites of hundreds of searches.
const USUAL: Duration = Duration::from_millis(50);

/// The time for a `go` without limits.
const UNLIMITED: Duration = Duration::from_millis(500);

/// The time after which a search for a depth or a number of nodes is given up.
const PATIENCE: Duration = Duration::from_secs(3);

/// When to reply, counted from `go` or from `ponderhit`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::reference) struct Plan {
    /// The time of the reply; `None` means when the search has nothing left to do.
    pub(in crate::reference) answer: Option<Duration>,
    /// Whether to reply as soon as the search has nothing left to do.
    pub(in crate::reference) early: bool,
}

impl Plan {
    /// A reply at exactly this time.
    pub(in crate::reference) fn at(answer: Duration) -> Self {
        Self { answer: Some(answer), early: false }
    }
}

/// What a plan depends on.
#[derive(Debug, Clone)]
pub(in crate::reference) struct Timing<'a> {
    /// The request of the `go`.
    pub(in crate::reference) request: &'a Request,
    /// Whether the side that moves first is to move.
    pub(in crate::reference) first_to_move: bool,
    /// How long the engine has pondered, if the plan is for a `ponderhit`.
    pub(in crate::reference) pondered: Option<Duration>,
}

/// Plans a reply; it uses only a part of the time that the clock allows.
pub(in crate::reference) fn plan<D: Dialect>(timing: &Timing<'_>) -> Plan {
    let request = timing.request;
    if let (true, Some(mate)) = (D::SOLVES, request.mate) {
        let answer = match mate {
            Mate::Within(limit) => Some(Duration::from_millis(limit).mul_f64(0.8)),
            Mate::Endless => None,
        };
        return Plan { answer, early: true };
    }
    let clock = request.limit(timing.first_to_move).map(|limit| USUAL.min(limit.mul_f64(0.6)));
    let movetime = request.movetime.map(|time| time.mul_f64(0.8));
    let bounded = request.depth.is_some() || request.nodes.is_some() || request.mate.is_some();
    let otherwise = if bounded { PATIENCE } else { UNLIMITED };
    Plan {
        answer: Some(clock.into_iter().chain(movetime).min().unwrap_or(otherwise)),
        early: bounded,
    }
}
