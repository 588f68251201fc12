//! The move of a reply, in the position of its own search.

use crate::games::{Declaration, IllegalReason, Position};
use crate::lang::Text;
use crate::protocol::family::epoch::{Epoch, Mode};
use crate::protocol::family::fault::Fault;
use crate::protocol::family::reply::{Answer, BestMove, Reply};
use crate::protocol::family::rule::{Breach, Look, OfInfo, Rule};
use crate::protocol::family::rules::forbidden_drop::is_forbidden_drop;

pub(super) const RULE: Rule = Rule {
    name: "legal-reply",
    of_text: false,
    of_info: OfInfo::None,
    check,
};

fn check(look: &Look<'_>, breaches: &mut Vec<Breach>) {
    let Some(Reply::BestMove(best)) = look.reply else {
        return;
    };
    if look.leaving() {
        return;
    }
    // With no search open, or in a mate search, what the line says is beside the point.
    let Some(epoch) = look
        .memory
        .current()
        .filter(|epoch| epoch.mode != Mode::Mate)
    else {
        return;
    };
    if epoch.thrown_away() {
        thrown_away(look, best, breaches);
        return;
    }
    let Some(root) = epoch.root.as_deref() else {
        return;
    };
    if !epoch.has_move {
        no_move(look, epoch, best, breaches);
        return;
    }
    match best.answer {
        Answer::Move => moved(look, epoch, root, best, breaches),
        Answer::Special if best.text == "win" => win(look, epoch, root, breaches),
        Answer::Null => null(look, epoch, best, breaches),
        Answer::Special | Answer::Broken => {}
    }
}

/// GUIs throw this reply away; only a word that cannot be read at all is worth a warning.
fn thrown_away(look: &Look<'_>, best: &BestMove, breaches: &mut Vec<Breach>) {
    if best.answer == Answer::Null
        && look
            .table
            .no_move_answers
            .iter()
            .all(|known| *known != best.text)
    {
        let message = say!(
            "\"{best}\" stands for no move; the reply is thrown away here",
            best = best.text
        );
        let breach = look
            .breach(Fault::BestmoveNull, message)
            .expected(say!("a move or resign"));
        breaches.push(breach.columns(best.columns));
    }
}

fn null(look: &Look<'_>, epoch: &Epoch, best: &BestMove, breaches: &mut Vec<Breach>) {
    let message = say!("\"{best}\" came where legal moves exist", best = best.text);
    let breach = look
        .breach(Fault::BestmoveGrammar, message)
        .expected(say!("a legal move"))
        .columns(best.columns);
    breaches.push(breach.root(epoch));
}

fn no_move(look: &Look<'_>, epoch: &Epoch, best: &BestMove, breaches: &mut Vec<Breach>) {
    let right = look.table.no_move_answers;
    if right.contains(&best.text.as_str()) {
        return;
    }
    let wanted = say!("bestmove {words}", words = Text::any_of(right));
    let message = say!(
        "the side to move has no legal move, and the answer was \"{best}\"",
        best = best.text
    );
    let breach = look
        .breach(Fault::NoLegalMove, message)
        .expected(wanted)
        .columns(best.columns);
    breaches.push(breach.root(epoch));
}

fn moved(
    look: &Look<'_>,
    epoch: &Epoch,
    root: &dyn Position,
    best: &BestMove,
    breaches: &mut Vec<Breach>,
) {
    if let Err(illegal) = root.check_move(&best.text) {
        if is_forbidden_drop(illegal.reason) {
            return;
        }
        let fault = if illegal.reason == IllegalReason::MustPromote {
            Fault::PromotionMissing
        } else {
            Fault::IllegalMove
        };
        let message = say!(
            "bestmove {best} is illegal: {detail}",
            best = best.text,
            detail = illegal.detail
        );
        let breach = look
            .breach(fault, message)
            .expected(say!("a legal move"))
            .got(Text::plain(&best.text));
        let breach = breach.columns(best.columns).root(epoch);
        breaches.push(breach.forbidden(&best.text, &illegal));
        return;
    }
    let Some((ponder, columns)) = best.ponder.as_ref().filter(|_| best.ponder_is_move) else {
        return;
    };
    let mut behind = root.boxed_clone();
    if behind.play(&best.text).is_err() {
        return;
    }
    if let Err(illegal) = behind.check_move(ponder) {
        let message = if behind.has_legal_move() {
            say!(
                "ponder move {ponder} is illegal behind {best}: {detail}",
                ponder,
                best = best.text,
                detail = illegal.detail
            )
        } else {
            say!(
                "ponder move {ponder} stands behind {best}, which ends the game",
                ponder,
                best = best.text
            )
        };
        let breach = look
            .breach(Fault::IllegalPonder, message)
            .expected(say!("a legal ponder move, or none"));
        let breach = breach
            .got(Text::plain(ponder))
            .columns(*columns)
            .board(Some(behind.as_ref()))
            .forbidden(ponder, &illegal);
        breaches.push(breach.since(epoch.sent.id));
    }
}

fn win(look: &Look<'_>, epoch: &Epoch, root: &dyn Position, breaches: &mut Vec<Breach>) {
    let Some(claim) = root.declaration() else {
        return;
    };
    if claim.sound {
        return;
    }
    // Any rule in use needs the king in the camp or the try square, and no check.
    let other = !claim.in_check && (claim.try_rule || claim.points >= 24 && claim.king_in_camp);
    let fault = if other {
        Fault::OtherRuleWin
    } else {
        Fault::FalseWin
    };
    let got = counted(&claim);
    let message = say!(
        "a win was declared that the 27-point rule does not grant: {got}",
        got
    );
    let wanted = say!("king and ten pieces in camp, 28 points (Black) or 27 (White), no check");
    breaches.push(
        look.breach(fault, message)
            .expected(wanted)
            .got(got)
            .root(epoch),
    );
}

/// What a declaration rests on, and what it lacks: `26 points, 28 needed; 10 pieces in camp; …`.
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
