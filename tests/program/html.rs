//! The HTML report in a browser: the page opens, searches, filters and jumps, is readable in both colour schemes,
//! runs nothing that an engine wrote, and works with a hundred thousand lines.

mod browser;

use std::sync::LazyLock;
use std::time::{Duration, Instant};

use browser::{Browser, report};
use kentei::protocol;
use kentei::report::{Report, Style};
use kentei::run::result::{Conformance, EngineInfo, Host, RunResult, ScenarioResult, Tool};
use kentei::transcript::{Event, EventId, EventKind, Line, Transcript};
use kentei::verdict::Verdict;
use serde_json::{Value, json};

/// A run that takes longer hangs; no busy machine is that slow.
const HANGS: Duration = Duration::from_secs(600);

/// A report with a violated clause that shows in two scenarios, and with a race.
fn broken() -> String {
    static PAGE: LazyLock<String> = LazyLock::new(|| {
        let folder = tempfile::tempdir().expect("a folder");
        let filters = ["--filter", "usi/ponder/finished*", "--filter", "shared/race/stop-after-go"];
        let args = [&["--defect", "F05", "--seed", "1"][..], &filters].concat();
        report(&args, folder.path())
    });
    PAGE.clone()
}

/// How many elements are visible.
fn seen(browser: &mut Browser, selector: &str) -> u64 {
    let script = format!(
        "[...document.querySelectorAll({})].filter(e => !e.closest('[hidden]')).length",
        json!(selector)
    );
    browser.evaluate(&script).as_u64().expect("a number")
}

#[test]
fn the_page_opens_searches_filters_and_jumps() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let page = broken();
    browser.show(&page, "");
    assert_eq!(browser.complaints(), [""; 0]);
    assert_eq!(browser.evaluate("document.documentElement.dataset.ready"), "yes");
    let all = seen(&mut browser, "details.scenario");
    let failed = seen(&mut browser, "details.scenario[data-v=fail]");
    assert!(failed > 0 && failed < all, "{failed} of {all}");
    assert_eq!(seen(&mut browser, "article.finding"), 1);

    // The filter, from an address that somebody sent.
    browser.show(&page, "q=pon-01&scenarios=fail");
    assert_eq!(seen(&mut browser, "details.scenario"), failed);
    assert_eq!(seen(&mut browser, "tr[data-item]"), 1);
    let count = browser.evaluate("document.querySelector('#scenarios .count').textContent");
    assert_eq!(count, format!("{failed} of {all} shown"));

    // By keyboard: from an empty search to a search without matches, and back.
    browser.press("Escape");
    assert_eq!(seen(&mut browser, "details.scenario"), all);
    browser.press("/");
    assert_eq!(browser.evaluate("document.activeElement.id"), "q");
    for key in ["z", "z", "z", "j"] {
        browser.press(key);
    }
    assert_eq!(browser.evaluate("document.querySelector('#q').value"), "zzzj");
    assert_eq!(seen(&mut browser, "[data-item]"), 0);
    assert_eq!(seen(&mut browser, ".nomatch"), 3);
    assert_eq!(browser.evaluate("location.hash"), "#q=zzzj");
    browser.press("Escape");
    browser.press("j");
    assert_eq!(browser.evaluate("document.activeElement.id"), "f-USI-PON-01");

    // A link into a transcript opens the folded elements around its target.
    browser.evaluate("document.querySelectorAll('details').forEach(d => { d.open = false; })");
    browser.evaluate("document.querySelector('.where a').click()");
    let script = "new Promise(done => requestAnimationFrame(() => done(document.querySelector(location.hash).closest('details').open)))";
    assert_eq!(browser.evaluate(script), true);
    assert_eq!(browser.complaints(), [""; 0]);
}

/// The page of two engines, one of which has a defect.
fn several() -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let program = json!(env!("CARGO_BIN_EXE_kentei"));
    let engine = |name: &str, more: &str| {
        format!("  {name}:\n    command: {program}\n    args: [engine, --dialect, usi{more}]\n")
    };
    let engines = engine("sound", "") + &engine("broken", ", --defect, I01");
    let file = folder.path().join("kentei.yaml");
    std::fs::write(&file, format!("engines:\n{engines}")).expect("it is written");
    let file = file.to_string_lossy().into_owned();
    report(&["--all", "--engine-file", &file, "--filter", "usi/mate/answers"], folder.path())
}

