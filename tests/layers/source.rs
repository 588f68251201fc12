//! As much of Rust's text as imports need: words, marks and strings without comments, and paths.

/// A word, a mark or a string with its quotes, and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) text: String,
    /// Line, from 1.
    pub(crate) line: usize,
    /// How many modules of the file it stands in.
    pub(crate) depth: usize,
    /// Whether one of those is for tests only.
    pub(crate) in_tests: bool,
}

/// A path such as `std::time::Instant`, whole, and the token where it ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Path<'a> {
    pub(crate) words: Vec<&'a str>,
    pub(crate) last: &'a Token,
}

/// Reads a source.
pub(crate) fn read(text: &str) -> Vec<Token> {
    let mut tokens = tokens(text);
    place(&mut tokens);
    tokens
}

/// The words, marks and strings of a source.
fn tokens(text: &str) -> Vec<Token> {
    let bytes: Vec<char> = text.chars().collect();
    let mut tokens = Vec::new();
    let (mut at, mut line) = (0, 1);
    while at < bytes.len() {
        let begun = at;
        let rest = &bytes[at..];
        let length = match rest {
            ['/', '/', ..] => rest.iter().position(|c| *c == '\n').unwrap_or(rest.len()),
            ['/', '*', ..] => comment(rest),
            ['r' | 'b', ..] if raw(rest).is_some() => raw(rest).unwrap_or(1),
            ['"', ..] => {
                let length = string(rest, '"');
                tokens.push(token(&rest[..length].iter().collect::<String>(), line));
                length
            }
            ['b', '"', ..] => 1 + string(&rest[1..], '"'),
            // A lifetime has no second quote, unless a character stands between the two.
            ['\'', '\\', ..] => string(rest, '\''),
            ['\'', _, '\'', ..] => 3,
            [':', ':', ..] => {
                tokens.push(token("::", line));
                2
            }
            [c, ..] if is_word(*c) => {
                let length = rest.iter().position(|c| !is_word(*c)).unwrap_or(rest.len());
                tokens.push(token(&rest[..length].iter().collect::<String>(), line));
                length
            }
            [c, ..] => {
                if !c.is_whitespace() {
                    tokens.push(token(&c.to_string(), line));
                }
                1
            }
            [] => 1,
        };
        at += length.max(1);
        let passed = &bytes[begun..at.min(bytes.len())];
        line += passed.iter().filter(|c| **c == '\n').count();
    }
    tokens
}

fn token(text: &str, line: usize) -> Token {
    Token { text: text.to_owned(), line, depth: 0, in_tests: false }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn comment(text: &[char]) -> usize {
    let (mut at, mut open) = (0, 0);
    while at < text.len() {
        match &text[at..] {
            ['/', '*', ..] => (at, open) = (at + 2, open + 1),
            ['*', '/', ..] => (at, open) = (at + 2, open - 1),
            _ => at += 1,
        }
        if open == 0 {
            break;
        }
    }
    at
}

fn string(text: &[char], quote: char) -> usize {
    let mut at = 1;
    while at < text.len() {
        match text[at] {
            '\\' => at += 2,
            c if c == quote => return at + 1,
            _ => at += 1,
        }
    }
    at
}

/// The length of `r"…"`, `br#"…"#` and the like.
fn raw(text: &[char]) -> Option<usize> {
    let begin = match text {
        ['b', 'r', ..] => 2,
        ['r', ..] => 1,
        _ => return None,
    };
    let marks = text[begin..].iter().take_while(|c| **c == '#').count();
    if text.get(begin + marks) != Some(&'"') {
        return None;
    }
    let body = begin + marks + 1;
    let ends = |at: &usize| {
        let tail = &text[*at..];
        tail[0] == '"' && tail.len() > marks && tail[1..=marks].iter().all(|c| *c == '#')
    };
    let end = (body..text.len()).find(ends).unwrap_or(text.len());
    Some((end + 1 + marks).min(text.len()))
}

/// Finds out in which modules of the file each token stands.
fn place(tokens: &mut [Token]) {
    let mut open: Vec<Option<bool>> = Vec::new();
    let (mut at, mut is_module, mut for_tests) = (0, false, false);
    while at < tokens.len() {
        let end = match tokens[at].text.as_str() {
            "#" => {
                let end = attribute(tokens, at);
                for_tests |= is_for_tests(&tokens[at..end]);
                end
            }
            "mod" => {
                is_module = true;
                at + 1
            }
            "{" => {
                open.push(is_module.then_some(for_tests));
                (is_module, for_tests) = (false, false);
                at + 1
            }
            "}" => {
                open.pop();
                (is_module, for_tests) = (false, false);
                at + 1
            }
            ";" => {
                (is_module, for_tests) = (false, false);
                at + 1
            }
            _ => at + 1,
        };
        let modules: Vec<bool> = open.iter().copied().flatten().collect();
        for token in &mut tokens[at..end] {
            token.depth = modules.len();
            token.in_tests = modules.contains(&true);
        }
        at = end;
    }
}

/// Every path of a source: those of `use`, with their braces resolved, those in code, and macros that
/// are called.
pub(crate) fn paths(tokens: &[Token]) -> Vec<Path<'_>> {
    let mut paths = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        at = if starts_path(tokens, at) { tree(tokens, at, &[], &mut paths) } else { at + 1 };
    }
    paths
}

