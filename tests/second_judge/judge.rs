//! A second judge, for about a dozen central clauses. It was written from the documents and the catalogue, without
//! looking at the rules of `protocol`, and shares no code with them. It reports nothing where the documents allow
//! different readings.

use std::collections::{BTreeMap, VecDeque};

use kentei::transcript::{Event, EventId, EventKind};

use super::board::Board;
use super::opinion::{Accusation, Fault, Opinion};
use super::option_line::is_option;
use super::search::{Hold, Search};

/// The state of one dialogue.
struct Judge {
    dialect: &'static str,
    profile: &'static str,
    opinion: Opinion,
    now: EventId,
    /// Whether the handshake was requested and has not ended.
    in_handshake: bool,
    has_name: bool,
    has_author: bool,
    has_option: bool,
    board: Option<Board>,
    banned: Vec<String>,
    ready: usize,
    /// How many lines may or may not count as `isready`.
    maybe_ready: usize,
    /// A reply came without its first word or its line end; the reply counts as received.
    garbled: bool,
    open: VecDeque<Search>,
    /// A search that `gameover` ended got no reply, so it may still be running.
    leftover: bool,
    /// Whether the last pv came while no search was open.
    idle_lines: bool,
    /// How many idle `stop`s a `nobestmove` of UCCI may answer.
    stops: usize,
    quit: bool,
    /// The client does not follow the documents any more; nothing more is judged.
    lost: bool,
    /// Whether another game than that of the dialect is played.
    variant: bool,
}

/// The opinion about these events of one process.
pub(crate) fn opinion(dialect: &'static str, profile: &'static str, events: &[Event]) -> Opinion {
    let mut judge = Judge {
        dialect,
        profile,
        opinion: Opinion::default(),
        now: EventId(0),
        in_handshake: false,
        has_name: false,
        has_author: false,
        has_option: false,
        board: None,
        banned: Vec::new(),
        ready: 0,
        maybe_ready: 0,
        garbled: false,
        open: VecDeque::new(),
        leftover: false,
        idle_lines: false,
        stops: 0,
        quit: false,
        lost: false,
        variant: false,
    };
    for event in events {
        judge.now = event.id;
        judge.see(&event.kind);
        if judge.lost {
            judge.opinion.end = Some(event.id);
            break;
        }
    }
    judge.opinion
}

impl Judge {
    fn accuse(&mut self, fault: Fault) {
        self.opinion.accusations.push(Accusation { at: self.now, fault });
    }

    fn leave_open(&mut self, fault: Fault) {
        self.opinion.undecided.push(Accusation { at: self.now, fault });
    }

    fn see(&mut self, kind: &EventKind) {
        match kind {
            EventKind::Sent { line, .. } if line.cut == 0 => self.sent(&line.text()),
            EventKind::Received(line) if line.cut == 0 => self.received(&line.text()),
            // A line that was cut cannot be read.
            EventKind::Sent { .. } | EventKind::Received(_) => self.lost = true,
            EventKind::InputClosed => self.quit = true,
            EventKind::Overdue(overdue) => self.overdue(&overdue.awaited),
            EventKind::Exit(_) if !self.quit => self.accuse(Fault::Gone),
            EventKind::Partial(_) => self.garbled = true,
            EventKind::Stderr(_)
            | EventKind::EndOfStream(_)
            | EventKind::WriteFailed(_)
            | EventKind::Exit(_)
            | EventKind::Step { .. } => {}
        }
    }

