//! Finds the dialect of an engine if neither the command line nor the engine file gives it.
//!
//! A filter, a profile or a limit that only one dialect has decides. Otherwise the engine is asked: it gets the first
//! command of each dialect, each in a process of its own.

use std::cell::RefCell;
use std::rc::Rc;

use super::Args;
use super::plan::{Shared, plan, tentative};
use crate::cli::engines::Named;
use crate::cli::failure::{Exit, Failure};
use crate::cli::screen::{Screen, message, note};
use crate::cli::{names, select};
use crate::diagnostic::Diagnostic;
use crate::engine::Launch;
use crate::lang;
use crate::lang::Text;
use crate::protocol::{DIALECTS, Dialect};
use crate::report::{escape, replay, words};
use crate::run::openings::{Opening, OpeningReply};
use crate::run::plan::Plan;
use crate::scenario::Scenario;
use crate::transcript::ExitStatus;

/// The word that requests every dialect that the engine supports.
pub(super) const ALL: &str = "all";

/// The largest width, in columns, of an engine's last line on standard error in the message.
const LAST_WORDS: usize = 200;

/// The result of looking for the dialect.
#[derive(Clone)]
pub(super) struct Chosen {
    /// The dialects in which the engine is examined, in the order of the registry; at least one.
    pub(super) dialects: Vec<&'static dyn Dialect>,
    /// The other dialects that the engine answered.
    pub(super) also: Vec<&'static str>,
    /// Set if the engine cannot be examined: it acknowledged no first command.
    pub(super) unanswered: Option<Failure>,
}

impl Chosen {
    fn of(dialects: Vec<&'static dyn Dialect>) -> Self {
        Self { dialects, also: Vec::new(), unanswered: None }
    }
}

