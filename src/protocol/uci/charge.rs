//! Which UCI clause each fault of the family breaks.

use crate::protocol::family::{Charge, Fault};
use crate::protocol::uci::table::RESERVED;

/// The clause that a fault breaks, and how badly at most. `None`: it is no fault in UCI.
#[expect(
    clippy::too_many_lines,
    reason = "one line a fault: the match is the table"
)]
pub(super) fn charge(fault: Fault, profile: &str) -> Option<Charge> {
    let text = profile == "text";
    match fault {
        Fault::NonAsciiWord | Fault::NonAsciiText | Fault::ControlBytesInText => None,
        Fault::ControlBytes => Charge::full("UCI-GEN-16"),
        Fault::UnfinishedReply | Fault::ReplyBuffered => Charge::full("UCI-GEN-03"),
        Fault::UnfinishedText => Charge::warn("UCI-GEN-03"),
        Fault::Spacing => Charge::full("UCI-GEN-17"),
        Fault::TornLine => Charge::full("UCI-INFO-21"),
        Fault::RepliesOnStderr => Charge::full("UCI-GEN-01"),
        Fault::NotReading => Charge::full("UCI-GEN-02"),

        Fault::Banner => Charge::full("UCI-GEN-13"),
        Fault::HandshakeNoise | Fault::UnknownId => Charge::full("UCI-BOOT-08"),
        Fault::ReadyNoise => Charge::full("UCI-SYNC-07"),
        Fault::UnknownOptionNoise => Charge::warn("UCI-OPT-06"),
        Fault::BlankNameNoise => Charge::full("UCI-OPT-04"),
        Fault::OptionNoise => Charge::warn("UCI-OPT-01"),
        Fault::UnknownCommandNoise | Fault::OtherNoise => Charge::warn("UCI-GEN-09"),
        Fault::BlankLineNoise => Charge::warn("UCI-GEN-15"),
        Fault::NewGameNoise => Charge::warn("UCI-NEW-04"),
        Fault::PositionNoise => Charge::warn("UCI-POS-05"),
        Fault::IdleStopNoise => Charge::warn("UCI-STOP-04"),
        Fault::IdlePonderhitNoise => Charge::warn("UCI-PH-04"),
        Fault::GameOverNoise => None,
        Fault::DebugNoise => Charge::warn("UCI-DBG-01"),

        Fault::HandshakeUnasked => Charge::full("UCI-BOOT-10"),
        Fault::NoName | Fault::EmptyName => Charge::full("UCI-BOOT-01"),
        Fault::NoAuthor => Charge::full("UCI-BOOT-02"),
        Fault::AuthorMisspelt | Fault::EmptyAuthor | Fault::RepeatedId => {
            Charge::warn("UCI-BOOT-02")
        }
        Fault::OptionBeforeId => Charge::full("UCI-BOOT-04"),
        Fault::OptionAfterHandshake | Fault::IdAfterHandshake | Fault::SecondHandshakeEnd => {
            Charge::full("UCI-BOOT-03")
        }
        Fault::HandshakeChanged => Charge::full("UCI-BOOT-07"),
        Fault::HandshakeMissing => Charge::full("UCI-BOOT-03"),
        Fault::HandshakeLate => Charge::full("UCI-BOOT-06"),
        Fault::HandshakeSlow => Charge::warn("UCI-BOOT-06"),

        Fault::ReadyMissing | Fault::ReadyUnasked => Charge::full("UCI-SYNC-01"),
        Fault::ReadyMissingBusy => Charge::full("UCI-SYNC-02"),

        Fault::OptionShape | Fault::OptionType => Charge::full("UCI-OPTG-01"),
        Fault::OptionTypeFilename => Charge::warn("UCI-OPTG-01"),
        Fault::OptionNameBlanks | Fault::ComboChoiceBlanks => None,
        Fault::OptionNameKeyword => Charge::full("UCI-OPT-05"),
        Fault::CheckDefault => Charge::full("UCI-OPTG-02"),
        Fault::NoDefaultCheck => Charge::warn("UCI-OPTG-02"),
        Fault::SpinNumber | Fault::SpinRange => Charge::full("UCI-OPTG-03"),
        Fault::SpinNoRange | Fault::NoDefaultSpin => Charge::warn("UCI-OPTG-03"),
        Fault::ComboNoChoice => Charge::full("UCI-OPTG-04"),
        Fault::ComboDefault | Fault::NoDefaultCombo => Charge::warn("UCI-OPTG-04"),
        Fault::ButtonValue | Fault::ForeignParameter => Charge::full("UCI-OPTG-05"),
        Fault::EmptyDefault => Charge::full("UCI-OPTG-06"),
        Fault::NoDefaultText => Charge::warn("UCI-OPTG-06"),
        Fault::TwoOptions => Charge::full("UCI-BOOT-05"),
        Fault::DuplicateOption | Fault::DuplicateOptionByCase => Charge::full("UCI-OPTG-17"),
        Fault::ReservedPrefix => Charge::full("UCI-OPTG-19"),
        Fault::ReservedType(row) => Charge::full(RESERVED[row].clause),
        Fault::ReservedDefault(row) if text && RESERVED[row].name == "MultiPV" => {
            Charge::full(RESERVED[row].clause)
        }
        Fault::ReservedDefault(row) => Charge::warn(RESERVED[row].clause),
        Fault::NoHashOption => Charge::full("UCI-OPTG-07"),
        Fault::HalfPair => Charge::full("UCI-OPTG-12"),

        Fault::BestmoveGrammar | Fault::MoveNotation | Fault::DropNotation => {
            Charge::full("UCI-BM-02")
        }
        Fault::BestmoveNull => None,
        Fault::BestmoveExtra | Fault::SpecialWithPonder => Charge::full("UCI-BM-10"),
        Fault::PonderNull => Charge::warn("UCI-BM-03"),
        Fault::IllegalPonder => Charge::full("UCI-BM-03"),
        Fault::PromotionMissing | Fault::IllegalMove => Charge::full("UCI-BM-02"),
        Fault::NotListed => Charge::warn("UCI-GO-03"),
        Fault::NoLegalMove => Charge::full("UCI-BM-04"),
        Fault::ReplyMissingNoMove => Charge::full("UCI-BM-01"),
        Fault::FalseWin | Fault::OtherRuleWin | Fault::ForbiddenDrop => None,
        Fault::EarlyInPonder => Charge::full("UCI-GO-05"),
        Fault::EarlyInPonderNoMove => Charge::warn("UCI-GO-05"),
        Fault::EarlyInInfinite | Fault::EndedByReady => Charge::full("UCI-GO-12"),
        Fault::EarlyInInfiniteNoMove => Charge::warn("UCI-GO-12"),
        Fault::EndedByDebug => Charge::full("UCI-DBG-01"),
        Fault::BestmoveForMate
        | Fault::BestmoveForStoppedMate
        | Fault::SecondReplyToMate
        | Fault::ReplyMissingMate
        | Fault::ReplyMissingMateStop
        | Fault::MateReplyForGo
        | Fault::MateReplyGrammar
        | Fault::MateReplyNone
        | Fault::MateReplyHeadless
        | Fault::MateLineWrong
        | Fault::MateDenied
        | Fault::MateTimeoutEarly
        | Fault::InfiniteMateTimeout
        | Fault::LateMate => None,

        Fault::ReplyUnasked | Fault::ReplyToOther => Charge::full("UCI-BM-09"),
        Fault::ReplyToIdleStop => Charge::full("UCI-STOP-04"),
        Fault::ReplyToCrossedStop => Charge::full("UCI-STOP-03"),
        Fault::ReplyToSecondStop => Charge::full("UCI-STOP-05"),
        Fault::ReplyToIdlePonderhit => Charge::full("UCI-PH-04"),
        Fault::SecondReplyToPonderhit => Charge::full("UCI-PH-06"),
        Fault::ReplyToPosition => Charge::full("UCI-POS-05"),
        Fault::ReplyToSetoption => Charge::full("UCI-OPT-01"),
        Fault::ReplyToNewGame => Charge::full("UCI-NEW-04"),
        Fault::ReplyToGameOver => Charge::full("UCI-BM-09"),
        Fault::ReplyToUnknown | Fault::AnswerToUnknown | Fault::EndedByUnknown => {
            Charge::full("UCI-GEN-09")
        }
        Fault::ReplyToBlank | Fault::EndedByBlank => Charge::full("UCI-GEN-15"),
        Fault::StaleReplyBeforeReady | Fault::StaleReplyAfterReady => Charge::full("UCI-BM-09"),

        Fault::ReplyMissing => Charge::full("UCI-BM-01"),
        Fault::ReplyMissingBareGo => Charge::full("UCI-GO-19"),
        Fault::ReplyMissingStop | Fault::LateStop => Charge::full("UCI-STOP-01"),
        Fault::ReplyMissingPonderStop | Fault::LatePonderStop => Charge::full("UCI-PH-02"),
        Fault::ReplyMissingPonderhit => Charge::full("UCI-PH-01"),
        Fault::Late => Charge::full("UCI-GO-06"),
        Fault::LateIncrement => Charge::full("UCI-GO-07"),
        Fault::LateTiny => Charge::warn("UCI-GO-15"),
        Fault::LateMovetime => Charge::full("UCI-GO-11"),
        Fault::LatePonderhit => Charge::full("UCI-PH-03"),

        Fault::DepthExceeded | Fault::DepthFarExceeded if text => Charge::full("UCI-GO-08"),
        Fault::DepthExceeded | Fault::DepthFarExceeded => Charge::warn("UCI-GO-08"),
        Fault::NodesExceeded => Charge::warn("UCI-GO-09"),
        Fault::LateDepth => Charge::full("UCI-GO-08"),
        Fault::LateNodes => Charge::full("UCI-GO-09"),

        Fault::InfoUnknown => Charge::full("UCI-INFO-20"),
        Fault::ScoreHeadless | Fault::ScoreShape => Charge::full("UCI-INFO-25"),
        Fault::ScoreCp
        | Fault::ScoreMate
        | Fault::DepthNumber
        | Fault::TimeNumber
        | Fault::CountNumber
        | Fault::InfoNumber => Charge::full("UCI-INFO-17"),
        Fault::ScoreMateZero | Fault::MatedDistance => None,
        Fault::MateDistance => Charge::full("UCI-INFO-08"),
        Fault::MateUntrue => Charge::warn("UCI-INFO-08"),
        Fault::BoundPlace => Charge::full("UCI-INFO-09"),
        Fault::SeldepthAlone => Charge::full("UCI-INFO-01"),
        Fault::SeldepthFirst => None,
        Fault::TimeUnit => Charge::full("UCI-INFO-02"),
        Fault::TimeWithoutPv | Fault::TimeOrigin => Charge::info("UCI-INFO-02"),
        Fault::Hashfull => Charge::full("UCI-INFO-12"),
        Fault::Cpuload => Charge::warn("UCI-INFO-12"),
        Fault::Multipv => Charge::full("UCI-INFO-06"),
        Fault::MultipvTwice => Charge::warn("UCI-INFO-06"),
        Fault::CurrmoveZero => Charge::full("UCI-INFO-11"),
        Fault::CurrmoveIllegal => Charge::full("UCI-INFO-22"),
        Fault::PvNotLast | Fault::PvTrailing | Fault::PvWord => None,
        Fault::PvIllegal => Charge::full("UCI-INFO-05"),
        Fault::PvAndString => Charge::full("UCI-INFO-13"),
        Fault::InfoRepeated => Charge::full("UCI-INFO-23"),
        Fault::RefutationUnasked => Charge::full("UCI-INFO-14"),
        Fault::CurrlineUnasked => Charge::full("UCI-INFO-15"),
        Fault::RefutationShape | Fault::CurrlineShape => Charge::full("UCI-INFO-26"),
        Fault::PvAlone => Charge::full("UCI-INFO-04"),
        Fault::Backwards => Charge::full("UCI-INFO-24"),
        Fault::Flood => Charge::full("UCI-INFO-19"),
        Fault::NoFinalInfo => Charge::full("UCI-BM-06"),
        Fault::InfoUnasked => Charge::full("UCI-GEN-06"),
        Fault::InfoIdle | Fault::PonderedElsewhere => None,
        Fault::InfoTrailing => Charge::full("UCI-INFO-16"),
        Fault::InfoAfterReply | Fault::InfoAfterReplyNoPonder | Fault::InfoAfterGameOver => {
            Charge::full("UCI-BM-05")
        }

        Fault::CopyProtection => Charge::full("UCI-CP-01"),
        Fault::ExitAfterCopyProtection => Charge::full("UCI-CP-02"),
        Fault::Registration => Charge::full("UCI-REG-01"),

        Fault::ExitUnasked
        | Fault::ExitAtIdlePonderhit
        | Fault::ExitAtSecondPonderhit
        | Fault::ExitAtIdleStop
        | Fault::ExitAtBareGo
        | Fault::ExitAtEarlyNewGame
        | Fault::ExitAtDebug
        | Fault::ExitAtGoWord(_) => Charge::full("UCI-GEN-14"),
        Fault::ExitAtRegister => Charge::full("UCI-REG-02"),
        Fault::ExitAtUnknown => Charge::full("UCI-GEN-09"),
        Fault::ExitAtBlank => Charge::full("UCI-GEN-15"),
        Fault::QuitIgnored | Fault::QuitIgnoredBusy => Charge::full("UCI-QUIT-01"),
        Fault::QuitIgnoredEarly | Fault::QuitIgnoredBooted => Charge::full("UCI-QUIT-04"),
        Fault::EofIgnored => Charge::full("UCI-QUIT-02"),
        Fault::QuitSignal => Charge::full("UCI-QUIT-03"),
        Fault::QuitStatus => None,
        Fault::Survivor => Charge::full("UCI-QUIT-05"),
    }
}
