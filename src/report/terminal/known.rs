//! The known failures, with the outcome of each.

use std::io::{self, Write};

use super::{Page, closing};
use crate::report::{escape, words};
use crate::run::known::{KnownResult, KnownStanding};

pub(super) fn render(page: &Page<'_>, out: &mut dyn Write) -> io::Result<()> {
    if page.run.known.is_empty() {
        return Ok(());
    }
    writeln!(out)?;
    writeln!(out, "{}", page.paint.bold(&say!("known failures").to_string()))?;
    for known in &page.run.known {
        closing::item(page, &line(known), out)?;
    }
    Ok(())
}

fn line(result: &KnownResult) -> String {
    let known = &result.known;
    let what = escape::text(&known.what().to_string());
    let reason = escape::text(&known.reason);
    let place = escape::text(&known.place);
    let text = match result.standing {
        KnownStanding::Seen => {
            let times = words::count(u64::from(result.findings), words::Noun::Finding);
            say!("seen {what}: {reason} ({times}, {place})", what, reason, times, place)
        }
        KnownStanding::Stale => {
            say!(
                "stale {what}: it no longer fails, so remove it from {place} ({reason})",
                what,
                place,
                reason
            )
        }
        KnownStanding::Unknown => {
            say!(
                "unknown {what}: not everything that could show it was judged ({reason}, {place})",
                what,
                reason,
                place
            )
        }
    };
    text.to_string()
}
