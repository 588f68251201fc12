//! Progress of a run: a live line on a terminal, or lines in a log.

use std::collections::HashMap;
use std::fmt;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use super::{escape, wrap};
use crate::lang::{Lang, Text, with_lang};
use crate::run::plan::Observer;
use crate::verdict::Verdict;

/// How often the live line is redrawn.
const TICK: Duration = Duration::from_millis(100);
/// How often a line is written to a log, which cannot be redrawn.
const LINE: Duration = Duration::from_secs(10);
/// The rest of the time is not estimated before a run has taken this long.
const SOON: Duration = Duration::from_secs(2);
/// What a scenario takes besides its waits: the engine is started and has to leave.
const START: Duration = Duration::from_millis(200);
/// A scenario that has taken so many times its expected time waits until nothing else runs, to be played again.
const WAITS: u32 = 8;
/// The most columns of the name of a run, if there are several.
const PLACE: usize = 30;

/// Observes a run and draws one line on standard error: progress, elapsed time, estimated rest, running scenarios.
#[derive(Debug)]
pub struct Live {
    bar: ProgressBar,
    /// The thread that redraws the line until its channel is closed. `None` if no thread could be started: then the
    /// line changes only on events.
    ticker: Mutex<Option<(Sender<()>, JoinHandle<()>)>>,
    state: Arc<Mutex<State>>,
    begun: Instant,
}

/// Observes a run and writes a line from time to time, for the log of a long run.
#[derive(Debug)]
pub struct Logged {
    /// The thread that writes lines until its channel is closed. `None` if no thread could be started: then nothing is
    /// written.
    ticker: Option<(Sender<()>, JoinHandle<()>)>,
    state: Arc<Mutex<State>>,
    begun: Instant,
}

#[derive(Debug, Default)]
struct State {
    /// The language of the line. It is stored here because another thread draws the line.
    lang: Lang,
    /// The name of this run, if there are several.
    place: Option<String>,
    /// The running scenarios, and when they started, as times since the begin of the run.
    running: Vec<(String, Duration)>,
    failed: usize,
    planned: usize,
    finished: usize,
    /// The expected time of each scenario, with an engine that answers at once and an idle machine.
    expected: HashMap<String, Duration>,
    /// The sum of the weights of all finished scenarios.
    past: Duration,
}

impl Live {
    /// Draws a line on standard error; draws nothing if that is not a terminal. `place` is the name of this run, if
    /// there are several.
    #[must_use]
    pub fn on_stderr(lang: Lang, place: Option<String>) -> Self {
        let bar = ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::stderr());
        let begun = Instant::now();
        let state = Arc::new(Mutex::new(State { lang, place, ..State::default() }));
        let reported = Arc::clone(&state);
        let head = move |_: &ProgressState, out: &mut dyn fmt::Write| {
            // If the line cannot be written, nobody could read an error message either.
            let _ = out.write_str(&locked(&reported).head(begun.elapsed()));
        };
        let style = ProgressStyle::with_template("{head}  {wide_msg}");
        let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
        bar.set_style(style.with_key("head", head));
        let drawn = bar.clone();
        let ticker = Mutex::new(every(TICK, move || drawn.tick()));
        Self { bar, ticker, state, begun }
    }

    /// Removes the line.
    pub fn finish(&self) {
        if let Some((channel, thread)) = locked(&self.ticker).take() {
            drop(channel);
            // The thread has no result.
            let _ = thread.join();
        }
        self.bar.finish_and_clear();
    }

    fn update(&self, change: impl FnOnce(&mut State)) {
        // Drawing the line locks the state, so the state must not be locked while the message is set.
        let text = {
            let mut state = locked(&self.state);
            change(&mut state);
            state.text()
        };
        self.bar.set_message(text);
    }
}

/// Calls `act` at intervals until the channel is closed. The progress bar library has a ticker too, but it panics if no
/// thread can be started.
fn every(time: Duration, act: impl Fn() + Send + 'static) -> Option<(Sender<()>, JoinHandle<()>)> {
    let (channel, end) = mpsc::channel::<()>();
    let acts = move || {
        while end.recv_timeout(time) == Err(RecvTimeoutError::Timeout) {
            act();
        }
    };
    let thread = thread::Builder::new().name("progress".to_owned());
    Some((channel, thread.spawn(acts).ok()?))
}

impl Logged {
    /// Passes lines to `write`: one at the begin if there are several runs, and one every ten seconds until the value
    /// is dropped.
    #[must_use]
    pub fn new(lang: Lang, place: Option<String>, write: fn(&str)) -> Self {
        if let Some(place) = &place {
            write(&format!("{place}\n"));
        }
        let begun = Instant::now();
        let state = Arc::new(Mutex::new(State { lang, place, ..State::default() }));
        let reported = Arc::clone(&state);
        let line = move || {
            let state = locked(&reported);
            write(&format!("{}  {}\n", state.head(begun.elapsed()), state.text()));
        };
        Self { ticker: every(LINE, line), state, begun }
    }
}

