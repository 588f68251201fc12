//! UCCI, the protocol of xiangqi engines.

mod client;
mod table;

use std::sync::LazyLock;

use include_dir::{Dir, include_dir};

use crate::protocol::clause_docs::Opening;
use crate::protocol::family::dialect::FamilyDialect;
use crate::protocol::family::{Table, latency, reply_fields};
use crate::protocol::{
    CapabilityDoc, Catalogue, Clause, ClauseDocs, Exchange, Games, Kind, Latency, catalogue_file,
    translation,
};

/// The texts of its clauses in Japanese.
pub(crate) static JAPANESE: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/src/protocol/ucci/ja");

static CATALOGUE_JA: LazyLock<Vec<Clause>> =
    LazyLock::new(|| translation::translated(&CATALOGUE.clauses, &JAPANESE));

static CATALOGUE: LazyLock<Catalogue> = LazyLock::new(|| Catalogue {
    japanese: Some(|| &CATALOGUE_JA),
    ..catalogue_file::read(
        include_str!("clauses.yaml"),
        include_str!("violations.yaml"),
        &[
            ("core", "what both texts share, and what one says and the other does not contradict"),
            ("unified", "the unified text of UCI, USI and UCCI, to the letter"),
            ("v3", "UCCI 3.0, to the letter"),
        ],
    )
});

static KINDS: LazyLock<Vec<Kind>> = LazyLock::new(|| {
    reply_fields::KINDS
        .iter()
        .copied()
        .chain([reply_fields::NO_BESTMOVE, Kind::bare("ucciok")])
        .collect()
});

static WORDS: &[(&str, &str)] = &[
    ("hello", "ucci"),
    ("hello-end", "ucciok"),
    ("hello-limit", "ucciok"),
    ("newgame", "setoption newgame"),
    ("start", "fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"),
];

static EXAMPLES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/src/protocol/ucci/examples");

/// The lines before the transcripts of the examples that leave them out.
const OPENING: Opening = Opening {
    hello: "\
> ucci
< id name Example 1.0
< id author A. Uthor
< option usemillisec type check default true
< option newgame type button
< option hashsize type spin default 16 min 1 max 1024
< ucciok",
    ready: "> isready\n< readyok",
};

static CLAUSE_DOCS: LazyLock<ClauseDocs> =
    LazyLock::new(|| ClauseDocs::bundled(OPENING, &EXAMPLES));

static LIMITS: [(&str, u64); 12] = latency::limits("ucciok");

// The same order as in the fragment `boot`.
static GAMES: Games = Games {
    opening: &[
        Exchange { send: "ucci", reply: Some("ucciok"), once: true },
        READY,
        Exchange { send: "setoption usemillisec true", reply: None, once: false },
        Exchange { send: "setoption newgame", reply: None, once: false },
        READY,
    ],
    settings: &["usebook", "ownbook"],
    carryover_clause: "UCCI-POS-09",
};

const READY: Exchange = Exchange { send: "isready", reply: Some("readyok"), once: false };

static CAPABILITIES: &[CapabilityDoc] = &[
    CapabilityDoc {
        name: "ponder",
        shown_by: "it declares ponder, or a bestmove of its own carries a ponder move",
        assumed: false,
        option: Some("ponder"),
    },
    CapabilityDoc {
        name: "milliseconds",
        shown_by: "it declares usemillisec",
        assumed: false,
        option: None,
    },
];

static LATENCIES: [Latency; 6] = latency::all("ucci", "ucciok");

/// The data of the dialect, for tests and for readers of recorded games.
#[must_use]
pub fn table() -> &'static Table {
    &table::TABLE
}

/// The dialect.
pub static UCCI: FamilyDialect = FamilyDialect {
    name: "ucci",
    table: &table::TABLE,
    catalogue: &CATALOGUE,
    clause_docs: &CLAUSE_DOCS,
    kinds: &KINDS,
    words: WORDS,
    limits: &LIMITS,
    thread_options: &["threads"],
    games: &GAMES,
    capabilities: CAPABILITIES,
    client: client::client,
    latencies: &LATENCIES,
};
