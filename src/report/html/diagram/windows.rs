//! The windows of a script: brackets to the right of the engine's lane, hatched bands in which the engine may write
//! nothing, and missed deadlines.

use std::fmt::Write;
use std::time::Duration;

use super::scale::Scale;
use super::{ENGINE, GUI, WIDTH, words};
use crate::report::html::markup;
use crate::transcript::{Window, WindowKind};

/// The most windows that are drawn.
const MOST: usize = 60;
/// A window with fewer pixels than this is not drawn.
const VISIBLE: f64 = 8.0;
/// Height of a label, and how far a label may be moved down to find room.
const LABEL: f64 = 13.0;
const MOVED: f64 = 34.0;
/// The most columns of a label.
const COLUMNS: usize = 21;

/// Draws the windows that are large enough to be seen.
pub(super) fn draw(windows: &[Window], scale: &Scale, svg: &mut String) {
    let mut sorted: Vec<&Window> = windows.iter().collect();
    sorted.sort_by_key(|window| window.from);
    let mut labels = Labels(f64::MIN);
    let mut drawn = 0;
    for window in sorted {
        let (top, end) = (scale.place(window.from), scale.place(window.ended));
        if drawn == MOST || end - top < VISIBLE {
            continue;
        }
        drawn += 1;
        match window.kind {
            WindowKind::Silence => silence(window, scale, &mut labels, svg),
            WindowKind::Reply => reply(window, scale, &mut labels, svg),
            WindowKind::Pause => {
                bracket("pause", top, end, "", svg);
                let text = words::pause(window.until.saturating_sub(window.from));
                labels.put(&text, "pause", top, svg);
            }
        }
    }
}

fn silence(window: &Window, scale: &Scale, labels: &mut Labels, svg: &mut String) {
    let (top, end) = (scale.place(window.from), scale.place(window.until));
    let length = window.until.saturating_sub(window.from);
    let of = window.of.join(", ");
    let title = markup::text(&words::silence_long(&of, length, window.line));
    let _ = write!(
        svg,
        "<g class=silence><title>{title}</title><rect x={GUI} y={top:.1} width={} height={:.1} /><path d=\"M{GUI} {top:.1}H{}M{GUI} {end:.1}H{}\"/></g>",
        ENGINE - GUI,
        (end - top).max(1.0),
        ENGINE + 8,
        ENGINE + 8
    );
    labels.put(&words::silence(&of, length), "silence", top, svg);
}

fn reply(window: &Window, scale: &Scale, labels: &mut Labels, svg: &mut String) {
    let limit = window.until.saturating_sub(window.from);
    let took = window.ended.saturating_sub(window.from);
    let of = window.of.join(", ");
    let late = window.ended > window.until;
    let (top, end) = (scale.place(window.from), scale.place(window.ended));
    let title = markup::text(&words::awaited_long(&of, limit, took, window.line));
    bracket(if late { "late" } else { "wait" }, top, end, &title, svg);
    labels.put(&words::awaited(&of, limit), "wait", top, svg);
    if late {
        let y = scale.place(window.until);
        let _ = write!(svg, "<path class=deadline d=\"M{GUI} {y:.1}H{}\"/>", ENGINE + 12);
        labels.put(&words::deadline(limit), "late", y, svg);
    } else if !scale.is_after(window.until)
        && window.until > window.ended + Duration::from_millis(1)
    {
        // The rest of the time limit, if the diagram reaches that far.
        let y = scale.place(window.until);
        let _ = write!(svg, "<path class=left d=\"M{} {end:.1}V{y:.1}m-4 0h8\"/>", ENGINE + 12);
    }
}

fn bracket(class: &str, top: f64, end: f64, title: &str, svg: &mut String) {
    let _ = write!(
        svg,
        "<path class={class} d=\"M{} {top:.1}h4V{end:.1}h-4\"><title>{title}</title></path>",
        ENGINE + 8
    );
}

/// Places labels below each other, as near as possible to their windows. The value is the position of the last label.
struct Labels(f64);

impl Labels {
    fn put(&mut self, text: &str, class: &str, at: f64, svg: &mut String) {
        let wanted = at + 10.0;
        let y = wanted.max(self.0 + LABEL);
        if y - wanted > MOVED {
            return;
        }
        self.0 = y;
        let x = ENGINE + 18;
        debug_assert!(x < WIDTH);
        let text = markup::text(&crate::report::wrap::cut(text, COLUMNS));
        let _ = write!(svg, "<text class=\"w {class}\" x={x} y={y:.0}>{text}</text>");
    }
}
