//! The place of a scenario, in the form of SARIF.

use std::path::Path;

use serde_json::{Value, json};

use crate::run::result::ScenarioResult;

/// The most bytes of a file path; common systems cannot open a longer one.
const PATH: usize = 4096;

/// The base id of the folder above the bundled scenarios.
pub(super) const BUNDLED: &str = "KENTEI";

/// The file of a scenario and the line that made the finding; the first line if there is none.
pub(super) fn physical(scenario: &ScenarioResult, line: Option<u32>) -> Value {
    let file = if scenario.bundled {
        let below = Path::new("scenarios").join(&scenario.file);
        json!({ "uri": uri(&below), "uriBaseId": BUNDLED })
    } else {
        json!({ "uri": uri(&scenario.file) })
    };
    json!({
        "artifactLocation": file,
        "region": { "startLine": line.unwrap_or(1).max(1) },
    })
}

/// A path as a URI reference (RFC 3986): relative if the path is, else with the scheme `file`.
fn uri(path: &Path) -> String {
    let text = path.to_string_lossy();
    let text = std::borrow::Cow::from(&text[..text.floor_char_boundary(PATH)]);
    let text = if cfg!(windows) { text.replace('\\', "/") } else { text.into_owned() };
    let text = text.strip_prefix("./").unwrap_or(&text);
    let mut uri = String::new();
    if path.is_absolute() {
        uri.push_str(if text.starts_with('/') { "file://" } else { "file:///" });
    }
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                uri.push(char::from(byte));
            }
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}

/// The FNV-1a hash. Unlike the hashes of the standard library, it is the same on every machine and in every version.
pub(super) fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixtures;
    use crate::verdict::Verdict;

    #[test]
    fn a_bundled_scenario_stands_below_its_own_root() {
        let scenario = fixtures::scenario("usi/go/a b", Verdict::Fail);
        let place = physical(&scenario, Some(7));
        assert_eq!(place["artifactLocation"]["uri"], "scenarios/usi/go/a%20b.yaml");
        assert_eq!(place["artifactLocation"]["uriBaseId"], BUNDLED);
        assert_eq!(place["region"]["startLine"], 7);
        assert_eq!(physical(&scenario, None)["region"]["startLine"], 1);
    }

    #[test]
    fn a_users_scenario_is_where_its_path_says() {
        let mut scenario = fixtures::scenario("usi/mine", Verdict::Fail);
        scenario.bundled = false;
        let mut check = |path: &str, expected: &str| {
            scenario.file = path.into();
            let place = physical(&scenario, None);
            assert_eq!(place["artifactLocation"]["uri"], expected);
            assert!(place["artifactLocation"].get("uriBaseId").is_none());
        };
        check("./mine/x.yaml", "mine/x.yaml");
        check("将棋#?.yaml", "%E5%B0%86%E6%A3%8B%23%3F.yaml");
        if cfg!(unix) {
            check("/tmp/x.yaml", "file:///tmp/x.yaml");
        }
    }

    #[test]
    fn a_hash_is_the_same_everywhere() {
        assert_eq!(hash(""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(hash("a"), 0xaf63_dc4c_8601_ec8c);
    }
}
