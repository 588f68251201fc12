//! What a client may send, and when: a small state machine for each profile.
//!
//! It is written from the documents and shares no code with what sends, or with what judges engines.

use super::wire::Passed;

/// A way in which a client leaves what the documents lay down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Slip {
    /// Something else before the first command, or before the handshake is closed.
    BeforeHandshake,
    /// The first command again.
    SecondHello,
    /// A position or a search before the engine was ever ready, or while it gets ready.
    NotReady,
    /// A search without a position.
    NoPosition,
    /// `go ponder` at a position without a move: the last move is the guess.
    PonderWithoutMove,
    /// A command that has to wait for the end of the search.
    Busy,
    /// A question for readiness in a search.
    ReadyInSearch,
    /// `stop` with nothing to stop.
    IdleStop,
    /// A second `stop`.
    SecondStop,
    /// `ponderhit` with nothing to hit.
    IdleHit,
    /// A second `ponderhit`.
    SecondHit,
    /// `gameover` without a word.
    BareGameOver,
    /// `gameover` with another word.
    OtherGameOver,
    /// A command that does not exist in the profile.
    UnknownCommand,
    /// A blank line.
    Blank,
    /// `go` with nothing after it.
    BareGo,
    /// A word of `go` that does not exist in the profile.
    UnknownGoWord,
    /// Clocks that clients do not send so: one without the other, byoyomi with increments, or clocks beside a
    /// search that has none.
    OddClocks,
    /// A clock below a second that runs: many engines cannot keep it.
    ShortClock,
    /// `gameover` in a search whose clock is below a second.
    GameOverOnShortClock,
    /// `usinewgame` when no `isready` was answered since the last game.
    UnpreparedGame,
    /// `isready` in a game that has not ended.
    ReadyInGame,
    /// A position or a search outside of a game.
    OutsideGame,
    /// White space other than a blank between words.
    Spacing,
}

/// What a profile lays down.
pub(super) struct Manners {
    hello: &'static str,
    hello_end: &'static str,
    new_game: &'static str,
    clocks: [&'static str; 2],
    increments: [&'static str; 2],
    /// Whether the first of each pair may stand alone.
    own_alone: bool,
    /// The words of `go` that are numbers, besides clocks.
    numbers: &'static [&'static str],
    /// The words of `go` that stand alone, besides `infinite`.
    plain: &'static [&'static str],
    /// Whether `searchmoves` exists.
    searchmoves: bool,
    /// Whether `banmoves` exists.
    bans: bool,
    /// Whether the mate search is a matter of its own: `go mate` with milliseconds or `infinite`.
    solves: bool,
    /// Whether `debug` and `register` exist.
    talks: bool,
    /// Whether readiness may be asked for in a search.
    ready_in_search: bool,
    /// Whether games have a beginning and an end.
    strict_games: bool,
}

