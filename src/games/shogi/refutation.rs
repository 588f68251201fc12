//! The proof that a position has no mate by checks.

use std::collections::HashMap;

use shunsai::Position;

use super::mate_budget::{Budget, Stopped, checks};

/// The result of a proof.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    /// The attacker mates, in any number of plies.
    Mate,
    /// The attacker never mates.
    NoMate,
    /// There are more positions than allowed.
    TooLarge,
}

/// Collects every position that checks and the replies to them lead to, at most `reach` of them, and works back from
/// the mates. A repeated position is the same node, so checks in a cycle do not count as a mate.
pub(super) fn search(
    root: &Position,
    reach: usize,
    budget: &mut Budget<'_>,
) -> Result<Verdict, Stopped> {
    let mut graph = Graph::default();
    graph.node_of(root.clone(), true);
    while let Some((node, board)) = graph.open.pop() {
        budget.visit()?;
        if graph.nodes.len() > reach {
            return Ok(Verdict::TooLarge);
        }
        graph.expand(node, board);
    }
    Ok(graph.judge())
}

#[derive(Default)]
struct Graph {
    ids: HashMap<u64, usize>,
    nodes: Vec<Node>,
    open: Vec<(usize, Position)>,
}

/// A position in the graph, linked to the positions that lead to it.
struct Node {
    attacks: bool,
    /// The number of the defender's moves that are not yet known to lead to mate; unused for the attacker.
    escapes: usize,
    parents: Vec<usize>,
    mates: bool,
}

impl Graph {
    /// The node of a position; a new position is added to the open ones.
    fn node_of(&mut self, board: Position, attacks: bool) -> usize {
        let next = self.nodes.len();
        // The key includes the side to move, so attacker and defender never share a node.
        let node = *self.ids.entry(board.key()).or_insert(next);
        if node == next {
            self.nodes.push(Node { attacks, escapes: 0, parents: Vec::new(), mates: false });
            self.open.push((node, board));
        }
        node
    }

    fn expand(&mut self, node: usize, mut board: Position) {
        let attacks = self.nodes[node].attacks;
        let moves = if attacks { checks(&mut board) } else { board.legal_moves() };
        self.nodes[node].escapes = moves.len();
        self.nodes[node].mates = !attacks && moves.is_empty();
        for mv in moves {
            let mut next = board.clone();
            next.do_move(mv);
            let child = self.node_of(next, !attacks);
            self.nodes[child].parents.push(node);
        }
    }

    /// Works back from the mates to the root, which is the first node.
    fn judge(mut self) -> Verdict {
        let mut mated: Vec<usize> =
            (0..self.nodes.len()).filter(|&node| self.nodes[node].mates).collect();
        while let Some(node) = mated.pop() {
            for parent in std::mem::take(&mut self.nodes[node].parents) {
                let above = &mut self.nodes[parent];
                above.escapes -= 1;
                if !above.mates && (above.attacks || above.escapes == 0) {
                    above.mates = true;
                    mated.push(parent);
                }
            }
        }
        if self.nodes.first().is_some_and(|root| root.mates) {
            Verdict::Mate
        } else {
            Verdict::NoMate
        }
    }
}
