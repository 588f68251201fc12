//! What a client may send, and when: a small state machine for each profile.
//!
//! It is written from the documents. It shares no code with the sender, or with the rules for engines.

use super::profiles::ClientRules;
use super::wire::Passed;

/// A way in which a client violates the documents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Violation {
    /// Another line before the first command, or before the handshake is complete.
    BeforeHandshake,
    /// The first command again.
    SecondHello,
    /// A position or a search before the engine was ready for the first time, or while an `isready` is unanswered.
    NotReady,
    /// A search without a position.
    NoPosition,
    /// `go ponder` at a position without a move: the last move is the guess.
    PonderWithoutMove,
    /// A command that has to wait for the end of the search.
    Busy,
    /// `isready` during a search, in a profile that does not allow it.
    ReadyInSearch,
    /// `stop` with nothing to stop.
    IdleStop,
    /// A second `stop`.
    SecondStop,
    /// `ponderhit` without a ponder search.
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
    /// Clocks that clients do not send: one alone, byoyomi with increments, or clocks in an infinite search.
    OddClocks,
    /// A running clock below a second: many engines cannot keep it.
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

#[derive(Default)]
struct Search {
    ponder: bool,
    hit: bool,
    stopped: bool,
    short: bool,
    /// Whether `gameover` was sent in it, and below, whether `isready` was sent after that.
    over: bool,
    asked: bool,
}

#[derive(Default)]
struct State {
    /// Whether UCCI clocks are in seconds.
    in_seconds: bool,
    greeted: bool,
    shaken: bool,
    /// How many `isready` are unanswered.
    asked: u32,
    ready: bool,
    /// Whether an `isready` was answered since the last game.
    prepared: bool,
    in_game: bool,
    /// Whether the position was given with moves; `None` without a position.
    position: Option<bool>,
    searches: Vec<Search>,
    /// Whether the last line was one that lets a search run, so that a `stop` may cross its reply.
    may_cross: bool,
    left: bool,
}

/// The violations of a client, each with its line.
pub(super) fn violations(
    client_rules: &ClientRules,
    passed: &[Passed],
    probes: &[String],
) -> Vec<(Violation, String)> {
    let mut state = State::default();
    let mut all = Vec::new();
    let mut unfinished = String::new();
    for one in passed {
        match one {
            Passed::Received(line) => state.hear(client_rules, line),
            Passed::Sent(text) => {
                unfinished.push_str(text);
                while let Some(end) = unfinished.find('\n') {
                    let line: String = unfinished.drain(..=end).collect();
                    let line = line.strip_suffix('\n').unwrap_or(&line);
                    if probes.iter().any(|probe| is_probe(probe, line)) {
                        // The state of the engine after a probe is unknown.
                        return all;
                    }
                    let mut here = Vec::new();
                    state.say(client_rules, line, &mut here);
                    all.extend(here.into_iter().map(|violation| (violation, line.to_owned())));
                }
            }
        }
    }
    all
}

impl State {
    fn hear(&mut self, client_rules: &ClientRules, line: &str) {
        match line.split_whitespace().next() {
            Some("readyok") => {
                self.asked = self.asked.saturating_sub(1);
                self.ready = true;
                self.prepared = true;
                // A search that was over before this `isready` sends no reply any more.
                self.searches.retain(|search| !search.asked);
            }
            Some("bestmove" | "nobestmove" | "checkmate") if !self.searches.is_empty() => {
                self.searches.remove(0);
            }
            Some(word) if word == client_rules.hello_end => self.shaken = true,
            _ => {}
        }
    }

