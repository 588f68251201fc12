//! USI, the protocol of shogi engines.

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
pub(crate) static JAPANESE: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/src/protocol/usi/ja");

static CATALOGUE_JA: LazyLock<Vec<Clause>> =
    LazyLock::new(|| translation::translated(&CATALOGUE.clauses, &JAPANESE));

static CATALOGUE: LazyLock<Catalogue> = LazyLock::new(|| Catalogue {
    japanese: Some(|| &CATALOGUE_JA),
    ..catalogue_file::read(
        include_str!("clauses.yaml"),
        include_str!("violations.yaml"),
        &[
            (
                "core",
                "what both documents share, and what only one says where a breach loses games",
            ),
            ("draft", "the USI draft with the Shogidogoro extensions, to the letter"),
            ("shogidokoro", "the definition of Shogidokoro, to the letter"),
        ],
    )
});

static EXAMPLES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/src/protocol/usi/examples");

/// The lines before the transcripts of the examples that leave them out.
const OPENING: Opening = Opening {
    hello: "\
> usi
< id name Example 1.0
< id author A. Uthor
< option name USI_Hash type spin default 16 min 1 max 1024
< option name USI_Ponder type check default true
< usiok",
    ready: "> isready\n< readyok",
};

static CLAUSE_DOCS: LazyLock<ClauseDocs> =
    LazyLock::new(|| ClauseDocs::bundled(OPENING, &EXAMPLES));

static KINDS: LazyLock<Vec<Kind>> = LazyLock::new(|| {
    reply_fields::KINDS
        .iter()
        .copied()
        .chain([reply_fields::CHECKMATE, Kind::bare("usiok")])
        .collect()
});

static WORDS: &[(&str, &str)] = &[
    ("hello", "usi"),
    ("hello-end", "usiok"),
    ("hello-limit", "usiok"),
    ("newgame", "usinewgame"),
    ("opening", "moves 9g9f 1c1d"),
    ("reply", "2g2f"),
    ("think", "go btime 0 wtime 0 byoyomi 1000"),
    ("think-long", "go btime 600000 wtime 600000 byoyomi 0"),
    ("ponder", "go ponder btime 60000 wtime 60000 byoyomi 1000"),
    ("ponder-short", "go ponder btime 0 wtime 0 byoyomi 1000"),
    ("think-short", "go btime 0 wtime 0 byoyomi 60"),
    ("think-tiny", "go btime 0 wtime 0 byoyomi 20"),
    ("ponder-tiny", "go ponder btime 0 wtime 0 byoyomi 60"),
    (
        "forced",
        "moves 5i6h 3c3d 6i5h 2b7g+ 8h7g 5c5d 6h6i 7c7d B*9b 4c4d 9b8c 5a4b 8c7d+ 6a7b 7d6c 1c1d 7g8h P*6d 6c6d 4b4c 6i7h 8b8g 5h5i 8g6g+",
    ),
    ("forced-reply", "7h6g"),
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

// The order that Shogidokoro uses, as in the fragment `boot`.
static GAMES: Games = Games {
    opening: &[
        Exchange { send: "usi", reply: Some("usiok"), once: true },
        Exchange { send: "isready", reply: Some("readyok"), once: false },
        Exchange { send: "usinewgame", reply: None, once: false },
    ],
    settings: &[],
    carryover_clause: "USI-GO-19",
};

static CAPABILITIES: &[CapabilityDoc] = &[
    CapabilityDoc {
        name: "ponder",
        shown_by: "it declares USI_Ponder, or a bestmove of its own carries a ponder move",
        assumed: false,
        option: Some("USI_Ponder"),
    },
    CapabilityDoc {
        name: "mate",
        shown_by: "it does not answer go mate with checkmate notimplemented",
        assumed: true,
        option: None,
    },
    CapabilityDoc {
        name: "search",
        shown_by: "it does not resign at once in the start position, as pure problem solvers do",
        assumed: true,
        option: None,
    },
    CapabilityDoc { name: "info", shown_by: "it writes info lines", assumed: true, option: None },
];

static LATENCIES: [Latency; 6] = latency::all("usi", "usiok");

/// The data of the dialect, for tests and for readers of recorded games.
#[must_use]
pub fn table() -> &'static Table {
    &table::TABLE
}

/// The dialect.
pub static USI: FamilyDialect = FamilyDialect {
    name: "usi",
    table: &table::TABLE,
    catalogue: &CATALOGUE,
    clause_docs: &CLAUSE_DOCS,
    kinds: &KINDS,
    words: WORDS,
    limits: LIMITS,
    thread_options: &["Threads", "USI_Threads", "NumThreads", "UCT_Threads"],
    games: &GAMES,
    capabilities: CAPABILITIES,
    client: client::client,
    latencies: &LATENCIES,
};
