//! Reads a user's file as text, with a size limit.

use std::path::Path;
use std::sync::Arc;

use super::node::MAX_FILE;
use crate::diagnostic::Diagnostic;
use crate::files;
use crate::lang::ToText;
use crate::span::SourceFile;

/// Reads a regular file. A file that is longer than 1 MiB or not UTF-8 is refused.
pub(crate) fn read(path: &Path) -> Result<Arc<SourceFile>, Box<Diagnostic>> {
    let bytes = files::read(path, MAX_FILE as u64).map_err(|why| unreadable(path, &why))?;
    source(path, bytes, false)
}

/// Makes a source file from bytes that were read from a file or are part of the binary.
pub(crate) fn source(
    path: &Path,
    bytes: Vec<u8>,
    bundled: bool,
) -> Result<Arc<SourceFile>, Box<Diagnostic>> {
    if bytes.len() > MAX_FILE {
        return Err(unreadable(path, &say!("longer than 1 MiB")));
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        unreadable(path, &say!("byte {at} is not UTF-8", at))
    })?;
    // A user who gives `.` expects paths relative to it, without the `.`.
    let path = path.strip_prefix(".").unwrap_or(path);
    Ok(Arc::new(SourceFile { path: path.to_path_buf(), text, bundled }))
}

/// The diagnostic for a file that cannot be read.
pub(crate) fn unreadable(path: &Path, reason: &dyn ToText) -> Box<Diagnostic> {
    let (path, reason) = (path.display(), reason.to_text());
    let message = say!("cannot read \"{path}\": {reason}", path, reason);
    Box::new(Diagnostic::unreadable(message))
}
