//! `kentei explore --save`: writes the shortest script for each broken clause.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use crate::cli::failure::Failure;
use crate::cli::launch::{self, EngineChoice};
use crate::cli::reports;
use crate::cli::screen::message;
use crate::cli::shrink::save::{Reduced, files};
use crate::engine::EngineSource;
use crate::explore;
use crate::run::Plan;
use crate::run::result::RunResult;
use crate::run::shrink::{self, NotShrunk};

/// The largest time for the reduction of one session.
const EACH: Duration = Duration::from_secs(60);

/// Reduces one session for each clause with a warning or failure, and writes it into the folder, until the user ends it.
pub(super) fn all(folder: &Path, plan: &Plan, result: &RunResult) -> Result<(), Failure> {
    let control = EngineSource::from(EngineChoice::BuiltIn(None).launch(plan.dialect.name())?);
    let engine_folder = match &plan.engine {
        EngineSource::Program(launch) => launch.cwd.clone(),
        #[cfg(unix)]
        EngineSource::InProcess(_) => None,
    };
    let mut done = BTreeSet::new();
    for played in &result.scenarios {
        // The prerequisites of sessions are not sessions.
        let session = explore::by_id(plan.dialect, plan.profile, &played.id);
        let Some(scenario) = explore::scenarios(plan.dialect, session.as_slice()).pop() else {
            continue;
        };
        let counts = played.findings.iter().filter(|finding| finding.counts());
        for finding in counts {
            if done.contains(&finding.clause) {
                continue;
            }
            let wanted = shrink::ShrinkTask {
                clause: Some(finding.clause.0),
                tries: None,
                control: Some(&control),
                max_time: EACH,
                progress: &|_, _| {},
            };
            match shrink::shrink(plan, &scenario, &wanted) {
                Ok(shrunk) => {
                    let folder_of_engine = engine_folder.clone();
                    let (scenario, shrunk) = (&scenario, &shrunk);
                    let reduced = Reduced { scenario, shrunk, plan, folder: folder_of_engine };
                    for file in files(folder, &reduced)? {
                        message(&say!("written: {file}", file = reports::shown(&file)));
                    }
                    done.insert(finding.clause);
                    if shrunk.ended {
                        return Ok(());
                    }
                }
                Err(NotShrunk::Launch(error)) => return Err(launch::failed(&error)),
                Err(NotShrunk::Ended) => return Ok(()),
                Err(
                    NotShrunk::NotShown(..) | NotShrunk::Script(_) | NotShrunk::NotConfirmed(_),
                ) => {
                    message(&say!(
                        "{clause} did not show again in {session}",
                        clause = finding.clause,
                        session = played.id.clone()
                    ));
                }
            }
        }
    }
    Ok(())
}
