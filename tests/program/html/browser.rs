//! A headless Chromium, controlled through a pipe with the DevTools protocol: JSON messages, each followed by a
//! zero byte.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};
use std::{env, thread};

use serde_json::{Value, json};

/// How long the browser may take for one answer, on a busy machine.
const PATIENCE: Duration = Duration::from_secs(600);

/// The path of an installed browser. Without one, a test is skipped, unless `KENTEI_REQUIRE_BROWSER` is set.
#[expect(clippy::print_stdout, reason = "the log of the tests shows what was left out")]
fn program() -> Option<PathBuf> {
    let listed = env::var_os("PATH").unwrap_or_default();
    let names = ["chromium", "chromium-browser", "google-chrome"];
    let found = env::split_paths(&listed)
        .flat_map(|folder| names.map(|name| folder.join(name)))
        .find(|path| path.is_file());
    if found.is_none() {
        let required = env::var_os("KENTEI_REQUIRE_BROWSER").is_some();
        assert!(!required, "chromium is not installed");
        println!("skipped: chromium is not installed");
    }
    found
}

/// A browser with one page.
pub(crate) struct Browser {
    child: Child,
    to: File,
    from: Receiver<Value>,
    session: Option<String>,
    next_id: u64,
    /// All events so far, in order: every message that is not an answer.
    pub(crate) events: Vec<Value>,
    /// The folder of its profile and of the page that it shows.
    folder: tempfile::TempDir,
}

impl Browser {
    /// Starts a browser, if there is one.
    pub(crate) fn start() -> Option<Self> {
        let program = program()?;
        let folder = tempfile::tempdir().expect("a folder");
        let pipes = ["to", "from"].map(|name| folder.path().join(name));
        let made = Command::new("mkfifo").args(&pipes).status();
        assert!(made.expect("mkfifo is there").success());
        let child = Command::new("sh")
            .args(["-c", "to=$1; from=$2; shift 2; exec \"$@\" 3<\"$to\" 4>\"$from\"", "sh"])
            .args(&pipes)
            .arg(program)
            .args([
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-dev-shm-usage",
                "--disable-extensions",
                "--disable-sync",
                "--no-first-run",
                "--no-default-browser-check",
                "--remote-debugging-pipe",
                "--window-size=1280,900",
            ])
            .arg(format!("--user-data-dir={}", folder.path().join("profile").display()))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the browser starts");
        // Opened in the same order as by the shell.
        let to = OpenOptions::new().write(true).open(&pipes[0]).expect("a pipe to the browser");
        let from = File::open(&pipes[1]).expect("a pipe from the browser");
        let mut browser = Self {
            child,
            to,
            from: listen(from),
            session: None,
            next_id: 0,
            events: Vec::new(),
            folder,
        };
        browser.open_page();
        Some(browser)
    }

    fn open_page(&mut self) {
        let target = self.call("Target.createTarget", json!({ "url": "about:blank" }));
        let attach = json!({ "targetId": target["targetId"], "flatten": true });
        let attached = self.call("Target.attachToTarget", attach);
        self.session = attached["sessionId"].as_str().map(str::to_owned);
        for domain in ["Page", "Runtime", "Log", "Network"] {
            self.call(&format!("{domain}.enable"), json!({}));
        }
    }

    /// Shows a page, with an address after `#`, and waits until it is loaded.
    pub(crate) fn show(&mut self, html: &str, hash: &str) {
        let path = self.folder.path().join("report.html");
        std::fs::write(&path, html).expect("the page is written");
        self.events.clear();
        // If only the part after `#` changed, the browser would load nothing.
        self.call("Page.navigate", json!({ "url": "about:blank" }));
        self.until(|event| event["method"] == "Page.loadEventFired");
        self.events.clear();
        let url = format!("file://{}#{hash}", path.display());
        self.call("Page.navigate", json!({ "url": url }));
        self.until(|event| event["method"] == "Page.loadEventFired");
    }

