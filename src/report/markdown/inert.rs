//! Text without any markup in Markdown, as GitHub and GitLab read it.
//!
//! A backslash before each special character would stop emphasis and links, but not what GitHub and GitLab find in the
//! rendered text later: `@name`, `#12`, bare addresses. They do not search in code, so all text that is not from kentei
//! is shown as code.

use crate::report::escape;

/// Text in a line, as code, cut to `columns`.
pub(super) fn code(text: &str, columns: usize) -> String {
    let text = escape::short(text, columns);
    if text.trim().is_empty() {
        return String::new();
    }
    let ticks = "`".repeat(longest_run(&text) + 1);
    // Markdown needs a blank between backticks, and trims one blank at each end.
    let edge = |c: char| c == '`' || c == ' ';
    let pad = if text.starts_with(edge) || text.ends_with(edge) { " " } else { "" };
    format!("{ticks}{pad}{text}{pad}{ticks}")
}

/// The same for a cell of a table, where `|` ends the cell even in code.
pub(super) fn cell(text: &str, columns: usize) -> String {
    code(text, columns).replace('|', "\\|")
}

/// A code block of lines that are escaped already.
pub(super) fn block(text: &str) -> String {
    let fence = "`".repeat(longest_run(text).max(2) + 1);
    format!("{fence}text\n{text}\n{fence}\n")
}

/// A diff of lines that are escaped already; viewers can colour it.
pub(super) fn diff(text: &str) -> String {
    let fence = "`".repeat(longest_run(text).max(2) + 1);
    format!("{fence}diff\n{text}\n{fence}\n")
}

/// Text of kentei, with all characters escaped that could be markup.
pub(super) fn words(text: &str) -> String {
    let mut words = String::new();
    for c in text.chars() {
        if matches!(c, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '#' | '|' | '&' | '~' | '!')
        {
            words.push('\\');
        }
        words.push(c);
    }
    words
}

/// Text of kentei between HTML tags.
pub(super) fn html(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// The length of the longest run of backticks.
fn longest_run(text: &str) -> usize {
    let runs = text.split(|c| c != '`').map(str::len);
    runs.max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_has_more_ticks_than_what_is_in_it() {
        let check = |text: &str, expected: &str| assert_eq!(code(text, 80), expected);
        check("plain *text* @user #1 <b>", "`plain *text* @user #1 <b>`");
        check("a `b` c", "``a `b` c``");
        check("```", "```` ``` ````");
        check(" x", "`  x `");
        check("", "");
        check("  ", "");
        check("a\nb", "`a\\nb`");
    }

    #[test]
    fn a_bar_ends_no_cell() {
        assert_eq!(cell("a|b", 80), "`a\\|b`");
    }

    #[test]
    fn a_fence_is_longer_than_any_row_of_ticks() {
        assert_eq!(block("a"), "```text\na\n```\n");
        assert_eq!(block("a\n`````\n"), "``````text\na\n`````\n\n``````\n");
    }
}
