//! How the time of the run was spent, in a verbose report.

use std::io::{self, Write};

use super::Page;
use crate::lang::Text;
use crate::report::{Detail, escape, words, wrap};

/// The total of all waits, the longest chain of waits, and how much longer the run took.
pub(super) fn render(page: &Page<'_>, out: &mut dyn Write) -> io::Result<()> {
    let time = &page.run.time;
    if page.style.detail != Detail::Verbose || time.chain.is_empty() {
        return Ok(());
    }
    let spent = &time.spent;
    let chain: Vec<String> = time.chain.iter().map(|id| escape::text(id)).collect();
    let starts = words::count(u64::from(spent.processes), words::Noun::Start);
    let starts = match spent.shared {
        0 => Text::plain(starts),
        shared => {
            let scenarios = words::count(u64::from(shared), words::Noun::Scenario);
            say!("{starts} ({scenarios} shared a process)", starts, scenarios)
        }
    };
    let first = Text::plain(chain.first().map_or("", String::as_str));
    let chain = chain.iter().skip(1);
    let chain = chain.fold(first, |one, next| say!("{one}, then {next}", one, next));
    let text = say!(
        "The scenarios waited {all} in all: {windows} for windows of silence and pauses, {replies} for replies, \
         {starting} for {starts}; besides, {leaving} for the engine to leave and {queued} for other engines that \
         were busy. The longest chain of waits is {longest} ({chain}); the run took {more} more, with {scenarios} \
         at once.",
        all = words::duration(spent.necessary()),
        windows = words::duration(spent.windows),
        replies = words::duration(spent.replies),
        starting = words::duration(spent.starting),
        starts,
        leaving = words::duration(spent.leaving),
        queued = words::duration(spent.queued),
        longest = words::duration(time.chain_length),
        chain,
        more = words::duration(page.run.elapsed.saturating_sub(time.chain_length)),
        scenarios = words::count(page.run.jobs as u64, words::Noun::Scenario)
    );
    writeln!(out)?;
    writeln!(out, "{}", page.paint.bold(&say!("where the time went").to_string()))?;
    for line in wrap::wrap(&text.to_string(), page.width() - 2) {
        writeln!(out, "  {line}")?;
    }
    Ok(())
}
