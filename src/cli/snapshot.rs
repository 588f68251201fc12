//! `kentei snapshot`: accepts or rejects pending snapshots.

mod ask;

use std::collections::BTreeSet;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

use ask::Asking;
use clap::Subcommand;

use super::failure::{Exit, Failure};
use super::screen::{Screen, message};
use super::snapshots;
use crate::lang::Text;
use crate::report::snapshots::{self as shown, DiffStyle};
use crate::report::{escape, replay, words};
use crate::snapshot::change;
use crate::snapshot::result::SnapshotStanding;
use crate::snapshot::review::{self, Pending};

/// Review snapshots that are new or have changed
#[derive(Debug, clap::Args)]
#[command(after_help = AFTER_HELP)]
pub(super) struct Args {
    #[command(subcommand)]
    command: Command,
}

const AFTER_HELP: &str = "\
An ID is the id of a scenario, or a glob for several; without an ID, all pending snapshots are used. Snapshots that have
changed in the same way are shown once: `A` accepts them together, and without a terminal --like does so.

Examples:
  kentei run ./my-engine --snapshots snapshots       create them, or compare with them
  kentei snapshot review                             in a terminal: each change, and what to do with it
  kentei snapshot accept --like usi/go/answers       this one, and all that have changed in the same way
  kentei snapshot accept 'usi/boot/*'                without a terminal
  kentei snapshot reject

Exit codes:
  0  no changes are pending, or the command did what was requested    1  changes are pending    2  bad input    3  a file could not be changed";

#[derive(Debug, Subcommand)]
enum Command {
    /// Show each change, and in a terminal ask what to do with it; without a terminal, exit with 1 if changes are
    /// pending
    Review(Which),
    /// Accept pending changes as the new snapshots
    Accept(Which),
    /// Discard pending changes
    Reject(Which),
}

#[derive(Debug, clap::Args)]
struct Which {
    /// The folder of the snapshots [default: snapshots]
    #[arg(long, value_name = "DIR")]
    snapshots: Option<PathBuf>,
    /// Only the snapshots of these scenarios
    #[arg(value_name = "ID")]
    ids: Vec<String>,
    /// Only snapshots that have changed in the same way as the snapshot of this scenario; if that is new, all new
    /// snapshots. Can be repeated
    #[arg(long, value_name = "ID")]
    like: Vec<String>,
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
                return Asking::of(pending, screen).all(&mut stdin.lock());
            }
            list(which, &pending, screen)
        }
        Command::Accept(which) => all(which, screen, say!("accepted"), Pending::accept),
        Command::Reject(which) => all(which, screen, say!("rejected"), Pending::reject),
    }
}

fn folder(which: &Which) -> PathBuf {
    which.snapshots.clone().unwrap_or_else(snapshots::usual)
}

/// The pending changes, or those of the given ids. An id without a pending change is an error.
fn pending(which: &Which) -> Result<Vec<Pending>, Failure> {
    let folder = folder(which);
    let shown = folder.display();
    if !folder.is_dir() {
        let failure = Failure::bad_input(say!("no folder \"{shown}\"", shown));
        return Err(failure.hint(say!(
            "`--snapshots DIR` names the folder that `kentei run --snapshots` was given"
        )));
    }
    let pending = review::pending(&folder);
    let pending = pending.map_err(|error| {
        Failure::bad_input(say!("cannot read \"{shown}\": {error}", shown, error))
    })?;
    let is = |id: &str, pending: &Pending| {
        crate::scenario::glob_match(id, pending.scenario())
            || crate::scenario::glob_match(id, &pending.name)
    };
    let like = |id: &String, pending: &Pending| *id == pending.scenario() || *id == pending.name;
    let ids = which.ids.iter().map(|id| (id, pending.iter().any(|pending| is(id, pending))));
    let alike = which.like.iter().map(|id| (id, pending.iter().any(|pending| like(id, pending))));
    for (id, known) in ids.chain(alike) {
        if !known {
            let mut known: BTreeSet<&str> = pending.iter().map(Pending::scenario).collect();
            let failure =
                Failure::bad_input(say!("no change of \"{id}\" is pending", id = escape::text(id)));
            return Err(match known.pop_first() {
                Some(first) => failure.hint(say!(
                    "{first}; `kentei snapshot review` shows pending changes",
                    first = escape::text(first)
                )),
                None => failure,
            });
        }
    }
    if which.ids.is_empty() && which.like.is_empty() {
        return Ok(pending);
    }
    let mut chosen = Vec::new();
    for mut group in change::groups(pending, Pending::change) {
        if !group.iter().any(|pending| which.like.iter().any(|id| like(id, pending))) {
            group.retain(|pending| which.ids.iter().any(|id| is(id, pending)));
        }
        chosen.append(&mut group);
    }
    chosen.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(chosen)
}

