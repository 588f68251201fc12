//! Makes the stimuli of a turn from its classes: lines, moments, and what ends each wait.

use std::time::Duration;

use super::lines::Line;
use super::model::Model;
use super::place::{self, Place};
use super::random::Random;
use super::session::{Action, Stimulus, Turn, Wait};
use crate::games::Game;
use crate::protocol::Question;
use crate::protocol::client::TurnClasses;

/// The classes of one turn.
pub(crate) struct Choice<'a> {
    pub(crate) model: &'a Model,
    pub(crate) row: &'a [u8],
}

impl TurnClasses for Choice<'_> {
    fn class(&self, parameter: &str) -> &'static str {
        let column = self.model.column(parameter);
        let class = column.and_then(|column| {
            let class = self.row.get(column)?;
            self.model.parameters[column].classes.get(usize::from(*class)).copied()
        });
        class.unwrap_or_default()
    }
}

impl Choice<'_> {
    /// Whether the turn ends the process.
    pub(crate) fn is_last(&self) -> bool {
        self.is("ender", &["quit", "end-of-input"])
    }

    /// Whether the turn asks for readiness before the position.
    pub(crate) fn asks_ready(&self) -> bool {
        let new_game = self.is("before", &["new-game"]);
        if self.model.ways.ready_after_new_game && new_game {
            return true;
        }
        !new_game && !self.is("before", &["same-game"])
    }

    fn is_game_over(&self) -> bool {
        self.class("before").starts_with("gameover-")
    }
}

/// The state of a session between two turns.
pub(crate) struct State<'a> {
    pub(crate) place: Place<'a>,
    /// The position of the next turn, if it is not derived from the position of the last turn.
    pub(crate) return_to: Option<Place<'a>>,
    /// Whether the last turn has ended its game.
    over: bool,
    /// The types of the options that do not have their default value now.
    changed: Option<&'static str>,
    /// The pause before the next stimulus.
    pause: Duration,
}

impl<'a> State<'a> {
    pub(crate) fn new(line: &'a Line) -> Self {
        let place = Place::start(line);
        let pause = Duration::ZERO;
        Self { place, return_to: None, over: false, changed: None, pause }
    }

    /// Whether a turn can follow in this state.
    pub(crate) fn fits(&self, choice: &Choice<'_>) -> bool {
        let ready = choice.asks_ready();
        let game = !self.over || choice.is_game_over();
        // A client that sets no option during a game does not reset one during a game either.
        let in_game = choice
            .model
            .column("when")
            .is_some_and(|column| choice.model.parameters[column].classes.contains(&"after-ready"));
        let options = self.changed.is_none() || ready || in_game;
        let least = match choice.class("step") {
            "again" if choice.is("position", &["written"]) => 0,
            "again" => 1,
            "back" => 3,
            _ => 0,
        };
        let room = !choice.is("step", &["next"]) || self.place.ply + 2 <= self.place.line.plies();
        game && options && self.place.ply >= least && room
    }
}

/// The games and the random numbers that a turn uses.
pub(crate) struct Bench<'a> {
    pub(crate) game: &'static dyn Game,
    pub(crate) short: &'a [Line],
    pub(crate) long: &'a Line,
    pub(crate) dice: Random,
}

