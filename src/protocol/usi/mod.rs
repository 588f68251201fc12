//! USI, the protocol of shogi engines.

mod charge;
mod table;

use std::sync::LazyLock;

use crate::games::Game;
use crate::protocol::family::input::FamilyInputs;
use crate::protocol::family::{FamilyMonitor, Table, command, facts_of_reply, monitor};
use crate::protocol::{
    CapabilityDoc, Catalogue, Dialect, InputCheck, Kind, Monitor, Setting, catalogue_file,
};

/// The dialect.
pub struct Usi;

static CATALOGUE: LazyLock<Catalogue> = LazyLock::new(|| {
    catalogue_file::read(
        include_str!("clauses.yaml"),
        &[
            (
                "core",
                "what both documents share, and what only one says where a breach loses games",
            ),
            (
                "draft",
                "the USI draft with the Shogidogoro extensions, to the letter",
            ),
            (
                "shogidokoro",
                "the definition of Shogidokoro, to the letter",
            ),
        ],
    )
});

static KINDS: LazyLock<Vec<Kind>> = LazyLock::new(|| {
    let end = Kind {
        name: "usiok",
        fields: &[],
        prolonged: false,
        closes: false,
    };
    facts_of_reply::KINDS
        .iter()
        .copied()
        .chain([facts_of_reply::CHECKMATE, end])
        .collect()
});

static WORDS: &[(&str, &str)] = &[
    ("hello", "usi"),
    ("hello-end", "usiok"),
    ("hello-limit", "usiok"),
    ("newgame", "usinewgame"),
    ("opening", "moves 9g9f 1c1d"),
    ("reply", "2g2f"),
    ("think", "go btime 0 wtime 0 byoyomi 2000"),
    ("think-long", "go btime 600000 wtime 600000 byoyomi 0"),
    ("ponder", "go ponder btime 60000 wtime 60000 byoyomi 1000"),
    ("ponder-short", "go ponder btime 0 wtime 0 byoyomi 2000"),
    ("ponder-option", "USI_Ponder"),
    ("near-hello", "usifoo"),
];

static LIMITS: &[(&str, u64)] = &[
    ("usiok", 5000),
    ("readyok", 30_000),
    ("readyok_cap", 300_000),
    ("isready_busy", 1000),
    ("stop", 2000),
    ("hold", 1500),
    ("quiet", 1000),
    ("slack", 200),
    ("mate_slack", 1000),
    ("quit", 5000),
    ("partial_line", 500),
    ("limit", 10_000),
];

static CAPABILITIES: &[CapabilityDoc] = &[
    CapabilityDoc {
        name: "ponder",
        shown_by: "it declares USI_Ponder, or a bestmove of its own carries a ponder move",
        assumed: false,
    },
    CapabilityDoc {
        name: "mate",
        shown_by: "it does not answer go mate with checkmate notimplemented",
        assumed: true,
    },
    CapabilityDoc {
        name: "search",
        shown_by: "it does not resign at once in the start position, as pure problem solvers do",
        assumed: true,
    },
];

/// The table, for tests and for those who read recorded games.
#[must_use]
pub fn table() -> &'static Table {
    &table::TABLE
}

impl Dialect for Usi {
    fn name(&self) -> &'static str {
        "usi"
    }

    fn catalogue(&self) -> &'static Catalogue {
        &CATALOGUE
    }

    fn game(&self) -> &'static dyn Game {
        table::TABLE.game
    }

    fn kinds(&self) -> &'static [Kind] {
        &KINDS
    }

    fn words(&self) -> &'static [(&'static str, &'static str)] {
        WORDS
    }

    fn limits(&self) -> &'static [(&'static str, u64)] {
        LIMITS
    }

    fn monitor(&self, setting: Setting) -> Box<dyn Monitor> {
        Box::new(FamilyMonitor::new(&table::TABLE, &CATALOGUE, setting))
    }

    fn inputs(&self) -> Box<dyn InputCheck> {
        Box::new(FamilyInputs::new(&table::TABLE))
    }

    fn rules(&self, clause: &str) -> Vec<&'static str> {
        monitor::rules_of(&table::TABLE, &CATALOGUE, clause)
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

    fn capabilities(&self) -> &'static [CapabilityDoc] {
        CAPABILITIES
    }
}
