//! Makes the engines from the tree of an engine file.
//!
//! A function here that returns `None` has reported the reason.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::keys::{ENGINE, FILE, KNOWN, RESOURCES};
use super::redact;
use super::{EngineFile, Entry, Reading};
use crate::cli::engine_limits;
use crate::diagnostic::Diagnostic;
use crate::engine::{Launch, Limits};
use crate::lang::Text;
use crate::protocol::{self, DIALECTS, Dialect};
use crate::run::known::Known;
use crate::verdict::ClauseId;
use crate::yaml::node::{Node, Value};
use crate::yaml::read::{Fields, Read};

struct Reader<'a> {
    folder: &'a Path,
    diagnostics: Vec<Diagnostic>,
}

impl Read for Reader<'_> {
    fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// Reads a text of one line: it is sent to the engine or compared with its output.
    fn text(&mut self, node: &Node) -> Option<String> {
        let text = self.scalar(node)?;
        if text.chars().any(char::is_control) {
            let place = node.span.first_line();
            self.report(
                Diagnostic::error(say!("a control character in this text"), place)
                    .help(say!("a line end would begin another command")),
            );
            return None;
        }
        Some(text.to_owned())
    }
}

/// The engines of a file; relative paths in it start from `folder`.
pub(super) fn read(folder: &Path, root: &Node) -> Reading {
    let mut reader = Reader { folder, diagnostics: Vec::new() };
    let engines = reader.engines(root).unwrap_or_default();
    let mistakes = reader.diagnostics;
    let sound = !mistakes.iter().any(Diagnostic::is_error);
    Reading { engines: sound.then_some(EngineFile { engines }), mistakes }
}

