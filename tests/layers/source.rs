//! The parts of a Rust source that the rules of the layers look at: words, strings and paths.
//!
//! `proc_macro2` reads the tokens. A full parser would not help more, because it leaves the content of macro calls,
//! such as the texts in `say!`, as tokens.

use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};

/// The place of a word or path.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Place {
    /// Line, from 1.
    pub(crate) line: usize,
    /// How many inline modules of the file contain it.
    pub(crate) depth: usize,
    /// Whether one of these modules is for tests only.
    pub(crate) in_tests: bool,
}

/// A source, split into parts. Comments are left out, including doc comments.
#[derive(Debug, Default)]
pub(crate) struct Source {
    /// Each word, and each literal as it is written in the source.
    pub(crate) words: Vec<(String, Place)>,
    /// Each path, such as `std::time::Instant`: the paths of `use` with their braces expanded, those in code, and
    /// the names of called macros, such as `dbg` and `!`.
    pub(crate) paths: Vec<(Vec<String>, Place)>,
}

/// The inline modules of the file that contain a token.
#[derive(Debug, Clone, Copy, Default)]
struct Scope {
    depth: usize,
    in_tests: bool,
}

impl Source {
    /// Reads a source. Panics if it is not Rust.
    pub(crate) fn read(text: &str) -> Self {
        let tokens: TokenStream = text.parse().expect("the source is Rust");
        let mut source = Self::default();
        source.visit(tokens, Scope::default());
        source
    }

    fn visit(&mut self, tokens: TokenStream, scope: Scope) {
        let trees: Vec<TokenTree> = tokens.into_iter().collect();
        // These belong to the current item.
        let (mut is_module, mut for_tests) = (false, false);
        let mut at = 0;
        while let Some(tree) = trees.get(at) {
            let mut next = at + 1;
            match tree {
                TokenTree::Punct(mark) if mark.as_char() == '#' => {
                    if let Some((end, attribute)) = attribute(&trees, at) {
                        for_tests |= is_for_tests(attribute);
                        if first_word(attribute) != Some("doc".to_owned()) {
                            self.visit(attribute.stream(), scope);
                        }
                        next = end;
                    }
                }
                TokenTree::Punct(mark) if mark.as_char() == ';' => {
                    (is_module, for_tests) = (false, false);
                }
                TokenTree::Punct(_) => {}
                TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
                    let inner = Scope {
                        depth: scope.depth + usize::from(is_module),
                        in_tests: scope.in_tests || is_module && for_tests,
                    };
                    self.visit(group.stream(), inner);
                    (is_module, for_tests) = (false, false);
                }
                TokenTree::Group(group) => self.visit(group.stream(), scope),
                TokenTree::Ident(_) if starts_path(&trees, at) => {
                    next = self.path(&trees, at, &[], scope);
                }
                TokenTree::Ident(word) => {
                    is_module |= word == "mod";
                    self.words.push((word.to_string(), place(word.span(), scope)));
                }
                TokenTree::Literal(literal) => {
                    self.words.push((literal.to_string(), place(literal.span(), scope)));
                }
            }
            at = next;
        }
    }

    /// Reads `a::b`, `a::{b, c::d}` or `a!`, with `before` as the first words of the path; returns the index after it.
    fn path(
        &mut self,
        trees: &[TokenTree],
        begin: usize,
        before: &[String],
        scope: Scope,
    ) -> usize {
        let mut words = before.to_vec();
        let mut place = place(trees[begin].span(), scope);
        let mut at = begin;
        while let Some(tree) = trees.get(at) {
            match tree {
                TokenTree::Ident(word) => {
                    place.line = word.span().start().line;
                    words.push(word.to_string());
                    self.words.push((word.to_string(), place));
                }
                TokenTree::Punct(mark) if mark.as_char() == '*' => words.push("*".to_owned()),
                TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
                    self.branches(group, &words, scope);
                    return at + 1;
                }
                TokenTree::Group(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => break,
            }
            at += 1;
            if !is_separator(trees, at) {
                break;
            }
            at += 2;
        }
        if is_macro_call(trees, at) {
            words.push("!".to_owned());
            at += 1;
        }
        self.paths.push((words, place));
        at
    }

    /// Reads the content of the braces of a `use`.
    fn branches(&mut self, braces: &Group, before: &[String], scope: Scope) {
        let trees: Vec<TokenTree> = braces.stream().into_iter().collect();
        let mut at = 0;
        while let Some(tree) = trees.get(at) {
            at = match tree {
                // The name after `as` is not part of a path.
                TokenTree::Ident(word) if word == "as" => at + 2,
                TokenTree::Punct(mark) if mark.as_char() == ',' => at + 1,
                TokenTree::Ident(_)
                | TokenTree::Punct(_)
                | TokenTree::Group(_)
                | TokenTree::Literal(_) => self.path(&trees, at, before, scope).max(at + 1),
            };
        }
    }
}

fn place(span: Span, scope: Scope) -> Place {
    Place { line: span.start().line, depth: scope.depth, in_tests: scope.in_tests }
}

/// Whether a word is followed by `::`, or is the name of a called macro.
fn starts_path(trees: &[TokenTree], at: usize) -> bool {
    is_separator(trees, at + 1) || is_macro_call(trees, at + 1)
}

fn is_separator(trees: &[TokenTree], at: usize) -> bool {
    is_mark(trees, at, ':') && is_mark(trees, at + 1, ':')
}

fn is_macro_call(trees: &[TokenTree], at: usize) -> bool {
    is_mark(trees, at, '!') && matches!(trees.get(at + 1), Some(TokenTree::Group(_)))
}

fn is_mark(trees: &[TokenTree], at: usize, wanted: char) -> bool {
    matches!(trees.get(at), Some(TokenTree::Punct(mark)) if mark.as_char() == wanted)
}

/// The brackets of the attribute that begins here, and the index after it.
fn attribute(trees: &[TokenTree], begin: usize) -> Option<(usize, &Group)> {
    let at = begin + 1 + usize::from(is_mark(trees, begin + 1, '!'));
    match trees.get(at)? {
        TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket => Some((at + 1, group)),
        TokenTree::Group(_) | TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => {
            None
        }
    }
}

fn first_word(attribute: &Group) -> Option<String> {
    attribute.stream().into_iter().next().map(|tree| tree.to_string())
}

fn is_for_tests(attribute: &Group) -> bool {
    let text = attribute.stream().to_string();
    let has = |wanted: &str| {
        text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == wanted)
    };
    first_word(attribute).as_deref() == Some("cfg") && has("test") && !has("not")
}
