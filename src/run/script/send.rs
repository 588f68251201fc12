//! Sends the lines and bytes of a script.

use crate::run::script::enabling;
use crate::run::script::state::{End, Flow, Script};
use crate::run::script::user_options;
use crate::scenario::{Ending, RawPart, Send, Template};

impl Script<'_, '_> {
    pub(super) fn send(&mut self, send: &Send) -> Flow {
        if let Some(probe) = send.probe {
            self.session.probe(probe);
        }
        let bytes = self.bytes(send)?;
        self.session.send(&bytes);
        Ok(())
    }

    /// The bytes of these lines, for one write.
    pub(crate) fn lines(&mut self, lines: &[Template]) -> Result<Vec<u8>, End> {
        self.bytes(&Send { lines: lines.to_vec(), ending: Ending::Lf, probe: None })
    }

    /// The bytes of a send, with the lines that a client of the profile sends first. Before a question for readiness,
    /// the options that switch on what the scenario needs are inserted; before the first such question, also the
    /// options of the run. The script ends if the lines would change an option that the user has set.
    pub(crate) fn bytes(&mut self, send: &Send) -> Result<Vec<u8>, End> {
        let mut bytes = Vec::new();
        let lines = send.lines.iter().map(|line| self.captures.fill(line));
        let lines = self.session.completed(lines.collect());
        for (index, line) in lines.iter().enumerate() {
            user_options::sending(self, line)?;
            if send.probe.is_none() {
                user_options::within_range(self, line)?;
            }
            if *line == self.dialect.ready() {
                bytes.extend(enabling::settings(self));
                bytes.extend(self.options_of_the_run());
            }
            bytes.extend_from_slice(line.as_bytes());
            let last = index + 1 == lines.len();
            match send.ending {
                Ending::CrLf => bytes.extend_from_slice(b"\r\n"),
                Ending::None if last => {}
                Ending::Lf | Ending::None => bytes.push(b'\n'),
            }
        }
        Ok(bytes)
    }

    /// The commands that set the options of the run; empty if this process has got them already.
    fn options_of_the_run(&mut self) -> Vec<u8> {
        let mut bytes = Vec::new();
        if std::mem::replace(&mut self.set_done, true) {
            return bytes;
        }
        for (name, value) in self.set {
            let value = Some(value.as_str()).filter(|value| !value.is_empty());
            bytes.extend_from_slice(self.dialect.set_option(name, value).as_bytes());
            bytes.push(b'\n');
        }
        bytes
    }

    /// Sends bytes with pauses between them.
    pub(super) fn raw(&mut self, parts: &[RawPart]) -> Flow {
        let bytes = parts.iter().filter_map(|part| match part {
            RawPart::Bytes(bytes) => Some(&bytes[..]),
            RawPart::Pause(_) => None,
        });
        let bytes: Vec<u8> = bytes.flatten().copied().collect();
        let text = String::from_utf8_lossy(&bytes);
        for line in text.lines() {
            user_options::sending(self, line)?;
        }
        // Even if it is sent in pieces, this is the question for readiness.
        if text.lines().next() == Some(self.dialect.ready()) {
            let mut options = enabling::settings(self);
            options.extend(self.options_of_the_run());
            if !options.is_empty() {
                self.session.send(&options);
            }
        }
        for part in parts {
            match part {
                RawPart::Bytes(bytes) => self.session.send(bytes),
                RawPart::Pause(pause) => {
                    let until = self.session.transport.now() + *pause;
                    self.pump(until)?;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use crate::run::schedule::trial;
    use crate::run::tests::paper::{self, bench, limits, ms, scenario};

    #[test]
    fn only_the_last_line_of_a_send_may_lack_its_end() {
        for (ending, written) in [
            ("lf", "position startpos\ngo infinite\n"),
            ("crlf", "position startpos\r\ngo infinite\r\n"),
            ("none", "position startpos\ngo infinite"),
        ] {
            let steps = format!(
                "  - send: [position startpos, go infinite]\n    ending: {ending}\n  - pause: 5ms\n"
            );
            let mut engine = paper::engine(Vec::new());
            trial::play_on(&bench(&limits(), 1), &scenario("USI-GO-03", &steps), &mut engine);
            let (_, bytes) = &engine.sent()[1];
            assert_eq!(String::from_utf8_lossy(bytes), written, "{ending}");
        }
    }

    #[test]
    fn bytes_are_sent_with_the_pauses_between_them() {
        let steps = "  - raw: [\"position \", 20ms, \"startpos\\n\"]\n";
        let mut engine = paper::engine(Vec::new());
        trial::play_on(&bench(&limits(), 1), &scenario("USI-GO-03", steps), &mut engine);
        let [_, (first, begin), (second, end), ..] = engine.sent() else {
            panic!("two writes: {:?}", engine.sent());
        };
        assert_eq!((&begin[..], &end[..]), (&b"position "[..], &b"startpos\n"[..]));
        assert_eq!(*second - *first, ms(20));
    }
}
