//! Which options a script sets, with scripted engines that declare some.

use super::paper::{bench, limits, ms, scenario};
use crate::engine::scripted::{Reaction, Scripted};
use crate::run::schedule::trial;

/// What is sent to an engine with an option that names the game and one that does not, if its combos are set to their
/// defaults after these lines.
fn sent_after(lines: &str) -> String {
    let hello = [
        (ms(1), "id name x"),
        (ms(1), "id author x"),
        (ms(1), "option name UCI_Variant type combo default shogi var shogi var chess"),
        (ms(1), "option name Style type combo default Solid var Solid var Risky"),
        (ms(1), "usiok"),
    ];
    let mut engine = Scripted::new(vec![
        Reaction::on("usi", &hello),
        Reaction::on("isready", &[(ms(1), "readyok")]),
        Reaction::on("quit", &[]).exit(ms(1), 0),
    ]);
    let set = "  - set-options: { types: [combo], to: default }\n";
    let script = scenario("USI-POS-07", &format!("  - alive\n{lines}{set}  - alive\n"));
    trial::play_on(&bench(&limits(), 1), &script, &mut engine);
    engine.sent_text()
}

const GAME: &str = "setoption name UCI_Variant value shogi";
const STYLE: &str = "setoption name Style value Solid";

#[test]
fn an_option_that_names_the_game_is_not_set_between_position_and_go() {
    let sent = sent_after("  - send: position startpos moves 7g7f\n");
    assert!(sent.contains(STYLE) && !sent.contains(GAME), "{sent}");
}

#[test]
fn before_a_position_each_option_is_set() {
    let sent = sent_after("");
    assert!(sent.contains(STYLE) && sent.contains(GAME), "{sent}");
}
