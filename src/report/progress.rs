//! A live line while a run is under way.

use std::collections::HashMap;
use std::fmt;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use super::{escape, wrap};
use crate::lang::{Lang, Text, speak};
use crate::run::plan::Observer;
use crate::verdict::Verdict;

/// How often the line is drawn anew.
const TICK: Duration = Duration::from_millis(100);
/// How often a log gets a line, where nobody sees a line that changes.
const LINE: Duration = Duration::from_secs(30);
/// How long a run has to be under way before it is guessed how long it will still be.
const SOON: Duration = Duration::from_secs(2);
/// Columns of the name of one run of several.
const PLACE: usize = 30;

/// Watches a run and draws one line on standard error: how much is done, in what time, how long it will still take,
/// and what is running.
#[derive(Debug)]
pub struct Live {
    bar: ProgressBar,
    /// The thread that draws the line anew, until the channel to it is closed. None where there could be none: then the
    /// line only changes when something happens.
    ticker: Mutex<Option<(Sender<()>, JoinHandle<()>)>>,
    state: Arc<Mutex<State>>,
}

/// Watches a run and writes a line now and then, for the log of a long run.
#[derive(Debug)]
pub struct Logged {
    write: fn(&str),
    begun: Instant,
    last: Mutex<Instant>,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// The language of the line, which another thread draws.
    lang: Lang,
    /// Which run of several this is.
    place: Option<String>,
    /// What is running, and since when.
    running: Vec<(String, Instant)>,
    failed: usize,
    planned: usize,
    finished: usize,
    /// About how long each scenario takes.
    expected: HashMap<String, Duration>,
    /// The same of all that have ended.
    behind: Duration,
}

impl Live {
    /// A line on standard error; nothing is drawn where that is no terminal. Of several runs, `place` says which
    /// one this is.
    #[must_use]
    pub fn on_stderr(lang: Lang, place: Option<String>) -> Self {
        let bar = ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::stderr());
        let state = Arc::new(Mutex::new(State { lang, place, ..State::default() }));
        let told = Arc::clone(&state);
        let head = move |bar: &ProgressState, out: &mut dyn fmt::Write| {
            // Nobody is left to be told that the line cannot be written.
            let _ = out.write_str(&locked(&told).head(bar.elapsed()));
        };
        let style = ProgressStyle::with_template("{head}  {wide_msg}");
        let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
        bar.set_style(style.with_key("head", head));
        let ticker = Mutex::new(ticker(bar.clone()));
        Self { bar, ticker, state }
    }

    /// Takes the line away.
    pub fn finish(&self) {
        if let Some((channel, thread)) = locked(&self.ticker).take() {
            drop(channel);
            // It only draws.
            let _ = thread.join();
        }
        self.bar.finish_and_clear();
    }

    fn update(&self, change: impl FnOnce(&mut State)) {
        // The line is drawn with the state: it is not to be held while the line is told of it.
        let text = {
            let mut state = locked(&self.state);
            change(&mut state);
            state.text()
        };
        self.bar.set_message(text);
    }
}

/// Draws the line anew again and again. The library's own way ends the program where there is no thread for it.
fn ticker(bar: ProgressBar) -> Option<(Sender<()>, JoinHandle<()>)> {
    let (channel, end) = mpsc::channel::<()>();
    let draw = move || {
        while end.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
            bar.tick();
        }
    };
    let thread = thread::Builder::new().name("live line".to_owned());
    Some((channel, thread.spawn(draw).ok()?))
}