impl Drop for Logged {
    fn drop(&mut self) {
        if let Some((channel, thread)) = self.ticker.take() {
            drop(channel);
            // The thread has no result.
            let _ = thread.join();
        }
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl State {
    /// The begin of the line: `engine 2 of 3: mine  12/186 in 9 s, about 20 s left`.
    fn head(&self, elapsed: Duration) -> String {
        let place = self.place.iter();
        let place: String = place.map(|place| wrap::cut(place, PLACE) + "  ").collect();
        let (done, planned, time) = (self.finished, self.planned, clock(elapsed));
        let mut head = say!("{done}/{planned} in {time}", done, planned, time);
        if let Some(left) = self.left(elapsed) {
            head = say!("{head}, about {left} left", head, left = clock(left));
        }
        place + &head.in_lang(self.lang)
    }

    /// The rest of the line: `1 failed · usi/stop/infinite and 3 more`, with the scenario that started first.
    fn text(&self) -> String {
        with_lang(self.lang, || {
            let mut parts = Vec::new();
            if self.failed > 0 {
                parts.push(say!("{failed} failed", failed = self.failed).to_string());
            }
            if let Some((first, _)) = self.running.first() {
                let first = escape::text(first);
                parts.push(match self.running.len() - 1 {
                    0 => first,
                    number => say!("{shown} and {number} more", shown = first, number).to_string(),
                });
            }
            parts.join(" · ")
        })
    }

    /// The estimated rest of the time: the run goes on as fast as it has gone so far, and then those are played again
    /// that wait for it, one at a time. `None` while too little is known.
    fn left(&self, now: Duration) -> Option<Duration> {
        let known = now >= SOON && self.finished > 0 && self.finished < self.planned;
        if !known || self.running.is_empty() {
            return None;
        }
        let running =
            self.running.iter().map(|(id, since)| (self.weight(id), now.saturating_sub(*since)));
        // For all that is known, half of it is done.
        let begun: Duration = running.clone().map(|(whole, gone)| gone.min(whole) / 2).sum();
        let longest = running
            .clone()
            .map(|(whole, gone)| whole.saturating_sub(gone))
            .max()
            .unwrap_or_default();
        let again = running.filter(|(whole, gone)| *gone > *whole * WAITS);
        let again: Duration = again.map(|(whole, _)| whole).sum();
        let repeats = (self.planned / self.expected.len().max(1)).max(1) as u32;
        let all = self.expected.keys().map(|id| self.weight(id)).sum::<Duration>() * repeats;
        let done = (self.past + begun).as_secs_f64();
        let rest = now.as_secs_f64() * (all.as_secs_f64() - done).max(0.0) / done;
        let rest = rest.max(longest.as_secs_f64()) + again.as_secs_f64();
        // The display cuts fractions of seconds, so half a second rounds them.
        Some(Duration::from_secs_f64(rest + 0.5))
    }

    /// The share of a scenario in the whole run: its expected time, and that of a start.
    fn weight(&self, id: &str) -> Duration {
        self.expected.get(id).copied().unwrap_or_default() + START
    }

    fn start(&mut self, id: &str, now: Duration) {
        self.running.push((id.to_owned(), now));
    }

    fn end(&mut self, id: &str, verdict: Verdict) {
        if let Some(at) = self.running.iter().position(|(running, _)| running == id) {
            self.running.remove(at);
        }
        self.failed += usize::from(verdict == Verdict::Fail);
        self.finished += 1;
        self.past += self.weight(id);
    }
}

/// A time in seconds, or in minutes and seconds.
fn clock(time: Duration) -> Text {
    match time.as_secs() {
        seconds @ 0..100 => Text::plain(format!("{seconds} s")),
        seconds => say!(
            "{minutes} min {seconds} s",
            minutes = seconds / 60,
            seconds = format!("{:02}", seconds % 60)
        ),
    }
}

impl Observer for Live {
    fn planned(&self, count: usize) {
        self.update(|state| state.planned = count);
    }

    fn expected(&self, id: &str, takes: Duration) {
        locked(&self.state).expected.insert(id.to_owned(), takes);
    }

    fn started(&self, id: &str) {
        self.update(|state| state.start(id, self.begun.elapsed()));
    }

    fn finished(&self, id: &str, verdict: Verdict) {
        self.update(|state| state.end(id, verdict));
    }
}

impl Observer for Logged {
    fn planned(&self, count: usize) {
        locked(&self.state).planned = count;
    }

    fn expected(&self, id: &str, takes: Duration) {
        locked(&self.state).expected.insert(id.to_owned(), takes);
    }

    fn started(&self, id: &str) {
        locked(&self.state).start(id, self.begun.elapsed());
    }

    fn finished(&self, id: &str, verdict: Verdict) {
        locked(&self.state).end(id, verdict);
    }
}

#[cfg(test)]
mod tests;
