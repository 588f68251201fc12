//! Sets options according to the declarations of the engine.

use crate::protocol::{DeclaredOption, Dialect, Role};
use crate::run::plan::Harmless;
use crate::run::script::state::{End, Flow, Script};
use crate::run::script::user_options;
use crate::scenario::{OptionValue, SetOptions};

/// Parts of names of options whose choices are not tried: another choice makes a different engine.
const ELSEWHERE: [&str; 4] = ["protocol", "variant", "chess960", "promotion"];

/// Parts of names of options for what is outside of the engine: another value writes a file, or needs a file, a device
/// or a server that need not be there.
const OUTSIDE: [&str; 17] = [
    "file",
    "path",
    "dir",
    "folder",
    "log",
    "backend",
    "provider",
    "cuda",
    "network",
    "weights",
    "server",
    "nnue",
    "tablebase",
    "syzygy",
    "egtb",
    "gaviota",
    "nalimov",
];

/// Sends a command for each matching option. Ends the script as skipped if there is none.
pub(crate) fn set(script: &mut Script<'_, '_>, set: &SetOptions) -> Flow {
    if let Some(probe) = set.probe {
        script.session.probe(probe);
    }
    let declared = script.session.monitor.engine_profile().options.clone();
    // An option that names the game may set up its start position, even if the value is the old one.
    let after_position = script.dialect.role(&script.session.last_line()) == Role::Position;
    let mut sent = false;
    for option in declared.iter().filter(|option| is_meant(option, set)) {
        if after_position && has_one_of(&option.name, &ELSEWHERE) {
            continue;
        }
        if set.only.is_none() && is_of_opening(script.dialect, &option.name) {
            continue;
        }
        let users = user_options::chosen(script.set, &option.name).is_some();
        if users || needs_leave(option, set) && !script.harmless.includes(&option.name) {
            continue;
        }
        for (name, value) in values(script.dialect, option, &set.to, script.turn) {
            user_options::set(script, &name, value.as_deref().unwrap_or_default());
            let line = format!("{}\n", script.dialect.set_option(&name, value.as_deref()));
            script.session.send(line.as_bytes());
            sent = true;
        }
    }
    if set.to == OptionValue::Next {
        script.turn += 1;
    }
    if sent || set.optional {
        return Ok(());
    }
    if set.to == OptionValue::Next && script.turn > 1 {
        return Err(End::Stop);
    }
    // The values are computed here only to know whether there are any.
    let mut users = declared.iter().filter(|option| {
        let any = || !values(script.dialect, option, &set.to, 0).is_empty();
        let chosen = user_options::chosen(script.set, &option.name);
        is_meant(option, set) && chosen.is_some() && any()
    });
    if let Some(option) = users.next() {
        return Err(user_options::left_alone(&option.name));
    }
    let kinds = set.kinds.join(", ");
    let guarded = declared.iter().find(|option| {
        is_meant(option, set) && needs_leave(option, set) && !script.harmless.includes(&option.name)
    });
    Err(End::Skip(match guarded {
        Some(option) => say!(
            "no option of type {kinds} may be tried; if this does no harm: --harmless {name}",
            kinds,
            name = format!("{:?}", option.name)
        ),
        None => say!("no option of type {kinds} can be set in this way", kinds),
    }))
}

/// Whether the name of an option contains one of these words, in any case.
fn has_one_of(name: &str, words: &[&str]) -> bool {
    let lower = name.to_ascii_lowercase();
    words.iter().any(|word| lower.contains(word))
}

/// The name of an option comes from the engine, so a name that does not fit on a line is left out.
fn is_meant(option: &DeclaredOption, set: &SetOptions) -> bool {
    let named = set.only.as_ref().is_none_or(|only| only.eq_ignore_ascii_case(&option.name));
    let writable = !option.name.contains(['\n', '\r']);
    named && writable && set.kinds.contains(&option.kind)
}

/// Whether the opening of a dialogue sets this option, so that the harness relies on its value.
fn is_of_opening(dialect: &dyn Dialect, name: &str) -> bool {
    let line = format!("{} ", dialect.set_option(name, None));
    let mut opening = dialect.games().into_iter().flat_map(|games| games.opening);
    opening.any(|exchange| exchange.send.starts_with(&line))
}

