"""Compiles all mutants of the library into one program; an environment variable chooses the active one.

cargo-mutants lists the mutants, but builds the tests anew for each of them, which takes minutes. Here a copy of the
sources gets all of them at once: `a < b` becomes `(if on(17) { a == b } else { a < b })`. Mutants that do not compile
like that are left out, each with the reason.
"""

import collections
import json
import pathlib
import subprocess

import tree_sitter
import tree_sitter_rust

from source import Text, errors

PARSER = tree_sitter.Parser(tree_sitter.Language(tree_sitter_rust.language()))

# The module of the copy that says which mutant is active. If KENTEI_MUTANT_SEEN names a file, the number of each
# mutant that is reached is appended to it.
MODULE = """//! Which mutant is active.

use std::fs::File;
use std::io::Write;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};

static ACTIVE: LazyLock<u32> = LazyLock::new(|| {
    let number = std::env::var("KENTEI_MUTANT").ok();
    number.and_then(|text| text.parse().ok()).unwrap_or(u32::MAX)
});
static SEEN: [AtomicBool; COUNT] = [const { AtomicBool::new(false) }; COUNT];
static LOG: LazyLock<Option<File>> = LazyLock::new(|| {
    let path = std::env::var_os("KENTEI_MUTANT_SEEN");
    path.and_then(|path| File::options().append(true).create(true).open(path).ok())
});

/// Whether this mutant is active.
pub fn on(number: u32) -> bool {
    if let Some(mut log) = LOG.as_ref() && !SEEN[number as usize].swap(true, Ordering::Relaxed) {
        let _ = log.write_all(&number.to_le_bytes());
    }
    *ACTIVE == number
}
"""


def listed(root, folders):
    """The mutants that cargo-mutants lists for these folders, numbered."""
    mutants = []
    for folder in folders:
        command = ["cargo", "mutants", "--list", "--json", "--file", f"{folder}/**/*.rs"]
        output = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True).stdout
        mutants += json.loads(output)
    for number, mutant in enumerate(mutants):
        mutant["number"] = number
    return mutants


class Source(Text):
    """A source file with all its mutants."""

    def __init__(self, path, mutants, left_out):
        super().__init__(path.read_text().encode())
        self.output = bytearray()
        # The places of the mutants in the output: begin, end, numbers.
        self.places = []
        self.reasons = {}
        self.on_node = collections.defaultdict(list)
        self.before = collections.defaultdict(list)
        tree = PARSER.parse(self.text)
        for mutant in mutants:
            number = mutant["number"]
            reason = left_out.get(number) or self.attach(mutant, tree.root_node)
            if reason:
                self.reasons[number] = reason
        self.write(tree.root_node)

    def attach(self, mutant, root):
        """Finds the node that a mutant changes; returns the reason if it cannot be changed when the program runs."""
        begin, end = self.range(mutant["span"])
        node = root.descendant_for_byte_range(begin, end)
        genre = mutant["genre"]
        if is_constant(node):
            return "constant"
        if genre == "FnValue":
            if "impl " in mutant["function"]["return_type"]:
                return "the result has no named type"
            self.before[begin].append(mutant)
            return None
        macro = outermost(node, "macro_invocation")
        if macro is not None:
            # Its words are no expressions: the whole macro is written once more.
            return self.copied(mutant, macro, begin, end)
        kinds = {
            "BinaryOperator": ("binary_expression", "compound_assignment_expr"),
            "UnaryOperator": ("unary_expression",),
            "MatchArm": ("match_arm",),
            "MatchArmGuard": ("match_arm",),
            "StructField": ("struct_expression",),
        }.get(genre, ())
        while node is not None and node.type not in kinds:
            node = node.parent
        if genre == "StructField" and node is not None:
            return self.copied(mutant, node, begin, end)
        operator = node and node.child_by_field_name("operator")
        fits = {
            "BinaryOperator": operator and (operator.start_byte, operator.end_byte) == (begin, end),
            "MatchArmGuard": True,
        }.get(genre, node is not None and node.start_byte == begin)
        if node is None or not fits:
            return "no expression of its own"
        self.on_node[node.id].append(mutant)
        return None

    def copied(self, mutant, node, begin, end):
        """Changes a part of a node in a copy of the whole node."""
        change = mutant["replacement"].encode()
        mutant["copy"] = self.text[node.start_byte : begin] + change + self.text[end : node.end_byte]
        self.on_node[node.id].append(mutant)

    def put(self, text):
        self.output += text if isinstance(text, bytes) else text.encode()

    def place(self, mutants, write):
        begin = len(self.output)
        write()
        self.places.append((begin, len(self.output), [mutant["number"] for mutant in mutants]))

    def write(self, node):
        """Writes a node with the mutants in it."""
        for mutant in self.before.pop(node.start_byte, []):
            change = f" if {on(mutant)} {{ return {mutant['replacement']}; }} "
            self.place([mutant], lambda change=change: self.put(change))
        mutants = self.on_node.get(node.id)
        if not mutants:
            self.write_children(node, node.start_byte, node.end_byte)
        elif node.type == "match_arm":
            self.place(mutants, lambda: self.write_arm(node, mutants))
        else:
            self.place(mutants, lambda: self.write_operator(node, mutants))

    def write_operator(self, node, mutants):
        self.put("(")
        for mutant in mutants:
            if "copy" in mutant:
                changed = mutant["copy"]
            elif node.type == "unary_expression":
                changed = mutant["replacement"].encode() + node.children[-1].text
            else:
                sides = [node.child_by_field_name(name).text for name in ("left", "right")]
                changed = f" {mutant['replacement']} ".encode().join(sides)
            branch = f"if {on(mutant)} {{ ".encode() + changed + b" } else "
            self.place([mutant], lambda branch=branch: self.put(branch))
        self.put("{ ")
        self.write_children(node, node.start_byte, node.end_byte)
        self.put(" })")

    def write_arm(self, node, mutants):
        pattern = node.child_by_field_name("pattern")
        guard = pattern.child_by_field_name("condition")
        arrow = next(child for child in node.children if child.type == "=>")
        always = [mutant for mutant in mutants if mutant["replacement"] == "true"]
        never = [mutant for mutant in mutants if mutant["replacement"] != "true"]
        if guard is None:
            self.write_children(node, node.start_byte, pattern.end_byte)
            self.put(" if true")
        else:
            keyword = next(child for child in pattern.children if child.type == "if")
            self.write_children(node, node.start_byte, keyword.start_byte)
            self.put(" if (" + "".join(f"{on(mutant)} || " for mutant in always) + "(")
            self.write(guard)
            self.put("))")
        self.put("".join(f" && !{on(mutant)}" for mutant in never) + " ")
        self.write_children(node, arrow.start_byte, node.end_byte)

    def write_children(self, node, begin, end):
        """Writes the part of a node from `begin` to `end`."""
        at = begin
        for child in node.children:
            if child.end_byte <= begin or child.start_byte >= end:
                continue
            self.put(self.text[at : child.start_byte])
            if child.end_byte > end:
                self.write_children(child, child.start_byte, end)
            else:
                self.write(child)
            at = min(child.end_byte, end)
        self.put(self.text[at:end])


