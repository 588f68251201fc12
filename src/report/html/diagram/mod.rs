//! The sequence diagram of a scenario: two lanes, times to scale as far as lines stay readable, waits, deadlines and
//! windows of silence, and the messages that show violations.

mod legend;
mod rows;
mod scale;
mod windows;
mod words;

use std::fmt::Write;
use std::time::Duration;

use super::flags::Flags;
use super::transcript::Parts;
use super::{markup, words as page};
use crate::report;
use crate::run::result::ScenarioResult;
use crate::transcript::{EventId, EventKind, Line, LineEnd, Stream};
use crate::verdict::Severity;
pub(super) use legend::signs;
use rows::Row;
use scale::{Gap, GapScale, Need, Scale};

/// Width of the diagram in pixels.
const WIDTH: u32 = 720;
/// Horizontal positions: the right end of times, the time rail, and the two lanes.
const TIMES: u32 = 58;
const RAIL: u32 = 70;
const GUI: u32 = 108;
const ENGINE: u32 = 566;
/// Top of the first row.
const TOP: f64 = 40.0;
/// Pixels of a row above its line, and below.
const ABOVE: f64 = 18.0;
const BELOW: f64 = 6.0;
/// Height of a line of text below a message with a violation, and the most such lines.
const FLAG: f64 = 16.0;
const FLAGS: usize = 3;
/// The most columns of a label, and of the text of a violation.
const COLUMNS: usize = 60;
const FLAG_COLUMNS: usize = 62;

/// The diagram; `None` if nothing happened. `number` is the number of the scenario in the page.
pub(super) fn draw(
    number: usize,
    scenario: &ScenarioResult,
    flags: &Flags<'_>,
    parts: &Parts<'_>,
) -> Option<String> {
    let rows = rows::rows(&scenario.transcript, flags);
    if rows.is_empty() {
        return None;
    }
    let needs: Vec<Need> = rows.iter().map(|row| need(row, flags)).collect();
    let picture = Picture { number, flags, parts, scale: Scale::of(&needs, TOP), rows: &rows };
    let height = picture.scale.end + 14.0;
    let name = markup::text(&words::diagram_of(&scenario.id, scenario.transcript.events.len()));
    let mut svg = format!(
        "<svg class=seq viewBox=\"0 0 {WIDTH} {height:.0}\" width={WIDTH} height={height:.0} role=img aria-label=\"{name}\">"
    );
    picture.lanes(height, &mut svg);
    windows::draw(&scenario.transcript.windows, &picture.scale, &mut svg);
    for gap in &picture.scale.gaps {
        rail(gap, picture.scale.per_ms, &mut svg);
    }
    picture.messages(&mut svg);
    svg.push_str("</svg>");
    Some(svg + &legend(&picture.scale))
}

struct Picture<'a> {
    number: usize,
    flags: &'a Flags<'a>,
    parts: &'a Parts<'a>,
    scale: Scale,
    rows: &'a [Row<'a>],
}

fn need(row: &Row<'_>, flags: &Flags<'_>) -> Need {
    let below = match row {
        Row::Event(event, _) => offences(flags, event.id).min(FLAGS + 1) as f64 * FLAG,
        Row::Fold { .. } => 0.0,
    };
    Need { times: row.times(), above: ABOVE, below: BELOW + below }
}

fn offences(flags: &Flags<'_>, event: EventId) -> usize {
    flags.at(event).iter().filter(|flag| flag.offender).count()
}

