//! Slips of the text of a line, as the grammar found them.

use crate::lang::Text;
use crate::protocol::family::fault::Fault;
use crate::protocol::family::reply::Reply;
use crate::protocol::family::rule::{Breach, Look, OfInfo, Rule};

pub(super) const RULE: Rule = Rule {
    name: "grammar",
    of_text: true,
    of_info: OfInfo::Unusual,
    check,
};

fn check(look: &Look<'_>, breaches: &mut Vec<Breach>) {
    if look.flaws.is_empty() || look.leaving() {
        return;
    }
    // A line of two writers has further slips by nature; they are all the one.
    let torn = look.flaws.iter().any(|flaw| flaw.fault == Fault::TornLine);
    for flaw in look.flaws {
        if excused(look, flaw.fault) || torn && flaw.fault != Fault::TornLine {
            continue;
        }
        let message = say!(
            "{place}: {got} where {expected} belongs",
            place = subject(look),
            got = quoted(&flaw.got),
            expected = flaw.expected
        );
        breaches.push(
            look.breach(flaw.fault, message)
                .expected(flaw.expected.clone())
                .got(flaw.got.clone())
                .columns(flaw.columns),
        );
    }
}

fn quoted(text: &Text) -> Text {
    if text.is_empty() {
        say!("nothing")
    } else {
        say!("\"{text}\"", text)
    }
}

fn subject(look: &Look<'_>) -> Text {
    match look.reply {
        Some(Reply::IdName(_) | Reply::IdAuthor(_) | Reply::IdOther(_)) => say!("in the id line"),
        Some(Reply::Option(_)) => say!("in the option line"),
        Some(Reply::BestMove(_)) => say!("in bestmove"),
        Some(Reply::Checkmate(_)) => say!("in checkmate"),
        Some(Reply::Info(_)) => say!("in info"),
        Some(
            Reply::HelloEnd
            | Reply::ReadyOk
            | Reply::CopyProtection(_)
            | Reply::Registration(_)
            | Reply::Blank
            | Reply::Other(_),
        )
        | None => say!("in this line"),
    }
}

/// What nobody reads is not judged: the content of a reply that a stop in ponder threw away, and
/// what the rules of the search judge with more knowledge.
fn excused(look: &Look<'_>, fault: Fault) -> bool {
    let thrown_away = look
        .memory
        .current()
        .is_some_and(|epoch| epoch.thrown_away());
    let asked = |index: usize| {
        look.memory
            .option(look.table.show_options[index])
            .is_some_and(|value| value.eq_ignore_ascii_case("true"))
    };
    let of_reply = [
        Fault::PonderNull,
        Fault::BestmoveGrammar,
        Fault::BestmoveExtra,
        Fault::MoveNotation,
        Fault::DropNotation,
        Fault::SpecialWithPonder,
    ];
    // A line that is shown unasked is told as that, whatever its shape.
    thrown_away && of_reply.contains(&fault)
        || fault == Fault::CurrlineShape && !asked(0)
        || fault == Fault::RefutationShape && !asked(1)
}
