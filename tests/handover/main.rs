//! What the threads of one engine pass to the session and back, in every order in which they can run.
//!
//! `engine/inbox.rs` and `engine/outbox.rs` are compiled here a second time, with the locks of loom. loom runs each
//! model once for each order of the threads' steps that can make a difference. A lost wake-up shows as a deadlock,
//! because nothing here waits with a deadline: the session waits for its waker only.

mod engine;

use kentei::transcript;
