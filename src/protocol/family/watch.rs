//! Which rule can notice which fault, for `explain` and for the ledger of clauses.
//!
//! The judge checks each breach against it in debug builds, so that a fault which is missing here shows
//! in the tests.

use crate::protocol::family::fault::{Fault, GoWord};
use crate::protocol::family::rules::RULES;
use crate::protocol::family::table::Table;
use crate::protocol::{Catalogue, Watch};
use crate::verdict::Severity;

/// What the rules of the family are there to see in a dialect, each misdeed at the clauses that it breaks
/// in any profile.
pub(crate) fn watches(table: &Table, catalogue: &Catalogue) -> Vec<Watch> {
    let mut watches = Vec::new();
    for rule in RULES {
        for fault in faults(rule.name, table) {
            for (profile, _) in &catalogue.profiles {
                let Some(charge) = (table.charge)(fault, profile) else {
                    continue;
                };
                let severity = catalogue.severity(charge.clause, profile);
                if severity.min(charge.at_most) == Severity::Skip {
                    continue;
                }
                watches.push(Watch {
                    clause: charge.clause,
                    rule: rule.name,
                    misdeed: format!("{fault:?}"),
                });
            }
        }
    }
    watches.sort();
    watches.dedup();
    watches
}

/// The faults that a rule can notice, by the rule's name.
pub(crate) fn faults(rule: &str, table: &Table) -> Vec<Fault> {
    let listed: &[Fault] = match rule {
        "one-reply-per-go" => &[
            Fault::MateReplyHeadless,
            Fault::MateReplyForGo,
            Fault::BestmoveForMate,
            Fault::BestmoveForStoppedMate,
            Fault::InfiniteMateTimeout,
            Fault::MateTimeoutEarly,
            Fault::EndedByReady,
            Fault::EndedByDebug,
            Fault::EndedByUnknown,
            Fault::EndedByBlank,
            Fault::EarlyInPonder,
            Fault::EarlyInPonderNoMove,
            Fault::EarlyInInfinite,
            Fault::EarlyInInfiniteNoMove,
            Fault::StaleReplyBeforeReady,
            Fault::StaleReplyAfterReady,
            Fault::ReplyUnasked,
            Fault::SecondReplyToMate,
            Fault::ReplyToSecondStop,
            Fault::SecondReplyToPonderhit,
            Fault::ReplyToCrossedStop,
            Fault::ReplyToIdleStop,
            Fault::ReplyToIdlePonderhit,
            Fault::ReplyToPosition,
            Fault::ReplyToSetoption,
            Fault::ReplyToNewGame,
            Fault::ReplyToGameOver,
            Fault::ReplyToUnknown,
            Fault::ReplyToBlank,
            Fault::ReplyToOther,
        ],
        "legal-reply" => &[
            Fault::BestmoveNull,
            Fault::BestmoveGrammar,
            Fault::NoLegalMove,
            Fault::PromotionMissing,
            Fault::IllegalMove,
            Fault::IllegalPonder,
            Fault::OtherRuleWin,
            Fault::FalseWin,
        ],
        "forbidden-drop" => &[Fault::ForbiddenDrop],
        "mate-line" => &[Fault::MateLineWrong],
        "searchmoves" => &[Fault::NotListed],
        "pondered-line" => &[Fault::PonderedElsewhere, Fault::PvIllegal],
        "mate-claim" => &[Fault::MateDenied, Fault::MateUntrue],
        "multipv" => &[Fault::MultipvTwice],
        "search-limit" => &[
            Fault::DepthExceeded,
            Fault::DepthFarExceeded,
            Fault::NodesExceeded,
        ],
        "clock" => &[
            Fault::LatePonderStop,
            Fault::LateStop,
            Fault::LateMate,
            Fault::LatePonderhit,
            Fault::LateMovetime,
            Fault::LateDepth,
            Fault::LateNodes,
            Fault::LateIncrement,
            Fault::LateTiny,
            Fault::Late,
        ],
        "grammar" => &[
            Fault::ControlBytes,
            Fault::AuthorMisspelt,
            Fault::UnknownId,
            Fault::TornLine,
            Fault::Spacing,
            Fault::ControlBytesInText,
            Fault::NonAsciiText,
            Fault::NonAsciiWord,
            Fault::TwoOptions,
            Fault::OptionTypeFilename,
            Fault::OptionType,
            Fault::OptionShape,
            Fault::OptionNameBlanks,
            Fault::OptionNameKeyword,
            Fault::NoDefaultText,
            Fault::EmptyDefault,
            Fault::ButtonValue,
            Fault::ForeignParameter,
            Fault::NoDefaultCheck,
            Fault::CheckDefault,
            Fault::SpinNumber,
            Fault::NoDefaultSpin,
            Fault::SpinNoRange,
            Fault::SpinRange,
            Fault::ComboNoChoice,
            Fault::ComboChoiceBlanks,
            Fault::NoDefaultCombo,
            Fault::ComboDefault,
            Fault::ReservedPrefix,
            Fault::InfoRepeated,
            Fault::DepthNumber,
            Fault::TimeNumber,
            Fault::CountNumber,
            Fault::BoundPlace,
            Fault::InfoNumber,
            Fault::Multipv,
            Fault::Hashfull,
            Fault::Cpuload,
            Fault::CurrmoveZero,
            Fault::CurrmoveIllegal,
            Fault::ScoreShape,
            Fault::ScoreCp,
            Fault::ScoreMate,
            Fault::ScoreMateZero,
            Fault::ScoreHeadless,
            Fault::PvNotLast,
            Fault::PvWord,
            Fault::PvTrailing,
            Fault::RefutationShape,
            Fault::CurrlineShape,
            Fault::PvAndString,
            Fault::InfoUnknown,
            Fault::SeldepthAlone,
            Fault::SeldepthFirst,
            Fault::PvAlone,
            Fault::TimeWithoutPv,
            Fault::BestmoveGrammar,
            Fault::SpecialWithPonder,
            Fault::PonderNull,
            Fault::BestmoveExtra,
            Fault::DropNotation,
            Fault::MoveNotation,
            Fault::MateReplyGrammar,
            Fault::MateReplyNone,
        ],
        "handshake" => &[
            Fault::HandshakeUnasked,
            Fault::AnswerToUnknown,
            Fault::EmptyName,
            Fault::EmptyAuthor,
            Fault::OptionBeforeId,
            Fault::RepeatedId,
            Fault::NoName,
            Fault::NoAuthor,
            Fault::HandshakeSlow,
            Fault::SecondHandshakeEnd,
            Fault::OptionAfterHandshake,
            Fault::IdAfterHandshake,
        ],
        "second-handshake" => &[Fault::HandshakeChanged],
        "options" => &[
            Fault::DuplicateOption,
            Fault::DuplicateOptionByCase,
            Fault::NoHashOption,
            Fault::HalfPair,
        ],
        "readyok-count" => &[Fault::ReadyUnasked],
        "info-in-search" => &[
            Fault::InfoAfterGameOver,
            Fault::AnswerToUnknown,
            Fault::InfoUnasked,
            Fault::InfoIdle,
            Fault::InfoTrailing,
            Fault::InfoAfterReplyNoPonder,
            Fault::InfoAfterReply,
            Fault::CurrlineUnasked,
            Fault::RefutationUnasked,
            Fault::CurrmoveIllegal,
            Fault::PvIllegal,
            Fault::MateDistance,
            Fault::MatedDistance,
            Fault::TimeUnit,
            Fault::TimeOrigin,
            Fault::Backwards,
            Fault::Flood,
            Fault::RepliesOnStderr,
            Fault::NoFinalInfo,
        ],
        "noise" => &[
            Fault::Banner,
            Fault::HandshakeNoise,
            Fault::ReadyNoise,
            Fault::OtherNoise,
            Fault::UnknownOptionNoise,
            Fault::BlankNameNoise,
            Fault::OptionNoise,
            Fault::UnknownCommandNoise,
            Fault::BlankLineNoise,
            Fault::NewGameNoise,
            Fault::PositionNoise,
            Fault::IdleStopNoise,
            Fault::IdlePonderhitNoise,
            Fault::GameOverNoise,
            Fault::DebugNoise,
        ],
        "registration" => &[Fault::CopyProtection, Fault::Registration],
        "missing-reply" => &[
            Fault::Survivor,
            Fault::HandshakeMissing,
            Fault::EofIgnored,
            Fault::QuitIgnoredBusy,
            Fault::QuitIgnoredEarly,
            Fault::QuitIgnoredBooted,
            Fault::QuitIgnored,
            Fault::ReadyMissingBusy,
            Fault::ReadyMissing,
            Fault::ReplyMissingMateStop,
            Fault::ReplyMissingMate,
            Fault::ReplyMissingNoMove,
            Fault::ReplyMissingPonderhit,
            Fault::ReplyMissingPonderStop,
            Fault::NotReading,
            Fault::ReplyMissingBareGo,
            Fault::ReplyMissingStop,
            Fault::ReplyMissing,
            Fault::ReplyBuffered,
            Fault::HandshakeLate,
        ],
        "wire" => &[
            Fault::NotReading,
            Fault::UnfinishedText,
            Fault::UnfinishedReply,
            Fault::RepliesOnStderr,
        ],
        "lifetime" => &[
            Fault::QuitStatus,
            Fault::QuitSignal,
            Fault::ExitAfterCopyProtection,
            Fault::ExitUnasked,
            Fault::ExitAtSecondPonderhit,
            Fault::ExitAtIdlePonderhit,
            Fault::ExitAtIdleStop,
            Fault::ExitAtBareGo,
            Fault::ExitAtGoWord(GoWord::Increment),
            Fault::ExitAtGoWord(GoWord::SearchMoves),
            Fault::ExitAtGoWord(GoWord::MovesToGo),
            Fault::ExitAtGoWord(GoWord::Depth),
            Fault::ExitAtGoWord(GoWord::Nodes),
            Fault::ExitAtGoWord(GoWord::MoveTime),
            Fault::ExitAtEarlyNewGame,
            Fault::ExitAtDebug,
            Fault::ExitAtRegister,
            Fault::ExitAtUnknown,
            Fault::ExitAtBlank,
        ],
        _ => &[],
    };
    let rows = table.reserved.iter().enumerate();
    let reserved = rows.flat_map(|(row, option)| {
        let default = option.default.map(|_| Fault::ReservedDefault(row));
        std::iter::once(Fault::ReservedType(row)).chain(default)
    });
    let of_grammar = rule == "grammar";
    listed
        .iter()
        .copied()
        .chain(reserved.filter(|_| of_grammar))
        .collect()
}