impl Reader<'_> {
    fn engines(&mut self, root: &Node) -> Option<Vec<Entry>> {
        let fields = self.fields(root, FILE, say!("an engine file"))?;
        let engines = fields.get("engines")?;
        let Value::Map(entries) = &engines.value else {
            return self.wrong(engines, say!("engines by name"));
        };
        if entries.is_empty() {
            self.report(Diagnostic::error(say!("no engines"), engines.span.first_line()));
        }
        let mut read = Vec::new();
        for entry in entries {
            if entry.key.is_empty() || entry.key.starts_with('-') {
                let place = entry.key_span.clone();
                let mistake = Diagnostic::error(say!("no name for an engine"), place);
                self.report(mistake.help(say!("it is typed after `kentei run`")));
            }
            read.extend(self.engine(&entry.key, &entry.value));
        }
        Some(read)
    }

    fn engine(&mut self, name: &str, node: &Node) -> Option<Entry> {
        let fields = self.fields(node, ENGINE, say!("an engine"))?;
        let command = fields.get("command").and_then(|node| self.command(node));
        let args = fields.get("args").map(|node| self.texts(node));
        let cwd = fields.get("cwd").and_then(|node| self.text(node));
        let env = self.pairs(&fields, "env");
        let dialect = fields.get("dialect").map(|node| self.dialect(node));
        let options = self.pairs(&fields, "options");
        let undeclared = fields.get("undeclared").map(|node| self.texts(node));
        let harmless = fields.get("harmless").map(|node| self.texts(node));
        // If the dialect is unknown, other names cannot be looked up. If none is given, all dialects are possible.
        let dialect = match dialect {
            Some(dialect) => Some(dialect?),
            None => None,
        };
        let dialects = dialect.map_or_else(|| DIALECTS.to_vec(), |dialect| vec![dialect]);
        let profile = fields.get("profile").map(|node| self.profile(node, &dialects));
        let limits = fields.get("limits").map(|node| self.limits(node, &dialects));
        let resources = fields.get("resources").map(|node| self.resources(node));
        let known = fields.get("known_failures");
        let known = known.map(|node| self.known_failures(node, &dialects));
        let snapshots = fields.get("snapshots");
        let redact = snapshots.map(|node| redact::read(self, node));
        let args = args.unwrap_or_default();
        // In `python3 my_engine.py`, the file is next to the engine file, wherever kentei is run.
        let names_a_file = args.iter().any(|arg| self.folder.join(arg).is_file());
        let beside = names_a_file.then(|| Path::new(".").join(self.folder));
        Some(Entry {
            name: name.to_owned(),
            launch: Launch {
                program: command?,
                args: args.into_iter().map(OsString::from).collect(),
                cwd: cwd.map(|cwd| self.folder.join(cwd)).or(beside),
                env: env.into_iter().map(|(name, value)| (name.into(), value.into())).collect(),
                limits: resources.unwrap_or_default(),
            },
            dialect,
            profile: match profile {
                Some(profile) => Some(profile?),
                None => None,
            },
            options,
            undeclared: undeclared.unwrap_or_default(),
            harmless: harmless.unwrap_or_default(),
            limits: limits.unwrap_or_default(),
            known: known.unwrap_or_default(),
            redact: redact.unwrap_or_default(),
        })
    }

    /// A path is relative to the folder of the file; a bare name is looked up in `PATH`.
    fn command(&mut self, node: &Node) -> Option<PathBuf> {
        let text = self.text(node)?;
        if text.trim().is_empty() {
            self.report(Diagnostic::error(say!("an empty command"), node.span.first_line()));
            return None;
        }
        let path = PathBuf::from(&text);
        let bare = path.components().count() == 1 && !text.starts_with('.');
        Some(if bare { path } else { self.folder.join(path) })
    }

    fn texts(&mut self, node: &Node) -> Vec<String> {
        let Value::List(items) = &node.value else {
            self.no_list(node, say!("texts"));
            return Vec::new();
        };
        items.iter().filter_map(|item| self.text(item)).collect()
    }

    fn pairs(&mut self, fields: &Fields<'_>, name: &str) -> Vec<(String, String)> {
        let Some(node) = fields.get(name) else {
            return Vec::new();
        };
        let Value::Map(entries) = &node.value else {
            let _: Option<()> = self.wrong(node, say!("names with their values"));
            return Vec::new();
        };
        let mut pairs = Vec::new();
        for entry in entries {
            if entry.key.trim().is_empty() || entry.key.contains('=') {
                let place = entry.key_span.clone();
                self.report(
                    Diagnostic::error(say!("no name"), place).help(say!("a name without \"=\"")),
                );
            }
            let value = self.text(&entry.value);
            pairs.extend(value.map(|value| (entry.key.clone(), value)));
        }
        pairs
    }

    fn dialect(&mut self, node: &Node) -> Option<&'static dyn Dialect> {
        let name = self.text(node)?;
        let dialect = protocol::dialect(&name);
        if dialect.is_none() {
            let known = DIALECTS.iter().map(|dialect| dialect.name());
            self.unknown(say!("dialect"), &name, node.span.first_line(), known);
        }
        dialect
    }

    fn profile(&mut self, node: &Node, dialects: &[&'static dyn Dialect]) -> Option<&'static str> {
        let profiles = || dialects.iter().flat_map(|dialect| &dialect.catalogue().profiles);
        let names = || profiles().map(|(name, _)| *name);
        let name = self.text(node)?;
        let found = names().find(|known| *known == name);
        if found.is_none() {
            self.unknown(say!("profile"), &name, node.span.first_line(), names());
        }
        found
    }

    fn limits(
        &mut self,
        node: &Node,
        dialects: &[&'static dyn Dialect],
    ) -> Vec<(&'static str, Duration)> {
        let Value::Map(entries) = &node.value else {
            let _: Option<()> = self.wrong(node, say!("limits with their times"));
            return Vec::new();
        };
        let known: Vec<_> = dialects.iter().flat_map(|dialect| dialect.limits()).collect();
        let mut limits = Vec::new();
        for entry in entries {
            let time =
                self.text(&entry.value).and_then(|text| self.length(&text, &entry.value.span));
            match known.iter().find(|(name, _)| *name == entry.key) {
                Some((name, _)) => limits.extend(time.map(|time| (*name, time))),
                None => {
                    let names = known.iter().map(|(name, _)| *name);
                    self.unknown(say!("limit"), &entry.key, entry.key_span.clone(), names);
                }
            }
        }
        limits
    }

    fn resources(&mut self, node: &Node) -> Limits {
        let Some(fields) = self.fields(node, RESOURCES, say!("resources")) else {
            return Limits::default();
        };
        let mut number = |name: &str, read: fn(&str) -> Result<u64, Text>| {
            let node = fields.get(name)?;
            let text = self.text(node)?;
            let refused = |why| {
                Diagnostic::error(say!("no {name}: {why}", name, why), node.span.first_line())
            };
            read(&text).map_err(|why| self.report(refused(why))).ok()
        };
        Limits {
            memory: number("memory", engine_limits::size),
            processes: number("processes", engine_limits::count),
            file_size: number("file_size", engine_limits::size),
        }
    }

    fn known_failures(&mut self, node: &Node, dialects: &[&dyn Dialect]) -> Vec<Known> {
        // This is how the list looks after the last known failure is removed.
        if node.is_null() || matches!(&node.value, Value::List(items) if items.is_empty()) {
            return Vec::new();
        }
        let Some(items) = self.items(node, say!("known failures")) else {
            return Vec::new();
        };
        items.iter().filter_map(|item| self.known_failure(item, dialects)).collect()
    }

    fn known_failure(&mut self, node: &Node, dialects: &[&dyn Dialect]) -> Option<Known> {
        let fields = self.fields(node, KNOWN, say!("a known failure"))?;
        let clause = match fields.get("clause") {
            Some(node) => Some(self.clause(node, dialects)?),
            None => None,
        };
        let scenario = match fields.get("scenario") {
            Some(node) => Some(self.text(node)?),
            None => None,
        };
        if clause.is_none() && scenario.is_none() {
            let place = node.span.first_line();
            self.report(
                Diagnostic::error(
                    say!("a known failure of neither a clause nor a scenario"),
                    place,
                )
                .help(say!("write clause: USI-…, or scenario: usi/…, or both")),
            );
            return None;
        }
        let reason = fields.get("reason")?;
        let text = self.text(reason)?;
        if text.trim().is_empty() {
            let place = reason.span.first_line();
            self.report(Diagnostic::error(say!("a known failure without a reason"), place));
        }
        let file = &node.span.file;
        Some(Known {
            clause,
            scenario,
            reason: text,
            place: format!("{}:{}", file.path.display(), node.span.line),
        })
    }

    fn clause(&mut self, node: &Node, dialects: &[&dyn Dialect]) -> Option<ClauseId> {
        let id = self.text(node)?;
        let mut clauses = dialects.iter().flat_map(|dialect| &dialect.catalogue().clauses);
        let found = clauses.clone().find(|clause| clause.id.0 == id);
        if found.is_none() {
            let known = clauses.by_ref().map(|clause| clause.id.0);
            self.unknown(say!("clause"), &id, node.span.first_line(), known);
        }
        found.map(|clause| clause.id)
    }
}