    fn sent(&mut self, line: &str) {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        match words[..] {
            ["usi" | "uci" | "ucci"] => {
                self.in_handshake = true;
                self.has_name = false;
                self.has_author = false;
                self.has_option = false;
            }
            ["isready"] => self.ready += 1,
            ["setoption", ref rest @ ..] => {
                let lower = rest.join(" ").to_ascii_lowercase();
                let own = ["shogi", "chess", "xiangqi"].iter().any(|game| lower.ends_with(game));
                self.variant |= lower.contains("chess960 value true")
                    || lower.contains("variant value") && !own;
                self.variant &= !lower.contains("chess960 value false");
            }
            ["position", ref rest @ ..] => {
                // The documents do not say what happens to a position that is sent during a search.
                let busy = self.open.iter().any(|search| !search.stopped);
                let known = !busy && !self.variant;
                self.board = if known { Board::read(self.dialect, rest) } else { None };
                self.banned.clear();
            }
            ["banmoves", ref rest @ ..] => {
                self.banned = rest.iter().map(|&word| word.to_owned()).collect();
            }
            ["go", ref rest @ ..] => self.go(rest),
            ["stop"] => {
                self.stops += 1;
                for search in &mut self.open {
                    search.stopped = true;
                    search.hold = Hold::Nothing;
                }
            }
            ["ponderhit", ..] => {
                for search in self.open.iter_mut().filter(|it| it.hold == Hold::StopOrHit) {
                    search.ponders = false;
                    search.hold = if search.is_infinite { Hold::Stop } else { Hold::Nothing };
                }
            }
            ["gameover", ..] => {
                for search in &mut self.open {
                    search.optional = true;
                    search.hold = Hold::Nothing;
                }
            }
            ["quit" | "bye"] => self.quit = true,
            // According to the draft, an engine skips unknown words up to a known one.
            [_, ref rest @ ..] if rest.contains(&"isready") => self.maybe_ready += 1,
            [_, ref rest @ ..] => {
                let commands =
                    ["go", "stop", "position", "ponderhit", "quit", "usi", "uci", "ucci"];
                self.lost = rest.iter().any(|word| commands.contains(word));
            }
            [] => {}
        }
    }

    /// Removes the searches that need no reply.
    fn drop_optional(&mut self) {
        self.leftover |= self.open.iter().any(|search| search.optional);
        self.open.retain(|search| !search.optional);
    }

    fn go(&mut self, words: &[&str]) {
        self.drop_optional();
        if self.open.iter().any(|search| search.hold != Hold::Nothing || !search.stopped) {
            self.lost = true;
            return;
        }
        let has = |word: &str| words.contains(&word);
        let is_mate = self.dialect == "usi" && has("mate");
        let is_infinite = has("infinite") && !is_mate;
        let ponders = has("ponder");
        let is_word = |word: &&&str| word.len() < 4 || !word.bytes().any(|it| it.is_ascii_digit());
        let listed = words.iter().skip_while(|word| **word != "searchmoves").skip(1);
        // Shogidokoro has no `searchmoves`.
        let is_known = self.profile != "shogidokoro";
        let only = listed.take_while(|word| is_known && !is_word(word));
        self.open.push_back(Search {
            board: if self.variant { None } else { self.board.clone() },
            only: only.map(|&word| word.to_owned()).collect(),
            banned: self.banned.clone(),
            is_mate,
            is_infinite,
            is_depth_zero: words.windows(2).any(|pair| pair == ["depth", "0"]),
            hold: match (ponders, is_infinite) {
                (true, _) => Hold::StopOrHit,
                (false, true) => Hold::Stop,
                (false, false) => Hold::Nothing,
            },
            stopped: false,
            ponders,
            variant: self.variant,
            optional: false,
            mixed: std::mem::take(&mut self.idle_lines),
            pvs: BTreeMap::new(),
            known: BTreeMap::new(),
        });
    }

