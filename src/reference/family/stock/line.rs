//! Commands that are ignored, answered with text, or fatal.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use crate::reference::Ending;
use crate::reference::family::epoch::Epoch;
use crate::reference::family::shared_state::SharedState;
use crate::reference::family::{Board, Dialect, Hooks, hooks::Handling, options, words};

/// Longer than any client waits; after this time even an engine that hangs ends.
const PATIENCE: Duration = Duration::from_secs(60);

/// Calls `look` with the words of every line; it decides what the engine does with the line.
pub(in crate::reference) fn command<B: Board>(
    hooks: &mut Hooks<B>,
    mut look: impl FnMut(&Arc<SharedState>, &[&str]) -> Handling + 'static,
) {
    hooks.lines.push(Box::new(move |shared, line| look(shared, &words::split(line))));
}

/// A flag that each such command sets; the caller resets it.
pub(in crate::reference) fn has_come<B: Board>(
    hooks: &mut Hooks<B>,
    is_meant: impl Fn(&SharedState, &[&str]) -> bool + 'static,
) -> Rc<Cell<bool>> {
    let flag = Rc::new(Cell::new(false));
    let set = Rc::clone(&flag);
    command(hooks, move |shared, words| {
        if is_meant(shared, words) {
            set.set(true);
        }
        Handling::Obey
    });
    flag
}

/// Ends the process at some commands.
pub(in crate::reference) fn end_on<B: Board>(
    hooks: &mut Hooks<B>,
    ending: Ending,
    mut fatal: impl FnMut(&SharedState, &[&str]) -> bool + 'static,
) {
    command(hooks, move |shared, words| {
        if fatal(shared, words) {
            shared.end(ending);
        }
        Handling::Obey
    });
}

/// Ends the process at `go` while the last number that this option was set to is `bad`; `None` is no number.
pub(in crate::reference) fn ends_at_go_after<B: Board>(
    hooks: &mut Hooks<B>,
    name: &'static str,
    bad: fn(Option<i64>) -> bool,
) {
    let mut is_bad = false;
    end_on(hooks, Ending::Abort, move |_, words| {
        let line = words.join(" ");
        let set = options::read(&line).or_else(|| options::read_bare(&line));
        if let Some((_, value)) = set.filter(|(set, _)| set == name)
            && words.first() == Some(&"setoption")
        {
            is_bad = bad(value.and_then(|value| value.parse().ok()));
        }
        is_bad && words.first() == Some(&"go")
    });
}

/// Ends the process at the second handshake command.
pub(in crate::reference) fn end_on_second_hello<D: Dialect>(hooks: &mut Hooks<D::Board>) {
    let mut greeted = false;
    end_on(hooks, Ending::Abort, move |_, words| {
        words == [D::HELLO] && std::mem::replace(&mut greeted, true)
    });
}

/// Ignores some commands.
pub(in crate::reference) fn lose<B: Board>(
    hooks: &mut Hooks<B>,
    mut lost: impl FnMut(&SharedState, &[&str]) -> bool + 'static,
) {
    command(hooks, move |shared, words| match lost(shared, words) {
        true => Handling::Ignore,
        false => Handling::Obey,
    });
}

/// Ignores some lines, as they were sent.
pub(in crate::reference) fn lose_lines<B: Board>(hooks: &mut Hooks<B>, lost: fn(&str) -> bool) {
    hooks.lines.push(Box::new(move |_, line| match lost(line) {
        true => Handling::Ignore,
        false => Handling::Obey,
    }));
}

/// Whether there is a tab, or more than one blank, between two words of a line.
pub(in crate::reference) fn has_wide_gaps(line: &str) -> bool {
    let inside = line.trim();
    inside.contains('\t') || inside.contains("  ")
}

/// Whether a line sets an option and ends in white space.
pub(in crate::reference) fn sets_option_and_ends_in_blank(line: &str) -> bool {
    line.starts_with("setoption") && line.ends_with([' ', '\t'])
}

/// Keeps the first of several positions before a `go`.
pub(in crate::reference) fn keeps_the_first_position<B: Board>(hooks: &mut Hooks<B>) {
    let mut set = false;
    lose(hooks, move |_, words| match words.first() {
        Some(&"position") => std::mem::replace(&mut set, true),
        Some(&"go") => {
            set = false;
            false
        }
        Some(_) | None => false,
    });
}

