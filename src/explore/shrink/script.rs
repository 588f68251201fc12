//! Shorter forms of a whole script: fewer steps, shorter steps and lines, and opened fragments.

use std::collections::HashMap;

use super::{Outcome, Over, ddmin, line};
use crate::scenario::edit::{Script, Tree};

/// The keys that can be removed from a step. `within` is not one of them: without it, waits become longer.
const SPARE_KEYS: [&str; 11] = [
    "where", "capture", "measure", "late", "flush", "optional", "at-most", "clause", "ending",
    "memory", "outcome",
];
/// The keys that hold a number of repetitions.
const COUNTS: [&str; 2] = ["times", "rounds"];

/// Plays scripts for the reduction.
pub trait Oracle {
    /// Whether the script shows the violation. A script that may not be sent is not played and counts as
    /// [`Outcome::Not`].
    fn shows(&mut self, script: &Script) -> Outcome;
    /// The steps of a fragment; `None` if no fragment has this name.
    fn fragment(&self, name: &str) -> Option<Vec<Tree>>;
    /// Lists of steps that may replace a step of the script, such as the lines that this step sent when it was last
    /// played. The most promising list comes first.
    fn instead(&mut self, _script: &Script, _step: usize) -> Vec<Vec<Tree>> {
        Vec::new()
    }
}

/// The length of a script in words, with the words of the fragments that it uses. Passes repeat while they make it
/// smaller.
#[must_use]
pub fn weight(script: &Script, oracle: &dyn Oracle) -> usize {
    script.needs.len() + of_tree(&script.steps, oracle, 0)
}

fn of_tree(tree: &Tree, oracle: &dyn Oracle, depth: usize) -> usize {
    match tree {
        Tree::Text { text, .. } => text.split_whitespace().count().max(1),
        Tree::List(items) => {
            let of_item = |item: &Tree| match item.text().and_then(|name| oracle.fragment(name)) {
                Some(steps) if depth < 16 => {
                    steps.iter().map(|step| of_tree(step, oracle, depth + 1)).sum()
                }
                Some(_) | None => of_tree(item, oracle, depth),
            };
            items.iter().map(of_item).sum()
        }
        Tree::Map(entries) => {
            entries.iter().map(|(_, value)| 1 + of_tree(value, oracle, depth)).sum()
        }
    }
}

/// Reduces a script until nothing can be removed from it. The caller makes sure that the script shows the violation.
/// Returns whether the reduction was complete before the time ended.
pub fn reduce(script: &mut Script, oracle: &mut dyn Oracle) -> bool {
    let mut reducer = Reducer { script: script.clone(), oracle, known: HashMap::new() };
    let complete = reducer.run().is_ok();
    *script = reducer.script;
    complete
}

struct Reducer<'a> {
    script: Script,
    oracle: &'a mut dyn Oracle,
    /// The outcome of every candidate so far: several passes make the same candidates.
    known: HashMap<Script, bool>,
}

