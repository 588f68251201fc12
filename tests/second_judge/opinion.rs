//! What the second judge can say.

use kentei::transcript::EventId;

/// What an engine can be accused of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Fault {
    /// A line of the handshake where none belongs, or the end of it without a name.
    Handshake,
    /// The declaration of an option breaks its grammar.
    OptionLine,
    /// A `readyok` that no `isready` asked for.
    Readyok,
    /// A reply to a search, with no search open.
    Unasked,
    /// A reply before `stop` (or `ponderhit`), where the engine has to wait for it.
    Early,
    /// `bestmove` to `go mate`, or `checkmate` to another `go`.
    Kind,
    /// A `bestmove` with other words than a move and a ponder move.
    Form,
    /// The move of a `bestmove` is not legal, not among `searchmoves`, or banned.
    Move,
    /// The ponder move of a `bestmove` is not legal after it.
    Ponder,
    /// A move of a pv is not legal.
    Pv,
    /// A score is no number.
    Score,
    /// What was owed did not come.
    Missing,
    /// The process ended without having been asked to.
    Gone,
}

/// An accusation: the event that shows the fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Accusation {
    pub(crate) at: EventId,
    pub(crate) fault: Fault,
}

/// What the judge says of one process.
#[derive(Default)]
pub(crate) struct Opinion {
    /// What is wrong.
    pub(crate) accusations: Vec<Accusation>,
    /// What the documents leave open, or is said differently in them: another judge may see a fault there.
    pub(crate) undecided: Vec<Accusation>,
    /// The event from which on nothing was judged, because the client had left what the documents describe.
    pub(crate) end: Option<EventId>,
}
