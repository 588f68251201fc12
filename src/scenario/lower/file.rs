//! Lowers a whole file: its head, its cases, and the steps of each case.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::cases::unused;
use super::steps::weight;
use super::{Lowered, Lowering, MAX_STEPS, World};
use crate::diagnostic::Diagnostic;
use crate::lang::Text;
use crate::scenario::inputs;
use crate::scenario::table;
use crate::scenario::{Need, Scenario, Step, StepKind, any_step};
use crate::span::{SourceFile, Span};
use crate::verdict::ClauseId;
use crate::yaml::node::{Node, Value};
use crate::yaml::read::{Fields, Read};

/// The prerequisite of a scenario that names none.
const USUAL_AFTER: &str = "boot/handshake";

/// A scenario whose prerequisites are still in the form in which they are written.
#[derive(Debug)]
pub(in crate::scenario) struct Draft {
    /// The scenario, with an empty `after`.
    pub(in crate::scenario) scenario: Scenario,
    /// The prerequisites.
    pub(in crate::scenario) after: Vec<Target>,
}

/// A prerequisite in the form in which it is written.
#[derive(Debug, Clone)]
pub(in crate::scenario) struct Target {
    /// The id, possibly a short one.
    pub(in crate::scenario) id: String,
    /// Its place; `None` for the default prerequisite, which is written in no file.
    pub(in crate::scenario) span: Option<Span>,
}

/// Lowers one file to its scenarios: several if it has cases, none if it has mistakes or is for other dialects.
pub(in crate::scenario) fn file(
    world: &World<'_>,
    id: &str,
    root: usize,
    source: &Arc<SourceFile>,
    node: &Node,
) -> (Vec<Draft>, Vec<Diagnostic>) {
    let mut head = Lowering::new(world, root, Vec::new(), &[]);
    let Some(fields) = head.fields(node, table::FILE, say!("a scenario")) else {
        return (Vec::new(), head.diagnostics);
    };
    let Some(family) = head.family_of(id, &fields) else {
        return (Vec::new(), head.diagnostics);
    };
    let mut diagnostics = std::mem::take(&mut head.diagnostics);
    let cases = match fields.get("params") {
        Some(node) => head.cases(node),
        None => vec![None],
    };
    let cases_are_sound = !head.diagnostics.iter().any(Diagnostic::is_error);
    diagnostics.append(&mut head.diagnostics);
    let mut drafts = Vec::new();
    let mut used = BTreeSet::new();
    let mut spent = (0, 0);
    for case in &cases {
        let values = case.as_ref().map_or(&[][..], |case| &case.values);
        let mut lowering = Lowering::new(world, root, family.clone(), values);
        (lowering.made, lowering.bytes) = spent;
        let draft = lowering.draft(&fields);
        lowering.unsure |= !cases_are_sound;
        let lowered = lowering.finish();
        spent = (lowered.made, lowered.bytes);
        used.extend(lowered.used.iter().cloned());
        let case = case.as_ref().map(|case| case.name.as_str());
        let (draft, found) = finish_case(world, draft, &lowered, id, case, source);
        drafts.extend(draft);
        diagnostics.extend(lowered.diagnostics);
        diagnostics.extend(found);
        if spent.0 >= MAX_STEPS {
            break;
        }
    }
    if diagnostics.iter().any(Diagnostic::is_error) {
        drafts.clear();
    } else if let Some(node) = fields.get("params") {
        diagnostics.extend(unused(node, &used));
    }
    (drafts, diagnostics)
}

/// Checks a fragment by itself. Placeholders whose values depend on the scenario that uses it are accepted.
pub(in crate::scenario) fn fragment(
    world: &World<'_>,
    root: usize,
    node: &Node,
) -> Vec<Diagnostic> {
    let mut lowering = Lowering::new(world, root, world.known.to_vec(), &[]);
    lowering.alone = true;
    if let Some(fields) = lowering.fields(node, table::FRAGMENT, say!("a fragment"))
        && let Some(steps) = fields.get("steps")
    {
        lowering.steps(steps);
    }
    lowering.diagnostics
}

