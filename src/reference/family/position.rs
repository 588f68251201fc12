//! The `position` command.

use super::{Board, Dialect};

/// Reads the words after `position`: a base position and the moves from there.
pub(in crate::reference) fn read<D: Dialect>(words: &[&str]) -> Result<D::Board, String> {
    let (mut board, moves) = base::<D>(words)?;
    for text in moves {
        let mv = board.read(text).ok_or_else(|| format!("{text} is no legal move here"))?;
        board.make(mv);
    }
    Ok(board)
}

/// Reads the base position; returns it and the words of the moves.
pub(in crate::reference) fn base<'w, D: Dialect>(
    words: &'w [&'w str],
) -> Result<(D::Board, &'w [&'w str]), String> {
    let (fields, moves) = split(words, D::WRITTEN)?;
    let board = match fields {
        None => D::Board::start(),
        Some(fields) => D::Board::parse(&fields.join(" "))?,
    };
    Ok((board, moves))
}

/// Splits the words after `position` into the fields after the word `written`, or `None` for the start position, and
/// the words of the moves.
pub(in crate::reference) fn split<'w>(
    words: &'w [&'w str],
    written: &str,
) -> Result<(Option<&'w [&'w str]>, &'w [&'w str]), String> {
    // Unknown words at the start are skipped, as in every command.
    let known = |word: &&str| *word == "startpos" || *word == written;
    let start = words.iter().position(known);
    let start = start.ok_or_else(|| format!("want startpos or {written}"))?;
    let rest = &words[start + 1..];
    let end = rest.iter().position(|word| *word == "moves");
    let fields = &rest[..end.unwrap_or(rest.len())];
    Ok(((words[start] != "startpos").then_some(fields), moves(rest)))
}

/// The words after the first `moves`; none without this word.
pub(in crate::reference) fn moves<W: AsRef<str>>(words: &[W]) -> &[W] {
    let at = words.iter().position(|word| word.as_ref() == "moves");
    at.map_or(&[], |at| &words[at + 1..])
}
