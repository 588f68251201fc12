//! Rebuilds the package when a scenario or an example is added: the compiler itself watches only the files that it
//! already knows.

fn main() {
    println!("cargo::rerun-if-changed=scenarios");
    for dialect in ["usi", "uci", "ucci"] {
        println!("cargo::rerun-if-changed=src/protocol/{dialect}/examples");
    }
}
