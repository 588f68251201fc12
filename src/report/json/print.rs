//! JSON that is safe to display: characters that a terminal or a CI log would act on are written as `\uNNNN`.
//!
//! The data stay the same; only their representation changes.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};

use crate::report::escape;

/// Levels that have lines of their own; deeper values, such as an event or a finding, are on one line.
const DEEP: usize = 4;

/// The same for a dense report, where a scenario or a clause is on one line.
const DENSE: usize = 2;

/// Writes a value with few lines and without blanks, and a newline after it.
///
/// # Errors
///
/// The errors of `out`.
pub fn dense(value: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
    print(value, Careful { deep: DENSE, blank: "", indent: 0, ..Careful::default() }, out)
}

/// Writes a value, indented, and a newline after it.
///
/// # Errors
///
/// The errors of `out`.
pub fn pretty(value: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
    print(value, Careful::default(), out)
}

fn print(value: &impl Serialize, formatter: Careful, out: &mut dyn Write) -> io::Result<()> {
    let mut out = io::BufWriter::new(out);
    let mut serializer = Serializer::with_formatter(&mut out, formatter);
    value.serialize(&mut serializer).map_err(io::Error::from)?;
    out.write_all(b"\n")?;
    out.flush()
}

/// A formatter that indents, and escapes more than JSON requires.
struct Careful {
    /// Values that are deeper than this are on one line.
    deep: usize,
    /// The text after `:`, and between two items on one line.
    blank: &'static str,
    /// Blanks before a line for each level.
    indent: usize,
    depth: usize,
    /// Whether the innermost array or object has an item.
    filled: bool,
}

impl Default for Careful {
    fn default() -> Self {
        Self { deep: DEEP, blank: " ", indent: 2, depth: 0, filled: false }
    }
}

impl Careful {
    fn begin<W: ?Sized + Write>(&mut self, out: &mut W, bracket: &[u8]) -> io::Result<()> {
        self.depth += 1;
        self.filled = false;
        out.write_all(bracket)
    }

    fn item<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        if !first {
            out.write_all(b",")?;
        }
        if self.depth <= self.deep {
            self.line(out)
        } else if first {
            Ok(())
        } else {
            out.write_all(self.blank.as_bytes())
        }
    }

    fn end<W: ?Sized + Write>(&mut self, out: &mut W, bracket: &[u8]) -> io::Result<()> {
        self.depth -= 1;
        if self.filled && self.depth < self.deep {
            self.line(out)?;
        }
        self.filled = true;
        out.write_all(bracket)
    }

    fn line<W: ?Sized + Write>(&self, out: &mut W) -> io::Result<()> {
        write!(out, "\n{:width$}", "", width = self.depth * self.indent)
    }
}

impl Formatter for Careful {
    fn write_string_fragment<W>(&mut self, out: &mut W, fragment: &str) -> io::Result<()>
    where
        W: ?Sized + Write,
    {
        let mut plain = 0;
        for (at, c) in fragment.char_indices() {
            let rest = &fragment.as_bytes()[at..];
            let harmful =
                if c == '#' { escape::is_hash_command(rest) } else { !escape::is_printable(c) };
            if !harmful {
                continue;
            }
            out.write_all(&fragment.as_bytes()[plain..at])?;
            for unit in c.encode_utf16(&mut [0; 2]) {
                write!(out, "\\u{unit:04x}")?;
            }
            plain = at + c.len_utf8();
        }
        out.write_all(&fragment.as_bytes()[plain..])
    }

    fn begin_array<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.begin(out, b"[")
    }

    fn end_array<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.end(out, b"]")
    }

    fn begin_array_value<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.item(out, first)
    }

    fn end_array_value<W: ?Sized + Write>(&mut self, _out: &mut W) -> io::Result<()> {
        self.filled = true;
        Ok(())
    }

    fn begin_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.begin(out, b"{")
    }

    fn end_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.end(out, b"}")
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.item(out, first)
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        out.write_all(b":")?;
        out.write_all(self.blank.as_bytes())
    }

    fn end_object_value<W: ?Sized + Write>(&mut self, _out: &mut W) -> io::Result<()> {
        self.filled = true;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_a_terminal_or_a_log_obeys_is_written_as_it_is() {
        let nasty = "a\u{1b}[2J\u{202e}\u{9b}\u{7f} ##vso[x] \u{e0041} \\ \" 将 /";
        let mut out = Vec::new();
        pretty(&nasty, &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert_eq!(
            text,
            "\"a\\u001b[2J\\u202e\\u009b\\u007f \\u0023#vso[x] \\udb40\\udc41 \\\\ \\\" 将 /\"\n"
        );
        assert_eq!(serde_json::from_str::<String>(&text).unwrap(), nasty);
    }
}
