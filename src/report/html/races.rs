//! Plots of races: the offset of each round, and whether the round failed.

use std::fmt::Write;

use super::{markup, words};
use crate::run::race_result::{RaceResult, RaceRound};
use crate::scenario::Offset;

/// Pixels: width of the plot, of the words before it, of the column for rounds in the same write, of the right margin.
const WIDTH: f64 = 640.0;
const LEFT: f64 = 64.0;
const SAME: f64 = 76.0;
const RIGHT: f64 = 16.0;
/// Vertical position of the rounds that passed, and of those that failed.
const PASSED: f64 = 24.0;
const FAILED: f64 = 56.0;
/// Vertical distances of rounds from their line, so that rounds at the same offset can be distinguished.
const SPREAD: [f64; 5] = [0.0, -5.0, 5.0, -9.0, 9.0];

/// A race as one line of text and a plot.
pub(super) fn render(race: &RaceResult) -> String {
    let summary = markup::text(&race.summary().to_string());
    let line = words::script_line(race.line);
    let class = if race.failed() > 0 { "fail" } else { "pass" };
    format!(
        "<figure class=race><figcaption><span class=\"dot {class}\"></span>{summary} <span class=faint>({line})</span></figcaption>{}</figure>",
        plot(race)
    )
}

/// The range of offsets in the plot, in microseconds, and the left end of its scale in pixels.
struct Span {
    least: f64,
    largest: f64,
    left: f64,
}

impl Span {
    fn of(rounds: &[RaceRound]) -> Self {
        let micros = || {
            rounds.iter().filter_map(|round| match round.offset {
                Offset::Micros(micros) => Some(micros as f64),
                Offset::SameWrite => None,
            })
        };
        let same = rounds.iter().any(|round| round.offset == Offset::SameWrite);
        let least = micros().fold(f64::INFINITY, f64::min);
        let largest = micros().fold(f64::NEG_INFINITY, f64::max);
        let (least, largest) = if least <= largest { (least, largest) } else { (0.0, 0.0) };
        // Leave a margin, even if all rounds have the same offset.
        let room = ((largest - least) * 0.03).max(200.0);
        Self {
            least: least - room,
            largest: largest + room,
            left: if same { LEFT + SAME } else { LEFT },
        }
    }

    fn place(&self, offset: Offset) -> f64 {
        match offset {
            Offset::SameWrite => LEFT + SAME / 2.0,
            Offset::Micros(micros) => {
                let part = (micros as f64 - self.least) / (self.largest - self.least);
                self.left + part * (WIDTH - RIGHT - self.left)
            }
        }
    }

    /// Offsets of the ticks: round numbers, in microseconds.
    fn ticks(&self) -> Vec<i64> {
        const STEPS: [i64; 13] = [
            100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000, 200_000, 500_000,
            1_000_000,
        ];
        let length = self.largest - self.least;
        let step =
            STEPS.into_iter().find(|&step| length / step as f64 <= 8.0).unwrap_or_else(|| {
                // A report from a file can contain any offset, even of years.
                let digits = (length / 8.0).log10().ceil().clamp(7.0, 18.0);
                10_i64.saturating_pow(digits as u32)
            });
        let first = (self.least / step as f64).ceil() as i64;
        let last = (self.largest / step as f64).floor() as i64;
        (first..=last).map(|number| number.saturating_mul(step)).collect()
    }
}

fn plot(race: &RaceResult) -> String {
    if race.rounds.is_empty() {
        return String::new();
    }
    let span = Span::of(&race.rounds);
    let name = markup::text(&race.summary().to_string());
    let mut svg = format!(
        "<svg viewBox=\"0 0 {WIDTH} 108\" width={WIDTH} height=108 role=img aria-label=\"{name}\"><path class=grid d=\"M{LEFT} {PASSED}H{right}M{LEFT} {FAILED}H{right}",
        right = WIDTH - RIGHT
    );
    for tick in span.ticks() {
        let _ = write!(svg, "M{:.1} 8V72", span.place(Offset::Micros(tick)));
    }
    let _ = write!(
        svg,
        "\"/><text class=edge x={x} y={} text-anchor=end>{}</text><text class=edge x={x} y={} text-anchor=end>{}</text>",
        PASSED + 4.0,
        words::RACE_PASSED,
        FAILED + 4.0,
        words::RACE_FAILED,
        x = LEFT - 8.0
    );
    for tick in span.ticks() {
        let x = span.place(Offset::Micros(tick));
        let _ = write!(
            svg,
            "<text class=edge x={x:.0} y=86 text-anchor=middle>{}</text>",
            tick as f64 / 1000.0
        );
    }
    if span.left > LEFT {
        let x = LEFT + SAME / 2.0;
        let _ = write!(
            svg,
            "<path class=axis d=\"M{0:.0} 4V76\"/><text class=edge x={x:.0} y=86 text-anchor=middle>{1}</text>",
            span.left,
            Offset::SAME_WRITE
        );
    }
    let middle = (span.left + WIDTH - RIGHT) / 2.0;
    let _ = write!(
        svg,
        "<text class=edge x={middle:.0} y=103 text-anchor=middle>{}</text>",
        words::RACE_OFFSET
    );
    rounds(race, &span, &mut svg);
    svg + "</svg>"
}

/// Draws a circle for each round that passed and a cross for each that failed; one path for all circles and one for all
/// crosses, because there can be hundreds.
fn rounds(race: &RaceResult, span: &Span, svg: &mut String) {
    let (mut passed, mut failed) = (String::new(), String::new());
    for (index, round) in race.rounds.iter().enumerate() {
        let x = span.place(round.offset);
        let spread = SPREAD[index % SPREAD.len()];
        let _ = if round.failed {
            write!(failed, "M{:.1} {:.0}l6 6m0-6l-6 6", x - 3.0, FAILED + spread - 3.0)
        } else {
            write!(passed, "M{:.1} {:.0}a3 3 0 1 0 6 0a3 3 0 1 0-6 0", x - 3.0, PASSED + spread)
        };
    }
    let _ = write!(
        svg,
        "<path class=\"round pass\" d=\"{passed}\"/><path class=\"round fail\" d=\"{failed}\"/>"
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    fn race(rounds: &[(Offset, bool)]) -> RaceResult {
        let rounds =
            rounds.iter().map(|&(offset, failed)| RaceRound { wanted: offset, offset, failed });
        RaceResult {
            line: 4,
            sent: vec!["stop".to_owned()],
            event: "bestmove".to_owned(),
            planned: 3,
            rounds: rounds.collect(),
        }
    }

    #[test]
    fn every_round_is_drawn_at_its_offset() {
        let html = render(&race(&[
            (Offset::Micros(-3000), false),
            (Offset::Micros(0), true),
            (Offset::Micros(5000), false),
            (Offset::SameWrite, true),
        ]));
        assert_eq!(html.matches("m0-6l-6 6").count(), 2, "{html}");
        assert_eq!(html.matches("a3 3 0 1 0 6 0").count(), 2);
        assert!(html.contains(">same-write</text>"));
        assert!(html.contains(">-2</text>") && html.contains(">4</text>"), "{html}");
    }

    #[test]
    fn rounds_at_one_offset_have_room() {
        let span = Span::of(&race(&[(Offset::Micros(7000), true)]).rounds);
        let x = span.place(Offset::Micros(7000));
        assert!((LEFT..WIDTH).contains(&x));
        assert!(span.ticks().contains(&7000));
        assert!(!Span::of(&[]).ticks().is_empty());
    }
}
