//! Info lines.

use std::fmt::Write as _;

/// One info line: its items in order, each with its word and the value after it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::reference) struct Info {
    items: Vec<(String, String)>,
}

impl Info {
    /// Appends an item.
    pub(in crate::reference) fn with(mut self, word: &str, value: impl ToString) -> Self {
        self.items.push((word.to_owned(), value.to_string()));
        self
    }

    /// A line with free text.
    pub(in crate::reference) fn text(text: &str) -> Self {
        Self::default().with("string", text)
    }

    /// The value of an item.
    pub(in crate::reference) fn get(&self, word: &str) -> Option<&str> {
        let item = self.items.iter().find(|(name, _)| name == word)?;
        Some(&item.1)
    }

    /// Changes the value of an item, if the line has the item.
    pub(in crate::reference) fn set(&mut self, word: &str, value: impl ToString) {
        if let Some(item) = self.items.iter_mut().find(|(name, _)| name == word) {
            item.1 = value.to_string();
        }
    }

    /// Changes the word and the value of an item, if the line has the item.
    pub(in crate::reference) fn replace(&mut self, word: &str, other: &str, value: impl ToString) {
        if let Some(item) = self.items.iter_mut().find(|(name, _)| name == word) {
            *item = (other.to_owned(), value.to_string());
        }
    }

    /// Removes an item and returns its value.
    pub(in crate::reference) fn take(&mut self, word: &str) -> Option<String> {
        let at = self.items.iter().position(|(name, _)| name == word)?;
        Some(self.items.remove(at).1)
    }

    /// The mate score in the unit of the dialect, if the score is one.
    pub(in crate::reference) fn mate(&self) -> Option<i32> {
        let number = self.get("score")?.strip_prefix("mate ")?;
        number.parse().ok()
    }

    /// Whether the line is one of several, and not the best of them.
    pub(in crate::reference) fn is_further_line(&self) -> bool {
        self.get("multipv").is_some_and(|number| number != "1")
    }

    /// The score in hundredths of a pawn, if the score is given so.
    pub(in crate::reference) fn cp(&self) -> Option<i32> {
        let number = self.get("score")?.strip_prefix("cp ")?;
        number.parse().ok()
    }

    /// The line as text.
    pub(in crate::reference) fn line(&self) -> String {
        let mut line = "info".to_owned();
        for (word, value) in &self.items {
            // Writing to a string cannot fail.
            let _ = write!(line, " {word} {value}");
        }
        line.truncate(line.trim_end().len());
        line
    }
}
