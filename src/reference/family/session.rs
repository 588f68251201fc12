//! The command thread. It handles one line after the other; only `stop` and `go` wait, for the reply of an open search.

use std::sync::Arc;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use super::epoch::Epoch;
use super::hooks::{Handling, Hooks, SearchHooks};
use super::input::{self, Event};
use super::options::{self, Options};
use super::plan::{Plan, Timing, plan};
use super::request::Request;
use super::shared_state::SharedState;
use super::thinker::{self, Job};
use super::{Board, Dialect, position, words};
use crate::reference::{Ending, Io};

/// The longest time that `stop` waits for the reply, so that the answers to later commands come after it.
const REPLY: Duration = Duration::from_secs(1);

/// The number of lines that can wait for the command thread.
const QUEUE: usize = 256;

/// Serves a client until `quit`, the end of input, or a defect ends the engine.
pub(in crate::reference) fn serve<D: Dialect>(io: Io, mut hooks: Hooks<D::Board>) -> Ending {
    let (sender, events) = mpsc::sync_channel(QUEUE);
    let (write, to_stderr) = (hooks.write.take(), hooks.errors);
    let shared = SharedState::new(io.output, io.errors, sender.clone(), write, to_stderr);
    let shared = Arc::new(shared);
    if let Some(start) = &mut hooks.start {
        start(&shared);
    }
    let (stream, reading) = (io.input, hooks.reading);
    let reader = thread::Builder::new().name("input".to_owned());
    if reader.spawn(move || input::read(stream, reading, &sender)).is_err() {
        return Ending::Exit(1);
    }
    let mut session = Session::<D>::new(shared, hooks);
    let mut ending = None;
    while ending.is_none() {
        let event = events.recv().unwrap_or(Event::End);
        ending = session.shared.ending().or_else(|| session.take(event));
    }
    session.end_search();
    ending.unwrap_or(Ending::Exit(0))
}

struct Session<D: Dialect> {
    shared: Arc<SharedState>,
    hooks: Hooks<D::Board>,
    search_hooks: Arc<SearchHooks<D::Board>>,
    board: D::Board,
    options: Options,
    /// Moves that the next searches exclude.
    banned: Vec<String>,
    debug: bool,
}

impl<D: Dialect> Session<D> {
    fn new(shared: Arc<SharedState>, mut hooks: Hooks<D::Board>) -> Self {
        let search_hooks = Arc::new(std::mem::take(&mut hooks.search));
        Self {
            shared,
            hooks,
            search_hooks,
            board: D::Board::start(),
            options: Options::default(),
            banned: Vec::new(),
            debug: false,
        }
    }

    fn take(&mut self, event: Event) -> Option<Ending> {
        match event {
            Event::Line(bytes) => self.line(&String::from_utf8_lossy(&bytes)),
            Event::End => Some(match &mut self.hooks.eof {
                Some(eof) => eof(&self.shared),
                None => Ending::Exit(0),
            }),
            Event::Wake => None,
        }
    }

    fn line(&mut self, line: &str) -> Option<Ending> {
        let mut heed = Handling::Obey;
        for look in &mut self.hooks.lines {
            let this = look(&self.shared, line);
            if heed == Handling::Obey {
                heed = this;
            }
        }
        if let Some(ending) = self.shared.ending() {
            return Some(ending);
        }
        match heed {
            Handling::Obey => self.obey(line),
            Handling::Instead(lines) => lines.iter().find_map(|line| self.obey(line)),
            Handling::Ignore => None,
        }
    }

    fn obey(&mut self, line: &str) -> Option<Ending> {
        let all = words::split(line);
        let (command, rest) = words::command(&all, is_command::<D>)?;
        match command {
            "isready" => self.shared.say("readyok"),
            "setoption" => self.set_option(line),
            "position" => self.set_position(rest),
            "go" => self.go(rest),
            "stop" => self.asked_to_stop(),
            "ponderhit" => self.ponderhit(rest),
            "debug" => self.debug = rest.contains(&"on"),
            "quit" => return Some(self.leave()),
            word if Some(word) == D::PARTICULARS.ban => {
                self.banned = rest.iter().map(|&word| word.to_owned()).collect();
            }
            word if D::PARTICULARS.probe.is_some_and(|(probe, _)| probe == word) => {
                D::PARTICULARS.probe.into_iter().for_each(|(_, answer)| self.shared.say(answer));
            }
            word if word == D::HELLO => self.greet(),
            word if Some(word) == D::GAME_OVER => self.end_search(),
            // A new game needs no preparation, and `register` has no effect.
            _ => {}
        }
        self.shared.ending()
    }

    fn greet(&self) {
        let mut lines = handshake::<D>();
        if let Some(change) = self.hooks.handshake {
            change(&mut lines);
        }
        for line in lines {
            self.shared.say(&line);
        }
    }

    fn set_option(&mut self, line: &str) {
        let read = match D::PARTICULARS.bare_options {
            true => options::read_bare(line),
            false => options::read(line),
        };
        if let Some((name, value)) = read {
            self.options.set(&name, value.unwrap_or_default());
        }
    }

