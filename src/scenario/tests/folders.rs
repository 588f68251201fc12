//! How deep folders are searched for scenarios.

use std::fs;

use super::dialect::TOY;
use crate::scenario::load;

#[test]
fn scenarios_are_found_in_sixteen_nested_folders_and_no_deeper() {
    let folder = tempfile::tempdir().unwrap();
    let script = "title: T\nclauses: [TOY-A-01]\nsteps: [ { send: hi }, { expect: ack } ]\n";
    for depth in [0, 1, 16, 17] {
        let inner = folder.path().join("a/".repeat(depth));
        fs::create_dir_all(&inner).unwrap();
        fs::write(inner.join("x.yaml"), script).unwrap();
    }
    let (library, diagnostics) = load(&TOY, &[folder.path().to_path_buf()]);
    assert_eq!(diagnostics, Vec::new());
    let mut depths: Vec<usize> =
        library.scenarios.iter().map(|scenario| scenario.id.matches('/').count()).collect();
    depths.sort_unstable();
    assert_eq!(depths, [0, 1, 16]);
}
