//! Commands that are lost, answered with text, or fatal.

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use crate::reference::Ending;
use crate::reference::family::desk::Desk;
use crate::reference::family::{Board, Dialect, Hooks, hooks::Heed, words};

/// Longer than any client waits; then even a hanging engine goes away.
const PATIENCE: Duration = Duration::from_secs(60);

/// Looks at the words of every line before it is obeyed.
pub(in crate::reference) fn command<B: Board>(
    hooks: &mut Hooks<B>,
    mut look: impl FnMut(&Arc<Desk>, &[&str]) -> Heed + 'static,
) {
    hooks.line = Some(Box::new(move |desk, line| look(desk, &words::split(line))));
}

/// The process ends at some commands.
pub(in crate::reference) fn end_on<B: Board>(
    hooks: &mut Hooks<B>,
    ending: Ending,
    mut fatal: impl FnMut(&Desk, &[&str]) -> bool + 'static,
) {
    command(hooks, move |desk, words| {
        if fatal(desk, words) {
            desk.end(ending);
        }
        Heed::Obey
    });
}

/// The process ends when it is greeted a second time.
pub(in crate::reference) fn end_on_second_hello<D: Dialect>(hooks: &mut Hooks<D::Board>) {
    let mut greeted = false;
    end_on(hooks, Ending::Abort, move |_, words| {
        words == [D::HELLO] && std::mem::replace(&mut greeted, true)
    });
}

/// Some commands are lost.
pub(in crate::reference) fn lose<B: Board>(
    hooks: &mut Hooks<B>,
    mut lost: impl FnMut(&Desk, &[&str]) -> bool + 'static,
) {
    command(hooks, move |desk, words| match lost(desk, words) {
        true => Heed::Ignore,
        false => Heed::Obey,
    });
}

/// Of several positions before a `go` the first is kept.
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

/// Some commands are answered with a text of their own and then obeyed.
pub(in crate::reference) fn say_on<B: Board>(
    hooks: &mut Hooks<B>,
    mut text: impl FnMut(&Desk, &[&str]) -> Option<String> + 'static,
) {
    command(hooks, move |desk, words| {
        if let Some(text) = text(desk, words) {
            desk.say(&text);
        }
        Heed::Obey
    });
}

/// A fixed text where a condition holds.
pub(in crate::reference) fn says(condition: bool, text: &str) -> Option<String> {
    condition.then(|| text.to_owned())
}

/// Does nothing until the client has lost its patience.
pub(in crate::reference) fn hang(desk: &Desk) {
    desk.nap(PATIENCE);
    desk.end(Ending::Exit(1));
}

/// The process ends a moment later.
pub(in crate::reference) fn end_soon(desk: &Arc<Desk>, ending: Ending) {
    let desk = Arc::clone(desk);
    let end = move || {
        desk.nap(Duration::from_millis(20));
        desk.end(ending);
    };
    // Without a thread there is one misbehaviour less.
    let _ = thread::Builder::new().name("ending".to_owned()).spawn(end);
}

/// A command that comes during a search waits for its end.
pub(in crate::reference) fn wait_for_search<B: Board>(hooks: &mut Hooks<B>, name: &'static str) {
    command(hooks, move |desk, words| {
        if let (true, Some(epoch)) = (words.first() == Some(&name), desk.open()) {
            epoch.wait_closed(PATIENCE);
        }
        Heed::Obey
    });
}

/// In a search `isready` is answered this much later, while info lines go on.
pub(in crate::reference) fn ready_late_in_search<B: Board>(hooks: &mut Hooks<B>, after: Duration) {
    /// A search that has just begun, or is about to end, is left alone.
    const SETTLED: Duration = Duration::from_millis(200);
    const INFO: Duration = Duration::from_millis(100);
    command(hooks, move |desk, words| {
        let open = desk.open().filter(|_| words == ["isready"]);
        let Some(epoch) = open.filter(|epoch| epoch.started.elapsed() >= SETTLED) else {
            return Heed::Obey;
        };
        let desk = Arc::clone(desk);
        thread::spawn(move || {
            let asked = Instant::now();
            while asked.elapsed() < after {
                epoch.while_open(|| desk.say("info string still at it"));
                desk.nap(INFO.min(after.saturating_sub(asked.elapsed())));
            }
            desk.say("readyok");
        });
        Heed::Ignore
    });
}

/// A command that ends the ponder search without a reply.
pub(in crate::reference) fn drop_on<B: Board>(hooks: &mut Hooks<B>, name: &'static str) {
    command(hooks, move |desk, words| {
        if let (true, true, Some(epoch)) =
            (words.first() == Some(&name), desk.is_pondering(), desk.open())
        {
            epoch.drop_reply();
        }
        Heed::Obey
    });
}

/// `quit` waits for the end of the search.
pub(in crate::reference) fn quit_waits<B: Board>(hooks: &mut Hooks<B>) {
    wait_for_search(hooks, "quit");
}

/// A first word that begins like a command is taken for it.
pub(in crate::reference) fn whole_command_by_prefix<D: Dialect>(hooks: &mut Hooks<D::Board>) {
    const SHARED: [&str; 6] = ["isready", "setoption", "position", "ponderhit", "stop", "quit"];
    command(hooks, |_, words| {
        let Some((first, rest)) = words.split_first() else {
            return Heed::Obey;
        };
        let exact = [D::NEW_GAME, D::HELLO, "go", "gameover", "debug", "register"];
        if exact.contains(first) || SHARED.contains(first) {
            return Heed::Obey;
        }
        let mut known = SHARED.iter().copied().chain([D::NEW_GAME, D::HELLO, "go"]);
        match known.find(|name| first.starts_with(name)) {
            Some(name) => Heed::Instead(vec![format!("{name} {}", rest.join(" "))]),
            None => Heed::Obey,
        }
    });
}