#[test]
fn the_table_of_several_engines_opens_filters_and_leads_to_findings() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let page = several();
    for scheme in ["light", "dark"] {
        browser.emulate("screen", scheme);
        browser.show(&page, "");
        assert_eq!(browser.complaints(), [""; 0]);
        assert_eq!(browser.evaluate(FAINT), json!([]), "{scheme}");
    }
    let rows = "#t-usi tr[data-item]";
    let all = seen(&mut browser, rows);
    assert!(all > 100, "{all}");
    // Only rows that differ are shown, and the address contains this choice.
    browser.evaluate("document.querySelector('#t-usi .chip.differs').click()");
    assert_eq!(browser.evaluate("location.hash"), "#t-usi=differs");
    let differing = seen(&mut browser, rows);
    assert!(differing > 0 && differing < all, "{differing} of {all}");
    browser.show(&page, "q=cm-01&t-usi=fail");
    assert_eq!(seen(&mut browser, rows), 1);
    // A cell leads to the finding of its engine, which is visible.
    browser.press("Escape");
    browser.evaluate("document.querySelector('#c-USI-CM-01 a.fail').click()");
    assert_eq!(browser.evaluate("location.hash"), "#m1-f-USI-CM-01");
    assert_eq!(seen(&mut browser, "#m1-f-USI-CM-01 pre.excerpt"), 1);
    browser.press("j");
    assert_eq!(browser.evaluate("document.activeElement.id"), "m1-f-USI-CM-01");
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn without_its_script_the_page_can_be_read() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    browser.call("Emulation.setScriptExecutionDisabled", json!({ "value": true }));
    browser.show(&broken(), "");
    assert_eq!(browser.evaluate("document.documentElement.dataset.ready ?? null"), Value::Null);
    let height = |selector: &str| {
        format!("document.querySelector('{selector}').getBoundingClientRect().height")
    };
    assert_eq!(browser.evaluate(&height("#q")), 0);
    for selector in ["h1", "article.finding pre", "details.scenario[open] svg.seq"] {
        let height = browser.evaluate(&height(selector));
        assert!(height.as_f64().expect("a number") > 10.0, "{selector}");
    }
}

/// Texts with a contrast of less than 4.5 to 1 to their background, with the contrast.
const FAINT: &str = r#"
(() => {
  const probe = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const rgba = (colour) => {
    probe.clearRect(0, 0, 1, 1);
    probe.fillStyle = colour;
    probe.fillRect(0, 0, 1, 1);
    return [...probe.getImageData(0, 0, 1, 1).data];
  };
  const light = ([r, g, b]) => {
    const part = (c) => (c /= 255) <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
    return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
  };
  const after = (element) => {
    const layers = [];
    for (let at = element; at; at = at.parentElement) layers.push(rgba(getComputedStyle(at).backgroundColor));
    return layers.reverse().reduce((below, [r, g, b, a]) =>
      [r, g, b].map((c, i) => c * a / 255 + below[i] * (1 - a / 255)), [255, 255, 255]);
  };
  const faint = new Set();
  for (const element of document.querySelectorAll('body *')) {
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (!own || element.closest('.board svg, script') || !element.checkVisibility?.()) continue;
    const style = getComputedStyle(element);
    const text = rgba(element.closest('svg') ? style.fill : style.color);
    const [a, b] = [light(text), light(after(element))].sort((a, b) => b - a);
    const ratio = (a + 0.05) / (b + 0.05);
    if (ratio < 4.5) faint.add(`${element.tagName}.${element.getAttribute('class')} ${ratio.toFixed(2)}`);
  }
  return [...faint];
})()
"#;

#[test]
fn every_text_differs_enough_from_its_background_in_light_and_dark() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let page = broken();
    for scheme in ["light", "dark"] {
        browser.emulate("screen", scheme);
        browser.show(&page, "findings=fail");
        assert_eq!(browser.evaluate(FAINT), json!([]), "{scheme}");
    }
}

