"""Which mutants the compiler refuses although each stands alone.

Mutants that do not compile beside all others may do so alone. Here each function has one mutant at most, so that an
error in it is caused by that mutant.
"""

import collections
import json
import subprocess


def refused(root, copy, mutants):
    """The numbers of the mutants that the compiler refuses. The sources of the copy are as in `root` afterwards."""
    sources = {mutant["file"]: Source((root / mutant["file"]).read_bytes()) for mutant in mutants}
    subprocess.run(["git", "checkout", "--quiet", "--", "src"], cwd=copy, check=True)
    found = set()
    waiting = mutants
    while waiting:
        batch, waiting = one_in_each_function(waiting, sources)
        while batch:
            places = {file: write(copy / file, sources[file], group) for file, group in by_file(batch).items()}
            wrong = errors(copy, places)
            if not wrong:
                break
            found |= wrong
            for mutant in batch:
                (copy / mutant["file"]).write_bytes(sources[mutant["file"]].text)
            batch = [mutant for mutant in batch if mutant["number"] not in wrong]
        for mutant in batch:
            (copy / mutant["file"]).write_bytes(sources[mutant["file"]].text)
    return found


class Source:
    """The text of a file, and where its lines begin."""

    def __init__(self, text):
        self.text = text
        self.lines = [0]
        for line in text.split(b"\n"):
            self.lines.append(self.lines[-1] + len(line) + 1)

    def range(self, span):
        """The offsets in bytes of a span in lines and columns of characters."""
        return tuple(self.offset(span[end]) for end in ("start", "end"))

    def offset(self, place):
        begin = self.lines[place["line"] - 1]
        line = self.text[begin : self.lines[place["line"]]].decode()
        return begin + len(line[: place["column"] - 1].encode())

    def function(self, mutant):
        return self.range((mutant["function"] or mutant)["span"])


def by_file(mutants):
    files = collections.defaultdict(list)
    for mutant in mutants:
        files[mutant["file"]].append(mutant)
    return files


def one_in_each_function(mutants, sources):
    """Divides mutants into one for each function, and the others."""
    taken = collections.defaultdict(list)
    chosen, others = [], []
    for mutant in mutants:
        begin, end = sources[mutant["file"]].function(mutant)
        is_free = all(end <= first or last <= begin for first, last in taken[mutant["file"]])
        (chosen if is_free else others).append(mutant)
        if is_free:
            taken[mutant["file"]].append((begin, end))
    return chosen, others


def write(path, source, mutants):
    """Writes a file with these mutants. Returns where their functions are in it."""
    output, at, places = bytearray(), 0, []
    for mutant in sorted(mutants, key=source.function):
        (first, last), (begin, end) = source.function(mutant), source.range(mutant["span"])
        output += source.text[at:first]
        start = len(output)
        output += source.text[first:begin] + mutant["replacement"].encode() + source.text[end:last]
        places.append((start, len(output), mutant["number"]))
        at = last
    path.write_bytes(output + source.text[at:])
    return places


def errors(copy, places):
    """Compiles the copy. Returns the numbers of the mutants with errors in their functions."""
    command = ["cargo", "check", "--lib", "--message-format=json"]
    output = subprocess.run(command, cwd=copy, capture_output=True, text=True).stdout
    wrong, unknown = set(), []
    for line in output.splitlines():
        message = json.loads(line).get("message") or {}
        if message.get("level") != "error" or not message.get("spans"):
            continue
        spans = sorted(message["spans"], key=lambda span: not span["is_primary"])
        around = [
            number
            for span in spans
            for begin, end, number in places.get(span["file_name"], [])
            if begin <= span["byte_start"] and span["byte_end"] <= end
        ]
        wrong |= set(around[:1])
        if not around:
            unknown.append(message["rendered"])
    if unknown and not wrong:
        raise SystemExit("the copy does not compile:\n" + "\n".join(unknown))
    return wrong
