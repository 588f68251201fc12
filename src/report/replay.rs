//! The command that plays one scenario again.

use super::escape;
use crate::run::race_result::RaceResult;
use crate::run::result::{RunResult, ScenarioResult};

/// A shell command that plays only this scenario, as it was played in this run. An engine that is a function of the
/// examining program has no command; the result is then the call that restricts the examination to the scenario.
#[must_use]
pub fn command(run: &RunResult, scenario: &ScenarioResult) -> String {
    if run.replay.is_empty() {
        return format!("Examination::filter({:?})", scenario.id);
    }
    // Words after `--` belong to the engine, so the filter comes before them.
    let end = run.replay.iter().position(|word| word == "--");
    let (ours, engines) = run.replay.split_at(end.unwrap_or(run.replay.len()));
    let mut more = vec!["--filter".to_owned(), scenario.id.clone()];
    let mut add = |flag: &str, value: String| {
        if !ours.iter().any(|word| word == flag) {
            more.extend([flag.to_owned(), value]);
        }
    };
    // For a race, play one offset at which it failed, in every round.
    if let Some(offset) = scenario.races.iter().find_map(RaceResult::worst) {
        add("--seed", run.seed.to_string());
        add("--race-offset", offset.to_string());
    }
    // With a single attempt, the scenario has no failure that depends on the scenarios before it in a shared process.
    for before in scenario.preceded_by.iter().filter(|_| scenario.attempts > 1) {
        more.extend(["--preceded-by".to_owned(), before.clone()]);
    }
    let words = ["kentei", "run"]
        .into_iter()
        .chain(ours.iter().map(String::as_str))
        .chain(more.iter().map(String::as_str))
        .chain(engines.iter().map(String::as_str));
    let quoted: Vec<String> = words.map(|word| quote(word, cfg!(windows))).collect();
    quoted.join(" ")
}

