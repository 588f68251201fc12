//! Where the time went: a paragraph for those who ask for more.

use std::io::{self, Write};

use super::Page;
use crate::report::{Detail, escape, words, wrap};

/// What was waited for in all, what no run can do without, and what lies above it.
pub(super) fn render(page: &Page<'_>, out: &mut dyn Write) -> io::Result<()> {
    let time = &page.run.time;
    if page.style.detail != Detail::Verbose || time.chain.is_empty() {
        return Ok(());
    }
    let spent = &time.spent;
    let chain: Vec<String> = time.chain.iter().map(|id| escape::text(id)).collect();
    let spared = match spent.shared {
        0 => String::new(),
        shared => format!(
            " ({} shared a process)",
            words::count(u64::from(shared), "scenario")
        ),
    };
    let text = format!(
        "The scenarios waited {} in all: {} for windows of silence and pauses, {} for replies, {} for {}{}; \
         besides, {} for the engine to leave and {} for other engines that were busy. The longest chain of \
         waits is {} ({}); the run took {} more, with {} at once.",
        words::duration(spent.necessary()),
        words::duration(spent.windows),
        words::duration(spent.replies),
        words::duration(spent.starting),
        words::count(u64::from(spent.processes), "start"),
        spared,
        words::duration(spent.leaving),
        words::duration(spent.queued),
        words::duration(time.chain_length),
        chain.join(", then "),
        words::duration(page.run.elapsed.saturating_sub(time.chain_length)),
        words::count(page.run.jobs as u64, "scenario"),
    );
    writeln!(out)?;
    writeln!(out, "{}", page.paint.bold("where the time went"))?;
    for line in wrap::wrap(&text, page.width() - 2) {
        writeln!(out, "  {line}")?;
    }
    Ok(())
}
