//! The search thread of one `go`.

use std::cell::Cell;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use super::epoch::Epoch;
use super::hooks::{SearchContext, SearchHooks};
use super::info::Info;
use super::request::Reply;
use super::search::{self, Bounds, Report, Score};
use super::shared_state::SharedState;
use super::{Board, Dialect, Solution};

/// The highest number of nodes in a search without a limit on depth or nodes, so that its result does not depend on the
/// speed of the host.
const MOST_NODES: u64 = 6_000;
/// After this many nodes such a search is not deepened: the next iteration usually needs many times the nodes of all
/// before it, so that it would not be completed.
const ENOUGH_NODES: u64 = 1_000;

/// Searches to more than this depth, and of more than this many nodes, take longer than the engine has patience for.
const FAR_DEPTH: u32 = 8;
const FAR_NODES: u64 = 10_000_000;
/// How often such a search asks whether it should end before it slows down, and how long it then waits each time: what
/// it would still find changes nothing, and the processor is left to the engines of other scenarios.
const HURRIED_QUESTIONS: u32 = 300;
const PAUSE: Duration = Duration::from_millis(5);

/// The input of a search.
pub(super) struct Job<B: Board> {
    pub(super) epoch: Arc<Epoch>,
    pub(super) root: B,
    /// Moves that the search excludes.
    pub(super) banned: Vec<String>,
    /// The number of lines to show.
    pub(super) lines: usize,
    /// Whether to write debug text.
    pub(super) debug: bool,
}

/// Starts the search on a thread of its own.
pub(super) fn start<D: Dialect>(
    shared: &Arc<SharedState>,
    hooks: &Arc<SearchHooks<D::Board>>,
    job: Job<D::Board>,
) -> std::io::Result<()> {
    let shared = Arc::clone(shared);
    let hooks = Arc::clone(hooks);
    let thread = thread::Builder::new().name("search".to_owned());
    thread.spawn(move || Thinker::<D> { shared, hooks, job }.think())?;
    Ok(())
}

struct Thinker<D: Dialect> {
    shared: Arc<SharedState>,
    hooks: Arc<SearchHooks<D::Board>>,
    job: Job<D::Board>,
}

/// The newest info lines and the reply. The lines are written once more when the reply is due.
struct LatestLines {
    lines: Vec<Info>,
    reply: Reply,
    /// Whether the search has nothing left to do.
    finished: bool,
}

impl<D: Dialect> Thinker<D> {
    fn think(self) {
        let Job { epoch, root, .. } = &self.job;
        if self.job.debug {
            let text = Info::text(&format!("debug: searching {}", root.notation()));
            self.show(vec![text]);
        }
        let known = match D::SOLVES && epoch.request.mate.is_some() {
            true => self.solve(),
            false => self.search(),
        };
        epoch.wait_until_due(known.finished);
        self.answer(known);
    }

    fn answer(&self, known: LatestLines) {
        let epoch = &self.job.epoch;
        let asked = self.asked();
        if let Some(linger) = &self.hooks.linger {
            self.shared.nap(linger(&asked));
        }
        let mut last = known.lines;
        for info in &mut last {
            self.stamp(info);
        }
        let reply = match &self.hooks.reply {
            Some(change) => change(&asked, known.reply),
            None => Some(known.reply),
        };
        let Some(reply) = reply else {
            epoch.drop_reply();
            return;
        };
        let last = self.changed(last);
        epoch.close(|| {
            for info in &last {
                self.shared.say(&info.line());
            }
            self.shared.say(&reply.line());
            if let Some(look) = &self.hooks.answered {
                look(&self.shared, asked.root, &reply);
            }
        });
    }

    fn search(&self) -> LatestLines {
        let Job { epoch, root, .. } = &self.job;
        let moves = self.root_moves();
        let mut known = LatestLines {
            lines: vec![self.without_moves()],
            reply: D::without_moves(),
            finished: true,
        };
        let request = &epoch.request;
        let evaluates = D::PARTICULARS.no_move.is_some() && request.depth == Some(0);
        if moves.is_empty() || evaluates {
            return known;
        }
        let (nodes, enough) = match request.nodes {
            Some(nodes) => (nodes, nodes),
            None if request.depth.is_some() => (u64::MAX, u64::MAX),
            None => (MOST_NODES, ENOUGH_NODES),
        };
        let bounds = Bounds { depth: D::depth(request), nodes, enough, lines: self.job.lines };
        let is_far =
            bounds.nodes > FAR_NODES && request.depth.is_none_or(|depth| depth > FAR_DEPTH);
        let questions = Cell::new(0);
        let urged = || {
            questions.set(questions.get() + 1);
            if is_far && questions.get() > HURRIED_QUESTIONS {
                epoch.pause(PAUSE);
            }
            epoch.is_urged()
        };
        let nodes = search::deepen(root, &moves, bounds, &urged, &mut |report| {
            let lines = self.lines(&report);
            if let Some(best) = report.lines.first() {
                known.reply = best_move(&best.moves);
            }
            self.show(lines.clone());
            known.lines = lines;
        });
        for info in &mut known.lines {
            info.set("nodes", nodes);
        }
        if let Some(reply) = D::at_once(root) {
            known.reply = reply;
        }
        known
    }

