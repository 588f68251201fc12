//! The grammar of an option declaration.

/// Whether the words after `option` are a declaration according to the documents. Optional parts need not be there.
pub(super) fn is_option(dialect: &str, words: &[&str]) -> bool {
    let words = match (dialect, words) {
        ("ucci", rest) => rest,
        (_, ["name", rest @ ..]) => rest,
        _ => return false,
    };
    // The first word is a name, whatever it is. A name of several words may contain `type` too.
    const KINDS: [&str; 7] = ["check", "spin", "combo", "button", "string", "filename", "label"];
    let is_type = |at: &usize| words[*at] == "type";
    let mut types = (1..words.len()).filter(is_type);
    let of_kind =
        types.clone().find(|at| words.get(at + 1).is_some_and(|kind| KINDS.contains(kind)));
    let Some(at) = of_kind.or_else(|| types.next()).map(|at| at - 1) else {
        return false;
    };
    if at > 0 && dialect != "uci" {
        return false;
    }
    let rest = &words[at + 2..];
    let after = |key: &str| {
        let at = rest.iter().position(|word| *word == key)?;
        rest.get(at + 1).copied()
    };
    match rest.first() {
        Some(&"check") => after("default").is_none_or(|it| ["true", "false"].contains(&it)),
        Some(&"spin") => {
            let read = |text: &str| text.parse::<i128>().ok().filter(|it| *it <= u64::MAX.into());
            let number = |key: &str| after(key).map_or(Some(None), |it| read(it).map(Some));
            match (number("min"), number("default"), number("max")) {
                (Some(min), Some(default), Some(max)) => {
                    let (min, max) =
                        (min.unwrap_or(i64::MIN.into()), max.unwrap_or(u64::MAX.into()));
                    let default = default.unwrap_or(min.max(0).min(max));
                    min <= default && default <= max
                }
                _ => false,
            }
        }
        Some(&("combo" | "button")) => true,
        Some(&"string") => rest.get(1).is_none_or(|word| *word == "default"),
        Some(&"filename") => dialect == "usi",
        Some(&"label") => dialect == "ucci",
        _ => false,
    }
}
