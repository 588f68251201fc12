//! The model of a legal client: what a turn of a session consists of, and which classes go together.
//! [`crate::protocol::client`] says what each dialect provides for it.

use super::covering::{Conflict, CoverTask, Partial, possible};
use crate::lang::Text;
use crate::protocol::Dialect;
use crate::protocol::client::{Client, ClientLines, ClientWays};

/// Something that a client chooses in a turn.
#[derive(Debug, Clone)]
pub struct Parameter {
    /// The name.
    pub name: &'static str,
    /// What the parameter means, as a fragment of a sentence.
    pub about: Text,
    /// The classes of its values in this dialect and profile.
    pub classes: Vec<&'static str>,
}

/// A combination of classes that is never sent.
#[derive(Debug, Clone)]
pub struct Rule {
    /// The reason, as a fragment of a sentence.
    pub why: Text,
    /// The columns of the rule, each with the classes (as bits) that do not go together.
    about: Conflict,
}

/// What a client may send in one dialect and profile.
pub struct Model {
    /// The dialect.
    pub dialect: &'static dyn Dialect,
    /// The profile.
    pub profile: &'static str,
    /// The parameters of a turn.
    pub parameters: Vec<Parameter>,
    /// The combinations that are never sent.
    pub rules: Vec<Rule>,
    /// The triples of parameters for which every combination of classes is sent.
    pub triples: &'static [[&'static str; 3]],
    /// What the dialect has but no session sends, with the reason.
    pub left_out: Vec<(Text, Text)>,
    /// How sessions are made.
    pub(crate) ways: &'static ClientWays,
    /// Writes the lines.
    pub(crate) lines: Box<dyn ClientLines>,
    /// The number of classes of each parameter.
    sizes: Vec<usize>,
    /// The combinations that the rules forbid.
    conflicts: Vec<Conflict>,
}

impl Model {
    /// The model of a dialect in a profile; `None` where the dialect has no client.
    #[must_use]
    pub fn of(dialect: &'static dyn Dialect, profile: &'static str) -> Option<Self> {
        Some(Self::read(dialect, profile, dialect.client(profile)?))
    }

    fn read(dialect: &'static dyn Dialect, profile: &'static str, client: Client) -> Self {
        let Client { parts, triples, ways, lines } = client;
        let mut parameters: Vec<Parameter> = Vec::new();
        for (name, about, classes) in parts.iter().flat_map(|part| part.parameters) {
            let classes = classes.split(' ').collect();
            // A later part replaces an earlier one.
            match parameters.iter_mut().find(|known| known.name == *name) {
                Some(known) => known.classes = classes,
                None => parameters.push(Parameter { name, about: about.clone(), classes }),
            }
        }
        let texts = parts.iter().flat_map(|part| part.rules);
        let rules: Vec<Rule> =
            texts.filter_map(|(why, text)| Rule::read(&parameters, why, text)).collect();
        let sizes = parameters.iter().map(|parameter| parameter.classes.len()).collect();
        let conflicts = rules.iter().map(|rule| rule.about.clone()).collect();
        let left_out = parts.iter().flat_map(|part| part.left_out).cloned().collect();
        Self {
            dialect,
            profile,
            parameters,
            rules,
            triples,
            left_out,
            ways,
            lines,
            sizes,
            conflicts,
        }
    }

    /// The request for turns that cover every combination of classes of each of these groups of parameters.
    pub(crate) fn wanted<'a>(&'a self, groups: &'a [Vec<usize>]) -> CoverTask<'a> {
        CoverTask { sizes: &self.sizes, groups, conflicts: &self.conflicts }
    }

    /// The column of a parameter.
    pub(crate) fn column(&self, name: &str) -> Option<usize> {
        self.parameters.iter().position(|parameter| parameter.name == name)
    }

    /// The marked triples, as columns in rising order.
    pub(crate) fn triples(&self) -> Vec<Vec<usize>> {
        let triples = self.triples.iter().filter_map(|names| {
            let mut columns: Vec<usize> =
                names.iter().map(|name| self.column(name)).collect::<Option<_>>()?;
            columns.sort_unstable();
            Some(columns)
        });
        triples.collect()
    }

    /// The classes of a rule as text: `mode clock or ponder, own -`.
    #[must_use]
    pub fn words(&self, rule: &Rule) -> String {
        let condition = |(column, bits): &(usize, u32)| {
            let parameter = &self.parameters[*column];
            let named = parameter.classes.iter().enumerate();
            let named = named.filter(|(at, _)| bits >> at & 1 == 1).map(|(_, class)| *class);
            format!("{} {}", parameter.name, Text::any_of(named))
        };
        rule.about.iter().map(condition).collect::<Vec<_>>().join(", ")
    }

    /// Why no turn has all of these classes, each with its column; `None` if a turn can have them.
    #[must_use]
    pub fn hindrance(&self, classes: &[(usize, u8)]) -> Option<Text> {
        if possible(&self.wanted(&[]), classes) {
            return None;
        }
        let mut row = vec![None; self.parameters.len()];
        for (column, class) in classes {
            row[*column] = Some(*class);
        }
        let rule = self.rules.iter().find(|rule| rule.forbids(&row));
        let several = || say!("what each of them asks for does not go together");
        Some(rule.map_or_else(several, |rule| rule.why.clone()))
    }
}

impl Rule {
    /// Reads a rule from its text; `None` if this profile lacks the parameters or classes of the rule.
    fn read(parameters: &[Parameter], why: &Text, text: &str) -> Option<Self> {
        let mut about = Vec::new();
        for condition in text.split(' ') {
            let (name, classes) = condition.split_once('=')?;
            let (name, negated) = match name.strip_suffix('!') {
                Some(name) => (name, true),
                None => (name, false),
            };
            let column = parameters.iter().position(|parameter| parameter.name == name)?;
            let mut bits = 0_u32;
            for (at, class) in parameters[column].classes.iter().enumerate() {
                let named = classes.split('|').any(|known| known == *class);
                if named != negated {
                    bits |= 1 << at;
                }
            }
            if bits == 0 {
                return None;
            }
            about.push((column, bits));
        }
        Some(Self { why: why.clone(), about })
    }

    fn forbids(&self, row: &Partial) -> bool {
        let mut about = self.about.iter();
        about.all(|(column, bits)| row[*column].is_some_and(|class| bits >> class & 1 == 1))
    }
}