impl Picture<'_> {
    fn lanes(&self, height: f64, svg: &mut String) {
        let end = height - 6.0;
        let _ = write!(
            svg,
            "<path class=lane d=\"M{GUI} 24V{end:.0}M{ENGINE} 24V{end:.0}\"/>\
             <text class=head x={GUI} y=16 text-anchor=middle>{}</text>\
             <text class=head x={ENGINE} y=16 text-anchor=middle>{}</text>",
            words::GUI_LANE,
            words::ENGINE_LANE
        );
    }

    fn messages(&self, svg: &mut String) {
        let mut time = String::new();
        let mut write: Option<(u32, f64)> = None;
        for (row, &y) in self.rows.iter().zip(&self.scale.rows) {
            match row {
                Row::Fold { count, first, from, .. } => {
                    self.time(*from, y, &mut time, svg);
                    let text = page::folded(*count);
                    let (open, close) = self.link(*first);
                    let middle = (GUI + ENGINE) / 2;
                    let _ = write!(
                        svg,
                        "<path class=fold d=\"M{} {y:.0}H{}\"/>{open}<text class=fold x={middle} y={:.0} text-anchor=middle>{text}</text>{close}",
                        GUI + 8,
                        ENGINE - 8,
                        y - 5.0
                    );
                    write = None;
                }
                Row::Event(event, step) => {
                    self.time(event.at, y, &mut time, svg);
                    if let Some(line) = step {
                        let _ = write!(
                            svg,
                            "<text class=step x={} y={:.0} text-anchor=end>{line}<title>{}</title></text>",
                            GUI - 6,
                            y + 3.0,
                            page::script_line(*line)
                        );
                    }
                    if let EventKind::Sent { write: now, .. } = &event.kind {
                        if let Some((before, above)) = write.filter(|(before, _)| before == now) {
                            let _ = write!(
                                svg,
                                "<path class=together d=\"M{GUI} {above:.0}V{y:.0}\"><title>{}</title></path>",
                                words::SAME_WRITE
                            );
                            write = Some((before, y));
                        } else {
                            write = Some((*now, y));
                        }
                    } else {
                        write = None;
                    }
                    self.event(event.id, &event.kind, y, svg);
                    self.faults(event.id, y, svg);
                }
            }
        }
    }

    /// Writes the time of a row, unless it is the same as that of the row before.
    fn time(&self, at: Duration, y: f64, last: &mut String, svg: &mut String) {
        let stamp = report::words::stamp(at);
        if stamp != *last {
            let y = y + 4.0;
            let _ = write!(svg, "<text class=t x={TIMES} y={y:.0} text-anchor=end>{stamp}</text>");
            *last = stamp;
        }
    }

    fn event(&self, id: EventId, kind: &EventKind, y: f64, svg: &mut String) {
        let class = match self.flags.worst(id) {
            Some(severity) => severity.word(),
            None if self.flags.at(id).is_empty() => "",
            None => "evidence",
        };
        let (open, close) = self.link(id);
        let mut arrow = |direction: &str, path: &str| {
            let label =
                line_of(kind).map_or_else(String::new, |line| markup::line_label(&line, COLUMNS));
            let _ = write!(
                svg,
                "{open}<g class=\"{direction} {class}\"><path d=\"{path}\"/><text x={} y={:.0}>{label}</text></g>{close}",
                GUI + 10,
                y - 5.0
            );
        };
        let (right, left) = (ENGINE - 1, GUI + 1);
        let back = format!("M{right} {y:.0}H{left}m7-4l-7 4 7 4");
        match kind {
            EventKind::Sent { .. } => {
                let path = format!("M{left} {y:.0}H{right}m-7-4l7 4-7 4");
                arrow("sent", &path);
            }
            EventKind::Received(_) | EventKind::Partial(_) => arrow("came", &back),
            EventKind::Stderr(_) => arrow("err", &back),
            EventKind::InputClosed => self.note(GUI, &note(kind), class, id, y, svg),
            EventKind::Overdue(_) => self.note(GUI, &note(kind), class, id, y, svg),
            EventKind::EndOfStream(_)
            | EventKind::WriteFailed(_)
            | EventKind::Exit(_)
            | EventKind::Step { .. } => self.note(ENGINE, &note(kind), class, id, y, svg),
        }
    }

    /// A link to the transcript line of an event, if the page shows that line. The link is for the mouse only: keyboard
    /// users reach the transcript itself more quickly.
    fn link(&self, event: EventId) -> (String, &'static str) {
        if self.parts.show(event) {
            (format!("<a href=#s{}e{} tabindex=-1>", self.number, event.0), "</a>")
        } else {
            ("<g>".to_owned(), "</g>")
        }
    }

    /// Draws an event that is not a line, at one of the lanes.
    fn note(&self, lane: u32, text: &str, class: &str, id: EventId, y: f64, svg: &mut String) {
        let (open, close) = self.link(id);
        let (x, anchor) = if lane == GUI { (GUI + 10, "start") } else { (ENGINE - 10, "end") };
        let _ = write!(
            svg,
            "{open}<g class=\"note {class}\"><path d=\"M{} {:.0}l8 8m0-8l-8 8\"/><text x={x} y={:.0} text-anchor={anchor}>{}</text></g>{close}",
            lane - 4,
            y - 4.0,
            y - 5.0,
            markup::label(text, COLUMNS)
        );
    }

    /// Writes the violations below the message that shows them.
    fn faults(&self, event: EventId, y: f64, svg: &mut String) {
        let mut y = y;
        let faults = self.flags.at(event).iter().filter(|flag| flag.offender);
        for flag in faults.take(FLAGS) {
            y += FLAG;
            let finding = flag.finding;
            let text = format!("{} {}", finding.clause, finding.message);
            let _ = write!(
                svg,
                "<text class=\"fault {}\" x={} y={:.0}>{} {}</text>",
                finding.severity.word(),
                GUI + 10,
                y - 2.0,
                page::severity_sign(finding.severity),
                markup::label(&text, FLAG_COLUMNS)
            );
        }
        let more = offences(self.flags, event).saturating_sub(FLAGS);
        if more > 0 {
            let text = page::more(more);
            let y = y + FLAG - 2.0;
            let _ = write!(
                svg,
                "<text class=\"fault {}\" x={} y={y:.0}>{text}</text>",
                Severity::Info.word(),
                GUI + 10
            );
        }
    }
}

