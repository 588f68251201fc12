//! YAML files of users: a tree with source positions, and the reading of mappings with known keys. All languages of
//! such files report mistakes in the same way.

pub(crate) mod file;
pub(crate) mod length;
pub(crate) mod node;
pub(crate) mod read;
pub(crate) mod schema;
