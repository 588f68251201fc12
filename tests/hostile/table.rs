//! The modes of the hostile engine, and the expected result of each.

/// The expected result of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Expected {
    /// Conformant: the engine follows the protocol.
    Sound,
    /// Not conformant.
    Broken,
    /// Conformant, with at least one warning.
    Warned,
    /// A violation is found, with any verdict: its severity depends on chance or on the machine.
    Noted,
    /// The run ends within its bounds, with any verdict.
    Bounded,
    /// Not conformant, or not judged: it depends on where the misbehaviour shows first. If the table has no clause,
    /// that depends on it too.
    NotSound,
}

use Expected::{Bounded, Broken, NotSound, Noted, Sound, Warned};

/// A mode of the engine, the expected result of a run, and the clauses at which a violation must be found.
pub(crate) type Row = (&'static str, Expected, &'static [&'static str]);

/// All modes.
pub(crate) const MODES: &[Row] = &[
    ("sound", Sound, &[]),
    // Floods at each point of the dialogue.
    ("flood@start", Noted, &["USI-BOOT-09"]),
    ("flood@hello", Noted, &["USI-BOOT-09"]),
    ("flood@greeted", Noted, &["USI-GEN-08"]),
    ("flood@isready", Noted, &["USI-READY-08"]),
    ("flood@ready", Noted, &["USI-GEN-08"]),
    ("flood@go", Noted, &["USI-GEN-08"]),
    ("flood@answered", Warned, &["USI-GEN-08"]),
    ("flood@quit", Bounded, &[]),
    ("flood-blank@go", Bounded, &[]),
    ("flood-long@go", Noted, &["USI-GEN-08"]),
    ("flood-info@go", Noted, &["USI-INFO-24"]),
    // Info lines up to a second after a reply are allowed.
    ("flood-info@answered", Bounded, &[]),
    ("flood-talk@go", Noted, &["USI-INFO-24"]),
    ("flood-stderr@start", Sound, &[]),
    ("flood-stderr@go", Sound, &[]),
    ("flood-readyok@isready", Broken, &["USI-READY-05"]),
    ("flood-readyok@ready", Broken, &["USI-READY-05"]),
    ("million-readyok@ready", Broken, &["USI-READY-05"]),
    ("flood-bestmove@go", Broken, &["USI-BM-02"]),
    ("flood-bestmove@ready", Broken, &["USI-BM-02"]),
    ("flood-mate@ready", Broken, &["USI-BM-09"]),
    ("flood-id@hello", Noted, &["USI-BOOT-08"]),
    ("flood-flaws@go", Broken, &["USI-INFO-04"]),
    ("endless@start", Broken, &["USI-BOOT-02", "USI-BOOT-09"]),
    ("endless@isready", Broken, &["USI-READY-01", "USI-READY-08"]),
    ("endless@go", Broken, &["USI-GEN-08", "USI-GO-03"]),
    ("endless@answered", Warned, &["USI-GEN-03"]),
    ("endless-stderr@go", Sound, &[]),
    ("endless-nul@isready", Broken, &["USI-READY-01", "USI-READY-08"]),
    ("endless-info@go", Noted, &["USI-INFO-07", "USI-INFO-08"]),
    ("endless-moves@go", Broken, &["USI-BM-01", "USI-BM-09"]),
    // On a slow machine, the line is also reported as unfinished.
    ("endless-bytes@hello", Warned, &["USI-BOOT-09"]),
    // Broken or misleading texts.
    ("half@go", Broken, &["USI-GO-03"]),
    ("half@start", Broken, &["USI-BOOT-02", "USI-BOOT-09"]),
    ("torn@go", Broken, &["USI-BM-01", "USI-BM-09"]),
    ("crcrlf@ready", Warned, &["USI-GEN-06", "USI-GEN-08", "USI-READY-08"]),
    ("nul@isready", Warned, &["USI-READY-08"]),
    ("utf-16@start", Broken, &["USI-BOOT-09", "USI-GEN-06"]),
    ("latin@go", Warned, &["USI-GEN-06"]),
    ("ansi@go", Broken, &["USI-INFO-27"]),
    ("bidi@go", Warned, &["USI-GEN-06"]),
    ("ci@hello", Warned, &["USI-BOOT-09"]),
    ("html@hello", Warned, &["USI-BOOT-08"]),
    ("markdown@hello", Warned, &["USI-BOOT-08", "USI-BOOT-09"]),
    ("random@start", Noted, &["USI-BOOT-09"]),
    ("random@go", Noted, &["USI-GEN-08"]),
    // Valid behaviour in large amounts.
    ("options@hello", Sound, &[]),
    ("megabytes@hello", Sound, &[]),
    ("choices@hello", Sound, &[]),
    ("wide-options@hello", Sound, &[]),
    ("eat-memory@isready", Sound, &[]),
    ("eat-disk@isready", Sound, &[]),
    // Engines that do not read, do not answer, or are slow.
    ("deaf@start", NotSound, &["USI-BOOT-04"]),
    ("deaf@isready", Broken, &["USI-READY-01"]),
    ("deaf@go", Broken, &["USI-GO-03"]),
    ("deaf@quit", Broken, &["USI-QUIT-01"]),
    ("drip@start", NotSound, &["USI-BOOT-04", "USI-GEN-03"]),
    ("drip@go", Broken, &["USI-GEN-03", "USI-GO-03"]),
    ("stopped@start", NotSound, &["USI-BOOT-04"]),
    ("stopped@go", Broken, &["USI-GO-03"]),
    ("stopped@quit", Broken, &["USI-QUIT-01"]),
    ("no-stdin@isready", Broken, &["USI-GEN-14"]),
    ("no-stdout@isready", Broken, &["USI-READY-01"]),
    ("no-stderr@start", Sound, &[]),
    // Exits in the middle of the dialogue, in every way.
    ("exit-0@start", NotSound, &["USI-GEN-14"]),
    ("exit-0@isready", Broken, &["USI-GEN-14"]),
    ("exit-0@answered", Broken, &["USI-GEN-14"]),
    ("exit-3@go", Broken, &["USI-GEN-14"]),
    ("exit-3@quit", Sound, &[]),
    ("panic@go", Broken, &["USI-GEN-14"]),
    ("hup@go", Broken, &["USI-GEN-14"]),
    ("int@go", Broken, &["USI-GEN-14"]),
    ("quit@go", Broken, &["USI-GEN-14"]),
    ("ill@go", Broken, &["USI-GEN-14"]),
    ("abort@go", Broken, &["USI-GEN-14"]),
    ("bus@go", Broken, &["USI-GEN-14"]),
    ("fpe@go", Broken, &["USI-GEN-14"]),
    ("kill@hello", Broken, &["USI-GEN-14"]),
    ("kill@go", Broken, &["USI-GEN-14"]),
    ("segv@isready", Broken, &["USI-GEN-14"]),
    ("alarm@go", Broken, &["USI-GEN-14"]),
    ("term@go", Broken, &["USI-GEN-14"]),
    ("segv@quit", Warned, &["USI-QUIT-04"]),
    // Processes in the engine's process group.
    ("children@ready", Warned, &["USI-QUIT-06"]),
    // Processes that leave the process group.
    ("chain@ready", Noted, &["USI-QUIT-06"]),
    ("session@ready", Warned, &["USI-QUIT-06"]),
    ("group@ready", Warned, &["USI-QUIT-06"]),
    ("daemon@ready", Warned, &["USI-QUIT-06"]),
    // The program file itself.
    // If the engine cannot be started, nothing can be found.
    ("delete-itself@hello", NotSound, &[]),
    ("become-text@hello", NotSound, &[]),
    ("every-second@start", NotSound, &["USI-GEN-14"]),
];
