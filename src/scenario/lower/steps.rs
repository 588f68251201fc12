//! Lowers steps: finds the verb, inserts fragments, handles repeats.

use super::{Lowering, MAX_STEPS};
use crate::diagnostic::{Diagnostic, nearest};
use crate::lang::Text;
use crate::protocol::Wait;
use crate::scenario::fragments::Found;
use crate::scenario::inputs::Flow;
use crate::scenario::table::{self, Verb, VerbId};
use crate::scenario::walk::each_step_mut;
use crate::scenario::{Race, Repeat, Step, StepKind};
use crate::yaml::node::{Entry, Node, Value};
use crate::yaml::read::{Read, listed};

/// The largest number of rounds of one `repeat`.
const MAX_TIMES: u32 = 10_000;

/// The largest depth of fragments that use other fragments.
const MAX_INSIDE: usize = 24;

impl Lowering<'_> {
    /// Lowers a list of steps, with fragments replaced by their steps.
    pub(super) fn steps(&mut self, node: &Node) -> Vec<Step> {
        let mut steps = Vec::new();
        for item in self.items(node, say!("steps")).unwrap_or_default() {
            if self.made >= MAX_STEPS {
                break;
            }
            match &item.value {
                Value::Text(..) => self.bare(item, &mut steps),
                Value::Map(entries) => {
                    let kind = self.step(item, entries);
                    self.push(&mut steps, item, kind);
                }
                Value::List(_) => {
                    self.wrong::<()>(item, say!("a step"));
                }
            }
        }
        steps
    }

    /// Lowers the steps that belong to another step.
    pub(super) fn inner_steps(&mut self, node: &Node) -> Vec<Step> {
        let outer = std::mem::replace(&mut self.nested, true);
        let steps = self.steps(node);
        self.nested = outer;
        steps
    }

    fn push(&mut self, steps: &mut Vec<Step>, node: &Node, kind: Option<StepKind>) {
        self.count_one(node);
        if kind.is_none() {
            self.flow.push(Flow::Lost);
        }
        steps.extend(kind.map(|kind| Step { span: node.span.clone(), kind }));
    }

    /// Counts a step or the use of a fragment: the use of a fragment without steps must count too.
    fn count_one(&mut self, node: &Node) {
        self.made += 1;
        if self.made == MAX_STEPS {
            let message = say!("more than {MAX_STEPS} steps", MAX_STEPS);
            self.report(Diagnostic::error(message, node.span.first_line()));
        }
    }

    /// Lowers a bare word: a fragment, or the one verb without a value.
    fn bare(&mut self, node: &Node, steps: &mut Vec<Step>) {
        let Some(name) = self.text(node) else {
            return;
        };
        match table::verb(&name) {
            Some(verb) if verb.id == VerbId::CloseInput => {
                self.push(steps, node, Some(StepKind::CloseInput));
            }
            Some(verb) => {
                self.report(
                    Diagnostic::error(
                        say!("\"{name}\" needs a value", name),
                        node.span.first_line(),
                    )
                    .help(say!(
                        "{name}: … — {doc}",
                        name,
                        doc = Text::of(verb.key.doc)
                    )),
                );
            }
            None => self.fragment(&name, node, steps),
        }
    }

    fn fragment(&mut self, name: &str, node: &Node, steps: &mut Vec<Step>) {
        let place = node.span.first_line();
        self.count_one(node);
        if self.inside.len() >= MAX_INSIDE {
            let message = say!("fragments in fragments, more than {MAX_INSIDE} deep", MAX_INSIDE);
            self.report(Diagnostic::error(message, place));
            return;
        }
        if self.inside.iter().any(|open| open == name) {
            let way = self.inside.join(" → ");
            self.report(
                Diagnostic::error(say!("fragment \"{name}\" uses itself", name), place)
                    .label(say!("{way} → {name}", way, name)),
            );
            return;
        }
        let dialect = self.world.dialect.name();
        match self.world.fragments.find(self.root, dialect, name) {
            Found::Missing(known) => {
                self.unsure = true;
                let help = say!(
                    "a bare word is a fragment, {dialect}/_fragments/{name}.yaml or \
                     shared/_fragments/{name}.yaml",
                    dialect,
                    name
                );
                let names = known.iter().map(String::as_str);
                let meant = nearest(name, names.clone().chain(["close-input"]));
                let mut diagnostic =
                    Diagnostic::error(say!("unknown fragment \"{name}\"", name), place);
                if let Some(meant) = meant {
                    diagnostic = diagnostic.label(say!("did you mean \"{meant}\"?", meant));
                }
                let known: Vec<&str> = names.collect();
                self.report(diagnostic.help(say!("{help}; {known}", help, known = listed(&known))));
            }
            // The mistakes of the fragment are reported at their places; duplicates are removed later.
            Found::Broken(diagnostics) => {
                self.unsure = true;
                for diagnostic in diagnostics.iter() {
                    self.report(diagnostic.clone());
                }
            }
            Found::File(file) => {
                let everywhere: Vec<&str> = self.world.known.to_vec();
                let family = match file.shared {
                    true => std::mem::replace(&mut self.family, everywhere),
                    false => self.family.clone(),
                };
                self.inside.push(name.to_owned());
                let used_at = self.used_at.clone();
                self.used_at.get_or_insert_with(|| node.span.clone());
                if let Some(fields) = self.fields(&file.node, table::FRAGMENT, say!("a fragment"))
                    && let Some(list) = fields.get("steps")
                {
                    let mut inner = self.steps(list);
                    // The steps get the place where the fragment is used, because a report shows that line.
                    each_step_mut(&mut inner, &mut |step| step.span = node.span.clone());
                    steps.append(&mut inner);
                }
                self.used_at = used_at;
                self.inside.pop();
                self.family = family;
            }
        }
    }

    /// Lowers a step that is a mapping: one verb and its siblings.
    fn step(&mut self, node: &Node, entries: &[Entry]) -> Option<StepKind> {
        let verbs: Vec<(&Entry, &'static Verb)> = entries
            .iter()
            .filter_map(|entry| table::verb(&entry.key).map(|verb| (entry, verb)))
            .collect();
        match verbs.as_slice() {
            [(entry, verb)] => self.verb(node, entries, &entry.value, verb),
            [] => self.no_verb(node, entries),
            [(first, _), (second, _), ..] => {
                self.report(
                    Diagnostic::error(
                        say!(
                            "\"{first}\" and \"{second}\" in one step",
                            first = first.key.as_str(),
                            second = second.key.as_str()
                        ),
                        second.key_span.clone(),
                    )
                    .label(say!("a second verb"))
                    .help(say!("begin a step of its own with -")),
                );
                None
            }
        }
    }

    fn no_verb(&mut self, node: &Node, entries: &[Entry]) -> Option<StepKind> {
        let names: Vec<&str> = table::VERBS.iter().map(|verb| verb.key.name).collect();
        let help =
            say!("a step is one of: {names}; or a fragment's name", names = names.join(", "));
        let near = entries.iter().find_map(|entry| {
            nearest(&entry.key, names.iter().copied()).map(|meant| (entry, meant))
        });
        let strange = entries.iter().find(|entry| table::homes(&entry.key).is_empty());
        let unknown = |entry: &Entry| {
            let message = say!("unknown step \"{name}\"", name = entry.key.as_str());
            Diagnostic::error(message, entry.key_span.clone())
        };
        let diagnostic = match (near, strange) {
            (Some((entry, meant)), _) => {
                unknown(entry).label(say!("did you mean \"{meant}\"?", meant))
            }
            (None, Some(entry)) if entry.value.is_null() => unknown(entry)
                .label(say!("a fragment is a bare word: - {name}", name = entry.key.as_str())),
            (None, Some(entry)) => unknown(entry),
            (None, None) => {
                Diagnostic::error(say!("a step without a verb"), node.span.first_line())
            }
        };
        self.report(diagnostic.help(help));
        None
    }

    fn verb(
        &mut self,
        node: &Node,
        entries: &[Entry],
        value: &Node,
        verb: &'static Verb,
    ) -> Option<StepKind> {
        let keys: Vec<table::Key> =
            std::iter::once(verb.key).chain(verb.siblings.iter().copied()).collect();
        let what = Text::plain(format!("\"{}\"", verb.key.name));
        let fields = self.entries(entries, &node.span, &keys, what);
        match verb.id {
            VerbId::Send => self.send(value, &fields).map(StepKind::Send),
            VerbId::Raw => {
                self.flow.push(Flow::Lost);
                self.raw(value).map(StepKind::Raw)
            }
            VerbId::Expect => self.expected(&fields).map(StepKind::Expect),
            VerbId::OneOf => self.one_of(value, &fields).map(StepKind::OneOf),
            VerbId::AllOf => self.all_of(value).map(StepKind::AllOf),
            VerbId::Silence => {
                self.flow.push(Flow::Wait(Wait::Other));
                self.silence(value, &fields).map(StepKind::Silence)
            }
            VerbId::Pause => {
                self.flow.push(Flow::Wait(Wait::Other));
                self.time(value).map(StepKind::Pause)
            }
            VerbId::CloseInput if value.is_null() => Some(StepKind::CloseInput),
            VerbId::CloseInput => self.wrong(value, say!("nothing: close-input has no value")),
            VerbId::Need => self.need(value).map(StepKind::Need),
            VerbId::Repeat => self.repeat(value).map(StepKind::Repeat),
            VerbId::Race => self.checked_race(value).map(StepKind::Race),
            VerbId::SetOptions => self.set_options(value, &fields).map(StepKind::SetOptions),
        }
    }

    fn repeat(&mut self, node: &Node) -> Option<Repeat> {
        let fields = self.fields(node, table::REPEAT, say!("repeat"))?;
        let times = fields.get("times").map(|node| (node, self.count(node, MAX_TIMES)));
        let memory = fields.get("memory").and_then(|node| self.clause(node));
        let outer = std::mem::take(&mut self.flow);
        let steps = fields.get("steps").map(|node| self.inner_steps(node));
        let mut inner = std::mem::replace(&mut self.flow, outer);
        match times {
            Some((_, Some(1))) => self.flow.append(&mut inner),
            Some(_) | None => self.flow.push(Flow::Repeat(inner)),
        }
        let (place, times) = times?;
        let (times, steps) = (times?, steps?);
        self.not_too_many(weight(&steps).saturating_mul(times as usize), place);
        Some(Repeat { times, memory, steps })
    }

    fn checked_race(&mut self, node: &Node) -> Option<Race> {
        let race = self.race(node)?;
        self.not_too_many(weight_of_race(&race), node);
        Some(race)
    }

    /// Reports too many steps.
    fn not_too_many(&mut self, whole: usize, place: &Node) {
        if whole > MAX_STEPS {
            let message = say!("{whole} steps in all", whole);
            self.report(
                Diagnostic::error(message, place.span.first_line())
                    .help(say!("at most {MAX_STEPS} steps, repeats included", MAX_STEPS)),
            );
            // This was reported here, so the check of the sum must not report it again.
            self.made = MAX_STEPS;
        }
    }
}

/// The largest number of steps that can be played.
pub(super) fn weight(steps: &[Step]) -> usize {
    let weights = steps.iter().map(|step| match &step.kind {
        StepKind::Repeat(repeat) => weight(&repeat.steps).saturating_mul(repeat.times as usize),
        StepKind::Race(race) => weight_of_race(race),
        StepKind::OneOf(one_of) => {
            let then = one_of.alternatives.iter().map(|way| weight(&way.then));
            1 + then.max().unwrap_or(0)
        }
        StepKind::Send(_)
        | StepKind::Raw(_)
        | StepKind::Expect(_)
        | StepKind::AllOf(_)
        | StepKind::Silence(_)
        | StepKind::Pause(_)
        | StepKind::CloseInput
        | StepKind::SetOptions(_)
        | StepKind::Need(_) => 1,
    });
    weights.fold(0, usize::saturating_add)
}

fn weight_of_race(race: &Race) -> usize {
    let round = weight(&race.start).saturating_add(1 + weight(&race.each));
    round.saturating_mul(race.rounds as usize)
}