def on(mutant):
    return f"crate::mutant::on({mutant['number']})"


def outermost(node, kind):
    """The outermost node of a kind around this one."""
    found = None
    while node is not None:
        found = node if node.type == kind else found
        node = node.parent
    return found


def is_constant(node):
    """Whether a node is evaluated by the compiler."""
    kinds = ("const_item", "static_item", "const_block", "array_type")
    while node is not None and node.type not in kinds:
        if node.type == "function_item":
            modifiers = (child for child in node.children if child.type == "function_modifiers")
            return any(b"const" in child.text for child in modifiers)
        node = node.parent
    return node is not None


def instrument(root, copy, folders):
    """Writes the sources with all mutants into the copy, and leaves out what does not compile. Returns the mutants."""
    mutants = listed(root, folders)
    files = collections.defaultdict(list)
    for mutant in mutants:
        files[mutant["file"]].append(mutant)
    (copy / "src/mutant.rs").write_text(MODULE.replace("COUNT", str(len(mutants))))
    library = (root / "src/lib.rs").read_text()
    (copy / "src/lib.rs").write_text(library + "\n#[doc(hidden)]\npub mod mutant;\n")
    left_out = {}
    while True:
        sources = {file: Source(root / file, files[file], left_out) for file in files}
        for file, source in sources.items():
            (copy / file).write_bytes(source.output)
        wrong, unknown = blamed(copy, sources, files)
        if not wrong and not unknown:
            break
        if not wrong:
            raise SystemExit("the copy does not compile:\n" + "\n".join(unknown))
        left_out |= wrong
        print(f"{len(left_out)} mutants do not compile", flush=True)
    for mutant in mutants:
        mutant["left_out"] = sources[mutant["file"]].reasons.get(mutant["number"])
        del mutant["diff"]
        mutant.pop("copy", None)
    return mutants


def blamed(copy, sources, files):
    """Compiles the copy. Returns the numbers of mutants with errors, each with the message, and messages without a
    mutant."""
    wrong, unknown = {}, []
    for message, spans in errors(copy):
        numbers = next((found for span in spans if (found := at_span(span, sources))), [])
        if not numbers and "non-exhaustive" in message["message"]:
            # An arm was made conditional, and the arms after it do not cover its values.
            first = spans[0]
            arms = (mutant for mutant in files[first["file_name"]] if mutant["genre"] == "MatchArm")
            below = lambda mutant: 0 <= mutant["span"]["start"]["line"] - first["line_start"] < 15
            numbers = [mutant["number"] for mutant in arms if below(mutant)]
        wrong |= dict.fromkeys(numbers, "does not compile")
        if not numbers:
            unknown.append(message["rendered"])
    return wrong, unknown


def at_span(span, sources):
    """The numbers of the mutants in the smallest place around a span."""
    source = sources.get(span["file_name"])
    places = source.places if source else []
    around = [
        (end - begin, numbers)
        for begin, end, numbers in places
        if begin <= span["byte_start"] and span["byte_end"] <= end
    ]
    return min(around)[1] if around else []
