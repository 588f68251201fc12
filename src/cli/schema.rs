//! `kentei schema scenario|report|table|comparison|engine-file`.

use clap::ValueEnum;

use super::engine_file;
use super::failure::{Exit, Failure};
use super::screen::Screen;
use crate::report::json;

/// Print a JSON Schema, for editors and for programs that read reports
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  kentei schema scenario > scenario.schema.json\n  kentei schema report | jq .properties"
)]
pub(super) struct Args {
    /// Which schema
    #[arg(value_name = "OF")]
    of: Of,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Of {
    /// Scenario files
    Scenario,
    /// The JSON report
    Report,
    /// The comparison of two reports, as JSON
    Comparison,
    /// The JSON report of several engines (`kentei run --all`)
    Table,
    /// The engine file, `kentei.yaml`
    EngineFile,
}

pub(super) fn run(args: &Args, screen: &Screen) -> Result<Exit, Failure> {
    let schema = match args.of {
        Of::Scenario => crate::scenario::schema(),
        Of::Report => json::schema(),
        Of::Comparison => json::comparison_schema(),
        Of::Table => json::table_schema(),
        Of::EngineFile => engine_file::schema(),
    };
    screen.print(|out| {
        serde_json::to_writer_pretty(&mut *out, &schema)?;
        out.write_all(b"\n")
    })?;
    Ok(Exit::Conformant)
}
