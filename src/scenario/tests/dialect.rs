//! A small dialect: `place LETTER…`, where every word is a letter that may occur once, and `go`.

use std::sync::OnceLock;

use crate::games::Game;
use crate::lang::Text;
use crate::protocol::{
    CapabilityDoc, Catalogue, Clause, ClauseDocs, ClauseMappings, Client, Dialect, Driver, Games,
    InputError, Kind, MessageShape, Monitor, ParsedMessage, Phase, Question, Role, RuleCoverage,
    Setting, Wait,
};
use crate::verdict::{ClauseId, Severity};

pub(super) static TOY: Toy = Toy("toy");
pub(super) static PET: Toy = Toy("pet");

pub(super) struct Toy(&'static str);

#[derive(Clone)]
struct Letters {
    placed: Option<Vec<String>>,
}

impl Driver for Letters {
    fn sent(&mut self, _: &str) {}

    fn check(&mut self, line: &str) -> Result<(), InputError> {
        let mut words = line.split_whitespace();
        match words.next() {
            Some("place") => {
                let mut placed: Vec<String> = Vec::new();
                self.placed = None;
                for word in words {
                    if word.len() != 1 || placed.iter().any(|known| known == word) {
                        return Err(InputError {
                            message: Text::plain(format!("illegal letter \"{word}\"")),
                            word: Some(word.to_owned()),
                            reactions: Vec::new(),
                        });
                    }
                    placed.push(word.to_owned());
                }
                self.placed = Some(placed);
                Ok(())
            }
            Some("go") if self.placed.is_none() => Err(InputError {
                message: Text::plain("go without letters"),
                word: None,
                reactions: Vec::new(),
            }),
            _ => Ok(()),
        }
    }

    fn check_moment(&mut self, _: &str) -> Result<(), InputError> {
        Ok(())
    }

    fn wait(&mut self, _: Wait) {}

    fn received(&mut self, _: &str) {}

    fn answer(&self, _: &ParsedMessage) -> Option<&'static str> {
        None
    }

    fn phase(&self) -> &Phase {
        &Phase::Idle
    }

    fn stimulus(&self, line: &str) -> String {
        line.to_owned()
    }

    fn completed(&self, lines: Vec<String>) -> Vec<String> {
        lines
    }

    fn fence(&mut self) -> Option<Question> {
        None
    }

    fn fork(&self) -> Box<dyn Driver> {
        Box::new(self.clone())
    }
}

fn clause(id: &'static str) -> Clause {
    Clause {
        id: ClauseId(id),
        title: "a clause".to_owned(),
        binds: "engine".to_owned(),
        sources: Vec::new(),
        strength: "MUST".to_owned(),
        basis: "explicit".to_owned(),
        agreement: "agree".to_owned(),
        requirement: "something".to_owned(),
        stimulus: None,
        expected: None,
        forbidden: None,
        time_bound: None,
        testable: "yes".to_owned(),
        why_limited: None,
        severities: vec![Severity::Fail, Severity::Warn],
        grey_areas: Vec::new(),
        defects: Vec::new(),
        when_broken: None,
        doc: None,
    }
}

impl Dialect for Toy {
    fn name(&self) -> &'static str {
        self.0
    }

    fn catalogue(&self) -> &'static Catalogue {
        static CATALOGUES: OnceLock<[Catalogue; 2]> = OnceLock::new();
        let [toy, pet] = CATALOGUES.get_or_init(|| {
            let toy: &[_] = &["TOY-A-01", "TOY-A-02", "TOY-GO-01", "TOY-GO-12"];
            [toy, &["PET-A-01"]].map(|ids| Catalogue {
                documents: Vec::new(),
                violations: ClauseMappings::default(),
                japanese: None,
                profiles: vec![("core", "usual".to_owned()), ("draft", "old".to_owned())],
                clauses: ids.iter().map(|id| clause(id)).collect(),
            })
        });
        if self.0 == "toy" { toy } else { pet }
    }

    fn clause_docs(&self) -> &'static ClauseDocs {
        unreachable!("scenarios need no documentation of clauses")
    }

    fn game(&self) -> &'static dyn Game {
        unreachable!("scenarios speak of positions through the dialect's inputs")
    }

    fn variant_option(&self) -> Option<&'static str> {
        None
    }

    fn kinds(&self) -> &'static [Kind] {
        const fn kind(name: &'static str, fields: &'static [(&'static str, &'static str)]) -> Kind {
            Kind { fields, ..Kind::bare(name) }
        }
        static KINDS: &[Kind] = &[
            kind("ack", &[]),
            kind(
                "best",
                &[
                    ("move", "the move"),
                    ("move.legal", "whether it is legal"),
                    ("guess", "the guess"),
                    ("guess.legal", "whether it is legal"),
                ],
            ),
            kind("info", &[("depth", "the depth"), ("text", "free text")]),
        ];
        KINDS
    }

    fn words(&self) -> &'static [(&'static str, &'static str)] {
        &[("hello", "toy"), ("done", "ack"), ("five", "P*5e")]
    }

    fn commands(&self) -> Vec<&'static str> {
        Vec::new()
    }

    fn limits(&self) -> &'static [(&'static str, u64)] {
        &[("limit", 10_000), ("ack", 500), ("stop", 2000), ("hold", 1500)]
    }

    fn monitor(&self, _setting: Setting) -> Box<dyn Monitor> {
        unreachable!("scenarios are never judged here")
    }

    fn games(&self) -> Option<&'static Games> {
        None
    }

    fn role(&self, _line: &str) -> Role {
        Role::Other
    }

    fn thread_options(&self) -> &'static [&'static str] {
        &[]
    }

    fn driver(&'static self, _: Option<&str>) -> Box<dyn Driver> {
        Box::new(Letters { placed: None })
    }

    fn client(&self, _: &str) -> Option<Client> {
        None
    }

    fn watches(&self) -> Vec<RuleCoverage> {
        Vec::new()
    }

    fn set_option(&self, name: &str, _value: Option<&str>) -> String {
        format!("set {name}")
    }

    fn option_named(&self, _: &str) -> Option<(String, Option<String>)> {
        None
    }

    fn ready(&self) -> &'static str {
        "ready"
    }

    fn stop(&self) -> &'static str {
        "stop"
    }

    fn quit(&self) -> &'static str {
        "quit"
    }

    fn latencies(&self) -> &'static [crate::protocol::Latency] {
        &[]
    }

    fn spoken(&self, _: &[u8]) -> MessageShape {
        MessageShape { kind: "other", words: Vec::new() }
    }

    fn redacted(
        &self,
        _: &crate::protocol::ParsedMessage,
        _: &[crate::protocol::LineWord<'_>],
        _: bool,
    ) -> Vec<(String, String)> {
        unreachable!("scenarios have no snapshots")
    }

    fn capabilities(&self) -> &'static [CapabilityDoc] {
        &[
            CapabilityDoc { name: "ponder", shown_by: "an option", assumed: false, option: None },
            CapabilityDoc { name: "mate", shown_by: "a reply", assumed: true, option: None },
        ]
    }
}