/// Whether only the user can say that setting the option is harmless: a button may erase data, and a text may name a
/// file. A text for one option that the script names is the script's responsibility.
fn needs_leave(option: &DeclaredOption, set: &SetOptions) -> bool {
    let any_text = matches!(set.to, OptionValue::Text(_)) && set.only.is_none();
    option.kind == "button" || option.kind == "string" && any_text
}

/// The names and values that an option is set to, in order: mostly one, or none. `turn`: how often `Next` was played
/// before.
fn values(
    dialect: &dyn Dialect,
    option: &DeclaredOption,
    to: &OptionValue,
    turn: usize,
) -> Vec<(String, Option<String>)> {
    let costly = user_options::is_costly(dialect, &option.name);
    let of = |value: &str| (option.name.clone(), Some(value.to_owned()));
    let (elsewhere, outside) =
        (has_one_of(&option.name, &ELSEWHERE), has_one_of(&option.name, &OUTSIDE));
    match (to, option.kind.as_str()) {
        (OptionValue::Choices | OptionValue::Other | OptionValue::Next, _)
            if elsewhere || outside || costly =>
        {
            Vec::new()
        }
        // An engine may take the word for the name of a file.
        (OptionValue::EmptyWord, _) if outside => Vec::new(),
        (OptionValue::Choices, _) => choices(option).map(of).collect(),
        (OptionValue::Other, _) => others(option).take(1).map(of).collect(),
        (OptionValue::Next, _) => others(option).skip(turn).take(1).map(of).collect(),
        (_, _) => value(option, to, costly).into_iter().collect(),
    }
}

/// The values that a check or a combo can be set to.
fn choices(option: &DeclaredOption) -> impl Iterator<Item = &str> {
    let check: &[&str] = match option.kind.as_str() {
        "check" => &["true", "false"],
        _ => &[],
    };
    // A choice comes from the engine, so a choice that does not fit on a line is left out.
    let sound = |choice: &&str| !choice.is_empty() && !choice.contains(['\n', '\r']);
    let declared = option.choices.iter().map(String::as_str).filter(sound);
    check.iter().copied().chain(declared)
}

/// The values that a check or a combo can be set to, without its default.
fn others(option: &DeclaredOption) -> impl Iterator<Item = &str> {
    let default = option.default.as_deref();
    choices(option).filter(move |choice| Some(*choice) != default)
}

/// The name to send and the value, which is `None` for a command without a value. `None` if the option has no such
/// value. An option is `costly` if an extreme value of it can overload the host.
fn value(
    option: &DeclaredOption,
    to: &OptionValue,
    costly: bool,
) -> Option<(String, Option<String>)> {
    let name = option.name.clone();
    let default = option.default.as_deref().unwrap_or_default();
    let is_empty = default.is_empty() || default == "<empty>";
    let own = || (!is_empty).then(|| default.to_owned());
    let value = match to {
        OptionValue::Default => own()?,
        OptionValue::SwappedCaseName => return Some((swap_case(&name), Some(own()?))),
        OptionValue::Pressed => return Some((name, None)),
        OptionValue::Empty if is_empty => String::new(),
        OptionValue::EmptyWord if is_empty => "<empty>".to_owned(),
        OptionValue::Min => option.min?.to_string(),
        OptionValue::Max if !costly => option.max?.to_string(),
        OptionValue::BelowMin if !costly => option.min?.checked_sub(1)?.to_string(),
        OptionValue::AboveMax if !costly => option.max?.checked_add(1)?.to_string(),
        OptionValue::Text(text) if !costly => text.clone(),
        OptionValue::Choices
        | OptionValue::Other
        | OptionValue::Next
        | OptionValue::Max
        | OptionValue::BelowMin
        | OptionValue::AboveMax
        | OptionValue::Text(_)
        | OptionValue::Empty
        | OptionValue::EmptyWord => return None,
    };
    Some((name, Some(value)))
}

fn swap_case(name: &str) -> String {
    name.chars()
        .map(|letter| {
            if letter.is_ascii_uppercase() {
                letter.to_ascii_lowercase()
            } else {
                letter.to_ascii_uppercase()
            }
        })
        .collect()
}

impl Harmless {
    /// Whether this option may be tested freely. Case does not matter.
    pub(crate) fn includes(&self, name: &str) -> bool {
        match self {
            Harmless::All => true,
            Harmless::Named(names) => names.iter().any(|known| known.eq_ignore_ascii_case(name)),
        }
    }
}
