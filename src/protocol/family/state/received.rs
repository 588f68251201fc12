//! How a line of the engine changes the state.

use std::time::Duration;

use super::{Closed, ProtocolState};
use crate::protocol::DeclaredOption;
use crate::protocol::family::epoch::{Mode, Moment, NextGame, Timed};
use crate::protocol::family::info::{Info, Pv, ScoreValue};
use crate::protocol::family::reply::{Answer, MateReply, Reply};
use crate::protocol::family::table::Table;

/// For this time after a reply, a line may still belong to the search that the reply closed.
const TRAIL: Duration = Duration::from_secs(1);

/// The largest number of bytes that the options of an engine may take.
const OPTIONS: usize = 256 << 10;
/// The largest number of bytes that is kept of a name.
const NAME: usize = 1 << 10;
/// The largest number of bytes that is kept of the default of an option; more than a path can have.
const TEXT: usize = 8 << 10;

/// The beginning of a text, at most `most` bytes.
fn begin(text: &str, most: usize) -> String {
    text[..text.floor_char_boundary(most)].to_owned()
}

impl ProtocolState {
    pub(super) fn received(&mut self, table: &Table, moment: Moment, reply: &Reply<'_>) {
        match reply {
            Reply::IdName(name) => {
                self.names += 1;
                if !name.is_empty() {
                    self.is_cut |= name.len() > NAME;
                    self.engine_profile.name.get_or_insert_with(|| begin(name, NAME));
                }
            }
            Reply::IdAuthor(author) => {
                self.authors += 1;
                if !author.is_empty() {
                    self.is_cut |= author.len() > NAME;
                    self.engine_profile.author.get_or_insert_with(|| begin(author, NAME));
                }
            }
            Reply::Option(option) => {
                self.declare(option);
                if option.name.eq_ignore_ascii_case(table.ponder_option) {
                    self.show("ponder");
                }
                if table.particulars.millisecond_option.is_some_and(|name| option.name == name) {
                    self.show("milliseconds");
                }
            }
            Reply::HelloEnd => {
                if self.hello_ends == 0 {
                    self.options_at_first = self.engine_profile.options.len();
                }
                self.hello_ends += 1;
                self.hello_ended = Some(moment.at);
            }
            Reply::ReadyOk => self.ready_ok(),
            Reply::BestMove(best) => {
                if self.open.is_empty() && table.is_without_move(best) {
                    self.stops_unanswered = self.stops_unanswered.saturating_sub(1);
                    return;
                }
                if best.ponder_is_move && !table.particulars.ponder_declared {
                    self.show("ponder");
                }
                if best.answer == Answer::Move {
                    self.show("search");
                }
                self.close(table, moment);
            }
            Reply::Checkmate(answer) => {
                if *answer == MateReply::NotImplemented {
                    self.lack("mate");
                } else {
                    self.show("mate");
                }
                self.close(table, moment);
            }
            Reply::Info(info) => self.info(moment, info),
            Reply::CopyProtection(state) => {
                self.copy_protection_checking = state == "checking";
                self.copy_protection_error = state == "error";
            }
            Reply::Registration(state) => self.registration_checking = state == "checking",
            Reply::Other(word) => self.headless(table, moment, word),
            Reply::IdOther(_) | Reply::Blank => {}
        }
    }

    fn show(&mut self, capability: &'static str) {
        if !self.engine_profile.has.contains(&capability) {
            self.engine_profile.has.push(capability);
        }
    }

    fn lack(&mut self, capability: &'static str) {
        if !self.engine_profile.lacks.contains(&capability) {
            self.engine_profile.lacks.push(capability);
        }
    }