    fn received(&mut self, line: &str) {
        self.garbled = false;
        // A byte-order mark has a clause of its own.
        let line = line.trim_start_matches('\u{feff}');
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        // Lines after `quit` are not judged.
        if self.quit {
            return;
        }
        match words[..] {
            ["id", kind, ..] => {
                let is_first = !self.has_name && !self.has_author;
                if !self.in_handshake || is_first && self.has_option && self.dialect != "ucci" {
                    self.accuse(Fault::Handshake);
                }
                if words.len() == 2 {
                    self.accuse(Fault::Handshake);
                }
                self.has_name |= kind == "name";
                // The example of Shogidokoro itself misspells the word.
                self.has_author |= kind.starts_with("auth");
            }
            ["option", ref rest @ ..] => {
                self.has_option = true;
                if !self.in_handshake {
                    self.accuse(Fault::Handshake);
                }
                if !is_option(self.dialect, rest) {
                    self.accuse(Fault::OptionLine);
                }
            }
            ["usiok" | "uciok" | "ucciok"] => {
                let is_own = words[0] == format!("{}ok", self.dialect);
                let author = self.has_author || self.dialect == "ucci";
                if is_own && !(self.in_handshake && self.has_name && author) {
                    self.accuse(Fault::Handshake);
                }
                if !self.has_author {
                    // Only one of the two texts of UCCI requires an author.
                    self.leave_open(Fault::Handshake);
                }
                self.in_handshake &= !is_own;
            }
            ["readyok"] if self.ready + self.maybe_ready == 0 => self.accuse(Fault::Readyok),
            ["readyok"] if self.ready == 0 => self.maybe_ready -= 1,
            ["readyok"] => {
                self.ready -= 1;
                self.drop_optional();
            }
            ["nomate" | "timeout" | "notimplemented"] => self.garbled = true,
            ["bestmove", ref rest @ ..] => self.reply(rest, false),
            ["checkmate", ..] if self.dialect == "usi" => self.reply(&[], true),
            ["nobestmove"] if self.dialect == "ucci" => self.nobestmove(),
            ["info", ref rest @ ..] => self.info(rest),
            _ => {}
        }
    }

    /// Judges a `bestmove` with these words, or a `checkmate`.
    fn reply(&mut self, words: &[&str], is_checkmate: bool) {
        let Some(search) = self.open.pop_front() else {
            return self.accuse(Fault::Unasked);
        };
        match search.hold {
            Hold::Nothing => {}
            // A later text of UCCI allows the search to end when a mate is found.
            Hold::Stop if self.dialect == "ucci" && self.profile != "unified" => {
                self.leave_open(Fault::Early);
            }
            Hold::Stop | Hold::StopOrHit => self.accuse(Fault::Early),
        }
        if search.is_mate != is_checkmate {
            return self.accuse(Fault::Kind);
        }
        // The reply to a ponder search that missed is discarded.
        if is_checkmate || search.ponders && search.stopped {
            return self.leave_open(Fault::Form);
        }
        let words = match words {
            [rest @ .., "draw" | "resign"] if self.dialect == "ucci" => {
                if rest.is_empty() {
                    return;
                }
                rest
            }
            _ => words,
        };
        let (word, ponder) = match words {
            [word] => (*word, None),
            [word, "ponder", ponder] => (*word, Some(*ponder)),
            _ => return self.accuse(Fault::Form),
        };
        if self.dialect == "usi" && ["resign", "win"].contains(&word) {
            if ponder.is_some() {
                self.accuse(Fault::Form);
            }
            let no_move = search.board.is_some_and(|board| board.moves().is_empty());
            if no_move && word == "win" {
                self.accuse(Fault::Move);
            }
            return;
        }
        self.moves(&search, word, ponder);
    }

    fn moves(&mut self, search: &Search, word: &str, ponder: Option<&str>) {
        if search.variant {
            return self.leave_open(Fault::Move);
        }
        let Some(board) = &search.board else {
            return;
        };
        let legal = board.moves();
        if legal.is_empty() && self.dialect == "uci" && ["(none)", "0000"].contains(&word) {
            return;
        }
        // The text of UCI does not mention positions without legal moves.
        if legal.is_empty() && self.dialect == "uci" && self.profile == "text" {
            return self.leave_open(Fault::Move);
        }
        let is_listed = search.only.is_empty() || search.only.iter().any(|only| only == word);
        let is_banned = search.banned.iter().any(|banned| banned == word);
        if !legal.contains(word) || !is_listed || is_banned {
            self.accuse(Fault::Move);
        }
        let mut next = board.clone();
        if let Some(ponder) = ponder
            && next.play(word)
            && !next.moves().contains(ponder)
        {
            self.accuse(Fault::Ponder);
        }
    }

