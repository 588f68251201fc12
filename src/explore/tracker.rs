//! Counts which combinations of a model the sessions cover.

use std::collections::HashSet;

use super::Session;
use super::covering::{pairs, possible};
use super::model::Model;

/// Classes that occur together, each with its column.
type Combination = Vec<(usize, u8)>;

/// Counts the pairs and the marked triples that were sent, and those that can be sent.
pub struct Tracker {
    groups: Vec<Vec<usize>>,
    seen: HashSet<Combination>,
    /// All combinations that can be sent.
    possible: HashSet<Combination>,
}

/// How much of a model has been sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Covered {
    /// Pairs of classes that were sent together.
    pub pairs: usize,
    /// Pairs of classes that can be sent together.
    pub of_pairs: usize,
    /// Marked triples that were sent together.
    pub triples: usize,
    /// Marked triples that can be sent together.
    pub of_triples: usize,
}

impl Tracker {
    /// A tracker to which no session was added yet.
    #[must_use]
    pub fn new(model: &Model) -> Self {
        let mut groups = pairs(model.parameters.len());
        groups.extend(model.triples());
        let wanted = model.wanted(&[]);
        let mut all = HashSet::new();
        for group in &groups {
            let combinations = combinations(wanted.sizes, group).into_iter();
            all.extend(combinations.filter(|combination| possible(&wanted, combination)));
        }
        Self { groups, seen: HashSet::new(), possible: all }
    }

    /// Adds the combinations that a session sends.
    pub fn add(&mut self, model: &Model, session: &Session) {
        for turn in &session.turns {
            let row: Vec<Option<u8>> = (0..model.parameters.len())
                .map(|column| {
                    let parameter = &model.parameters[column];
                    let class = turn.class(parameter.name)?;
                    let at = parameter.classes.iter().position(|known| *known == class)?;
                    u8::try_from(at).ok()
                })
                .collect();
            for group in &self.groups {
                let combination: Option<Combination> =
                    group.iter().map(|column| Some((*column, row[*column]?))).collect();
                self.seen.extend(combination);
            }
        }
    }

    /// The counts of the combinations that were sent so far.
    #[must_use]
    pub fn covered(&self) -> Covered {
        let count = |all: &HashSet<Combination>, length: usize| {
            all.iter().filter(|combination| combination.len() == length).count()
        };
        Covered {
            pairs: count(&self.seen, 2),
            of_pairs: count(&self.possible, 2),
            triples: count(&self.seen, 3),
            of_triples: count(&self.possible, 3),
        }
    }

    /// The pairs (`length` 2) or triples (`length` 3) that can be sent but were not: names of parameters and classes.
    #[must_use]
    pub fn missing(&self, model: &Model, length: usize) -> Vec<String> {
        let left = self.possible.difference(&self.seen).filter(|one| one.len() == length);
        let mut missing: Vec<String> = left
            .map(|combination| {
                let name = |(column, class): &(usize, u8)| {
                    let parameter = &model.parameters[*column];
                    format!("{}={}", parameter.name, parameter.classes[usize::from(*class)])
                };
                combination.iter().map(name).collect::<Vec<_>>().join(" ")
            })
            .collect();
        missing.sort();
        missing
    }
}

/// Every combination of the values of some columns.
fn combinations(sizes: &[usize], group: &[usize]) -> Vec<Combination> {
    let mut all: Vec<Combination> = vec![Vec::new()];
    for column in group {
        let longer = |known: &Combination| {
            // A column has at most 255 values.
            let values = (0..sizes[*column] as u8).map(|value| (*column, value));
            values.map(|value| [&known[..], &[value]].concat()).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}
