//! Tests of trials, on paper.

mod clock;
mod examples;
mod player;
mod proved;
mod seats;
