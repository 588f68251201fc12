//! Vertical positions of times in a diagram: to scale if the rows stay readable, else marked as stretched or shortened.

use std::time::Duration;

/// The times of a row, and the room it needs.
#[derive(Debug, Clone, Copy)]
pub(super) struct Need {
    /// The times at which the row begins and ends.
    pub(super) times: (Duration, Duration),
    /// Pixels above the line of the row.
    pub(super) above: f64,
    /// Pixels below it.
    pub(super) below: f64,
}

/// How the time between two rows is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum GapScale {
    /// To scale.
    True,
    /// Longer than to scale, so that rows stay readable.
    Stretched,
    /// Shorter than to scale.
    Shortened,
}

/// The gap between two rows.
#[derive(Debug, Clone, Copy)]
pub(super) struct Gap {
    /// The times at which the gap begins and ends.
    pub(super) times: (Duration, Duration),
    /// The vertical positions at which the gap begins and ends.
    pub(super) places: (f64, f64),
    /// How the gap is drawn.
    pub(super) scale: GapScale,
}

/// The vertical positions of all rows.
#[derive(Debug)]
pub(super) struct Scale {
    /// Pixels per millisecond in gaps that are to scale.
    pub(super) per_ms: f64,
    /// The position of each row.
    pub(super) rows: Vec<f64>,
    /// The gaps between the rows.
    pub(super) gaps: Vec<Gap>,
    /// The end of the last row.
    pub(super) end: f64,
}

/// The scales to choose from, in pixels per millisecond.
const SCALES: [f64; 9] = [4.0, 2.0, 1.0, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01];
/// The most pixels for all gaps together, beyond the needs of the rows.
const ROOM: f64 = 480.0;
/// A gap with more pixels than this is shortened.
const LONGEST: f64 = 220.0;
/// If the longest gap is more than this many times as long as the second longest, the scale is chosen for the second.
const DWARFED: f64 = 8.0;
/// The second longest gap decides the scale only if it has at least this many milliseconds.
const VISIBLE: f64 = 20.0;
/// Pixels of a shortened gap.
const CUT: f64 = 64.0;

impl Scale {
    /// Places the rows, from `top` down.
    pub(super) fn of(needs: &[Need], top: f64) -> Self {
        let per_ms = choose(needs);
        let mut scale =
            Self { per_ms, rows: Vec::with_capacity(needs.len()), gaps: Vec::new(), end: top };
        let mut before: Option<(Duration, f64, f64)> = None;
        for need in needs {
            let (from, until) = need.times;
            let place = match before {
                None => top + need.above,
                Some((time, place, below)) => {
                    let time = time.min(from);
                    let (length, drawn) = length(ms(from - time), below + need.above, per_ms);
                    scale.gaps.push(Gap {
                        times: (time, from),
                        places: (place, place + length),
                        scale: drawn,
                    });
                    place + length
                }
            };
            scale.rows.push(place);
            scale.end = place + need.below;
            before = Some((from.max(until), place, need.below));
        }
        scale
    }

    /// The position of a time; times outside of the diagram are at its ends.
    pub(super) fn place(&self, at: Duration) -> f64 {
        let Some(first) = self.rows.first().copied() else {
            return self.end;
        };
        let mut place = first;
        for gap in &self.gaps {
            let (from, until) = gap.times;
            if at < from {
                break;
            }
            if at < until {
                let part = ms(at - from) / ms(until - from);
                return gap.places.0 + part * (gap.places.1 - gap.places.0);
            }
            place = gap.places.1;
        }
        place
    }

    /// Whether a time is after the last row.
    pub(super) fn is_after(&self, at: Duration) -> bool {
        self.gaps.last().is_none_or(|gap| at > gap.times.1)
    }
}

