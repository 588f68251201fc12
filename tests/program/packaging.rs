//! How kentei is delivered: the action, the pre-commit hooks, archives, wheels and workflows. What can run here is
//! run; for the rest, the tests check that the parts use the same names.
//!
//! The repository has no public address yet. When it gets one, change `repository` in Cargo.toml, and in docs/ci.md
//! the placeholder address and `OWNER/kentei`.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

use serde_yaml::Value;

/// The target of the release that these tests make, on any machine: the shell script of the action chooses the
/// target by the name of the system in its environment.
const TARGET: &str = "x86_64-unknown-linux-gnu";

fn text(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn yaml(path: &str) -> Value {
    serde_yaml::from_str(&text(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The value of a key of Cargo.toml; of several keys with this name, the first.
fn cargo(key: &str) -> String {
    let text = text("Cargo.toml");
    let begin = format!("{key} = \"");
    let line = text.lines().find_map(|line| line.strip_prefix(&begin));
    line.and_then(|line| line.strip_suffix('"')).expect(key).to_owned()
}

/// A folder with the archive of a release. It is made once, with the script of the release workflow.
pub(crate) fn archives() -> &'static Path {
    static MADE: OnceLock<PathBuf> = OnceLock::new();
    MADE.get_or_init(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("archives");
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join(".ci/archive");
        let status = Command::new(script)
            .args([TARGET, env!("CARGO_BIN_EXE_kentei")])
            .arg(&folder)
            .status()
            .expect("a script");
        assert!(status.success());
        folder
    })
}

/// The name of the archive.
pub(crate) fn archive() -> String {
    format!("kentei-{TARGET}.tar.gz")
}

/// A run of the action on a machine without kentei.
struct Job {
    folder: tempfile::TempDir,
    values: BTreeMap<String, String>,
}

impl Job {
    fn new(defect: &str, inputs: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let engine = folder.path().join("my engine");
        let script = format!(
            "#!/bin/sh\nexec '{}' engine --dialect usi {defect} \"$@\"\n",
            env!("CARGO_BIN_EXE_kentei")
        );
        fs::write(&engine, script).expect("a file");
        fs::set_permissions(&engine, fs::Permissions::from_mode(0o755)).expect("its mode");
        let releases = folder.path().join("me/kentei/releases/download");
        fs::create_dir_all(&releases).expect("a folder");
        let release = releases.join(format!("v{}", cargo("version")));
        std::os::unix::fs::symlink(archives(), release).expect("a link");
        fs::create_dir(folder.path().join("temp")).expect("a folder");
        let at = folder.path().display();
        let mut values: BTreeMap<String, String> = [
            ("github.server_url", format!("file://{at}")),
            ("github.action_repository", "me/kentei".to_owned()),
            ("github.action_ref", format!("v{}", cargo("version"))),
            ("runner.os", "Linux".to_owned()),
            ("runner.arch", "X64".to_owned()),
            ("runner.temp", format!("{at}/temp")),
        ]
        .map(|(name, value)| (name.to_owned(), value))
        .into();
        let defaults = yaml("action.yml");
        for (name, input) in defaults["inputs"].as_mapping().expect("inputs") {
            let (name, default) = (name.as_str().expect("a name"), &input["default"]);
            let given = inputs.iter().find(|(given, _)| *given == name);
            let value = given.map_or(default.as_str().expect("a default"), |(_, value)| *value);
            values.insert(format!("inputs.{name}"), value.to_owned());
        }
        for (name, _) in inputs {
            assert!(values.contains_key(&format!("inputs.{name}")), "{name}");
        }
        Self { folder, values }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The text with its `${{ … }}` expressions replaced, as GitHub does it.
    fn filled(&self, text: &str) -> String {
        let mut filled = text.to_owned();
        for (name, value) in &self.values {
            filled = filled.replace(&format!("${{{{ {name} }}}}"), value);
        }
        assert!(!filled.contains("${{"), "{filled}");
        filled
    }

    /// Runs a step of the action that has a command.
    fn run(&mut self, step: &Value) -> Output {
        assert_eq!(step["shell"], "bash", "{step:?}");
        let script = step["run"].as_str().expect("a command");
        assert!(!script.contains("${{"), "values reach a command by its environment alone");
        let (path, outputs) = (self.path("github-path"), self.path("github-output"));
        let added = fs::read_to_string(&path).unwrap_or_default();
        let usual = std::env::var("PATH").expect("a PATH");
        let own = Path::new(env!("CARGO_BIN_EXE_kentei")).parent().expect("a folder");
        let usual = usual.split(':').filter(|folder| Path::new(folder) != own);
        let all: Vec<&str> = added.lines().chain(usual).collect();
        let mut command = Command::new("bash");
        command.args(["--noprofile", "--norc", "-e", "-o", "pipefail", "-c", script]);
        command.current_dir(self.folder.path()).env("PATH", all.join(":"));
        command.env("GITHUB_PATH", &path).env("GITHUB_OUTPUT", &outputs);
        command.env("GITHUB_STEP_SUMMARY", self.path("step-summary"));
        command.env("RUNNER_TEMP", self.path("temp"));
        for (name, value) in step["env"].as_mapping().into_iter().flatten() {
            let value = self.filled(value.as_str().expect("a text"));
            command.env(name.as_str().expect("a name"), value);
        }
        let output = command.output().expect("a shell");
        if let Some(id) = step["id"].as_str() {
            for line in fs::read_to_string(&outputs).unwrap_or_default().lines() {
                let (name, value) = line.split_once('=').expect("an output");
                self.values.insert(format!("steps.{id}.outputs.{name}"), value.to_owned());
            }
        }
        output
    }

    /// Runs all commands of the action and checks the exit code of the last one.
    fn act(&mut self, code: i32) {
        let action = yaml("action.yml");
        let steps = action["runs"]["steps"].as_sequence().expect("steps");
        let commands: Vec<&Value> = steps.iter().filter(|step| step["run"].is_string()).collect();
        let (last, before) = commands.split_last().expect("steps");
        for step in before {
            let output = self.run(step);
            let said = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{}: {said}", step["name"].as_str().unwrap_or(""));
        }
        assert_eq!(self.run(last).status.code(), Some(code));
    }

    /// The folder of the reports of the last use of the action.
    fn reports(&self) -> PathBuf {
        self.values["steps.examine.outputs.reports"].clone().into()
    }
}

/// Runs the action in a job of its own and checks the exit code of its last step.
fn act(defect: &str, inputs: &[(&str, &str)], code: i32) -> Job {
    let mut job = Job::new(defect, inputs);
    job.act(code);
    job
}

const BOOT: &str = "--filter=usi/boot/handshake\n";

#[test]
fn the_action_installs_examines_and_leaves_what_it_hands_on() {
    for (defect, code) in [("", 0), ("--defect A02", 1)] {
        let job = act(defect, &[("engine", "./my engine"), ("arguments", BOOT)], code);
        let summary = fs::read_to_string(job.path("step-summary")).expect("a summary");
        assert!(summary.starts_with("### "), "{summary}");
        let action = yaml("action.yml");
        let mut handed = 0;
        for step in action["runs"]["steps"].as_sequence().expect("steps") {
            for key in ["path", "sarif_file"] {
                for file in step["with"][key].as_str().unwrap_or("").lines() {
                    let file = job.filled(file.trim());
                    assert!(fs::metadata(&file).is_ok_and(|file| file.len() > 0), "{file}");
                    handed += 1;
                }
            }
        }
        assert_eq!(handed, 4);
        for output in ["exit-code", "reports"] {
            let value = action["outputs"][output]["value"].as_str().expect("a value");
            assert!(!job.filled(value).is_empty());
        }
    }
}

#[test]
fn arguments_of_the_action_are_one_a_line_and_no_shell_reads_them() {
    let words = format!("{BOOT}--engine-file=a b; touch harm\n");
    act("", &[("engine", "./my engine"), ("arguments", &words)], 2);
    let arguments = "--defect\nA02";
    let job = act(
        "",
        &[("engine", "./my engine"), ("arguments", BOOT), ("engine-arguments", arguments)],
        1,
    );
    assert!(!job.path("harm").exists());
    // After bad input there are no reports and no summary.
    let job = act("", &[("engine", "./none"), ("arguments", "--no-such-option")], 2);
    assert!(!job.path("step-summary").exists());
}

#[test]
fn a_second_use_of_the_action_in_a_job_hands_on_nothing_of_the_first() {
    let mut job = act("", &[("engine", "./my engine"), ("arguments", BOOT)], 0);
    let (first, summary) = (job.reports(), job.path("step-summary"));
    let before = fs::read_to_string(&summary).expect("a summary");
    job.values.insert("inputs.arguments".to_owned(), "--no-such-option".to_owned());
    job.act(2);
    assert_eq!(fs::read_dir(job.reports()).expect("a folder").count(), 0);
    assert!(first.join("report.json").is_file(), "the first use still has its own");
    assert_eq!(fs::read_to_string(&summary).expect("a summary"), before);
}

/// On the machines of CI services the user is rarely the user of the image, who could not write to the folder.
#[test]
fn a_container_that_is_given_a_folder_runs_as_the_user_of_the_folder() {
    for path in ["docs/ci.md", "docs/ci.ja.md", "Dockerfile"] {
        let text = text(path);
        let examples = text.lines().filter(|line| line.contains("docker run"));
        let examples: Vec<&str> = examples.filter(|line| line.contains(" -v ")).collect();
        assert!(!examples.is_empty(), "{path}");
        for example in examples {
            assert!(example.contains(" --user \"$(id -u):$(id -g)\" "), "{path}: {example}");
        }
    }
}

#[test]
fn the_action_in_the_docs_has_inputs_that_there_are() {
    let text = text("docs/ci.md");
    let use_of = format!("- uses: OWNER/kentei@v{}\n", cargo("version"));
    assert!(text.contains(&use_of));
    let blocks = text.split("```yaml\n").skip(1).filter_map(|rest| rest.split("\n```").next());
    let mut blocks = blocks.filter(|block| block.contains("OWNER/kentei"));
    let example: Value = serde_yaml::from_str(blocks.next().expect("an example")).expect("YAML");
    let steps = example["jobs"]["kentei"]["steps"].as_sequence().expect("steps");
    let step = steps.last().expect("a step");
    let action = yaml("action.yml");
    let inputs = action["inputs"].as_mapping().expect("inputs");
    for (name, _) in step["with"].as_mapping().expect("inputs") {
        assert!(inputs.contains_key(name), "{name:?}");
    }
    for (name, _) in inputs {
        let name = name.as_str().expect("a name");
        assert!(text.contains(&format!("\n| `{name}` | ")), "{name} is not in docs/ci.md");
    }
    let (arguments, engine) = (&step["with"]["arguments"], &step["with"]["engine"]);
    let (arguments, engine) =
        (arguments.as_str().expect("lines"), engine.as_str().expect("a path"));
    let arguments = format!("{BOOT}{arguments}");
    act("", &[("engine", &engine.replace("my-engine", "my engine")), ("arguments", &arguments)], 0);
}

#[test]
fn the_hooks_of_pre_commit_check_the_files_that_they_are_given() {
    let folder = tempfile::tempdir().expect("a folder");
    let below = folder.path().join("scenarios/usi");
    fs::create_dir_all(&below).expect("a folder");
    let good = "title: it starts\nclauses: [USI-BOOT-04]\nsteps:\n  - boot\n";
    fs::write(below.join("good.yaml"), good).expect("a file");
    fs::write(below.join("bad.yaml"), good.replace("steps", "stops")).expect("a file");
    let later = good.replace("steps", "after: [good]\nsteps");
    fs::write(below.join("later.yaml"), later).expect("a file");
    let hooks = yaml(".pre-commit-hooks.yaml");
    let hooks = hooks.as_sequence().expect("hooks");
    assert_eq!(hooks.len(), 2);
    for hook in hooks {
        let entry: Vec<&str> = hook["entry"].as_str().expect("a command").split(' ').collect();
        assert_eq!(entry[0], "kentei");
        assert!(hook["files"].as_str().is_some_and(|files| files.contains("scenarios/")));
        // The file that `later.yaml` is after need not be in the commit.
        let commits =
            [(&["good.yaml"][..], 0), (&["good.yaml", "bad.yaml"], 2), (&["later.yaml"], 0)];
        for (files, code) in commits {
            let files: Vec<String> =
                files.iter().map(|file| below.join(file).display().to_string()).collect();
            let words: Vec<&str> =
                entry[1..].iter().copied().chain(files.iter().map(String::as_str)).collect();
            crate::cli::kentei(&words).assert().code(code);
        }
        let id = hook["id"].as_str().expect("an id");
        assert!(text("docs/ci.md").contains(&format!("`{id}`")), "{id}");
    }
}

#[test]
fn archives_are_named_alike_by_all_who_make_and_fetch_them() {
    let made = archives().join(archive());
    assert!(made.is_file());
    let digest = fs::read_to_string(format!("{}.sha256", made.display())).expect("a digest");
    assert!(digest.trim_end().ends_with(&format!("  {}", archive())), "{digest}");
    // The address that cargo binstall uses.
    let url = cargo("pkg-url")
        .replace("{ repo }", &cargo("repository"))
        .replace("{ version }", &cargo("version"))
        .replace("{ target }", TARGET)
        .replace("{ archive-suffix }", ".tar.gz");
    let release = format!("{}/releases/download/v{}", cargo("repository"), cargo("version"));
    assert_eq!(url, format!("{release}/{}", archive()));
    let inside =
        cargo("bin-dir").replace("{ target }", TARGET).replace("{ bin }{ binary-ext }", "kentei");
    let listed = Command::new("tar").arg("-tzf").arg(&made).output().expect("tar");
    let listed = String::from_utf8_lossy(&listed.stdout).into_owned();
    assert!(listed.lines().any(|line| line == inside), "{listed}");
    // The docs download the latest release.
    let latest = format!("{}/releases/latest/download/{}", cargo("repository"), archive());
    let docs = text("docs/ci.md");
    assert_eq!(docs.matches("KENTEI: ").count(), docs.matches(&latest).count());
    // The action and the docs have exactly the targets of the workflow.
    let workflow = yaml(".github/workflows/release.yml");
    let action = text("action.yml");
    let mut targets = Vec::new();
    for job in ["program", "wheel"] {
        let rows = &workflow["jobs"][job]["strategy"]["matrix"]["include"];
        let rows = rows.as_sequence().expect("a matrix").iter();
        targets.push(rows.map(|row| row["target"].as_str().expect("a target")).collect::<Vec<_>>());
    }
    assert_eq!(targets[0], targets[1]);
    for target in &targets[0] {
        assert!(action.contains(&format!("target={target} ;;")), "{target}");
        assert!(docs.contains(&format!("`{target}`")), "{target}");
    }
    assert_eq!(action.matches("target=").count(), targets[0].len());
}

#[test]
fn the_wheel_is_of_this_crate_and_its_version() {
    let project = text("pyproject.toml");
    let line = |begin: &str| project.lines().find(|line| line.starts_with(begin)).expect("a line");
    assert_eq!(line("name = "), format!("name = \"{}\"", cargo("name")));
    // The version is dynamic: it is read from Cargo.toml.
    assert!(line("dynamic = ").contains("\"version\"") && !project.contains("\nversion"));
    assert_eq!(line("bindings = "), "bindings = \"bin\"");
    let script = text(".ci/wheel");
    let maturin = line("requires = ").split('"').nth(1).expect("a requirement");
    assert!(script.contains(maturin), "{maturin}");
    let runs = |line: &str| line.split_whitespace().last() == Some(".ci/wheel");
    assert!(text(".ci/run").lines().any(runs));
}

#[test]
fn one_oldest_toolchain_is_named_everywhere() {
    let oldest = cargo("rust-version");
    let ci = yaml(".github/workflows/ci.yml");
    let toolchains = &ci["jobs"]["test"]["strategy"]["matrix"]["toolchain"];
    assert_eq!(toolchains[0].as_str(), Some(oldest.as_str()));
    assert_eq!(toolchains[1].as_str(), Some("stable"));
    let systems = &ci["jobs"]["test"]["strategy"]["matrix"]["os"];
    assert_eq!(systems.as_sequence().map(Vec::len), Some(3));
    assert!(text("Dockerfile").contains(&format!("/rust:{oldest}-slim")));
    for workflow in ["ci.yml", "release.yml"] {
        let workflow = text(&format!(".github/workflows/{workflow}"));
        for named in workflow.split("rust-toolchain@").skip(1) {
            let named = named.lines().next().unwrap_or("");
            assert!([oldest.as_str(), "stable", "master"].contains(&named), "{named}");
        }
        // Each script that a workflow runs exists and is executable.
        for script in workflow.split("run: .ci/").skip(1) {
            let name = script.split_whitespace().next().unwrap_or("");
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(".ci").join(name);
            let mode = fs::metadata(&path).expect("a script").permissions().mode();
            assert!(mode & 0o111 != 0, "{name}");
        }
    }
}