    fn solve(&self) -> LatestLines {
        let Job { epoch, root, .. } = &self.job;
        let urged = || epoch.is_urged();
        let mut lines = Vec::new();
        let solution = D::solve(root, &urged);
        let finished = !matches!(solution, Solution::Unknown);
        let body = match solution {
            Solution::Mate(moves) => {
                let plies = i32::try_from(moves.len()).unwrap_or(i32::MAX);
                let pv = joined(&moves);
                let score = format!("mate {}", D::mate_distance(plies));
                lines.push(
                    self.head(moves.len(), moves.len(), 1).with("score", score).with("pv", &pv),
                );
                pv
            }
            Solution::NoMate => "nomate".to_owned(),
            Solution::Unknown => "timeout".to_owned(),
        };
        LatestLines { lines, reply: Reply::checkmate(body), finished }
    }

    /// The legal moves without the excluded ones; only those after `searchmoves`, if the request has some.
    fn root_moves(&self) -> Vec<<D::Board as Board>::Move> {
        let named = &self.job.epoch.request.searchmoves;
        let mut moves = self.job.root.moves();
        if !named.is_empty() {
            moves.retain(|mv| named.contains(&mv.to_string()));
        }
        if !self.job.banned.is_empty() {
            moves.retain(|mv| !self.job.banned.contains(&mv.to_string()));
        }
        moves
    }

    /// The info line of a search without root moves. It has no `time`: UCI wants `time` together with a pv, and there
    /// is none.
    fn without_moves(&self) -> Info {
        let lost = self.job.root.loses_without_move();
        let over = !self.job.root.has_move();
        let value = if lost && over { -30_000 } else { 0 };
        let info = Info::default().with("depth", 1).with("nodes", 1);
        info.with("score", said::<D>(Score::Cp(value)))
    }

    fn lines(&self, report: &Report<'_, <D::Board as Board>::Move>) -> Vec<Info> {
        let depth = usize::try_from(report.depth).unwrap_or(usize::MAX);
        let group = report.lines.iter().enumerate();
        let infos = group.map(|(at, line)| {
            let mut info = self.head(depth, report.selective.max(depth), report.nodes);
            if self.job.lines > 1 {
                info = info.with("multipv", at + 1);
            }
            info.with("score", said::<D>(line.score())).with("pv", joined(&line.moves))
        });
        infos.collect()
    }

    /// The start of an info line.
    fn head(&self, depth: usize, selective: usize, nodes: u64) -> Info {
        let info = Info::default()
            .with("depth", depth)
            .with("seldepth", selective)
            .with("time", 0)
            .with("nodes", nodes)
            .with("nps", 0)
            .with("hashfull", 0);
        let mut stamped = info;
        self.stamp(&mut stamped);
        stamped
    }

    /// Updates the time and the speed.
    fn stamp(&self, info: &mut Info) {
        let time = Instant::now().saturating_duration_since(self.job.epoch.started);
        let nodes: u64 = info.get("nodes").and_then(|text| text.parse().ok()).unwrap_or(0);
        let milliseconds = time.max(Duration::from_millis(1)).as_millis();
        info.set("time", time.as_millis());
        info.set("nps", u128::from(nodes) * 1000 / milliseconds);
    }

    fn show(&self, lines: Vec<Info>) {
        let lines = self.changed(lines);
        self.job.epoch.while_open(|| {
            for info in &lines {
                self.shared.say(&info.line());
            }
        });
    }

    fn changed(&self, mut lines: Vec<Info>) -> Vec<Info> {
        if let Some(change) = &self.hooks.info {
            change(&self.asked(), &mut lines);
        }
        lines
    }

    fn asked(&self) -> SearchContext<'_, D::Board> {
        SearchContext { epoch: &self.job.epoch, root: &self.job.root }
    }
}

/// The value of the item `score`.
fn said<D: Dialect>(score: Score) -> String {
    let bare = D::PARTICULARS.bare_score;
    match score {
        Score::Cp(value) if bare => value.to_string(),
        Score::Mate(plies) if bare => (30_000 * plies.signum() - plies).to_string(),
        Score::Cp(value) => format!("cp {value}"),
        Score::Mate(plies) => format!("mate {}", D::mate_distance(plies)),
    }
}

fn best_move<M: ToString>(line: &[M]) -> Reply {
    let mut moves = line.iter();
    Reply {
        body: moves.next().map(M::to_string).unwrap_or_default(),
        ponder: moves.next().map(M::to_string),
        ..Reply::best("")
    }
}

fn joined<M: ToString>(moves: &[M]) -> String {
    let words: Vec<String> = moves.iter().map(M::to_string).collect();
    words.join(" ")
}