/// The head and steps of one case.
struct CaseParts {
    title: Option<String>,
    clauses: Vec<ClauseId>,
    needs: Vec<Need>,
    after: Vec<Target>,
    profiles: Vec<String>,
    own_process: bool,
    quick: bool,
    steps: Vec<Step>,
    steps_span: Option<Span>,
}

fn finish_case(
    world: &World<'_>,
    parts: CaseParts,
    lowered: &Lowered,
    id: &str,
    case: Option<&str>,
    source: &Arc<SourceFile>,
) -> (Option<Draft>, Vec<Diagnostic>) {
    let mut diagnostics = Vec::new();
    if !lowered.unsure {
        diagnostics.extend(inputs::check(world.dialect, &parts.clauses, &lowered.flow, case));
    }
    let sound = !lowered.diagnostics.iter().any(Diagnostic::is_error);
    if let (true, Some(span)) = (sound, &parts.steps_span) {
        diagnostics.extend(idle(&parts.steps, span));
    }
    let draft = parts.title.map(|title| Draft {
        scenario: Scenario {
            id: match case {
                Some(case) => format!("{id}[{case}]"),
                None => id.to_owned(),
            },
            title,
            dialect: world.dialect.name(),
            file: Arc::clone(source),
            clauses: parts.clauses,
            needs: parts.needs,
            after: Vec::new(),
            profiles: parts.profiles,
            own_process: parts.own_process,
            quick: parts.quick,
            steps: parts.steps.into(),
        },
        after: parts.after,
    });
    (draft, diagnostics)
}

