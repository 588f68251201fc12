//! Builds the package anew when a scenario is added: the compiler sees only those that it knows.

fn main() {
    println!("cargo::rerun-if-changed=scenarios");
}
