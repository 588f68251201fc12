//! Tests of trials, on paper.

mod alternatives;
mod clock;
mod company;
mod examples;
mod findings;
mod known_state;
pub(in crate::run) mod paper;
mod player;
mod proved;
mod seats;
mod unreadable;
