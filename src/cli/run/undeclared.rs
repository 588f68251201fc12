//! Options that the user must not set: those that the engine does not declare, since a misspelt name is an error of the
//! user's, and those that make another game of the one that scenarios play.

use super::Args;
use crate::cli::engines::Named;
use crate::cli::failure::Failure;
use crate::cli::names;
use crate::protocol::DeclaredOption;
use crate::report::escape;
use crate::run::{self, Plan};

/// How many declared options are listed.
const LISTED: usize = 12;

/// Starts the engine once, where options are set, and compares them with what it declares. An engine that does not
/// start or does not finish its handshake is for the run to judge.
///
/// # Errors
/// If an option is not declared, and neither the command line nor the engine file allows that; if one is set that makes
/// another game of it.
pub(super) fn check(args: &Args, named: Option<&Named>, plan: &Plan) -> Result<(), Failure> {
    check_game(plan)?;
    let allowed = named.map_or(&[][..], |named| &named.entry.undeclared);
    if args.set_undeclared {
        return Ok(());
    }
    match run::undeclared(plan, allowed) {
        Ok(Some((name, declared))) => Err(failure(name, named, &declared)),
        Ok(None) | Err(_) => Ok(()),
    }
}

/// Whether the positions of scenarios would be those of another game.
fn check_game(plan: &Plan) -> Result<(), Failure> {
    let Some(option) = plan.dialect.variant_option() else {
        return Ok(());
    };
    let on = |(name, value): &&(String, String)| {
        name.trim().eq_ignore_ascii_case(option) && value.trim().eq_ignore_ascii_case("true")
    };
    if plan.set.iter().find(on).is_none() {
        return Ok(());
    }
    let text =
        format!("{option} cannot be true for a whole run: the scenarios play standard chess");
    Err(Failure::bad_input(text).hint(format!(
        "leave it out; where the engine declares {option}, the scenarios that need it set it themselves"
    )))
}

fn failure(name: &str, named: Option<&Named>, declared: &[DeclaredOption]) -> Failure {
    let whose =
        named.map_or_else(String::new, |named| format!("{}: ", escape::text(&named.entry.name)));
    let text = format!("{whose}the engine does not declare the option \"{}\"", escape::text(name));
    let known: Vec<&str> = declared.iter().map(|option| option.name.as_str()).collect();
    let quoted = |name: &&str| format!("\"{}\"", escape::text(name));
    let near: Vec<String> = names::nearest(name, &known).iter().map(quoted).collect();
    let near = match near.as_slice() {
        [] => String::new(),
        near => format!("did you mean {}? ", near.join(" or ")),
    };
    let shown: Vec<String> = known.iter().take(LISTED).map(|name| escape::text(name)).collect();
    let more = match known.len().saturating_sub(LISTED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let declares = match shown.as_slice() {
        [] => "it declares no option".to_owned(),
        shown => format!("it declares {}{more}", shown.join(", ")),
    };
    Failure::bad_input(text)
        .hint(format!("{near}{declares}; --set-undeclared sends it all the same"))
}