/// The text of an event.
pub(super) fn note(kind: &EventKind) -> String {
    match kind {
        EventKind::EndOfStream(Stream::Stdout) => words::STDOUT_ENDED.to_string(),
        EventKind::EndOfStream(Stream::Stderr) => words::STDERR_ENDED.to_string(),
        EventKind::InputClosed => words::INPUT_CLOSED.to_string(),
        EventKind::WriteFailed(why) => words::write_failed(why),
        EventKind::Exit(status) => words::exit(*status),
        EventKind::Overdue(overdue) => words::overdue(&overdue.awaited.join(", "), overdue.limit),
        EventKind::Step { line } => page::script_line(*line),
        EventKind::Sent { line, .. } | EventKind::Received(line) | EventKind::Stderr(line) => {
            line.text().into_owned()
        }
        EventKind::Partial(bytes) => String::from_utf8_lossy(bytes).into_owned(),
    }
}

/// The line of an event, if the event has one.
pub(super) fn line_of(kind: &EventKind) -> Option<std::borrow::Cow<'_, Line>> {
    use std::borrow::Cow;
    match kind {
        EventKind::Sent { line, .. } | EventKind::Received(line) | EventKind::Stderr(line) => {
            Some(Cow::Borrowed(line))
        }
        EventKind::Partial(bytes) => {
            Some(Cow::Owned(Line { bytes: bytes.clone(), end: LineEnd::None, cut: 0 }))
        }
        EventKind::EndOfStream(_)
        | EventKind::InputClosed
        | EventKind::WriteFailed(_)
        | EventKind::Exit(_)
        | EventKind::Overdue(_)
        | EventKind::Step { .. } => None,
    }
}

/// Draws the time rail between two rows.
fn rail(gap: &Gap, per_ms: f64, svg: &mut String) {
    let (top, end) = gap.places;
    match gap.scale {
        GapScale::True => {
            let _ = write!(svg, "<path class=rail d=\"M{RAIL} {top:.1}V{end:.1}");
            let step = tick(per_ms) * per_ms;
            let ticks = ((end - top) / step) as u32;
            for number in 1..=ticks {
                let y = top + f64::from(number) * step;
                let _ = write!(svg, "M{RAIL} {y:.1}h4");
            }
            svg.push_str("\"/>");
        }
        GapScale::Stretched => {
            let _ = write!(svg, "<path class=\"rail drawn\" d=\"M{RAIL} {top:.1}V{end:.1}\"/>");
        }
        GapScale::Shortened => {
            let middle = (top + end) / 2.0;
            let length = report::words::duration(gap.times.1 - gap.times.0);
            let _ = write!(
                svg,
                "<path class=rail d=\"M{RAIL} {top:.1}V{:.1}l-5 3 10 4-10 4 10 4-5 3V{end:.1}\"/>\
                 <text class=cut x={TIMES} y={:.0} text-anchor=end>+{length}</text>",
                middle - 9.0,
                middle + 4.0
            );
        }
    }
}

/// Milliseconds between two ticks of the rail: a round number, at least eight pixels.
fn tick(per_ms: f64) -> f64 {
    const STEPS: [f64; 12] =
        [1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0, 2000.0, 5000.0];
    STEPS.into_iter().find(|step| step * per_ms >= 8.0).unwrap_or(5000.0)
}

/// The legend of the time rail, for the kinds of gap in this diagram.
fn legend(scale: &Scale) -> String {
    let has = |wanted| scale.gaps.iter().any(|gap| gap.scale == wanted);
    let mut parts = Vec::new();
    if has(GapScale::True) {
        let ms = tick(scale.per_ms);
        let tick = if ms < 1000.0 { format!("{ms} ms") } else { format!("{} s", ms / 1000.0) };
        parts.push(format!("┃ {}, {}", words::RAIL_TRUE, words::scale(&tick)));
    }
    if has(GapScale::Stretched) {
        parts.push(format!("┊ {}", words::RAIL_DRAWN));
    }
    if has(GapScale::Shortened) {
        parts.push(format!("≷ {}", words::RAIL_CUT));
    }
    format!("<p class=legend>{}</p>", parts.join(" · "))
}
