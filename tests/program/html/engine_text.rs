//! Nothing that an engine wrote runs in the page.

use serde_json::Value;

use super::browser::Browser;
use super::made_up::made_up;

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
