//! Makes sessions from the rows of a covering array: few and short ones, in which each turn is legal after the one
//! before.

use std::collections::HashSet;

use super::covering::completable;
use super::lines::Line;
use super::model::Model;
use super::place::Place;
use super::random::Random;
use super::session::{Session, Stimulus, Turn};
use super::turn::{self, Bench, Choice, State};
use crate::protocol::client::TurnClasses;

/// The number of plies of a short game.
const SHORT: usize = 40;
/// The number of short games.
const GAMES: usize = 4;

impl Passage {
    /// Whether the game continues and its position is written in the same form as before.
    fn goes_on(&self) -> bool {
        matches!(self, Self::Positions([_, _, "next"], true))
    }
}

/// The properties of a set of sessions that do not come from its rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Style {
    /// The approximate number of turns of a session.
    pub(crate) turns: usize,
    /// Whether turns of other kinds are inserted between turns that ponder, and between turns that search for mate.
    pub(crate) mixed: bool,
    /// The number of games, each of one short search, before the other turns of the first session of each kind.
    pub(crate) games: usize,
    /// Whether a search is repeated in an equivalent form: in the same position, which is written in another way, with
    /// the parameters of `go` in another order. These sessions also end after a random number of turns and then play
    /// their first game again.
    pub(crate) repeats: bool,
}

/// The capabilities that the engine needs for a turn.
fn needs_of(model: &Model, row: &[u8]) -> &'static [&'static str] {
    let mode = Choice { model, row }.class("mode");
    let mut kinds = model.ways.kinds.iter();
    kinds.find(|(_, modes)| modes.contains(&mode)).map_or(&[], |(needs, _)| *needs)
}

/// The games of a set of sessions.
struct Games {
    short: Vec<Line>,
    long: Line,
}

/// The passages that were sent already.
type Neighbours = HashSet<Passage>;

