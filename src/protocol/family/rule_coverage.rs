//! Which rule can notice which violation, for `explain` and for the ledger of clauses.
//!
//! The judge checks each violation against it in debug builds, so that one which is missing here shows
//! in the tests.

use crate::protocol::family::rules::RULES;
use crate::protocol::family::table::Table;
use crate::protocol::family::violation_id::{GoWord, ViolationId};
use crate::protocol::{Catalogue, RuleCoverage};
use crate::verdict::Severity;

/// What the rules of the family are there to see in a dialect, each violation at the clauses that it breaks
/// in any profile.
pub(crate) fn watches(table: &Table, catalogue: &Catalogue) -> Vec<RuleCoverage> {
    let mut watches = Vec::new();
    for rule in RULES {
        for id in violations(rule.name, table) {
            for (profile, _) in &catalogue.profiles {
                let Some(clause_mapping) = (table.clause_mapping)(id, profile) else {
                    continue;
                };
                let severity = catalogue.severity(clause_mapping.clause, profile);
                if severity.min(clause_mapping.at_most) == Severity::Skip {
                    continue;
                }
                watches.push(RuleCoverage {
                    clause: clause_mapping.clause,
                    rule: rule.name,
                    violation: id.word(table.reserved),
                    meaning: id.meaning().trim(),
                });
            }
        }
    }
    watches.sort();
    watches.dedup();
    watches
}

