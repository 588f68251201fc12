//! What the threads of one engine hand over to the session and back, in every order in which they can run.
//!
//! `engine/inbox.rs` and `engine/outbox.rs` are compiled here a second time, with locks of loom, which runs each model
//! once for each order of the steps of its threads that can make a difference. A wake-up that is lost shows as a
//! deadlock, since nothing here waits with a deadline: the session waits for its waker alone.

mod engine;

use kentei::transcript;