/// The pixels and the scale of a gap of `ms` milliseconds that needs at least `needed` pixels.
fn length(ms: f64, needed: f64, per_ms: f64) -> (f64, GapScale) {
    let wanted = ms * per_ms;
    if wanted > LONGEST {
        (CUT.max(needed), GapScale::Shortened)
    } else if wanted < needed {
        (needed, GapScale::Stretched)
    } else {
        (wanted, GapScale::True)
    }
}

/// The largest scale at which the longest gap is not shortened (unless it is much longer than all others) and all gaps
/// together fit.
fn choose(needs: &[Need]) -> f64 {
    let pairs = needs.iter().zip(needs.iter().skip(1));
    let gaps: Vec<(f64, f64)> = pairs
        .map(|(one, next)| {
            let gap = next.times.0.saturating_sub(one.times.1);
            (ms(gap), one.below + next.above)
        })
        .collect();
    let mut sorted: Vec<f64> = gaps.iter().map(|gap| gap.0).collect();
    sorted.sort_by(|a, b| b.total_cmp(a));
    let longest = match sorted.as_slice() {
        [first, second, ..] if *second >= VISIBLE && *first > DWARFED * second => 4.0 * second,
        [first, ..] => *first,
        [] => 0.0,
    };
    let fits = |per_ms: &f64| {
        let beyond = gaps.iter().map(|(gap, needed)| {
            let (length, _) = length(*gap, *needed, *per_ms);
            length - needed
        });
        longest * per_ms <= LONGEST && beyond.sum::<f64>() <= ROOM
    };
    SCALES.into_iter().find(fits).unwrap_or(SCALES[SCALES.len() - 1])
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scale(times: &[u64]) -> Scale {
        let need = |&at: &u64| Need {
            times: (Duration::from_millis(at), Duration::from_millis(at)),
            above: 20.0,
            below: 4.0,
        };
        let needs: Vec<Need> = times.iter().map(need).collect();
        Scale::of(&needs, 10.0)
    }

    #[test]
    fn gaps_are_to_scale_where_they_can_be() {
        let check = |times: &[u64], expected: &[GapScale]| {
            let scale = scale(times);
            let scales: Vec<GapScale> = scale.gaps.iter().map(|gap| gap.scale).collect();
            assert_eq!(scales, expected, "{times:?}");
        };
        check(&[0, 1, 1500], &[GapScale::Stretched, GapScale::True]);
        check(&[0, 1500, 1590, 1591], &[GapScale::Shortened, GapScale::True, GapScale::Stretched]);
        let scale = scale(&[0, 100, 150, 151]);
        let long = scale.gaps[1].places.1 - scale.gaps[1].places.0;
        assert!((long - 50.0 * scale.per_ms).abs() < 1e-9);
        assert!((scale.rows[0] - 30.0).abs() < 1e-9);
    }

    #[test]
    fn a_moment_between_two_rows_stands_between_them() {
        let scale = scale(&[0, 100, 200]);
        let at = |at| scale.place(Duration::from_millis(at));
        assert!((at(50) - (scale.rows[0] + scale.rows[1]) / 2.0).abs() < 1e-9);
        assert!((at(200) - scale.rows[2]).abs() < 1e-9);
        assert!((at(900) - scale.rows[2]).abs() < 1e-9);
        assert!(scale.is_after(Duration::from_millis(201)));
        assert!(!scale.is_after(Duration::from_millis(200)));
    }

    #[test]
    fn rows_never_stand_on_one_another_and_a_diagram_is_bounded() {
        // Time stamps can go back by a few microseconds.
        let scale = scale(&[0, 5, 4, 3_600_000, 3_600_001, 7_200_000]);
        for pair in scale.rows.windows(2) {
            assert!(pair[1] - pair[0] >= 24.0, "{:?}", scale.rows);
        }
        assert!(scale.end < 700.0, "{}", scale.end);
    }

    #[test]
    fn nothing_has_no_places() {
        let scale = scale(&[]);
        assert!((scale.place(Duration::from_secs(1)) - 10.0).abs() < 1e-9);
    }
}