/// The violations that a rule can notice, by the rule's name.
pub(crate) fn violations(rule: &str, table: &Table) -> Vec<ViolationId> {
    let listed: &[ViolationId] = match rule {
        "one-reply-per-go" => &[
            ViolationId::MateReplyHeadless,
            ViolationId::MateReplyForGo,
            ViolationId::BestmoveForMate,
            ViolationId::BestmoveForStoppedMate,
            ViolationId::InfiniteMateTimeout,
            ViolationId::MateTimeoutEarly,
            ViolationId::EndedByReady,
            ViolationId::EndedByDebug,
            ViolationId::EndedByUnknown,
            ViolationId::EndedByBlank,
            ViolationId::EarlyInPonder,
            ViolationId::EarlyInPonderNoMove,
            ViolationId::EarlyInInfinite,
            ViolationId::EarlyInInfiniteNoMove,
            ViolationId::StaleReplyBeforeReady,
            ViolationId::StaleReplyAfterReady,
            ViolationId::ReplyUnasked,
            ViolationId::SecondReplyToMate,
            ViolationId::ReplyToSecondStop,
            ViolationId::SecondReplyToPonderhit,
            ViolationId::ReplyToCrossedStop,
            ViolationId::ReplyToIdleStop,
            ViolationId::ReplyToIdlePonderhit,
            ViolationId::ReplyToPosition,
            ViolationId::ReplyToSetoption,
            ViolationId::ReplyToNewGame,
            ViolationId::ReplyToGameOver,
            ViolationId::ReplyToUnknown,
            ViolationId::ReplyToBlank,
            ViolationId::ReplyToOther,
        ],
        "legal-reply" => &[
            ViolationId::BestmoveNull,
            ViolationId::BestmoveGrammar,
            ViolationId::NoLegalMove,
            ViolationId::PromotionMissing,
            ViolationId::IllegalMove,
            ViolationId::MovesIgnored,
            ViolationId::IllegalPonder,
            ViolationId::OtherRuleWin,
            ViolationId::FalseWin,
        ],
        "forbidden-drop" => &[ViolationId::ForbiddenDrop],
        "mate-line" => &[ViolationId::MateLineWrong],
        "searchmoves" => &[ViolationId::NotListed],
        "pondered-line" => &[ViolationId::PonderedElsewhere, ViolationId::PvIllegal],
        "mate-claim" => &[ViolationId::MateDenied, ViolationId::MateUntrue],
        "multipv" => &[ViolationId::MultipvTwice],
        "search-limit" => {
            &[ViolationId::DepthExceeded, ViolationId::DepthFarExceeded, ViolationId::NodesExceeded]
        }
        "clock" => &[
            ViolationId::LatePonderStop,
            ViolationId::LateStop,
            ViolationId::LateMate,
            ViolationId::LatePonderhit,
            ViolationId::LateMovetime,
            ViolationId::LateDepth,
            ViolationId::LateNodes,
            ViolationId::LateIncrement,
            ViolationId::LateTiny,
            ViolationId::Late,
        ],
        "grammar" => &[
            ViolationId::ControlBytes,
            ViolationId::AuthorMisspelt,
            ViolationId::UnknownId,
            ViolationId::TornLine,
            ViolationId::Spacing,
            ViolationId::ControlBytesInText,
            ViolationId::NonAsciiText,
            ViolationId::NonAsciiWord,
            ViolationId::TwoOptions,
            ViolationId::OptionTypeFilename,
            ViolationId::OptionType,
            ViolationId::OptionShape,
            ViolationId::OptionNameBlanks,
            ViolationId::OptionNameKeyword,
            ViolationId::NoDefaultText,
            ViolationId::EmptyDefault,
            ViolationId::ButtonValue,
            ViolationId::ForeignParameter,
            ViolationId::NoDefaultCheck,
            ViolationId::CheckDefault,
            ViolationId::SpinNumber,
            ViolationId::NoDefaultSpin,
            ViolationId::SpinNoRange,
            ViolationId::SpinRange,
            ViolationId::ComboNoChoice,
            ViolationId::ComboChoiceBlanks,
            ViolationId::NoDefaultCombo,
            ViolationId::ComboDefault,
            ViolationId::ReservedPrefix,
            ViolationId::InfoRepeated,
            ViolationId::DepthNumber,
            ViolationId::TimeNumber,
            ViolationId::CountNumber,
            ViolationId::BoundPlace,
            ViolationId::InfoNumber,
            ViolationId::Multipv,
            ViolationId::Hashfull,
            ViolationId::Cpuload,
            ViolationId::CurrmoveZero,
            ViolationId::CurrmoveIllegal,
            ViolationId::ScoreShape,
            ViolationId::ScoreCp,
            ViolationId::ScoreMate,
            ViolationId::ScoreMateZero,
            ViolationId::ScoreHeadless,
            ViolationId::PvNotLast,
            ViolationId::PvWord,
            ViolationId::PvTrailing,
            ViolationId::RefutationShape,
            ViolationId::CurrlineShape,
            ViolationId::PvAndString,
            ViolationId::InfoUnknown,
            ViolationId::SeldepthAlone,
            ViolationId::SeldepthFirst,
            ViolationId::PvAlone,
            ViolationId::TimeWithoutPv,
            ViolationId::BestmoveGrammar,
            ViolationId::SpecialWithPonder,
            ViolationId::PonderNull,
            ViolationId::BestmoveExtra,
            ViolationId::DropNotation,
            ViolationId::MoveNotation,
            ViolationId::MateReplyGrammar,
            ViolationId::MateReplyNone,
        ],
        "handshake" => &[
            ViolationId::HandshakeUnasked,
            ViolationId::AnswerToUnknown,
            ViolationId::EmptyName,
            ViolationId::EmptyAuthor,
            ViolationId::OptionBeforeId,
            ViolationId::RepeatedId,
            ViolationId::RepeatedName,
            ViolationId::NoName,
            ViolationId::NoAuthor,
            ViolationId::HandshakeSlow,
            ViolationId::SecondHandshakeEnd,
            ViolationId::OptionAfterHandshake,
            ViolationId::IdAfterHandshake,
        ],
        "second-handshake" => &[ViolationId::HandshakeChanged],
        "options" => &[
            ViolationId::DuplicateOption,
            ViolationId::DuplicateOptionByCase,
            ViolationId::NoHashOption,
            ViolationId::HalfPair,
        ],
        "readyok-count" => &[ViolationId::ReadyUnasked],
        "info-in-search" => &[
            ViolationId::InfoAfterGameOver,
            ViolationId::AnswerToUnknown,
            ViolationId::InfoUnasked,
            ViolationId::InfoAtPonderOption,
            ViolationId::InfoIdle,
            ViolationId::InfoTrailing,
            ViolationId::InfoAfterReplyNoPonder,
            ViolationId::InfoAfterReply,
            ViolationId::CurrlineUnasked,
            ViolationId::RefutationUnasked,
            ViolationId::CurrmoveIllegal,
            ViolationId::PvIllegal,
            ViolationId::MateDistance,
            ViolationId::MatedDistance,
            ViolationId::TimeUnit,
            ViolationId::TimeOrigin,
            ViolationId::Backwards,
            ViolationId::DepthBackwards,
            ViolationId::CurrmoveEarly,
            ViolationId::Flood,
            ViolationId::RepliesOnStderr,
            ViolationId::NoFinalInfo,
        ],
        "noise" => &[
            ViolationId::Banner,
            ViolationId::HandshakeNoise,
            ViolationId::ReadyNoise,
            ViolationId::OtherNoise,
            ViolationId::UnknownOptionNoise,
            ViolationId::BlankNameNoise,
            ViolationId::OptionNoise,
            ViolationId::UnknownCommandNoise,
            ViolationId::BlankLineNoise,
            ViolationId::NewGameNoise,
            ViolationId::PositionNoise,
            ViolationId::IdleStopNoise,
            ViolationId::IdlePonderhitNoise,
            ViolationId::GameOverNoise,
            ViolationId::DebugNoise,
        ],
        "registration" => &[ViolationId::CopyProtection, ViolationId::Registration],
        "missing-reply" => &[
            ViolationId::Survivor,
            ViolationId::HandshakeMissing,
            ViolationId::EofIgnored,
            ViolationId::QuitIgnoredBusy,
            ViolationId::QuitIgnoredEarly,
            ViolationId::QuitIgnoredBooted,
            ViolationId::QuitIgnored,
            ViolationId::ReadyMissingBusy,
            ViolationId::ReadyMissing,
            ViolationId::ReplyMissingMateStop,
            ViolationId::ReplyMissingMate,
            ViolationId::ReplyMissingNoMove,
            ViolationId::ReplyMissingPonderhit,
            ViolationId::ReplyMissingPonderStop,
            ViolationId::StopIgnored,
            ViolationId::ReplyMissingBareGo,
            ViolationId::ReplyMissingStop,
            ViolationId::ReplyMissing,
            ViolationId::ReplyBuffered,
            ViolationId::HandshakeLate,
        ],
        "wire" => &[
            ViolationId::NotReading,
            ViolationId::UnfinishedText,
            ViolationId::UnfinishedReply,
            ViolationId::RepliesOnStderr,
        ],
        "lifetime" => &[
            ViolationId::QuitStatus,
            ViolationId::QuitSignal,
            ViolationId::ExitAfterCopyProtection,
            ViolationId::ExitUnasked,
            ViolationId::ExitAtSecondPonderhit,
            ViolationId::ExitAtIdlePonderhit,
            ViolationId::ExitAtIdleStop,
            ViolationId::ExitAtBareGo,
            ViolationId::ExitAtGoWord(GoWord::Increment),
            ViolationId::ExitAtGoWord(GoWord::SearchMoves),
            ViolationId::ExitAtGoWord(GoWord::MovesToGo),
            ViolationId::ExitAtGoWord(GoWord::Depth),
            ViolationId::ExitAtGoWord(GoWord::Nodes),
            ViolationId::ExitAtGoWord(GoWord::MoveTime),
            ViolationId::ExitAtEarlyNewGame,
            ViolationId::ExitAtDebug,
            ViolationId::ExitAtRegister,
            ViolationId::ExitAtUnknown,
            ViolationId::ExitAtBlank,
        ],
        _ => &[],
    };
    let rows = table.reserved.iter().enumerate();
    let reserved = rows.flat_map(|(row, option)| {
        let default = option.default.map(|_| ViolationId::ReservedDefault(row));
        std::iter::once(ViolationId::ReservedType(row)).chain(default)
    });
    let of_grammar = rule == "grammar";
    listed.iter().copied().chain(reserved.filter(|_| of_grammar)).collect()
}
