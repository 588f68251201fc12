//! The boards of the built-in engines.

use std::collections::HashSet;

use crate::games::{chess, shogi, xiangqi};
use crate::reference::family::board::Board;

/// Checks each move of these positions, and each reply, against the material counted anew. Returns the gains that
/// occurred.
fn gains<B: Board>(positions: &[&str]) -> HashSet<i32> {
    let mut seen = HashSet::new();
    let mut follow = |board: &B| -> Vec<B> {
        let moves = board.moves().into_iter();
        let follow = moves.map(|mv| {
            let (gain, next) = (board.gain(mv), board.after(mv));
            let place = board.notation();
            assert_eq!(-next.material(), board.material() + gain, "{mv} in {place}");
            seen.insert(gain);
            next
        });
        follow.collect()
    };
    for position in positions {
        for board in follow(&B::parse(position).expect("a position")) {
            follow(&board);
        }
    }
    seen
}

#[test]
fn the_gain_of_a_move_is_the_change_of_the_material() {
    let chess = gains::<chess::Position>(&[
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
        "r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R b KQkq - 0 1",
    ]);
    // A pawn; a promotion; a promotion that takes a rook.
    assert!(chess.is_superset(&[0, 100, 800, 1300].into()), "{chess:?}");
    let shogi = gains::<shogi::Position>(&[
        "8l/1l+R2P3/p2pBG1pp/kps1p4/Nn1P2G2/P1P1P2PP/1PS6/1KSG3+r1/LN2+p3L w Sbgn3p 124",
        "lnsgk1snl/1r4gb1/p1pppp2p/6pR1/1p7/2P6/PP1PPPP1P/1BG6/LNS1KGSNL b Pp 1",
    ]);
    // A drop; a pawn; a promoted pawn that is taken; a promoted rook that is taken.
    assert!(shogi.is_superset(&[0, 200, 650, 2250].into()), "{shogi:?}");
    let xiangqi = gains::<xiangqi::Position>(&[
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
        "r1bak1bnr/4a4/2n4c1/p1p1p1p1p/9/2P6/P3P1P1P/N1C1C4/9/1RBAKABNR w - - 0 1",
    ]);
    assert!(xiangqi.is_superset(&[0, 100, 400].into()), "{xiangqi:?}");
}
