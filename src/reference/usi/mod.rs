//! The USI engine.

mod defect_hooks;

use super::family::options::Declared;
use super::family::request::{Reply, Request};
use super::family::{Board, DefectHook, Dialect, Solution};
use crate::games::Position as _;
use crate::games::shogi::{self, MateAnswer, Position};

/// The dialect of shogi engines.
pub(super) struct Usi;

/// The number of positions that the mate solver may visit; it limits the solver's memory.
const SOLVER_BUDGET: u64 = 60_000;

/// The defects that this engine can have.
pub(super) fn defect_hooks() -> impl Iterator<Item = &'static DefectHook<Position>> {
    defect_hooks::ALL.iter().copied().flatten()
}

impl Dialect for Usi {
    type Board = Position;

    const HELLO: &'static str = "usi";
    const HELLO_DONE: &'static str = "usiok";
    const NEW_GAME: &'static str = "usinewgame";
    const GAME_OVER: Option<&'static str> = Some("gameover");
    const WRITTEN: &'static str = "sfen";
    const MULTI_PV: &'static str = "USI_MultiPV";
    const FIRST_CLOCK: [&'static str; 2] = ["btime", "binc"];
    const SECOND_CLOCK: [&'static str; 2] = ["wtime", "winc"];
    const SOLVES: bool = true;

    fn options() -> Vec<Declared> {
        let option = |name, kind| Declared { name, kind };
        vec![
            option("USI_Hash", "spin default 16 min 1 max 1024"),
            option("USI_Ponder", "check default true"),
            option("USI_MultiPV", "spin default 1 min 1 max 64"),
            option("KenteiEnteringKing", "check default true"),
            option("KenteiContempt", "spin default 0 min -100 max 100"),
            option("KenteiStyle", "combo default Normal var Solid var Normal var Risky"),
            option("KenteiForget", "button"),
            option("KenteiRemark", "string default <empty>"),
            option("KenteiBookFile", "filename default <empty>"),
        ]
    }

    fn without_moves() -> Reply {
        Reply::best("resign")
    }

    fn at_once(board: &Position) -> Option<Reply> {
        let declaration = board.declaration()?;
        declaration.sound.then(|| Reply::best("win"))
    }

    fn solve(board: &Position, urged: &dyn Fn() -> bool) -> Solution<Position> {
        let mut nodes = SOLVER_BUDGET;
        match shogi::mate(board, u32::MAX, &mut nodes, urged) {
            MateAnswer::Mate(moves) => Solution::Mate(moves),
            MateAnswer::NoMate => Solution::NoMate,
            MateAnswer::Unknown => Solution::Unknown,
        }
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
    type Move = shogi::Move;

    fn start() -> Self {
        Self::start()
    }

    fn parse(fields: &str) -> Result<Self, String> {
        Self::parse(fields)
    }

    fn read(&self, text: &str) -> Option<shogi::Move> {
        self.read_move(text).ok()
    }

    fn moves(&self) -> Vec<shogi::Move> {
        self.legal_moves_typed()
    }

    fn has_move(&self) -> bool {
        self.has_legal_move()
    }

    fn make(&mut self, mv: shogi::Move) {
        self.advance(mv);
    }

    fn loses_without_move(&self) -> bool {
        true
    }

    fn material(&self) -> i32 {
        self.material()
    }

    fn gain(&self, mv: shogi::Move) -> i32 {
        self.gain(mv)
    }

    fn first_to_move(&self) -> bool {
        self.side_to_move() == crate::games::Side::First
    }

    fn notation(&self) -> String {
        crate::games::Position::notation(self)
    }
}
