//! `kentei run`: limits of the resources that an engine may use.

use super::failure::Failure;
use crate::engine::Limits;
use crate::lang::Text;

/// The arguments that limit the resources of the engine.
#[derive(Debug, clap::Args)]
#[group(id = "engine-limits")]
pub(super) struct Args {
    /// Memory limit of the engine, for each of its processes and for all together: `512M`, `4G`. An allocation beyond
    /// it fails; processes that exceed it together are killed. Linux only
    #[arg(long, value_name = "SIZE", value_parser = size)]
    engine_memory: Option<u64>,
    /// Limit of the number of processes of the engine, including itself; if there are more, all are killed. Linux only
    #[arg(long, value_name = "N", value_parser = count)]
    engine_processes: Option<u64>,
    /// Longest file that the engine may write: `100M`. Linux only
    #[arg(long, value_name = "SIZE", value_parser = size)]
    engine_file_size: Option<u64>,
}

impl Args {
    /// The limits of the command line, and for the rest those of the engine file.
    ///
    /// # Errors
    ///
    /// If there is a limit and this system cannot limit an engine.
    pub(super) fn over(&self, known: &Limits) -> Result<Limits, Failure> {
        let limits = Limits {
            memory: self.engine_memory.or(known.memory),
            processes: self.engine_processes.or(known.processes),
            file_size: self.engine_file_size.or(known.file_size),
        };
        if limits.is_none() || cfg!(target_os = "linux") {
            return Ok(limits);
        }
        let text = say!("limits on the engine's memory, processes and files exist on Linux only");
        Err(Failure::could_not_judge(text).hint(say!("a run without them")))
    }

    /// The flags and values that set the same limits again.
    pub(super) fn words(&self) -> Vec<(&'static str, String)> {
        let word = |name, value: Option<u64>| value.map(|value| (name, value.to_string()));
        let memory = word("--engine-memory", self.engine_memory);
        let processes = word("--engine-processes", self.engine_processes);
        let file_size = word("--engine-file-size", self.engine_file_size);
        memory.into_iter().chain(processes).chain(file_size).collect()
    }
}

/// The smallest memory limit: it also applies to the process that starts the engine.
const LEAST: u64 = 1 << 20;

/// Reads a number of bytes, with K, M, G or T for powers of 1024; at least 1M.
pub(super) fn size(text: &str) -> Result<u64, Text> {
    let text = text.trim();
    let units = [("K", 10), ("M", 20), ("G", 30), ("T", 40)];
    let unit = units.iter().find_map(|(unit, shift)| {
        let number = text.strip_suffix(unit)?;
        Some((number, *shift))
    });
    let (number, shift) = unit.unwrap_or((text, 0));
    let bytes = number.trim().parse::<u64>().ok();
    let bytes = bytes.and_then(|number| number.checked_mul(1 << shift));
    match bytes {
        Some(bytes) if bytes >= LEAST => Ok(bytes),
        Some(_) => Err(say!("it is at least 1M")),
        None => Err(say!("a number of bytes, such as 512M or 4G")),
    }
}

/// Reads a number of processes, at least one.
pub(super) fn count(text: &str) -> Result<u64, Text> {
    match text.trim().parse() {
        Ok(count) if count > 0 => Ok(count),
        Ok(_) | Err(_) => Err(say!("a number of processes, at least 1")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_has_a_unit_or_none() {
        assert_eq!(size("1048576"), Ok(1 << 20));
        assert_eq!(size("2048K"), Ok(2 << 20));
        assert_eq!(size("4G"), Ok(4 << 30));
        assert_eq!(size("1 T"), Ok(1 << 40));
        for wrong in ["", "G", "-1G", "1.5G", "4g", "4GB", "99999999999999T", "0", "1023K"] {
            assert!(size(wrong).is_err(), "{wrong}");
        }
        assert_eq!(count("1"), Ok(1));
        for wrong in ["0", "-1", "x", ""] {
            assert!(count(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn what_was_typed_goes_before_what_the_file_says() {
        let args =
            Args { engine_memory: Some(1 << 30), engine_processes: None, engine_file_size: None };
        let known = Limits { memory: Some(1 << 40), processes: Some(3), file_size: None };
        let wanted = Limits { memory: Some(1 << 30), ..known.clone() };
        if cfg!(target_os = "linux") {
            assert_eq!(args.over(&known).unwrap(), wanted);
        } else {
            assert!(args.over(&known).is_err());
        }
        assert_eq!(args.words(), [("--engine-memory", (1_u64 << 30).to_string())]);
    }
}
