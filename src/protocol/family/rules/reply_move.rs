//! The move of a reply, in the position of its own search.

use crate::games::{Declaration, Illegal, IllegalReason, Position};
use crate::lang::Text;
use crate::protocol::family::bestmove::BESTMOVE_GRAMMAR;
use crate::protocol::family::epoch::{Epoch, Mode};
use crate::protocol::family::reply::{Answer, BestMove, Reply};
use crate::protocol::family::rule::{InfoFilter, Rule, RuleContext, Violation};
use crate::protocol::family::rules::forbidden_drop::is_forbidden_drop;
use crate::protocol::family::violation_id::{ViolationId, violations};

pub(super) const RULE: Rule = Rule {
    name: "legal-reply",
    ignores_probe: false,
    info_filter: InfoFilter::None,
    violations: &[VIOLATIONS, &[BESTMOVE_GRAMMAR]],
    check,
};

violations! {
    /// A word that stands for no move.
    BESTMOVE_NULL = "bestmove-null",
    /// A promotion is mandatory, but the move does not promote.
    PROMOTION_MISSING = "promotion-missing",
    /// An illegal move.
    ILLEGAL_MOVE = "illegal-move",
    /// A move that is illegal in the position of its search, but legal in the position before `moves`.
    MOVES_IGNORED = "moves-ignored",
    /// An illegal move that is legal with both ranks one lower: the ranks are counted from 1, but the notation counts
    /// from 0.
    RANKS_FROM_ONE = "ranks-from-one",
    /// An illegal ponder move.
    ILLEGAL_PONDER = "illegal-ponder",
    /// A wrong reply at a root without a legal move.
    NO_LEGAL_MOVE = "no-legal-move",
    /// Another answer than the one for a side without a legal move, where that side is not in check.
    NO_LEGAL_MOVE_UNCHECKED = "no-legal-move-unchecked",
    /// A move that `banmoves` had excluded.
    BANNED_MOVE = "banned-move",
    /// A move, although `banmoves` had excluded all moves.
    ALL_MOVES_BANNED = "all-moves-banned",
    /// A reply without a move to a search that nothing ended early, although legal moves exist.
    NO_MOVE_GIVEN = "no-move-given",
    /// A claim of a win that no rule allows.
    FALSE_WIN = "false-win",
    /// A claim of a win that only another rule allows.
    OTHER_RULE_WIN = "other-rule-win",
}

fn check(context: &RuleContext<'_>, violations: &mut Vec<Violation>) {
    let Some(Reply::BestMove(best)) = context.reply else {
        return;
    };
    if context.leaving() {
        return;
    }
    // If no search is open, or in a mate search, the move does not matter.
    let Some(epoch) = context.state.current().filter(|epoch| epoch.mode != Mode::Mate) else {
        return;
    };
    if epoch.thrown_away() {
        thrown_away(context, best, violations);
        return;
    }
    let Some(root) = epoch.root.as_deref() else {
        return;
    };
    if !epoch.has_move {
        no_move(context, epoch, best, violations);
        return;
    }
    match best.answer {
        Answer::Move => moved(context, epoch, root, best, violations),
        Answer::Special if best.text == "win" => win(context, epoch, root, violations),
        Answer::Null => null(context, epoch, best, violations),
        Answer::Special | Answer::Broken => {}
    }
}

/// GUIs discard this reply, so only a word for "no move" that the dialect does not have is reported.
fn thrown_away(context: &RuleContext<'_>, best: &BestMove, violations: &mut Vec<Violation>) {
    if best.answer == Answer::Null
        && context.table.no_move_answers.iter().all(|known| *known != best.text)
    {
        let message =
            say!("\"{best}\" means no move; the reply is discarded here", best = best.text);
        let violation =
            context.violation(BESTMOVE_NULL, message).expected(say!("a move or resign"));
        violations.push(violation.columns(best.columns));
    }
}

fn null(
    context: &RuleContext<'_>,
    epoch: &Epoch,
    best: &BestMove,
    violations: &mut Vec<Violation>,
) {
    let id = if context.is_without_move() {
        // The engine had not searched yet, or had nothing to search.
        let cut_short = !epoch.stops.is_empty() && epoch.infos.searching == 0;
        if cut_short || epoch.go.depth == Some(0) || epoch.bans_all() {
            return;
        }
        NO_MOVE_GIVEN
    } else {
        BESTMOVE_GRAMMAR
    };
    let message = say!("\"{best}\" came where legal moves exist", best = best.text);
    let violation =
        context.violation(id, message).expected(say!("a legal move")).columns(best.columns);
    violations.push(violation.root(epoch));
}

