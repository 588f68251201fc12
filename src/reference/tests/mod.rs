//! The engines, driven through pipes.

mod client;
mod flaws;
mod parts;
mod table;
mod uci;
mod usi;

use client::Client;
