//! What the named limits of the dialects are for.

use crate::lang::Text;

/// What a named limit of [`Dialect::limits`](super::Dialect::limits) is for, as a fragment after its time; `None` if no
/// dialect has a limit of this name.
#[must_use]
pub fn limit_meaning(name: &str) -> Option<Text> {
    Some(match name {
        "usiok" | "uciok" | "ucciok" => say!("for {name}", name),
        "hello_slow" => say!("after which a slow handshake is a warning"),
        "readyok" => say!("for readyok; each line of output starts the time again"),
        "readyok_cap" => say!("for readyok in total, whatever the engine writes before it"),
        "isready_busy" => say!("for readyok if isready comes during a search"),
        "stop" => say!("for bestmove after stop"),
        "hold" => say!("for which a search that must not end by itself is watched"),
        "quiet" => say!("for which kentei watches that nothing comes"),
        "slack" => say!("by which a reply may exceed the engine's time"),
        "mate_slack" => say!("by which the reply to go mate may exceed its time"),
        "quit" => say!("for the process to end after quit"),
        "partial_line" => say!("for the rest of a line after its beginning"),
        "limit" => say!("for a reply that has no other limit"),
        _ => return None,
    })
}
