//! The places where a defect can change the engine.
//!
//! All hooks are empty in an engine that conforms.

use std::sync::Arc;
use std::time::Duration;

use super::Board;
use super::epoch::Epoch;
use super::info::Info;
use super::input::Reading;
use super::plan::{Plan, Timing};
use super::request::{Reply, Request};
use super::shared_state::{LineEncoder, SharedState};
use crate::reference::Ending;

/// A defect: its id, and the function that fills hooks.
pub(in crate::reference) struct DefectHook<B: Board> {
    /// The id in the table and on the command line.
    pub(in crate::reference) id: &'static str,
    /// Fills the hooks.
    pub(in crate::reference) install: fn(&mut Hooks<B>),
}

/// Makes a [`DefectHook`], for the lists of defects.
pub(in crate::reference) const fn defect_hook<B: Board>(
    id: &'static str,
    install: fn(&mut Hooks<B>),
) -> DefectHook<B> {
    DefectHook { id, install }
}

/// What the engine does with a command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::reference) enum Handling {
    /// It obeys the command.
    Obey,
    /// It obeys these commands instead.
    Instead(Vec<String>),
    /// It ignores the command.
    Ignore,
}

/// A search, as hooks see it.
pub(in crate::reference) struct SearchContext<'a, B: Board> {
    /// The state of this `go`.
    pub(in crate::reference) epoch: &'a Epoch,
    /// The position of the search.
    pub(in crate::reference) root: &'a B,
}

/// Runs before the first command.
type Start = Box<dyn FnMut(&Arc<SharedState>)>;

/// Sees a line before the engine obeys it, and decides what the engine does with it.
type LineHook = Box<dyn FnMut(&Arc<SharedState>, &str) -> Handling>;

/// Decides how the engine ends after the end of its input.
type EndHook = Box<dyn FnMut(&SharedState) -> Ending>;

/// Gets the words after `position` and the position that they mean; returns the position to set.
type SetPosition<B> = Box<dyn FnMut(&SharedState, &[&str], Result<B, String>) -> Result<B, String>>;

/// Gets the position, the words after `go` and the request before a search begins; may change the request.
type BeginSearch<B> = Box<dyn FnMut(&Arc<SharedState>, &B, &[&str], &mut Request) -> Handling>;

/// Changes the plan for a reply.
type MakePlan = Box<dyn FnMut(&Timing<'_>, Plan) -> Plan>;

/// The hooks on the command thread.
pub(in crate::reference) struct Hooks<B: Board> {
    /// Before the first command.
    pub(in crate::reference) start: Option<Start>,
    /// Each of them sees every line as it came, including a CR. The first that does not obey a line decides.
    pub(in crate::reference) lines: Vec<LineHook>,
    /// The lines of the handshake, including the closing one.
    pub(in crate::reference) handshake: Option<fn(&mut Vec<String>)>,
    /// See [`SetPosition`].
    pub(in crate::reference) position: Option<SetPosition<B>>,
    /// See [`BeginSearch`].
    pub(in crate::reference) go: Option<BeginSearch<B>>,
    /// See [`MakePlan`].
    pub(in crate::reference) plan: Option<MakePlan>,
    /// Called at the end of input.
    pub(in crate::reference) eof: Option<EndHook>,
    /// Makes the bytes of each output line.
    pub(in crate::reference) write: Option<LineEncoder>,
    /// Selects the lines that go to the error stream.
    pub(in crate::reference) errors: Option<fn(&str) -> bool>,
    /// How the reader cuts its input into lines.
    pub(in crate::reference) reading: Reading,
    /// The hooks on the search thread.
    pub(in crate::reference) search: SearchHooks<B>,
}

/// Changes the info lines of one report.
type ShowInfo<B> = Box<dyn Fn(&SearchContext<'_, B>, &mut Vec<Info>) + Send + Sync>;
/// Changes the reply; `None` removes it.
type GiveReply<B> = Box<dyn Fn(&SearchContext<'_, B>, Reply) -> Option<Reply> + Send + Sync>;
/// Returns how long the reply waits after it is due.
type Linger<B> = Box<dyn Fn(&SearchContext<'_, B>) -> Duration + Send + Sync>;
/// Gets the position and the reply just after the reply is written.
type Answered<B> = Box<dyn Fn(&Arc<SharedState>, &B, &Reply) + Send + Sync>;

/// The hooks on the search thread.
pub(in crate::reference) struct SearchHooks<B: Board> {
    /// See [`ShowInfo`].
    pub(in crate::reference) info: Option<ShowInfo<B>>,
    /// See [`GiveReply`].
    pub(in crate::reference) reply: Option<GiveReply<B>>,
    /// See [`Linger`].
    pub(in crate::reference) linger: Option<Linger<B>>,
    /// See [`Answered`].
    pub(in crate::reference) answered: Option<Answered<B>>,
}

impl<B: Board> Default for SearchHooks<B> {
    fn default() -> Self {
        Self { info: None, reply: None, linger: None, answered: None }
    }
}

impl<B: Board> Default for Hooks<B> {
    fn default() -> Self {
        Self {
            start: None,
            lines: Vec::new(),
            handshake: None,
            position: None,
            go: None,
            plan: None,
            eof: None,
            write: None,
            errors: None,
            reading: Reading::default(),
            search: SearchHooks::default(),
        }
    }
}
