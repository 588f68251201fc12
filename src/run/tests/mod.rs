//! Tests of trials, on paper.

mod clock;
mod examples;
pub(in crate::run) mod paper;
mod player;
mod proved;
mod seats;
mod unreadable;
