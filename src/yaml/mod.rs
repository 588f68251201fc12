//! Files that users write: a tree in which everything knows its place, and the reading of mappings whose
//! keys are known. Every language of such files reports its mistakes alike.

pub(crate) mod file;
pub(crate) mod length;
pub(crate) mod node;
pub(crate) mod read;
pub(crate) mod schema;
