//! The page can be read: in both colour schemes, without its script, on paper and on a small screen.

use serde_json::{Value, json};

use super::browser::Browser;
use super::made_up::made_up;
use super::{broken, several};

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

/// Shows the page in both colour schemes: every text differs enough from its background, and there are no complaints.
pub(super) fn assert_readable(browser: &mut Browser, page: &str, hash: &str) {
    for scheme in ["light", "dark"] {
        browser.emulate("screen", scheme);
        browser.show(page, hash);
        assert_eq!(browser.complaints(), [""; 0]);
        assert_eq!(browser.evaluate(FAINT), json!([]), "{scheme}");
    }
}

/// The script that returns the height of an element.
fn height(selector: &str) -> String {
    format!("document.querySelector('{selector}').getBoundingClientRect().height")
}

#[test]
fn every_text_differs_enough_from_its_background_in_light_and_dark() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    assert_readable(&mut browser, &broken(), "findings=fail");
}

#[test]
fn without_its_script_the_page_can_be_read() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    browser.call("Emulation.setScriptExecutionDisabled", json!({ "value": true }));
    browser.show(&broken(), "");
    assert_eq!(browser.evaluate("document.documentElement.dataset.ready ?? null"), Value::Null);
    assert_eq!(browser.evaluate(&height("#q")), 0);
    for selector in ["h1", "article.finding pre", "details.scenario[open] svg.seq"] {
        let height = browser.evaluate(&height(selector));
        assert!(height.as_f64().expect("a number") > 10.0, "{selector}");
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