impl Logged {
    /// Hands lines to `write`: one at the begin if this is one run of several, and one every half a minute.
    #[must_use]
    pub fn new(lang: Lang, place: Option<String>, write: fn(&str)) -> Self {
        if let Some(place) = &place {
            write(&format!("{place}\n"));
        }
        let now = Instant::now();
        Self {
            write,
            begun: now,
            last: Mutex::new(now),
            state: Mutex::new(State { lang, place, ..State::default() }),
        }
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl State {
    /// `engine 2 of 3: mine  12/186 in 9 s, about 20 s left`.
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

    /// `1 failed · usi/stop/infinite and 3 more`: the one that has been running longest is named.
    fn text(&self) -> String {
        speak(self.lang, || {
            let mut text = String::new();
            if self.failed > 0 {
                text.push_str(&say!("{failed} failed · ", failed = self.failed).to_string());
            }
            if let Some((first, _)) = self.running.first() {
                let first = escape::text(first);
                text.push_str(&match self.running.len() - 1 {
                    0 => first,
                    number => say!("{shown} and {number} more", shown = first, number).to_string(),
                });
            }
            text
        })
    }

    /// How long the rest takes, if it goes on as it went so far. `None` while too little is after to tell.
    fn left(&self, elapsed: Duration) -> Option<Duration> {
        let each: Duration = self.expected.values().sum();
        let repeats = (self.planned / self.expected.len().max(1)).max(1);
        let all = each.as_secs_f64() * repeats as f64;
        // Most scenarios run at once: what is under way counts as far as it has come.
        let under_way = self.running.iter().map(|(id, since)| {
            let whole = self.expected.get(id).copied().unwrap_or_default();
            since.elapsed().min(whole)
        });
        let behind = self.behind + under_way.sum::<Duration>();
        let share = behind.as_secs_f64() / all;
        let told = elapsed >= SOON && (0.02..1.0).contains(&share);
        // Seconds are what is shown: half of one rounds them.
        let half = Duration::from_millis(500);
        told.then(|| elapsed.mul_f64((1.0 - share) / share) + half)
    }

    fn start(&mut self, id: &str) {
        self.running.push((id.to_owned(), Instant::now()));
    }

    fn end(&mut self, id: &str, verdict: Verdict) {
        self.running.retain(|(running, _)| running != id);
        self.failed += usize::from(verdict == Verdict::Fail);
        self.finished += 1;
        self.behind += self.expected.get(id).copied().unwrap_or_default();
    }
}

/// Seconds, or minutes and seconds.
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
        self.update(|state| state.start(id));
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
        locked(&self.state).start(id);
    }

    fn finished(&self, id: &str, verdict: Verdict) {
        let mut state = locked(&self.state);
        state.end(id, verdict);
        let mut last = locked(&self.last);
        if last.elapsed() >= LINE {
            *last = Instant::now();
            (self.write)(&format!("{}  {}\n", state.head(self.begun.elapsed()), state.text()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_names_what_has_been_running_longest() {
        let live = Live::on_stderr(Lang::En, None);
        let text = || locked(&live.state).text();
        live.planned(3);
        live.started("a");
        live.started("b");
        assert_eq!(text(), "a and 1 more");
        live.finished("a", Verdict::Fail);
        assert_eq!(text(), "1 failed · b");
        locked(&live.state).lang = Lang::Ja;
        assert_eq!(text(), "不合格1 · b");
        locked(&live.state).lang = Lang::En;
        live.finished("b", Verdict::Pass);
        assert_eq!(text(), "1 failed · ");
        let head = locked(&live.state).head(Duration::from_secs(3));
        assert_eq!(head, "2/3 in 3 s");
    }

    #[test]
    fn what_is_left_is_told_by_what_scenarios_are_expected_to_take() {
        let live = Live::on_stderr(Lang::En, Some("engine 2 of 3: mine".to_owned()));
        live.planned(4);
        live.expected("long", Duration::from_secs(9));
        live.expected("short", Duration::from_secs(1));
        let head = |seconds| locked(&live.state).head(Duration::from_secs(seconds));
        assert_eq!(head(5), "engine 2 of 3: mine  0/4 in 5 s");
        // Each is played twice: nine of twenty seconds are after.
        live.finished("long", Verdict::Pass);
        assert_eq!(head(1), "engine 2 of 3: mine  1/4 in 1 s");
        assert_eq!(head(9), "engine 2 of 3: mine  1/4 in 9 s, about 11 s left");
        assert_eq!(head(180), "engine 2 of 3: mine  1/4 in 3 min 00 s, about 3 min 40 s left");
        for id in ["long", "short", "short"] {
            live.finished(id, Verdict::Pass);
        }
        assert_eq!(head(20), "engine 2 of 3: mine  4/4 in 20 s");
    }
}
