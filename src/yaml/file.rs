//! A file of a user as text, within bounds.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;
use std::sync::Arc;

use super::node::MAX_FILE;
use crate::diagnostic::Diagnostic;
use crate::span::SourceFile;

/// Reads a file. What is longer than 1 MiB, or no UTF-8, is refused.
pub(crate) fn read(path: &Path) -> Result<Arc<SourceFile>, Box<Diagnostic>> {
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(|error| unreadable(path, &error.to_string()))?;
    // One byte more than allowed tells a file that is too long from one that just fits.
    file.take(MAX_FILE as u64 + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| unreadable(path, &error.to_string()))?;
    source(path, bytes, false)
}

/// What was read from a file, or is part of the binary.
pub(crate) fn source(
    path: &Path,
    bytes: Vec<u8>,
    bundled: bool,
) -> Result<Arc<SourceFile>, Box<Diagnostic>> {
    if bytes.len() > MAX_FILE {
        return Err(unreadable(path, "longer than 1 MiB"));
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        unreadable(path, &format!("byte {at} is not UTF-8"))
    })?;
    // Who says `.` means what lies here, and wants to read no more than that.
    let path = path.strip_prefix(".").unwrap_or(path);
    Ok(Arc::new(SourceFile {
        path: path.to_path_buf(),
        text,
        bundled,
    }))
}

/// A file that cannot be read, and why.
pub(crate) fn unreadable(path: &Path, reason: &str) -> Box<Diagnostic> {
    let message = format!("cannot read \"{}\": {reason}", path.display());
    Box::new(Diagnostic::unreadable(message))
}
