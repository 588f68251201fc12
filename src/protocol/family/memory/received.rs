//! What a line of the engine changes in the memory.

use std::time::Duration;

use super::{Closed, Memory};
use crate::protocol::family::epoch::{Moment, NextGame};
use crate::protocol::family::info::{Info, Pv};
use crate::protocol::family::reply::{Answer, MateReply, Reply};
use crate::protocol::family::table::Table;

/// How long behind a reply a line may still be one of the search that it closed.
const TRAIL: Duration = Duration::from_secs(1);

impl Memory {
    pub(super) fn received(&mut self, table: &Table, moment: Moment, reply: &Reply<'_>) {
        match reply {
            Reply::IdName(name) => {
                self.names += 1;
                if !name.is_empty() {
                    self.facts.name.get_or_insert_with(|| name.clone());
                }
            }
            Reply::IdAuthor(author) => {
                self.authors += 1;
                if !author.is_empty() {
                    self.facts.author.get_or_insert_with(|| author.clone());
                }
            }
            Reply::Option(option) => {
                // A few thousand options are beyond any engine: the rest is a flood.
                if self.facts.options.len() < 4096 {
                    self.facts.options.push(option.clone());
                }
                if option.name.eq_ignore_ascii_case(table.ponder_option) {
                    self.show("ponder");
                }
            }
            Reply::HelloEnd => {
                if self.hello_ends == 0 {
                    self.options_at_first = self.facts.options.len();
                }
                self.hello_ends += 1;
            }
            Reply::ReadyOk => self.ready_ok(),
            Reply::BestMove(best) => {
                if best.ponder_is_move {
                    self.show("ponder");
                }
                if best.answer == Answer::Move {
                    self.show("search");
                }
                self.close(moment);
            }
            Reply::Checkmate(answer) => {
                if *answer == MateReply::NotImplemented {
                    self.facts.lacks.push("mate");
                } else {
                    self.show("mate");
                }
                self.close(moment);
            }
            Reply::Info(info) => self.info(moment, info),
            Reply::CopyProtection(state) => {
                self.checking = state == "checking";
                self.copy_protection_error = state == "error";
            }
            Reply::Registration(state) => self.checking = state == "checking",
            Reply::Other(word) => self.headless(table, moment, word),
            Reply::IdOther(_) | Reply::Blank => {}
        }
    }

    fn show(&mut self, capability: &'static str) {
        if !self.facts.has.contains(&capability) {
            self.facts.has.push(capability);
        }
    }

    fn ready_ok(&mut self) {
        self.ready_pending = self.ready_pending.saturating_sub(1);
        self.readied = true;
        for epoch in &mut self.open {
            if epoch.next_game == NextGame::Asked {
                epoch.next_game = NextGame::Ready;
            }
        }
    }

    /// A mate reply that lost its head closes its search all the same, so that one slip is told once.
    fn headless(&mut self, table: &Table, moment: Moment, word: &str) {
        if self.is_headless_mate(table, word) {
            self.close(moment);
        }
    }

    fn close(&mut self, moment: Moment) {
        self.began = None;
        if !self.open.is_empty() {
            let epoch = self.open.remove(0);
            self.closed = Some(Closed { at: moment, epoch });
        }
    }

    fn info(&mut self, moment: Moment, info: &Info<'_>) {
        let Some(epoch) = self.open.first_mut() else {
            let trails = self.closed.as_ref().is_some_and(|closed| {
                let sent = self.last.as_ref().map(|sent| sent.moment.id);
                sent < Some(closed.at.id) || moment.at.saturating_sub(closed.at.at) <= TRAIL
            });
            if info.shows_search() && self.began.is_none() && !trails {
                self.began = self.last.clone();
            }
            return;
        };
        let from = epoch.sent.at;
        let infos = &mut epoch.infos;
        infos.lines += 1;
        infos.first.get_or_insert(moment.at.saturating_sub(from));
        infos.last = Some(moment.at);
        infos.spoke |= info.data;
        infos.searching += u64::from(info.score.is_some() || info.pv.is_some());
        infos.depth = info.depth.or(infos.depth);
        infos.time = info.time.or(infos.time);
        infos.nodes = info.nodes.or(infos.nodes);
        infos.has_nps |= info.nps.is_some();
        infos.has_hashfull |= info.hashfull.is_some();
        infos.most_multipv = infos.most_multipv.max(info.multipv.unwrap_or(0));
        let exact = info.score.as_ref().is_some_and(|score| !score.bound);
        if let Some(number) = info.multipv {
            if infos.numbers.len() < 600 {
                infos.numbers.insert(number);
            }
            if let (true, Some((first, _))) = (exact, info.pv.and_then(Pv::first)) {
                infos.group.add(info.depth, number, first);
            }
        }
        if info.multipv.unwrap_or(1) == 1 {
            if exact {
                infos.score = info.score;
            }
            if let Some(first) = info.pv.and_then(Pv::first_word) {
                let best = infos.best.get_or_insert_default();
                best.clear();
                best.extend_from_slice(first);
            }
        }
    }
}
