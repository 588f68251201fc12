//! Rebuilds the package when a scenario or a USI example is added: the compiler itself watches only the files that it
//! already knows.

fn main() {
    println!("cargo::rerun-if-changed=scenarios");
    println!("cargo::rerun-if-changed=src/protocol/usi/examples");
}
