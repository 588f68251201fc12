//! The lines that a client sends in generated sessions.

use kentei::protocol::client::{Client, ClientLines, TurnClasses};
use kentei::protocol::{self};

/// The classes that a client has chosen, by parameter.
struct Chosen<'a>(&'a [(&'static str, &'static str)]);

impl TurnClasses for Chosen<'_> {
    fn class(&self, parameter: &str) -> &'static str {
        self.0.iter().find(|(name, _)| *name == parameter).map_or("", |(_, class)| class)
    }
}

fn client(dialect: &str) -> Client {
    let dialect = protocol::dialect(dialect).expect("a known dialect");
    dialect.client("core").expect("a client of this profile")
}

fn go(lines: &dyn ClientLines, ply: usize, classes: &[(&'static str, &'static str)]) -> String {
    lines.search(&Chosen(classes), ply, &[])
}

#[test]
fn clocks_belong_to_the_side_to_move_and_to_the_other_side() {
    let usi = client("usi").lines;
    let classes = [("mode", "clock"), ("own", "zero"), ("other", "some"), ("period", "byoyomi")];
    assert_eq!(go(&*usi, 0, &classes), "go btime 0 wtime 3000 byoyomi 2000");
    assert_eq!(go(&*usi, 1, &classes), "go btime 3000 wtime 0 byoyomi 2000");

    let uci = client("uci").lines;
    let classes = [("mode", "clock"), ("own", "long"), ("other", "zero"), ("period", "")];
    assert_eq!(go(&*uci, 0, &classes), "go wtime 600000 btime 0");
    assert_eq!(go(&*uci, 1, &classes), "go wtime 0 btime 600000");

    // In UCCI the first clock is that of the side to move, whichever it is.
    let ucci = client("ucci").lines;
    for ply in [0, 1] {
        assert_eq!(go(&*ucci, ply, &classes), "go time 600000 opptime 0");
    }
}

#[test]
fn periods_are_written_in_each_form_and_in_either_order() {
    let usi = client("usi").lines;
    let with =
        |period| [("mode", "ponder"), ("own", "some"), ("other", "long"), ("period", period)];
    for (period, end) in [
        ("", ""),
        ("byoyomi", " byoyomi 2000"),
        ("moves-to-go", " movestogo 2"),
        ("increments", " binc 2000 winc 2000"),
        ("own-increment", " binc 0 winc 2000"),
        ("other-increment", " binc 2000 winc 0"),
    ] {
        let line = go(&*usi, 1, &with(period));
        assert_eq!(line, format!("go ponder btime 600000 wtime 3000{end}"));
    }
    let line = go(&*usi, 0, &with("own-increment"));
    assert_eq!(line, "go ponder btime 3000 wtime 600000 binc 2000 winc 0");
    let permuted = [("mode", "clock"), ("own", "zero"), ("other", "zero"), ("order", "permuted")];
    assert_eq!(go(&*usi, 0, &permuted), "go wtime 0 btime 0");
}

#[test]
fn each_mode_has_its_words_and_its_replies() {
    let usi = client("usi").lines;
    for (mode, line, replies) in [
        ("infinite", "go infinite", ["bestmove"]),
        ("mate", "go mate 500", ["checkmate"]),
        ("mate-infinite", "go mate infinite", ["checkmate"]),
        ("depth", "go depth 3", ["bestmove"]),
        ("nodes", "go nodes 1000", ["bestmove"]),
        ("movetime", "go movetime 300", ["bestmove"]),
    ] {
        assert_eq!(go(&*usi, 0, &[("mode", mode)]), line);
        assert_eq!(usi.replies(&Chosen(&[("mode", mode)])), replies, "in mode {mode}");
    }
    let moves = ["7g7f".to_owned(), "2g2f".to_owned()];
    let line = usi.search(&Chosen(&[("mode", "infinite")]), 0, &moves);
    assert_eq!(line, "go infinite searchmoves 7g7f 2g2f");
    let ucci = client("ucci").lines;
    assert_eq!(ucci.replies(&Chosen(&[("mode", "clock")])), ["bestmove", "nobestmove"]);
}

#[test]
fn an_offered_draw_goes_with_the_search_or_with_its_ponderhit() {
    let ucci = client("ucci").lines;
    for (mode, draw, line, hit) in [
        ("depth", "offered", "go draw depth 3", "ponderhit draw"),
        ("depth", "", "go depth 3", "ponderhit"),
    ] {
        let classes = [("mode", mode), ("draw", draw)];
        assert_eq!(go(&*ucci, 0, &classes), line);
        assert_eq!(ucci.ponder_hit(&Chosen(&classes)), hit);
    }
    let ponder = [("mode", "ponder"), ("draw", "offered"), ("own", "zero"), ("other", "zero")];
    assert_eq!(go(&*ucci, 0, &ponder), "go ponder time 0 opptime 0");
}

#[test]
fn positions_bans_and_the_ends_of_games_are_written_as_each_dialect_has_them() {
    let [usi, uci, ucci] = ["usi", "uci", "ucci"].map(|dialect| client(dialect).lines);
    assert_eq!(usi.position(None, None), "position startpos");
    assert_eq!(usi.position(None, Some("7g7f")), "position startpos moves 7g7f");
    assert_eq!(usi.position(Some("ROOT"), Some("7g7f")), "position sfen ROOT moves 7g7f");
    assert_eq!(uci.position(Some("ROOT"), None), "position fen ROOT");
    assert_eq!(ucci.ban(&["h2e2".to_owned(), "b2e2".to_owned()]), "banmoves h2e2 b2e2");
    assert_eq!(usi.game_over("lose").as_deref(), Some("gameover lose"));
    assert_eq!(uci.game_over("lose"), None);
    assert_eq!(ucci.game_over("lose"), None);
    assert_eq!([usi.new_game(), uci.new_game()], ["usinewgame", "ucinewgame"]);
    assert_eq!([usi.hello().line, uci.hello().line, ucci.hello().line], ["usi", "uci", "ucci"]);
}

/// A parameter in a later part replaces the one with the same name in an earlier part.
#[test]
fn a_client_searches_as_the_document_of_its_profile_does() {
    let modes = |profile: &str| {
        let usi = protocol::dialect("usi").expect("a known dialect");
        let parts = usi.client(profile).expect("a client of this profile").parts;
        let mut parameters = parts.iter().rev().flat_map(|part| part.parameters);
        parameters.find(|(name, ..)| *name == "mode").map(|(_, _, classes)| *classes)
    };
    assert_eq!(modes("shogidokoro"), Some("clock ponder infinite mate mate-infinite"));
    for profile in ["core", "draft"] {
        let all = "clock ponder infinite mate mate-infinite depth nodes movetime";
        assert_eq!(modes(profile), Some(all));
    }
}
