//! What the inbox and the outbox synchronize with. `tests/handover` compiles both with the types of loom in its place.

pub(super) use std::sync::atomic::{AtomicU64, Ordering};
pub(super) use std::sync::{Condvar, Mutex, MutexGuard};
