//! The always-on rules of the family, one file per subject.

mod clock;
mod clock_unit;
mod decided;
pub(super) mod exit;
mod forbidden_drop;
mod handshake;
mod identity;
mod info_search;
mod info_time;
mod mate_claim;
mod mate_line;
mod mate_score;
mod missing;
mod multipv;
mod noise;
mod options;
mod pondered_line;
mod ready;
mod registration;
mod reply_move;
mod reply_order;
mod search_limit;
mod searchmoves;
pub(super) mod second_handshake;
mod text;
mod wire;

use std::sync::LazyLock;

use crate::games::Position;
use crate::protocol::family::rule::{InfoFilter, Rule};

/// Every rule, in the order in which they judge an event. If several rules report the same clause for one event,
/// only the first report counts.
pub(crate) static RULES: &[Rule] = &[
    reply_order::RULE,
    reply_move::RULE,
    forbidden_drop::RULE,
    searchmoves::RULE,
    mate_line::RULE,
    clock::RULE,
    clock_unit::RULE,
    search_limit::RULE,
    text::RULE,
    handshake::RULE,
    identity::RULE,
    second_handshake::RULE,
    options::RULE,
    ready::RULE,
    info_search::RULE,
    pondered_line::RULE,
    mate_claim::RULE,
    multipv::RULE,
    noise::RULE,
    registration::RULE,
    missing::RULE,
    wire::RULE,
    exit::RULE,
];

/// The rules that can report info lines, in the same order.
pub(crate) static RULES_OF_INFO: LazyLock<Vec<&Rule>> = LazyLock::new(|| {
    let rules = RULES.iter();
    rules.filter(|rule| rule.info_filter != InfoFilter::None).collect()
});

/// The rules that can report ordinary info lines. This is a constant, so that no list is read for each line.
pub(crate) const RULES_OF_EVERY_INFO: [&Rule; 1] = [&info_search::RULE];

/// Whether these moves are a mate from this position.
pub(crate) fn sound_mate(root: &dyn Position, moves: &[(String, (usize, usize))]) -> bool {
    mate_line::sound(root, moves).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rules_of_every_info_are_all_that_say_so() {
        let every = RULES.iter().filter(|rule| rule.info_filter == InfoFilter::Every);
        let names: Vec<&str> = every.map(|rule| rule.name).collect();
        assert_eq!(names, RULES_OF_EVERY_INFO.map(|rule| rule.name));
    }
}
