//! A live line while a run is under way.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::escape;
use crate::run::plan::Observer;
use crate::run::result::ScenarioResult;
use crate::verdict::Verdict;

/// How often the line is drawn anew.
const TICK: Duration = Duration::from_millis(100);

/// Watches a run and draws one line on standard error: how much is done, what is running, for how long.
#[derive(Debug)]
pub struct Live {
    bar: ProgressBar,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    running: Vec<String>,
    failed: usize,
}

impl Live {
    /// A line on standard error; nothing is drawn where that is no terminal.
    #[must_use]
    pub fn on_stderr() -> Self {
        let bar = ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::stderr());
        let style = ProgressStyle::with_template("{pos}/{len} in {elapsed}  {wide_msg}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar.enable_steady_tick(TICK);
        Self {
            bar,
            state: Mutex::default(),
        }
    }

    /// Takes the line away.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }

    fn update(&self, change: impl FnOnce(&mut State)) {
        let mut state: MutexGuard<'_, State> =
            self.state.lock().unwrap_or_else(PoisonError::into_inner);
        change(&mut state);
        self.bar.set_message(state.text());
    }
}

impl State {
    /// `1 failed · usi/stop/infinite and 3 more`: the one that has been running longest is named.
    fn text(&self) -> String {
        let mut text = String::new();
        if self.failed > 0 {
            text.push_str(&format!("{} failed · ", self.failed));
        }
        if let Some(first) = self.running.first() {
            text.push_str(&escape::text(first));
        }
        if self.running.len() > 1 {
            text.push_str(&format!(" and {} more", self.running.len() - 1));
        }
        text
    }
}

impl Observer for Live {
    fn planned(&self, count: usize) {
        self.bar.set_length(count as u64);
    }

    fn started(&self, id: &str) {
        self.update(|state| state.running.push(id.to_owned()));
    }

    fn finished(&self, result: &ScenarioResult) {
        self.update(|state| {
            state.running.retain(|id| *id != result.id);
            state.failed += usize::from(result.verdict == Verdict::Fail);
        });
        self.bar.inc(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixtures;

    #[test]
    fn the_line_names_what_has_been_running_longest() {
        let live = Live::on_stderr();
        let text = || live.state.lock().unwrap().text();
        live.planned(3);
        live.started("a");
        live.started("b");
        assert_eq!(text(), "a and 1 more");
        live.finished(&fixtures::scenario("a", Verdict::Fail));
        assert_eq!(text(), "1 failed · b");
        live.finished(&fixtures::scenario("b", Verdict::Pass));
        assert_eq!(text(), "1 failed · ");
        assert_eq!((live.bar.position(), live.bar.length()), (2, Some(3)));
    }
}