/// The passage from one turn to the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Passage {
    /// The modes of the two turns.
    Modes([&'static str; 2]),
    /// How the first turn ends, and what is sent before the second.
    Ends([&'static str; 2]),
    /// The modes, the step from the first position to the second, and whether both are written in the same form.
    Positions([&'static str; 3], bool),
}

/// Sessions that play all of these rows. Each has about `style.turns` turns, and an id that begins with `prefix`.
pub(crate) fn pack(
    model: &Model,
    rows: &[Vec<u8>],
    style: Style,
    prefix: &str,
    dice: &mut Random,
) -> Vec<Session> {
    let game = model.dialect.game();
    let games = Games {
        short: (0..GAMES).map(|_| Line::random(game, SHORT, dice)).collect(),
        long: Line::random(game, model.ways.long + 2 * style.turns, dice),
    };
    let mut sessions = Vec::new();
    let mut neighbours = Neighbours::new();
    for needs in model.ways.kinds.iter().map(|(needs, _)| *needs).chain([&[][..]]) {
        let is_mine = |row: &Vec<u8>| needs_of(model, row) == needs;
        let (mut pool, mut others): (Vec<Vec<u8>>, Vec<Vec<u8>>) =
            rows.iter().cloned().partition(is_mine);
        let may_stand_between = |row: &Vec<u8>| {
            let choice = Choice { model, row };
            !choice.is("before", &["fresh"])
                && !choice.is_last()
                && needs_of(model, row).iter().all(|need| needs.contains(need))
        };
        others.retain(may_stand_between);
        if !style.mixed || needs.is_empty() {
            others.clear();
        }
        let mut games_before = style.games;
        while !pool.is_empty() {
            let mut bench =
                Bench { game, short: &games.short, long: &games.long, dice: dice.clone() };
            let first = first(model, &mut pool, &mut bench.dice);
            let opening = turn::opening(&Choice { model, row: &first });
            let turns = if style.repeats { 1 + bench.dice.below(style.turns) } else { style.turns };
            let mut course = Course::new(model, &mut bench, first);
            course.games(std::mem::take(&mut games_before));
            course.play(&mut pool, &others, Style { turns, ..style }, &mut neighbours);
            if style.repeats {
                course.first_game_again();
            }
            let (turns, closing) = course.end();
            *dice = bench.dice;
            sessions.push(Session {
                id: format!("{prefix}{}", sessions.len() + 1),
                title: title(&turns),
                dialect: model.dialect.name(),
                clauses: model.ways.clauses,
                needs: needs.to_vec(),
                profiles: vec![model.profile],
                opening,
                turns,
                closing,
            });
        }
    }
    sessions
}

/// Takes the first row of a session out of the pool, or makes a row if the pool has no such row.
fn first(model: &Model, pool: &mut Vec<Vec<u8>>, dice: &mut Random) -> Vec<u8> {
    let fresh = |row: &Vec<u8>| Choice { model, row }.is("before", &["fresh"]);
    // A session begins with a `fresh` turn. If this turn also ends the process, it is the only one of its session.
    let going = |row: &Vec<u8>| fresh(row) && !Choice { model, row }.is_last();
    let first = pool.iter().position(going).or_else(|| pool.iter().position(fresh));
    match first {
        Some(at) => pool.remove(at),
        None => filler(model, &[("before", "fresh")], dice),
    }
}

/// A session that is being made.
struct Course<'a, 'b> {
    model: &'a Model,
    bench: &'b mut Bench<'a>,
    state: State<'a>,
    turns: Vec<Turn>,
    first: Vec<u8>,
    /// The position of the first turn.
    start: Place<'a>,
    last: Vec<u8>,
}

impl<'a, 'b> Course<'a, 'b> {
    fn new(model: &'a Model, bench: &'b mut Bench<'a>, first: Vec<u8>) -> Self {
        let mut state = State::new(bench.long);
        let turn = turn::turn(&Choice { model, row: &first }, &mut state, bench, None);
        let start = state.place;
        Self { model, bench, state, turns: vec![turn], first: first.clone(), start, last: first }
    }

    fn choice<'c>(&'c self, row: &'c [u8]) -> Choice<'c> {
        Choice { model: self.model, row }
    }

    fn add(&mut self, row: Vec<u8>) {
        let choice = Choice { model: self.model, row: &row };
        let turn = turn::turn(&choice, &mut self.state, self.bench, self.turns.last_mut());
        self.turns.push(turn);
        self.last = row;
    }

    /// Plays `count` games of one short search each.
    fn games(&mut self, count: usize) {
        for _ in 0..count {
            let given = [("before", self.model.ways.next_game), ("step", "other")];
            let row = filler(self.model, &given, &mut self.bench.dice);
            if self.choice(&self.last).is_last() || !self.state.fits(&self.choice(&row)) {
                break;
            }
            self.add(row);
        }
    }

    /// Adds rows of the pool until the session has `style.turns` turns, each after one of `others` if one fits.
    fn play(
        &mut self,
        pool: &mut Vec<Vec<u8>>,
        others: &[Vec<u8>],
        style: Style,
        neighbours: &mut Neighbours,
    ) {
        let most = self.turns.len() - 1 + style.turns;
        let ends = pool.iter().any(|row| self.choice(row).is_last());
        while !self.choice(&self.last).is_last() {
            let full = self.turns.len() >= most;
            if full && !ends {
                break;
            }
            if !full
                && !others.is_empty()
                && let Some(row) = self.between(others, neighbours)
            {
                neighbours.insert(self.positions(&row));
                self.add(row);
            }
            let Some(next) = self.next(pool, full, neighbours) else { break };
            let row = pool.remove(next);
            neighbours.extend(self.passages(&row));
            self.add(row);
            if style.repeats && self.turns.len() < most && !self.choice(&self.last).is_last() {
                self.in_other_words();
            }
        }
    }

    /// Repeats the last search in the same position, written in another way if there is one.
    fn in_other_words(&mut self) {
        let last = self.choice(&self.last);
        let same = SAME_SEARCH.map(|name| (name, last.class(name)));
        let order = if last.is("order", &["usual"]) { "permuted" } else { "usual" };
        let now = last.class("position");
        let model = self.model;
        let column = model.column("position");
        let mut forms =
            column.map_or_else(Vec::new, |column| model.parameters[column].classes.clone());
        forms.sort_by_key(|form| *form == now);
        let go_on = [("before", "same-game"), ("step", "again"), ("option", "none")];
        for form in forms {
            for order in [order, "usual"] {
                let given = [&same[..], &go_on, &[("position", form), ("order", order)]].concat();
                let row = with_classes(model, &given, &mut self.bench.dice);
                if let Some(row) = row.filter(|row| self.state.fits(&self.choice(row))) {
                    self.add(row);
                    return;
                }
            }
        }
    }

    /// Plays the first game again.
    fn first_game_again(&mut self) {
        let first = self.choice(&self.first);
        let same = SAME_SEARCH.map(|name| (name, first.class(name)));
        let next_game = self.model.ways.next_game;
        let given = [
            ("before", next_game),
            ("step", "other"),
            ("option", "none"),
            ("position", first.class("position")),
            ("order", first.class("order")),
        ];
        let row = with_classes(self.model, &[&same[..], &given].concat(), &mut self.bench.dice);
        let ended = self.choice(&self.last).is_last();
        if let Some(row) = row.filter(|row| !ended && self.state.fits(&self.choice(row))) {
            self.state.return_to = Some(self.start);
            self.add(row);
        }
    }

    fn classes(&self, before: &str, row: &[u8], name: &str) -> [&'static str; 2] {
        [self.choice(&self.last).class(before), self.choice(row).class(name)]
    }

    /// The passages that occur if this row follows.
    fn passages(&self, row: &[u8]) -> [Passage; 2] {
        let modes = self.classes("mode", row, "mode");
        [Passage::Modes(modes), Passage::Ends(self.classes("ender", row, "before"))]
    }

    /// The passage of positions that occurs if this row follows.
    fn positions(&self, row: &[u8]) -> Passage {
        let [last, mode] = self.classes("mode", row, "mode");
        let [before, position] = self.classes("position", row, "position");
        Passage::Positions([last, mode, self.choice(row).class("step")], before == position)
    }

    /// One of `others` that can follow, preferably one whose passage was not sent yet.
    fn between(&mut self, others: &[Vec<u8>], neighbours: &Neighbours) -> Option<Vec<u8>> {
        let mut fitting: Vec<&Vec<u8>> =
            others.iter().filter(|row| self.state.fits(&self.choice(row))).collect();
        let mut new: Vec<Passage> = fitting.iter().map(|row| self.positions(row)).collect();
        new.retain(|passage| !neighbours.contains(passage));
        new.sort_unstable();
        new.dedup();
        // Most of what clients send is a game that continues, so this comes first.
        if new.iter().any(|passage| passage.goes_on()) {
            new.retain(|passage| passage.goes_on());
        }
        if let Some(passage) = self.bench.dice.choose(&new) {
            fitting.retain(|row| self.positions(row) == *passage);
        }
        self.bench.dice.choose(&fitting).map(|row| (*row).clone())
    }

    /// The row of the pool that follows best. If the session is full, only a row that ends it.
    fn next(&self, pool: &[Vec<u8>], full: bool, neighbours: &Neighbours) -> Option<usize> {
        let is_next = |row: &Vec<u8>| {
            let choice = self.choice(row);
            !choice.is("before", &["fresh"])
                && self.state.fits(&choice)
                && (!full || choice.is_last())
        };
        let news = |row: &Vec<u8>| {
            let passages = self.passages(row);
            passages.iter().filter(|passage| !neighbours.contains(*passage)).count()
        };
        // A row that ends the process comes last, so that no session lacks one while there are some left.
        let rank =
            |at: &usize| (self.choice(&pool[*at]).is_last(), std::cmp::Reverse(news(&pool[*at])));
        (0..pool.len()).filter(|at| is_next(&pool[*at])).min_by_key(rank)
    }

    /// The turns, and the stimuli that end the dialogue after them.
    fn end(self) -> (Vec<Turn>, Vec<Stimulus>) {
        let ended = self.choice(&self.last).is_last();
        let closing = if ended { Vec::new() } else { turn::closing(self.model, &self.state) };
        (self.turns, closing)
    }
}

/// `Generated: clock ended by reply; infinite ended by stop`.
fn title(turns: &[Turn]) -> String {
    let of = |turn: &Turn| {
        let class = |name: &str| turn.class(name).unwrap_or_default();
        format!("{} ended by {}", class("mode"), class("ender"))
    };
    let turns: Vec<String> = turns.iter().map(of).collect();
    format!("Generated: {}", turns.join("; "))
}

/// The parameters that define a search, other than its position and the order of its words.
const SAME_SEARCH: [&str; 7] = ["mode", "own", "other", "period", "searchmoves", "ender", "moment"];

/// An extra turn: a short search with the classes of `given`, and any legal choice otherwise.
fn filler(model: &Model, given: &[(&str, &str)], dice: &mut Random) -> Vec<u8> {
    let short =
        [("mode", "infinite"), ("ender", "stop"), ("moment", "at-once"), ("option", "none")];
    with_classes(model, &[&short[..], given].concat(), dice).unwrap_or_default()
}

/// A turn with the classes of `given`, and any legal choice otherwise; `None` if they do not go together.
fn with_classes(model: &Model, given: &[(&str, &str)], dice: &mut Random) -> Option<Vec<u8>> {
    let wanted = model.wanted(&[]);
    let mut row: Vec<Option<u8>> = vec![None; model.parameters.len()];
    for (name, class) in given {
        let column = model.column(name)?;
        let at = model.parameters[column].classes.iter().position(|known| known == class)?;
        // A parameter has at most 32 classes.
        row[column] = Some(at as u8);
    }
    if !completable(&wanted, &row) {
        return None;
    }
    for column in 0..row.len() {
        if row[column].is_none() {
            for class in dice.shuffled(wanted.sizes[column]) {
                row[column] = Some(class);
                if completable(&wanted, &row) {
                    break;
                }
            }
        }
    }
    row.into_iter().collect()
}
