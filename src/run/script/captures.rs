//! Values that a script captures from the lines of the engine.

use crate::scenario::{Piece, Template};

/// Captured values by name.
#[derive(Debug, Clone, Default)]
pub(crate) struct Captures(Vec<(String, String)>);

impl Captures {
    /// Stores a value under a name, and replaces an earlier value of this name.
    pub(crate) fn set(&mut self, name: &str, value: String) {
        self.0.retain(|(known, _)| known != name);
        self.0.push((name.to_owned(), value));
    }

    /// The text with the captured values inserted. Line ends in a value become blanks, as they would begin another
    /// command.
    pub(crate) fn fill(&self, template: &Template) -> String {
        template
            .0
            .iter()
            .map(|piece| match piece {
                Piece::Text(text) => text.clone(),
                Piece::Captured(name) => self
                    .0
                    .iter()
                    .find(|(known, _)| known == name)
                    .map_or_else(String::new, |(_, value)| value.replace(['\n', '\r'], " ")),
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_value_of_a_name_is_inserted_and_values_of_other_names_stay() {
        let mut captures = Captures::default();
        for (name, value) in [("move", "7g7f"), ("hash", "16"), ("move", "2g2f\nquit")] {
            captures.set(name, value.to_owned());
        }
        let captured = |name: &str| Piece::Captured(name.to_owned());
        let text = |text: &str| Piece::Text(text.to_owned());
        let pieces = vec![captured("move"), text("/"), captured("hash"), text("/"), captured("x")];
        assert_eq!(captures.fill(&Template(pieces)), "2g2f quit/16/");
    }
}
