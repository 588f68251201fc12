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
    /// What each violation breaks.
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
    /// How its places are cited.
    pub about: String,
    /// Both in Japanese.
    pub japanese: [String; 2],
}

impl Document {
    /// Title, and how its places are cited, in the language that is spoken.
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
    /// A few words.
    pub title: String,
    /// Who is bound: `engine`, `gui`, `both`.
    pub binds: String,
    /// Document and place, such as `D 5.3a usi`.
    pub sources: Vec<String>,
    /// `MUST`, `SHOULD`, `MAY`.
    pub strength: String,
    /// `explicit`, `derived`, `practice`.
    pub basis: String,
    /// How the documents agree on it.
    pub agreement: String,
    /// The demand in own words.
    pub requirement: String,
    /// What is sent to see it.
    pub stimulus: Option<String>,
    /// What a conformant engine does then.
    pub expected: Option<String>,
    /// What breaks the clause.
    pub forbidden: Option<String>,
    /// The time bound.
    pub time_bound: Option<String>,
    /// `yes`, `no`, `partial`.
    pub testable: String,
    /// Why it can't be tested, or not wholly.
    pub why_limited: Option<String>,
    /// Severity of a breach per profile, in the order of [`Catalogue::profiles`].
    pub severities: Vec<Severity>,
    /// Grey areas that touch it.
    pub grey_areas: Vec<String>,
    /// Known misbehaviours that break it.
    pub defects: Vec<String>,
    /// What GUIs do when it is broken.
    pub when_broken: Option<String>,
    /// The text of its documentation, in a translation; in English it stands with its examples
    /// ([`ClauseDocs`](crate::protocol::ClauseDocs)).
    pub doc: Option<String>,
}

impl Catalogue {
    /// The clauses in the language that is spoken ([`lang::with_lang`]), in English where there is no translation.
    #[must_use]
    pub fn translated(&self) -> &[Clause] {
        match (lang::spoken(), self.japanese) {
            (Lang::Ja, Some(japanese)) => japanese(),
            (Lang::En, _) | (Lang::Ja, None) => &self.clauses,
        }
    }

    /// The documents that clauses cite, each once.
    #[must_use]
    pub fn cited<'a>(&self, clauses: impl IntoIterator<Item = &'a Clause>) -> Vec<&Document> {
        let sources = clauses.into_iter().flat_map(|clause| &clause.sources);
        let cited: BTreeSet<&str> =
            sources.filter_map(|source| source.split([' ', ':']).next()).collect();
        self.documents.iter().filter(|document| cited.contains(document.id.as_str())).collect()
    }

    /// The clause with this id, in the language that is spoken.
    #[must_use]
    pub fn clause(&self, id: &str) -> Option<&Clause> {
        self.translated().iter().find(|clause| clause.id.0 == id)
    }

    /// How badly a breach of this clause counts in this profile; `Skip` for what is not in the catalogue.
    #[must_use]
    pub fn severity(&self, id: &str, profile: &str) -> Severity {
        match (self.clause(id), self.column(profile)) {
            (Some(clause), Some(column)) => clause.severities[column],
            (_, _) => Severity::Skip,
        }
    }

    /// The clause that a violation breaks in this profile, or `None` where it breaks nothing.
    #[must_use]
    pub fn clause_mapping(&self, violation: &str, profile: &str) -> Option<ClauseMapping> {
        self.violations.get(violation, self.column(profile)?)
    }

    fn column(&self, profile: &str) -> Option<usize> {
        self.profiles.iter().position(|(name, _)| *name == profile)
    }
}