    fn nobestmove(&mut self) {
        let Some(search) = self.open.pop_front() else {
            // This may be the answer to an earlier `stop`.
            if self.stops == 0 {
                self.accuse(Fault::Unasked);
            } else {
                self.leave_open(Fault::Unasked);
                self.stops -= 1;
            }
            return;
        };
        let moves = search.board.as_ref().map(Board::moves).unwrap_or_default();
        let left = moves.iter().filter(|word| !search.banned.contains(word)).count();
        match search.hold {
            Hold::Nothing => {}
            // The texts of UCCI do not say what ends `go infinite` in a position without moves.
            Hold::Stop => self.leave_open(Fault::Early),
            Hold::StopOrHit => self.accuse(Fault::Early),
        }
        if left > 0 && !search.stopped && !search.is_depth_zero {
            self.accuse(Fault::Move);
        }
    }

    fn info(&mut self, words: &[&str]) {
        let end = words.iter().position(|word| *word == "string").unwrap_or(words.len());
        let words = &words[..end];
        if let Some(at) = words.iter().position(|word| *word == "score") {
            self.score(&words[at + 1..]);
        }
        let Some(at) = words.iter().position(|word| *word == "pv") else {
            return;
        };
        // Between two searches it is unknown to which of them a line belongs, and an engine may ponder on another move.
        let is_alone = self.open.len() == 1 && !self.leftover;
        self.idle_lines = self.open.is_empty();
        let judged =
            |search: &&mut Search| is_alone && !search.ponders && !search.variant && !search.mixed;
        let search = self.open.front_mut().filter(judged);
        match search.map(|search| search.plays(&words[at + 1..])) {
            Some(true) => {}
            Some(false) => self.accuse(Fault::Pv),
            None => self.leave_open(Fault::Pv),
        }
    }

    /// Judges the words after `score`.
    fn score(&mut self, words: &[&str]) {
        let (number, is_mate) = match (self.dialect, words) {
            // Some engines write the forms of UCI.
            ("ucci", ["cp" | "mate", ..]) => return self.leave_open(Fault::Score),
            ("ucci", [number, ..]) => (*number, false),
            (_, ["cp", number, ..]) => (*number, false),
            (_, ["mate", number, ..]) => (*number, true),
            _ => return self.accuse(Fault::Score),
        };
        match number.parse::<i128>() {
            // No document limits the size of a number.
            Ok(number) if number.abs() > 100_000 => self.leave_open(Fault::Score),
            Ok(_) => {}
            Err(_) if self.dialect == "usi" && is_mate && ["+", "-"].contains(&number) => {}
            // The unified text does not specify the form of a score.
            Err(_) if self.dialect == "ucci" && self.profile == "unified" => {
                self.leave_open(Fault::Score);
            }
            Err(_) => self.accuse(Fault::Score),
        }
    }

    fn overdue(&mut self, awaited: &[String]) {
        let waits = |words: &[&str]| awaited.iter().any(|word| words.contains(&word.as_str()));
        let is_owed = self.open.front().is_some_and(|it| !it.optional && it.hold == Hold::Nothing);
        let is_missing = waits(&["bestmove", "checkmate", "nobestmove"]) && is_owed
            || waits(&["readyok"]) && self.ready > 0 && self.open.is_empty()
            || waits(&["usiok", "uciok", "ucciok"]) && self.in_handshake
            || waits(&["exit"]) && self.quit;
        if is_missing && !self.garbled {
            self.accuse(Fault::Missing);
        } else if self.maybe_ready > 0 {
            self.leave_open(Fault::Missing);
        }
    }
}
