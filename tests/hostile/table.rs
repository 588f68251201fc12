//! What each mode is, and what has to come of it.

/// What is expected of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Expected {
    /// Conformant: whatever else the engine does, it keeps the protocol.
    Sound,
    /// Not conformant, with a finding at this clause if one is named.
    Broken(Option<&'static str>),
    /// Conformant, with a warning at least, at this clause if one is named: so bad is what it does in the profile.
    Warned(Option<&'static str>),
    /// Something is found, whatever the exit code: how bad it is depends on chance, or on the machine.
    Noted,
    /// An end within bounds, and nothing said of the verdict.
    Bounded,
    /// Not conformant, or nobody can say: it depends on where it shows first.
    NotSound,
}

use Expected::{Bounded, Broken, NotSound, Noted, Sound, Warned};

/// A mode of the engine, and what is expected of a run.
pub(crate) type Row = (&'static str, Expected);

/// All modes.
pub(crate) const MODES: &[Row] = &[
    ("sound", Sound),
    // Floods at each point of the dialogue.
    ("flood@start", Noted),
    ("flood@hello", Noted),
    ("flood@greeted", Noted),
    ("flood@isready", Noted),
    ("flood@ready", Noted),
    ("flood@go", Noted),
    ("flood@answered", Warned(None)),
    ("flood@quit", Bounded),
    ("flood-blank@go", Bounded),
    ("flood-long@go", Noted),
    ("flood-info@go", Noted),
    ("flood-info@answered", Warned(None)),
    ("flood-talk@go", Noted),
    ("flood-stderr@start", Sound),
    ("flood-stderr@go", Sound),
    ("flood-readyok@isready", Broken(None)),
    ("flood-readyok@ready", Broken(None)),
    ("flood-bestmove@go", Broken(None)),
    ("flood-bestmove@ready", Broken(None)),
    ("flood-mate@ready", Broken(None)),
    ("flood-id@hello", Noted),
    ("flood-flaws@go", Broken(None)),
    ("endless@start", Broken(None)),
    ("endless@isready", Broken(None)),
    ("endless@go", Broken(None)),
    ("endless@answered", Warned(None)),
    ("endless-stderr@go", Sound),
    ("endless-nul@isready", Broken(None)),
    ("endless-info@go", Noted),
    ("endless-moves@go", Broken(None)),
    ("endless-bytes@hello", Warned(None)),
    // Texts.
    ("half@go", Broken(None)),
    ("half@start", Broken(None)),
    ("torn@go", Broken(None)),
    ("crcrlf@ready", Warned(None)),
    ("nul@isready", Warned(None)),
    ("utf-16@start", Broken(None)),
    ("latin@go", Warned(None)),
    ("ansi@go", Broken(None)),
    ("bidi@go", Warned(None)),
    ("ci@hello", Warned(None)),
    ("html@hello", Warned(None)),
    ("markdown@hello", Warned(None)),
    ("random@start", Noted),
    ("random@go", Noted),
    // Much that is right.
    ("options@hello", Sound),
    ("choices@hello", Sound),
    ("wide-options@hello", Sound),
    ("eat-memory@isready", Sound),
    ("eat-disk@isready", Sound),
    // Deaf, mute, slow.
    ("deaf@start", NotSound),
    ("deaf@isready", Broken(None)),
    ("deaf@go", Broken(None)),
    ("deaf@quit", Broken(None)),
    ("drip@start", NotSound),
    ("drip@go", Broken(None)),
    ("stopped@start", NotSound),
    ("stopped@go", Broken(None)),
    ("stopped@quit", Broken(None)),
    ("no-stdin@isready", Broken(None)),
    ("no-stdout@isready", Broken(None)),
    ("no-stderr@start", Sound),
    // Ends between two words, in each way.
    ("exit-0@start", NotSound),
    ("exit-0@isready", Broken(None)),
    ("exit-0@answered", Broken(None)),
    ("exit-3@go", Broken(None)),
    ("exit-3@quit", Sound),
    ("panic@go", Broken(None)),
    ("hup@go", Broken(None)),
    ("int@go", Broken(None)),
    ("quit@go", Broken(None)),
    ("ill@go", Broken(None)),
    ("abort@go", Broken(None)),
    ("bus@go", Broken(None)),
    ("fpe@go", Broken(None)),
    ("kill@hello", Broken(None)),
    ("kill@go", Broken(None)),
    ("segv@isready", Broken(None)),
    ("alarm@go", Broken(None)),
    ("term@go", Broken(None)),
    ("segv@quit", Warned(None)),
    // Processes in the group of the engine.
    ("children@ready", Warned(Some("USI-QUIT-06"))),
    // Processes that leave the group.
    ("chain@ready", Noted),
    ("session@ready", Warned(Some("USI-QUIT-06"))),
    ("group@ready", Warned(Some("USI-QUIT-06"))),
    ("daemon@ready", Warned(Some("USI-QUIT-06"))),
    // The program itself.
    ("delete-itself@hello", NotSound),
    ("become-text@hello", NotSound),
    ("every-second@start", NotSound),
];
