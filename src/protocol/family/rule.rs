//! Rules: stateless functions of the state before an event and the event.

use std::time::Duration;

use crate::games::{Illegal, Position};
use crate::lang::Text;
use crate::protocol::family::epoch::{Epoch, Mode};
use crate::protocol::family::info::{Info, Score, ScoreValue};
use crate::protocol::family::reply::{Reply, SyntaxIssue};
use crate::protocol::family::state::ProtocolState;
use crate::protocol::family::table::Table;
use crate::protocol::family::violation_id::ViolationId;
use crate::protocol::{Catalogue, Limits};
use crate::transcript::{Event, EventId, EventKind, LineEnd};
use crate::verdict::{ClockUse, PositionEvidence};

/// An always-on rule.
pub(crate) struct Rule {
    /// Its name in reports.
    pub(crate) name: &'static str,
    /// Whether a probe does not change its findings: it judges lines as such, or its clause is about a part of what is
    /// probed.
    pub(crate) ignores_probe: bool,
    /// The info lines that it can report. It does not run for the others, because info lines are frequent.
    pub(crate) info_filter: InfoFilter,
    /// The violations that it can report.
    pub(crate) violations: &'static [&'static [ViolationId]],
    /// The function that adds the violations of an event to a list.
    pub(crate) check: fn(&RuleContext<'_>, &mut Vec<Violation>),
}

/// The info lines that a rule can report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum InfoFilter {
    /// None.
    None,
    /// Lines that are not [ordinary](RuleContext::is_ordinary).
    Unusual,
    /// All lines.
    Every,
}

/// Everything that a rule may use.
pub(crate) struct RuleContext<'a> {
    pub(crate) table: &'a Table,
    pub(crate) catalogue: &'a Catalogue,
    pub(crate) limits: &'a Limits,
    pub(crate) state: &'a ProtocolState,
    pub(crate) event: &'a Event,
    pub(crate) reply: Option<&'a Reply<'a>>,
    pub(crate) issues: &'a [SyntaxIssue],
}

/// A violation that a rule reports.
#[derive(Debug, Clone)]
pub(crate) struct Violation {
    pub(crate) id: ViolationId,
    pub(crate) expected: Text,
    pub(crate) got: Text,
    pub(crate) message: Text,
    pub(crate) columns: Option<(usize, usize)>,
    pub(crate) events: Vec<EventId>,
    pub(crate) timing: bool,
    pub(crate) over: Option<Duration>,
    pub(crate) position: Option<PositionEvidence>,
    pub(crate) clock: Option<ClockUse>,
}

impl RuleContext<'_> {
    pub(crate) fn at(&self) -> Duration {
        self.event.at
    }

    /// A violation that this event shows.
    pub(crate) fn violation(&self, id: ViolationId, message: Text) -> Violation {
        Violation {
            id,
            expected: Text::EMPTY,
            got: Text::plain(self.text()),
            message,
            columns: None,
            events: vec![self.event.id],
            timing: false,
            over: None,
            position: None,
            clock: None,
        }
    }

    /// The line of the event; empty if the event has none.
    pub(crate) fn text(&self) -> String {
        match &self.event.kind {
            EventKind::Received(line) | EventKind::Stderr(line) | EventKind::Sent { line, .. } => {
                line.text().into_owned()
            }
            EventKind::Partial(bytes) => String::from_utf8_lossy(bytes).into_owned(),
            EventKind::EndOfStream(_)
            | EventKind::InputClosed
            | EventKind::WriteFailed(_)
            | EventKind::Exit(_)
            | EventKind::Overdue(_)
            | EventKind::Step { .. } => String::new(),
        }
    }

    /// Whether this info line is ordinary, as nearly all are: it has no syntax error, is about the best line, has
    /// no mate score, and belongs to a search that neither ponders nor has `searchmoves`.
    pub(crate) fn is_ordinary(&self, info: &Info<'_>) -> bool {
        let whole =
            matches!(&self.event.kind, EventKind::Received(line) if line.end != LineEnd::None);
        let sound = whole && self.issues.is_empty();
        let plain = |score: Score| matches!(score.value, ScoreValue::Cp(_));
        let alone = info.multipv.is_none_or(|number| number <= 1);
        let free = |epoch: &Epoch| epoch.mode != Mode::Ponder && epoch.go.search_moves.is_none();
        sound && alone && info.score.is_none_or(plain) && self.state.current().is_some_and(free)
    }

    /// Whether a violation breaks a clause of the dialect in this profile.
    pub(crate) fn has_clause(&self, id: ViolationId, profile: &str) -> bool {
        self.catalogue.clause_mapping(&id.to_string(), profile).is_some()
    }

    /// Whether this line is the reply without a move that some dialects have, such as `nobestmove`.
    pub(crate) fn is_without_move(&self) -> bool {
        matches!(self.reply, Some(Reply::BestMove(best)) if self.table.is_without_move(best))
    }

    /// Whether `quit` was sent or the input was closed. Lines that come afterwards are read but not judged.
    pub(crate) fn leaving(&self) -> bool {
        self.state.quit.is_some() || self.state.input_closed.is_some()
    }
}

impl Violation {
    pub(crate) fn expected(mut self, expected: Text) -> Self {
        self.expected = expected;
        self
    }

    pub(crate) fn got(mut self, got: Text) -> Self {
        self.got = got;
        self
    }

    /// Adds an earlier event to the evidence.
    pub(crate) fn since(mut self, event: EventId) -> Self {
        self.events.insert(0, event);
        self
    }

    pub(crate) fn columns(mut self, columns: (usize, usize)) -> Self {
        self.columns = Some(columns);
        self
    }

    /// Marks the violation as a timing failure, late by `over` after limit and slack.
    pub(crate) fn late(mut self, over: Duration) -> Self {
        self.over = Some(over);
        self.timing()
    }

    pub(crate) fn timing(mut self) -> Self {
        self.timing = true;
        self
    }

    /// Adds the position in which the violation happened.
    pub(crate) fn board(mut self, position: Option<&dyn Position>) -> Self {
        self.position = position.map(|position| {
            let game = position.game();
            PositionEvidence {
                game: game.name(),
                form: game.notation_name(),
                notation: position.notation(),
                side_to_move: game.side_name(position.side_to_move()),
                last_move: position.last_move(),
                illegal_move: None,
                squares: Vec::new(),
            }
        });
        self
    }

    /// Adds the move that is illegal in that position, and the squares that forbid it.
    pub(crate) fn forbidden(mut self, text: &str, illegal: &Illegal) -> Self {
        if let Some(position) = &mut self.position {
            position.illegal_move = Some(text.to_owned());
            position.squares.clone_from(&illegal.squares);
        }
        self
    }

    pub(crate) fn root(self, epoch: &Epoch) -> Self {
        let board = self.board(epoch.root.as_deref());
        board.since(epoch.sent.id)
    }
}
