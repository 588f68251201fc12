//! Which UCI clause each fault of the family breaks.

use crate::protocol::family::{ClauseMapping, ViolationId};
use crate::protocol::uci::table::RESERVED;

/// The clause that a fault breaks, and how badly at most. `None`: it is no fault in UCI.
#[expect(clippy::too_many_lines, reason = "one line a fault: the match is the table")]
pub(super) fn clause_mapping(id: ViolationId, profile: &str) -> Option<ClauseMapping> {
    let text = profile == "text";
    match id {
        ViolationId::NonAsciiWord | ViolationId::NonAsciiText | ViolationId::ControlBytesInText => {
            None
        }
        ViolationId::ControlBytes => ClauseMapping::full("UCI-GEN-16"),
        ViolationId::UnfinishedReply | ViolationId::ReplyBuffered => {
            ClauseMapping::full("UCI-GEN-03")
        }
        ViolationId::UnfinishedText => ClauseMapping::warn("UCI-GEN-03"),
        ViolationId::Spacing => ClauseMapping::full("UCI-GEN-17"),
        ViolationId::TornLine => ClauseMapping::full("UCI-INFO-21"),
        ViolationId::RepliesOnStderr => ClauseMapping::full("UCI-GEN-01"),
        ViolationId::NotReading => ClauseMapping::full("UCI-GEN-02"),

        ViolationId::Banner => ClauseMapping::full("UCI-GEN-13"),
        ViolationId::HandshakeNoise | ViolationId::UnknownId => ClauseMapping::full("UCI-BOOT-08"),
        ViolationId::ReadyNoise => ClauseMapping::full("UCI-SYNC-07"),
        ViolationId::UnknownOptionNoise => ClauseMapping::warn("UCI-OPT-06"),
        ViolationId::BlankNameNoise => ClauseMapping::full("UCI-OPT-04"),
        ViolationId::OptionNoise => ClauseMapping::warn("UCI-OPT-01"),
        ViolationId::UnknownCommandNoise | ViolationId::OtherNoise => {
            ClauseMapping::warn("UCI-GEN-09")
        }
        ViolationId::BlankLineNoise => ClauseMapping::warn("UCI-GEN-15"),
        ViolationId::NewGameNoise => ClauseMapping::warn("UCI-NEW-04"),
        ViolationId::PositionNoise => ClauseMapping::warn("UCI-POS-05"),
        ViolationId::IdleStopNoise => ClauseMapping::warn("UCI-STOP-04"),
        ViolationId::IdlePonderhitNoise => ClauseMapping::warn("UCI-PH-04"),
        ViolationId::GameOverNoise => None,
        ViolationId::DebugNoise => ClauseMapping::warn("UCI-DBG-01"),

        ViolationId::HandshakeUnasked => ClauseMapping::full("UCI-BOOT-10"),
        ViolationId::NoName | ViolationId::EmptyName => ClauseMapping::full("UCI-BOOT-01"),
        ViolationId::NoAuthor => ClauseMapping::full("UCI-BOOT-02"),
        ViolationId::AuthorMisspelt | ViolationId::EmptyAuthor | ViolationId::RepeatedId => {
            ClauseMapping::warn("UCI-BOOT-02")
        }
        ViolationId::RepeatedName => ClauseMapping::warn("UCI-BOOT-01"),
        ViolationId::OptionBeforeId => ClauseMapping::full("UCI-BOOT-04"),
        ViolationId::OptionAfterHandshake
        | ViolationId::IdAfterHandshake
        | ViolationId::SecondHandshakeEnd => ClauseMapping::full("UCI-BOOT-03"),
        ViolationId::HandshakeChanged => ClauseMapping::full("UCI-BOOT-07"),
        ViolationId::HandshakeMissing => ClauseMapping::full("UCI-BOOT-03"),
        ViolationId::HandshakeLate => ClauseMapping::full("UCI-BOOT-06"),
        ViolationId::HandshakeSlow => ClauseMapping::warn("UCI-BOOT-06"),

        ViolationId::ReadyMissing | ViolationId::ReadyUnasked => ClauseMapping::full("UCI-SYNC-01"),
        ViolationId::ReadyMissingBusy => ClauseMapping::full("UCI-SYNC-02"),

        ViolationId::OptionShape | ViolationId::OptionType => ClauseMapping::full("UCI-OPTG-01"),
        ViolationId::OptionTypeFilename => ClauseMapping::warn("UCI-OPTG-01"),
        ViolationId::OptionNameBlanks | ViolationId::ComboChoiceBlanks => None,
        ViolationId::OptionNameKeyword => ClauseMapping::full("UCI-OPT-05"),
        ViolationId::CheckDefault => ClauseMapping::full("UCI-OPTG-02"),
        ViolationId::NoDefaultCheck => ClauseMapping::warn("UCI-OPTG-02"),
        ViolationId::SpinNumber | ViolationId::SpinRange => ClauseMapping::full("UCI-OPTG-03"),
        ViolationId::SpinNoRange | ViolationId::NoDefaultSpin => ClauseMapping::warn("UCI-OPTG-03"),
        ViolationId::ComboNoChoice => ClauseMapping::full("UCI-OPTG-04"),
        ViolationId::ComboDefault | ViolationId::NoDefaultCombo => {
            ClauseMapping::warn("UCI-OPTG-04")
        }
        ViolationId::ButtonValue | ViolationId::ForeignParameter => {
            ClauseMapping::full("UCI-OPTG-05")
        }
        ViolationId::EmptyDefault => ClauseMapping::full("UCI-OPTG-06"),
        ViolationId::NoDefaultText => ClauseMapping::warn("UCI-OPTG-06"),
        ViolationId::TwoOptions => ClauseMapping::full("UCI-BOOT-05"),
        ViolationId::DuplicateOption | ViolationId::DuplicateOptionByCase => {
            ClauseMapping::full("UCI-OPTG-17")
        }
        ViolationId::ReservedPrefix => ClauseMapping::full("UCI-OPTG-19"),
        // Its default has a clause of its own, its type has not.
        ViolationId::ReservedType(row) if RESERVED[row].name == "UCI_LimitStrength" => {
            ClauseMapping::full("UCI-OPTG-14")
        }
        ViolationId::ReservedType(row) => ClauseMapping::full(RESERVED[row].clause),
        ViolationId::ReservedDefault(row) if text && RESERVED[row].name == "MultiPV" => {
            ClauseMapping::full(RESERVED[row].clause)
        }
        ViolationId::ReservedDefault(row) => ClauseMapping::warn(RESERVED[row].clause),
        ViolationId::NoHashOption => ClauseMapping::full("UCI-OPTG-07"),
        ViolationId::HalfPair => ClauseMapping::full("UCI-OPTG-12"),

        ViolationId::BestmoveGrammar | ViolationId::MoveNotation | ViolationId::DropNotation => {
            ClauseMapping::full("UCI-BM-02")
        }
        ViolationId::BestmoveNull => None,
        ViolationId::BestmoveExtra => ClauseMapping::full("UCI-BM-10"),
        // There are no words of their own meaning in the place of a move.
        ViolationId::SpecialWithPonder => None,
        ViolationId::PonderNull => ClauseMapping::warn("UCI-BM-03"),
        ViolationId::IllegalPonder => ClauseMapping::full("UCI-BM-03"),
        ViolationId::PromotionMissing | ViolationId::IllegalMove => {
            ClauseMapping::full("UCI-BM-02")
        }
        ViolationId::MovesIgnored => ClauseMapping::full("UCI-POS-03"),
        ViolationId::NotListed => ClauseMapping::warn("UCI-GO-03"),
        ViolationId::NoLegalMove => ClauseMapping::full("UCI-BM-04"),
        ViolationId::ReplyMissingNoMove => ClauseMapping::full("UCI-BM-01"),
        ViolationId::FalseWin | ViolationId::OtherRuleWin | ViolationId::ForbiddenDrop => None,
        ViolationId::EarlyInPonder => ClauseMapping::full("UCI-GO-05"),
        ViolationId::EarlyInPonderNoMove => ClauseMapping::warn("UCI-GO-05"),
        ViolationId::EarlyInInfinite | ViolationId::EndedByReady => {
            ClauseMapping::full("UCI-GO-12")
        }
        ViolationId::EarlyInInfiniteNoMove => ClauseMapping::warn("UCI-GO-12"),
        ViolationId::EndedByDebug => ClauseMapping::full("UCI-DBG-01"),
        ViolationId::BestmoveForMate
        | ViolationId::BestmoveForStoppedMate
        | ViolationId::SecondReplyToMate
        | ViolationId::ReplyMissingMate
        | ViolationId::ReplyMissingMateStop
        | ViolationId::MateReplyForGo
        | ViolationId::MateReplyGrammar
        | ViolationId::MateReplyNone
        | ViolationId::MateReplyHeadless
        | ViolationId::MateLineWrong
        | ViolationId::MateDenied
        | ViolationId::MateTimeoutEarly
        | ViolationId::InfiniteMateTimeout
        | ViolationId::LateMate => None,

        ViolationId::ReplyUnasked | ViolationId::ReplyToOther => ClauseMapping::full("UCI-BM-09"),
        ViolationId::ReplyToIdleStop => ClauseMapping::full("UCI-STOP-04"),
        ViolationId::ReplyToCrossedStop => ClauseMapping::full("UCI-STOP-03"),
        ViolationId::ReplyToSecondStop => ClauseMapping::full("UCI-STOP-05"),
        ViolationId::ReplyToIdlePonderhit => ClauseMapping::full("UCI-PH-04"),
        ViolationId::SecondReplyToPonderhit => ClauseMapping::full("UCI-PH-06"),
        ViolationId::ReplyToPosition => ClauseMapping::full("UCI-POS-05"),
        ViolationId::ReplyToSetoption => ClauseMapping::full("UCI-OPT-01"),
        ViolationId::ReplyToNewGame => ClauseMapping::full("UCI-NEW-04"),
        // There is no gameover.
        ViolationId::ReplyToGameOver
        | ViolationId::StaleReplyBeforeReady
        | ViolationId::StaleReplyAfterReady
        | ViolationId::InfoAfterGameOver => None,
        ViolationId::ReplyToUnknown
        | ViolationId::AnswerToUnknown
        | ViolationId::EndedByUnknown => ClauseMapping::full("UCI-GEN-09"),
        ViolationId::ReplyToBlank | ViolationId::EndedByBlank => ClauseMapping::full("UCI-GEN-15"),

        ViolationId::ReplyMissing => ClauseMapping::full("UCI-BM-01"),
        ViolationId::ReplyMissingBareGo => ClauseMapping::full("UCI-GO-19"),
        ViolationId::ReplyMissingStop | ViolationId::StopIgnored | ViolationId::LateStop => {
            ClauseMapping::full("UCI-STOP-01")
        }
        ViolationId::ReplyMissingPonderStop | ViolationId::LatePonderStop => {
            ClauseMapping::full("UCI-PH-02")
        }
        ViolationId::ReplyMissingPonderhit => ClauseMapping::full("UCI-PH-01"),
        ViolationId::Late => ClauseMapping::full("UCI-GO-06"),
        ViolationId::LateIncrement => ClauseMapping::full("UCI-GO-07"),
        ViolationId::LateTiny => ClauseMapping::warn("UCI-GO-15"),
        ViolationId::LateMovetime => ClauseMapping::full("UCI-GO-11"),
        ViolationId::LatePonderhit => ClauseMapping::full("UCI-PH-03"),

        ViolationId::DepthExceeded | ViolationId::DepthFarExceeded if text => {
            ClauseMapping::full("UCI-GO-08")
        }
        ViolationId::DepthExceeded | ViolationId::DepthFarExceeded => {
            ClauseMapping::warn("UCI-GO-08")
        }
        ViolationId::NodesExceeded => ClauseMapping::warn("UCI-GO-09"),
        ViolationId::LateDepth => ClauseMapping::full("UCI-GO-08"),
        ViolationId::LateNodes => ClauseMapping::full("UCI-GO-09"),

        ViolationId::InfoUnknown => ClauseMapping::full("UCI-INFO-20"),
        ViolationId::ScoreHeadless | ViolationId::ScoreShape => ClauseMapping::full("UCI-INFO-25"),
        ViolationId::ScoreCp
        | ViolationId::ScoreMate
        | ViolationId::DepthNumber
        | ViolationId::TimeNumber
        | ViolationId::CountNumber
        | ViolationId::InfoNumber => ClauseMapping::full("UCI-INFO-17"),
        ViolationId::ScoreMateZero | ViolationId::MatedDistance => None,
        ViolationId::MateDistance => ClauseMapping::full("UCI-INFO-08"),
        ViolationId::MateUntrue => ClauseMapping::warn("UCI-INFO-08"),
        ViolationId::BoundPlace => ClauseMapping::full("UCI-INFO-09"),
        ViolationId::SeldepthAlone => ClauseMapping::full("UCI-INFO-01"),
        ViolationId::SeldepthFirst => None,
        ViolationId::TimeUnit => ClauseMapping::full("UCI-INFO-02"),
        ViolationId::TimeWithoutPv | ViolationId::TimeOrigin => ClauseMapping::info("UCI-INFO-02"),
        ViolationId::Hashfull => ClauseMapping::full("UCI-INFO-12"),
        ViolationId::Cpuload => ClauseMapping::warn("UCI-INFO-12"),
        ViolationId::Multipv => ClauseMapping::full("UCI-INFO-06"),
        ViolationId::MultipvTwice => ClauseMapping::warn("UCI-INFO-06"),
        ViolationId::CurrmoveZero => ClauseMapping::full("UCI-INFO-11"),
        ViolationId::CurrmoveIllegal => ClauseMapping::full("UCI-INFO-22"),
        ViolationId::PvNotLast | ViolationId::PvTrailing | ViolationId::PvWord => None,
        ViolationId::PvIllegal => ClauseMapping::full("UCI-INFO-05"),
        ViolationId::PvAndString => ClauseMapping::full("UCI-INFO-13"),
        ViolationId::InfoRepeated => ClauseMapping::full("UCI-INFO-23"),
        ViolationId::RefutationUnasked => ClauseMapping::full("UCI-INFO-14"),
        ViolationId::CurrlineUnasked => ClauseMapping::full("UCI-INFO-15"),
        ViolationId::RefutationShape | ViolationId::CurrlineShape => {
            ClauseMapping::full("UCI-INFO-26")
        }
        ViolationId::PvAlone => ClauseMapping::full("UCI-INFO-04"),
        ViolationId::Backwards => ClauseMapping::full("UCI-INFO-24"),
        ViolationId::DepthBackwards => ClauseMapping::full("UCI-INFO-18"),
        ViolationId::CurrmoveEarly => ClauseMapping::full("UCI-INFO-10"),
        ViolationId::Flood => ClauseMapping::full("UCI-INFO-19"),
        ViolationId::NoFinalInfo => ClauseMapping::full("UCI-BM-06"),
        ViolationId::InfoUnasked => ClauseMapping::full("UCI-GEN-06"),
        ViolationId::InfoAtPonderOption => ClauseMapping::full("UCI-OPT-10"),
        ViolationId::InfoIdle | ViolationId::PonderedElsewhere => None,
        ViolationId::InfoTrailing => ClauseMapping::full("UCI-INFO-16"),
        ViolationId::InfoAfterReply | ViolationId::InfoAfterReplyNoPonder => {
            ClauseMapping::full("UCI-BM-05")
        }

        ViolationId::CopyProtection => ClauseMapping::full("UCI-CP-01"),
        ViolationId::ExitAfterCopyProtection => ClauseMapping::full("UCI-CP-02"),
        ViolationId::Registration => ClauseMapping::full("UCI-REG-01"),

        ViolationId::ExitAtIdlePonderhit => ClauseMapping::full("UCI-PH-04"),
        ViolationId::ExitAtSecondPonderhit => ClauseMapping::full("UCI-PH-07"),
        ViolationId::ExitAtIdleStop => ClauseMapping::full("UCI-STOP-04"),
        ViolationId::ExitAtBareGo => ClauseMapping::full("UCI-GO-19"),
        ViolationId::ExitUnasked
        | ViolationId::ExitAtEarlyNewGame
        | ViolationId::ExitAtGoWord(_) => ClauseMapping::full("UCI-GEN-14"),
        ViolationId::ExitAtDebug => ClauseMapping::full("UCI-DBG-01"),
        ViolationId::ExitAtRegister => ClauseMapping::full("UCI-REG-02"),
        ViolationId::ExitAtUnknown => ClauseMapping::full("UCI-GEN-09"),
        ViolationId::ExitAtBlank => ClauseMapping::full("UCI-GEN-15"),
        ViolationId::QuitIgnored | ViolationId::QuitIgnoredBusy => {
            ClauseMapping::full("UCI-QUIT-01")
        }
        ViolationId::QuitIgnoredEarly | ViolationId::QuitIgnoredBooted => {
            ClauseMapping::full("UCI-QUIT-04")
        }
        ViolationId::EofIgnored => ClauseMapping::full("UCI-QUIT-02"),
        ViolationId::QuitSignal => ClauseMapping::full("UCI-QUIT-03"),
        ViolationId::QuitStatus => None,
        ViolationId::Survivor => ClauseMapping::full("UCI-QUIT-05"),
    }
}
