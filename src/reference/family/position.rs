//! The `position` command.

use super::{Board, Dialect};

/// Reads the words after `position`: a base, and the moves played from there.
pub(in crate::reference) fn read<D: Dialect>(words: &[&str]) -> Result<D::Board, String> {
    let (mut board, moves) = base::<D>(words)?;
    for text in moves {
        let mv = board.read(text).ok_or_else(|| format!("{text} is no legal move here"))?;
        board.make(mv);
    }
    Ok(board)
}

/// The base and the words of the moves.
pub(in crate::reference) fn base<'w, D: Dialect>(
    words: &'w [&'w str],
) -> Result<(D::Board, &'w [&'w str]), String> {
    // Unknown words in front are skipped, as everywhere.
    let known = |word: &&str| *word == "startpos" || *word == D::WRITTEN;
    let start = words.iter().position(known);
    let start = start.ok_or_else(|| format!("want startpos or {}", D::WRITTEN))?;
    let rest = &words[start + 1..];
    let end = rest.iter().position(|word| *word == "moves");
    let fields = &rest[..end.unwrap_or(rest.len())];
    let board = match words[start] == "startpos" {
        true => D::Board::start(),
        false => D::Board::parse(&fields.join(" "))?,
    };
    let moves = end.map_or(&[][..], |end| &rest[end + 1..]);
    Ok((board, moves))
}
