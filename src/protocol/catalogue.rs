//! The clauses of a dialect.

use std::collections::BTreeSet;

use serde::Deserialize;

use crate::lang::{self, Lang};
use crate::protocol::clause_mapping::{ClauseMapping, ClauseMappings};
use crate::verdict::{ClauseId, Severity};

/// All clauses of one dialect.
#[derive(Debug)]
pub struct Catalogue {
    /// Names of the profiles, the default first, each with a short description.
    pub profiles: Vec<(&'static str, String)>,
    /// The documents that clauses cite.
    pub documents: Vec<Document>,
    /// The clauses in the order of the catalogue, in English.
    pub clauses: Vec<Clause>,
    /// The clause that each violation breaks.
    pub violations: ClauseMappings,
    /// The same clauses in Japanese, in the same order; `None` where there is no translation.
    pub japanese: Option<fn() -> &'static [Clause]>,
}

/// A document that clauses cite by an abbreviation, as in `D 5.3a usi`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Document {
    /// Its abbreviation.
    pub id: String,
    /// Its title in full.
    pub title: String,
    /// How clauses cite places in it.
    pub about: String,
    /// Title and `about` in Japanese.
    pub japanese: [String; 2],
}

impl Document {
    /// The title, and how places in the document are cited, in the language of the output.
    #[must_use]
    pub fn translated(&self) -> [&str; 2] {
        match lang::spoken() {
            Lang::En => [&self.title, &self.about],
            Lang::Ja => [&self.japanese[0], &self.japanese[1]],
        }
    }
}

/// One normative statement.
#[derive(Debug, Clone)]
pub struct Clause {
    /// Its stable id.
    pub id: ClauseId,
    /// A short title.
    pub title: String,
    /// Who is bound: `engine`, `gui` or `both`.
    pub binds: String,
    /// Documents and places, such as `D 5.3a usi`.
    pub sources: Vec<String>,
    /// `MUST`, `SHOULD` or `MAY`.
    pub strength: String,
    /// `explicit`, `derived` or `practice`.
    pub basis: String,
    /// To what extent the documents agree on it.
    pub agreement: String,
    /// The demand, in our own words.
    pub requirement: String,
    /// What is sent to test it.
    pub stimulus: Option<String>,
    /// What a conforming engine does then.
    pub expected: Option<String>,
    /// What breaks the clause.
    pub forbidden: Option<String>,
    /// The time limit, if there is one.
    pub time_bound: Option<String>,
    /// `yes`, `no` or `partial`.
    pub testable: String,
    /// Why it cannot be tested, or only partly.
    pub why_limited: Option<String>,
    /// The severity of a violation for each profile, in the order of [`Catalogue::profiles`].
    pub severities: Vec<Severity>,
    /// Ids of the grey areas that concern it.
    pub grey_areas: Vec<String>,
    /// Ids of known defects that violate it.
    pub defects: Vec<String>,
    /// What GUIs do when an engine violates it.
    pub when_broken: Option<String>,
    /// The text of its explanation in a translation. The English text is in
    /// [`ClauseDocs`](crate::protocol::ClauseDocs), with the examples.
    pub doc: Option<String>,
}

impl Catalogue {
    /// The clauses in the language of the output ([`lang::with_lang`]), in English if there is no translation.
    #[must_use]
    pub fn translated(&self) -> &[Clause] {
        match (lang::spoken(), self.japanese) {
            (Lang::Ja, Some(japanese)) => japanese(),
            (Lang::En, _) | (Lang::Ja, None) => &self.clauses,
        }
    }

    /// The documents that these clauses cite, each once, in the order of the catalogue.
    #[must_use]
    pub fn cited<'a>(&self, clauses: impl IntoIterator<Item = &'a Clause>) -> Vec<&Document> {
        let sources = clauses.into_iter().flat_map(|clause| &clause.sources);
        let cited: BTreeSet<&str> =
            sources.filter_map(|source| source.split([' ', ':']).next()).collect();
        self.documents.iter().filter(|document| cited.contains(document.id.as_str())).collect()
    }

    /// The clause with this id, in the language of the output.
    #[must_use]
    pub fn clause(&self, id: &str) -> Option<&Clause> {
        self.translated().iter().find(|clause| clause.id.0 == id)
    }

    /// The severity of a violation of this clause in this profile; `Skip` if there is no such clause or profile.
    #[must_use]
    pub fn severity(&self, id: &str, profile: &str) -> Severity {
        match (self.clause(id), self.column(profile)) {
            (Some(clause), Some(column)) => clause.severities[column],
            (_, _) => Severity::Skip,
        }
    }

    /// The clause that a violation breaks in this profile, or `None` if it breaks no clause.
    #[must_use]
    pub fn clause_mapping(&self, violation: &str, profile: &str) -> Option<ClauseMapping> {
        self.violations.get(violation, self.column(profile)?)
    }

    fn column(&self, profile: &str) -> Option<usize> {
        self.profiles.iter().position(|(name, _)| *name == profile)
    }
}
