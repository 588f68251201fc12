//! Patterns for ids, as in `--filter`.

/// Whether a pattern matches an id. `*` matches any text, `/` included, and `?` matches one character. A pattern
/// without either matches that id, its cases, and everything below it.
#[must_use]
pub fn glob_match(pattern: &str, id: &str) -> bool {
    if !pattern.contains(['*', '?']) {
        let pattern = pattern.trim_end_matches('/');
        let rest = id.strip_prefix(pattern);
        return rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '[']));
    }
    let plain = id.split('[').next().unwrap_or(id);
    wild(pattern, id) || wild(pattern, plain)
}

/// Matches with a single point of backtracking: the last `*` and the end of the text that it has matched. The time is
/// at most the product of the lengths.
fn wild(pattern: &str, text: &str) -> bool {
    let (pattern, text): (Vec<char>, Vec<char>) =
        (pattern.chars().collect(), text.chars().collect());
    let (mut p, mut t) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    while t < text.len() {
        match pattern.get(p) {
            Some('*') => {
                star = Some((p, t));
                p += 1;
            }
            Some(c) if *c == '?' || *c == text[t] => {
                p += 1;
                t += 1;
            }
            Some(_) | None => match star {
                Some((at, eaten)) => {
                    star = Some((at, eaten + 1));
                    p = at + 1;
                    t = eaten + 1;
                }
                None => return false,
            },
        }
    }
    pattern[p..].iter().all(|c| *c == '*')
}

#[cfg(test)]
mod tests {
    use super::glob_match;

    #[test]
    fn patterns_mean_ids_folders_cases_and_parts() {
        let check =
            |pattern, id, means| assert_eq!(glob_match(pattern, id), means, "{pattern} {id}");
        check("usi/ponder/hit", "usi/ponder/hit", true);
        check("usi/ponder", "usi/ponder/hit", true);
        check("usi/ponder/", "usi/ponder/hit", true);
        check("usi/pond", "usi/ponder/hit", false);
        check("usi/ponder/hit", "usi/ponder/hit[a]", true);
        check("usi/ponder/hit[a]", "usi/ponder/hit[a]", true);
        check("usi/ponder/hit[a]", "usi/ponder/hit[b]", false);
        check("*hit", "usi/ponder/hit[a]", true);
        check("*ponder*", "usi/ponder/hit", true);
        check("usi/*/hit", "usi/a/b/hit", true);
        check("usi/??nder/hit", "usi/ponder/hit", true);
        check("usi/?nder/hit", "usi/ponder/hit", false);
        check("*", "", true);
        check("?", "", false);
        check("*a*a*a*b", "aaaaaaaaaaaaaaaaaaaaaaaa", false);
        check("検?", "検定", true);
    }
}
