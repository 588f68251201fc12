//! Which USI clause each fault of the family breaks.

use crate::protocol::family::{ClauseMapping, GoWord, ViolationId};
use crate::protocol::usi::table::RESERVED;

/// The clause that a fault breaks, and how badly at most.
#[expect(clippy::too_many_lines, reason = "one line a fault: the match is the table")]
pub(super) fn clause_mapping(id: ViolationId, profile: &str) -> Option<ClauseMapping> {
    let shogidokoro = profile == "shogidokoro";
    let draft = profile == "draft";
    match id {
        ViolationId::NonAsciiWord | ViolationId::ControlBytes => ClauseMapping::full("USI-GEN-06"),
        ViolationId::NonAsciiText | ViolationId::ControlBytesInText => {
            ClauseMapping::warn("USI-GEN-06")
        }
        ViolationId::UnfinishedReply => ClauseMapping::full("USI-GEN-03"),
        ViolationId::UnfinishedText => ClauseMapping::warn("USI-GEN-03"),
        ViolationId::Spacing => ClauseMapping::full("USI-GEN-18"),
        ViolationId::TornLine => ClauseMapping::full("USI-INFO-27"),
        ViolationId::RepliesOnStderr => ClauseMapping::full("USI-GEN-01"),
        ViolationId::NotReading | ViolationId::StopIgnored => ClauseMapping::full("USI-GEN-02"),

        ViolationId::Banner | ViolationId::HandshakeNoise | ViolationId::UnknownId => {
            ClauseMapping::full("USI-BOOT-09")
        }
        ViolationId::ReadyNoise => ClauseMapping::full("USI-READY-08"),
        ViolationId::UnknownOptionNoise => ClauseMapping::warn("USI-SET-06"),
        ViolationId::OptionNoise | ViolationId::BlankNameNoise => ClauseMapping::warn("USI-SET-01"),
        ViolationId::UnknownCommandNoise => ClauseMapping::warn("USI-GEN-08"),
        ViolationId::BlankLineNoise => ClauseMapping::warn("USI-GEN-17"),
        ViolationId::NewGameNoise => ClauseMapping::warn("USI-NEW-01"),
        ViolationId::PositionNoise | ViolationId::OtherNoise => ClauseMapping::warn("USI-GEN-08"),
        ViolationId::IdleStopNoise => ClauseMapping::warn("USI-STOP-03"),
        ViolationId::IdlePonderhitNoise => ClauseMapping::warn("USI-PON-08"),
        ViolationId::GameOverNoise => ClauseMapping::warn("USI-OVER-01"),
        ViolationId::DebugNoise => ClauseMapping::warn("USI-DBG-02"),

        ViolationId::HandshakeUnasked => ClauseMapping::full("USI-BOOT-06"),
        ViolationId::NoName | ViolationId::NoAuthor => ClauseMapping::full("USI-BOOT-02"),
        ViolationId::AuthorMisspelt => ClauseMapping::warn("USI-BOOT-02"),
        ViolationId::EmptyName => ClauseMapping::full("USI-BOOT-07"),
        ViolationId::EmptyAuthor => ClauseMapping::warn("USI-BOOT-07"),
        ViolationId::RepeatedId | ViolationId::RepeatedName => ClauseMapping::warn("USI-BOOT-08"),
        ViolationId::OptionBeforeId if !draft && !shogidokoro => ClauseMapping::warn("USI-BOOT-03"),
        ViolationId::OptionBeforeId | ViolationId::IdAfterHandshake => {
            ClauseMapping::full("USI-BOOT-03")
        }
        ViolationId::OptionAfterHandshake => ClauseMapping::full("USI-OPT-27"),
        ViolationId::SecondHandshakeEnd => ClauseMapping::full("USI-BOOT-08"),
        ViolationId::HandshakeChanged => ClauseMapping::full("USI-BOOT-12"),
        ViolationId::HandshakeMissing => ClauseMapping::full("USI-BOOT-04"),
        ViolationId::HandshakeLate => ClauseMapping::full("USI-BOOT-05"),
        // USI has one limit for the handshake, and no slower one before it.
        ViolationId::HandshakeSlow => None,
        ViolationId::ReplyBuffered => ClauseMapping::full("USI-GEN-13"),

        ViolationId::ReadyMissing => ClauseMapping::full("USI-READY-01"),
        ViolationId::ReadyUnasked => ClauseMapping::full("USI-READY-05"),
        ViolationId::ReadyMissingBusy => ClauseMapping::full("USI-READY-03"),

        ViolationId::OptionShape => ClauseMapping::full("USI-OPT-01"),
        ViolationId::OptionNameBlanks => ClauseMapping::full("USI-OPT-02"),
        ViolationId::OptionNameKeyword => ClauseMapping::warn("USI-OPT-01"),
        ViolationId::OptionType => ClauseMapping::full("USI-OPT-03"),
        ViolationId::OptionTypeFilename => None,
        ViolationId::CheckDefault => ClauseMapping::full("USI-OPT-04"),
        ViolationId::SpinNumber => ClauseMapping::full("USI-OPT-05"),
        ViolationId::SpinRange => ClauseMapping::full("USI-OPT-06"),
        ViolationId::SpinNoRange => ClauseMapping::full("USI-OPT-28"),
        ViolationId::ComboNoChoice => ClauseMapping::full("USI-OPT-07"),
        ViolationId::ComboChoiceBlanks => ClauseMapping::warn("USI-OPT-07"),
        ViolationId::ComboDefault => ClauseMapping::full("USI-OPT-08"),
        ViolationId::ButtonValue => ClauseMapping::full("USI-OPT-09"),
        ViolationId::EmptyDefault => ClauseMapping::full("USI-OPT-10"),
        ViolationId::NoDefaultCheck
        | ViolationId::NoDefaultSpin
        | ViolationId::NoDefaultCombo
        | ViolationId::NoDefaultText => ClauseMapping::full("USI-OPT-11"),
        ViolationId::ForeignParameter => ClauseMapping::full("USI-OPT-12"),
        ViolationId::TwoOptions => ClauseMapping::full("USI-OPT-13"),
        ViolationId::DuplicateOption => ClauseMapping::full("USI-OPT-14"),
        ViolationId::DuplicateOptionByCase if draft => ClauseMapping::full("USI-OPT-14"),
        ViolationId::DuplicateOptionByCase => None,
        ViolationId::ReservedPrefix => ClauseMapping::full("USI-OPT-15"),
        ViolationId::ReservedType(row) => ClauseMapping::full(RESERVED[row].clause),
        ViolationId::ReservedDefault(row) => ClauseMapping::warn(RESERVED[row].clause),
        ViolationId::NoHashOption => ClauseMapping::full("USI-OPT-25"),
        ViolationId::HalfPair => ClauseMapping::full("USI-OPT-26"),

        ViolationId::BestmoveGrammar | ViolationId::BestmoveExtra => {
            ClauseMapping::full("USI-BM-01")
        }
        ViolationId::BestmoveNull => ClauseMapping::warn("USI-BM-01"),
        ViolationId::SpecialWithPonder => ClauseMapping::full("USI-BM-07"),
        ViolationId::PonderNull | ViolationId::IllegalPonder => ClauseMapping::full("USI-PON-11"),
        ViolationId::MoveNotation => ClauseMapping::full("USI-MOVE-01"),
        ViolationId::DropNotation => ClauseMapping::full("USI-MOVE-03"),
        ViolationId::PromotionMissing => ClauseMapping::full("USI-MOVE-02"),
        ViolationId::IllegalMove | ViolationId::ForbiddenDrop => ClauseMapping::full("USI-MOVE-04"),
        ViolationId::NotListed => ClauseMapping::full("USI-GO-04"),
        ViolationId::NoLegalMove | ViolationId::ReplyMissingNoMove => {
            ClauseMapping::full("USI-BM-03")
        }
        ViolationId::FalseWin => ClauseMapping::full("USI-BM-05"),
        ViolationId::OtherRuleWin if shogidokoro => ClauseMapping::full("USI-BM-05"),
        ViolationId::OtherRuleWin => ClauseMapping::warn("USI-BM-05"),
        ViolationId::EarlyInPonder | ViolationId::EarlyInPonderNoMove => {
            ClauseMapping::full("USI-PON-01")
        }
        ViolationId::EarlyInInfinite | ViolationId::EarlyInInfiniteNoMove => {
            ClauseMapping::full("USI-GO-13")
        }
        ViolationId::EndedByReady => ClauseMapping::full("USI-READY-03"),
        ViolationId::EndedByDebug => ClauseMapping::full("USI-DBG-01"),
        ViolationId::EndedByUnknown | ViolationId::EndedByBlank if shogidokoro => {
            ClauseMapping::full("USI-GO-13")
        }
        ViolationId::EndedByUnknown => ClauseMapping::full("USI-GEN-08"),
        ViolationId::EndedByBlank => ClauseMapping::full("USI-GEN-17"),
        ViolationId::BestmoveForMate
        | ViolationId::SecondReplyToMate
        | ViolationId::ReplyMissingMate => ClauseMapping::full("USI-CM-01"),
        ViolationId::BestmoveForStoppedMate => ClauseMapping::warn("USI-STOP-06"),
        ViolationId::MateReplyForGo => ClauseMapping::full("USI-GO-03"),
        ViolationId::MateReplyGrammar | ViolationId::MateReplyHeadless => {
            ClauseMapping::full("USI-CM-10")
        }
        ViolationId::MateReplyNone => ClauseMapping::warn("USI-CM-10"),
        ViolationId::MateLineWrong => ClauseMapping::full("USI-CM-05"),
        ViolationId::MateDenied => ClauseMapping::full("USI-CM-04"),
        ViolationId::MateTimeoutEarly => ClauseMapping::warn("USI-CM-03"),
        ViolationId::InfiniteMateTimeout => ClauseMapping::full("USI-CM-07"),

        ViolationId::ReplyUnasked | ViolationId::ReplyToOther => ClauseMapping::full("USI-BM-09"),
        ViolationId::ReplyToIdleStop => ClauseMapping::full("USI-STOP-03"),
        ViolationId::ReplyToCrossedStop => ClauseMapping::full("USI-STOP-04"),
        ViolationId::ReplyToSecondStop => ClauseMapping::full("USI-STOP-05"),
        ViolationId::ReplyToIdlePonderhit => ClauseMapping::full("USI-PON-08"),
        ViolationId::SecondReplyToPonderhit => ClauseMapping::full("USI-PON-07"),
        ViolationId::ReplyToPosition => ClauseMapping::full("USI-POS-06"),
        ViolationId::ReplyToSetoption => ClauseMapping::full("USI-SET-01"),
        ViolationId::ReplyToNewGame => ClauseMapping::full("USI-NEW-01"),
        ViolationId::ReplyToGameOver => ClauseMapping::full("USI-OVER-01"),
        // Shogidokoro says nothing of such lines, and of bestmove that it answers go alone.
        ViolationId::ReplyToUnknown | ViolationId::ReplyToBlank if shogidokoro => {
            ClauseMapping::full("USI-BM-09")
        }
        ViolationId::ReplyToUnknown | ViolationId::AnswerToUnknown => {
            ClauseMapping::full("USI-GEN-08")
        }
        ViolationId::ReplyToBlank => ClauseMapping::full("USI-GEN-17"),
        ViolationId::StaleReplyBeforeReady => ClauseMapping::full("USI-OVER-03"),
        ViolationId::StaleReplyAfterReady => ClauseMapping::full("USI-READY-07"),

        ViolationId::ReplyMissing => ClauseMapping::full("USI-GO-03"),
        ViolationId::ReplyMissingBareGo => ClauseMapping::full("USI-GO-02"),
        ViolationId::ReplyMissingStop | ViolationId::LateStop => ClauseMapping::full("USI-STOP-01"),
        ViolationId::ReplyMissingPonderStop | ViolationId::LatePonderStop => {
            ClauseMapping::full("USI-PON-02")
        }
        ViolationId::ReplyMissingPonderhit => ClauseMapping::full("USI-PON-03"),
        ViolationId::ReplyMissingMateStop => ClauseMapping::full("USI-STOP-06"),
        ViolationId::Late => ClauseMapping::full("USI-GO-06"),
        ViolationId::LateIncrement => ClauseMapping::full("USI-GO-07"),
        ViolationId::LateTiny => ClauseMapping::full("USI-GO-15"),
        ViolationId::LateMovetime => ClauseMapping::full("USI-GO-12"),
        ViolationId::LatePonderhit => ClauseMapping::full("USI-PON-17"),
        ViolationId::LateMate => ClauseMapping::full("USI-CM-06"),

        ViolationId::DepthExceeded => ClauseMapping::warn("USI-GO-10"),
        ViolationId::DepthFarExceeded | ViolationId::LateDepth => ClauseMapping::full("USI-GO-10"),
        ViolationId::NodesExceeded | ViolationId::LateNodes => ClauseMapping::full("USI-GO-11"),

        ViolationId::InfoUnknown => ClauseMapping::full("USI-INFO-02"),
        ViolationId::ScoreHeadless | ViolationId::ScoreShape | ViolationId::ScoreCp => {
            ClauseMapping::full("USI-INFO-11")
        }
        ViolationId::ScoreMate | ViolationId::MateDistance => ClauseMapping::full("USI-INFO-13"),
        // A win by another rule of the game may be written as a mate, and no document says how a side that has
        // been mated writes that.
        ViolationId::ScoreMateZero | ViolationId::MateUntrue | ViolationId::MatedDistance => {
            ClauseMapping::warn("USI-INFO-13")
        }
        ViolationId::BoundPlace => ClauseMapping::full("USI-INFO-15"),
        ViolationId::SeldepthAlone => ClauseMapping::full("USI-INFO-03"),
        ViolationId::SeldepthFirst if draft => None,
        ViolationId::SeldepthFirst if shogidokoro => ClauseMapping::full("USI-INFO-03"),
        ViolationId::SeldepthFirst => ClauseMapping::warn("USI-INFO-03"),
        ViolationId::DepthNumber => ClauseMapping::full("USI-INFO-04"),
        ViolationId::TimeNumber | ViolationId::TimeUnit => ClauseMapping::warn("USI-INFO-05"),
        ViolationId::TimeWithoutPv | ViolationId::TimeOrigin => ClauseMapping::info("USI-INFO-05"),
        ViolationId::CountNumber | ViolationId::InfoNumber => ClauseMapping::full("USI-INFO-20"),
        ViolationId::Hashfull => ClauseMapping::full("USI-INFO-19"),
        ViolationId::Cpuload => ClauseMapping::full("USI-INFO-21"),
        ViolationId::Multipv => ClauseMapping::full("USI-INFO-16"),
        ViolationId::MultipvTwice => ClauseMapping::warn("USI-INFO-16"),
        ViolationId::CurrmoveZero => ClauseMapping::full("USI-INFO-18"),
        ViolationId::CurrmoveIllegal => ClauseMapping::full("USI-INFO-17"),
        ViolationId::PvNotLast => ClauseMapping::full("USI-INFO-08"),
        // The draft lets the pv stand anywhere, but words after it are no moves there either.
        ViolationId::PvTrailing if draft => ClauseMapping::warn("USI-INFO-07"),
        ViolationId::PvTrailing => ClauseMapping::warn("USI-INFO-08"),
        ViolationId::PvWord | ViolationId::PvIllegal => ClauseMapping::full("USI-INFO-07"),
        ViolationId::PvAndString => ClauseMapping::full("USI-INFO-09"),
        ViolationId::InfoRepeated => ClauseMapping::full("USI-INFO-26"),
        ViolationId::RefutationUnasked | ViolationId::CurrlineUnasked => {
            ClauseMapping::full("USI-SET-16")
        }
        ViolationId::RefutationShape => ClauseMapping::full("USI-INFO-22"),
        ViolationId::CurrlineShape => ClauseMapping::full("USI-INFO-23"),
        ViolationId::PvAlone => ClauseMapping::full("USI-INFO-25"),
        ViolationId::Backwards => ClauseMapping::full("USI-INFO-28"),
        ViolationId::MovesIgnored | ViolationId::DepthBackwards | ViolationId::CurrmoveEarly => {
            None
        }
        ViolationId::Flood => ClauseMapping::full("USI-INFO-24"),
        ViolationId::NoFinalInfo => ClauseMapping::full("USI-BM-06"),
        ViolationId::InfoUnasked | ViolationId::InfoAtPonderOption => {
            ClauseMapping::full("USI-GEN-07")
        }
        ViolationId::InfoIdle => ClauseMapping::full("USI-INFO-01"),
        ViolationId::PonderedElsewhere => ClauseMapping::full("USI-PON-14"),
        ViolationId::InfoTrailing => ClauseMapping::full("USI-STOP-07"),
        ViolationId::InfoAfterReply => ClauseMapping::full("USI-PON-10"),
        ViolationId::InfoAfterReplyNoPonder if draft => ClauseMapping::full("USI-PON-10"),
        ViolationId::InfoAfterReplyNoPonder => ClauseMapping::full("USI-SET-11"),
        ViolationId::InfoAfterGameOver => ClauseMapping::full("USI-OVER-03"),

        ViolationId::ExitAfterCopyProtection if shogidokoro => ClauseMapping::full("USI-GEN-14"),
        ViolationId::CopyProtection | ViolationId::ExitAfterCopyProtection => {
            ClauseMapping::full("USI-CPR-01")
        }
        ViolationId::Registration => ClauseMapping::full("USI-REG-02"),

        ViolationId::ExitUnasked => ClauseMapping::full("USI-GEN-14"),
        ViolationId::ExitAtIdlePonderhit => ClauseMapping::full("USI-PON-08"),
        ViolationId::ExitAtSecondPonderhit => ClauseMapping::full("USI-PON-09"),
        ViolationId::ExitAtIdleStop => ClauseMapping::full("USI-STOP-03"),
        ViolationId::ExitAtBareGo => ClauseMapping::full("USI-GO-02"),
        ViolationId::ExitAtEarlyNewGame => ClauseMapping::full("USI-NEW-04"),
        ViolationId::ExitAtDebug if draft => ClauseMapping::full("USI-GEN-14"),
        ViolationId::ExitAtDebug => ClauseMapping::full("USI-DBG-01"),
        ViolationId::ExitAtUnknown | ViolationId::ExitAtBlank if shogidokoro => {
            ClauseMapping::full("USI-GEN-14")
        }
        ViolationId::ExitAtUnknown => ClauseMapping::full("USI-GEN-08"),
        ViolationId::ExitAtBlank => ClauseMapping::full("USI-GEN-17"),
        ViolationId::ExitAtRegister if draft => ClauseMapping::full("USI-GEN-14"),
        ViolationId::ExitAtRegister => ClauseMapping::full("USI-REG-01"),
        ViolationId::ExitAtGoWord(_) if draft => ClauseMapping::full("USI-GEN-14"),
        ViolationId::ExitAtGoWord(word) => ClauseMapping::full(match word {
            GoWord::Increment => "USI-GO-07",
            GoWord::SearchMoves => "USI-GO-04",
            GoWord::MovesToGo => "USI-GO-09",
            GoWord::Depth => "USI-GO-10",
            GoWord::Nodes => "USI-GO-11",
            GoWord::MoveTime => "USI-GO-12",
        }),
        ViolationId::QuitIgnored => ClauseMapping::full("USI-QUIT-01"),
        ViolationId::QuitIgnoredBusy => ClauseMapping::full("USI-QUIT-02"),
        ViolationId::QuitIgnoredEarly => ClauseMapping::full("USI-QUIT-03"),
        ViolationId::QuitIgnoredBooted => ClauseMapping::full("USI-BOOT-10"),
        ViolationId::EofIgnored => ClauseMapping::full("USI-QUIT-05"),
        ViolationId::QuitSignal => ClauseMapping::full("USI-QUIT-04"),
        ViolationId::QuitStatus => ClauseMapping::info("USI-QUIT-04"),
        ViolationId::Survivor => ClauseMapping::full("USI-QUIT-06"),
    }
}
