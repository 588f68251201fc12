//! What the second judge can report.

use kentei::transcript::EventId;

/// A fault that an engine can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Fault {
    /// A line of the handshake outside the handshake, or the end of the handshake without a name.
    Handshake,
    /// An option declaration violates its grammar.
    OptionLine,
    /// A `readyok` without an `isready`.
    Readyok,
    /// A reply while no search is open.
    Unasked,
    /// A reply before `stop` or `ponderhit`, if the engine has to wait for that.
    Early,
    /// `bestmove` to `go mate`, or `checkmate` to another `go`.
    Kind,
    /// A `bestmove` with words other than a move and a ponder move.
    Form,
    /// The move of a `bestmove` is illegal, not in `searchmoves`, or banned.
    Move,
    /// The ponder move of a `bestmove` is illegal after the move.
    Ponder,
    /// A move of a pv is illegal.
    Pv,
    /// A score is not a number.
    Score,
    /// A reply that was due did not come.
    Missing,
    /// The process ended without `quit`.
    Gone,
}

/// A fault, and the event that shows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Accusation {
    pub(crate) at: EventId,
    pub(crate) fault: Fault,
}

/// The opinion of the second judge about one process.
#[derive(Default)]
pub(crate) struct Opinion {
    /// The faults.
    pub(crate) accusations: Vec<Accusation>,
    /// Faults about which the documents say nothing, or disagree: another judge may report them.
    pub(crate) undecided: Vec<Accusation>,
    /// The first event that was not judged, because from here on the client does not follow the documents.
    pub(crate) end: Option<EventId>,
}
