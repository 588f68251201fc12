//! The tables of defects. Each is parsed at its first use.

use std::sync::LazyLock;

use serde::Deserialize;

/// A misbehaviour that a built-in engine can have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Defect {
    /// Its id: `A01`, or `A01:8s` for a variant.
    pub id: &'static str,
    /// Whether the harness must report the misbehaviour, or must not report it as a failure.
    pub kind: Kind,
    /// The category of the misbehaviour.
    pub category: &'static str,
    /// The misbehaviour, in words.
    pub behaviour: &'static str,
    /// What shows the misbehaviour.
    pub shown_by: &'static str,
    /// The full ids of clauses; a report must name one of them.
    pub clauses: Vec<&'static str>,
    /// The expected verdict for each profile, in the order of the table.
    pub expected: Vec<(&'static str, &'static str)>,
    /// Whether the misbehaviour shows only if limits are not scaled down, because its delay has a fixed length.
    pub needs_scale: bool,
}

/// What the harness must do with a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// The misbehaviour must be reported.
    Defect,
    /// The behaviour looks odd, but must never be reported as a failure.
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

/// Misbehaviours of the USI engine that no bundled scenario shows.
pub(super) static USI_GENERATED: LazyLock<Vec<Defect>> =
    LazyLock::new(|| read("USI", include_str!("usi/generated.yaml")));

/// Misbehaviours of the UCI engine that no bundled scenario shows.
pub(super) static UCI_GENERATED: LazyLock<Vec<Defect>> =
    LazyLock::new(|| read("UCI", include_str!("uci/generated.yaml")));

/// A table as it is in its file.
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
    /// Further forms of the same misbehaviour.
    #[serde(default)]
    variants: Vec<Variant>,
    kind: Kind,
    category: String,
    behaviour: String,
    shown_by: String,
    /// Clause ids without the prefix of the dialect.
    clauses: Vec<String>,
    expected: Vec<String>,
    #[serde(default)]
    needs_scale: bool,
}

/// A form of a misbehaviour that differs from its row in the behaviour alone.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Variant {
    /// Its id is `id:name`.
    name: String,
    behaviour: String,
}

/// Parses a table. The file is part of the program, and a test parses it.
fn read(prefix: &str, text: &str) -> Vec<Defect> {
    let table: Table = serde_saphyr::from_str(text).expect("the table of defects is sound");
    let profiles: Vec<&'static str> = table.profiles.into_iter().map(keep).collect();
    let rows = table.defects.into_iter();
    rows.flat_map(|row| expand(prefix, &profiles, row)).collect()
}

/// The defects of a row: the row itself and its variants.
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
    let variants = row.variants.into_iter().map(|variant| Defect {
        id: keep(format!("{}:{}", row.id, variant.name)),
        behaviour: keep(variant.behaviour),
        ..first.clone()
    });
    let mut all: Vec<Defect> = variants.collect();
    all.insert(0, first);
    all
}

/// Makes a text static: the tables live as long as the program.
fn keep(text: String) -> &'static str {
    Box::leak(text.into_boxed_str())
}