fn nothing(which: &Which, screen: &Screen) -> Result<Exit, Failure> {
    let folder = escape::text(&folder(which).display().to_string());
    let reported = say!("no changes in \"{folder}\" are pending", folder);
    screen.print(|out| writeln!(out, "{reported}"))?;
    Ok(Exit::Conformant)
}

/// Does the same with all chosen snapshots. If one fails, the others are still done.
fn all(
    which: &Which,
    screen: &Screen,
    done: Text,
    act: fn(&Pending) -> Result<(), Text>,
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
                message(&say!("error: {message}", message = escape::text(&why.to_string())));
            }
        }
    }
    if lines.len() > shown::NAMED {
        let snapshots = words::count(lines.len() as u64, words::Noun::Snapshot);
        lines = vec![format!("{done} {snapshots}")];
    }
    screen.print(|out| lines.iter().try_for_each(|line| writeln!(out, "{line}")))?;
    Ok(if failed == 0 { Exit::Conformant } else { Exit::CouldNotJudge })
}

/// Lists the changes without a terminal: each change once, with the command that accepts it.
fn list(which: &Which, pending: &[Pending], screen: &Screen) -> Result<Exit, Failure> {
    let style = style(screen);
    let folder = replay::quote(&folder(which).display().to_string(), cfg!(windows));
    let groups = change::groups(pending, |pending| pending.change());
    screen.print(|out| {
        for group in &groups {
            let (first, others) = (group[0], group.len() - 1);
            show(first, others, style, out)?;
            if others > 0 {
                let ids = group.iter().map(|one| one.name.as_str());
                writeln!(
                    out,
                    "  {}",
                    say!("all: {shown}", shown = shown::named(ids, shown::NAMED))
                )?;
            }
            let like = replay::quote(&first.name, cfg!(windows));
            writeln!(out, "  kentei snapshot accept --snapshots {folder} --like {like}\n")?;
        }
        let waiting = words::count(pending.len() as u64, words::Noun::Snapshot);
        writeln!(
            out,
            "{}",
            say!("{waiting} for review; to accept or reject all of them:", waiting)
        )?;
        for command in ["accept", "reject"] {
            writeln!(out, "  kentei snapshot {command} --snapshots {folder}")?;
        }
        Ok(())
    })?;
    Ok(Exit::Nonconformant)
}

fn style(screen: &Screen) -> DiffStyle {
    DiffStyle {
        color: screen.color,
        width: if screen.is_terminal { screen.width } else { usize::MAX },
    }
}

/// Shows the change of one snapshot, and how many others have the same change.
fn show(one: &Pending, others: usize, style: DiffStyle, out: &mut dyn Write) -> io::Result<()> {
    let standing = match one.old {
        Some(_) => SnapshotStanding::Changed,
        None => SnapshotStanding::New,
    };
    let mut head = format!("{} {}", standing.word(), escape::text(&one.name));
    if others > 0 {
        let same = match standing {
            SnapshotStanding::New => say!("and {number} more are new", number = others),
            SnapshotStanding::Changed | SnapshotStanding::LeftOut | SnapshotStanding::Lost => {
                say!("and {number} more in the same way", number = others)
            }
        };
        head = format!("{head} {same}");
    }
    writeln!(out, "{}", style.bold(&head))?;
    for read in [Some(&one.snap), one.old.as_ref()].into_iter().flatten() {
        if let Err(why) = read {
            let reported = say!("it is damaged: {why}", why = escape::text(why));
            writeln!(out, "  {reported}")?;
        }
    }
    shown::diff(&one.diff().once(), style, "  ", out)
}
