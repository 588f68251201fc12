//! Options that the user must not set: options that the engine does not declare, since a misspelt name is a mistake of
//! the user, and options that change the game that the scenarios play.

use super::Args;
use crate::cli::engines::Named;
use crate::cli::failure::Failure;
use crate::cli::names;
use crate::lang::Text;
use crate::protocol::DeclaredOption;
use crate::report::escape;
use crate::run::{self, Plan};

/// The largest number of declared options that are listed.
const LISTED: usize = 12;

/// Starts the engine once if options are set, and compares them with the declared options. If the engine does not start
/// or does not finish its handshake, the run judges that.
///
/// # Errors
/// If an option is not declared and neither the command line nor the engine file allows that, or if an option that is
/// set changes the game.
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

/// Refuses an option that would make the positions of the scenarios those of another game.
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
        say!("{option} cannot be true for a whole run: the scenarios play standard chess", option);
    Err(Failure::bad_input(text).hint(say!("leave it out; where the engine declares {option}, the scenarios that need it set it themselves", option)))
}

fn failure(name: &str, named: Option<&Named>, declared: &[DeclaredOption]) -> Failure {
    let whose = named.map(|named| escape::text(&named.entry.name));
    let text = say!("the engine does not declare the option \"{name}\"", name = escape::text(name));
    let text = match whose {
        Some(what) => say!("{what}: {why}", what, why = text),
        None => text,
    };
    let known: Vec<&str> = declared.iter().map(|option| option.name.as_str()).collect();
    let quoted = |name: &&str| format!("\"{}\"", escape::text(name));
    let near: Vec<String> = names::nearest(name, &known).iter().map(quoted).collect();
    let near = match near.as_slice() {
        [] => Text::EMPTY,
        near => say!("did you mean {names}? ", names = Text::any_of(near)),
    };
    let shown: Vec<String> = known.iter().take(LISTED).map(|name| escape::text(name)).collect();
    let shown = shown.join(", ");
    let declares = match known.len() {
        0 => say!("it declares no option"),
        1..=LISTED => say!("it declares {shown}", shown),
        more => say!("it declares {shown} and {more} more", shown, more = more - LISTED),
    };
    Failure::bad_input(text).hint(say!(
        "{near}{declares}; --set-undeclared sends it anyway",
        near,
        declares
    ))
}
