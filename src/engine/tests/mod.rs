//! Tests of what `tests/handover` compiles a second time, without them.

mod inbox;
