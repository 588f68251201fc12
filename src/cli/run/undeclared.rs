//! Options that the user must not set: options that the engine does not declare and values that a declared option does
//! not have, since these are mistakes of the user, and options that change the game that the scenarios play.

use super::Args;
use crate::cli::engines::Named;
use crate::cli::failure::Failure;
use crate::cli::names;
use crate::lang::Text;
use crate::protocol::{DeclaredOption, SettingMistake};
use crate::report::escape;
use crate::run::{self, Plan};

/// The largest number of declared options that are listed.
const LISTED: usize = 12;

/// Starts the engine once if options are set, and compares them with the declared options. If the engine does not start
/// or does not finish its handshake, the run judges that.
///
/// # Errors
/// If an option or its value is not declared and neither the command line nor the engine file allows that, or if an
/// option that is set changes the game.
pub(super) fn check(args: &Args, named: Option<&Named>, plan: &Plan) -> Result<(), Failure> {
    check_game(plan)?;
    let allowed = named.map_or(&[][..], |named| &named.entry.undeclared);
    let is_allowed = |name: &str| allowed.iter().any(|known| known.eq_ignore_ascii_case(name));
    let set = plan.set.iter().map(|(name, value)| (name.trim(), value.trim()));
    let mut doubtful = set.filter(|(name, _)| !is_allowed(name)).peekable();
    if args.set_undeclared || doubtful.peek().is_none() {
        return Ok(());
    }
    let Ok(Some(declared)) = run::declared(plan) else {
        return Ok(());
    };
    doubtful.try_for_each(|(name, value)| match SettingMistake::of(name, value, &declared) {
        None => Ok(()),
        Some(SettingMistake::Undeclared) => Err(undeclared(name, named, &declared)),
        Some(SettingMistake::Value(option)) => Err(wrong_value(option, value, named)),
    })
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

/// The failure that a declared option does not have this value.
fn wrong_value(option: &DeclaredOption, value: &str, named: Option<&Named>) -> Failure {
    let kind = match (option.kind.as_str(), option.range()) {
        ("check", _) => say!("a check, true or false"),
        ("spin", Some(range)) => {
            say!("a spin from {min} to {max}", min = *range.start(), max = *range.end())
        }
        ("spin", None) => say!("a spin, a number"),
        _ => {
            let choices: Vec<String> =
                option.choices.iter().take(LISTED).map(|choice| escape::text(choice)).collect();
            say!("a combo with the choices {choices}", choices = choices.join(", "))
        }
    };
    let text = say!(
        "the option \"{name}\" is {kind}, and \"{value}\" is not one of its values",
        name = escape::text(&option.name),
        kind,
        value = escape::text(value)
    );
    Failure::bad_input(about(named, text)).hint(say!("--set-undeclared sends it anyway"))
}

/// The text with the name of the engine in the engine file.
fn about(named: Option<&Named>, text: Text) -> Text {
    match named {
        Some(named) => say!("{what}: {why}", what = escape::text(&named.entry.name), why = text),
        None => text,
    }
}

/// The failure that the engine does not declare an option.
fn undeclared(name: &str, named: Option<&Named>, declared: &[DeclaredOption]) -> Failure {
    let text = say!("the engine does not declare the option \"{name}\"", name = escape::text(name));
    let text = about(named, text);
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
