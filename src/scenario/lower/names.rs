//! Looks up names in the dialect and its catalogue: clauses, kinds, capabilities, severities, probes.

use super::Lowering;
use crate::diagnostic::{Diagnostic, nearest};
use crate::protocol::{Kind, Probe};
use crate::scenario::{Need, table};
use crate::span::Span;
use crate::verdict::{ClauseId, Severity};
use crate::yaml::node::{Node, Value};
use crate::yaml::read::Read;

impl Lowering<'_> {
    /// The clause of the current dialect. If a list gives one clause for each dialect, the one of the current dialect.
    pub(super) fn clause(&mut self, node: &Node) -> Option<ClauseId> {
        let found = self.clauses(node)?;
        match found.as_slice() {
            [] => {
                let dialect = self.world.dialect.name();
                self.report(
                    Diagnostic::error(
                        say!("no clause of {dialect} among them", dialect),
                        node.span.first_line(),
                    )
                    .help(say!("name one clause for each dialect that the scenario is for")),
                );
                None
            }
            [clause] => Some(*clause),
            [_, second, ..] => {
                let place = node.span.word(second.0);
                self.report(
                    Diagnostic::error(
                        say!("a violation is reported at one clause"),
                        place.unwrap_or_else(|| node.span.first_line()),
                    )
                    .label(say!("a second clause of the same dialect")),
                );
                None
            }
        }
    }

    /// The clauses of the current dialect among those that are named. `None` if one of them is unknown.
    pub(super) fn clauses(&mut self, node: &Node) -> Option<Vec<ClauseId>> {
        let nodes = match &node.value {
            Value::List(_) => self.items(node, say!("clauses"))?,
            Value::Text(..) | Value::Map(_) => std::slice::from_ref(node),
        };
        let mut found = Vec::new();
        let mut sound = true;
        for node in nodes {
            let Some(text) = self.text(node) else {
                sound = false;
                continue;
            };
            match self.clause_id(&text, &node.span) {
                Ok(id) => found.extend(id),
                Err(()) => sound = false,
            }
        }
        sound.then_some(found)
    }

    /// Looks up a clause; `Ok(None)` for a clause of another dialect that is allowed here.
    fn clause_id(&mut self, text: &str, span: &Span) -> Result<Option<ClauseId>, ()> {
        let dialect = self.world.dialect;
        if let Some(clause) = dialect.catalogue().clause(text) {
            return Ok(Some(clause.id));
        }
        let of = |name: &str| text.starts_with(&format!("{}-", name.to_uppercase()));
        let other = self.world.known.iter().find(|name| of(name));
        match other {
            Some(name) if *name != dialect.name() && self.family.contains(name) => {
                return Ok(None);
            }
            Some(name) if *name != dialect.name() => {
                let message = say!("\"{text}\" is a clause of {name}", text, name);
                let ours = dialect.name();
                self.report(
                    Diagnostic::error(message, span.first_line())
                        .label(say!("this is a scenario for {ours}", ours))
                        .help(say!("scenarios for several dialects are below shared/")),
                );
                return Err(());
            }
            Some(_) | None => {}
        }
        let ids = dialect.catalogue().clauses.iter().map(|clause| clause.id.0);
        let mut diagnostic =
            Diagnostic::error(say!("unknown clause \"{text}\"", text), span.first_line());
        if let Some(meant) = nearest_clause(text, ids.clone()) {
            diagnostic = diagnostic.label(say!("did you mean \"{meant}\"?", meant));
        }
        let help = match chapter(text, ids) {
            Some(list) => say!("known here: {names}", names = list),
            None => say!(
                "`kentei list clauses --dialect {dialect}` lists them",
                dialect = dialect.name()
            ),
        };
        self.report(diagnostic.help(help));
        Err(())
    }

    /// A kind of message.
    pub(super) fn kind(&mut self, node: &Node) -> Option<&'static Kind> {
        let name = self.text(node)?;
        let kinds = self.world.dialect.kinds();
        if let Some(kind) = kinds.iter().find(|kind| kind.name == name) {
            return Some(kind);
        }
        self.unknown(
            say!("kind of message"),
            &name,
            node.span.first_line(),
            kinds.iter().map(|kind| kind.name),
        );
        None
    }

    /// A capability or `option NAME`.
    pub(super) fn need(&mut self, node: &Node) -> Option<Need> {
        let text = self.text(node)?;
        if let Some(name) = text.strip_prefix("option ") {
            return Some(Need::Option(name.trim().to_owned()));
        }
        self.capability(&text, &node.span).map(Need::Capability)
    }

    /// A capability of the dialect.
    pub(super) fn capability(&mut self, name: &str, span: &Span) -> Option<String> {
        let known = self.world.dialect.capabilities();
        if known.iter().any(|capability| capability.name == name) {
            return Some(name.to_owned());
        }
        let names = known.iter().map(|capability| capability.name);
        self.unknown(say!("capability"), name, span.first_line(), names);
        None
    }

    /// The highest severity; `default` if none is given.
    pub(super) fn severity(&mut self, node: Option<&Node>, default: Severity) -> Option<Severity> {
        match node {
            Some(node) => self.choice(node, say!("severity"), table::SEVERITIES),
            None => Some(default),
        }
    }

    /// A probe in its short or long form.
    pub(super) fn probe(&mut self, node: &Node) -> Option<Probe> {
        let (clause, at_most) = match &node.value {
            Value::Map(_) => {
                let fields = self.fields(node, table::PROBE, say!("a probe"))?;
                let at_most = self.severity(fields.get("at-most"), Severity::Info);
                (self.clause(fields.get("clause")?), at_most?)
            }
            Value::Text(..) | Value::List(_) => (self.clause(node), Severity::Info),
        };
        Some(Probe { clause: clause?.0, at_most })
    }
}

/// Clause ids differ mostly in their numbers, so the general similarity measure would find too many equally near ids.
fn nearest_clause<'a>(text: &str, ids: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let ids: Vec<&str> = ids.collect();
    let upper = text.to_uppercase();
    if let Some(same) = ids.iter().find(|id| **id == upper) {
        return Some(same);
    }
    let padded = upper.rsplit_once('-').map(|(chapter, number)| format!("{chapter}-{number:0>2}"));
    if let Some(same) = ids.iter().find(|id| Some(**id) == padded.as_deref()) {
        return Some(same);
    }
    let chapters = ids.iter().filter_map(|id| id.rsplit_once('-'));
    let (chapter, number) = upper.rsplit_once('-')?;
    let meant = nearest(chapter, chapters.map(|(chapter, _)| chapter))?;
    let exact = format!("{meant}-{number}");
    ids.into_iter().find(|id| *id == exact)
}

/// The first and the last clause of the chapter that a text names.
fn chapter<'a>(text: &str, ids: impl Iterator<Item = &'a str>) -> Option<String> {
    let (chapter, _) = text.rsplit_once('-')?;
    let known: Vec<&str> =
        ids.filter(|id| id.rsplit_once('-').is_some_and(|(known, _)| known == chapter)).collect();
    let (first, last) = (known.first()?, known.last()?);
    Some(format!("{first} to {last}"))
}