/// The manners of a profile.
pub(super) fn manners(dialect: &str, profile: &str) -> Manners {
    let usi = Manners {
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
        ("usi", "draft") => Manners { ready_in_search: true, ..usi },
        ("usi", "shogidokoro") => Manners {
            numbers: &["byoyomi"],
            searchmoves: false,
            talks: false,
            strict_games: true,
            ..usi
        },
        ("uci", _) => Manners {
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
        ("ucci", _) => Manners {
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
        (_, _) => panic!("no manners are known for {dialect} {profile}"),
    }
}

#[derive(Default)]
struct Search {
    ponder: bool,
    hit: bool,
    stopped: bool,
    short: bool,
    /// `gameover` was sent in it, and `isready` after that.
    over: bool,
    asked: bool,
}

#[derive(Default)]
struct State {
    greeted: bool,
    shaken: bool,
    /// How many `isready` wait for their answer.
    asked: u32,
    ready: bool,
    /// Ready, and no game since.
    prepared: bool,
    in_game: bool,
    /// Whether the position has a move, if there is one.
    position: Option<bool>,
    searches: Vec<Search>,
    /// Whether the last line was the one that let a search run, so that a `stop` may cross its reply.
    may_cross: bool,
    left: bool,
}

/// What a client did that it may not do, each with the line.
pub(super) fn slips(
    manners: &Manners,
    passed: &[Passed],
    probes: &[String],
) -> Vec<(Slip, String)> {
    let mut state = State::default();
    let mut all = Vec::new();
    let mut unfinished = String::new();
    for one in passed {
        match one {
            Passed::Received(line) => state.hear(manners, line),
            Passed::Sent(text) => {
                unfinished.push_str(text);
                while let Some(end) = unfinished.find('\n') {
                    let line: String = unfinished.drain(..=end).collect();
                    let line = line.strip_suffix('\n').unwrap_or(&line);
                    if probes.iter().any(|probe| is_probe(probe, line)) {
                        // What comes after it finds the engine in a state that nobody knows.
                        return all;
                    }
                    let mut here = Vec::new();
                    state.say(manners, line, &mut here);
                    all.extend(here.into_iter().map(|slip| (slip, line.to_owned())));
                }
            }
        }
    }
    all
}

impl State {
    fn hear(&mut self, manners: &Manners, line: &str) {
        match line.split_whitespace().next() {
            Some("readyok") => {
                self.asked = self.asked.saturating_sub(1);
                self.ready = true;
                self.prepared = true;
                // What was over before the question is over for good.
                self.searches.retain(|search| !search.asked);
            }
            Some("bestmove" | "nobestmove" | "checkmate") if !self.searches.is_empty() => {
                self.searches.remove(0);
            }
            Some(word) if word == manners.hello_end => self.shaken = true,
            _ => {}
        }
    }

    fn say(&mut self, manners: &Manners, line: &str, slips: &mut Vec<Slip>) {
        let words: Vec<&str> = line.split_whitespace().collect();
        if words.join(" ") != line {
            slips.push(Slip::Spacing);
        }
        if self.left {
            return;
        }
        let Some((&command, rest)) = words.split_first() else {
            return slips.push(Slip::Blank);
        };
        if command == "quit" {
            self.left = true;
            return;
        }
        if !self.shaken && command != manners.hello {
            slips.push(Slip::BeforeHandshake);
        }
        match command {
            _ if command == manners.hello => {
                if std::mem::replace(&mut self.greeted, true) {
                    slips.push(Slip::SecondHello);
                }
            }
            _ if command == manners.new_game => self.begins(manners, slips),
            "isready" => self.asks(manners, slips),
            "setoption" => self.must_be_idle(slips),
            "position" => self.places(manners, rest, slips),
            "go" => self.goes(manners, rest, slips),
            "stop" => match self.searches.iter_mut().find(|search| !search.over) {
                Some(search) if search.stopped => slips.push(Slip::SecondStop),
                Some(search) => search.stopped = true,
                None if self.may_cross => {}
                None => slips.push(Slip::IdleStop),
            },
            "ponderhit" => self.hits(slips),
            "gameover" if manners.solves => self.ends(rest, slips),
            "debug" if manners.talks && matches!(rest, ["on" | "off"]) => {}
            "register" if manners.talks => {}
            "banmoves" if manners.bans => {
                self.must_be_idle(slips);
                if self.position.is_none() {
                    slips.push(Slip::NoPosition);
                }
            }
            _ => slips.push(Slip::UnknownCommand),
        }
        self.may_cross = matches!(command, "go" | "ponderhit");
    }

    fn must_be_idle(&self, slips: &mut Vec<Slip>) {
        if !self.searches.is_empty() {
            slips.push(Slip::Busy);
        }
    }

    fn begins(&mut self, manners: &Manners, slips: &mut Vec<Slip>) {
        self.must_be_idle(slips);
        if manners.strict_games && (!self.prepared || self.in_game) {
            slips.push(Slip::UnpreparedGame);
        }
        self.prepared = false;
        self.in_game = true;
    }

    fn asks(&mut self, manners: &Manners, slips: &mut Vec<Slip>) {
        if self.searches.iter().any(|search| !search.over) && !manners.ready_in_search {
            slips.push(Slip::ReadyInSearch);
        } else if self.in_game && manners.strict_games {
            slips.push(Slip::ReadyInGame);
        }
        for search in self.searches.iter_mut().filter(|search| search.over) {
            search.asked = true;
        }
        self.asked += 1;
    }

    fn places(&mut self, manners: &Manners, words: &[&str], slips: &mut Vec<Slip>) {
        self.must_be_idle(slips);
        self.must_play(manners, slips);
        let moves = words.iter().position(|word| *word == "moves");
        self.position = Some(moves.is_some_and(|at| words.len() > at + 1));
    }

    fn must_play(&self, manners: &Manners, slips: &mut Vec<Slip>) {
        if !self.ready || self.asked > 0 {
            slips.push(Slip::NotReady);
        }
        if manners.strict_games && !self.in_game {
            slips.push(Slip::OutsideGame);
        }
    }

    fn goes(&mut self, manners: &Manners, words: &[&str], slips: &mut Vec<Slip>) {
        self.must_be_idle(slips);
        self.must_play(manners, slips);
        let ponder = words.contains(&"ponder");
        match self.position {
            None => slips.push(Slip::NoPosition),
            Some(false) if ponder => slips.push(Slip::PonderWithoutMove),
            Some(_) => {}
        }
        let short = limits(manners, words, slips);
        if short && !ponder {
            slips.push(Slip::ShortClock);
        }
        self.searches.push(Search { ponder, short, ..Search::default() });
    }

    fn hits(&mut self, slips: &mut Vec<Slip>) {
        let mut open = self.searches.iter_mut();
        match open.find(|search| search.ponder && !search.stopped && !search.over) {
            Some(search) if search.hit => slips.push(Slip::SecondHit),
            Some(search) => {
                search.hit = true;
                if search.short {
                    slips.push(Slip::ShortClock);
                }
            }
            None => slips.push(Slip::IdleHit),
        }
    }

    fn ends(&mut self, words: &[&str], slips: &mut Vec<Slip>) {
        match words {
            [] => slips.push(Slip::BareGameOver),
            ["win" | "lose" | "draw"] => {}
            _ => slips.push(Slip::OtherGameOver),
        }
        for search in &mut self.searches {
            search.over = true;
            let runs = !search.ponder || search.hit;
            if search.short && runs && !search.stopped {
                slips.push(Slip::GameOverOnShortClock);
            }
        }
        self.in_game = false;
        self.prepared = false;
    }
}

/// Looks at the words after `go`; says whether its clock is below a second.
fn limits(manners: &Manners, words: &[&str], slips: &mut Vec<Slip>) -> bool {
    if words.is_empty() {
        slips.push(Slip::BareGo);
    }
    if let ["mate", bound] = words
        && manners.solves
    {
        if *bound != "infinite" && bound.parse::<u64>().is_err() {
            slips.push(Slip::UnknownGoWord);
        }
        return false;
    }
    let mut numbers: Vec<(&str, i64)> = Vec::new();
    let mut endless = false;
    let mut rest = words.iter().copied().peekable();
    while let Some(word) = rest.next() {
        let pairs = [manners.clocks, manners.increments];
        let timed = pairs.iter().flatten().chain(manners.numbers);
        if timed.into_iter().any(|known| *known == word) {
            let number = rest.next().and_then(|word| word.parse().ok());
            match number {
                Some(number) => numbers.push((word, number)),
                None => slips.push(Slip::UnknownGoWord),
            }
        } else if word == "infinite" {
            endless = true;
        } else if word == "searchmoves" && manners.searchmoves {
            let is_move =
                |word: &&str| word.len() >= 4 && word.bytes().any(|byte| byte.is_ascii_digit());
            while rest.next_if(is_move).is_some() {}
        } else if !manners.plain.contains(&word) {
            slips.push(Slip::UnknownGoWord);
        }
    }
    let get =
        |wanted: &str| numbers.iter().find(|(word, _)| *word == wanted).map(|(_, number)| *number);
    let clocks = manners.clocks.map(get);
    let increments = manners.increments.map(get);
    let byoyomi = get("byoyomi");
    let halves = |pair: [Option<i64>; 2]| {
        pair[0].is_some() != pair[1].is_some() && !(manners.own_alone && pair[1].is_none())
    };
    let timed = clocks[0].is_some() || increments[0].is_some() || byoyomi.is_some();
    let mixed = increments[0].is_some() && byoyomi.is_some();
    let unclocked = clocks[0].is_none() && timed;
    if halves(clocks) || halves(increments) || mixed || unclocked || (endless && timed) {
        slips.push(Slip::OddClocks);
    }
    // Whose clock it is does not matter: no side should have less.
    let given = |side: usize| {
        clocks[side].unwrap_or(0) + increments[side].unwrap_or(0) + byoyomi.unwrap_or(0)
    };
    clocks[0].is_some() && given(0).max(given(1)) < 1000
}

/// Whether a line is this probe, of which a `*` at its end stands for anything.
fn is_probe(probe: &str, line: &str) -> bool {
    match probe.strip_suffix('*') {
        Some(begin) => line.starts_with(begin),
        None => probe == line,
    }
}
