//! Shards: the parts of one run, each played on its own, and united into one result afterwards.
//!
//! Every scenario belongs to one shard. A shard also plays the prerequisites that belong to other shards. It reports
//! such a prerequisite only if something was found in it, so that no violation is lost; [`unite`](crate::run::unite)
//! joins the two results of that scenario.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One part of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Shard {
    /// Number of the shard, from 1.
    pub index: u32,
    /// The number of shards, 1 or more.
    pub of: u32,
}

/// A shard, and the scenarios of the whole run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PartOf {
    /// The shard.
    #[serde(flatten)]
    pub shard: Shard,
    /// Ids of the scenarios of all shards, in order.
    pub all: Vec<String>,
}

impl Shard {
    /// The largest number of shards.
    pub const MOST: u32 = 10_000;
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

impl FromStr for Shard {
    type Err = String;

    /// Parses `2/3`. An error is a fragment that says what is wrong.
    fn from_str(text: &str) -> Result<Self, String> {
        let number = |text: &str| text.parse::<u32>().ok();
        let numbers = text.split_once('/');
        let numbers = numbers.and_then(|(index, of)| Some((number(index)?, number(of)?)));
        let Some((index, of)) = numbers else {
            return Err("write I/N: shard I of N, such as 1/3".to_owned());
        };
        if of == 0 {
            return Err("there has to be one shard at least".to_owned());
        }
        if of > Self::MOST {
            return Err(format!("there can be {} shards at most", Self::MOST));
        }
        if index == 0 {
            return Err(format!("shards are counted from 1: the first is 1/{of}"));
        }
        if index > of {
            return Err(format!("there is no shard {index} of {of}: the last is {of}/{of}"));
        }
        Ok(Self { index, of })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shard_is_one_of_those_that_there_are() {
        let read = |text: String| text.parse::<Shard>().map(|shard| (shard.index, shard.of));
        let most = Shard::MOST;
        assert_eq!(read("1/1".to_owned()), Ok((1, 1)));
        assert_eq!(read(format!("{most}/{most}")), Ok((most, most)));
        for (wrong, why) in [
            ("x/3".to_owned(), "write I/N"),
            ("1/0".to_owned(), "one shard at least"),
            (format!("1/{}", most + 1), "shards at most"),
            ("0/3".to_owned(), "counted from 1"),
            ("4/3".to_owned(), "there is no shard 4 of 3"),
        ] {
            let said = read(wrong.clone()).expect_err("it is wrong");
            assert!(said.contains(why), "{wrong}: {said}");
        }
    }
}
