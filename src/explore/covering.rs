//! Covering arrays: few rows in which each wanted combination of values occurs at least once.
//!
//! The algorithm is IPOG (Y. Lei, R. Kacker, D. R. Kuhn, V. Okun, J. Lawrence, "IPOG: a general strategy for t-way
//! software testing", 2007), in an implementation of its own. It adds one column after the other. In each row it
//! chooses the value that covers the most new combinations; then it writes the uncovered combinations into free cells
//! or into new rows. To avoid conflicts, it checks before it sets a value that the row can still be completed.

use super::random::Random;

/// A row in the making: the value of each column, if it is known.
pub(crate) type Partial = [Option<u8>];

/// Columns, each with a set of its values as bits. No row has a value of the set in every one of these columns.
pub(crate) type Conflict = Vec<(usize, u32)>;

/// What is to be covered.
pub(crate) struct CoverTask<'a> {
    /// The number of values of each column, 1 to 32.
    pub(crate) sizes: &'a [usize],
    /// Groups of columns, each in rising order. Every combination of the values of a group is wanted.
    pub(crate) groups: &'a [Vec<usize>],
    /// The combinations that are not allowed.
    pub(crate) conflicts: &'a [Conflict],
}

/// Every pair of columns.
pub(crate) fn pairs(columns: usize) -> Vec<Vec<usize>> {
    let of = |first: usize| (first + 1..columns).map(move |second| vec![first, second]);
    (0..columns).flat_map(of).collect()
}

/// The combinations of one group of columns, and which of them are not covered yet.
struct Open<'a> {
    columns: &'a [usize],
    sizes: Vec<usize>,
    left: Vec<bool>,
}

impl<'a> Open<'a> {
    fn new(wanted: &CoverTask<'_>, columns: &'a [usize]) -> Self {
        let sizes: Vec<usize> = columns.iter().map(|column| wanted.sizes[*column]).collect();
        let count = sizes.iter().product();
        let mut open = Self { columns, sizes, left: vec![true; count] };
        for index in 0..count {
            let mut row = vec![None; wanted.sizes.len()];
            open.put(index, &mut row);
            open.left[index] = completable(wanted, &row);
        }
        open
    }

    /// The number of the combination that a row has; `None` if the row lacks a value of the group.
    fn index(&self, row: &Partial) -> Option<usize> {
        let mut index = 0;
        for (column, size) in self.columns.iter().zip(&self.sizes) {
            index = index * size + usize::from(row[*column]?);
        }
        Some(index)
    }

    /// Writes the combination with this number into a row.
    fn put(&self, mut index: usize, row: &mut Partial) {
        for (column, size) in self.columns.iter().zip(&self.sizes).rev() {
            // A column has at most 32 values.
            row[*column] = Some((index % size) as u8);
            index /= size;
        }
    }

    /// Whether the combination with this number agrees with the known values of a row.
    fn fits(&self, mut index: usize, row: &Partial) -> bool {
        for (column, size) in self.columns.iter().zip(&self.sizes).rev() {
            if row[*column].is_some_and(|value| usize::from(value) != index % size) {
                return false;
            }
            index /= size;
        }
        true
    }

    fn cover(&mut self, row: &Partial) {
        if let Some(index) = self.index(row) {
            self.left[index] = false;
        }
    }
}

/// Rows that cover every wanted combination that is allowed. The smallest of several attempts; `dice` makes the choices
/// that do not matter for the result.
pub(crate) fn cover(wanted: &CoverTask<'_>, attempts: usize, dice: &mut Random) -> Vec<Vec<u8>> {
    let ties = [Ties::InTurn, Ties::LeastUsed];
    let all = (0..attempts.max(1)).map(|number| attempt(wanted, ties[number % 2], dice));
    all.min_by_key(Vec::len).unwrap_or_default()
}

/// Which value is taken if several values cover equally many new combinations.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ties {
    /// The value after that of the previous row: for few columns this makes Latin squares.
    InTurn,
    /// The value that was used least: this leaves the most choices to later rows.
    LeastUsed,
}

fn attempt(wanted: &CoverTask<'_>, ties: Ties, dice: &mut Random) -> Vec<Vec<u8>> {
    let columns = wanted.sizes.len();
    // The columns with the most values come first: this makes the fewest rows.
    let mut order: Vec<usize> = (0..columns).collect();
    order.sort_by_key(|column| std::cmp::Reverse(wanted.sizes[*column]));
    let rank = |column: &usize| order.iter().position(|known| known == column);
    let mut rows: Vec<Vec<Option<u8>>> = Vec::new();
    for (place, column) in order.iter().enumerate() {
        let mut open: Vec<Open<'_>> = wanted
            .groups
            .iter()
            .filter(|group| group.iter().map(rank).max() == Some(Some(place)))
            .map(|group| Open::new(wanted, group))
            .collect();
        let mut used = vec![0; wanted.sizes[*column]];
        // The first value of the turn is random: otherwise the rows of all seeds would be alike.
        let mut turn = dice.below(wanted.sizes[*column]);
        for row in &mut rows {
            let size = wanted.sizes[*column];
            let order = |value: u8| match ties {
                Ties::InTurn => (usize::from(value) + size - turn) % size,
                Ties::LeastUsed => used[usize::from(value)],
            };
            if let Some(value) = grow(wanted, row, *column, &mut open, &order, dice) {
                used[usize::from(value)] += 1;
                turn = (usize::from(value) + 1) % size;
            }
        }
        // A group with more columns leaves fewer free cells, so it comes first.
        open.sort_by_key(|group| std::cmp::Reverse(group.columns.len()));
        for group in 0..open.len() {
            for index in 0..open[group].left.len() {
                if open[group].left[index] {
                    let row = place_of(wanted, &mut rows, &open[group], index);
                    let row = rows[row].clone();
                    open.iter_mut().for_each(|other| other.cover(&row));
                }
            }
        }
    }
    rows.iter_mut().map(|row| finish(wanted, row, dice)).collect()
}

