//! A dialect of the family: the seam, served from a table.

use std::sync::LazyLock;

use crate::games::Game;
use crate::protocol::family::input::FamilyInputs;
use crate::protocol::family::{FamilyMonitor, Table, command, watch};
use crate::protocol::{
    CapabilityDoc, Catalogue, Dialect, InputCheck, Kind, Latency, Lessons, Monitor, Setting, Watch,
};

/// All that makes one dialect out of the family.
pub struct FamilyDialect {
    /// Its name.
    pub name: &'static str,
    /// Its grammar and its charges.
    pub table: &'static Table,
    /// Its clauses.
    pub catalogue: &'static LazyLock<Catalogue>,
    /// What is told of its clauses.
    pub lessons: &'static LazyLock<Lessons>,
    /// Its messages.
    pub kinds: &'static LazyLock<Vec<Kind>>,
    /// What shared scripts call by another name.
    pub words: &'static [(&'static str, &'static str)],
    /// Named limits with their defaults in milliseconds.
    pub limits: &'static [(&'static str, u64)],
    /// Names of options that say how many threads a search has.
    pub thread_options: &'static [&'static str],
    /// What an engine may offer.
    pub capabilities: &'static [CapabilityDoc],
    /// The latencies that are measured; the names are those of the family's `latency`.
    pub latencies: &'static [Latency],
}

impl Dialect for FamilyDialect {
    fn name(&self) -> &'static str {
        self.name
    }

    fn catalogue(&self) -> &'static Catalogue {
        self.catalogue
    }

    fn lessons(&self) -> &'static Lessons {
        self.lessons
    }

    fn game(&self) -> &'static dyn Game {
        self.table.game
    }

    fn kinds(&self) -> &'static [Kind] {
        self.kinds
    }

    fn words(&self) -> &'static [(&'static str, &'static str)] {
        self.words
    }

    fn limits(&self) -> &'static [(&'static str, u64)] {
        self.limits
    }

    fn monitor(&self, setting: Setting) -> Box<dyn Monitor> {
        Box::new(FamilyMonitor::new(self.table, self.catalogue, setting))
    }

    fn inputs(&self) -> Box<dyn InputCheck> {
        Box::new(FamilyInputs::new(self.table))
    }

    fn watches(&self) -> Vec<Watch> {
        watch::watches(self.table, self.catalogue)
    }

    fn set_option(&self, name: &str, value: Option<&str>) -> String {
        command::write_option(name, value)
    }

    fn ready(&self) -> &'static str {
        "isready"
    }

    fn quit(&self) -> &'static str {
        "quit"
    }

    fn thread_options(&self) -> &'static [&'static str] {
        self.thread_options
    }

    fn capabilities(&self) -> &'static [CapabilityDoc] {
        self.capabilities
    }

    fn latencies(&self) -> &'static [Latency] {
        self.latencies
    }
}
