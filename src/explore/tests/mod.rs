//! Covering arrays against published sizes, and generated sessions against a checker of their own.

mod arrays;
mod sessions;