/// Quotes a word for a POSIX shell or cmd.exe. Characters that cannot be shown are written as numbers; for POSIX, so
/// are commands to a CI system.
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
    let commands =
        word.match_indices('#').any(|(at, _)| escape::is_hash_command(&word.as_bytes()[at..]));
    // cmd.exe has no syntax for them; this form is for other shells on Windows.
    if !word.chars().all(escape::is_printable) {
        return numbered(word);
    }
    if windows {
        return quoted_for_cmd(word, commands);
    }
    if commands {
        return numbered(word);
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

/// Quotes a word for cmd.exe and for the C library of the program, which splits the line into arguments. For the C
/// library, backslashes before a quote are doubled. For cmd.exe, a word in quotes is plain text except for quotes and
/// variables (`%NAME%`, `!NAME!`): if the word may contain them, all special characters, the quotes included, get a
/// caret, which makes them plain characters.
fn quoted_for_cmd(word: &str, commands: bool) -> String {
    let mut quoted = String::from('"');
    let mut slashes = 0;
    for c in word.chars() {
        if c == '"' {
            quoted.extend(std::iter::repeat_n('\\', slashes + 1));
        }
        slashes = if c == '\\' { slashes + 1 } else { 0 };
        quoted.push(c);
    }
    quoted.extend(std::iter::repeat_n('\\', slashes));
    quoted.push('"');
    if !commands && !word.contains(['"', '%', '!']) {
        return quoted;
    }
    let mut marked = String::new();
    for c in quoted.chars() {
        if matches!(c, '"' | '%' | '!' | '^' | '&' | '|' | '<' | '>' | '(' | ')' | '#') {
            marked.push('^');
        }
        marked.push(c);
    }
    marked
}

/// The form `$'…'`, which bash, zsh and others read.
fn numbered(word: &str) -> String {
    let mut out = String::from("$'");
    for c in word.chars() {
        match c {
            '\'' | '\\' => out.extend(['\\', c]),
            c if c != '#' && escape::is_printable(c) => out.push(c),
            c => {
                let mut bytes = [0; 4];
                let bytes = c.encode_utf8(&mut bytes).bytes();
                out.extend(bytes.map(|byte| format!("\\x{byte:02x}")));
            }
        }
    }
    out.push('\'');
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixtures;
    use crate::run::race_result::RaceRound;
    use crate::scenario::Offset;

    #[test]
    fn a_race_is_played_again_at_an_offset_at_which_it_failed() {
        let mut run = fixtures::broken();
        let round = |micros, failed| RaceRound {
            wanted: Offset::Micros(micros),
            offset: Offset::Micros(micros),
            failed,
        };
        run.scenarios[0].races = vec![RaceResult {
            line: 4,
            sent: vec!["stop".to_owned()],
            event: "bestmove".to_owned(),
            planned: 3,
            rounds: vec![round(-2500, true), round(1000, false)],
        }];
        run.seed = 7;
        let text = command(&run, &run.scenarios[0]);
        assert!(text.contains(" --seed 7 --race-offset -2.5ms"), "{text}");
        let seed = ["--seed".to_owned(), "9".to_owned()];
        run.replay.splice(0..0, seed);
        let text = command(&run, &run.scenarios[0]);
        assert!(text.contains(" --seed 9 ") && !text.contains("--seed 7"), "{text}");
        run.scenarios[0].races[0].rounds[0].failed = false;
        let text = command(&run, &run.scenarios[0]);
        assert!(!text.contains("--race-offset"), "{text}");
    }

    #[test]
    fn an_engine_without_a_program_is_examined_again_by_a_call() {
        let mut run = fixtures::broken();
        run.replay.clear();
        let text = command(&run, &run.scenarios[0]);
        assert_eq!(text, format!("Examination::filter(\"{}\")", run.scenarios[0].id));
    }

    #[test]
    fn what_shows_in_a_shared_process_is_played_again_in_one() {
        let mut run = fixtures::broken();
        run.scenarios[0].preceded_by = vec!["usi/go/stop".to_owned(), "usi/go/depth".to_owned()];
        let played = |run: &RunResult| command(run, &run.scenarios[0]);
        assert!(!played(&run).contains("--preceded-by"), "{}", played(&run));
        run.scenarios[0].attempts = 4;
        let text = played(&run);
        assert!(text.contains(" --preceded-by usi/go/stop --preceded-by usi/go/depth"), "{text}");
    }

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
        check("C:\\my e\\", "'C:\\my e\\'", "\"C:\\my e\\\\\"");
        check("a & b", "'a & b'", "\"a & b\"");
        check("a^b", "'a^b'", "\"a^b\"");
        check("a\n\u{1b}'\\", "$'a\\x0a\\x1b\\'\\\\'", "$'a\\x0a\\x1b\\'\\\\'");
        check("##[x", "$'\\x23\\x23[x'", "^\"^#^#[x^\"");
        check("\u{202e}", "$'\\xe2\\x80\\xae'", "$'\\xe2\\x80\\xae'");
        check("将棋", "'将棋'", "\"将棋\"");
    }
    /// The arguments that a program gets if this line is typed into cmd.exe without any variables: first cmd.exe reads
    /// carets and quotes, then the C library of Windows splits the line.
    fn arguments(line: &str) -> Vec<String> {
        let (mut passed, mut quoted) = (String::new(), false);
        let mut rest = line.chars();
        while let Some(c) = rest.next() {
            match c {
                '^' if !quoted => passed.extend(rest.next()),
                '&' | '|' | '<' | '>' | '(' | ')' if !quoted => {
                    return vec!["a command of its own".to_owned()];
                }
                '%' if rest.as_str().contains('%') && !rest.as_str().contains("^%") => {
                    return vec!["the value of a variable".to_owned()];
                }
                '"' => {
                    quoted = !quoted;
                    passed.push(c);
                }
                c => passed.push(c),
            }
        }
        let (mut words, mut word, mut quoted) = (Vec::new(), None::<String>, false);
        let mut slashes = 0;
        for c in passed.chars() {
            if c == '\\' {
                slashes += 1;
                continue;
            }
            let held = std::mem::take(&mut slashes);
            if c == ' ' && !quoted && held == 0 {
                words.extend(word.take());
                continue;
            }
            let word = word.get_or_insert_default();
            let escaped = c == '"' && held % 2 == 1;
            word.push_str(&"\\".repeat(if c == '"' { held / 2 } else { held }));
            match c {
                '"' if !escaped => quoted = !quoted,
                c => word.push(c),
            }
        }
        if slashes > 0 {
            word.get_or_insert_default().push_str(&"\\".repeat(slashes));
        }
        words.extend(word);
        words
    }

    #[test]
    fn cmd_exe_hands_on_what_was_meant() {
        let words = [
            "./engine",
            "",
            "my engine",
            "C:\\my engines\\",
            "C:\\my engines\\\\",
            "a & b",
            "a\"b & c\"",
            "\\\"",
            "50% %PATH% sure",
            "%PATH%",
            "a^b (c) <d> |e",
            "say \"%USERNAME%\" & exit",
            "usi/go/*",
            "!x!",
            "##[error]",
        ];
        for word in words {
            let quoted = quote(word, true);
            assert_eq!(arguments(&quoted), [word], "{quoted}");
            let line = format!("kentei {quoted} end");
            assert_eq!(arguments(&line), ["kentei", word, "end"], "{quoted}");
        }
    }
}
