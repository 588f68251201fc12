//! `kentei snapshot`: what waits for review, taken or thrown away.

use std::collections::BTreeSet;
use std::io::{self, BufRead, IsTerminal, Write};
use std::path::PathBuf;

use clap::Subcommand;

use super::failure::{Exit, Failure};
use super::screen::{Screen, note};
use super::{rooms, snapshots};
use crate::lang::Text;
use crate::report::snapshots::{self as shown, Look};
use crate::report::{escape, words};
use crate::snapshot::result::Standing;
use crate::snapshot::review::{self, Pending};

/// Review snapshots that are new or have changed
#[derive(Debug, clap::Args)]
#[command(after_help = AFTER_HELP)]
pub(super) struct Args {
    #[command(subcommand)]
    command: Command,
}

const AFTER_HELP: &str = "\
An ID is that of a scenario, or a glob for several; with none, all that wait are meant.

Examples:
  kentei run ./my-engine --snapshots snapshots     take them, or compare
  kentei snapshot review                           one by one, in a terminal
  kentei snapshot accept 'usi/boot/*'              without a terminal
  kentei snapshot reject

Exit codes:
  0  nothing waits, or what was asked for is done    1  something waits    2  bad input    3  a file could not be
  changed";

#[derive(Debug, Subcommand)]
enum Command {
    /// Show what differs, and in a terminal ask what to do with each; elsewhere exits 1 if something waits
    Review(Which),
    /// Accept what waits as the new snapshots
    Accept(Which),
    /// Discard what waits
    Reject(Which),
}

#[derive(Debug, clap::Args)]
struct Which {
    /// The folder of the snapshots [default: snapshots]
    #[arg(long, value_name = "DIR")]
    snapshots: Option<PathBuf>,
    /// Only those of these scenarios
    #[arg(value_name = "ID")]
    ids: Vec<String>,
}

pub(super) fn run(args: &Args, screen: &Screen) -> Result<Exit, Failure> {
    match &args.command {
        Command::Review(which) => {
            let pending = pending(which)?;
            if pending.is_empty() {
                return nothing(which, screen);
            }
            let stdin = io::stdin();
            if screen.is_terminal && stdin.is_terminal() {
                return ask(&pending, screen, &mut stdin.lock());
            }
            list(&pending, screen)
        }
        Command::Accept(which) => all(which, screen, say!("accepted"), Pending::accept),
        Command::Reject(which) => all(which, screen, say!("rejected"), Pending::reject),
    }
}

fn folder(which: &Which) -> PathBuf {
    which.snapshots.clone().unwrap_or_else(snapshots::usual)
}

/// What waits, of what was named. A name that nothing has is a mistake.
fn pending(which: &Which) -> Result<Vec<Pending>, Failure> {
    let folder = folder(which);
    let shown = folder.display();
    if !folder.is_dir() {
        let failure = Failure::bad_input(format!("no folder \"{shown}\""));
        return Err(failure
            .hint("`--snapshots DIR` names the folder that `kentei run --snapshots` was told"));
    }
    let pending = review::pending(&folder);
    let mut pending =
        pending.map_err(|error| Failure::bad_input(format!("cannot read \"{shown}\": {error}")))?;
    let is = |id: &str, pending: &Pending| {
        rooms::glob_match(id, pending.scenario()) || rooms::glob_match(id, &pending.name)
    };
    for id in &which.ids {
        if !pending.iter().any(|pending| is(id, pending)) {
            let mut known: BTreeSet<&str> = pending.iter().map(Pending::scenario).collect();
            let failure =
                Failure::bad_input(format!("nothing of \"{}\" waits for review", escape::text(id)));
            return Err(match known.pop_first() {
                Some(first) => failure.hint(format!(
                    "{}; `kentei snapshot review` shows what waits",
                    escape::text(first)
                )),
                None => failure,
            });
        }
    }
    if !which.ids.is_empty() {
        pending.retain(|pending| which.ids.iter().any(|id| is(id, pending)));
    }
    Ok(pending)
}

fn nothing(which: &Which, screen: &Screen) -> Result<Exit, Failure> {
    let folder = escape::text(&folder(which).display().to_string());
    let told = say!("nothing in \"{folder}\" waits for review", folder);
    screen.print(|out| writeln!(out, "{told}"))?;
    Ok(Exit::Conformant)
}

