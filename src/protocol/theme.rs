//! The subject of a violation, most fundamental first.

use schemars::JsonSchema;
use serde::Serialize;

use crate::lang::Text;

/// The subject of a mistake of the engine, the most fundamental first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Theme {
    /// The start and the handshake.
    Handshake,
    /// The end of the process.
    End,
    /// The answer to the question whether the engine is ready.
    Ready,
    /// The number of replies, and when they come.
    Replies,
    /// The move of a reply.
    Moves,
    /// Options.
    Options,
    /// Clocks and limits.
    Clocks,
    /// Reports about a search.
    Info,
    /// Anything else.
    Other,
}

impl Theme {
    /// The theme of a violation of this clause, which `rule` reported, or a script if `rule` is `None`.
    #[must_use]
    pub fn of(rule: Option<&str>, clause: &str) -> Self {
        match rule {
            Some("lifetime") => return Self::End,
            Some("legal-reply" | "forbidden-drop" | "searchmoves") => return Self::Moves,
            Some("clock" | "search-limit") => return Self::Clocks,
            Some(_) | None => {}
        }
        match clause.split('-').nth(1).unwrap_or_default() {
            "BOOT" => Self::Handshake,
            "QUIT" => Self::End,
            "READY" | "SYNC" => Self::Ready,
            "BM" | "GO" | "STOP" | "PON" | "PH" | "CM" => Self::Replies,
            "MOVE" | "POS" => Self::Moves,
            "OPT" | "OPTG" | "SET" => Self::Options,
            "INFO" => Self::Info,
            _ => Self::Other,
        }
    }

    /// The theme in a few words.
    #[must_use]
    pub fn text(self) -> Text {
        match self {
            Self::Handshake => say!("start and handshake"),
            Self::End => say!("end of the process"),
            Self::Ready => say!("readiness"),
            Self::Replies => say!("missing or extra replies"),
            Self::Moves => say!("moves"),
            Self::Options => say!("options"),
            Self::Clocks => say!("clocks"),
            Self::Info => say!("info lines"),
            Self::Other => say!("other demands"),
        }
    }
}

/// The name of the mistake that causes a violation. Violations that the same piece of an engine's code can cause
/// have the same name.
#[must_use]
pub fn mistake(violation: &str) -> &str {
    if violation.ends_with(NOISE) {
        return "noise";
    }
    let same = SAME.iter().find(|(begins, _)| begins.iter().any(|one| violation.starts_with(one)));
    same.map_or(violation, |(_, name)| name)
}

/// Beginnings of violation ids, with the name of the mistake that causes them. The first row that fits counts.
const SAME: [(&[&str], &str); 7] = [
    (&["reply-missing"], "reply-missing"),
    (&["reply-", "second-reply-", "stale-reply-"], "extra-reply"),
    (&["illegal-move", "no-legal-move", "forbidden-drop"], "illegal-move"),
    (&["bestmove-for-"], "bestmove-for-mate"),
    (&["early-in-"], "early"),
    (&["ended-by-"], "ended-by"),
    (&["quit-ignored"], "quit-ignored"),
];
/// How the id of a violation ends if the violation is text that is not part of the protocol.
const NOISE: &str = "-noise";

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::protocol::DIALECTS;

    /// Sections of the catalogues whose clauses belong to no theme.
    const OTHER: [&str; 11] =
        ["GEN", "NEW", "OVER", "DBG", "REG", "CP", "CPR", "BAN", "LEAGUE", "PRB", "STATE"];

    fn rules() -> BTreeSet<&'static str> {
        DIALECTS.iter().flat_map(|dialect| dialect.watches()).map(|watch| watch.rule).collect()
    }

    #[test]
    fn every_rule_that_has_a_theme_exists() {
        for rule in
            ["lifetime", "legal-reply", "forbidden-drop", "searchmoves", "clock", "search-limit"]
        {
            assert!(rules().contains(rule), "{rule}");
            assert_ne!(Theme::of(Some(rule), "X-Y-01"), Theme::Other, "{rule}");
        }
    }

    #[test]
    fn every_section_of_a_catalogue_has_a_theme_or_is_known_to_have_none() {
        for dialect in DIALECTS.iter() {
            for clause in &dialect.catalogue().clauses {
                let section = clause.id.0.split('-').nth(1).unwrap();
                let other = Theme::of(None, clause.id.0) == Theme::Other;
                assert_eq!(other, OTHER.contains(&section), "{}", clause.id);
            }
        }
    }

    #[test]
    fn every_row_of_mistakes_gathers_violations_that_exist() {
        let watches = DIALECTS.iter().flat_map(|dialect| dialect.watches());
        let ids: BTreeSet<String> = watches.map(|watch| watch.violation).collect();
        for (begins, name) in SAME {
            for begin in begins {
                let fits = |id: &&String| id.starts_with(begin) && mistake(id) == name;
                assert!(ids.iter().any(|id| fits(&id)), "{begin}: no violation begins so");
            }
        }
        assert!(ids.iter().any(|id| id.ends_with(NOISE)));
        // A violation in no row is its own mistake.
        assert_eq!(mistake("clock-overrun"), "clock-overrun");
    }
}
