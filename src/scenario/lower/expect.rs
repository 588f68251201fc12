//! The steps that wait: `expect`, `one-of`, `all-of`, `silence`.

use super::Lowering;
use crate::diagnostic::Diagnostic;
use crate::lang::Text;
use crate::protocol::{Kind, Limit, Wait};
use crate::scenario::inputs::Flow;
use crate::scenario::table;
use crate::scenario::{Alternative, Expect, OneOf, Outcome, Pattern, Predicate, Silence, Time};
use crate::verdict::Severity;
use crate::yaml::node::{Node, Value};
use crate::yaml::read::{Fields, Read, listed};

/// What every dialect has in addition to its kinds; these have no fields.
static EXIT: Kind = Kind::bare("exit");
static EOF: Kind = Kind::bare("eof");
static LINE: Kind = Kind::bare("line");

/// The demands of `where` and the captures of `capture`.
type Demands = (Vec<(String, Predicate)>, Vec<(String, String)>);

impl Lowering<'_> {
    /// Lowers a step that waits for one message.
    pub(super) fn expected(&mut self, fields: &Fields<'_>) -> Option<Expect> {
        let expect = self.expect(fields)?;
        self.flow.push(Flow::Wait(self.wait(&expect)));
        Some(expect)
    }

    /// What is waited for, as far as it shows whether a search is open.
    fn wait(&self, expect: &Expect) -> Wait {
        let closes = match expect.what {
            Pattern::Kind(name) => {
                self.world.dialect.kinds().iter().any(|kind| kind.name == name && kind.closes)
            }
            Pattern::Line(_) => return Wait::MaybeReply,
            Pattern::Exit | Pattern::Eof => false,
        };
        match closes {
            true if !expect.optional => Wait::Reply,
            false if expect.stop_after.is_none() => Wait::Other,
            true | false => Wait::MaybeReply,
        }
    }

    /// What the alternatives wait for that let the script continue.
    fn wait_for_any(&self, alternatives: &[Alternative], may_stop: bool) -> Wait {
        let ways = alternatives.iter().filter(|way| goes_on(&way.outcome));
        let mut waits = ways.map(|way| self.wait(&way.expect));
        match waits.next() {
            Some(Wait::Other) if may_stop => Wait::MaybeReply,
            Some(first) if waits.all(|wait| wait == first) => first,
            Some(_) | None => Wait::MaybeReply,
        }
    }

    /// Lowers `expect` with its siblings.
    fn expect(&mut self, fields: &Fields<'_>) -> Option<Expect> {
        let message = fields.get("expect").and_then(|node| self.pattern(node));
        let within = match fields.get("within") {
            Some(node) => self.time(node),
            None => Some(self.usual_limit(message.as_ref().map(|(_, kind)| *kind))),
        };
        let late = fields.get("late").map(|node| self.time(node));
        let stop_after = fields.get("stop-after").map(|node| self.time(node));
        let clause = fields.get("clause").map(|node| self.clause(node));
        let at_most = self.severity(fields.get("at-most"), Severity::Fail);
        let optional = fields.get("optional").is_some_and(|n| self.flag(n) == Some(true));
        let flush = fields.get("flush").is_some_and(|n| self.flag(n) == Some(true));
        let measure = fields.get("measure").and_then(|node| self.text(node));
        let kind = message.as_ref().map(|(_, kind)| *kind);
        let (demands, capture) = self.demands(fields, kind);
        if let (true, Some(entry)) = (optional, fields.entry("capture")) {
            self.report(
                Diagnostic::error(
                    say!("captured from a message that may be missing"),
                    entry.key_span.clone(),
                )
                .help(say!("write one-of with two alternatives, or demand the message")),
            );
        }
        Some(Expect {
            what: message?.0,
            within: within?,
            late: sound(late)?,
            stop_after: sound(stop_after)?,
            flush,
            fields: demands,
            clause: sound(clause)?,
            at_most: at_most?,
            optional,
            capture,
            measure,
        })
    }

    /// Lowers `where` and `capture` of a message.
    fn demands(&mut self, fields: &Fields<'_>, kind: Option<&Kind>) -> Demands {
        // If the kind is unknown, its fields cannot be checked.
        let Some(kind) = kind else {
            return (Vec::new(), Vec::new());
        };
        let demands = fields.get("where").map(|node| self.predicates(node, kind));
        let capture = fields.get("capture").map(|node| self.captures(node, kind));
        (demands.unwrap_or_default(), capture.unwrap_or_default())
    }

    fn captures(&mut self, node: &Node, kind: &Kind) -> Vec<(String, String)> {
        let Value::Map(entries) = &node.value else {
            self.wrong::<()>(
                node,
                Text::of("a mapping of names to fields, such as { guess: ponder }"),
            );
            return Vec::new();
        };
        let mut found = Vec::new();
        for entry in entries {
            let name = &entry.key;
            let words = self.world.dialect.words();
            let taken = self.params.iter().any(|(known, _)| known == name)
                || words.iter().any(|(known, _)| known == name);
            if taken {
                self.report(
                    Diagnostic::error(say!("\"{name}\" is taken", name), entry.key_span.clone())
                        .help(say!(
                            "a parameter or word of this name would hide the captured value"
                        )),
                );
            } else if !is_name(name) {
                self.report(
                    Diagnostic::error(
                        say!("\"{name}\" is not a valid name", name),
                        entry.key_span.clone(),
                    )
                    .help(say!("names are of small letters, digits, - and _")),
                );
            }
            if !self.captured.contains(name) {
                self.captured.push(name.clone());
            }
            let Some(field) = self.text(&entry.value) else {
                continue;
            };
            if self.field(&field, &entry.value.span, kind) {
                found.push((name.clone(), field));
            }
        }
        found
    }

    fn pattern(&mut self, node: &Node) -> Option<(Pattern, &'static Kind)> {
        if let Value::Map(_) = &node.value {
            let fields = self.fields(node, table::LINE, say!("a pattern"))?;
            let regex = self.regex(fields.get("line")?)?;
            return Some((Pattern::Line(regex), &LINE));
        }
        let name = self.text(node)?;
        match name.as_str() {
            "exit" => return Some((Pattern::Exit, &EXIT)),
            "eof" => return Some((Pattern::Eof, &EOF)),
            _ => {}
        }
        let kinds = self.world.dialect.kinds();
        if let Some(kind) = kinds.iter().find(|kind| kind.name == name) {
            return Some((Pattern::Kind(kind.name), kind));
        }
        if matches!(name.as_str(), "none" | "nothing" | "silence") {
            let message = say!("\"{name}\" is not a kind of message", name);
            self.report(
                Diagnostic::error(message, node.span.first_line())
                    .label(say!("use silence to demand that nothing comes"))
                    .help(say!("- silence: { of: [bestmove], for: quiet }")),
            );
            return None;
        }
        let known = kinds.iter().map(|kind| kind.name).chain(["exit", "eof"]);
        if name.contains(' ') {
            let message = say!("\"{name}\" is not a kind of message", name);
            let known: Vec<&str> = known.collect();
            self.report(
                Diagnostic::error(message, node.span.first_line())
                    .label(say!("a raw line is written { line: \"^regex$\" }"))
                    .help(listed(&known)),
            );
            return None;
        }
        self.unknown(say!("kind of message"), &name, node.span.first_line(), known);
        None
    }

    /// The limit if the script gives none: the limit with the name of the message, or `limit`.
    fn usual_limit(&mut self, kind: Option<&Kind>) -> Time {
        let limits = self.world.dialect.limits();
        let named = |wanted: &str| limits.iter().find(|(name, _)| *name == wanted);
        let own = kind.and_then(|kind| named(kind.name));
        Time::Limit(own.map_or(Limit::Reply.name(), |(name, _)| name))
    }

    /// Lowers `one-of` with its siblings.
    pub(super) fn one_of(&mut self, node: &Node, fields: &Fields<'_>) -> Option<OneOf> {
        let within = match fields.get("within") {
            Some(node) => self.time(node),
            None => Some(self.usual_limit(None)),
        };
        let stop_after = fields.get("stop-after").map(|node| self.time(node));
        let clause = fields.get("clause").map(|node| self.clause(node));
        let at_most = self.severity(fields.get("at-most"), Severity::Fail);
        let within = within.unwrap_or(Time::Clock);
        let before = self.captured.clone();
        let mut after: Option<Vec<String>> = None;
        let mut branches = Vec::new();
        let mut alternatives = Vec::new();
        for item in self.items(node, say!("alternatives"))? {
            self.captured.clone_from(&before);
            let outer = std::mem::take(&mut self.flow);
            let alternative = self.alternative(item, &within);
            let inner = std::mem::replace(&mut self.flow, outer);
            let goes_on = alternative.as_ref().is_none_or(|a| goes_on(&a.outcome));
            branches.push((inner, goes_on));
            if goes_on {
                // The steps after this one may use only what every branch that continues has captured.
                let here = std::mem::take(&mut self.captured);
                after = Some(match after {
                    Some(names) => names.into_iter().filter(|n| here.contains(n)).collect(),
                    None => here,
                });
            }
            alternatives.extend(alternative);
        }
        self.captured = after.unwrap_or(before);
        let may_stop = fields.get("stop-after").is_some();
        self.flow.push(Flow::Wait(self.wait_for_any(&alternatives, may_stop)));
        self.flow.push(Flow::Branch(branches));
        Some(OneOf {
            within,
            stop_after: sound(stop_after)?,
            alternatives,
            clause: sound(clause)?,
            at_most: at_most?,
        })
    }

    fn alternative(&mut self, node: &Node, within: &Time) -> Option<Alternative> {
        let fields = self.fields(node, table::ALTERNATIVE, say!("an alternative"))?;
        let message = fields.get("expect").and_then(|node| self.pattern(node));
        let kind = message.as_ref().map(|(_, kind)| *kind);
        let (demands, capture) = self.demands(&fields, kind);
        let measure = fields.get("measure").and_then(|node| self.text(node));
        let outcome = match fields.get("outcome") {
            Some(node) => self.outcome(node),
            None => Some(Outcome::Pass),
        };
        let then = fields.get("then").map(|node| self.inner_steps(node));
        if let (Some(entry), Some(outcome)) = (fields.entry("then"), &outcome)
            && !goes_on(outcome)
        {
            self.report(
                Diagnostic::error(
                    say!("steps after an outcome that ends the scenario"),
                    entry.key_span.clone(),
                )
                .help(say!(
                    "stop and lacks end the scenario at once; then is for pass and finding"
                )),
            );
        }
        Some(Alternative {
            expect: Expect {
                what: message?.0,
                within: within.clone(),
                late: None,
                stop_after: None,
                flush: false,
                fields: demands,
                clause: None,
                at_most: Severity::Fail,
                optional: false,
                capture,
                measure,
            },
            outcome: outcome?,
            then: then.unwrap_or_default(),
        })
    }

    fn outcome(&mut self, node: &Node) -> Option<Outcome> {
        let Value::Map(entries) = &node.value else {
            let choices = [("pass", Outcome::Pass), ("stop", Outcome::Stop)];
            return self.choice(node, say!("outcome"), &choices);
        };
        if entries.iter().any(|entry| entry.key == "lacks") {
            let fields = self.fields(node, table::LACKS, say!("this outcome"))?;
            let node = fields.get("lacks")?;
            let name = self.text(node)?;
            return self.capability(&name, &node.span).map(Outcome::Lacks);
        }
        let fields = self.fields(node, table::FINDING, say!("an outcome"))?;
        let clause = fields.get("finding").and_then(|node| self.clause(node));
        let at_most = self.severity(fields.get("at-most"), Severity::Fail);
        let message = fields.get("message").and_then(|node| self.text(node));
        Some(Outcome::Finding(clause?, at_most?, message?))
    }

    /// Lowers `all-of`.
    pub(super) fn all_of(&mut self, node: &Node) -> Option<Vec<Expect>> {
        let mut found = Vec::new();
        for item in self.items(node, say!("messages"))? {
            if let Some(fields) = self.fields(item, table::EXPECT_ITEM, say!("a message of all-of"))
            {
                found.extend(self.expected(&fields));
            }
        }
        Some(found)
    }

    /// Lowers `silence` with its siblings.
    pub(super) fn silence(&mut self, node: &Node, fields: &Fields<'_>) -> Option<Silence> {
        let clause = fields.get("clause").map(|node| self.clause(node));
        let at_most = self.severity(fields.get("at-most"), Severity::Fail);
        let (of, lasting) = match &node.value {
            Value::Map(_) => {
                let inner = self.fields(node, table::SILENCE, say!("silence"))?;
                let of = inner.get("of").map(|node| self.kinds(node));
                let lasting = inner.get("for").and_then(|node| self.time(node));
                (of.unwrap_or_default(), lasting)
            }
            Value::Text(..) | Value::List(_) => (Vec::new(), self.time(node)),
        };
        Some(Silence { of, lasting: lasting?, clause: sound(clause)?, at_most: at_most? })
    }

    fn kinds(&mut self, node: &Node) -> Vec<&'static str> {
        let nodes = match &node.value {
            Value::List(_) => self.items(node, say!("kinds of message")).unwrap_or_default(),
            Value::Text(..) | Value::Map(_) => std::slice::from_ref(node),
        };
        let kinds = nodes.iter().filter_map(|node| self.kind(node));
        kinds.map(|kind| kind.name).collect()
    }
}

/// Whether the script continues after an alternative.
fn goes_on(outcome: &Outcome) -> bool {
    match outcome {
        Outcome::Pass | Outcome::Finding(..) => true,
        Outcome::Lacks(_) | Outcome::Stop => false,
    }
}

/// `Some(None)` if the key is not given, `None` if its value is wrong.
fn sound<T>(read: Option<Option<T>>) -> Option<Option<T>> {
    match read {
        None => Some(None),
        Some(found) => found.map(Some),
    }
}

/// Whether a word can name a placeholder.
pub(super) fn is_name(name: &str) -> bool {
    let mut letters = name.chars();
    letters.next().is_some_and(|c| c.is_ascii_lowercase())
        && letters.all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || "-_".contains(c))
}
