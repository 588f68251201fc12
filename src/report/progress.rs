//! Progress of a run: a live line on a terminal, or lines in a log.

use std::collections::{HashMap, VecDeque};
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
/// How many of the last finished scenarios the estimate uses. The number is large enough that a few scenarios that are
/// run again in isolation do not change the median.
const REMEMBERED: usize = 24;
/// From this number of running scenarios on, their delays are part of the estimate.
const MANY: usize = 8;
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
    /// The sum of the expected times of all finished scenarios.
    past: Duration,
    /// For the last finished scenarios, by how many seconds they took longer than expected.
    longer: VecDeque<f64>,
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

    /// The estimated rest of the time, if scenarios continue to be late by as much as the last ones and the number of
    /// scenarios at once stays. `None` while too little is known.
    fn left(&self, now: Duration) -> Option<Duration> {
        let known = now >= SOON && self.finished > 0 && self.finished < self.planned;
        if !known || self.running.is_empty() {
            return None;
        }
        let longer = self.longer(now);
        let of = |expected: Duration| (expected.as_secs_f64() + longer).max(0.0);
        let expected = |id: &String| self.expected.get(id).copied().unwrap_or_default();
        let running = self.running.iter().map(|(id, since)| {
            // A scenario that is late by more than that still gets a quarter of its estimated time.
            let (whole, gone) = (of(expected(id)), now.saturating_sub(*since).as_secs_f64());
            (whole - gone).max(whole / 4.0)
        });
        let running: Vec<f64> = running.collect();
        let begun: Duration = self.running.iter().map(|(id, _)| expected(id)).sum();
        let repeats = (self.planned / self.expected.len().max(1)).max(1) as u32;
        let all = self.expected.values().sum::<Duration>() * repeats;
        let waiting = self.planned.saturating_sub(self.finished + self.running.len());
        let waits = all.saturating_sub(self.past + begun).as_secs_f64();
        let waits = (waits + longer * waiting as f64).max(0.0);
        let at_once = running.len() as f64;
        let longest = running.iter().copied().fold(0.0, f64::max);
        let work = (running.iter().sum::<f64>() + waits) / at_once;
        // The display cuts fractions of seconds, so half a second rounds them.
        Some(Duration::from_secs_f64(work.max(longest) + 0.5))
    }

    /// By how many seconds scenarios currently take longer than expected: the median of the last finished scenarios or,
    /// if many are running and that is more, of the running ones.
    fn longer(&self, now: Duration) -> f64 {
        let late = self.running.iter().map(|(id, since)| {
            let expected = self.expected.get(id).copied().unwrap_or_default();
            now.saturating_sub(*since).as_secs_f64() - expected.as_secs_f64()
        });
        let late = if self.running.len() < MANY { 0.0 } else { median(late.collect()) };
        median(self.longer.iter().copied().collect()).max(late)
    }

    fn start(&mut self, id: &str, now: Duration) {
        self.running.push((id.to_owned(), now));
    }

    fn end(&mut self, id: &str, verdict: Verdict, now: Duration) {
        let expected = self.expected.get(id).copied().unwrap_or_default();
        if let Some(at) = self.running.iter().position(|(running, _)| running == id) {
            let took = now.saturating_sub(self.running.remove(at).1);
            self.learn(took.as_secs_f64() - expected.as_secs_f64());
        }
        self.failed += usize::from(verdict == Verdict::Fail);
        self.finished += 1;
        self.past += expected;
    }

    /// Stores by how many seconds a scenario was late. Only the last values are kept, because load changes.
    fn learn(&mut self, longer: f64) {
        if self.longer.len() == REMEMBERED {
            self.longer.pop_front();
        }
        self.longer.push_back(longer);
    }
}

/// The median; 0 if there are no values.
fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or_default()
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
        self.update(|state| state.end(id, verdict, self.begun.elapsed()));
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
        locked(&self.state).end(id, verdict, self.begun.elapsed());
    }
}

#[cfg(test)]
mod tests;
