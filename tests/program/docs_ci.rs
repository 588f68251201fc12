//! The examples in docs/ci.md: they are valid YAML, and their commands produce what the following steps use.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};

use serde_yaml::Value;

use crate::packaging::{archive, archives};

/// The code blocks in one language.
fn blocks(language: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/ci.md");
    let text = fs::read_to_string(path).expect("docs/ci.md");
    let begin = format!("```{language}\n");
    let parts = text.split(&begin).skip(1);
    let blocks = parts.map(|part| part.split("\n```").next().expect("its end").to_owned());
    blocks.collect()
}

/// The examples with a single run, and the examples with shards.
fn examples() -> (Vec<Value>, Vec<Value>) {
    let read = |block: &String| (block.contains("--shard"), serde_yaml::from_str(block));
    let mut all = blocks("yaml");
    // The action and the hooks are tested in packaging.rs.
    all.retain(|block| block.contains("kentei run"));
    let all = all.iter().map(read);
    let all = all.map(|(sharded, example)| (sharded, example.expect("YAML")));
    let (sharded, single): (Vec<_>, Vec<_>) = all.partition(|(sharded, _)| *sharded);
    let examples = |all: Vec<(bool, Value)>| all.into_iter().map(|(_, example)| example).collect();
    (examples(single), examples(sharded))
}

/// A folder with an engine that has the name of the examples: the built-in one, with these arguments for a defect.
fn folder(defect: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let engine = folder.path().join("my-engine");
    let kentei = env!("CARGO_BIN_EXE_kentei");
    let text = format!("#!/bin/sh\nexec '{kentei}' engine --dialect usi {defect}\n");
    fs::write(&engine, text).expect("a file");
    fs::set_permissions(&engine, fs::Permissions::from_mode(0o755)).expect("its mode");
    folder
}

/// Runs a command of an example as CI does, with one scenario instead of all.
fn shell(command: &str, folder: &Path) -> Output {
    assert!(command.contains("kentei run ./my-engine") || !command.contains("kentei run"));
    let command = command.replace(
        "kentei run ./my-engine",
        "kentei run ./my-engine --filter usi/boot/handshake --limits-scale 0.5",
    );
    in_folder(&command, folder, &[])
}

/// The same with a few more scenarios, so that each shard has at least one.
fn shard(command: &str, folder: &Path, env: &[(&str, &str)]) -> Output {
    let command = command.replace("--shard", "--filter 'usi/ready/*' --limits-scale 0.5 --shard");
    in_folder(&command, folder, env)
}

/// Runs a command in this folder, with kentei in `PATH`.
fn in_folder(command: &str, folder: &Path, env: &[(&str, &str)]) -> Output {
    let bin = Path::new(env!("CARGO_BIN_EXE_kentei")).parent().expect("a folder");
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").expect("a PATH"));
    Command::new("sh")
        .args(["-e", "-c", command])
        .current_dir(folder)
        .envs(env.iter().copied())
        .env("PATH", path)
        .env("KENTEI", format!("file://{}", archives().join(archive()).display()))
        .env("GITHUB_PATH", folder.join("github-path"))
        .env("GITHUB_STEP_SUMMARY", folder.join("step-summary"))
        .output()
        .expect("a shell")
}

/// The commands of a job.
fn commands(example: &Value) -> Vec<String> {
    let steps = &example["jobs"]["kentei"]["steps"];
    let of_github = steps.as_sequence().into_iter().flatten();
    let of_github = of_github.filter_map(|step| step["run"].as_str());
    let of_gitlab = ["before_script", "script"].map(|key| example["kentei"][key].as_sequence());
    let of_gitlab = of_gitlab.into_iter().flatten().flatten();
    let all = of_github.chain(of_gitlab.filter_map(Value::as_str));
    all.map(str::to_owned).collect()
}

/// Every file that a later step uses.
fn files(example: &Value) -> Vec<String> {
    let mut files = Vec::new();
    let steps = example["jobs"]["kentei"]["steps"].as_sequence();
    for step in steps.into_iter().flatten() {
        for key in ["path", "report_paths", "sarif_file"] {
            let named = step["with"][key].as_str().unwrap_or("");
            files.extend(named.split_whitespace().map(str::to_owned));
        }
    }
    let artifacts = &example["kentei"]["artifacts"];
    let paths = artifacts["paths"].as_sequence().into_iter().flatten();
    let paths = paths.chain(std::iter::once(&artifacts["reports"]["junit"]));
    files.extend(paths.filter_map(Value::as_str).map(str::to_owned));
    files
}

#[test]
fn the_examples_run_and_leave_the_files_that_are_handed_on() {
    let (examples, _) = examples();
    assert_eq!(examples.len(), 2);
    for (defect, code) in [("", 0), ("--defect A02", 1)] {
        for example in &examples {
            let folder = folder(defect);
            let commands = commands(example);
            assert!(commands.iter().any(|command| command.contains("kentei run")));
            for command in commands {
                let output = shell(&command, folder.path());
                let expected = if command.contains("kentei run") { code } else { 0 };
                let said = String::from_utf8_lossy(&output.stderr);
                assert_eq!(output.status.code(), Some(expected), "{command}\n{said}");
            }
            assert!(folder.path().join("kentei-program/kentei").is_file());
            let files = files(example);
            assert!(files.len() >= 3, "{files:?}");
            for file in files {
                let written = fs::metadata(folder.path().join(&file));
                assert!(written.is_ok_and(|file| file.len() > 0), "{file}");
            }
        }
    }
}

