//! The tables of defects, read when they are first asked for.

use std::sync::LazyLock;

use serde::Deserialize;

/// A misbehaviour that a built-in engine can have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Defect {
    /// Its id: `A01`, or `A01:8s` for a variant.
    pub id: &'static str,
    /// Whether it is to be found, or only to be survived.
    pub kind: Kind,
    /// What it is about.
    pub category: &'static str,
    /// What the engine does.
    pub behaviour: &'static str,
    /// What brings it to light.
    pub shown_by: &'static str,
    /// The clauses of which one must be reported; full ids.
    pub clauses: Vec<&'static str>,
    /// The verdict word for each profile, in the order of the table.
    pub expected: Vec<(&'static str, &'static str)>,
    /// Whether it shows only at the true limits: how late it is doesn't shrink with them.
    pub needs_scale: bool,
}

/// What the harness owes to a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// It must be reported.
    Defect,
    /// It looks odd, but must never be reported as a failure.
    Control,
}

/// The table of the USI engine.
pub(super) static USI: LazyLock<Vec<Defect>> =
    LazyLock::new(|| read("USI", include_str!("usi/defects.yaml")));

/// The table of the UCI engine.
pub(super) static UCI: LazyLock<Vec<Defect>> =
    LazyLock::new(|| read("UCI", include_str!("uci/defects.yaml")));

/// The table of the UCCI engine.
pub(super) static UCCI: LazyLock<Vec<Defect>> =
    LazyLock::new(|| read("UCCI", include_str!("ucci/defects.yaml")));

/// Misbehaviours of the USI engine that no bundled script shows.
pub(super) static USI_GENERATED: LazyLock<Vec<Defect>> =
    LazyLock::new(|| read("USI", include_str!("usi/generated.yaml")));

/// The same of the UCI engine.
pub(super) static UCI_GENERATED: LazyLock<Vec<Defect>> =
    LazyLock::new(|| read("UCI", include_str!("uci/generated.yaml")));

/// A table as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    /// The profiles, in the order in which `expected` lists their verdicts.
    profiles: Vec<String>,
    defects: Vec<Row>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    id: String,
    /// Further forms of the same misbehaviour: the id of one is `id:variant`.
    #[serde(default)]
    variants: Vec<String>,
    kind: Kind,
    category: String,
    behaviour: String,
    shown_by: String,
    /// Without the prefix of the dialect.
    clauses: Vec<String>,
    expected: Vec<String>,
    #[serde(default)]
    needs_scale: bool,
}

/// The table is part of the program; a test reads it.
fn read(prefix: &str, text: &str) -> Vec<Defect> {
    let table: Table = serde_saphyr::from_str(text).expect("the table of defects is sound");
    let profiles: Vec<&'static str> = table.profiles.into_iter().map(keep).collect();
    let rows = table.defects.into_iter();
    rows.flat_map(|row| expand(prefix, &profiles, row)).collect()
}

/// A row and its variants.
fn expand(prefix: &str, profiles: &[&'static str], row: Row) -> Vec<Defect> {
    let clauses = row.clauses.iter();
    let first = Defect {
        id: keep(row.id.clone()),
        kind: row.kind,
        category: keep(row.category),
        behaviour: keep(row.behaviour),
        shown_by: keep(row.shown_by),
        clauses: clauses.map(|clause| keep(format!("{prefix}-{clause}"))).collect(),
        expected: profiles.iter().copied().zip(row.expected.into_iter().map(keep)).collect(),
        needs_scale: row.needs_scale,
    };
    let variants = row
        .variants
        .iter()
        .map(|variant| Defect { id: keep(format!("{}:{variant}", row.id)), ..first.clone() });
    let mut all: Vec<Defect> = variants.collect();
    all.insert(0, first);
    all
}

/// The table lives as long as the program.
fn keep(text: String) -> &'static str {
    Box::leak(text.into_boxed_str())
}
