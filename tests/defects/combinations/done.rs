//! Stores which seeds were already played, so that an interrupted run can continue.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use kentei::reference::Defect;

use super::trial::{Found, FoundSession};

/// The result of each seed and defect: the session that shows the defect, if there is one.
type SeedResults = BTreeMap<(u64, String), Option<FoundSession>>;

/// A file with a line for each seed and defect, after the fingerprint of the model: `3 X01 57 usi/generated/3-2-8`, or
/// `3 X01 -`.
pub(super) struct Done {
    file: PathBuf,
    fingerprint: String,
    known: Mutex<SeedResults>,
}

impl Done {
    /// Opens the results of a profile; they are valid as long as the sessions are the same.
    pub(super) fn open(dialect: &str, profile: &str, fingerprint: u64) -> Self {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/defects/combinations/seeds");
        std::fs::create_dir_all(&folder).expect("the folder can be written");
        let file = folder.join(format!("{dialect}-{profile}.txt"));
        let text = std::fs::read_to_string(&file).unwrap_or_default();
        let fingerprint = format!("{fingerprint:016x}");
        let of_model = text.split_once('\n').filter(|(first, _)| *first == fingerprint);
        let lines = of_model.map_or("", |(_, rest)| rest).lines();
        Self { file, fingerprint, known: Mutex::new(lines.filter_map(line).collect()) }
    }

    /// The result of a seed and a defect; `None` if it was not played.
    pub(super) fn get(&self, seed: u64, defect: &str) -> Option<Option<FoundSession>> {
        let known = self.known.lock().expect("no thread panics");
        known.get(&(seed, defect.to_owned())).cloned()
    }

    /// Stores the results of a seed.
    pub(super) fn add(&self, seed: u64, defects: &[&'static Defect], found: &Found) {
        let mut known = self.known.lock().expect("no thread panics");
        for defect in defects {
            known.insert((seed, defect.id.to_owned()), found.get(defect.id).cloned());
        }
        let mut text = format!("{}\n", self.fingerprint);
        for ((seed, defect), shown) in known.iter() {
            let _ = match shown {
                Some(FoundSession { sessions, id }) => {
                    writeln!(text, "{seed} {defect} {sessions} {id}")
                }
                None => writeln!(text, "{seed} {defect} -"),
            };
        }
        std::fs::write(&self.file, text).expect("the file can be written");
    }
}

fn line(line: &str) -> Option<((u64, String), Option<FoundSession>)> {
    let words: Vec<&str> = line.split(' ').collect();
    let (seed, defect, shown) = match words[..] {
        [seed, defect, "-"] => (seed, defect, None),
        [seed, defect, sessions, id] => {
            let shown = FoundSession { sessions: sessions.parse().ok()?, id: id.to_owned() };
            (seed, defect, Some(shown))
        }
        _ => return None,
    };
    Some(((seed.parse().ok()?, defect.to_owned()), shown))
}