/// The printed page has the findings with their evidence, and none of the hundreds of lines without a violation.
#[test]
fn on_paper_there_are_the_findings() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    browser.emulate("print", "dark");
    browser.show(&broken(), "");
    let height = |selector: &str| {
        format!("document.querySelector('{selector}').getBoundingClientRect().height")
    };
    for selector in [".tools", "#scenarios", "#clauses", "#measured", ".finding .more", ".copier"] {
        assert_eq!(browser.evaluate(&height(selector)), 0, "{selector}");
    }
    for selector in ["h1", ".causes li", ".finding pre.excerpt"] {
        let height = browser.evaluate(&height(selector));
        assert!(height.as_f64().expect("a number") > 10.0, "{selector}");
    }
    // Each transcript alone would fill several pages.
    let page = made_up(200, 60, |line| format!("info string {line}"));
    browser.show(&page, "");
    let pages = pages(&mut browser);
    assert!((1..=2).contains(&pages), "{pages} pages");
}

/// How many pages a printer would need.
fn pages(browser: &mut Browser) -> usize {
    let printed = browser.call("Page.printToPDF", json!({ "preferCSSPageSize": true }));
    // The PDF is in base64. The browser decodes it as well.
    let data = printed["data"].as_str().expect("a file");
    let script = format!("atob('{data}').match(/\\/Type\\s*\\/Page[^s]/g).length");
    let pages = browser.evaluate(&script).as_u64().expect("a number");
    usize::try_from(pages).expect("a few")
}

#[test]
fn a_screen_of_390_pixels_needs_no_scrolling_to_the_side() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let screen = json!({ "width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": false });
    browser.call("Emulation.setDeviceMetricsOverride", screen);
    let open = "document.querySelectorAll('details').forEach(d => { d.open = true; })";
    let wide = "[...document.querySelectorAll('body *')].filter(e => e.getBoundingClientRect().right > 391 \
                && !e.closest('pre, .scroll, .race, .skiplink, thead')).map(e => e.outerHTML.slice(0, 120))";
    for page in [broken(), several()] {
        browser.show(&page, "");
        browser.evaluate(open);
        // A scroll bar takes some of the 390 pixels.
        let fits = "document.documentElement.scrollWidth <= document.documentElement.clientWidth";
        assert_eq!(browser.evaluate(fits), true, "{}", browser.evaluate(wide));
    }
}

#[test]
fn a_button_copies_the_command_that_plays_it_again() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    browser.show(&broken(), "");
    // The test does not use the real clipboard: it records what the page asks to write.
    let script = "(async () => {
        const asked = [];
        Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text) => asked.push(text) } });
        const button = document.querySelector('.finding .copier');
        button.click();
        await new Promise(done => requestAnimationFrame(done));
        return [asked, button.textContent, button.previousElementSibling.textContent];
    })()";
    let said = browser.evaluate(script);
    let command = said[2].as_str().expect("a command");
    assert!(command.starts_with("kentei run --defect F05"), "{command}");
    assert_eq!(said[0], json!([command]));
    assert_eq!(said[1], "Copied");
    assert_eq!(browser.complaints(), [""; 0]);
}

const PAYLOADS: [&str; 6] = [
    "</script><script>window.__pwned=1;alert(1)</script>",
    "</pre></style><img src=x onerror=window.__pwned=1>",
    "\"><svg onload=window.__pwned=1>",
    "' onmouseover='window.__pwned=1' autofocus onfocus='window.__pwned=1",
    "<iframe srcdoc='<script>parent.__pwned=1</script>'></iframe><base href=//evil.example/>",
    "<a href=javascript:window.__pwned=1 id=q>x</a><meta http-equiv=refresh content=0;url=//evil.example/>",
];

#[test]
fn nothing_that_an_engine_wrote_runs() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let page = made_up(3, PAYLOADS.len() * 4, |line| PAYLOADS[line % PAYLOADS.len()].to_owned());
    browser.show(&page, "");
    browser.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true; })");
    assert_eq!(browser.evaluate("window.__pwned ?? null"), Value::Null);
    assert_eq!(browser.complaints(), [""; 0]);
    assert_eq!(browser.evaluate("document.querySelectorAll('img, iframe, base, [onload], [onerror], [href^=javascript]').length"), 0);
    let shown = browser.evaluate("document.querySelector('.transcript pre').textContent");
    for payload in PAYLOADS {
        assert!(shown.as_str().expect("text").contains(payload), "{payload}");
    }
}

