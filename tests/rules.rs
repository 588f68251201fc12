//! Every rule, tested on transcripts: each violation is reported at its clause with its severity, and nothing else
//! is reported. Also what a client sends, and how a dialogue is followed.

mod bless;
#[path = "rules/boards.rs"]
mod boards;
#[path = "rules/check.rs"]
mod check;
#[path = "rules/client_lines.rs"]
mod client_lines;
#[path = "rules/dialogue.rs"]
mod dialogue;
#[path = "rules/evidence.rs"]
mod evidence;
#[path = "rules/old_and_new.rs"]
mod old_and_new;
#[path = "rules/proved.rs"]
mod proved;
#[path = "rules/reader_info.rs"]
mod reader_info;
#[path = "rules/reader_lines.rs"]
mod reader_lines;
#[path = "rules/reader_texts.rs"]
mod reader_texts;
#[path = "record/mod.rs"]
mod record;
#[path = "rules/rule_excuses.rs"]
mod rule_excuses;
#[path = "rules/rule_fields.rs"]
mod rule_fields;
#[path = "rules/rule_limits.rs"]
mod rule_limits;
#[path = "rules/rule_lines.rs"]
mod rule_lines;
#[path = "rules/rule_replies.rs"]
mod rule_replies;
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
