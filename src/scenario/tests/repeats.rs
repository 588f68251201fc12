//! Repeats within repeats.

use std::path::PathBuf;
use std::sync::Arc;

use crate::protocol::{self, Wait};
use crate::scenario::inputs::{Flow, Known, Line, check};
use crate::span::{SourceFile, Span};

/// Each level doubles what is sent; the check ends all the same.
#[test]
fn deeply_nested_repeats_are_checked_in_bounded_time() {
    let usi = protocol::dialect("usi").unwrap();
    let file = SourceFile { path: PathBuf::from("x.yaml"), text: "go".to_owned(), bundled: false };
    let place = Span { file: Arc::new(file), line: 1, column: 1, start: 0, end: 2 };
    let nested =
        |innermost: Vec<Flow>| (0..200).fold(innermost, |flow, _| vec![Flow::Repeat(flow)]);
    assert!(check(usi, &[], &nested(Vec::new()), None).is_empty());
    let line = |text: &str| {
        Flow::Line(Line {
            text: text.to_owned(),
            place: place.clone(),
            used_at: None,
            known: Known::Text,
        })
    };
    let go = || line("go infinite");
    let messages = |innermost| check(usi, &[], &nested(innermost), None);
    assert_eq!(messages(vec![go()]).len(), 1, "go without a position");
    assert!(messages(vec![Flow::Wait(Wait::Other)]).is_empty());
    // Repeats of nothing do not count, so that they cannot hide what comes after them.
    let mut flow = nested(Vec::new());
    flow.push(go());
    assert_eq!(check(usi, &[], &flow, None).len(), 1);
    // What follows branches is checked on each path, and a message is the same on all of them.
    let ways = |words: [&str; 3]| words.map(|word| (vec![line(word)], true)).into();
    let mut flow = vec![Flow::Branch(ways(["usi", "isready", "usinewgame"]))];
    flow.extend((0..9).map(|_| go()));
    assert_eq!(check(usi, &[], &flow, None).len(), 1);
}
