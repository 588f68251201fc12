//! Engines with a defect.
