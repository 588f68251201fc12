//! The types with which the inbox and the outbox synchronise. `tests/handover` compiles both with the types of loom
//! instead.

pub(super) use std::sync::atomic::{AtomicU64, Ordering};
pub(super) use std::sync::{Condvar, Mutex, MutexGuard};
