//! kentei (検定): a conformance test harness for game engines.

pub mod games;
