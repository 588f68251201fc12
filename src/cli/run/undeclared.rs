//! Options that the user must not set: options that the engine does not declare and values that a declared option does
//! not have, since these are mistakes of the user, and options that change the game that the scenarios play.

use std::ops::RangeInclusive;

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
    let Some(declared) = declared(plan) else {
        return Ok(());
    };
    doubtful.try_for_each(|(name, value)| {
        let same = declared.iter().filter(|option| option.name.eq_ignore_ascii_case(name));
        let same: Vec<&DeclaredOption> = same.collect();
        match same.first() {
            None => Err(undeclared(name, named, &declared)),
            Some(_) if same.iter().any(|option| accepts(option, value)) => Ok(()),
            Some(option) => Err(wrong_value(option, value, named)),
        }
    })
}

/// The options that the engine declares; `None` if it does not start or does not finish its handshake.
fn declared(plan: &Plan) -> Option<Vec<DeclaredOption>> {
    // No engine can declare this name, since a line has one end: the answer is the list of all declared options.
    let nobody = vec![(".\n.".to_owned(), String::new())];
    let probe = Plan { set: nobody, ..plan.clone() };
    run::undeclared(&probe, &[]).ok()?.map(|(_, declared)| declared)
}

/// Whether a declared option can have this value. What the declaration leaves open is accepted.
fn accepts(option: &DeclaredOption, value: &str) -> bool {
    let default = option.default.as_deref().unwrap_or_default().trim();
    if !default.is_empty() && default.eq_ignore_ascii_case(value) {
        return true;
    }
    match option.kind.as_str() {
        "check" => ["true", "false"].iter().any(|word| word.eq_ignore_ascii_case(value)),
        "spin" => match range(option) {
            Some(range) => value.parse::<i64>().is_ok_and(|number| range.contains(&number)),
            None => value.parse::<f64>().is_ok(),
        },
        "combo" => {
            let is_value = |choice: &String| choice.trim().to_lowercase() == value.to_lowercase();
            option.choices.is_empty() || option.choices.iter().any(is_value)
        }
        _ => true,
    }
}

/// The range of a `spin`; `None` if it has none that makes sense.
fn range(option: &DeclaredOption) -> Option<RangeInclusive<i64>> {
    let (min, max) = (option.min?, option.max?);
    (min <= max).then_some(min..=max)
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
    let kind = match (option.kind.as_str(), range(option)) {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn option(kind: &str, min: Option<i64>, max: Option<i64>, choices: &[&str]) -> DeclaredOption {
        let choices = choices.iter().map(|choice| (*choice).to_owned()).collect();
        let kind = kind.to_owned();
        DeclaredOption { kind, min, max, choices, ..DeclaredOption::default() }
    }

    fn check(option: &DeclaredOption, accepted: &[&str], refused: &[&str]) {
        for value in accepted {
            assert!(accepts(option, value), "{option:?} {value}");
        }
        for value in refused {
            assert!(!accepts(option, value), "{option:?} {value}");
        }
    }

    #[test]
    fn a_value_has_to_be_one_of_the_declared_option() {
        check(&option("check", None, None, &[]), &["true", "false", "True"], &["1", "yes", ""]);
        check(
            &option("spin", Some(-1), Some(8), &[]),
            &["-1", "8"],
            &["-2", "9", "abc", "1.5", ""],
        );
        let combo = option("combo", None, None, &["Solid", "Risky  Style"]);
        check(&combo, &["solid", "Risky  Style"], &["Normal", ""]);
    }

    #[test]
    fn what_a_declaration_leaves_open_is_accepted() {
        let half = option("spin", Some(1), None, &[]);
        check(&half, &["0", "18446744073709551616", "0.5"], &["abc"]);
        check(&option("spin", Some(9), Some(1), &[]), &["100"], &["abc"]);
        check(&option("combo", None, None, &[]), &["x"], &[]);
        let default = Some("Normal".to_owned());
        let odd = DeclaredOption { default, ..option("combo", None, None, &["Solid"]) };
        check(&odd, &["normal", "solid"], &["risky"]);
        for kind in ["string", "filename", "button", "slider", ""] {
            check(&option(kind, Some(1), Some(2), &["a"]), &["", "3", "x"], &[]);
        }
    }
}
