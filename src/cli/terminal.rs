//! Saves the settings of the terminal, which an engine may change, and restores them.

#[cfg(unix)]
use std::fs::File;

#[cfg(unix)]
use rustix::termios::{OptionalActions, Termios, tcgetattr, tcgetpgrp, tcsetattr};

use super::screen;

/// The settings before the first engine was started.
#[derive(Debug)]
pub(super) struct Saved {
    #[cfg(unix)]
    terminal: Option<(File, Termios)>,
}

impl Saved {
    /// Saves the settings of the terminal that controls this process, if there is one.
    #[cfg(unix)]
    pub(super) fn now() -> Self {
        let opened = File::options().read(true).write(true).open("/dev/tty");
        let terminal = opened.ok().and_then(|terminal| {
            let settings = tcgetattr(&terminal).ok()?;
            Some((terminal, settings))
        });
        Self { terminal }
    }

    /// Restores the settings if they have changed, and reports that.
    #[cfg(unix)]
    pub(super) fn restore(&self) {
        let Some((terminal, before)) = &self.terminal else {
            return;
        };
        // In the background, the system would stop this process, and the settings belong to another program.
        let in_front = tcgetpgrp(terminal).is_ok_and(|group| group == rustix::process::getpgrp());
        if !in_front {
            return;
        }
        // `Termios` cannot be compared, but its debug form has all its fields.
        let changed = |now: &Termios| format!("{now:?}") != format!("{before:?}");
        if tcgetattr(terminal).is_ok_and(|now| changed(&now))
            && tcsetattr(terminal, OptionalActions::Now, before).is_ok()
        {
            screen::message(&say!(
                "the settings of the terminal were changed during the run: they are restored"
            ));
        }
    }

    /// Saves nothing: other systems keep the settings of a terminal separate for each program.
    #[cfg(not(unix))]
    pub(super) fn now() -> Self {
        Self {}
    }

    /// Does nothing.
    #[cfg(not(unix))]
    pub(super) fn restore(&self) {}
}