    fn say(&mut self, client_rules: &ClientRules, line: &str, violations: &mut Vec<Violation>) {
        let words: Vec<&str> = line.split_whitespace().collect();
        if words.join(" ") != line {
            violations.push(Violation::Spacing);
        }
        if self.left {
            return;
        }
        let Some((&command, rest)) = words.split_first() else {
            return violations.push(Violation::Blank);
        };
        if command == "quit" {
            self.left = true;
            return;
        }
        if !self.shaken && command != client_rules.hello {
            violations.push(Violation::BeforeHandshake);
        }
        match command {
            _ if command == client_rules.hello => {
                if std::mem::replace(&mut self.greeted, true) {
                    violations.push(Violation::SecondHello);
                }
            }
            _ if command == client_rules.new_game => self.begins(client_rules, violations),
            "isready" => self.asks(client_rules, violations),
            "setoption" => {
                if let ["usemillisec", value] = rest {
                    self.in_seconds = *value == "false";
                }
                self.must_be_idle(violations);
            }
            "position" => self.places(client_rules, rest, violations),
            "go" => self.goes(client_rules, rest, violations),
            "stop" => match self.searches.iter_mut().find(|search| !search.over) {
                Some(search) if search.stopped => violations.push(Violation::SecondStop),
                Some(search) => search.stopped = true,
                None if self.may_cross => {}
                None => violations.push(Violation::IdleStop),
            },
            "ponderhit" => self.hits(violations),
            "gameover" if client_rules.solves => self.ends(rest, violations),
            "debug" if client_rules.talks && matches!(rest, ["on" | "off"]) => {}
            "register" if client_rules.talks => {}
            "banmoves" if client_rules.bans => {
                self.must_be_idle(violations);
                if self.position.is_none() {
                    violations.push(Violation::NoPosition);
                }
            }
            _ => violations.push(Violation::UnknownCommand),
        }
        self.may_cross = matches!(command, "go" | "ponderhit");
    }

    fn must_be_idle(&self, violations: &mut Vec<Violation>) {
        if !self.searches.is_empty() {
            violations.push(Violation::Busy);
        }
    }

    fn begins(&mut self, client_rules: &ClientRules, violations: &mut Vec<Violation>) {
        self.must_be_idle(violations);
        if client_rules.strict_games && (!self.prepared || self.in_game) {
            violations.push(Violation::UnpreparedGame);
        }
        self.prepared = false;
        self.in_game = true;
    }

    fn asks(&mut self, client_rules: &ClientRules, violations: &mut Vec<Violation>) {
        if self.searches.iter().any(|search| !search.over) && !client_rules.ready_in_search {
            violations.push(Violation::ReadyInSearch);
        } else if self.in_game && client_rules.strict_games {
            violations.push(Violation::ReadyInGame);
        }
        for search in self.searches.iter_mut().filter(|search| search.over) {
            search.asked = true;
        }
        self.asked += 1;
    }

    fn places(
        &mut self,
        client_rules: &ClientRules,
        words: &[&str],
        violations: &mut Vec<Violation>,
    ) {
        self.must_be_idle(violations);
        self.must_play(client_rules, violations);
        let moves = words.iter().position(|word| *word == "moves");
        self.position = Some(moves.is_some_and(|at| words.len() > at + 1));
    }

    fn must_play(&self, client_rules: &ClientRules, violations: &mut Vec<Violation>) {
        if !self.ready || self.asked > 0 {
            violations.push(Violation::NotReady);
        }
        if client_rules.strict_games && !self.in_game {
            violations.push(Violation::OutsideGame);
        }
    }

    fn goes(
        &mut self,
        client_rules: &ClientRules,
        words: &[&str],
        violations: &mut Vec<Violation>,
    ) {
        self.must_be_idle(violations);
        self.must_play(client_rules, violations);
        let ponder = words.contains(&"ponder");
        match self.position {
            None => violations.push(Violation::NoPosition),
            Some(false) if ponder => violations.push(Violation::PonderWithoutMove),
            Some(_) => {}
        }
        let short = limits(client_rules, words, violations) && !self.in_seconds;
        if short && !ponder {
            violations.push(Violation::ShortClock);
        }
        self.searches.push(Search { ponder, short, ..Search::default() });
    }

