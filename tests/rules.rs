//! Every rule, tested on transcripts: each violation is reported at its clause with its severity, and nothing else
//! is reported.

mod bless;
#[path = "rules/boards.rs"]
mod boards;
#[path = "rules/check.rs"]
mod check;
#[path = "rules/evidence.rs"]
mod evidence;
#[path = "rules/old_and_new.rs"]
mod old_and_new;
#[path = "rules/proved.rs"]
mod proved;
#[path = "record/mod.rs"]
mod record;
#[path = "second_judge/mod.rs"]
mod second_judge;
#[path = "rules/second_opinion.rs"]
mod second_opinion;
#[path = "rules/ucci.rs"]
mod ucci;
#[path = "rules/ucci_lines.rs"]
mod ucci_lines;
#[path = "rules/ucci_rare.rs"]
mod ucci_rare;
#[path = "rules/uci.rs"]
mod uci;
#[path = "rules/uci_search.rs"]
mod uci_search;
#[path = "rules/uci_session.rs"]
mod uci_session;
#[path = "rules/usi_claims.rs"]
mod usi_claims;
#[path = "rules/usi_info.rs"]
mod usi_info;
#[path = "rules/usi_options.rs"]
mod usi_options;
#[path = "rules/usi_process.rs"]
mod usi_process;
#[path = "rules/usi_rare.rs"]
mod usi_rare;
#[path = "rules/usi_replies.rs"]
mod usi_replies;
