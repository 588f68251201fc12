//! The command `kentei`.

fn main() {}
