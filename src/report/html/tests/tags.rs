//! A parser that reads a page as a list of tags, strict enough to find pages that are not well formed.

use std::collections::BTreeSet;

/// A start tag: its name and its attributes.
pub(in crate::report) struct Tag {
    pub(in crate::report) name: String,
    pub(in crate::report) attributes: Vec<(String, String)>,
}

impl Tag {
    pub(in crate::report) fn get(&self, name: &str) -> Option<&str> {
        let mut all = self.attributes.iter();
        all.find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

/// Elements without an end tag, and elements whose end tag can be left out.
const VOID: [&str; 4] = ["meta", "br", "input", "!DOCTYPE"];
const OPEN_ENDED: [&str; 9] = ["p", "li", "dt", "dd", "tr", "td", "th", "thead", "tbody"];

/// Reads a page: every `<` in it must begin a tag, and end tags must be in order.
pub(in crate::report) fn tags(page: &str) -> Vec<Tag> {
    let mut tags = Vec::new();
    let mut open: Vec<String> = Vec::new();
    let mut rest = page;
    while let Some(at) = rest.find('<') {
        let text = &rest[..at];
        assert!(!text.contains('>'), "a loose bracket in {text:?}");
        rest = &rest[at + 1..];
        if let Some(end) = rest.strip_prefix('/') {
            let (name, after) = end.split_once('>').unwrap();
            while let Some(last) = open.pop() {
                if last == name {
                    break;
                }
                assert!(OPEN_ENDED.contains(&last.as_str()), "</{name}> ends <{last}>");
            }
            rest = after;
            continue;
        }
        let (tag, after, closed) = start(rest);
        rest = after;
        if matches!(tag.name.as_str(), "script" | "style") {
            let end = format!("</{}>", tag.name);
            rest = &rest[rest.find(&end).unwrap() + end.len()..];
        } else if !closed && !VOID.contains(&tag.name.as_str()) {
            open.push(tag.name.clone());
        }
        tags.push(tag);
    }
    assert!(open.is_empty(), "{open:?}");
    tags
}

/// A start tag, the text after it, and whether it ends itself.
fn start(text: &str) -> (Tag, &str, bool) {
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '!');
    let length = text.find(|c| !is_name(c)).unwrap();
    let (name, mut rest) = text.split_at(length);
    assert!(!name.is_empty(), "a loose bracket before {:.40}", text);
    let mut attributes = Vec::new();
    loop {
        rest = rest.trim_start();
        if let Some(after) = rest.strip_prefix("/>") {
            let name = name.to_owned();
            return (Tag { name, attributes }, after, true);
        }
        if let Some(after) = rest.strip_prefix('>') {
            let name = name.to_owned();
            return (Tag { name, attributes }, after, false);
        }
        let length = rest.find(|c: char| !is_name(c) && c != ':').unwrap();
        assert!(length > 0, "no attribute: {rest:.40}");
        let key = rest[..length].to_owned();
        rest = &rest[length..];
        let mut value = "";
        if let Some(after) = rest.strip_prefix('=') {
            (value, rest) = if let Some(quoted) = after.strip_prefix('"') {
                quoted.split_once('"').unwrap()
            } else {
                after.split_at(after.find([' ', '>']).unwrap())
            };
            assert!(!value.contains(['<', '\'']) || key == "content", "{key}={value}");
        }
        attributes.push((key, value.to_owned()));
    }
}

/// Checks what no page may contain and what each page must contain.
pub(in crate::report) fn check(page: &str) -> Vec<Tag> {
    let tags = tags(page);
    let known = "!DOCTYPE html head meta title style body a svg defs pattern path header p rect text span div h1 h2 h3 h4 \
        dl dt dd code details summary table thead tbody tr th td ul li nav input button main section output article \
        pre i b em u mark figure figcaption br circle g footer kbd script ins \
        del";
    let known: BTreeSet<&str> = known.split_ascii_whitespace().collect();
    let mut ids = BTreeSet::new();
    for tag in &tags {
        assert!(known.contains(tag.name.as_str()), "<{}>", tag.name);
        for (key, value) in &tag.attributes {
            assert!(!key.starts_with("on") && key != "style" && key != "src", "{key}={value}");
        }
        if let Some(id) = tag.get("id") {
            assert!(ids.insert(id.to_owned()), "two have the id {id}");
        }
    }
    for link in tags.iter().filter_map(|tag| tag.get("href")) {
        let target = link.strip_prefix('#').unwrap_or_else(|| panic!("a link to {link}"));
        assert!(ids.contains(target), "nothing has the id {target}");
    }
    let count = |name: &str| tags.iter().filter(|tag| tag.name == name).count();
    assert_eq!((count("script"), count("style"), count("h1")), (1, 1, 1));
    tags
}
