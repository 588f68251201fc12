//! Tests of single parts of the engines.

use std::time::Duration;

use crate::reference::family::options;
use crate::reference::family::plan::{Plan, Timing, plan};
use crate::reference::family::request::{Mate, Request};
use crate::reference::family::words;
use crate::reference::uci::Uci;
use crate::reference::usi::Usi;

fn request(line: &str) -> Request {
    Request::read::<Usi>(&words::split(line), |word| word == "7g7f" || word == "2g2f")
}

#[test]
fn a_go_is_read_in_any_order_and_unknown_words_are_skipped() {
    let usual = request("ponder btime 1000 wtime 2000 byoyomi 500");
    assert_eq!(request("wtime 2000 xyzzy 3 foo byoyomi 500 ponder btime 1000"), usual);
    let own = |first| usual.own(first).left;
    assert_eq!(own(true), Some(Duration::from_secs(1)));
    assert_eq!(own(false), Some(Duration::from_secs(2)));
    assert_eq!(usual.limit(true), Some(Duration::from_millis(1500)));
    let named = request("searchmoves 7g7f 2g2f depth 3");
    assert_eq!((named.searchmoves.len(), named.depth), (2, Some(3)));
    assert_eq!(request("mate infinite").mate, Some(Mate::Endless));
    assert_eq!(request("mate 1000").mate, Some(Mate::Within(1000)));
    assert_eq!(request("btime"), Request::default());
    assert_eq!(request("btime -5").first.left, Some(Duration::ZERO));
}

#[test]
fn the_first_side_has_another_name_in_each_dialect() {
    let words = words::split("wtime 1000 btime 2000");
    let chess = Request::read::<Uci>(&words, |_| false);
    assert_eq!(chess.own(true).left, Some(Duration::from_secs(1)));
    let shogi = Request::read::<Usi>(&words, |_| false);
    assert_eq!(shogi.own(true).left, Some(Duration::from_secs(2)));
}

#[test]
fn a_plan_leaves_most_of_a_short_clock_alone() {
    let answer = |line: &str| {
        let request = request(line);
        let timing = Timing { request: &request, first_to_move: true, pondered: None };
        let Plan { answer, .. } = plan::<Usi>(&timing);
        answer.map(|time| time.as_millis())
    };
    assert_eq!(answer("btime 0 wtime 600000 byoyomi 0"), Some(0));
    assert_eq!(answer("btime 0 wtime 600000 byoyomi 50"), Some(30));
    assert_eq!(answer("btime 600000 wtime 0 byoyomi 10000"), Some(50));
    assert_eq!(answer("mate 1000"), Some(800));
    assert_eq!(answer("mate infinite"), None);
}

#[test]
fn an_option_keeps_the_blanks_of_its_value() {
    let read = |line| options::read(line);
    let named = |name: &str, value| Some((name.to_owned(), value));
    assert_eq!(read("setoption name A value b  c\r"), named("A", Some("b  c")));
    assert_eq!(read("setoption\tname  A B  value x"), named("A B", Some("x")));
    assert_eq!(read("setoption name A value"), named("A", Some("")));
    assert_eq!(read("setoption name Clear Hash"), named("Clear Hash", None));
    assert_eq!(read("setoption name"), None);
    assert_eq!(read("setoption"), None);
}