fn no_move(
    context: &RuleContext<'_>,
    epoch: &Epoch,
    best: &BestMove,
    violations: &mut Vec<Violation>,
) {
    let right = context.table.no_move_answers;
    if right.contains(&best.text.as_str()) {
        return;
    }
    let wanted = match context.table.particulars.no_move_reply {
        Some(word) => Text::plain(word),
        None => say!("bestmove {words}", words = Text::any_of(right)),
    };
    let message =
        say!("the side to move has no legal move, and the answer was \"{best}\"", best = best.text);
    let is_checked = epoch.root.as_deref().is_some_and(|root| root.in_check());
    let id = if is_checked { NO_LEGAL_MOVE } else { NO_LEGAL_MOVE_UNCHECKED };
    let violation = context.violation(id, message).expected(wanted).columns(best.columns);
    violations.push(violation.root(epoch));
}

fn moved(
    context: &RuleContext<'_>,
    epoch: &Epoch,
    root: &dyn Position,
    best: &BestMove,
    violations: &mut Vec<Violation>,
) {
    if let Err(illegal) = root.check_move(&best.text) {
        if is_forbidden_drop(illegal.reason) {
            return;
        }
        let (id, message) = illegal_move(context, epoch, root, &best.text, &illegal);
        let violation = context
            .violation(id, message)
            .expected(say!("a legal move"))
            .got(Text::plain(&best.text));
        let violation = violation.columns(best.columns).root(epoch);
        violations.push(violation.forbidden(&best.text, &illegal));
        return;
    }
    if epoch.is_banned(&best.text) {
        let all = epoch.bans_all();
        let id = if all { ALL_MOVES_BANNED } else { BANNED_MOVE };
        let message = say!("bestmove {best} had been excluded by banmoves", best = best.text);
        let wanted = if all { say!("no move") } else { say!("another legal move") };
        let violation =
            context.violation(id, message).expected(wanted).got(Text::plain(&best.text));
        // The go is the evidence; the position does not matter.
        violations.push(violation.columns(best.columns).since(epoch.sent.id));
        return;
    }
    let Some((ponder, columns)) = best.ponder.as_ref().filter(|_| best.ponder_is_move) else {
        return;
    };
    let mut after = root.boxed_clone();
    if after.play(&best.text).is_err() {
        return;
    }
    if let Err(illegal) = after.check_move(ponder) {
        let message = if after.has_legal_move() {
            say!(
                "ponder move {ponder} is illegal after {best}: {detail}",
                ponder,
                best = best.text,
                detail = illegal.detail
            )
        } else {
            say!(
                "ponder move {ponder} follows {best}, which ends the game",
                ponder,
                best = best.text
            )
        };
        let violation = context
            .violation(ILLEGAL_PONDER, message)
            .expected(say!("a legal ponder move, or none"));
        let violation = violation
            .got(Text::plain(ponder))
            .columns(*columns)
            .board(Some(after.as_ref()))
            .forbidden(ponder, &illegal);
        violations.push(violation.since(epoch.sent.id));
    }
}

/// The most specific violation for an illegal move.
fn illegal_move(
    context: &RuleContext<'_>,
    epoch: &Epoch,
    root: &dyn Position,
    best: &str,
    illegal: &Illegal,
) -> (ViolationId, Text) {
    let detail = &illegal.detail;
    if ignores_moves(context, epoch, best, illegal.reason) {
        let message = say!(
            "bestmove {best} is legal in the base position alone, as if no move had been played: {detail}",
            best,
            detail
        );
        return (MOVES_IGNORED, message);
    }
    if let Some(meant) = ranks_from_zero(best)
        && context.has_clause(RANKS_FROM_ONE, "core")
        && root.check_move(&meant).is_ok()
    {
        let message = say!(
            "bestmove {best} is illegal, and {meant} is legal: apparently the ranks are counted from 1",
            best,
            meant
        );
        return (RANKS_FROM_ONE, message);
    }
    let must_promote = illegal.reason == IllegalReason::MustPromote;
    let id = if must_promote { PROMOTION_MISSING } else { ILLEGAL_MOVE };
    (id, say!("bestmove {best} is illegal: {detail}", best, detail))
}

