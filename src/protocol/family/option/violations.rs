//! What can be wrong in the text of an option line.

use crate::protocol::family::table::Table;
use crate::protocol::family::violation_id::{ViolationId, violations};

violations! {
    /// The line does not have the form of an option.
    OPTION_SHAPE = "option-shape",
    /// The word `name` before the option name, in a dialect that does not use it.
    OPTION_NAME_WORD = "option-name-word",
    /// Capitals in an option name, in a dialect whose names are lower case.
    OPTION_NAME_CAPITALS = "option-name-capitals",
    /// White space in an option name.
    OPTION_NAME_BLANKS = "option-name-blanks",
    /// A keyword of the syntax as part of an option name.
    OPTION_NAME_KEYWORD = "option-name-keyword",
    /// An option type that does not exist.
    OPTION_TYPE = "option-type",
    /// The type `filename`, which the document of the dialect does not have.
    OPTION_TYPE_FILENAME = "option-type-filename",
    /// A check option whose default is neither `true` nor `false`.
    CHECK_DEFAULT = "check-default",
    /// A value of a spin option that is not a number.
    SPIN_NUMBER = "spin-number",
    /// A spin option that violates `min <= default <= max`.
    SPIN_RANGE = "spin-range",
    /// A spin option without `min` or `max`.
    SPIN_NO_RANGE = "spin-no-range",
    /// A combo option without choices.
    COMBO_NO_CHOICE = "combo-no-choice",
    /// Several words after one `var`.
    COMBO_CHOICE_BLANKS = "combo-choice-blanks",
    /// A combo option whose default is not one of its choices.
    COMBO_DEFAULT = "combo-default",
    /// A button option with a value.
    BUTTON_VALUE = "button-value",
    /// `default` with nothing after it.
    EMPTY_DEFAULT = "empty-default",
    /// A check option without a default.
    NO_DEFAULT_CHECK = "no-default-check",
    /// A spin option without a default.
    NO_DEFAULT_SPIN = "no-default-spin",
    /// A combo option without a default.
    NO_DEFAULT_COMBO = "no-default-combo",
    /// A string or filename option without a default.
    NO_DEFAULT_TEXT = "no-default-text",
    /// A parameter that the option type does not have.
    FOREIGN_PARAMETER = "foreign-parameter",
    /// Two options on one line.
    TWO_OPTIONS = "two-options",
    /// A private option name with the reserved prefix.
    RESERVED_PREFIX = "reserved-prefix",
}

/// A reserved option of another type.
pub(super) const RESERVED_TYPE: ViolationId =
    ViolationId::new("reserved-type", "A reserved option whose type is not the documented one.");

/// A reserved option with another default.
pub(super) const RESERVED_DEFAULT: ViolationId = ViolationId::new(
    "reserved-default",
    "A reserved option whose default is not the documented one.",
);

/// The violations about the reserved options of a dialect.
pub(crate) fn reserved_violations(table: &Table) -> impl Iterator<Item = ViolationId> {
    table.reserved.iter().flat_map(|option| {
        let default = option.default.map(|_| RESERVED_DEFAULT.about(option.name));
        std::iter::once(RESERVED_TYPE.about(option.name)).chain(default)
    })
}