/// Whether a word stands here that is followed by `::` or calls a macro.
fn starts_path(tokens: &[Token], at: usize) -> bool {
    let next = |by: usize| tokens.get(at + by).map(|token| token.text.as_str());
    let is_macro = next(1) == Some("!") && matches!(next(2), Some("(" | "[" | "{"));
    tokens[at].text.starts_with(is_word) && (next(1) == Some("::") || is_macro)
}

/// Reads `a::b` or `a::{b, c::d}`; returns where it ends.
fn tree<'a>(
    tokens: &'a [Token],
    begin: usize,
    before: &[&'a str],
    found: &mut Vec<Path<'a>>,
) -> usize {
    let mut words = before.to_vec();
    let mut at = begin;
    while let Some(token) = tokens.get(at) {
        match token.text.as_str() {
            "::" => {}
            "{" if at > begin => return branches(tokens, at + 1, &words, found),
            text if text == "*" || text == "!" || text.starts_with(is_word) => {
                let follows = at == begin || tokens[at - 1].text == "::" || text == "!";
                if !follows {
                    break;
                }
                words.push(text);
            }
            _ => break,
        }
        at += 1;
    }
    if let Some(last) = at.checked_sub(1).and_then(|last| tokens.get(last)) {
        found.push(Path { words, last });
    }
    at
}

/// Reads what stands in braces; returns where they end.
fn branches<'a>(
    tokens: &'a [Token],
    mut at: usize,
    before: &[&'a str],
    found: &mut Vec<Path<'a>>,
) -> usize {
    while let Some(token) = tokens.get(at) {
        at = match token.text.as_str() {
            "}" => return at + 1,
            // The name after `as` is nobody's path.
            "as" => at + 2,
            text if text == "*" || text.starts_with(is_word) => tree(tokens, at, before, found),
            _ => at + 1,
        };
    }
    at
}

/// Where an attribute ends.
fn attribute(tokens: &[Token], begin: usize) -> usize {
    let mut depth = 0;
    for (at, token) in tokens.iter().enumerate().skip(begin) {
        match token.text.as_str() {
            "[" => depth += 1,
            "]" if depth == 1 => return at + 1,
            "]" => depth -= 1,
            _ if depth == 0 && at > begin + 1 => return begin + 1,
            _ => {}
        }
    }
    tokens.len()
}

fn is_for_tests(attribute: &[Token]) -> bool {
    let has = |word: &str| attribute.iter().any(|token| token.text == word);
    has("cfg") && has("test") && !has("not")
}
