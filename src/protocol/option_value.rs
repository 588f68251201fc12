//! The values that a declared option can have, and what is wrong with a setting of the user.

use std::ops::RangeInclusive;

use crate::protocol::DeclaredOption;

/// Why a setting of the user cannot be sent to the engine.
#[derive(Debug, PartialEq, Eq)]
pub enum SettingMistake<'d> {
    /// The engine declares no option of this name.
    Undeclared,
    /// The declared option of this name does not have this value.
    Value(&'d DeclaredOption),
}

impl<'d> SettingMistake<'d> {
    /// What is wrong if the option `name` is set to `value`; `None` if nothing is.
    #[must_use]
    pub fn of(name: &str, value: &str, declared: &'d [DeclaredOption]) -> Option<Self> {
        let mut same = declared.iter().filter(|option| option.name.eq_ignore_ascii_case(name));
        let Some(first) = same.next() else {
            return Some(Self::Undeclared);
        };
        let accepts = first.accepts(value) || same.any(|option| option.accepts(value));
        (!accepts).then_some(Self::Value(first))
    }
}

impl DeclaredOption {
    /// Whether the option can have this value. What the declaration leaves open is accepted.
    #[must_use]
    pub fn accepts(&self, value: &str) -> bool {
        let default = self.default.as_deref().unwrap_or_default().trim();
        if !default.is_empty() && default.eq_ignore_ascii_case(value) {
            return true;
        }
        match self.kind.as_str() {
            "check" => ["true", "false"].iter().any(|word| word.eq_ignore_ascii_case(value)),
            "spin" => match self.range() {
                Some(range) => value.parse::<i64>().is_ok_and(|number| range.contains(&number)),
                None => value.parse::<f64>().is_ok(),
            },
            "combo" => {
                let is_value =
                    |choice: &String| choice.trim().to_lowercase() == value.to_lowercase();
                self.choices.is_empty() || self.choices.iter().any(is_value)
            }
            _ => true,
        }
    }

    /// The range of a `spin`; `None` if it declares none, or its smallest value is above its largest.
    #[must_use]
    pub fn range(&self) -> Option<RangeInclusive<i64>> {
        let (min, max) = (self.min?, self.max?);
        (min <= max).then_some(min..=max)
    }
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
            assert!(option.accepts(value), "{option:?} {value}");
        }
        for value in refused {
            assert!(!option.accepts(value), "{option:?} {value}");
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

    #[test]
    fn a_value_is_one_of_any_option_with_this_name() {
        let named = |name: &str, max| {
            let name = name.to_owned();
            DeclaredOption { name, ..option("spin", Some(1), Some(max), &[]) }
        };
        let declared = [named("Hash", 8), named("hash", 16), named("Threads", 2)];
        assert_eq!(SettingMistake::of("HASH", "16", &declared), None);
        assert_eq!(
            SettingMistake::of("Hash", "17", &declared),
            Some(SettingMistake::Value(&declared[0]))
        );
        assert_eq!(SettingMistake::of("Thread", "1", &declared), Some(SettingMistake::Undeclared));
    }
}
