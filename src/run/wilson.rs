//! The confidence interval of a rate that was observed in a small number of cases.

/// Wilson's score interval: the bounds of the true rate with 95 % confidence, as fractions of 1, if an event was seen
/// in `hits` of `of` cases. With no cases the interval is 0 to 1.
#[must_use]
pub fn wilson(hits: usize, of: usize) -> (f64, f64) {
    if of == 0 {
        return (0.0, 1.0);
    }
    const Z: f64 = 1.959_964;
    let n = of as f64;
    let rate = hits as f64 / n;
    let scale = 1.0 + Z * Z / n;
    let middle = (rate + Z * Z / (2.0 * n)) / scale;
    let half = Z * (rate * (1.0 - rate) / n + Z * Z / (4.0 * n * n)).sqrt() / scale;
    ((middle - half).max(0.0), (middle + half).min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The expected values were computed by hand from the formula.
    #[test]
    fn the_interval_is_wilsons() {
        let near = |(low, high): (f64, f64), wanted: (f64, f64)| {
            assert!((low - wanted.0).abs() < 5e-4, "{low}");
            assert!((high - wanted.1).abs() < 5e-4, "{high}");
        };
        near(wilson(0, 40), (0.0, 0.0876));
        near(wilson(10, 40), (0.1419, 0.4019));
        near(wilson(40, 40), (0.9124, 1.0));
        near(wilson(0, 0), (0.0, 1.0));
    }
}
