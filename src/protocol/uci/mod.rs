//! UCI, the protocol of chess engines.

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
pub(crate) static JAPANESE: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/src/protocol/uci/ja");

static CATALOGUE_JA: LazyLock<Vec<Clause>> =
    LazyLock::new(|| translation::translated(&CATALOGUE.clauses, &JAPANESE));

static CATALOGUE: LazyLock<Catalogue> = LazyLock::new(|| Catalogue {
    japanese: Some(|| &CATALOGUE_JA),
    ..catalogue_file::read(
        include_str!("clauses.yaml"),
        include_str!("violations.yaml"),
        &[
            ("core", "the text, and what GUIs rely on; what is disputed is a warning"),
            ("text", "the text and the opening rules that it edits, to the letter"),
        ],
    )
});

static KINDS: LazyLock<Vec<Kind>> =
    LazyLock::new(|| reply_fields::KINDS.iter().copied().chain([Kind::bare("uciok")]).collect());

static WORDS: &[(&str, &str)] = &[
    ("hello", "uci"),
    ("hello-end", "uciok"),
    ("hello-limit", "uciok"),
    ("newgame", "ucinewgame"),
    ("opening", "moves a2a3 h7h6"),
    ("reply", "g1f3"),
    ("think", "go wtime 2000 btime 2000"),
    ("think-long", "go wtime 600000 btime 600000"),
    ("ponder", "go ponder wtime 60000 btime 60000"),
    ("ponder-short", "go ponder wtime 2000 btime 2000"),
    ("think-short", "go movetime 40"),
    ("think-tiny", "go movetime 16"),
    ("ponder-tiny", "go ponder wtime 60 btime 60"),
    ("forced", "moves f2f3 e7e5 a2a3 d8h4"),
    ("forced-reply", "g2g3"),
    ("ponder-option", "Ponder"),
    ("near-hello", "ucifoo"),
];

static EXAMPLES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/src/protocol/uci/examples");

/// The lines before the transcripts of the examples that leave them out.
const OPENING: Opening = Opening {
    hello: "\
> uci
< id name Example 1.0
< id author A. Uthor
< option name Hash type spin default 16 min 1 max 1024
< option name Ponder type check default false
< uciok",
    ready: "> isready\n< readyok",
};

static CLAUSE_DOCS: LazyLock<ClauseDocs> =
    LazyLock::new(|| ClauseDocs::bundled(OPENING, &EXAMPLES));

static LIMITS: [(&str, u64); 12] = latency::limits("uciok");

// The same order as in the fragment `boot`.
static GAMES: Games = Games {
    opening: &[
        Exchange { send: "uci", reply: Some("uciok"), once: true },
        READY,
        Exchange { send: "ucinewgame", reply: None, once: false },
        READY,
    ],
    settings: &[],
    carryover_clause: "UCI-NEW-05",
};

const READY: Exchange = Exchange { send: "isready", reply: Some("readyok"), once: false };

static CAPABILITIES: &[CapabilityDoc] = &[
    CapabilityDoc {
        name: "ponder",
        shown_by: "it declares Ponder",
        assumed: false,
        option: Some("Ponder"),
    },
    CapabilityDoc { name: "info", shown_by: "it writes info lines", assumed: true, option: None },
];

static LATENCIES: [Latency; 6] = latency::all("uci", "uciok");

/// The data of the dialect, for tests and for readers of recorded games.
#[must_use]
pub fn table() -> &'static Table {
    &table::TABLE
}

/// The dialect.
pub static UCI: FamilyDialect = FamilyDialect {
    name: "uci",
    table: &table::TABLE,
    catalogue: &CATALOGUE,
    clause_docs: &CLAUSE_DOCS,
    kinds: &KINDS,
    words: WORDS,
    limits: &LIMITS,
    thread_options: &["Threads", "NumThreads", "Max CPUs"],
    games: &GAMES,
    capabilities: CAPABILITIES,
    client: client::client,
    latencies: &LATENCIES,
};
