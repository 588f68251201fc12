//! Compares the fast check of lines with the check of single moves.

use shunsai::shogi_core::{Square, ToUsi};

use super::super::{Position, lines};
use super::oracle::{Dice, ROOTS, scattered};
use super::position;
use crate::games::{Game, Position as _, SHOGI};

/// The counts of lines that are legal up to their last word: all, legal ones, and legal ones that are not confirmed.
#[derive(Debug, Default)]
struct LineCounts {
    lines: usize,
    legal: usize,
    unsure: usize,
}

impl LineCounts {
    /// Checks a line that is legal up to its last word, `last`, which follows the position `before`.
    fn ask(&mut self, root: &Position, line: &str, before: &Position, last: &str) {
        let sure = root.surely_plays(line.as_bytes());
        let legal = before.check_move(last).is_ok();
        assert!(legal || !sure, "{line} from {}", root.notation());
        // Only a pawn drop that gives check may remain unconfirmed.
        if legal && !sure {
            let mut after = before.clone();
            after.play(last).unwrap();
            let word = format!("{line} from {}", root.notation());
            assert!(last.starts_with("P*") && after.in_check(), "{word}");
        }
        self.lines += 1;
        self.legal += usize::from(legal);
        self.unsure += usize::from(legal && !sure);
    }
}

/// Every word with the form of a move.
fn words() -> Vec<String> {
    let squares: Vec<String> = Square::all().map(|square| square.to_usi_owned()).collect();
    let mut words = Vec::new();
    for to in &squares {
        words.extend("PLNSGBR".chars().map(|letter| format!("{letter}*{to}")));
        for from in &squares {
            words.extend([format!("{from}{to}"), format!("{from}{to}+")]);
        }
    }
    words
}

#[test]
fn every_word_is_judged_alike() {
    let words = words();
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    let mut seen = LineCounts::default();
    for round in 0..150 {
        let root = position(&scattered(&mut dice, [9, 5][round % 2]));
        for word in &words {
            seen.ask(&root, word, &root, word);
        }
    }
    assert!(seen.legal > 5_000 && seen.unsure < 100, "{seen:?}");
}

/// Games of random moves. Each position is checked with a few moves that are legal there, and many that were legal in
/// other positions.
#[test]
fn lines_of_games_are_judged_alike() {
    let mut dice = Dice(0xd1b5_4a32_d192_ed03);
    let mut seen = LineCounts::default();
    let mut elsewhere: Vec<String> = vec!["7g7f".to_owned()];
    for _ in 0..400 {
        let mut root = position(ROOTS[dice.roll(ROOTS.len() * 2).saturating_sub(ROOTS.len())]);
        let mut now = root.clone();
        let mut line: Vec<String> = Vec::new();
        for _ in 0..150 {
            let here = now.legal_moves();
            if here.is_empty() {
                break;
            }
            let mut some: Vec<&String> = (0..5).map(|_| &here[dice.roll(here.len())]).collect();
            some.extend((0..20).map(|_| &elsewhere[dice.roll(elsewhere.len())]));
            for last in some {
                let whole = [line.as_slice(), std::slice::from_ref(last)].concat();
                seen.ask(&root, &whole.join(" "), &now, last);
            }
            let next = here[dice.roll(here.len())].clone();
            if elsewhere.len() < 2_000 {
                elsewhere.push(next.clone());
            } else {
                let place = dice.roll(2_000);
                elsewhere[place].clone_from(&next);
            }
            now.play(&next).unwrap();
            line.push(next);
            // A line that is not confirmed would hide all later moves.
            if line.len() == 20 || !root.surely_plays(line.join(" ").as_bytes()) {
                root = now.clone();
                line.clear();
            }
        }
    }
    let LineCounts { lines, legal, .. } = seen;
    assert!(lines > 500_000 && legal > lines / 10, "{seen:?}");
    assert!(lines - legal > lines / 2 && seen.unsure < legal / 50, "{seen:?}");
}

#[test]
fn the_form_of_a_line_is_that_of_its_words() {
    let alphabet = b"19ai*+ PRKp0jg5";
    let mut dice = Dice(0x2545_f491_4f6c_dd1d);
    let mut right = 0;
    for _ in 0..200_000 {
        let mut text = String::new();
        for _ in 0..1 + dice.roll(3) {
            let word = ["7g7f", "P*5e", "8h2b+", ""][dice.roll(4)];
            text.push_str(word);
            for _ in 0..dice.roll(3) / 2 * dice.roll(5) {
                text.push(char::from(alphabet[dice.roll(alphabet.len())]));
            }
            text.push_str([" ", " ", " ", "  ", "\t", ""][dice.roll(6)]);
        }
        for text in [text.as_str(), text.trim_end()] {
            let wanted = text.split(' ').all(|word| SHOGI.is_move(word));
            assert_eq!(lines::have_form(text.as_bytes()), wanted, "{text:?}");
            right += usize::from(wanted);
        }
    }
    assert!(right > 10_000, "{right}");
}

#[test]
fn a_knight_attacks_a_king_that_steps_before_it() {
    let confirms = |sfen: &str| position(sfen).surely_plays(b"5i5h");
    assert!(!confirms("4k4/9/9/9/9/5n3/9/9/4K4 b - 1"));
    assert!(confirms("4k4/9/9/9/9/5N3/9/9/4K4 b - 1"));
    let confirms = |sfen: &str| position(sfen).surely_plays(b"5a5b");
    assert!(!confirms("4k4/9/9/5N3/9/9/9/9/4K4 w - 1"));
    assert!(confirms("4k4/9/9/5n3/9/9/9/9/4K4 w - 1"));
}

#[test]
fn what_a_move_changes_counts_for_the_moves_after_it() {
    for (sfen, legal, illegal) in [
        // The only lance is dropped twice.
        ("4k4/9/9/9/9/9/9/9/4K4 b L 1", "L*5e 5a4a", "L*5d"),
        // A check is ignored.
        ("4k4/p8/9/9/9/9/9/9/4K3R b - 1", "1i1a", "9b9c"),
        // A pinned piece leaves its line.
        ("4k4/4r4/9/9/9/9/9/4G4/4K3R b - 1", "1i2i 5a4a", "5h4h"),
    ] {
        let root = position(sfen);
        assert!(root.surely_plays(legal.as_bytes()), "{legal} from {sfen}");
        assert!(!root.surely_plays(format!("{legal} {illegal}").as_bytes()), "{illegal}");
    }
}
