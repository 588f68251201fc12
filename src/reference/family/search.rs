//! Iterative deepening with alpha-beta on material. The search plays badly, but what it reports is true.

use super::Board;

/// The value of a mate; a mate in `n` plies has the value `MATE - n`.
const MATE: i32 = 1_000_000;
const NEAR_MATE: i32 = MATE - 1000;

/// A score as it is reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Score {
    /// Hundredths of a pawn.
    Cp(i32),
    /// Plies to mate, negative if the side to move is mated.
    Mate(i32),
}

/// A line of moves and its value for the side to move.
#[derive(Debug, Clone)]
pub(super) struct Line<M> {
    value: i32,
    pub(super) moves: Vec<M>,
}

impl<M> Line<M> {
    /// The score to report. A mate is reported only if the line shows all of its moves.
    pub(super) fn score(&self) -> Score {
        let plies = MATE - self.value.abs();
        if self.value.abs() < NEAR_MATE {
            Score::Cp(self.value)
        } else if usize::try_from(plies) == Ok(self.moves.len()) {
            Score::Mate(plies * self.value.signum())
        } else {
            Score::Cp(30_000 * self.value.signum())
        }
    }
}

/// The limits of a search.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bounds {
    pub(super) depth: u32,
    pub(super) nodes: u64,
    /// After this many nodes no further iteration begins.
    pub(super) enough: u64,
    /// The number of lines to find.
    pub(super) lines: usize,
}

/// The result of a completed iteration.
pub(super) struct Report<'a, M> {
    pub(super) depth: u32,
    pub(super) selective: usize,
    pub(super) nodes: u64,
    pub(super) lines: &'a [Line<M>],
}

/// Searches the given moves of a position to increasing depths, until the bounds are reached or `urged` returns true.
/// The first iteration is always completed; every completed iteration is reported. Returns the number of nodes.
pub(super) fn deepen<B: Board>(
    root: &B,
    moves: &[B::Move],
    bounds: Bounds,
    urged: &dyn Fn() -> bool,
    report: &mut dyn FnMut(Report<'_, B::Move>),
) -> u64 {
    let mut search =
        Search { nodes: 1, limit: bounds.nodes, urged, firm: true, stopped: false, selective: 0 };
    let mut order = moves.to_vec();
    for depth in 1..=bounds.depth.max(1) {
        let lines = search.root(root, &order, depth, bounds.lines);
        if search.stopped {
            break;
        }
        report(Report { depth, selective: search.selective, nodes: search.nodes, lines: &lines });
        search.firm = false;
        let best: Vec<B::Move> =
            lines.iter().filter_map(|line| line.moves.first()).copied().collect();
        order.retain(|mv| !best.contains(mv));
        order.splice(0..0, best);
        let decided = lines.iter().all(|line| line.value.abs() >= NEAR_MATE);
        if decided || search.nodes >= bounds.enough {
            break;
        }
    }
    search.nodes
}

/// A position and its material balance, which is not counted anew after each move.
struct Weighed<B> {
    board: B,
    material: i32,
}

impl<B: Board> Weighed<B> {
    fn after(&self, mv: B::Move) -> Self {
        let material = -(self.material + self.board.gain(mv));
        Self { board: self.board.after(mv), material }
    }
}

struct Search<'a> {
    nodes: u64,
    limit: u64,
    urged: &'a dyn Fn() -> bool,
    /// Whether the iteration must not be interrupted.
    firm: bool,
    stopped: bool,
    selective: usize,
}

impl Search<'_> {
    fn root<B: Board>(
        &mut self,
        root: &B,
        moves: &[B::Move],
        depth: u32,
        wanted: usize,
    ) -> Vec<Line<B::Move>> {
        let root = Weighed { board: root.clone(), material: root.material() };
        let mut lines: Vec<Line<B::Move>> = Vec::new();
        for &mv in moves {
            let worst = lines.get(wanted.max(1) - 1).map_or(-MATE, |line| line.value);
            let mut tail = Vec::new();
            let value = -self.visit(&root.after(mv), depth - 1, 1, -MATE, -worst, &mut tail);
            if self.stopped {
                break;
            }
            if lines.len() >= wanted.max(1) && value <= worst {
                continue;
            }
            tail.insert(0, mv);
            let at = lines.partition_point(|line| line.value >= value);
            lines.insert(at, Line { value, moves: tail });
            lines.truncate(wanted.max(1));
        }
        lines
    }

    /// The value for the side to move. `line` becomes the best line if the value lies between the bounds.
    fn visit<B: Board>(
        &mut self,
        node: &Weighed<B>,
        depth: u32,
        ply: i32,
        mut alpha: i32,
        beta: i32,
        line: &mut Vec<B::Move>,
    ) -> i32 {
        line.clear();
        self.nodes += 1;
        self.selective = self.selective.max(usize::try_from(ply).unwrap_or(0));
        if self.is_over() {
            return 0;
        }
        if depth == 0 {
            return match node.board.has_move() {
                true => node.material.clamp(-20_000, 20_000),
                false => without_moves(&node.board, ply),
            };
        }
        let moves = ordered(&node.board, depth);
        if moves.is_empty() {
            return without_moves(&node.board, ply);
        }
        let mut best = -MATE;
        let mut tail = Vec::new();
        for mv in moves {
            let child = node.after(mv);
            let value = -self.visit(&child, depth - 1, ply + 1, -beta, -alpha, &mut tail);
            if self.stopped {
                return 0;
            }
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    line.clear();
                    line.push(mv);
                    line.append(&mut tail);
                }
            }
            if alpha >= beta {
                break;
            }
        }
        best
    }

    fn is_over(&mut self) -> bool {
        if !self.firm && !self.stopped {
            self.stopped =
                self.nodes >= self.limit || (self.nodes.is_multiple_of(64) && (self.urged)());
        }
        self.stopped
    }
}

fn without_moves<B: Board>(board: &B, ply: i32) -> i32 {
    if board.loses_without_move() { ply - MATE } else { 0 }
}

/// The moves: deeper than one ply those that gain most come first. At the last ply most are never tried, so they are not
/// ordered.
fn ordered<B: Board>(board: &B, depth: u32) -> Vec<B::Move> {
    let mut moves = board.moves();
    if depth > 1 {
        moves.sort_by_key(|&mv| -board.gain(mv));
    }
    moves
}
