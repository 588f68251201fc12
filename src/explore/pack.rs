//! From rows of a covering array to sessions: few, short, and each turn legal after the one before.

use std::collections::HashSet;

use super::covering::{Wanted, completable};
use super::lines::Line;
use super::model::Model;
use super::random::Random;
use super::session::Session;
use super::turn::{self, Bench, Choice, State};

/// How many plies short games have.
const SHORT: usize = 40;
/// How many short games there are.
const GAMES: usize = 4;

/// What the rows of a session have in common: what the engine must be capable of.
const KINDS: [(Option<&str>, &[&str]); 3] =
    [(Some("ponder"), &["ponder"]), (Some("mate"), &["mate", "mate-infinite"]), (None, &[])];

/// The games of a set of sessions.
struct Games {
    short: Vec<Line>,
    long: Line,
}

/// What was sent one after the other: the modes of two turns, and how one ended with what came before the other.
type Neighbours = HashSet<(u8, &'static str, &'static str)>;

/// The sessions that play these rows, none of which is left out, with about so many turns each. Their ids begin so.
pub(crate) fn pack(
    model: &Model,
    rows: &[Vec<u8>],
    turns: usize,
    prefix: &str,
    dice: &mut Random,
) -> Vec<Session> {
    let game = model.dialect.game();
    let games = Games {
        short: (0..GAMES).map(|_| Line::random(game, SHORT, dice)).collect(),
        long: Line::random(game, model.wording.long + 2 * turns, dice),
    };
    let mut sessions = Vec::new();
    let mut neighbours = Neighbours::new();
    for (needs, modes) in KINDS {
        let is_mine = |row: &Vec<u8>| {
            let mode = Choice { model, row }.class("mode");
            let other = KINDS.iter().any(|(_, modes)| modes.contains(&mode));
            if needs.is_some() { modes.contains(&mode) } else { !other }
        };
        let mut pool: Vec<Vec<u8>> = rows.iter().filter(|row| is_mine(row)).cloned().collect();
        while !pool.is_empty() {
            let mut session = one(model, &mut pool, turns, &games, &mut neighbours, dice);
            session.needs = needs.into_iter().collect();
            session.id = format!("{prefix}{}", sessions.len() + 1);
            sessions.push(session);
        }
    }
    sessions
}

/// Takes the rows of one session out of the pool.
fn one(
    model: &Model,
    pool: &mut Vec<Vec<u8>>,
    most: usize,
    games: &Games,
    neighbours: &mut Neighbours,
    dice: &mut Random,
) -> Session {
    let of = |row: &Vec<u8>, name: &str| Choice { model, row }.class(name);
    let last_rows = pool.iter().filter(|row| Choice { model, row }.is_last()).count();
    let fresh = |row: &&Vec<u8>| of(row, "before") == "fresh";
    // A session begins with a turn that is meant to be the first; one that ends the process as well stands alone.
    let going = |row: &Vec<u8>| fresh(&row) && !Choice { model, row }.is_last();
    let first = pool.iter().position(going).or_else(|| pool.iter().position(|row| fresh(&row)));
    let first = match first {
        Some(at) => pool.remove(at),
        None => filler(model, dice),
    };
    let mut bench = Bench {
        game: model.dialect.game(),
        short: &games.short,
        long: &games.long,
        dice: dice.clone(),
    };
    let mut state = State::new(&games.long);
    let choice = Choice { model, row: &first };
    let opening = turn::opening(&choice);
    let mut turns = vec![turn::turn(&choice, &mut state, &mut bench, None)];
    let mut previous = first;
    while !(Choice { model, row: &previous }).is_last() {
        let full = turns.len() >= most;
        if full && last_rows == 0 {
            break;
        }
        let is_next = |row: &Vec<u8>| {
            let choice = Choice { model, row };
            !choice.is("before", &["fresh"]) && state.fits(&choice) && (!full || choice.is_last())
        };
        let news = |row: &Vec<u8>| {
            let modes = (0, of(&previous, "mode"), of(row, "mode"));
            let ends = (1, of(&previous, "ender"), of(row, "before"));
            [modes, ends].iter().filter(|pair| !neighbours.contains(*pair)).count()
        };
        // What ends the process comes last, so that no session is without it while there is some left.
        let rank = |at: &usize| {
            (Choice { model, row: &pool[*at] }.is_last(), std::cmp::Reverse(news(&pool[*at])))
        };
        let next = (0..pool.len()).filter(|at| is_next(&pool[*at])).min_by_key(rank);
        let Some(next) = next else { break };
        let row = pool.remove(next);
        neighbours.insert((0, of(&previous, "mode"), of(&row, "mode")));
        neighbours.insert((1, of(&previous, "ender"), of(&row, "before")));
        let choice = Choice { model, row: &row };
        let turn = turn::turn(&choice, &mut state, &mut bench, turns.last_mut());
        turns.push(turn);
        previous = row;
    }
    let ended = Choice { model, row: &previous }.is_last();
    let closing = if ended { Vec::new() } else { turn::closing(model, &state) };
    *dice = bench.dice;
    let title = title(&turns);
    Session {
        id: String::new(),
        title,
        dialect: model.dialect.name(),
        clauses: model.wording.clauses,
        needs: Vec::new(),
        profiles: vec![model.profile],
        opening,
        turns,
        closing,
    }
}

/// `Generated: clock ended by reply; infinite ended by stop`.
fn title(turns: &[super::session::Turn]) -> String {
    let of = |turn: &super::session::Turn| {
        let class = |name: &str| turn.class(name).unwrap_or_default();
        format!("{} ended by {}", class("mode"), class("ender"))
    };
    let turns: Vec<String> = turns.iter().map(of).collect();
    format!("Generated: {}", turns.join("; "))
}

/// A first turn for rows that are none: any legal one that goes on.
fn filler(model: &Model, dice: &mut Random) -> Vec<u8> {
    let sizes = model.sizes();
    let allows = |row: &super::covering::Partial, column: Option<usize>| model.allows(row, column);
    let wanted = Wanted { sizes: &sizes, groups: &[], allows: Some(&allows) };
    let mut row: Vec<Option<u8>> = vec![None; sizes.len()];
    for (name, class) in
        [("before", "fresh"), ("mode", "infinite"), ("ender", "stop"), ("option", "none")]
    {
        if let Some(column) = model.column(name) {
            let at = model.parameters[column].classes.iter().position(|known| *known == class);
            // A parameter has at most 32 classes.
            row[column] = at.map(|at| at as u8);
        }
    }
    for column in 0..row.len() {
        if row[column].is_none() {
            for class in dice.shuffled(sizes[column]) {
                row[column] = Some(class);
                if completable(&wanted, &mut row) {
                    break;
                }
            }
        }
    }
    row.into_iter().map(Option::unwrap_or_default).collect()
}
