//! Builds the package anew when a scenario or a file of examples is added: the compiler sees only those that it knows.

fn main() {
    println!("cargo::rerun-if-changed=scenarios");
    println!("cargo::rerun-if-changed=src/protocol/usi/examples");
}
