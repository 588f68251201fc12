//! The cases of `params`.

use std::collections::BTreeSet;

use super::Lowering;
use super::expect::is_name;
use crate::diagnostic::Diagnostic;
use crate::lang::Text;
use crate::yaml::node::{Entry, Node, Value};
use crate::yaml::read::Read;

/// A case: its name, and a value for each placeholder.
pub(super) struct Case {
    pub(super) name: String,
    pub(super) values: Vec<(String, String)>,
}

impl Lowering<'_> {
    /// The cases of `params`. All must have the same placeholders.
    pub(super) fn cases(&mut self, node: &Node) -> Vec<Option<Case>> {
        let Value::Map(entries) = &node.value else {
            self.wrong::<()>(node, say!("a mapping of cases, each a mapping of placeholders"));
            return Vec::new();
        };
        if entries.is_empty() {
            self.report(Diagnostic::error(say!("no cases"), node.span.first_line()));
        }
        let mut cases: Vec<Option<Case>> = Vec::new();
        let mut first: Option<(&str, BTreeSet<&str>)> = None;
        for entry in entries {
            let Some(mut values) = self.case_values(entry) else {
                continue;
            };
            let names: BTreeSet<&str> = match &entry.value.value {
                Value::Map(inner) => inner.iter().map(|entry| entry.key.as_str()).collect(),
                Value::Text(..) | Value::List(_) => BTreeSet::new(),
            };
            if let Some((case, wanted)) = &first {
                self.uneven(entry, case, wanted, &names);
                let missing = wanted.difference(&names);
                values.extend(missing.map(|name| ((*name).to_owned(), String::new())));
            } else {
                first = Some((&entry.key, names));
            }
            cases.push(Some(Case { name: entry.key.clone(), values }));
        }
        cases
    }

    fn case_values(&mut self, entry: &Entry) -> Option<Vec<(String, String)>> {
        if !is_case(&entry.key) {
            self.report(
                Diagnostic::error(
                    say!("\"{name}\" is not a valid name of a case", name = entry.key.as_str()),
                    entry.key_span.clone(),
                )
                .help(say!("names of cases are of letters, digits, - _ . and +")),
            );
        }
        let Value::Map(inner) = &entry.value.value else {
            return self.wrong(&entry.value, say!("a mapping of placeholders to values"));
        };
        let mut values = Vec::new();
        for value in inner {
            if !is_name(&value.key) {
                self.report(
                    Diagnostic::error(
                        say!(
                            "\"{name}\" is not a valid name of a placeholder",
                            name = value.key.as_str()
                        ),
                        value.key_span.clone(),
                    )
                    .help(say!("names are of small letters, digits, - and _")),
                );
            }
            // Even if the value is wrong, the name counts as known.
            let text = self.text(&value.value).unwrap_or_default();
            values.push((value.key.clone(), text));
        }
        Some(values)
    }

    fn uneven(
        &mut self,
        entry: &Entry,
        first: &str,
        wanted: &BTreeSet<&str>,
        names: &BTreeSet<&str>,
    ) {
        let missing: Vec<&str> = wanted.difference(names).copied().collect();
        let extra: Vec<&str> = names.difference(wanted).copied().collect();
        if missing.is_empty() && extra.is_empty() {
            return;
        }
        let mut label = Vec::new();
        if !missing.is_empty() {
            label.push(say!("without {names}", names = missing.join(", ")));
        }
        if !extra.is_empty() {
            label.push(say!("with {names} in addition", names = extra.join(", ")));
        }
        let message = say!(
            "case \"{case}\" has other placeholders than \"{first}\"",
            case = entry.key.as_str(),
            first
        );
        self.report(
            Diagnostic::error(message, entry.key_span.clone())
                .label(Text::list(label))
                .help(say!("all cases give values to the same placeholders")),
        );
    }
}

/// Whether a word can name a case; the name becomes part of an id.
fn is_case(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || "-_.+".contains(c))
}

/// Placeholders that no text of the file uses.
pub(super) fn unused(params: &Node, used: &BTreeSet<String>) -> Vec<Diagnostic> {
    let Value::Map(cases) = &params.value else {
        return Vec::new();
    };
    let Some(Value::Map(values)) = cases.first().map(|case| &case.value.value) else {
        return Vec::new();
    };
    let idle = values.iter().filter(|value| !used.contains(&value.key));
    idle.map(|value| {
        let message = say!("placeholder \"{name}\" is never used", name = value.key.as_str());
        Diagnostic::warning(message, value.key_span.clone())
    })
    .collect()
}
