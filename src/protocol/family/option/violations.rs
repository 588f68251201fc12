//! What can be wrong in the text of an option line.

use crate::protocol::family::table::Table;
use crate::protocol::family::violation_id::{ViolationId, violations};

violations! {
    /// The line does not have the shape of an option.
    OPTION_SHAPE = "option-shape",
    /// The word `name` before the name, where the dialect does not use it.
    OPTION_NAME_WORD = "option-name-word",
    /// Capitals in the name, where names are lower case.
    OPTION_NAME_CAPITALS = "option-name-capitals",
    /// White space in the name.
    OPTION_NAME_BLANKS = "option-name-blanks",
    /// A word of the syntax as part of the name.
    OPTION_NAME_KEYWORD = "option-name-keyword",
    /// A type that does not exist.
    OPTION_TYPE = "option-type",
    /// The type `filename` where the text does not have it.
    OPTION_TYPE_FILENAME = "option-type-filename",
    /// A check whose default is neither `true` nor `false`.
    CHECK_DEFAULT = "check-default",
    /// A number of a spin that is none.
    SPIN_NUMBER = "spin-number",
    /// `min <= default <= max` does not hold.
    SPIN_RANGE = "spin-range",
    /// A spin without `min` or `max`.
    SPIN_NO_RANGE = "spin-no-range",
    /// A combo without choices.
    COMBO_NO_CHOICE = "combo-no-choice",
    /// Several words after one `var`.
    COMBO_CHOICE_BLANKS = "combo-choice-blanks",
    /// The default of a combo is none of its choices.
    COMBO_DEFAULT = "combo-default",
    /// A button with a value.
    BUTTON_VALUE = "button-value",
    /// `default` with nothing after it.
    EMPTY_DEFAULT = "empty-default",
    /// No default, for a check.
    NO_DEFAULT_CHECK = "no-default-check",
    /// No default, for a spin.
    NO_DEFAULT_SPIN = "no-default-spin",
    /// No default, for a combo.
    NO_DEFAULT_COMBO = "no-default-combo",
    /// No default, for a string or file name.
    NO_DEFAULT_TEXT = "no-default-text",
    /// A parameter that the type cannot have.
    FOREIGN_PARAMETER = "foreign-parameter",
    /// Two options on one line.
    TWO_OPTIONS = "two-options",
    /// A private name under the reserved prefix.
    RESERVED_PREFIX = "reserved-prefix",
}

/// A reserved option of another type.
pub(super) const RESERVED_TYPE: ViolationId = ViolationId::new(
    "reserved-type",
    "A reserved option of another type; the row of the table names the clause.",
);

/// A reserved option with another default.
pub(super) const RESERVED_DEFAULT: ViolationId = ViolationId::new(
    "reserved-default",
    "A reserved option with another default; the row of the table names the clause.",
);

/// The violations about the reserved options of a dialect.
pub(crate) fn reserved_violations(table: &Table) -> impl Iterator<Item = ViolationId> {
    table.reserved.iter().flat_map(|option| {
        let default = option.default.map(|_| RESERVED_DEFAULT.about(option.name));
        std::iter::once(RESERVED_TYPE.about(option.name)).chain(default)
    })
}
