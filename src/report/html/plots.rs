//! Plots of the latencies, with their numbers; tables of the clocks and of the time of the run.

use std::fmt::Write;
use std::time::Duration;

use super::{markup, words};
use crate::lang::ToText;
use crate::report;
use crate::run::result::{ClockResult, LatencyResult, RunResult};

/// Width and height of the plot of one latency, in pixels.
const WIDTH: f64 = 560.0;
const HEIGHT: f64 = 34.0;
/// Pixels at each end of the scale.
const EDGE: f64 = 22.0;

/// All measurements of the run.
pub(super) fn render(run: &RunResult) -> String {
    let mut html = latencies(&run.latencies);
    html.push_str(&clocks(&run.clocks));
    if !run.time.chain.is_empty() {
        let chain: Vec<String> = run.time.chain.iter().map(|id| markup::text(id)).collect();
        let _ = write!(
            html,
            "<h3>{}</h3><p>{}</p><p class=chain>{}</p>",
            words::WHERE_TIME_WENT,
            words::waited(&run.time, run.elapsed, run.jobs),
            chain.join(" → ")
        );
    }
    html
}

fn latencies(latencies: &[LatencyResult]) -> String {
    let Some(axis) = Axis::of(latencies) else {
        return String::new();
    };
    let mut html = format!(
        "<h3>{}</h3><p>{}</p><div class=scroll><table class=plots><thead><tr><th scope=col>{}<th scope=col class=n>n\
         <th scope=col>{}<th scope=col class=n>min<th scope=col class=n>median<th scope=col class=n>p95<th scope=col class=n>max<tbody>",
        words::LATENCIES,
        words::LATENCY_PLOT,
        words::LATENCY,
        axis.ticks()
    );
    for latency in latencies {
        let name = format!("{} → {}", latency.from, latency.to);
        let _ = write!(
            html,
            "<tr><th scope=row>{}<td class=n>{}<td>{}<td class=n>{}<td class=n>{}<td class=n>{}<td class=n>{}",
            markup::text(&name),
            latency.count,
            axis.strip(latency),
            ms(latency.min),
            ms(latency.median),
            ms(latency.p95),
            ms(latency.max)
        );
    }
    html.push_str("</table></div>");
    for latency in latencies.iter().filter(|latency| latency.kept < latency.count) {
        let name = markup::text(latency.name);
        let _ = write!(html, "<p class=faint>{}</p>", words::samples_kept(&name, latency.kept));
    }
    html
}

/// A logarithmic scale of milliseconds over all latencies, from one power of ten to another; the ends are logarithms.
struct Axis {
    least: f64,
    largest: f64,
}

impl Axis {
    fn of(latencies: &[LatencyResult]) -> Option<Self> {
        let least = latencies.iter().map(|latency| latency.min).min()?;
        let largest = latencies.iter().map(|latency| latency.max).max()?;
        let least = log(least).floor();
        Some(Self { least, largest: log(largest).ceil().max(least + 1.0) })
    }

    fn place(&self, time: Duration) -> f64 {
        let part = (log(time) - self.least) / (self.largest - self.least);
        EDGE + part.clamp(0.0, 1.0) * (WIDTH - 2.0 * EDGE)
    }

    /// The powers of ten on the scale: position and number.
    fn powers(&self) -> impl Iterator<Item = (f64, String)> {
        let last = (self.largest - self.least).round() as i32;
        let least = self.least.round() as i32;
        (0..=last).map(move |power| {
            let part = f64::from(power) / f64::from(last);
            let number = 10_f64.powi(least + power);
            (EDGE + part * (WIDTH - 2.0 * EDGE), format!("{number}"))
        })
    }

    fn ticks(&self) -> String {
        let mut svg = format!(
            "<svg class=axis viewBox=\"0 0 {WIDTH} 16\" width={WIDTH} height=16 role=img aria-label=\"ms\">"
        );
        for (x, number) in self.powers() {
            let _ = write!(svg, "<text x={x:.0} y=12 text-anchor=middle>{number}</text>");
        }
        svg + "</svg>"
    }

    fn strip(&self, latency: &LatencyResult) -> String {
        let at = |time| self.place(time);
        let middle = HEIGHT / 2.0;
        let mut svg = format!(
            "<svg class=strip viewBox=\"0 0 {WIDTH} {HEIGHT}\" width={WIDTH} height={HEIGHT} aria-hidden=true><path class=grid d=\""
        );
        for (x, _) in self.powers() {
            let _ = write!(svg, "M{x:.0} 0V{HEIGHT}");
        }
        let (min, median, p95, max) =
            (at(latency.min), at(latency.median), at(latency.p95), at(latency.max));
        let _ = write!(
            svg,
            "\"/><path class=whisker d=\"M{min:.1} {middle}H{max:.1}M{min:.1} 11v12M{max:.1} 11v12\"/>\
             <rect class=box x={median:.1} y=9 width={:.1} height=16 /><path class=median d=\"M{median:.1} 6v22\"/>",
            (p95 - median).max(1.0)
        );
        for (index, time) in latency.spread.iter().enumerate() {
            // Draw samples in three rows, so that they do not cover each other.
            let y = middle + [-5.0, 0.0, 5.0][index % 3];
            let _ = write!(svg, "<circle cx={:.1} cy={y:.0} r=2 />", at(*time));
        }
        svg + "</svg>"
    }
}

/// The decimal logarithm of a time in milliseconds; times below a microsecond count as a microsecond.
fn log(time: Duration) -> f64 {
    (time.as_secs_f64() * 1000.0).max(0.001).log10()
}

fn clocks(clocks: &[ClockResult]) -> String {
    if clocks.is_empty() {
        return String::new();
    }
    let [searches, over, median, latest] = words::CLOCK_COLUMNS;
    let mut html = format!(
        "<h3>{}</h3><p>{}</p><div class=scroll><table><thead><tr><th scope=col>{}<th scope=col class=n>{searches}<th scope=col class=n>{over}<th scope=col>{median}<th scope=col>{latest}<tbody>",
        words::CLOCKS,
        words::CLOCK_ABOUT,
        words::CLOCK
    );
    for clock in clocks {
        let _ = write!(
            html,
            "<tr><th scope=row>{}<td class=n>{}<td class=n>{}<td>{}<td>{}",
            markup::text(&clock.clock),
            clock.searches,
            clock.over,
            clock.median.to_text(),
            clock.max.to_text()
        );
    }
    html + "</table></div>"
}

/// A time in milliseconds with its significant digits.
fn ms(time: Duration) -> String {
    report::words::milliseconds(time)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixtures;

    #[test]
    fn the_scale_reaches_from_a_power_of_ten_to_another() {
        let run = fixtures::conformant();
        let axis = Axis::of(&run.latencies).unwrap();
        // From 0.09 ms to 8301.7 ms.
        let powers: Vec<String> = axis.powers().map(|(_, number)| number).collect();
        assert_eq!(powers, ["0.01", "0.1", "1", "10", "100", "1000", "10000"]);
        let middle = axis.place(Duration::from_millis(10));
        assert!((middle - WIDTH / 2.0).abs() < 1e-6, "{middle}");
    }

    #[test]
    fn nothing_measured_is_no_table() {
        assert_eq!(latencies(&[]) + &clocks(&[]), "");
    }

    #[test]
    fn values_that_were_left_out_are_reported() {
        let html = render(&fixtures::conformant());
        assert!(html.contains("stop: median and 95th percentile of the first 100000"));
    }
}
