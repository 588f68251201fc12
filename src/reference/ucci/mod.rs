//! The UCCI engine.

mod defect_hooks;

use super::family::options::Declared;
use super::family::request::{Reply, Request};
use super::family::{Board, DefectHook, Dialect, Particulars, Solution};
use crate::games::Position as _;
use crate::games::xiangqi::{Move, Position};

/// The dialect of xiangqi engines.
pub(super) struct Ucci;

/// The defects that this engine can have.
pub(super) fn defect_hooks() -> impl Iterator<Item = &'static DefectHook<Position>> {
    defect_hooks::ALL.iter().copied().flatten()
}

impl Dialect for Ucci {
    type Board = Position;

    const HELLO: &'static str = "ucci";
    const HELLO_DONE: &'static str = "ucciok";
    // An option announces a new game; the engine does nothing at it.
    const NEW_GAME: &'static str = "setoption newgame";
    const GAME_OVER: Option<&'static str> = None;
    const WRITTEN: &'static str = "fen";
    const MULTI_PV: &'static str = "multipv";
    const FIRST_CLOCK: [&'static str; 2] = ["time", "increment"];
    const SECOND_CLOCK: [&'static str; 2] = ["opptime", "oppincrement"];
    const PARTICULARS: Particulars = Particulars {
        bare_options: true,
        own_clocks: true,
        millisecond_option: Some("usemillisec"),
        no_move: Some("nobestmove"),
        ban: Some("banmoves"),
        probe: Some(("probe", "pophash")),
        farewell: Some("bye"),
        bare_score: true,
    };
    const SOLVES: bool = false;

    fn options() -> Vec<Declared> {
        let option = |name, kind| Declared { name, kind };
        vec![
            option("usemillisec", "check default false"),
            option("newgame", "button"),
            option("ponder", "check default false"),
            option("hashsize", "spin default 16 min 1 max 1024"),
            option("contempt", "spin default 0 min -100 max 100"),
            option("style", "combo default normal var solid var normal var risky"),
            option("remark", "string default <empty>"),
        ]
    }

    fn without_moves() -> Reply {
        Reply::word("nobestmove")
    }

    fn at_once(_: &Position) -> Option<Reply> {
        None
    }

    fn solve(_: &Position, _: &dyn Fn() -> bool) -> Solution<Position> {
        Solution::Unknown
    }

    fn mate_distance(plies: i32) -> i32 {
        plies
    }

    fn depth(request: &Request) -> u32 {
        match request.depth {
            Some(depth) => depth,
            None if request.nodes.is_some() => 30,
            None => 3,
        }
    }
}

impl Board for Position {
    type Move = Move;

    fn start() -> Self {
        Self::start()
    }

    fn parse(fields: &str) -> Result<Self, String> {
        Self::parse(fields)
    }

    fn read(&self, text: &str) -> Option<Move> {
        self.read_move(text).ok()
    }

    fn moves(&self) -> Vec<Move> {
        self.legal_moves_typed()
    }

    fn has_move(&self) -> bool {
        self.has_legal_move()
    }

    fn make(&mut self, mv: Move) {
        self.advance(mv);
    }

    fn loses_without_move(&self) -> bool {
        true
    }

    fn material(&self) -> i32 {
        self.material()
    }

    fn gain(&self, mv: Move) -> i32 {
        self.gain(mv)
    }

    fn first_to_move(&self) -> bool {
        self.side_to_move() == crate::games::Side::First
    }

    fn notation(&self) -> String {
        crate::games::Position::notation(self)
    }
}