/// The second line of defence: a text that was not escaped still could not run. Without the policy it does run,
/// which shows that this test would notice.
#[test]
fn the_policy_stops_what_would_slip_through() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let slip = "<script>window.__pwned=1</script><img src=x onerror=window.__pwned=1><b style=color:red>x</b>";
    let page = made_up(1, 3, |_| "x".to_owned()).replace("<main>", &format!("<main>{slip}"));
    browser.show(&page, "");
    assert_eq!(browser.evaluate("window.__pwned ?? null"), Value::Null);
    assert_eq!(browser.evaluate("document.documentElement.dataset.ready"), "yes");
    assert!(!browser.complaints().is_empty());
    let without = page.replace("http-equiv=Content-Security-Policy", "name=x");
    browser.show(&without, "");
    assert_eq!(browser.evaluate("window.__pwned ?? null"), 1);
}

#[test]
fn three_hundred_scenarios_and_a_hundred_thousand_lines() {
    let begun = Instant::now();
    let page = made_up(300, 334, |line| {
        format!("info depth {line} score cp 35 nodes 123456 pv 7g7f 3c3d 2g2f 8c8d")
    });
    let rendered = begun.elapsed();
    assert!(rendered < HANGS, "{rendered:?}");
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let begun = Instant::now();
    browser.show(&page, "");
    assert_eq!(browser.complaints(), [""; 0]);
    assert_eq!(seen(&mut browser, "details.scenario"), 300);
    assert_eq!(
        browser.evaluate("document.querySelectorAll('.transcript pre > span').length"),
        300 * 334
    );
    browser.show(&page, "q=x/299");
    assert_eq!(seen(&mut browser, "details.scenario"), 1);
    let opened = begun.elapsed();
    assert!(opened < HANGS, "{opened:?}");
    println!("{} bytes in {rendered:?}, opened twice in {opened:?}", page.len());
}

/// The page of a run with this number of scenarios, in each of which an engine writes this number of lines.
fn made_up(scenarios: usize, lines: usize, text: impl Fn(usize) -> String) -> String {
    let events = (0..lines).map(|line| {
        let text = Line::new(text(line));
        let kind = if line % 50 == 0 {
            EventKind::Sent { line: text, write: line as u32 }
        } else {
            EventKind::Received(text)
        };
        Event { id: EventId(line), at: Duration::from_millis(line as u64 * 3), kind }
    });
    let transcript = Transcript { events: events.collect(), ..Transcript::default() };
    let scenario = |number: usize| ScenarioResult {
        id: format!("usi/x/{number}"),
        title: text(0),
        file: format!("usi/x/{number}.yaml").into(),
        bundled: true,
        clauses: Vec::new(),
        verdict: Verdict::Pass,
        normal: None,
        reason: None,
        duration: Duration::from_secs(1),
        spent: Default::default(),
        prerequisite_only: false,
        preceded_by: Vec::new(),
        attempts: 1,
        failed_attempts: 0,
        reached_end: true,
        unread: false,
        findings: Vec::new(),
        transcript: transcript.clone(),
        measurements: Vec::new(),
        races: Vec::new(),
        stopped_at_line: None,
    };
    let run = RunResult {
        tool: Tool::this(),
        host: Host::this(),
        engine: EngineInfo {
            also_speaks: Vec::new(),
            command: vec![text(1)],
            name: Some(text(2)),
            author: Some(text(0)),
            ..EngineInfo::default()
        },
        dialect: "usi",
        profile: "core".to_owned(),
        verdict: Conformance::Inconclusive,
        reason: Some(kentei::lang::Text::plain(text(1))),
        scenarios: (0..scenarios).map(scenario).collect(),
        clauses: Vec::new(),
        known: Vec::new(),
        repeats: None,
        latencies: Vec::new(),
        clocks: Vec::new(),
        started: None,
        elapsed: Duration::from_secs(1),
        time: Default::default(),
        jobs: 1,
        limits_scale: 1.0,
        seed: 1,
        fail_on: Default::default(),
        filtered: false,
        quick: false,
        part: None,
        exploration: None,
        replay: vec![text(2)],
        interrupted: false,
        snapshots: None,
    };
    let format = kentei::report::format("html").expect("the format");
    let report = Report {
        run: &run,
        catalogue: protocol::dialect("usi").expect("a dialect").catalogue(),
        baseline: None,
        style: Style::FILE,
    };
    let mut out = Vec::new();
    (format.render)(&report, &mut out).expect("it is written");
    String::from_utf8(out).expect("it is text")
}
