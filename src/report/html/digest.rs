//! The digest by which a content security policy names a script or a style sheet: SHA-256 in base64.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;

/// The source expression for a text in a policy.
pub(super) fn source(text: &str) -> String {
    let digest = hmac_sha256::Hash::hash(text.as_bytes());
    format!("sha256-{}", BASE64_STANDARD.encode(digest))
}

#[cfg(test)]
mod tests {
    use super::source;

    #[test]
    fn the_digest_of_the_standard_is_found() {
        // The example of FIPS 180-4.
        assert_eq!(source("abc"), "sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=");
    }
}
