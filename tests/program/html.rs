//! The HTML report in a browser: the page opens, searches, filters and jumps, is readable in both colour schemes,
//! runs nothing that an engine wrote, and works with a hundred thousand lines.

mod browser;
mod engine_text;
mod made_up;
mod readable;

use std::sync::LazyLock;
use std::time::{Duration, Instant};

use browser::{Browser, report};
use made_up::made_up;
use readable::assert_readable;
use serde_json::json;

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
    assert_readable(&mut browser, &page, "");
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