    fn set_position(&mut self, words: &[&str]) {
        let mut set = position::read::<D>(words);
        if let Some(change) = &mut self.hooks.position {
            set = change(&self.shared, words, set);
        }
        match set {
            Ok(board) => {
                self.board = board;
                self.banned.clear();
            }
            Err(reason) => {
                let text =
                    format!("info string position not understood, the old one stays: {reason}");
                self.shared.say(&text);
            }
        }
    }

    fn go(&mut self, words: &[&str]) {
        // A client must not begin a search while one runs; if it does so, both searches get a reply.
        self.stop();
        let is_move = |word: &str| self.board.read(word).is_some();
        let mut request = Request::read::<D>(words, is_move);
        self.scale(&mut request);
        if let Some(look) = &mut self.hooks.go
            && look(&self.shared, &self.board, words, &mut request) == Handling::Ignore
        {
            return;
        }
        let plan = self.plan(&request, None);
        let epoch = Arc::new(Epoch::new(request, plan));
        self.shared.begin(Arc::clone(&epoch));
        let lines = self.options.number(D::MULTI_PV).unwrap_or(1);
        let job = Job {
            epoch,
            root: self.board.clone(),
            banned: self.banned.clone(),
            lines: usize::try_from(lines.clamp(1, 64)).unwrap_or(1),
            debug: self.debug,
        };
        if let Err(error) = thinker::start::<D>(&self.shared, &self.search_hooks, job) {
            self.shared.say(&format!("info string no thread to search on: {error}"));
            self.shared.end(Ending::Exit(1));
        }
    }

    fn plan(&mut self, request: &Request, pondered: Option<Duration>) -> Plan {
        let timing = Timing { request, first_to_move: self.reads_first_clock(), pondered };
        let plan = plan::<D>(&timing);
        match &mut self.hooks.plan {
            Some(change) => change(&timing, plan),
            None => plan,
        }
    }

    /// Converts clocks that count seconds, unless the option for milliseconds is set.
    fn scale(&self, request: &mut Request) {
        let option = D::PARTICULARS.millisecond_option;
        if option.is_some_and(|option| !self.options.is_true(option)) {
            request.scale(1000);
        }
    }

    /// Whether the first clock of a request belongs to the side to move.
    fn reads_first_clock(&self) -> bool {
        D::PARTICULARS.own_clocks || self.board.first_to_move()
    }

    fn leave(&self) -> Ending {
        if let Some(ending) = self.shared.ending() {
            return ending;
        }
        self.end_search();
        if let Some(farewell) = D::PARTICULARS.farewell {
            self.shared.say(farewell);
        }
        Ending::Exit(0)
    }

    fn asked_to_stop(&self) {
        match (self.shared.open(), D::PARTICULARS.no_move) {
            (None, Some(answer)) => self.shared.say(answer),
            (_, _) => self.stop(),
        }
    }

    fn stop(&self) {
        if let Some(epoch) = self.shared.open() {
            epoch.stop();
            epoch.wait_closed(REPLY);
        }
    }

    /// Some clients name the clocks only with `ponderhit`.
    fn ponderhit(&mut self, words: &[&str]) {
        if let Some(epoch) = self.shared.open() {
            let mut clocks = Request::read::<D>(words, |_| false);
            self.scale(&mut clocks);
            let named = clocks.limit(self.reads_first_clock()).is_some();
            let request = if named { &clocks } else { &epoch.request };
            let plan = self.plan(request, Some(epoch.started.elapsed()));
            epoch.hit(plan);
        }
    }

    fn end_search(&self) {
        if let Some(epoch) = self.shared.open() {
            epoch.abandon();
        }
    }
}

/// The lines of the handshake.
fn handshake<D: Dialect>() -> Vec<String> {
    let mut lines = vec!["id name Kentei".to_owned(), "id author kentei".to_owned()];
    let line = match D::PARTICULARS.bare_options {
        true => options::Declared::bare_line,
        false => options::Declared::line,
    };
    lines.extend(D::options().iter().map(line));
    lines.push(D::HELLO_DONE.to_owned());
    lines
}

/// Writes the handshake, whatever was read.
pub(in crate::reference) fn greet_unasked<D: Dialect>(shared: &Arc<SharedState>) {
    for line in handshake::<D>() {
        shared.say(&line);
    }
}

/// Whether a word begins a command of the dialect.
pub(in crate::reference) fn is_command<D: Dialect>(word: &str) -> bool {
    const SHARED: [&str; 9] = [
        "isready",
        "setoption",
        "position",
        "go",
        "stop",
        "ponderhit",
        "debug",
        "register",
        "quit",
    ];
    let particular = D::PARTICULARS.ban == Some(word)
        || D::PARTICULARS.probe.is_some_and(|(probe, _)| probe == word);
    particular
        || SHARED.contains(&word)
        || word == D::HELLO
        || word == D::NEW_GAME
        || Some(word) == D::GAME_OVER
}