impl Reducer<'_> {
    fn run(&mut self) -> Result<(), Over> {
        loop {
            let before = self.weight();
            self.list(&[])?;
            self.others()?;
            self.counts()?;
            self.lists()?;
            self.keys()?;
            self.lines()?;
            self.fragments()?;
            self.needs()?;
            if self.weight() >= before {
                return Ok(());
            }
        }
    }

    fn weight(&self) -> usize {
        weight(&self.script, &*self.oracle)
    }

    /// Whether the candidate shows the violation. If so, the candidate becomes the current script.
    fn take(&mut self, candidate: Script) -> Result<bool, Over> {
        let shows = self.ask(&candidate)?;
        if shows {
            self.script = candidate;
        }
        Ok(shows)
    }

    fn ask(&mut self, candidate: &Script) -> Result<bool, Over> {
        if let Some(known) = self.known.get(candidate) {
            return Ok(*known);
        }
        let shows = match self.oracle.shows(candidate) {
            Outcome::Shows => true,
            Outcome::Not => false,
            Outcome::Over => return Err(Over),
        };
        self.known.insert(candidate.clone(), shows);
        Ok(shows)
    }

    fn outcome(&mut self, candidate: &Script) -> Outcome {
        match self.ask(candidate) {
            Ok(true) => Outcome::Shows,
            Ok(false) => Outcome::Not,
            Err(Over) => Outcome::Over,
        }
    }

    /// The current script with another value at a path of its steps.
    fn with(&self, path: &[usize], value: Tree) -> Script {
        let mut script = self.script.clone();
        if let Some(place) = script.steps.at_mut(path) {
            *place = value;
        }
        script
    }

    /// Reduces the list at a path.
    fn list(&mut self, path: &[usize]) -> Result<(), Over> {
        let Some(Tree::List(items)) = self.script.steps.at(path) else {
            return Ok(());
        };
        let mut items = items.clone();
        let done = ddmin(&mut items, &mut |items| {
            let candidate = self.with(path, Tree::List(items.to_vec()));
            self.outcome(&candidate)
        });
        self.script = self.with(path, Tree::List(items));
        done
    }

    /// Reduces every list within a step.
    fn lists(&mut self) -> Result<(), Over> {
        let mut at = 1;
        loop {
            let lists = paths(&self.script.steps, &|tree| matches!(tree, Tree::List(_)));
            let Some(path) = lists.get(at) else {
                return Ok(());
            };
            self.list(path)?;
            at += 1;
        }
    }

    /// Replaces a step by other steps if the script becomes shorter in the end.
    fn others(&mut self) -> Result<(), Over> {
        let mut at = 0;
        while at < self.steps().len() {
            for others in self.oracle.instead(&self.script.clone(), at) {
                let before = self.script.clone();
                let weighed = self.weight();
                let count = others.len();
                let mut steps = self.steps().to_vec();
                steps.splice(at..=at, others);
                if !self.take(Script { steps: Tree::List(steps), ..before.clone() })? {
                    continue;
                }
                for place in (at..at + count).rev() {
                    self.inside(place)?;
                }
                if self.weight() < weighed {
                    break;
                }
                self.script = before;
            }
            at += 1;
        }
        Ok(())
    }

    /// Reduces the lists within one step.
    fn inside(&mut self, step: usize) -> Result<(), Over> {
        let Some(tree) = self.script.steps.at(&[step]) else {
            return Ok(());
        };
        let mut inner = paths(tree, &|tree| matches!(tree, Tree::List(_)));
        inner.reverse();
        for path in inner {
            let path = [&[step], &path[..]].concat();
            self.list(&path)?;
        }
        Ok(())
    }

    fn steps(&self) -> &[Tree] {
        match &self.script.steps {
            Tree::List(steps) => steps,
            Tree::Text { .. } | Tree::Map(_) => &[],
        }
    }

    /// Reduces the number of repetitions to the smallest that still shows the violation.
    fn counts(&mut self) -> Result<(), Over> {
        let maps = paths(&self.script.steps, &|tree| matches!(tree, Tree::Map(_)));
        for path in maps {
            let Some(Tree::Map(entries)) = self.script.steps.at(&path) else {
                continue;
            };
            let count = entries.iter().enumerate().find_map(|(at, (key, value))| {
                let count = value.text()?.parse::<u64>().ok()?;
                COUNTS.contains(&key.as_str()).then_some((at, count))
            });
            if let Some((at, count)) = count {
                self.count([&path[..], &[at]].concat(), count)?;
            }
        }
        self.unwrap()
    }

    fn count(&mut self, path: Vec<usize>, count: u64) -> Result<(), Over> {
        let (mut too_few, mut enough) = (0, count);
        while enough - too_few > 1 {
            let middle = if too_few == 0 { 1 } else { too_few + (enough - too_few) / 2 };
            if self.take(self.with(&path, Tree::plain(middle.to_string())))? {
                enough = middle;
            } else {
                too_few = middle;
            }
        }
        Ok(())
    }

    /// Replaces a `repeat` that is done once by its steps.
    fn unwrap(&mut self) -> Result<(), Over> {
        let mut at = 0;
        while at < self.steps().len() {
            let repeat = self.steps()[at].get("repeat");
            let once = repeat.filter(|it| it.get("times").and_then(Tree::text) == Some("1"));
            if let Some(Tree::List(inner)) = once.and_then(|it| it.get("steps")) {
                let mut steps = self.steps().to_vec();
                steps.splice(at..=at, inner.clone());
                self.take(Script { steps: Tree::List(steps), ..self.script.clone() })?;
            }
            at += 1;
        }
        Ok(())
    }

    /// Removes keys that a step does not need.
    fn keys(&mut self) -> Result<(), Over> {
        let maps = paths(&self.script.steps, &|tree| matches!(tree, Tree::Map(_)));
        for path in maps {
            for key in SPARE_KEYS {
                let Some(Tree::Map(entries)) = self.script.steps.at(&path) else {
                    break;
                };
                let mut fewer = entries.clone();
                fewer.retain(|(name, _)| name != key);
                if fewer.len() < entries.len() {
                    self.take(self.with(&path, Tree::Map(fewer)))?;
                }
            }
        }
        Ok(())
    }

    /// Reduces the words of every sent line.
    fn lines(&mut self) -> Result<(), Over> {
        for path in sent(&self.script.steps) {
            let Some(Tree::Text { text, plain }) = self.script.steps.at(&path).cloned() else {
                continue;
            };
            let mut reduced = text;
            let done = line::words(&mut reduced, &mut |line| {
                let candidate = self.with(&path, Tree::Text { text: line.to_owned(), plain });
                self.outcome(&candidate)
            });
            self.script = self.with(&path, Tree::Text { text: reduced, plain });
            done?;
        }
        Ok(())
    }

    /// Replaces fragments by their steps if a part of the steps is enough.
    fn fragments(&mut self) -> Result<(), Over> {
        let mut at = 0;
        while at < self.steps().len() {
            let name = self.steps()[at].text();
            if let Some(inner) = name.and_then(|name| self.oracle.fragment(name)) {
                let before = self.script.clone();
                let weighed = self.weight();
                let mut left = inner;
                let done = ddmin(&mut left, &mut |inner| {
                    let mut steps = self.steps().to_vec();
                    steps.splice(at..=at, inner.to_vec());
                    let candidate = Script { steps: Tree::List(steps), ..before.clone() };
                    self.outcome(&candidate)
                });
                let mut steps = self.steps().to_vec();
                steps.splice(at..=at, left);
                let opened = Script { steps: Tree::List(steps), ..before.clone() };
                if weight(&opened, &*self.oracle) < weighed {
                    self.script = opened;
                }
                done?;
            }
            at += 1;
        }
        Ok(())
    }

    /// Reduces what the engine must offer.
    fn needs(&mut self) -> Result<(), Over> {
        let mut needs = self.script.needs.clone();
        let script = self.script.clone();
        let done = ddmin(&mut needs, &mut |needs| {
            self.outcome(&Script { needs: needs.to_vec(), ..script.clone() })
        });
        self.script.needs = needs;
        done
    }
}

