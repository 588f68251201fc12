//! Colours. No information is given by colour alone.

use anstyle::{AnsiColor, Style};

use crate::report::engine_comparison::table::Cell;
use crate::verdict::{Severity, Verdict};

/// Paints text, or leaves it unchanged.
#[derive(Debug, Clone, Copy)]
pub(super) struct Paint {
    /// Whether to paint at all.
    pub(super) color: bool,
}

impl Paint {
    pub(super) fn bold(self, text: &str) -> String {
        self.on(Style::new().bold(), text)
    }

    pub(super) fn faint(self, text: &str) -> String {
        self.on(Style::new().dimmed(), text)
    }

    pub(super) fn verdict(self, verdict: Verdict, text: &str) -> String {
        let style = match verdict {
            Verdict::Pass => AnsiColor::Green.on_default(),
            Verdict::Warn | Verdict::Flaky => AnsiColor::Yellow.on_default(),
            Verdict::Fail | Verdict::Error => AnsiColor::Red.on_default().bold(),
            Verdict::Inconclusive => AnsiColor::Magenta.on_default(),
            Verdict::Skip | Verdict::Blocked => Style::new().dimmed(),
        };
        self.on(style, text)
    }

    pub(super) fn severity(self, severity: Severity, text: &str) -> String {
        let style = match severity {
            Severity::Fail => AnsiColor::Red.on_default().bold(),
            Severity::Warn => AnsiColor::Yellow.on_default().bold(),
            Severity::Info | Severity::Skip => AnsiColor::Cyan.on_default(),
        };
        self.on(style, text)
    }

    pub(super) fn cell(self, cell: Cell, text: &str) -> String {
        let like = match cell {
            Cell::Fail => Verdict::Fail,
            Cell::Warn | Cell::Known => Verdict::Warn,
            Cell::Open => Verdict::Inconclusive,
            Cell::Pass => Verdict::Pass,
            Cell::Info | Cell::Unjudged | Cell::Skip | Cell::Unexamined => Verdict::Skip,
        };
        self.verdict(like, text)
    }

    fn on(self, style: Style, text: &str) -> String {
        if self.color && !text.is_empty() {
            format!("{style}{text}{style:#}")
        } else {
            text.to_owned()
        }
    }
}
