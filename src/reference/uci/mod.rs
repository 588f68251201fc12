//! The UCI engine.

mod defect_hooks;

use super::family::options::Declared;
use super::family::request::{Mate, Reply, Request};
use super::family::{Board, DefectHook, Dialect, Solution};
use crate::games::Position as _;
use crate::games::chess::{Move, Position};

/// The dialect of chess engines.
pub(super) struct Uci;

/// The defects that this engine can have.
pub(super) fn defect_hooks() -> impl Iterator<Item = &'static DefectHook<Position>> {
    defect_hooks::ALL.iter().copied().flatten()
}

impl Dialect for Uci {
    type Board = Position;

    const HELLO: &'static str = "uci";
    const HELLO_DONE: &'static str = "uciok";
    const NEW_GAME: &'static str = "ucinewgame";
    const GAME_OVER: Option<&'static str> = None;
    const WRITTEN: &'static str = "fen";
    const MULTI_PV: &'static str = "MultiPV";
    const FIRST_CLOCK: [&'static str; 2] = ["wtime", "winc"];
    const SECOND_CLOCK: [&'static str; 2] = ["btime", "binc"];
    const SOLVES: bool = false;

    fn options() -> Vec<Declared> {
        let option = |name, kind| Declared { name, kind };
        vec![
            option("Hash", "spin default 16 min 1 max 1024"),
            option("Ponder", "check default false"),
            option("MultiPV", "spin default 1 min 1 max 64"),
            option("Clear Hash", "button"),
            option("Kentei Contempt", "spin default 0 min -100 max 100"),
            option("Kentei Style", "combo default Normal var Solid var Normal var Risky"),
            option("Kentei Remark", "string default <empty>"),
        ]
    }

    fn without_moves() -> Reply {
        Reply::best("(none)")
    }

    fn at_once(_: &Position) -> Option<Reply> {
        None
    }

    fn solve(_: &Position, _: &dyn Fn() -> bool) -> Solution<Position> {
        Solution::Unknown
    }

    fn mate_distance(plies: i32) -> i32 {
        (plies + plies.signum()) / 2
    }

    fn depth(request: &Request) -> u32 {
        match (request.depth, request.mate) {
            (Some(depth), _) => depth,
            (None, Some(Mate::Within(moves))) => {
                u32::try_from(moves.clamp(1, 15) * 2 - 1).unwrap_or(1)
            }
            (None, _) if request.nodes.is_some() => 30,
            (None, _) => 3,
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
        crate::games::Position::in_check(self)
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
