//! Whether tests write expected files anew instead of comparing with them.

use std::ffi::OsStr;

/// Whether expected files are rewritten: `KENTEI_BLESS=1`. On a CI system this is refused, because nobody would
/// look at the difference there.
#[track_caller]
pub(crate) fn blessed() -> bool {
    let (bless, ci) = (std::env::var_os("KENTEI_BLESS"), std::env::var_os("CI"));
    decide(bless.as_deref(), ci.as_deref()).unwrap_or_else(|why| panic!("{why}"))
}

/// What the variables `KENTEI_BLESS` and `CI` mean together.
fn decide(bless: Option<&OsStr>, ci: Option<&OsStr>) -> Result<bool, String> {
    let is_off = |value: &OsStr| matches!(value.to_str(), Some("" | "0" | "false"));
    match bless {
        None => Ok(false),
        Some(value) if is_off(value) => Ok(false),
        Some(value) if value != "1" => Err(format!("KENTEI_BLESS is {value:?}: it is 1 or 0")),
        Some(_) if ci.is_some_and(|value| !is_off(value)) => {
            Err("KENTEI_BLESS=1 writes nothing where CI is set".to_owned())
        }
        Some(_) => Ok(true),
    }
}

#[test]
fn nothing_is_blessed_by_a_zero_or_in_ci() {
    let check = |bless: Option<&str>, ci: Option<&str>, expected: Option<bool>| {
        let said = decide(bless.map(OsStr::new), ci.map(OsStr::new));
        assert_eq!(said.clone().ok(), expected, "{bless:?} {ci:?}: {said:?}");
    };
    check(None, None, Some(false));
    check(None, Some("true"), Some(false));
    for off in ["", "0", "false"] {
        check(Some(off), None, Some(false));
        check(Some(off), Some("1"), Some(false));
        check(Some("1"), Some(off), Some(true));
    }
    check(Some("1"), None, Some(true));
    check(Some("1"), Some("true"), None);
    check(Some("1"), Some("1"), None);
    check(Some("yes"), None, None);
}