/// The move with each rank lowered by one; `None` if a rank is already 0.
fn ranks_from_zero(text: &str) -> Option<String> {
    let lower = |letter: char| match letter.to_digit(10) {
        Some(rank) => char::from_digit(rank.checked_sub(1)?, 10),
        None => Some(letter),
    };
    text.chars().map(lower).collect()
}

/// Whether an illegal move is legal in the position before the moves of the position command, in dialects that have a
/// clause for this. A move that only leaves the king in check may be the mistake of an engine that knows the position.
fn ignores_moves(
    context: &RuleContext<'_>,
    epoch: &Epoch,
    text: &str,
    reason: IllegalReason,
) -> bool {
    context.has_clause(MOVES_IGNORED, "core")
        && !matches!(reason, IllegalReason::LeavesKingInCheck | IllegalReason::MustPromote)
        && epoch.base.as_ref().is_some_and(|base| base.check_move(text).is_ok())
}

fn win(
    context: &RuleContext<'_>,
    epoch: &Epoch,
    root: &dyn Position,
    violations: &mut Vec<Violation>,
) {
    let Some(claim) = root.declaration() else {
        return;
    };
    if claim.sound {
        return;
    }
    // Every rule in use requires that there is no check, and the king on the try square, or king and ten pieces in the camp.
    let entered = claim.king_in_camp && claim.pieces_in_camp >= Declaration::PIECES_NEEDED;
    let other = !claim.in_check && (claim.try_rule || entered && claim.points >= 24);
    let id = if other { OTHER_RULE_WIN } else { FALSE_WIN };
    let got = counted(&claim);
    let message = say!("a win was declared that the 27-point rule does not grant: {got}", got);
    let wanted = say!("king and ten pieces in camp, 28 points (Black) or 27 (White), no check");
    violations.push(context.violation(id, message).expected(wanted).got(got).root(epoch));
}

/// The points and conditions of a declaration, and what is missing: `26 points, 28 needed; 10 pieces in camp; …`.
fn counted(claim: &Declaration) -> Text {
    let (points, needed) = (claim.points, claim.points_needed);
    let points = if points < needed {
        say!("{points} points, {needed} needed", points, needed)
    } else {
        say!("{points} points", points)
    };
    let (pieces, needed) = (claim.pieces_in_camp, Declaration::PIECES_NEEDED);
    let pieces = if pieces < needed {
        say!("{pieces} pieces in camp, {needed} needed", pieces, needed)
    } else {
        say!("{pieces} pieces in camp", pieces)
    };
    let king = match (claim.king_in_camp, claim.in_check) {
        (true, false) => say!("king in camp"),
        (false, false) => say!("king outside camp"),
        (true, true) => say!("king in camp; king in check"),
        (false, true) => say!("king outside camp; king in check"),
    };
    say!("{points}; {pieces}; {king}", points, pieces, king)
}

#[cfg(test)]
mod tests {
    use crate::protocol::{self, Setting, judge};
    use crate::transcript_text;

    /// The violation of a reply that is legal only before the moves of the position command.
    fn violation(dialect: &str, moves: &str, best: &str) -> Vec<Option<String>> {
        let dialect = protocol::dialect(dialect).unwrap();
        let text = format!("> position startpos moves {moves}\n> go depth 1\n< bestmove {best}");
        let events = transcript_text::parse(&text).unwrap();
        let setting = Setting { profile: "core", limits: judge::default_limits(dialect) };
        let findings = judge::judge(dialect, setting, &events).into_iter();
        findings
            .filter(|one| one.message.to_string().contains(best))
            .map(|one| one.violation)
            .collect()
    }

    #[test]
    fn a_dialect_without_a_clause_on_ignored_moves_reports_an_illegal_move() {
        assert_eq!(violation("usi", "7g7f", "2g2f"), [Some("illegal-move".to_owned())]);
        assert_eq!(violation("uci", "e2e4", "d2d4"), [Some("moves-ignored".to_owned())]);
    }
}
