//! Errors that show only when several options are compared.

use crate::lang::Text;
use crate::protocol::family::reply::Reply;
use crate::protocol::family::rule::{InfoFilter, Rule, RuleContext, Violation};
use crate::protocol::family::violation_id::violations;

pub(super) const RULE: Rule = Rule {
    name: "options",
    ignores_probe: true,
    info_filter: InfoFilter::None,
    violations: &[VIOLATIONS],
    check,
};

violations! {
    /// An option name that was declared before.
    DUPLICATE_OPTION = "duplicate-option",
    /// Option names that differ in letter case only.
    DUPLICATE_OPTION_BY_CASE = "duplicate-option-by-case",
    /// The option for the hash size is missing.
    NO_HASH_OPTION = "no-hash-option",
    /// The button that begins a new game is missing.
    NO_NEW_GAME_OPTION = "no-new-game-option",
    /// Only one option of a pair that belongs together.
    HALF_PAIR = "half-pair",
}

fn check(context: &RuleContext<'_>, violations: &mut Vec<Violation>) {
    if context.leaving() {
        return;
    }
    match context.reply {
        Some(Reply::Option(option))
            if context.state.hellos == 1 && context.state.hello_ends == 0 =>
        {
            let names = &context.state.option_names;
            if names.as_written.contains(&option.name) {
                let message = say!("option {name} is declared twice", name = option.name);
                violations.push(
                    context.violation(DUPLICATE_OPTION, message).expected(say!("each name once")),
                );
            } else if names.in_lower_case.contains(&option.name.to_ascii_lowercase()) {
                let message = say!(
                    "option {name} differs from another one in letter case only",
                    name = option.name
                );
                violations.push(
                    context
                        .violation(DUPLICATE_OPTION_BY_CASE, message)
                        .expected(say!("each name once")),
                );
            }
        }
        Some(Reply::HelloEnd) if context.state.hello_ends == 0 => whole(context, violations),
        _ => {}
    }
}

fn whole(context: &RuleContext<'_>, violations: &mut Vec<Violation>) {
    let hash = context.table.hash_option;
    if !context.state.declared(hash) {
        let message = say!("{hash} is not declared", hash);
        let violation = context.violation(NO_HASH_OPTION, message);
        let kind = context.table.reserved(hash).map_or("spin", |row| row.kind);
        let name_word = if context.table.particulars.bare_options { "" } else { "name " };
        violations.push(
            violation
                .expected(Text::plain(format!("option {name_word}{hash} type {kind}")))
                .got(say!("not declared")),
        );
    }
    if let Some(name) = context.table.particulars.new_game_option
        && !context.state.declared(name)
    {
        let message = say!("{hash} is not declared", hash = name);
        let violation = context.violation(NO_NEW_GAME_OPTION, message);
        let wanted = Text::plain(format!("option {name} type button"));
        violations.push(violation.expected(wanted).got(say!("not declared")));
    }
    let [first, second] = context.table.pair;
    if context.state.declared(first) != context.state.declared(second) {
        let message =
            say!("{first} and {second} belong together, and one of them is missing", first, second);
        violations.push(
            context
                .violation(HALF_PAIR, message)
                .expected(say!("both or neither"))
                .got(say!("one of them")),
        );
    }
}
