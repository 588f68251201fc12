//! Room: reference.