    /// Stores an option as far as the limit on memory allows; what does not fit is counted.
    fn declare(&mut self, option: &DeclaredOption) {
        const HELD: usize = size_of::<String>() + 16;
        let mut kept = DeclaredOption {
            name: begin(&option.name, NAME),
            kind: begin(&option.kind, NAME),
            default: option.default.as_deref().map(|text| begin(text, TEXT)),
            choices: Vec::new(),
            ..*option
        };
        let default = kept.default.as_ref().map_or(0, String::len);
        let own = size_of::<DeclaredOption>() + kept.name.len() + kept.kind.len() + default;
        if self.option_bytes + own > OPTIONS {
            self.engine_profile.cut += 1;
            self.is_cut = true;
            return;
        }
        self.option_bytes += own;
        for choice in &option.choices {
            if self.option_bytes + HELD + choice.len() > OPTIONS {
                self.engine_profile.cut += 1;
            } else {
                self.option_bytes += HELD + choice.len();
                kept.choices.push(choice.clone());
            }
        }
        let default = |option: &DeclaredOption| option.default.as_ref().map_or(0, String::len);
        self.is_cut |= kept.name.len() < option.name.len()
            || kept.kind.len() < option.kind.len()
            || default(&kept) < default(option)
            || kept.choices.len() < option.choices.len();
        kept.choices.shrink_to_fit();
        let names = &mut self.option_names;
        names.in_lower_case.insert(kept.name.to_ascii_lowercase());
        names.as_written.insert(kept.name.clone());
        self.engine_profile.options.push(kept);
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

    /// A mate reply without `checkmate` closes its search too, so that one mistake is reported only once.
    fn headless(&mut self, table: &Table, moment: Moment, word: &str) {
        if self.is_headless_mate(table, word) {
            self.close(table, moment);
        }
    }

    fn close(&mut self, table: &Table, moment: Moment) {
        self.began = None;
        self.shows_own_search = false;
        if !self.open.is_empty() {
            let epoch = self.open.remove(0);
            if let Some(timed) = Timed::of(table, &epoch, moment.at) {
                self.timed.drain(..self.timed.len().saturating_sub(1));
                self.timed.push(timed);
            }
            self.closed = Some(Closed { at: moment, epoch });
        }
    }

    fn info(&mut self, moment: Moment, info: &Info<'_>) {
        let Some(epoch) = self.open.first_mut() else {
            let trails = self.closed.as_ref().is_some_and(|closed| {
                let sent = self.last.as_ref().map(|sent| sent.moment.id);
                sent < Some(closed.at.id) || moment.at.saturating_sub(closed.at.at) <= TRAIL
            });
            self.shows_own_search |= info.shows_search();
            if info.shows_search() && self.began.is_none() && !trails {
                self.began = self.last.clone();
            }
            return;
        };
        let from = epoch.sent.at;
        let is_own = epoch.may_show_own_search(moment.at);
        let waits = matches!(epoch.mode, Mode::Infinite | Mode::Ponder);
        let infos = &mut epoch.infos;
        infos.lines += 1;
        infos.best_lines += u64::from(info.multipv.unwrap_or(1) == 1);
        infos.first.get_or_insert(moment.at.saturating_sub(from));
        infos.last = Some(moment.at);
        infos.spoke |= info.data;
        infos.searching += u64::from(info.score.is_some() || info.pv.is_some());
        infos.scored += u64::from(info.score.is_some() || info.unread_score);
        let first_second = moment.at.saturating_sub(from) < Duration::from_secs(1);
        if info.currmove.is_some() && first_second {
            infos.early_currmoves = infos.early_currmoves.saturating_add(1);
        }
        if !is_own {
            infos.depth = info.depth.or(infos.depth);
            infos.first_time = infos.first_time.or(info.time.map(|time| (moment.at, time)));
            infos.time = info.time.or(infos.time);
            infos.nodes = info.nodes.or(infos.nodes);
        }
        infos.has_nps |= info.nps.is_some();
        infos.has_hashfull |= info.hashfull.is_some();
        infos.most_multipv = infos.most_multipv.max(info.multipv.unwrap_or(0));
        let exact = info.score.as_ref().is_some_and(|score| !score.bound);
        if exact && !is_own {
            infos.deepest = infos.deepest.max(info.depth);
        }
        if let Some(number) = info.multipv {
            if infos.numbers.len() < 600 {
                infos.numbers.insert(number);
            }
            if let Some(score) = info.score {
                if infos.group.depth != info.depth {
                    infos.order.add(1, None);
                }
                infos.group.begin(info.depth, number);
                let cp = match score.value {
                    ScoreValue::Cp(cp) => Some(cp).filter(|_| exact && !is_own),
                    ScoreValue::Mate(_) | ScoreValue::MateSign(_) => None,
                };
                infos.order.add(number, cp);
            }
            if let (true, Some((first, _))) = (exact, info.pv.and_then(Pv::first)) {
                infos.group.add(number, first);
            }
        }
        if info.multipv == Some(2)
            && let Some(score) = info.score
        {
            infos.second_score = Some(score).filter(|score| !score.bound);
        }
        if info.multipv.unwrap_or(1) == 1 {
            // A bound makes the exact score before it out of date.
            if let Some(score) = info.score {
                infos.score = Some(score).filter(|score| !score.bound);
            }
            if info.pv.is_some() && !is_own {
                infos.pv_depth = info.depth.or(infos.pv_depth);
            }
            if let Some(pv) = info.pv.filter(|_| waits) {
                infos.line.clear();
                infos.line.extend_from_slice(&pv.bytes()[..pv.bytes().len().min(NAME)]);
            }
            if let Some(first) = info.pv.and_then(Pv::first_word) {
                let best = infos.best.get_or_insert_default();
                best.clear();
                best.extend_from_slice(&first[..first.len().min(NAME)]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::protocol::{self, Monitor, Setting, judge};
    use crate::transcript::{Event, EventId, EventKind, Line};
    use std::time::Duration;

    /// Makes the option line with this number.
    type OptionLine = fn(usize) -> String;

    /// A monitor, the number of events so far, and the messages of its findings.
    struct Judge(Box<dyn Monitor>, usize, Vec<String>);

    impl Judge {
        fn new() -> Self {
            let dialect = protocol::dialect("usi").unwrap();
            let setting = Setting { profile: "core", limits: judge::default_limits(dialect) };
            Self(dialect.monitor(setting), 0, Vec::new())
        }

        fn see(&mut self, kind: EventKind) {
            let event = Event { id: EventId(self.1), at: Duration::ZERO, kind };
            self.1 += 1;
            let found = self.0.observe(&event).findings.into_iter();
            self.2.extend(found.map(|finding| finding.message.to_string()));
        }

        fn hears(&mut self, line: &str) {
            self.see(EventKind::Received(Line::new(line)));
        }

        fn sends(&mut self, line: &str) {
            let line = Line::new(line);
            self.see(EventKind::Sent { line, write: 0 });
        }
    }

    fn handshake(judge: &mut Judge, options: impl Iterator<Item = String>) {
        judge.sends("usi");
        judge.hears("id name x");
        judge.hears("id author y");
        options.for_each(|option| judge.hears(&option));
        judge.hears("option name USI_Hash type spin default 16 min 1 max 1024");
        judge.hears("option name USI_Ponder type check default true");
        judge.hears("usiok");
    }

    #[test]
    fn what_had_no_room_is_not_held_against_the_engine() {
        let floods: [(usize, OptionLine); 3] = [
            (3000, |number| format!("option name Knob{number} type spin default 1 min 0 max 9")),
            (60, |number| {
                let text = "x".repeat(9000);
                format!("option name Text{number} type string default {text}")
            }),
            (60, |number| {
                let choices: String = (0..9000).map(|choice| format!(" var c{choice}")).collect();
                format!("option name Pick{number} type combo default c8999{choices}")
            }),
        ];
        for (options, flood) in floods {
            let mut judge = Judge::new();
            for _ in 0..2 {
                handshake(&mut judge, (0..options).map(flood));
            }
            assert_eq!(judge.2, [""; 0]);
            let engine_profile = judge.0.engine_profile();
            assert!(engine_profile.cut > 0, "all had room");
            let choices = engine_profile.options.iter().map(|option| option.choices.len());
            assert!(choices.sum::<usize>() < 20_000);
        }
    }

    #[test]
    fn words_of_any_length_take_little_room() {
        let mut judge = Judge::new();
        let long = "7".repeat(200_000);
        judge.sends("usi");
        judge.hears(&format!("id name {long}"));
        judge.hears(&format!("id author {long}"));
        judge.hears(&format!("option name {long} type {long} default {long} var {long}"));
        for _ in 0..10_000 {
            judge.hears("checkmate notimplemented");
        }
        let engine_profile = judge.0.engine_profile();
        assert_eq!(engine_profile.lacks.len(), 1);
        assert!(engine_profile.name.as_ref().is_some_and(|name| name.len() <= super::NAME));
        let held = format!("{engine_profile:?}").len();
        assert!(held < 250_000, "{held}");
    }
}
