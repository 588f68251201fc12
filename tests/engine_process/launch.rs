//! Programs that cannot be started, and the working folder of programs that can.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use kentei::engine::LaunchError;

use super::*;

fn write(path: &Path, text: &[u8], mode: u32) {
    fs::write(path, text).expect("a file");
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("its mode");
}

#[track_caller]
fn refused(program: &Path) -> LaunchError {
    let launch = Launch { program: program.to_owned(), ..Launch::default() };
    spawn(&launch, PATIENT).map(drop).expect_err("it cannot be started")
}

#[test]
fn a_file_that_is_not_there() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("engine");
    assert!(matches!(refused(&path), LaunchError::NotFound(named) if named == path));
    assert!(matches!(refused(Path::new("no-such-engine-anywhere")), LaunchError::NotFound(_)));
    write(&path, b"", 0o755);
    assert!(matches!(refused(&path.join("engine")), LaunchError::NotFound(_)));
}

#[test]
fn a_folder() {
    let folder = tempfile::tempdir().unwrap();
    assert!(matches!(refused(folder.path()), LaunchError::Directory(_)));
    assert!(matches!(refused(Path::new(".")), LaunchError::Directory(_)));
}

#[test]
fn a_file_that_may_not_be_executed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("engine");
    write(&path, b"#!/bin/sh\n", 0o644);
    assert!(matches!(refused(&path), LaunchError::NotExecutable(_)));
}

#[test]
fn files_that_are_no_programs() {
    let folder = tempfile::tempdir().unwrap();
    for text in [b"echo usiok\n".as_slice(), b"MZ\x90\0", b""] {
        let path = folder.path().join("engine");
        write(&path, text, 0o755);
        let error = refused(&path);
        assert!(matches!(error, LaunchError::NotAProgram(_)), "{text:?}: {error}");
    }
}

#[test]
fn a_script_whose_interpreter_is_missing_is_not_called_missing_itself() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("engine");
    write(&path, b"#!/no/such/interpreter\n", 0o755);
    let error = refused(&path);
    assert!(matches!(error, LaunchError::NoInterpreter(_)));
    assert!(error.to_string().contains("interpreter"), "{error}");
}

#[test]
fn a_working_folder_that_is_not_there_is_named() {
    let launch = Launch { cwd: Some("/no/such/folder".into()), ..launch_of("/bin/sh", &[]) };
    let error = spawn(&launch, PATIENT).map(drop).unwrap_err();
    assert!(error.to_string().contains("/no/such/folder"), "{error}");
}

#[test]
fn it_runs_in_its_own_folder_unless_another_is_given() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("engine");
    write(&path, b"#!/bin/sh\npwd -P\n", 0o755);
    let own = folder.path().canonicalize().unwrap();

    let mut engine = spawn(&launch_of(path.to_str().unwrap(), &[]), PATIENT).unwrap();
    assert_eq!(line(&mut engine), own.to_str().unwrap());

    let launch = Launch { cwd: Some("/".into()), ..launch_of(path.to_str().unwrap(), &[]) };
    assert_eq!(line(&mut spawn(&launch, PATIENT).unwrap()), "/");
}

#[test]
fn a_relative_path_counts_from_the_folder_of_the_harness() {
    // Tests run in the package's folder, so the number of folders above it is known.
    let up = "../".repeat(Path::new(env!("CARGO_MANIFEST_DIR")).components().count());
    let launch =
        Launch { cwd: Some("/".into()), ..launch_of(&format!("{up}bin/sh"), &["-c", "echo ok"]) };
    assert_eq!(line(&mut spawn(&launch, PATIENT).unwrap()), "ok");
}

#[test]
fn a_bare_name_is_looked_up() {
    let launch = launch_of("sh", &["-c", "echo $1$KENTEI_TEST", "sh", "a b"]);
    let launch = Launch { env: vec![("KENTEI_TEST".into(), "c".into())], ..launch };
    assert_eq!(line(&mut spawn(&launch, PATIENT).unwrap()), "a bc");
}