/// The paths to all parts of a tree for which `is` holds, outer parts first, in the order of the text.
fn paths(tree: &Tree, is: &dyn Fn(&Tree) -> bool) -> Vec<Vec<usize>> {
    let mut found = Vec::new();
    let mut open = vec![Vec::new()];
    while let Some(path) = open.pop() {
        let Some(here) = tree.at(&path) else {
            continue;
        };
        let children = (0..here.children().len()).rev();
        open.extend(children.map(|child| [&path[..], &[child]].concat()));
        if is(here) {
            found.push(path);
        }
    }
    found
}

/// The paths to all sent lines, the last line first: later lines depend on earlier ones.
fn sent(steps: &Tree) -> Vec<Vec<usize>> {
    let mut lines = Vec::new();
    for path in paths(steps, &|tree| matches!(tree, Tree::Map(_))) {
        let Some(Tree::Map(entries)) = steps.at(&path) else {
            continue;
        };
        for (at, (key, value)) in entries.iter().enumerate() {
            if key == "send" {
                let place = [&path[..], &[at]].concat();
                match value {
                    Tree::Text { .. } => lines.push(place),
                    Tree::List(items) => {
                        lines.extend((0..items.len()).map(|item| [&place[..], &[item]].concat()));
                    }
                    Tree::Map(_) => {}
                }
            }
        }
    }
    lines.reverse();
    lines
}
