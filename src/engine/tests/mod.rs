//! Tests of the files that `tests/handover` compiles a second time. They are apart from these files so that it does
//! not compile them.

mod inbox;
