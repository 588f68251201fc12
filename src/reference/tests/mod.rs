//! The engines, driven through pipes.

mod client;
mod flaws;
mod table;
mod uci;
mod usi;

use client::Client;
