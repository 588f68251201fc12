//! The parts that every page has around its contents: head, navigation bar, section titles with chips, foot.

use std::fmt::Write;
use std::io;

use super::{digest, words};
use crate::lang::{self, Text};

pub(super) const STYLE: &str = include_str!("style.css");
pub(super) const SCRIPT: &str = include_str!("script.js");

/// The begin of a page with this title and a skip link to its main part, for users of screen readers.
pub(super) fn begin(title: &str, main: &str, skip: &str) -> String {
    opening(&format!("{title} · kentei"), main, skip, true) + HATCH
}

/// The begin of a page up to its body: content security policy, title, and skip link.
pub(super) fn opening(title: &str, main: &str, skip: &str, scripted: bool) -> String {
    let script =
        if scripted { format!("script-src '{}'; ", digest::source(SCRIPT)) } else { String::new() };
    let policy = format!(
        "default-src 'none'; style-src '{}'; {script}base-uri 'none'; form-action 'none'",
        digest::source(STYLE)
    );
    format!(
        "<!DOCTYPE html>\n<html lang={}><head><meta charset=utf-8><meta http-equiv=Content-Security-Policy content=\"{policy}\">\
         <meta name=viewport content=\"width=device-width, initial-scale=1\"><meta name=color-scheme content=\"light dark\">\
         <meta name=referrer content=no-referrer><meta name=generator content=\"kentei {}\">\
         <title>{title}</title><style>{STYLE}</style></head><body>\
         <a class=skiplink href=#{main}>{skip}</a>",
        lang::spoken().code(),
        env!("CARGO_PKG_VERSION")
    )
}

/// The hatch pattern of the bands in which the engine may write nothing.
const HATCH: &str = "<svg class=defs width=0 height=0 aria-hidden=true><defs><pattern id=hatch width=8 height=8 \
     patternUnits=userSpaceOnUse patternTransform=\"rotate(45)\"><path d=\"M0 0V8\"/></pattern></defs></svg>";

/// The navigation bar, which stays visible. Its tools need the script and are hidden without it.
pub(super) fn tools(parts: &[(&str, Text)]) -> String {
    let copy = words::COPY.map(|word| word.to_string()).join(",");
    let mut html =
        format!("<nav class=tools aria-label=\"{}\" data-copy=\"{copy}\">", words::REPORT);
    for (id, name) in parts {
        let _ = write!(html, "<a href=#{id}>{name}</a>");
    }
    let _ = write!(
        html,
        "<span class=js><input id=q type=search placeholder=\"{}\" aria-label=\"{}\" autocomplete=off spellcheck=false>\
         <button id=previous type=button aria-label=\"{1}\" title=\"{2}\">↑</button><button id=next type=button aria-label=\"{3}\" title=\"{3}\">↓</button>\
         <button id=clear type=button aria-label=\"{4}\" title=\"{4}\">×</button>\
         <button id=theme type=button title=\"{5}\" data-names=\"{6}\">{7}</button></span></nav>",
        words::SEARCH_HINT,
        words::SEARCH,
        words::PREVIOUS,
        words::NEXT,
        words::CLEAR,
        words::THEME,
        words::THEMES.map(|name| name.to_string()).join(","),
        words::THEMES[0]
    );
    html
}

pub(super) fn section(
    out: &mut dyn io::Write,
    id: &str,
    title: &Text,
    chips: &str,
    body: &str,
) -> io::Result<()> {
    write!(
        out,
        "<section id={id} data-section><div class=title><h2>{title}</h2>{chips}{}</div>{body}{}</section>",
        count(),
        no_match()
    )
}

/// The element in which the script writes how many items are shown.
pub(super) fn count() -> String {
    format!("<output class=\"js count\" data-text=\"{}\" aria-live=polite></output>", words::SHOWN)
}

pub(super) fn no_match() -> String {
    format!("<p class=nomatch hidden>{}</p>", words::NO_MATCH)
}

/// A filter chip: the name of a state, its label, and the number of items.
pub(super) type Chip = (&'static str, String, usize);

pub(super) fn chips(chips: &[Chip]) -> String {
    let mut html = String::from("<span class=\"js chips\">");
    for (state, text, number) in chips.iter().filter(|chip| chip.2 > 0) {
        let _ = write!(
            html,
            "<button type=button class=\"chip tag {state}\" data-v={state} aria-pressed=false>{text} {number}</button>"
        );
    }
    html + "</span>"
}

pub(super) fn end() -> String {
    let keys: Vec<String> =
        words::KEYS.iter().map(|(key, what)| format!("<kbd>{key}</kbd> {what}")).collect();
    format!(
        "<footer><p class=js>{}</p><p>kentei {}</p></footer><script>{SCRIPT}</script></body></html>\n",
        keys.join(" · "),
        env!("CARGO_PKG_VERSION")
    )
}
