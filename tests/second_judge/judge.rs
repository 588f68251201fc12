//! A second judge, for about a dozen central clauses. It was written from the documents and the catalogue, without
//! looking at the rules of `protocol`, and shares no code with them. It reports nothing where the documents allow
//! different readings.

mod info;
mod reply;

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
                // A `stop` before it still needs its answer.
                for search in self.open.iter_mut().filter(|it| !it.stopped) {
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
            shows_line: false,
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
                // The texts place the options after the name.
                let is_late = kind == "name" && !self.has_name && self.has_option;
                if !self.in_handshake || is_late && self.dialect != "ucci" {
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
