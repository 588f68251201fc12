//! Where a misbehaviour can take hold of the engine.
//!
//! All hooks are empty in an engine that conforms.

use std::sync::Arc;
use std::time::Duration;

use super::Board;
use super::desk::{Desk, Write1};
use super::epoch::Epoch;
use super::info::Info;
use super::input::Reading;
use super::plan::{Plan, Timing};
use super::request::{Reply, Request};
use crate::reference::Ending;

/// A misbehaviour: its id, and what it puts into the hooks.
pub(in crate::reference) struct DefectHook<B: Board> {
    /// As the table and the command line call it.
    pub(in crate::reference) id: &'static str,
    /// Fills hooks.
    pub(in crate::reference) install: fn(&mut Hooks<B>),
}

/// A misbehaviour as a line of a list.
pub(in crate::reference) const fn defect_hook<B: Board>(
    id: &'static str,
    install: fn(&mut Hooks<B>),
) -> DefectHook<B> {
    DefectHook { id, install }
}

/// How a command is handled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::reference) enum Heed {
    /// It is obeyed as it is.
    Obey,
    /// Other commands are obeyed in its place.
    Instead(Vec<String>),
    /// It is lost.
    Ignore,
}

/// A search as the hooks see it.
pub(in crate::reference) struct Asked<'a, B: Board> {
    /// The state of this `go`.
    pub(in crate::reference) epoch: &'a Epoch,
    /// The position that it searches.
    pub(in crate::reference) root: &'a B,
}

/// Acts before the first command.
type Start = Box<dyn FnMut(&Arc<Desk>)>;

/// Looks at a line.
type Look = Box<dyn FnMut(&Arc<Desk>, &str) -> Heed>;

/// Ends the engine when its input has ended.
type HangUp = Box<dyn FnMut(&Desk) -> Ending>;

/// Turns the position that a command asks for into the one that is set; the words are those
/// after `position`.
type SetPosition<B> = Box<dyn FnMut(&Desk, &[&str], Result<B, String>) -> Result<B, String>>;

/// Sees a `go` before it is begun; the words are those after `go`.
type BeginSearch<B> = Box<dyn FnMut(&Arc<Desk>, &B, &[&str], &mut Request) -> Heed>;

/// Changes the plan of an answer.
type MakePlan = Box<dyn FnMut(&Timing<'_>, Plan) -> Plan>;

/// The places on the command thread.
pub(in crate::reference) struct Hooks<B: Board> {
    /// Before the first command.
    pub(in crate::reference) start: Option<Start>,
    /// Each line as it came, a CR included.
    pub(in crate::reference) line: Option<Look>,
    /// The lines of the handshake, the closing one included.
    pub(in crate::reference) handshake: Option<fn(&mut Vec<String>)>,
    /// See [`SetPosition`].
    pub(in crate::reference) position: Option<SetPosition<B>>,
    /// See [`BeginSearch`].
    pub(in crate::reference) go: Option<BeginSearch<B>>,
    /// See [`MakePlan`].
    pub(in crate::reference) plan: Option<MakePlan>,
    /// The end of input.
    pub(in crate::reference) eof: Option<HangUp>,
    /// The bytes of each line.
    pub(in crate::reference) write: Option<Write1>,
    /// The lines that go to the error stream.
    pub(in crate::reference) errors: Option<fn(&str) -> bool>,
    /// How input is cut.
    pub(in crate::reference) reading: Reading,
    /// The places in a search.
    pub(in crate::reference) search: SearchHooks<B>,
}

/// Changes the info lines that belong together.
type ShowInfo<B> = Box<dyn Fn(&Asked<'_, B>, &mut Vec<Info>) + Send + Sync>;
/// Changes the reply; `None` takes it away.
type GiveReply<B> = Box<dyn Fn(&Asked<'_, B>, Reply) -> Option<Reply> + Send + Sync>;
/// Says how much longer than due the reply waits.
type Linger<B> = Box<dyn Fn(&Asked<'_, B>) -> Duration + Send + Sync>;
/// Sees a reply that has just been written, and the position that it is for.
type Answered<B> = Box<dyn Fn(&Arc<Desk>, &B, &Reply) + Send + Sync>;

/// The places on the search thread.
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
            line: None,
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
