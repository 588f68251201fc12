//! `snapshots:` of an engine: what is redacted in its snapshots in addition to the default.

use regex_lite::RegexBuilder;

use super::keys::{REDACT, SNAPSHOTS};
use crate::diagnostic::Diagnostic;
use crate::snapshot::Redaction;
use crate::yaml::node::Node;
use crate::yaml::read::Read;

/// The largest size of a compiled regular expression, in bytes.
const SIZE: usize = 1 << 20;

/// The redactions, in order.
pub(super) fn read(reader: &mut impl Read, node: &Node) -> Vec<Redaction> {
    let fields = reader.fields(node, SNAPSHOTS, say!("snapshots"));
    let Some(list) = fields.as_ref().and_then(|fields| fields.get("redact")) else {
        return Vec::new();
    };
    let items = reader.items(list, say!("redactions")).unwrap_or_default();
    items.iter().filter_map(|item| one(reader, item)).collect()
}

fn one(reader: &mut impl Read, node: &Node) -> Option<Redaction> {
    let fields = reader.fields(node, REDACT, say!("a redaction"))?;
    let pattern = fields.get("match")?;
    let text = reader.text(pattern);
    let with = fields.get("with").and_then(|node| reader.text(node));
    let text = text?;
    let place = pattern.span.first_line();
    match RegexBuilder::new(&text).size_limit(SIZE).build() {
        Ok(what) if what.is_match("") => {
            let mistake =
                Diagnostic::error(say!("this regular expression matches the empty text"), place);
            reader.report(mistake.help(say!("write one that matches at least one character")));
            None
        }
        Ok(what) => Some(Redaction { what, with: with? }),
        Err(error) => {
            let mistake =
                Diagnostic::error(say!("this is not a regular expression: {error}", error), place);
            reader.report(mistake);
            None
        }
    }
}