/// The result of the last game, taken from the class of `before` of the next turn.
fn result(choice: &Choice<'_>) -> &'static str {
    choice.class("before").strip_prefix("gameover-").unwrap_or("draw")
}

/// The stimuli that begin a dialogue, with the options that the first turn sets before it asks for readiness.
pub(crate) fn opening(choice: &Choice<'_>) -> Vec<Stimulus> {
    let Model { ways, lines, .. } = choice.model;
    let mut stimuli = vec![asked(lines.hello())];
    if choice.is("when", &["before-ready"]) {
        stimuli.extend(options(choice));
    }
    stimuli.push(asked(lines.ready()));
    stimuli.extend(ways.settings.iter().map(|line| Stimulus::line(*line)));
    stimuli.push(Stimulus::line(lines.new_game()));
    if ways.ready_after_new_game {
        stimuli.push(asked(lines.ready()));
    }
    stimuli
}

/// The stimuli that end a dialogue if the engine still runs.
pub(crate) fn closing(model: &Model, state: &State<'_>) -> Vec<Stimulus> {
    let mut stimuli = Vec::new();
    if !state.over {
        stimuli.extend(model.lines.game_over("draw").map(Stimulus::line));
    }
    stimuli.extend(state.changed.map(|kinds| set(kinds, "default")));
    stimuli.push(asked(model.lines.ready()));
    let closing = model.dialect.kinds().iter().filter(|kind| kind.closes);
    let quiet = Wait::Silence(closing.map(|kind| kind.name).collect(), Duration::from_millis(60));
    stimuli.push(Stimulus { pause: Duration::ZERO, action: Action::None, wait: quiet });
    if let Some(first) = stimuli.first_mut() {
        first.pause = state.pause;
    }
    stimuli
}

/// Makes the stimuli of a turn and updates the state of the session.
pub(crate) fn turn<'a>(
    choice: &Choice<'_>,
    state: &mut State<'a>,
    bench: &mut Bench<'a>,
    last: Option<&mut Turn>,
) -> Turn {
    if let (true, Some(last)) = (state.over, last) {
        name_result(choice, last);
    }
    let mut stimuli = before(choice, state);
    let mut position = vec![place::position(choice, state, bench)];
    position.extend(banned(choice, state, bench));
    let go = go(choice, state, bench);
    stimuli.extend(search(choice, position, go));
    if let Some(first) = stimuli.first_mut() {
        first.pause += std::mem::take(&mut state.pause);
    }
    state.over = choice.is("ender", &["stop-gameover"]);
    if choice.is("pause", &["40ms"]) {
        state.pause = Duration::from_millis(40);
    }
    let parameters = choice.model.parameters.iter();
    let classes = parameters.map(|parameter| (parameter.name, choice.class(parameter.name)));
    Turn { classes: classes.collect(), stimuli }
}

/// Writes the result that the next turn asks for into the command that ends the game, at the end of the previous turn.
fn name_result(choice: &Choice<'_>, turn: &mut Turn) {
    if let Some(named) = choice.model.lines.game_over(result(choice))
        && let Some(Action::Send(lines)) = turn.stimuli.last_mut().map(|last| &mut last.action)
        && let Some(last) = lines.last_mut()
    {
        *last = named;
    }
}

/// The stimuli before the position.
fn before(choice: &Choice<'_>, state: &mut State<'_>) -> Vec<Stimulus> {
    let Model { ways, lines, .. } = choice.model;
    let fresh = choice.is("before", &["fresh"]);
    let mut stimuli = Vec::new();
    if choice.is_game_over() && !state.over {
        stimuli.extend(lines.game_over(result(choice)).map(Stimulus::line));
    }
    if let Some(kinds) = state.changed.take() {
        stimuli.push(set(kinds, "default"));
        if !choice.asks_ready() {
            stimuli.extend(settled(choice.model, kinds));
        }
    }
    if choice.is("when", &["before-ready"]) && !fresh {
        stimuli.extend(options(choice));
    }
    let new_game = || Stimulus::line(lines.new_game());
    let ready = || asked(lines.ready());
    if ways.ready_after_new_game && choice.is("before", &["new-game"]) {
        stimuli.extend([new_game(), ready()]);
    } else if choice.is("before", &["new-game"]) {
        stimuli.push(new_game());
    } else if choice.is("before", &["ready"]) {
        stimuli.push(ready());
    } else if choice.is_game_over() {
        stimuli.extend([ready(), new_game()]);
    }
    if choice.is("when", &["after-ready"]) {
        stimuli.extend(options(choice));
        stimuli.extend(kinds(choice).and_then(|(kinds, _)| settled(choice.model, kinds)));
    }
    if !choice.is("option", &["none", "defaults"]) {
        state.changed = kinds(choice).map(|(kinds, _)| kinds);
    }
    stimuli
}

/// The readiness question after options of these types are set: when a number is set, an engine may load its network
/// again.
fn settled(model: &Model, kinds: &str) -> Option<Stimulus> {
    kinds.contains("spin").then(|| asked(model.lines.ready()))
}

/// A question that the engine answers at once.
fn asked(question: Question) -> Stimulus {
    let Question { line, replies, within } = question;
    Stimulus::line(line).then(Wait::Reply {
        kinds: replies,
        within,
        stop_after: None,
        clause: None,
    })
}

fn set(kinds: &'static str, to: &'static str) -> Stimulus {
    Stimulus { pause: Duration::ZERO, action: Action::SetOptions(kinds, to), wait: Wait::None }
}

/// The types of the options that a turn sets, and the value.
fn kinds(choice: &Choice<'_>) -> Option<(&'static str, &'static str)> {
    match choice.class("option") {
        "check-other" => Some(("check", "other")),
        "combo-other" => Some(("combo", "other")),
        "spin-min" => Some(("spin", "min")),
        "spin-max" => Some(("spin", "max")),
        "defaults" => Some(("check, spin, combo", "default")),
        _ => None,
    }
}