    /// The value of an expression.
    pub(crate) fn evaluate(&mut self, expression: &str) -> Value {
        let call = json!({ "expression": expression, "returnByValue": true, "awaitPromise": true });
        let mut answer = self.call("Runtime.evaluate", call);
        assert!(answer.get("exceptionDetails").is_none(), "{expression}: {answer}");
        answer["result"]["value"].take()
    }

    /// Presses a key.
    pub(crate) fn press(&mut self, key: &str) {
        let text = if key.chars().count() == 1 { key } else { "" };
        for kind in ["keyDown", "keyUp"] {
            self.call("Input.dispatchKeyEvent", json!({ "type": kind, "key": key, "text": text }));
        }
    }

    /// Emulates a medium such as `print`, and a colour scheme such as `dark`.
    pub(crate) fn emulate(&mut self, media: &str, scheme: &str) {
        let features = json!([{ "name": "prefers-color-scheme", "value": scheme }]);
        self.call("Emulation.setEmulatedMedia", json!({ "media": media, "features": features }));
    }

    /// Everything that a page should not do: write to the console, throw, open a dialog, violate its policy,
    /// request anything but itself.
    pub(crate) fn complaints(&self) -> Vec<String> {
        let suspicious = |event: &&Value| {
            let url = event["params"]["request"]["url"].as_str().unwrap_or_default();
            match event["method"].as_str().unwrap_or_default() {
                "Runtime.consoleAPICalled"
                | "Runtime.exceptionThrown"
                | "Log.entryAdded"
                | "Page.javascriptDialogOpening" => true,
                "Network.requestWillBeSent" => {
                    !url.ends_with("report.html") && url != "about:blank"
                }
                _ => false,
            }
        };
        self.events.iter().filter(suspicious).map(Value::to_string).collect()
    }

    /// Calls a method of the protocol and returns its answer.
    pub(crate) fn call(&mut self, method: &str, params: Value) -> Value {
        self.next_id += 1;
        let id = self.next_id;
        let mut message = json!({ "id": id, "method": method, "params": params });
        if let Some(session) = &self.session {
            message["sessionId"] = json!(session);
        }
        let mut bytes = message.to_string().into_bytes();
        bytes.push(0);
        self.to.write_all(&bytes).expect("the browser listens");
        let mut answer = self.until(|message| message["id"] == id);
        assert!(answer.get("error").is_none(), "{method}: {answer}");
        answer["result"].take()
    }

    /// Receives messages until the wanted one arrives.
    fn until(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let message = self.from.recv_timeout(left).expect("the browser answers");
            if message.get("id").is_none() {
                self.events.push(message.clone());
            }
            if wanted(&message) {
                return message;
            }
        }
    }
}

/// Reads messages until the stream ends.
fn listen(from: File) -> Receiver<Value> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        for message in BufReader::new(from).split(0).map_while(Result::ok) {
            let Ok(message) = serde_json::from_slice(&message) else {
                return;
            };
            if sender.send(message).is_err() {
                return;
            }
        }
    });
    receiver
}

impl Drop for Browser {
    fn drop(&mut self) {
        // This also ends the helper processes of the browser. The write fails if the browser has already ended.
        let _ = self.to.write_all(b"{\"id\":0,\"method\":\"Browser.close\"}\0");
        // When the stream of its messages ends, the browser has ended.
        let deadline = Instant::now() + Duration::from_secs(10);
        while let Some(left) = deadline.checked_duration_since(Instant::now()) {
            if self.from.recv_timeout(left).is_err() {
                break;
            }
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The page that a run of kentei writes.
pub(crate) fn report(args: &[&str], folder: &Path) -> String {
    let path = folder.join("r.html");
    let sink = format!("html={}", path.display());
    let all = [&["run"], args, &["--report", &sink]].concat();
    let run = crate::cli::kentei(&all).timeout(PATIENCE).assert();
    assert_eq!(run.get_output().status.code(), Some(1));
    std::fs::read_to_string(path).expect("a report")
}
