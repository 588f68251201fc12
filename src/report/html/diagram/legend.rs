//! The legend of the sequence diagrams.

use super::words;
use crate::lang::Text;

/// The meaning of each sign of the diagrams.
pub(in crate::report::html) fn signs() -> String {
    let sign = |class: &str, shape: &str, text: Text| {
        format!(
            "<span class=key><svg class=seq width=34 height=16 aria-hidden=true><g class={class}>{shape}</g></svg> {text}</span> "
        )
    };
    sign("sent", "<path d=\"M2 8H30m-6-4l6 4-6 4\"/>", words::LEGEND_SENT)
        + &sign("came", "<path d=\"M32 8H4m6-4l-6 4 6 4\"/>", words::LEGEND_CAME)
        + &sign("silence", "<rect x=1 y=1 width=32 height=14 />", words::LEGEND_SILENCE)
        + &sign("x", "<path class=wait d=\"M12 2h6V14h-6\"/>", words::LEGEND_WAIT)
        + &sign("x", "<path class=deadline d=\"M1 8H33\"/>", words::LEGEND_DEADLINE)
        + &sign("\"came fail\"", "<path d=\"M32 8H4m6-4l-6 4 6 4\"/>", words::LEGEND_FAULT)
}