fn options(choice: &Choice<'_>) -> Option<Stimulus> {
    kinds(choice).map(|(kinds, to)| set(kinds, to))
}

/// The line that starts the search.
fn go(choice: &Choice<'_>, state: &State<'_>, bench: &Bench<'_>) -> String {
    let count = match choice.class("searchmoves") {
        "one" => 1,
        "some" => 3,
        _ => 0,
    };
    let Place { line, ply, .. } = state.place;
    let moves = line.next_moves(bench.game, ply, count);
    choice.model.lines.search(choice, ply, &moves)
}

/// The line that forbids some moves of the position, but never all of them; `None` if the turn forbids none.
fn banned(choice: &Choice<'_>, state: &State<'_>, bench: &Bench<'_>) -> Option<String> {
    let count = match choice.class("banned") {
        "one" => 1,
        "some" => 3,
        _ => return None,
    };
    let mut moves = state.place.line.next_moves(bench.game, state.place.ply, count + 1);
    moves.pop();
    (!moves.is_empty()).then(|| choice.model.lines.ban(&moves))
}

/// The stimuli of the search: the position with what belongs to it, `go`, and what ends the search.
fn search(choice: &Choice<'_>, mut position: Vec<String>, go: String) -> Vec<Stimulus> {
    let Model { dialect, ways, lines: client, .. } = choice.model;
    let kinds = client.replies(choice);
    let moment = match choice.class("moment") {
        "20ms" => Duration::from_millis(20),
        "100ms" => Duration::from_millis(100),
        _ => Duration::ZERO,
    };
    // A search that ends soon by itself gets a stop only if it is still open at the given moment.
    let held =
        choice.is("mode", &["infinite", "ponder", "mate-infinite"]) || choice.is("own", &["long"]);
    let same_write = choice.is("moment", &["same-write"]);
    let within = |within: &'static str, stop_after: Option<Duration>| Wait::Reply {
        kinds,
        within,
        stop_after,
        clause: None,
    };
    let mut limits = ways.limits.iter();
    let limit = limits.find(|(mode, _)| choice.is("mode", &[mode]));
    let by_itself = Wait::Reply {
        kinds,
        within: "clock",
        stop_after: None,
        clause: limit.map(|(_, clause)| *clause),
    };
    let soon = Duration::from_millis(20);
    let long = choice.is("own", &["long"]);
    let hit = || vec![client.ponder_hit(choice).to_owned()];
    let stop = || vec![dialect.stop().to_owned()];
    let (ending, wait): (Vec<String>, Wait) = match choice.class("ender") {
        "stop" if held || same_write => (stop(), within("stop", None)),
        "stop" => (Vec::new(), within("limit", Some(moment))),
        "stop-gameover" => {
            let over = client.game_over("draw");
            (stop().into_iter().chain(over).collect(), within("stop", None))
        }
        "hit" => (hit(), within("clock", None)),
        // With a long clock, an engine that has lost the search could wait for the whole clock; so the stop is always
        // sent.
        "hit-stop" if long => (hit(), Wait::None),
        "hit-stop" => (hit(), within("limit", Some(soon))),
        "quit" => (vec![dialect.quit().to_owned()], Wait::Exit { lenient: false }),
        "end-of-input" => (Vec::new(), Wait::Exit { lenient: true }),
        _ => (Vec::new(), by_itself),
    };
    let mut stimuli = Vec::new();
    if choice.is("writes", &["two"]) {
        stimuli.push(Stimulus::lines(std::mem::take(&mut position)));
    }
    let mut first = position;
    first.push(go);
    if same_write {
        first.extend(ending);
        stimuli.push(Stimulus::lines(first).then(wait));
    } else if choice.is("ender", &["end-of-input"]) {
        stimuli.push(Stimulus::lines(first));
        stimuli.push(Stimulus { pause: moment, action: Action::CloseInput, wait });
    } else if ending.is_empty() {
        stimuli.push(Stimulus::lines(first).then(wait));
    } else {
        stimuli.push(Stimulus::lines(first));
        stimuli.push(Stimulus::lines(ending).after(moment).then(wait));
    }
    if choice.is("ender", &["hit-stop"]) && long {
        stimuli.push(Stimulus::lines(stop()).after(soon).then(within("stop", None)));
    }
    if kinds.len() > 1 && choice.is("ender", &["stop", "hit-stop"]) {
        // A reply to a stop that crossed the first reply, such as a move of the book, must not arrive during the next
        // search.
        stimuli.push(asked(client.ready()));
    }
    stimuli
}
