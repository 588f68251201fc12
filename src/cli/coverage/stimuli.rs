//! `kentei coverage --stimuli`: shows what is sent in which state, and what is never sent.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::cli::failure::{Exit, Failure};
use crate::cli::list::{Row, align};
use crate::cli::screen::Screen;
use crate::explore::stimuli::{Sent, sent};
use crate::explore::{self, Covered, Model, Session, Tracker};
use crate::protocol::Dialect;
use crate::scenario::Scenario;

pub(super) fn run(dialects: &[&'static dyn Dialect], screen: &Screen) -> Result<Exit, Failure> {
    let width = if screen.is_terminal { screen.width } else { usize::MAX };
    let mut lines = Vec::new();
    for dialect in dialects {
        lines.extend(page(*dialect, width));
    }
    screen.print(|out| lines.iter().try_for_each(|line| writeln!(out, "{line}")))?;
    Ok(Exit::Conformant)
}

/// A row of text columns.
fn row(columns: impl IntoIterator<Item = String>) -> Row {
    Row { columns: columns.into_iter().collect(), json: Value::Null }
}

fn page(dialect: &'static dyn Dialect, width: usize) -> Vec<String> {
    let scripts = crate::scenario::load(dialect, &[]).0.scenarios;
    let profile = dialect.catalogue().profiles.first().map_or("", |(name, _)| name);
    let model = Model::of(dialect, profile);
    let sessions = explore::fixed(dialect, profile);
    let generated = explore::scenarios(dialect, &sessions);
    let count = scripts.len();
    let head = match &model {
        Some(_) => say!(
            "{dialect}, profile {profile}: {count} scripts, and {sessions} generated sessions beside them in each run",
            dialect = dialect.name(),
            profile,
            count,
            sessions = sessions.len()
        ),
        None => say!(
            "{dialect}: {count} scripts; no sessions are generated yet",
            dialect = dialect.name(),
            count
        ),
    };
    let mut lines = vec![head.to_string(), String::new()];
    lines.extend(align(&table(dialect, &scripts, &generated), width));
    if let Some(model) = &model {
        lines.extend(of_model(model, &sessions, width));
    }
    lines.push(String::new());
    lines
}

/// The number of scripts and of sessions that send each stimulus, by state.
fn table(dialect: &'static dyn Dialect, scripts: &[Scenario], generated: &[Scenario]) -> Vec<Row> {
    let mut counts: BTreeMap<Sent, [usize; 2]> = BTreeMap::new();
    for (which, scenarios) in [scripts, generated].into_iter().enumerate() {
        for stimulus in scenarios.iter().flat_map(|scenario| sent(dialect, scenario)) {
            counts.entry(stimulus).or_default()[which] += 1;
        }
    }
    let head = [say!("state"), say!("stimulus"), say!("scripts|sent"), say!("generated|sent")];
    let head = row(head.map(|word| word.to_string()));
    let rows = counts.into_iter().map(|((phase, stimulus), [scripts, generated])| {
        row([phase.to_string(), stimulus, scripts.to_string(), generated.to_string()])
    });
    std::iter::once(head).chain(rows).collect()
}

/// What the sessions consist of, and what they leave out.
fn of_model(model: &Model, sessions: &[Session], width: usize) -> Vec<String> {
    let mut tracker = Tracker::new(model);
    sessions.iter().for_each(|session| tracker.add(model, session));
    let Covered { pairs, of_pairs, triples, of_triples } = tracker.covered();
    let turns: usize = sessions.iter().map(|session| session.turns.len()).sum();
    let mut lines = vec![
        String::new(),
        say!(
            "{turns} turns send {pairs} of {of_pairs} pairs of classes and {triples} of {of_triples} marked triples; \
             `kentei explore` sends them all",
            turns,
            pairs,
            of_pairs,
            triples,
            of_triples
        )
        .to_string(),
        String::new(),
    ];
    let uses = |name: &str, class: &str| {
        let all = sessions.iter().flat_map(|session| &session.turns);
        all.filter(|turn| turn.class(name) == Some(class)).count()
    };
    let parameters = model.parameters.iter().map(|parameter| {
        let classes = parameter.classes.iter();
        let classes = classes.map(|class| format!("{class} ({})", uses(parameter.name, class)));
        let classes = classes.collect::<Vec<_>>().join(", ");
        row([parameter.name.to_owned(), parameter.about.to_string(), classes])
    });
    lines.extend(align(&parameters.collect::<Vec<_>>(), width));
    lines.extend([String::new(), say!("never sent together:").to_string()]);
    lines.extend(model.rules.iter().map(|rule| format!("  {}: {}", model.words(rule), rule.why)));
    lines.extend([String::new(), say!("never sent by generated sessions:").to_string()]);
    lines.extend(model.left_out.iter().map(|(what, why)| format!("  {what}: {why}")));
    lines
}
