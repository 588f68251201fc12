//! Tests of covering arrays against published sizes, and of generated sessions.

mod arrays;
mod sessions;