/// Answers some commands with a text, and then obeys them.
pub(in crate::reference) fn say_on<B: Board>(
    hooks: &mut Hooks<B>,
    mut text: impl FnMut(&SharedState, &[&str]) -> Option<String> + 'static,
) {
    command(hooks, move |shared, words| {
        if let Some(text) = text(shared, words) {
            shared.say(&text);
        }
        Handling::Obey
    });
}

/// The text, if the condition is true.
pub(in crate::reference) fn says(condition: bool, text: &str) -> Option<String> {
    condition.then(|| text.to_owned())
}

/// Does nothing until the client has given up, then ends the process.
pub(in crate::reference) fn hang(shared: &SharedState) {
    shared.nap(PATIENCE);
    shared.end(Ending::Exit(1));
}

/// Ends the process after 20 ms.
pub(in crate::reference) fn end_soon(shared: &Arc<SharedState>, ending: Ending) {
    let shared = Arc::clone(shared);
    let end = move || {
        shared.nap(Duration::from_millis(20));
        shared.end(ending);
    };
    // Without the thread, the defect does not show; nothing else fails.
    let _ = thread::Builder::new().name("ending".to_owned()).spawn(end);
}

/// Lets a command that comes during such a search wait for the end of the search.
pub(in crate::reference) fn wait_for_search<B: Board>(
    hooks: &mut Hooks<B>,
    name: &'static str,
    search: impl Fn(&Epoch) -> bool + 'static,
) {
    command(hooks, move |shared, words| {
        let open = shared.open().filter(|epoch| search(epoch));
        if let (true, Some(epoch)) = (words.first() == Some(&name), open) {
            epoch.wait_closed(PATIENCE);
        }
        Handling::Obey
    });
}

/// Answers `isready` after `ponderhit` only after the search, which takes two seconds more.
pub(in crate::reference) fn ready_waits_after_hit<B: Board>(hooks: &mut Hooks<B>) {
    super::answer_after(hooks, |timing| timing.pondered.map(|_| Duration::from_secs(2)));
    wait_for_search(hooks, "isready", Epoch::was_hit);
}

/// Answers `isready` in a search this much later, and writes lines meanwhile.
pub(in crate::reference) fn ready_late_in_search<B: Board>(hooks: &mut Hooks<B>, after: Duration) {
    /// In a search younger than this, `isready` is answered at once.
    const SETTLED: Duration = Duration::from_millis(200);
    const INFO: Duration = Duration::from_millis(100);
    command(hooks, move |shared, words| {
        let open = shared.open().filter(|_| words == ["isready"]);
        let Some(epoch) = open.filter(|epoch| epoch.started.elapsed() >= SETTLED) else {
            return Handling::Obey;
        };
        let shared = Arc::clone(shared);
        thread::spawn(move || {
            let asked = Instant::now();
            while asked.elapsed() < after {
                epoch.while_open(|| shared.say("info string still at it"));
                shared.nap(INFO.min(after.saturating_sub(asked.elapsed())));
            }
            shared.say("readyok");
        });
        Handling::Ignore
    });
}

/// Ends a ponder search without a reply when this command comes.
pub(in crate::reference) fn drop_on<B: Board>(hooks: &mut Hooks<B>, name: &'static str) {
    command(hooks, move |shared, words| {
        if let (true, true, Some(epoch)) =
            (words.first() == Some(&name), shared.is_pondering(), shared.open())
        {
            epoch.drop_reply();
        }
        Handling::Obey
    });
}

/// Lets `quit` wait for the end of the search.
pub(in crate::reference) fn quit_waits<B: Board>(hooks: &mut Hooks<B>) {
    wait_for_search(hooks, "quit", |_| true);
}

/// Takes a first word that begins with the name of a command for that command.
pub(in crate::reference) fn whole_command_by_prefix<D: Dialect>(hooks: &mut Hooks<D::Board>) {
    const SHARED: [&str; 6] = ["isready", "setoption", "position", "ponderhit", "stop", "quit"];
    command(hooks, |_, words| {
        let Some((first, rest)) = words.split_first() else {
            return Handling::Obey;
        };
        let exact = [D::NEW_GAME, D::HELLO, "go", "gameover", "debug", "register"];
        if exact.contains(first) || SHARED.contains(first) {
            return Handling::Obey;
        }
        let mut known = SHARED.iter().copied().chain([D::NEW_GAME, D::HELLO, "go"]);
        match known.find(|name| first.starts_with(name)) {
            Some(name) => Handling::Instead(vec![format!("{name} {}", rest.join(" "))]),
            None => Handling::Obey,
        }
    });
}