/// Does the same with all of them; one that fails does not cost the others.
fn all(
    which: &Which,
    screen: &Screen,
    done: Text,
    act: fn(&Pending) -> Result<(), String>,
) -> Result<Exit, Failure> {
    let pending = pending(which)?;
    if pending.is_empty() {
        return nothing(which, screen);
    }
    let mut failed = 0;
    let mut lines = Vec::new();
    for one in &pending {
        match act(one) {
            Ok(()) => lines.push(format!("{done} {}", escape::text(&one.name))),
            Err(why) => {
                failed += 1;
                note(&format!("error: {}\n", escape::text(&why)));
            }
        }
    }
    screen.print(|out| lines.iter().try_for_each(|line| writeln!(out, "{line}")))?;
    Ok(if failed == 0 { Exit::Conformant } else { Exit::CouldNotJudge })
}

/// Without a terminal: everything that differs, and what to type.
fn list(pending: &[Pending], screen: &Screen) -> Result<Exit, Failure> {
    let look = Look {
        color: screen.color,
        width: if screen.is_terminal { screen.width } else { usize::MAX },
    };
    screen.print(|out| {
        for one in pending {
            show(one, look, out)?;
            writeln!(out)?;
        }
        let waiting = words::count(pending.len() as u64, words::Noun::Snapshot);
        let told = say!(
            "{waiting} for review: `kentei snapshot accept` or `kentei snapshot reject`, with an ID for some",
            waiting
        );
        writeln!(out, "{told}")
    })?;
    Ok(Exit::Nonconformant)
}

fn show(one: &Pending, look: Look, out: &mut dyn Write) -> io::Result<()> {
    let name = escape::text(&one.name);
    let standing = match one.old {
        Some(_) => Standing::Changed,
        None => Standing::New,
    };
    let head = format!("{} {name}", standing.word());
    writeln!(out, "{}", look.bold(&head))?;
    for read in [Some(&one.snap), one.old.as_ref()].into_iter().flatten() {
        if let Err(why) = read {
            let told = say!("it is damaged: {why}", why = escape::text(why));
            writeln!(out, "  {told}")?;
        }
    }
    shown::diff(&one.diff(), look, "  ", out)
}

/// What the user says of each.
fn ask(pending: &[Pending], screen: &Screen, input: &mut dyn BufRead) -> Result<Exit, Failure> {
    let look = Look {
        color: screen.color,
        width: if screen.is_terminal { screen.width } else { usize::MAX },
    };
    let mut left = 0;
    for (index, one) in pending.iter().enumerate() {
        screen.print(|out| {
            show(one, look, out)?;
            writeln!(out)
        })?;
        let answer = answer(screen, index + 1, pending.len(), input)?;
        let done = match answer {
            Answer::Accept => one.accept(),
            Answer::Reject => one.reject(),
            Answer::Skip => {
                left += 1;
                Ok(())
            }
            Answer::Quit => {
                left += pending.len() - index;
                break;
            }
        };
        if let Err(why) = done {
            left += 1;
            note(&format!("error: {}\n", escape::text(&why)));
        }
    }
    Ok(if left == 0 { Exit::Conformant } else { Exit::Nonconformant })
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Answer {
    Accept,
    Reject,
    Skip,
    Quit,
}

/// Asks until it is told; the end of the input is the end of the review.
fn answer(
    screen: &Screen,
    number: usize,
    count: usize,
    input: &mut dyn BufRead,
) -> Result<Answer, Failure> {
    let question = say!("{number} of {count}: (a)ccept, (r)eject, (s)kip, (q)uit?", number, count);
    loop {
        screen.print(|out| {
            write!(out, "{question} ")?;
            out.flush()
        })?;
        let mut line = String::new();
        // What is no text is no answer.
        let read = input.read_line(&mut line).unwrap_or(0);
        match line.trim() {
            _ if read == 0 => return Ok(Answer::Quit),
            "a" | "accept" => return Ok(Answer::Accept),
            "r" | "reject" => return Ok(Answer::Reject),
            "s" | "skip" => return Ok(Answer::Skip),
            "q" | "quit" => return Ok(Answer::Quit),
            _ => {}
        }
    }
}