impl<'a> Lowering<'a> {
    /// The dialects that the file is for; `None` if the current dialect is not among them, or if they are unknown.
    fn family_of(&mut self, id: &str, fields: &Fields<'_>) -> Option<Vec<&'a str>> {
        let ours = self.world.dialect.name();
        let listed = fields.entry("dialects");
        if !id.starts_with("shared/") {
            if let Some(entry) = listed {
                self.report(
                    Diagnostic::error(
                        say!("\"dialects\" outside of shared/"),
                        entry.key_span.clone(),
                    )
                    .label(say!("this file is for {ours}", ours))
                    .help(say!("scenarios for several dialects are below shared/")),
                );
            }
            return Some(vec![ours]);
        }
        let Some(entry) = listed else {
            let title = fields.first().map(|entry| entry.key_span.clone());
            self.diagnostics.extend(title.map(|span| {
                Diagnostic::error(say!("a shared scenario without \"dialects\""), span)
                    .help(say!("known here: {names}", names = self.world.known.join(", ")))
            }));
            return None;
        };
        let mut family = Vec::new();
        for node in self.items(&entry.value, say!("dialects"))? {
            let name = self.text(node)?;
            match self.world.known.iter().find(|known| **known == name) {
                Some(known) => family.push(*known),
                None => {
                    let known = self.world.known.iter().copied();
                    self.unknown(say!("dialect"), &name, node.span.clone(), known);
                }
            }
        }
        family.contains(&ours).then_some(family)
    }

    fn draft(&mut self, fields: &Fields<'_>) -> CaseParts {
        let title = fields.get("title").and_then(|node| self.title(node));
        let clauses = fields.get("clauses").map(|node| self.head_clauses(node));
        let needs = self.each(fields.get("needs"), say!("needs"), Self::need);
        let after = match fields.get("after") {
            Some(node) => self.after(node),
            None => vec![Target { id: USUAL_AFTER.to_owned(), span: None }],
        };
        if let (Some(node), true, false) = (fields.get("after"), after.is_empty(), needs.is_empty())
        {
            let message = say!("what the engine offers is not known before the handshake");
            let help = say!("leave `after` out: boot/handshake then comes first");
            self.report(Diagnostic::error(message, node.span.clone()).help(help));
        }
        let profiles = self.each(fields.get("profiles"), say!("profiles"), Self::profile);
        let process = fields.get("process");
        let own_process =
            process.and_then(|node| self.choice(node, say!("process"), table::PROCESSES));
        let quick = fields.get("quick");
        let quick = quick.is_some_and(|node| self.flag(node) == Some(true));
        let steps = fields.get("steps");
        let steps_span = steps.map(|node| node.span.first_line());
        let steps = steps.map(|node| self.steps(node)).unwrap_or_default();
        if let Some(span) = &steps_span
            && self.made < MAX_STEPS
            && weight(&steps) > MAX_STEPS
        {
            let message = say!("more than {MAX_STEPS} steps, repeats included", MAX_STEPS);
            self.report(Diagnostic::error(message, span.clone()));
        }
        CaseParts {
            title,
            clauses: clauses.unwrap_or_default(),
            needs,
            after,
            profiles,
            own_process: own_process.unwrap_or_default(),
            quick,
            steps,
            steps_span,
        }
    }

    fn title(&mut self, node: &Node) -> Option<String> {
        let title = self.text(node)?;
        let title = title.trim();
        if title.is_empty() || title.contains('\n') {
            let place = node.span.first_line();
            self.report(Diagnostic::error(say!("a title has one line"), place));
            return None;
        }
        Some(title.to_owned())
    }

    fn head_clauses(&mut self, node: &Node) -> Vec<ClauseId> {
        let Some(mut clauses) = self.clauses(node) else {
            return Vec::new();
        };
        let mut seen = BTreeSet::new();
        clauses.retain(|clause| seen.insert(*clause));
        if clauses.is_empty() {
            let dialect = self.world.dialect.name();
            let message = say!("no clause of {dialect} among them", dialect);
            self.report(
                Diagnostic::error(message, node.span.first_line())
                    .help(say!("a scenario examines at least one clause of each of its dialects")),
            );
        }
        clauses
    }

    /// Every item of a list; the list may be missing or empty.
    fn each<T>(
        &mut self,
        node: Option<&Node>,
        what: Text,
        read: impl Fn(&mut Self, &Node) -> Option<T>,
    ) -> Vec<T> {
        let Some(node) = node else {
            return Vec::new();
        };
        let Value::List(items) = &node.value else {
            self.no_list(node, what);
            return Vec::new();
        };
        items.iter().filter_map(|node| read(self, node)).collect()
    }

    fn after(&mut self, node: &Node) -> Vec<Target> {
        self.each(Some(node), say!("scenario ids"), |lowering, node| {
            Some(Target { id: lowering.text(node)?, span: Some(node.span.clone()) })
        })
    }

    fn profile(&mut self, node: &Node) -> Option<String> {
        let name = self.text(node)?;
        let profiles = &self.world.dialect.catalogue().profiles;
        if profiles.iter().any(|(known, _)| *known == name) {
            return Some(name);
        }
        let known = profiles.iter().map(|(name, _)| *name);
        self.unknown(say!("profile"), &name, node.span.clone(), known);
        None
    }
}

/// Reports a script that sends nothing or waits for nothing: it could never fail.
fn idle(steps: &[Step], span: &Span) -> Option<Diagnostic> {
    if !any_step(steps, &|kind| {
        matches!(
            kind,
            StepKind::Send(_) | StepKind::Raw(_) | StepKind::SetOptions(_) | StepKind::CloseInput
        )
    }) {
        return Some(
            Diagnostic::error(say!("the scenario sends nothing"), span.clone())
                .help(say!("begin with the fragment that boots the engine, or with send")),
        );
    }
    if !any_step(steps, &|kind| {
        matches!(
            kind,
            StepKind::Expect(_) | StepKind::OneOf(_) | StepKind::AllOf(_) | StepKind::Silence(_)
        )
    }) {
        return Some(
            Diagnostic::error(
                say!("the scenario expects nothing, so it could never fail"),
                span.clone(),
            )
            .help(say!("add expect, one-of, all-of or silence")),
        );
    }
    None
}
