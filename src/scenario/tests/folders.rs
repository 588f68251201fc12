//! How deep folders are searched for scenarios, and which dialect a folder names.

use std::fs;

use super::dialect::{PET, TOY};
use crate::scenario::{check_paths, load};

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

#[test]
fn a_single_file_is_checked_for_the_dialect_that_the_last_such_folder_above_it_names() {
    let folder = tempfile::tempdir().unwrap();
    let mistakes = |file: &str, clause: &str| {
        let path = folder.path().join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        let steps = "steps: [ { send: hi }, { expect: ack } ]";
        fs::write(&path, format!("title: T\nclauses: [{clause}]\n{steps}\n")).unwrap();
        let (checked, diagnostics) = check_paths(&[path], &[&TOY, &PET]);
        assert_eq!(checked, 1, "{file}");
        diagnostics.len()
    };
    for (file, clause, other) in [
        ("mine/x.yaml", "TOY-A-01", "PET-A-01"),
        ("toy/mine/x.yaml", "TOY-A-01", "PET-A-01"),
        ("pet/mine/x.yaml", "PET-A-01", "TOY-A-01"),
        ("toy/pet/x.yaml", "PET-A-01", "TOY-A-01"),
        ("pet/toy/x.yaml", "TOY-A-01", "PET-A-01"),
    ] {
        assert_eq!((mistakes(file, clause), mistakes(file, other)), (0, 1), "{file}");
    }
}
