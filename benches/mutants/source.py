"""The text of a source file by lines and columns, and what the compiler says about a copy of the sources."""

import json
import subprocess


class Text:
    """The text of a file, and where its lines begin."""

    def __init__(self, text):
        self.text = text
        self.lines = [0]
        for line in text.split(b"\n"):
            self.lines.append(self.lines[-1] + len(line) + 1)

    def range(self, span):
        """The offsets in bytes of the ends of a span."""
        return tuple(self.offset(span[end]) for end in ("start", "end"))

    def offset(self, place):
        """The offset in bytes of a place in lines and columns of characters."""
        begin = self.lines[place["line"] - 1]
        line = self.text[begin : self.lines[place["line"]]].decode()
        return begin + len(line[: place["column"] - 1].encode())


def errors(copy):
    """Compiles the copy. Returns its errors, each with its spans, the primary ones first."""
    command = ["cargo", "check", "--lib", "--message-format=json"]
    output = subprocess.run(command, cwd=copy, capture_output=True, text=True).stdout
    found = []
    for line in output.splitlines():
        message = json.loads(line).get("message") or {}
        spans = sorted(message.get("spans", []), key=lambda span: not span["is_primary"])
        if message.get("level") == "error" and spans:
            found.append((message, spans))
    return found