    fn hits(&mut self, violations: &mut Vec<Violation>) {
        let mut open = self.searches.iter_mut();
        match open.find(|search| search.ponder && !search.stopped && !search.over) {
            Some(search) if search.hit => violations.push(Violation::SecondHit),
            Some(search) => {
                search.hit = true;
                if search.short {
                    violations.push(Violation::ShortClock);
                }
            }
            None => violations.push(Violation::IdleHit),
        }
    }

    fn ends(&mut self, words: &[&str], violations: &mut Vec<Violation>) {
        match words {
            [] => violations.push(Violation::BareGameOver),
            ["win" | "lose" | "draw"] => {}
            _ => violations.push(Violation::OtherGameOver),
        }
        for search in &mut self.searches {
            search.over = true;
            let runs = !search.ponder || search.hit;
            if search.short && runs && !search.stopped {
                violations.push(Violation::GameOverOnShortClock);
            }
        }
        self.in_game = false;
        self.prepared = false;
    }
}

/// Checks the words after `go`. Returns whether the clock is below a second.
fn limits(client_rules: &ClientRules, words: &[&str], violations: &mut Vec<Violation>) -> bool {
    if words.is_empty() {
        violations.push(Violation::BareGo);
    }
    if let ["mate", bound] = words
        && client_rules.solves
    {
        if *bound != "infinite" && bound.parse::<u64>().is_err() {
            violations.push(Violation::UnknownGoWord);
        }
        return false;
    }
    let mut numbers: Vec<(&str, i64)> = Vec::new();
    let mut endless = false;
    let mut rest = words.iter().copied().peekable();
    while let Some(word) = rest.next() {
        let pairs = [client_rules.clocks, client_rules.increments];
        let timed = pairs.iter().flatten().chain(client_rules.numbers);
        if timed.into_iter().any(|known| *known == word) {
            let number = rest.next().and_then(|word| word.parse().ok());
            match number {
                Some(number) => numbers.push((word, number)),
                None => violations.push(Violation::UnknownGoWord),
            }
        } else if word == "infinite" {
            endless = true;
        } else if word == "searchmoves" && client_rules.searchmoves {
            let is_move =
                |word: &&str| word.len() >= 4 && word.bytes().any(|byte| byte.is_ascii_digit());
            while rest.next_if(is_move).is_some() {}
        } else if !client_rules.plain.contains(&word) {
            violations.push(Violation::UnknownGoWord);
        }
    }
    let get =
        |wanted: &str| numbers.iter().find(|(word, _)| *word == wanted).map(|(_, number)| *number);
    let clocks = client_rules.clocks.map(get);
    let increments = client_rules.increments.map(get);
    let byoyomi = get("byoyomi");
    let halves = |pair: [Option<i64>; 2]| {
        pair[0].is_some() != pair[1].is_some() && !(client_rules.own_alone && pair[1].is_none())
    };
    let timed = clocks[0].is_some() || increments[0].is_some() || byoyomi.is_some();
    let mixed = increments[0].is_some() && byoyomi.is_some();
    let unclocked = clocks[0].is_none() && timed;
    if halves(clocks) || halves(increments) || mixed || unclocked || (endless && timed) {
        violations.push(Violation::OddClocks);
    }
    // It is not known which side is to move, so a clock is short only if both sides have less than a second.
    let given = |side: usize| {
        clocks[side].unwrap_or(0) + increments[side].unwrap_or(0) + byoyomi.unwrap_or(0)
    };
    clocks[0].is_some() && given(0).max(given(1)) < 1000
}

/// Whether a line is this probe. A `*` at the end of the probe stands for any text.
fn is_probe(probe: &str, line: &str) -> bool {
    match probe.strip_suffix('*') {
        Some(begin) => line.starts_with(begin),
        None => probe == line,
    }
}
