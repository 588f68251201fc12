//! The Japanese of every template.

mod changes;
mod chosen;
mod engine_comparison;
mod explain;
mod games;
mod grammar;
mod outcomes;
mod page;
mod replies;
mod rules;
mod run;
mod terminal;
mod titles;
mod words;

use std::collections::HashMap;
use std::sync::LazyLock;

/// Templates in English, each with its Japanese.
type Table = &'static [(&'static str, &'static str)];

/// All tables, by what they are about.
pub(super) const TABLES: &[Table] = &[
    games::TEXTS,
    grammar::TEXTS,
    rules::TEXTS,
    replies::TEXTS,
    outcomes::TEXTS,
    run::TEXTS,
    chosen::TEXTS,
    words::TEXTS,
    terminal::TEXTS,
    explain::TEXTS,
    page::TEXTS,
    engine_comparison::TEXTS,
    changes::TEXTS,
];

static BY_TEMPLATE: LazyLock<HashMap<&'static str, &'static str>> =
    LazyLock::new(|| TABLES.iter().copied().flatten().copied().collect());

/// The Japanese of a template.
pub(super) fn of(template: &str) -> Option<&'static str> {
    BY_TEMPLATE.get(template).copied()
}

/// All titles of bundled scenarios, each after its id.
#[cfg(test)]
pub(super) fn titles() -> impl Iterator<Item = &'static (&'static str, &'static str)> {
    titles::TITLES.iter()
}

/// The title of a bundled scenario, by its id without its case.
pub(super) fn title(id: &str) -> Option<&'static str> {
    let place = titles::TITLES.binary_search_by_key(&id, |(known, _)| known).ok()?;
    Some(titles::TITLES[place].1)
}

/// The template that says this.
pub(super) fn known(template: &str) -> Option<&'static str> {
    BY_TEMPLATE.get_key_value(template).map(|(known, _)| *known)
}
