//! `kentei shrink`: the summary of the result, and its files.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::Args;
use crate::cli::failure::{Exit, Failure};
use crate::cli::screen::{Screen, note};
use crate::lang::{self, Text};
use crate::report::{escape, python, write};
use crate::run::plan::Plan;
use crate::run::shrink::Shrunk;
use crate::scenario::Scenario;

/// A reduced scenario, and the engine that it was reduced with.
pub(in crate::cli) struct Reduced<'a> {
    pub(in crate::cli) scenario: &'a Scenario,
    pub(in crate::cli) shrunk: &'a Shrunk,
    pub(in crate::cli) plan: &'a Plan,
    /// The folder in which the engine runs, if it was given.
    pub(in crate::cli) folder: Option<PathBuf>,
}

/// Prints the summary, and writes the files or prints the scenario.
pub(super) fn report(args: &Args, screen: &Screen, reduced: &Reduced<'_>) -> Result<Exit, Failure> {
    let said = lang::with_lang(screen.lang, || {
        let lines = summary(reduced.shrunk).into_iter().map(|line| line.to_string());
        // A finding quotes the engine.
        lines.map(|line| format!("{}\n", escape::text(&line))).collect::<String>()
    });
    let Some(folder) = &args.save else {
        let yaml = reduced.shrunk.script.to_yaml(&notes(reduced));
        note(&said);
        screen.print(|out| write!(out, "{yaml}"))?;
        return Ok(Exit::Conformant);
    };
    let files = files(folder, reduced)?;
    let none = say!("no script in Python: without the rules of the protocol this cannot be seen");
    let none = (files.len() == 1).then(|| lang::with_lang(screen.lang, || none.to_string()));
    screen.print(|out| {
        write!(out, "{said}")?;
        for file in &files {
            writeln!(out, "{}", file.display())?;
        }
        none.iter().try_for_each(|none| writeln!(out, "{none}"))
    })?;
    Ok(Exit::Conformant)
}

/// Writes the scenario, and a script in Python if it can detect the fault without the rules of the protocol.
pub(in crate::cli) fn files(folder: &Path, reduced: &Reduced<'_>) -> Result<Vec<PathBuf>, Failure> {
    let notes = notes(reduced);
    let yaml = reduced.shrunk.script.to_yaml(&notes);
    let dialect = reduced.plan.dialect.name();
    let name = name(reduced.shrunk.finding.clause.0, dialect, &reduced.scenario.id);
    let script = scenarios(folder).join(dialect).join(format!("{name}.yaml"));
    put(&script, &yaml)?;
    let mut files = vec![script];
    let command = reduced.plan.engine.command();
    let shown = python::ScriptData {
        about: &notes,
        engine: &command,
        folder: reduced.folder.as_deref(),
        finding: &reduced.shrunk.finding,
        transcript: &reduced.shrunk.transcript,
        control: reduced.shrunk.control.as_ref(),
        rate: reduced.shrunk.rate,
    };
    if let Some(text) = python::script(&shown) {
        let path = folder.join(format!("{name}.py"));
        put(&path, &text)?;
        files.push(path);
    }
    Ok(files)
}

/// The summary for the user.
fn summary(shrunk: &Shrunk) -> Vec<Text> {
    let Shrunk { finding, rate, lines, played, complete, ended, .. } = shrunk;
    let mut said = vec![
        say!("{clause}: {message}", clause = finding.clause, message = finding.message.clone()),
        say!(
            "lines sent: {before} before, {after} now; candidates played: {played}; it shows in {shown} of {plays} plays",
            before = lines.0,
            after = lines.1,
            played,
            shown = rate.0,
            plays = rate.1
        ),
    ];
    if !complete {
        said.push(if *ended {
            say!("ended by the user: more may be left out")
        } else {
            say!("the time was over: more may be left out (--max-time)")
        });
    }
    said
}

/// The comment at the beginning of each file, in English.
fn notes(reduced: &Reduced<'_>) -> Vec<String> {
    let Shrunk { finding, rate, .. } = reduced.shrunk;
    vec![
        format!("{} {}", finding.clause, finding.message),
        format!("Reduced by kentei {} from {}.", env!("CARGO_PKG_VERSION"), reduced.scenario.id),
        format!("Engine: {}", reduced.plan.engine.command().join(" ")),
        format!("It showed in {} of {} plays.", rate.0, rate.1),
    ]
}

/// The name of the files: the clause, and the scenario's id without its dialect. Scenarios of different folders can have
/// the same last part, and one must not overwrite the other.
fn name(clause: &str, dialect: &str, id: &str) -> String {
    let below = id.strip_prefix(dialect).and_then(|rest| rest.strip_prefix('/'));
    let text = format!("{clause}-{}", below.unwrap_or(id)).to_ascii_lowercase();
    let letter = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    let text: String = text.chars().map(letter).collect();
    text.trim_matches('-').to_owned()
}

/// The scenario root: ids are relative to it.
fn scenarios(folder: &Path) -> PathBuf {
    if folder.iter().any(|part| part == "scenarios") {
        folder.to_path_buf()
    } else {
        folder.join("scenarios")
    }
}

fn put(path: &Path, text: &str) -> Result<(), Failure> {
    let failed = |error: io::Error| {
        Failure::could_not_judge(say!(
            "cannot write \"{path}\": {error}",
            path = path.display(),
            error
        ))
    };
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(failed)?;
    }
    write::atomically(path, |out| out.write_all(text.as_bytes())).map_err(failed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scenarios_of_different_folders_have_different_files() {
        let check = |id: &str, expected: &str| assert_eq!(name("USI-GO-03", "usi", id), expected);
        check("usi/go/answers", "usi-go-03-go-answers");
        check("usi/mate/answers", "usi-go-03-mate-answers");
        check("usi/ponder/held[go ponder]", "usi-go-03-ponder-held-go-ponder");
        check("shared/stop/idle", "usi-go-03-shared-stop-idle");
        check("usi/generated/7-1-12", "usi-go-03-generated-7-1-12");
        check("Long", "usi-go-03-long");
    }
}