#[test]
fn what_stood_in_the_job_summary_before_stays() {
    let folder = folder("");
    let summary = folder.path().join("step-summary");
    fs::write(&summary, "from another step\n").unwrap();
    for command in commands(&examples().0[0]) {
        shell(&command, folder.path());
    }
    let text = fs::read_to_string(summary).unwrap();
    assert!(text.starts_with("from another step\n### ✅ conformant: "), "{text}");
}

#[test]
fn steps_that_hand_reports_on_run_whatever_the_verdict_was() {
    let (examples, _) = examples();
    let github = &examples[0];
    let steps = github["jobs"]["kentei"]["steps"].as_sequence().unwrap();
    let examined =
        |step: &Value| step["run"].as_str().is_some_and(|run| run.contains("kentei run"));
    let at = steps.iter().position(examined).unwrap();
    assert!(steps.len() > at + 1);
    for step in &steps[at + 1..] {
        assert_eq!(step["if"].as_str(), Some("always()"), "{step:?}");
    }
    assert_eq!(examples[1]["kentei"]["artifacts"]["when"].as_str(), Some("always"));
}

#[test]
fn the_command_for_jenkins_runs_too() {
    let block = &blocks("groovy")[0];
    let command = block.split("sh '").nth(1).unwrap().split('\'').next().unwrap();
    let folder = folder("");
    assert_eq!(shell(command, folder.path()).status.code(), Some(0));
    assert!(folder.path().join("junit.xml").exists());
}

/// Replaces the expressions in a command by values, as GitHub does.
fn filled(command: &str, values: &[(&str, &str)]) -> String {
    let mut command = command.to_owned();
    for (name, value) in values {
        command = command.replace(&format!("${{{{ {name} }}}}"), value);
    }
    assert!(!command.contains("${{"), "{command}");
    command
}

#[test]
fn shards_on_github_are_merged_to_the_files_that_are_handed_on() {
    let (_, examples) = examples();
    let jobs = &examples[0]["jobs"];
    let shards = jobs["shard"]["strategy"]["matrix"]["shard"].as_sequence();
    let shards = shards.expect("a matrix").len().to_string();
    assert_eq!(jobs["shard"]["strategy"]["fail-fast"], false);
    for (defect, code) in [("", 0), ("--defect A08", 1)] {
        let folder = folder(defect);
        let steps = jobs["shard"]["steps"].as_sequence().expect("steps");
        let run = steps.iter().filter_map(|step| step["run"].as_str());
        let run = run.filter(|command| command.contains("kentei run"));
        let [run] = run.collect::<Vec<_>>()[..] else {
            panic!("one command");
        };
        for index in jobs["shard"]["strategy"]["matrix"]["shard"].as_sequence().expect("shards") {
            let index = index.as_u64().expect("a number").to_string();
            let values = [
                ("matrix.shard", index.as_str()),
                ("strategy.job-total", &shards),
                ("github.run_number", "17"),
            ];
            let output = shard(&filled(run, &values), folder.path(), &[]);
            let said = String::from_utf8_lossy(&output.stderr);
            assert!(matches!(output.status.code(), Some(0 | 1)), "{said}");
            let kept = steps.last().expect("a step")["with"]["path"].as_str();
            let kept = filled(kept.expect("a path"), &values);
            assert!(folder.path().join(kept).exists());
        }
        for command in commands(&examples[0]) {
            let output = in_folder(&command, folder.path(), &[]);
            let expected = if command.contains("merge") { code } else { 0 };
            let said = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(expected), "{command}\n{said}");
        }
        for file in files(&examples[0]) {
            let written = fs::metadata(folder.path().join(&file));
            assert!(written.is_ok_and(|file| file.len() > 0), "{file}");
        }
    }
}

#[test]
fn pods_that_are_numbered_from_zero_play_all_shards_of_all_engines() {
    let (_, examples) = examples();
    let spec = &examples[1]["spec"];
    let container = &spec["template"]["spec"]["containers"][0];
    let env = |name: &str| {
        let mut env = container["env"].as_sequence().expect("variables").iter();
        let variable = env.find(|variable| variable["name"] == name).expect("it is there");
        variable["value"].as_str().expect("a text").to_owned()
    };
    let folder = folder("");
    let program = env!("CARGO_BIN_EXE_kentei");
    let engine = |name: &str, words: &str| {
        format!("  {name}:\n    command: '{program}'\n    args: [engine, --dialect, usi{words}]\n")
    };
    let yaml = format!("engines:\n{}{}", engine("sky", ""), engine("river", ", --defect, A08"));
    fs::write(folder.path().join("kentei.yaml"), yaml).expect("a file");
    let reports = folder.path().join("reports");
    fs::create_dir(&reports).expect("a folder");
    let reports = reports.to_string_lossy().into_owned();
    let (engines, shards) = (env("ENGINES"), env("SHARDS"));
    let pods = spec["completions"].as_u64().expect("a number");
    assert_eq!(spec["completionMode"].as_str(), Some("Indexed"));
    for pod in 0..pods {
        let env = [
            ("JOB_COMPLETION_INDEX", pod.to_string()),
            ("ENGINES", engines.clone()),
            ("SHARDS", shards.clone()),
            ("REPORTS", reports.clone()),
        ];
        let env: Vec<(&str, &str)> =
            env.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let output = shard(container["args"][0].as_str().expect("a script"), folder.path(), &env);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "pod {pod}\n{said}");
    }
    let block = &blocks("sh")[0];
    for (command, code) in block.lines().zip([0, 1]) {
        let output = in_folder(command, folder.path(), &[("REPORTS", &reports)]);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{command}\n{said}");
    }
    assert!(folder.path().join("sky.html").exists() && folder.path().join("river.json").exists());
}
