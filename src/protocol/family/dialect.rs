//! A dialect of the family: implements [`Dialect`] from a [`Table`].

use std::sync::LazyLock;

use crate::games::Game;
use crate::protocol::family::command::Command;
use crate::protocol::family::driver::FamilyDriver;
use crate::protocol::family::{
    FamilyMonitor, Table, command, message_shape, redaction, rule_coverage,
};
use crate::protocol::{
    CapabilityDoc, Catalogue, ClauseDocs, Client, Dialect, Driver, Games, Kind, Latency, LineWord,
    MessageShape, Monitor, ParsedMessage, Role, RuleCoverage, Setting,
};

/// Everything that defines one dialect of the family.
pub struct FamilyDialect {
    /// Its name.
    pub name: &'static str,
    /// The data in which it differs from the other dialects of the family.
    pub table: &'static Table,
    /// Its clauses.
    pub catalogue: &'static LazyLock<Catalogue>,
    /// The explanations of its clauses.
    pub clause_docs: &'static LazyLock<ClauseDocs>,
    /// Its kinds of message.
    pub kinds: &'static LazyLock<Vec<Kind>>,
    /// Words that a script for several dialects writes as `${word}`, each with its text in this dialect.
    pub words: &'static [(&'static str, &'static str)],
    /// Named limits with their defaults in milliseconds.
    pub limits: &'static [(&'static str, u64)],
    /// Names of the options that set the number of search threads.
    pub thread_options: &'static [&'static str],
    /// How one process plays several games in turn.
    pub games: &'static Games,
    /// What an engine can offer.
    pub capabilities: &'static [CapabilityDoc],
    /// Makes the client of generated sessions for a profile.
    pub client: fn(&str) -> Client,
    /// The latencies that are measured. The names are those of the module `latency`.
    pub latencies: &'static [Latency],
}

impl Dialect for FamilyDialect {
    fn name(&self) -> &'static str {
        self.name
    }

    fn catalogue(&self) -> &'static Catalogue {
        self.catalogue
    }

    fn clause_docs(&self) -> &'static ClauseDocs {
        self.clause_docs
    }

    fn game(&self) -> &'static dyn Game {
        self.table.game
    }

    fn variant_option(&self) -> Option<&'static str> {
        self.table.variant.map(|(option, _)| option)
    }

    fn kinds(&self) -> &'static [Kind] {
        self.kinds
    }

    fn words(&self) -> &'static [(&'static str, &'static str)] {
        self.words
    }

    fn limits(&self) -> &'static [(&'static str, u64)] {
        self.limits
    }

    fn monitor(&self, setting: Setting) -> Box<dyn Monitor> {
        Box::new(FamilyMonitor::new(self.table, self.catalogue, setting))
    }

    fn commands(&self) -> Vec<&'static str> {
        command::words(self.table)
    }

    fn driver(&'static self, profile: Option<&str>) -> Box<dyn Driver> {
        Box::new(FamilyDriver::new(self, profile))
    }

    fn client(&self, profile: &str) -> Option<Client> {
        Some((self.client)(profile))
    }

    fn watches(&self) -> Vec<RuleCoverage> {
        rule_coverage::watches(self.table, self.catalogue)
    }

    fn set_option(&self, name: &str, value: Option<&str>) -> String {
        command::write_option(self.table, name, value)
    }

    fn option_named(&self, line: &str) -> Option<(String, Option<String>)> {
        match command::read(self.table, line) {
            Command::SetOption { name, value } => Some((name, value)),
            Command::Hello
            | Command::IsReady
            | Command::NewGame
            | Command::Position(_)
            | Command::Go(_)
            | Command::BanMoves(_)
            | Command::Stop
            | Command::PonderHit
            | Command::GameOver
            | Command::Quit
            | Command::Debug
            | Command::Register
            | Command::Blank
            | Command::Unknown(_) => None,
        }
    }

    fn ready(&self) -> &'static str {
        "isready"
    }

    fn stop(&self) -> &'static str {
        "stop"
    }

    fn quit(&self) -> &'static str {
        "quit"
    }

    fn thread_options(&self) -> &'static [&'static str] {
        self.thread_options
    }

    fn games(&self) -> Option<&'static Games> {
        Some(self.games)
    }

    fn role(&self, line: &str) -> Role {
        match command::read(self.table, line) {
            Command::Go(go) if go.unknown.is_empty() => Role::Search,
            Command::Position(text) if text.stray.is_none() => Role::Position,
            Command::IsReady
            | Command::NewGame
            | Command::BanMoves(_)
            | Command::Stop
            | Command::PonderHit
            | Command::GameOver => Role::Game,
            Command::Hello
            | Command::SetOption { .. }
            | Command::Position(_)
            | Command::Go(_)
            | Command::Quit
            | Command::Debug
            | Command::Register
            | Command::Blank
            | Command::Unknown(_) => Role::Other,
        }
    }

    fn capabilities(&self) -> &'static [CapabilityDoc] {
        self.capabilities
    }

    fn latencies(&self) -> &'static [Latency] {
        self.latencies
    }

    fn spoken(&self, line: &[u8]) -> MessageShape {
        message_shape::of(self.table, line)
    }

    fn redacted(
        &self,
        message: &ParsedMessage,
        words: &[LineWord<'_>],
        cut: bool,
    ) -> Vec<(String, String)> {
        redaction::redacted(self.table.game, message, words, cut)
    }
}

#[cfg(test)]
mod tests {
    use crate::protocol::usi::USI;
    use crate::protocol::{Dialect, Role};

    #[test]
    fn a_position_command_that_cannot_be_read_sets_no_position() {
        assert_eq!(USI.role("position startpos moves 7g7f"), Role::Position);
        assert_eq!(USI.role("position startpos move 7g7f"), Role::Other);
        assert_eq!(USI.role("position"), Role::Other);
    }
}
