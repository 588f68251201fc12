//! Tests of trials, on paper.

mod examples;
mod player;
mod proved;
