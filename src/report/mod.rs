//! Room: report.

pub mod diagnostics;