/// Gives a column of a row the value that covers the most new combinations; `None` if no value covers a new one. Among
/// equal values, the first by `order` is taken.
fn grow(
    wanted: &CoverTask<'_>,
    row: &mut [Option<u8>],
    column: usize,
    open: &mut [Open<'_>],
    order: &dyn Fn(u8) -> usize,
    dice: &mut Random,
) -> Option<u8> {
    if row[column].is_some() {
        return None;
    }
    let mut gains: Vec<(usize, u8)> = Vec::new();
    for value in dice.shuffled(wanted.sizes[column]) {
        row[column] = Some(value);
        let news = open.iter().filter(|group| group.index(row).is_some_and(|at| group.left[at]));
        gains.push((news.count(), value));
    }
    gains.sort_by_key(|(gain, value)| (std::cmp::Reverse(*gain), order(*value)));
    for (gain, value) in gains {
        row[column] = Some(value);
        if gain > 0 && completable(wanted, row) {
            open.iter_mut().for_each(|group| group.cover(row));
            return Some(value);
        }
    }
    row[column] = None;
    None
}

/// Writes a combination into the first row that has room for it, or into a new row. Returns the number of the row.
fn place_of(
    wanted: &CoverTask<'_>,
    rows: &mut Vec<Vec<Option<u8>>>,
    group: &Open<'_>,
    index: usize,
) -> usize {
    for (number, row) in rows.iter_mut().enumerate() {
        if group.fits(index, row) {
            let before = row.clone();
            group.put(index, row);
            if completable(wanted, row) {
                return number;
            }
            *row = before;
        }
    }
    let mut row = vec![None; wanted.sizes.len()];
    group.put(index, &mut row);
    rows.push(row);
    rows.len() - 1
}

/// Whether the free cells of a row can be filled without a conflict.
pub(crate) fn completable(wanted: &CoverTask<'_>, row: &Partial) -> bool {
    let of = |(value, size): (&Option<u8>, &usize)| match value {
        Some(value) => 1 << value,
        None => u32::MAX >> (32 - *size),
    };
    let sets = row.iter().zip(wanted.sizes).map(of).collect();
    completes(wanted.conflicts, sets)
}

/// The same for sets of values: each column has the set of values that it can still take.
fn completes(conflicts: &[Conflict], mut sets: Vec<u32>) -> bool {
    if !narrow(conflicts, &mut sets) {
        return false;
    }
    let possible =
        |conflict: &&Conflict| conflict.iter().all(|(column, values)| sets[*column] & values != 0);
    let columns = conflicts.iter().filter(possible).flatten().map(|(column, _)| *column);
    let free = columns.filter(|column| sets[*column].count_ones() > 1);
    let Some(column) = free.min_by_key(|column| sets[*column].count_ones()) else { return true };
    let mut values = (0..32).map(|value| 1 << value).filter(|value| sets[column] & value != 0);
    values.any(|value| {
        let mut decided = sets.clone();
        decided[column] = value;
        completes(conflicts, decided)
    })
}

/// Removes the values that would complete a conflict; `false` if a conflict is complete already.
fn narrow(conflicts: &[Conflict], sets: &mut [u32]) -> bool {
    loop {
        let mut narrowed = false;
        for conflict in conflicts {
            let mut avoiding =
                conflict.iter().filter(|(column, values)| sets[*column] & !values != 0);
            match (avoiding.next(), avoiding.next()) {
                (None, _) => return false,
                (Some((column, values)), None) if sets[*column] & values != 0 => {
                    sets[*column] &= !values;
                    narrowed = true;
                }
                (Some(_), _) => {}
            }
        }
        if !narrowed {
            return true;
        }
    }
}

/// Completes a row: random values that are allowed go into the free cells.
fn finish(wanted: &CoverTask<'_>, row: &mut [Option<u8>], dice: &mut Random) -> Vec<u8> {
    for column in 0..row.len() {
        if row[column].is_none() {
            for value in dice.shuffled(wanted.sizes[column]) {
                row[column] = Some(value);
                if completable(wanted, row) {
                    break;
                }
            }
        }
    }
    row.iter().map(|value| value.unwrap_or_default()).collect()
}

/// Whether a combination of values, each with its column, is allowed.
pub(crate) fn possible(wanted: &CoverTask<'_>, combination: &[(usize, u8)]) -> bool {
    let mut row = vec![None; wanted.sizes.len()];
    for (column, value) in combination {
        row[*column] = Some(*value);
    }
    completable(wanted, &row)
}
