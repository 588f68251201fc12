//! The terminal's settings, which an engine may have changed.

#[cfg(unix)]
use std::fs::File;

#[cfg(unix)]
use rustix::termios::{OptionalActions, Termios, tcgetattr, tcgetpgrp, tcsetattr};

use super::screen;

/// The settings as they were before the first engine was started.
#[derive(Debug)]
pub(super) struct Saved {
    #[cfg(unix)]
    terminal: Option<(File, Termios)>,
}

impl Saved {
    /// Remembers the settings of the terminal that controls this process, if there is one.
    #[cfg(unix)]
    pub(super) fn now() -> Self {
        let opened = File::options().read(true).write(true).open("/dev/tty");
        let terminal = opened.ok().and_then(|terminal| {
            let settings = tcgetattr(&terminal).ok()?;
            Some((terminal, settings))
        });
        Self { terminal }
    }

    /// Sets what has changed back, and says so.
    #[cfg(unix)]
    pub(super) fn restore(&self) {
        let Some((terminal, before)) = &self.terminal else {
            return;
        };
        // In the background the system would stop us for it, and the settings are another program's.
        let in_front = tcgetpgrp(terminal).is_ok_and(|group| group == rustix::process::getpgrp());
        if !in_front {
            return;
        }
        // The type knows no equality, but it shows all that it has.
        let changed = |now: &Termios| format!("{now:?}") != format!("{before:?}");
        if tcgetattr(terminal).is_ok_and(|now| changed(&now))
            && tcsetattr(terminal, OptionalActions::Now, before).is_ok()
        {
            screen::message(&say!(
                "the settings of the terminal were changed during the run: they are restored"
            ));
        }
    }

    /// Remembers nothing: other systems keep a terminal's settings apart for each program.
    #[cfg(not(unix))]
    pub(super) fn now() -> Self {
        Self {}
    }

    /// Nothing to do.
    #[cfg(not(unix))]
    pub(super) fn restore(&self) {}
}
