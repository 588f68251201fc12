//! Tests of the built-in engines, connected through pipes.

mod board;
mod client;
mod defect_hooks;
mod parts;
mod table;
mod uci;
mod usi;

use client::Client;
