//! Covering arrays: complete, and as small as those of other tools.

use std::collections::HashSet;

use crate::explore::covering::{CoverTask, cover, pairs};
use crate::explore::random::Random;

fn array(sizes: &[usize]) -> Vec<Vec<u8>> {
    let groups = pairs(sizes.len());
    cover(&CoverTask { sizes, groups: &groups, conflicts: &[] }, 8, &mut Random::new(1))
}

/// The number of pairs of values that occur in no row.
fn missing(sizes: &[usize], rows: &[Vec<u8>]) -> usize {
    let seen: HashSet<(usize, usize, u8, u8)> = rows
        .iter()
        .flat_map(|row| {
            pairs(row.len()).into_iter().map(|pair| (pair[0], pair[1], row[pair[0]], row[pair[1]]))
        })
        .collect();
    let all: usize = pairs(sizes.len()).iter().map(|pair| sizes[pair[0]] * sizes[pair[1]]).sum();
    all - seen.len()
}

fn mixed(parts: &[(usize, usize)]) -> Vec<usize> {
    parts.iter().flat_map(|(size, count)| vec![*size; *count]).collect()
}

/// The largest size that AETG, IPO, TConfig, CTS, Jenny, TestCover, DDA, AllPairs, PICT, IPO-s, ecFeed or CoverTable
/// needs, from the table of <https://www.pairwise.org/efficiency.html>.
#[test]
fn pairs_need_as_few_rows_as_with_other_tools() {
    let check = |parts: &[(usize, usize)], largest: usize| {
        let sizes = mixed(parts);
        let rows = array(&sizes);
        assert_eq!(missing(&sizes, &rows), 0, "{parts:?}");
        assert!(
            rows.len() <= largest,
            "{} rows for {parts:?}, others have at most {largest}",
            rows.len()
        );
        rows.len()
    };
    let found = [
        check(&[(3, 4)], 11),
        check(&[(3, 13)], 19),
        check(&[(4, 15), (3, 17), (2, 29)], 41),
        check(&[(4, 1), (3, 39), (2, 35)], 30),
        check(&[(2, 100)], 16),
        check(&[(10, 20)], 231),
    ];
    assert_eq!(found.len(), 6);
}

#[test]
fn what_is_forbidden_stands_in_no_row_and_all_else_does() {
    let sizes = [3, 3, 3, 2];
    let groups = pairs(4);
    // 0 of the first column does not go with 0 of the second; 1 of the third goes only with 1 of the last.
    let conflicts = [vec![(0, 0b1), (1, 0b1)], vec![(2, 0b10), (3, 0b1)]];
    let rows = cover(
        &CoverTask { sizes: &sizes, groups: &groups, conflicts: &conflicts },
        1,
        &mut Random::new(3),
    );
    assert_eq!(missing(&sizes, &rows), 2);
    assert!(!rows.iter().any(|row| row[0] == 0 && row[1] == 0 || row[2] == 1 && row[3] == 0));
}

#[test]
fn triples_of_a_group_are_covered_each_with_each() {
    let sizes = [3, 2, 4, 2];
    let mut groups = pairs(4);
    groups.push(vec![0, 1, 2]);
    let rows = cover(
        &CoverTask { sizes: &sizes, groups: &groups, conflicts: &[] },
        1,
        &mut Random::new(5),
    );
    let seen: HashSet<[u8; 3]> = rows.iter().map(|row| [row[0], row[1], row[2]]).collect();
    assert_eq!(seen.len(), 24);
    assert_eq!(missing(&sizes, &rows), 0);
}
