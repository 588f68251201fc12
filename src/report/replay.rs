//! The command that plays one scenario again.

use crate::run::result::{RunResult, ScenarioResult};

/// One command line for a shell that plays just this scenario, as it was played in this run.
#[must_use]
pub fn command(run: &RunResult, scenario: &ScenarioResult) -> String {
    // What stands behind `--` belongs to the engine: the filter has to be put before it.
    let end = run.replay.iter().position(|word| word == "--");
    let (ours, engines) = run.replay.split_at(end.unwrap_or(run.replay.len()));
    let filter = ["--filter", &scenario.id];
    let words = ["kentei", "run"]
        .into_iter()
        .chain(ours.iter().map(String::as_str))
        .chain(filter)
        .chain(engines.iter().map(String::as_str));
    let quoted: Vec<String> = words.map(|word| quote(word, cfg!(windows))).collect();
    quoted.join(" ")
}

/// Quotes a word for a shell: POSIX, or the one of Windows.
#[must_use]
pub fn quote(word: &str, windows: bool) -> String {
    let is_plain = |c: char| {
        c.is_ascii_alphanumeric()
            || matches!(c, '_' | '-' | '.' | '/' | ':' | '=' | '@' | ',' | '+')
            || (windows && c == '\\')
    };
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    if windows {
        return format!("\"{}\"", word.replace('"', "\\\""));
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_only_where_they_must_be() {
        let check = |word: &str, posix: &str, windows: &str| {
            assert_eq!(quote(word, false), posix);
            assert_eq!(quote(word, true), windows);
        };
        check("./engine", "./engine", "./engine");
        check("", "''", "\"\"");
        check("my engine", "'my engine'", "\"my engine\"");
        check("it's", "'it'\\''s'", "\"it's\"");
        check("usi/a[b]", "'usi/a[b]'", "\"usi/a[b]\"");
        check("$(rm)", "'$(rm)'", "\"$(rm)\"");
        check("C:\\e.exe", "'C:\\e.exe'", "C:\\e.exe");
        check("将棋", "'将棋'", "\"将棋\"");
    }
}
