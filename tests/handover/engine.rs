//! The parts of the layer `engine` that the inbox and the outbox need.

#[path = "../../src/engine/clock.rs"]
mod clock;
#[path = "../../src/engine/inbox.rs"]
#[expect(dead_code, reason = "the models use a part of it")]
mod inbox;
#[path = "../../src/engine/lines.rs"]
mod lines;
#[path = "models.rs"]
mod models;
#[path = "../../src/engine/outbox.rs"]
mod outbox;
#[path = "system.rs"]
mod system;

mod sync {
    pub(super) use loom::sync::atomic::{AtomicU64, Ordering};
    pub(super) use loom::sync::{Condvar, Mutex, MutexGuard};
}
mod timings {
    pub(super) use kentei::engine::Timings;
}
mod transport {
    pub(super) use kentei::engine::{Arrival, Incoming};
}
