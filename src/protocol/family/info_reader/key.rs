//! The subcommands of an info line.

/// The subcommands of `info`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::protocol::family) enum Key {
    Depth,
    Seldepth,
    Time,
    Nodes,
    Pv,
    Multipv,
    Score,
    Currmove,
    Currmovenumber,
    Hashfull,
    Nps,
    Cpuload,
    String,
    Refutation,
    Currline,
}

/// The number of subcommands.
pub(super) const KEYS: usize = Key::Currline as usize + 1;

impl Key {
    /// The subcommand with this name. This runs for every word of every line, so it compares bytes.
    pub(in crate::protocol::family) fn of(word: &str) -> Option<Self> {
        Some(match word.as_bytes() {
            b"depth" => Self::Depth,
            b"seldepth" => Self::Seldepth,
            b"time" => Self::Time,
            b"nodes" => Self::Nodes,
            b"pv" => Self::Pv,
            b"multipv" => Self::Multipv,
            b"score" => Self::Score,
            b"currmove" => Self::Currmove,
            b"currmovenumber" => Self::Currmovenumber,
            b"hashfull" => Self::Hashfull,
            b"nps" => Self::Nps,
            b"cpuload" => Self::Cpuload,
            b"string" => Self::String,
            b"refutation" => Self::Refutation,
            b"currline" => Self::Currline,
            _ => return None,
        })
    }
}
