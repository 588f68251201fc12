"""Which mutants the compiler refuses although each stands alone.

Mutants that do not compile beside all others may do so alone. Here each function has one mutant at most, so that an
error in it is caused by that mutant.
"""

import collections
import subprocess

from source import Text, errors


def refused(root, copy, mutants):
    """The numbers of the mutants that the compiler refuses. The sources of the copy are as in `root` afterwards."""
    sources = {mutant["file"]: Text((root / mutant["file"]).read_bytes()) for mutant in mutants}
    subprocess.run(["git", "checkout", "--quiet", "--", "src"], cwd=copy, check=True)
    found = set()
    waiting = mutants
    while waiting:
        batch, waiting = one_in_each_function(waiting, sources)
        while batch:
            places = {file: write(copy / file, sources[file], group) for file, group in by_file(batch).items()}
            wrong = blamed(copy, places)
            if not wrong:
                break
            found |= wrong
            for mutant in batch:
                (copy / mutant["file"]).write_bytes(sources[mutant["file"]].text)
            batch = [mutant for mutant in batch if mutant["number"] not in wrong]
        for mutant in batch:
            (copy / mutant["file"]).write_bytes(sources[mutant["file"]].text)
    return found


def function(text, mutant):
    """The offsets of the function around a mutant."""
    return text.range((mutant["function"] or mutant)["span"])


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
        begin, end = function(sources[mutant["file"]], mutant)
        is_free = all(end <= first or last <= begin for first, last in taken[mutant["file"]])
        (chosen if is_free else others).append(mutant)
        if is_free:
            taken[mutant["file"]].append((begin, end))
    return chosen, others


def write(path, source, mutants):
    """Writes a file with these mutants. Returns where their functions are in it."""
    output, at, places = bytearray(), 0, []
    for mutant in sorted(mutants, key=lambda mutant: function(source, mutant)):
        (first, last), (begin, end) = function(source, mutant), source.range(mutant["span"])
        output += source.text[at:first]
        start = len(output)
        output += source.text[first:begin] + mutant["replacement"].encode() + source.text[end:last]
        places.append((start, len(output), mutant["number"]))
        at = last
    path.write_bytes(output + source.text[at:])
    return places


def blamed(copy, places):
    """Compiles the copy. Returns the numbers of the mutants with errors in their functions."""
    wrong, unknown = set(), []
    for message, spans in errors(copy):
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