/// The scenarios of each dialect and the mistakes in them, read once.
#[derive(Default)]
pub(super) struct Libraries(RefCell<Vec<(&'static str, Read)>>);

/// The scenarios of a dialect and the mistakes in them.
type Read = Rc<(Vec<Scenario>, Vec<Diagnostic>)>;

impl Libraries {
    fn read(&self, args: &Args, dialect: &'static dyn Dialect) -> Read {
        if let Some((_, known)) = self.0.borrow().iter().find(|(name, _)| *name == dialect.name()) {
            return Rc::clone(known);
        }
        let (library, diagnostics) = crate::scenario::load(dialect, &args.scenarios);
        let read = Rc::new((library.scenarios, diagnostics));
        self.0.borrow_mut().push((dialect.name(), Rc::clone(&read)));
        read
    }

    /// All scenarios of a dialect in which the engine may be examined. Their mistakes are not printed.
    pub(super) fn get(
        &self,
        args: &Args,
        dialect: &'static dyn Dialect,
    ) -> Result<Vec<Scenario>, Failure> {
        let read = self.read(args, dialect);
        let (scenarios, diagnostics) = &*read;
        if diagnostics.iter().any(Diagnostic::is_error) {
            return Err(Failure::silent(Exit::BadInput));
        }
        Ok(scenarios.clone())
    }

    /// All scenarios of a dialect in which the engine is examined. All mistakes in them are printed.
    pub(super) fn shown(
        &self,
        args: &Args,
        dialect: &'static dyn Dialect,
        screen: &Screen,
    ) -> Result<Vec<Scenario>, Failure> {
        let read = self.read(args, dialect);
        if !read.1.is_empty() {
            screen.diagnostics(&read.1);
        }
        self.get(args, dialect)
    }
}

/// Refuses a filter that matches nothing in any dialect that may be played.
///
/// # Errors
/// If there is such a filter. Scenarios that cannot be read are reported later, when they are played.
pub(super) fn check_filters(args: &Args, libraries: &Libraries) -> Result<(), Failure> {
    let named = args.dialect.as_deref().filter(|_| !every(args));
    filters_match(args, &names::dialects(named)?, libraries)
}

fn filters_match(
    args: &Args,
    dialects: &[&'static dyn Dialect],
    libraries: &Libraries,
) -> Result<(), Failure> {
    let mut all = Vec::new();
    for dialect in dialects {
        match libraries.get(args, *dialect) {
            Ok(library) => all.extend(library),
            Err(_) => return Ok(()),
        }
    }
    select::check(&select::items(&all), "scenario", &args.filter)
}

/// Whether every dialect is requested that the engine supports.
pub(super) fn every(args: &Args) -> bool {
    args.dialect.as_deref() == Some(ALL)
}

/// The dialects in which an engine is examined. The caller listens for interrupts.
///
/// # Errors
/// If the arguments fit no dialect.
pub(super) fn choose(
    args: &Args,
    named: Option<&Named>,
    shared: &Shared,
    libraries: &Libraries,
    screen: &Screen,
) -> Result<Chosen, Failure> {
    let every = every(args);
    let entry = named.map(|named| &named.entry);
    let typed = args.dialect.as_deref().filter(|_| !every);
    let of_file = entry.and_then(|entry| entry.dialect).filter(|_| !every);
    let built_in = entry.is_none() && args.engine.is_none() && args.args.is_empty();
    match (typed, of_file) {
        // With `--all`, an engine without a dialect in the file is asked for the requested one.
        (Some(name), None) if args.all => {
            return ask(args, named, shared, libraries, Some(name), screen);
        }
        (Some(name), _) => return Ok(Chosen::of(vec![names::dialect(name)?])),
        (None, Some(dialect)) => return Ok(Chosen::of(vec![dialect])),
        (None, None) if built_in && !every => {
            return Ok(Chosen::of(vec![likeliest(args, DIALECTS, libraries)?]));
        }
        (None, None) => {}
    }
    if built_in {
        let plans = possible(args, named, shared, libraries, None, screen)?;
        return Ok(Chosen::of(plans.iter().map(|plan| plan.dialect).collect()));
    }
    ask(args, named, shared, libraries, None, screen)
}

/// The plans for the dialects that fit the arguments; with `only`, for that dialect alone.
fn possible(
    args: &Args,
    named: Option<&Named>,
    shared: &Shared,
    libraries: &Libraries,
    only: Option<&str>,
    screen: &Screen,
) -> Result<Vec<Plan>, Failure> {
    let dialects = names::dialects(only)?;
    let read = |dialect| libraries.get(args, dialect);
    let fitting: Vec<Plan> = dialects
        .iter()
        .filter(|dialect| may_match(args, **dialect))
        .filter_map(|dialect| tentative(args, named, *dialect, shared, &read).ok())
        .collect();
    if fitting.is_empty() {
        // The plan of the likeliest dialect gives the reason, and prints the mistakes in scenarios.
        let shown = |dialect| libraries.shown(args, dialect, screen);
        plan(args, named, likeliest(args, &dialects, libraries)?, shared, &shown)?;
    }
    Ok(fitting)
}

/// Whether the filters may match a scenario of a dialect: if each of them names a dialect, they match only scenarios of
/// these. The scenarios of the others are not read.
fn may_match(args: &Args, dialect: &dyn Dialect) -> bool {
    let mut chosen = args.filter.iter().filter(|filter| !filter.starts_with('!')).peekable();
    let is_of_dialect =
        |filter: &&String| DIALECTS.iter().any(|known| select::names_dialect(filter, *known));
    chosen.peek().is_none()
        || chosen.clone().any(|filter| select::names_dialect(filter, dialect))
        || !chosen.all(|filter| is_of_dialect(&filter))
}

/// The dialect that arguments which fit none are most likely meant for: that of the filters, otherwise the one with the
/// fewest errors.
///
/// # Errors
/// If an argument is wrong in every dialect that is equally likely.
fn likeliest(
    args: &Args,
    dialects: &[&'static dyn Dialect],
    libraries: &Libraries,
) -> Result<&'static dyn Dialect, Failure> {
    let of_filters = |dialect: &&&'static dyn Dialect| {
        args.filter.iter().any(|filter| select::names_dialect(filter, **dialect))
    };
    if let Some(dialect) = dialects.iter().find(of_filters) {
        return Ok(*dialect);
    }
    let errors = |dialect: &&'static dyn Dialect| {
        let one = std::slice::from_ref(dialect);
        let checked = [
            names::profile_among(one, args.profile.as_deref()),
            args.start.check_limits(one),
            filters_match(args, one, libraries),
        ];
        checked.iter().filter(|result| result.is_err()).count()
    };
    let counts: Vec<usize> = dialects.iter().map(errors).collect();
    let fewest = counts.iter().min();
    let best = dialects.iter().zip(&counts).filter(|(_, count)| Some(*count) == fewest);
    let best: Vec<&'static dyn Dialect> = best.map(|(dialect, _)| *dialect).collect();
    names::profile_among(&best, args.profile.as_deref())?;
    args.start.check_limits(&best)?;
    filters_match(args, &best, libraries)?;
    Ok(best[0])
}

fn ask(
    args: &Args,
    named: Option<&Named>,
    shared: &Shared,
    libraries: &Libraries,
    only: Option<&str>,
    screen: &Screen,
) -> Result<Chosen, Failure> {
    let every = every(args);
    let plans = possible(args, named, shared, libraries, only, screen)?;
    let dialects: Vec<_> = plans.iter().map(|plan| plan.dialect).collect();
    // With several engines, the filters may be meant for another engine.
    if plans.len() == 1 && !every && !args.all {
        return Ok(Chosen::of(dialects));
    }
    if args.inner_loop.dry_run {
        let first = if every { dialects } else { vec![dialects[0]] };
        return Ok(Chosen::of(first));
    }
    // If the engine does not start or the user interrupts, the run reports it.
    let replies = match crate::run::openings::openings(&plans) {
        Ok(replies) if !replies.is_empty() => replies,
        Ok(_) | Err(_) => return Ok(Chosen::of(vec![dialects[0]])),
    };
    let those = |wanted: &OpeningReply| {
        let those = replies.iter().filter(|opening| opening.reply == *wanted);
        those.map(|opening| opening.dialect).collect::<Vec<_>>()
    };
    let mut spoken = those(&OpeningReply::Acknowledged);
    if spoken.is_empty() {
        // A handshake that is not completed is a violation in its dialect.
        spoken = those(&OpeningReply::Introduced);
    }
    let has_ended = |opening: &Opening| matches!(opening.reply, OpeningReply::Ended(_));
    let all_ended = replies.iter().all(has_ended);
    // A dialect without scenarios under these filters was not tried; an engine that always ends fails in any dialect.
    let untried = args.all && only.is_none() && plans.len() < DIALECTS.len();
    if spoken.is_empty() && untried && !all_ended {
        let name = named.map_or("the engine", |named| &named.entry.name);
        let text = say!("the filters leave no scenario for \"{name}\"", name);
        return Err(
            Failure::bad_input(text).hint(say!("`--dialect` for the engines of one dialect alone"))
        );
    }
    if spoken.is_empty() {
        let words = last_words(&replies);
        if words.len() > 1 {
            message(&say!("the engine wrote on standard error:"));
            words.iter().for_each(|line| note(&format!("  {}\n", escape::text(line))));
        }
        let launch = plans[0].engine.launch();
        let unanswered =
            Some(if all_ended { exited(&replies, launch) } else { unanswered(&replies) });
        return Ok(Chosen { unanswered, ..Chosen::of(vec![dialects[0]]) });
    }
    if every {
        return Ok(Chosen::of(spoken));
    }
    let also: Vec<_> = spoken[1..].iter().map(|dialect| dialect.name()).collect();
    if !also.is_empty() && !args.quiet {
        let text = say!(
            "the engine answers {dialect}, and also {others}: it is examined as {dialect}; with `--dialect all` in each",
            dialect = spoken[0].name(),
            others = also.join(", "),
        );
        note(&format!("{}\n", lang::with_lang(screen.lang, || text.to_string())));
    }
    Ok(Chosen { dialects: vec![spoken[0]], also, unanswered: None })
}

/// The failure that each process of the engine ended before it acknowledged its first command.
fn exited(replies: &[Opening], launch: Option<&Launch>) -> Failure {
    let mut exits: Vec<Text> = replies.iter().map(|opening| how(&opening.reply)).collect();
    exits.dedup();
    let words: Vec<&str> = replies.iter().map(|opening| opening.word).collect();
    let text = say!(
        "the engine exited before it answered any first command ({words}): {exits}",
        words = words.join(", "),
        exits = Text::list(exits)
    );
    let failure = Failure::could_not_judge(with_last_line(text, replies));
    match launch {
        Some(launch) => {
            failure.hint(say!("start it by hand: {command}", command = command(launch)))
        }
        None => failure,
    }
}

/// The command that starts the engine, for a shell.
fn command(launch: &Launch) -> String {
    let words =
        std::iter::once(launch.program.as_os_str()).chain(launch.args.iter().map(AsRef::as_ref));
    let words = words.map(|word| replay::quote(&word.to_string_lossy(), cfg!(windows)));
    words.collect::<Vec<_>>().join(" ")
}

/// Adds the engine's last line on standard error: it usually gives the reason, whatever the first command was.
fn with_last_line(text: Text, replies: &[Opening]) -> Text {
    match last_words(replies).last() {
        Some(last) => {
            let line = escape::short(last, LAST_WORDS);
            say!("{text}; its last line on standard error: \"{line}\"", text, line)
        }
        None => text,
    }
}

/// The failure that the engine acknowledged no first command; lists what was tried.
fn unanswered(replies: &[Opening]) -> Failure {
    let tried = |opening: &Opening| {
        say!("`{word}` ({how})", word = opening.word, how = how(&opening.reply))
    };
    let tried = Text::list(replies.iter().map(tried));
    let text =
        with_last_line(say!("the engine acknowledges no first command: {tried}", tried), replies);
    let names: Vec<&str> = replies.iter().map(|opening| opening.dialect.name()).collect();
    Failure::could_not_judge(text)
        .hint(say!(
            "`--dialect NAME` examines it anyway, with one of: {names}",
            names = names.join(", ")
        ))
        .hint(say!("`--limits-scale 5` gives more time to an engine that is slow to start"))
}

/// The last lines on standard error of an engine that has ended: those after the earliest first command that has some.
fn last_words(replies: &[Opening]) -> &[String] {
    let mut ended = replies.iter().map(|opening| opening.last_words.as_slice());
    ended.find(|words| !words.is_empty()).unwrap_or_default()
}

fn how(reply: &OpeningReply) -> Text {
    match reply {
        OpeningReply::Acknowledged => say!("acknowledged"),
        OpeningReply::Introduced => say!("a name or options, and no acknowledgement"),
        OpeningReply::Unanswered { after, wrote: true } => {
            say!(
                "other lines, and no acknowledgement in {seconds} s",
                seconds = format!("{:.0}", after.as_secs_f64())
            )
        }
        OpeningReply::Unanswered { after, wrote: false } => {
            say!("nothing in {seconds} s", seconds = format!("{:.0}", after.as_secs_f64()))
        }
        OpeningReply::Ended(status) => exit(*status),
    }
}

/// How a process ended by itself.
fn exit(status: ExitStatus) -> Text {
    match status {
        ExitStatus::Code(code) => say!("exit code {code}", code),
        ExitStatus::Signal(_) => say!("it {exit}", exit = words::exit(status)),
    }
}
