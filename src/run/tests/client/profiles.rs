//! The rules of the documents for clients, for each profile.

/// The rules of a profile for clients.
pub(super) struct ClientRules {
    pub(super) hello: &'static str,
    pub(super) hello_end: &'static str,
    pub(super) new_game: &'static str,
    pub(super) clocks: [&'static str; 2],
    pub(super) increments: [&'static str; 2],
    /// Whether the first word of each pair may stand alone.
    pub(super) own_alone: bool,
    /// The words of `go` that take a number, apart from clocks.
    pub(super) numbers: &'static [&'static str],
    /// The words of `go` without a value, apart from `infinite`.
    pub(super) plain: &'static [&'static str],
    /// Whether `searchmoves` exists.
    pub(super) searchmoves: bool,
    /// Whether `banmoves` exists.
    pub(super) bans: bool,
    /// Whether the mate search has its own form: `go mate` with milliseconds or `infinite`.
    pub(super) solves: bool,
    /// Whether `debug` and `register` exist.
    pub(super) talks: bool,
    /// Whether `isready` may be sent during a search.
    pub(super) ready_in_search: bool,
    /// Whether a game must begin before a position or a search, and end before `isready`.
    pub(super) strict_games: bool,
}

/// The rules for clients of a profile.
pub(super) fn client_rules(dialect: &str, profile: &str) -> ClientRules {
    let usi = ClientRules {
        hello: "usi",
        hello_end: "usiok",
        new_game: "usinewgame",
        clocks: ["btime", "wtime"],
        increments: ["binc", "winc"],
        own_alone: false,
        numbers: &["byoyomi", "depth", "nodes", "movetime", "movestogo"],
        plain: &["ponder"],
        searchmoves: true,
        bans: false,
        solves: true,
        talks: true,
        ready_in_search: false,
        strict_games: false,
    };
    match (dialect, profile) {
        ("usi", "core") => usi,
        ("usi", "draft") => ClientRules { ready_in_search: true, ..usi },
        ("usi", "shogidokoro") => ClientRules {
            numbers: &["byoyomi"],
            searchmoves: false,
            talks: false,
            strict_games: true,
            ..usi
        },
        ("uci", _) => ClientRules {
            hello: "uci",
            hello_end: "uciok",
            new_game: "ucinewgame",
            clocks: ["wtime", "btime"],
            increments: ["winc", "binc"],
            numbers: &["depth", "nodes", "movetime", "movestogo", "mate"],
            solves: false,
            ready_in_search: true,
            ..usi
        },
        ("ucci", _) => ClientRules {
            hello: "ucci",
            hello_end: "ucciok",
            new_game: "setoption newgame",
            clocks: ["time", "opptime"],
            increments: ["increment", "oppincrement"],
            own_alone: true,
            numbers: &["depth", "nodes", "movestogo", "oppmovestogo"],
            plain: &["ponder", "draw"],
            searchmoves: false,
            bans: true,
            solves: false,
            talks: false,
            ready_in_search: true,
            ..usi
        },
        (_, _) => panic!("no rules are known for clients of {dialect} {profile}"),
    }
}
