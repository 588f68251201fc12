"""Turns that are drawn, beside those of a covering array: `draws.py KENTEI [DIALECT]`.

KENTEI is the program. Its model of the client is read from `kentei coverage --stimuli`: the parameters of a turn with their
classes, and what is never sent together. Turns are drawn from it as in a test of an engine through a pipe with
Hypothesis (a composite strategy that draws one parameter after the other from what is still allowed), and by plain chance, as
proptest draws. Printed is how many of the pairs of classes that can be sent together are sent by so many turns. The package
hypothesis is taken from the Python that runs this.
"""

import itertools
import random
import re
import subprocess
import sys
from statistics import median

from hypothesis import HealthCheck, assume, given, seed, settings
from hypothesis import strategies as st

SEEDS = range(1, 6)


def model(program, dialect):
    """Turns and pairs of the fixed set of `kentei run`, the parameters with their classes, and what does not go together."""
    command = [program, "coverage", "--stimuli", "--dialect", dialect]
    lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    head = next(at for at, line in enumerate(lines) if " pairs of classes" in line)
    turns, pairs, of_pairs = map(int, re.match(r"(\d+) turns send (\d+) of (\d+) pairs", lines[head]).groups())
    parameters, rules = {}, []
    for line in lines[head + 1 :]:
        if line.startswith("never sent by"):
            break
        classes = re.findall(r"([\w-]+) \(\d+\)", line)
        if line.startswith("  "):
            conditions = line.strip().split(": ")[0].split(", ")
            split = (condition.split(" ", 1) for condition in conditions)
            rules.append([(name, set(named.split(" or "))) for name, named in split])
        elif classes:
            parameters[line.split()[0]] = classes
    return turns, (pairs, of_pairs), parameters, rules


def allowed(rules, row, name):
    """Whether no rule about this parameter forbids what is in a row so far."""
    about = (rule for rule in rules if any(known == name for known, _ in rule))
    return not any(all(row.get(known) in named for known, named in rule) for rule in about)


def fill(parameters, rules, choose):
    """A turn, or None where what was chosen leaves nothing for a parameter."""
    row = {}
    for name, classes in parameters.items():
        left = [known for known in classes if allowed(rules, {**row, name: known}, name)]
        if not left:
            return None
        row[name] = choose(left)
    return row


def by_hypothesis(parameters, rules, count, number):
    rows = []

    @st.composite
    def turns(draw):
        row = fill(parameters, rules, lambda left: draw(st.sampled_from(left)))
        assume(row is not None)
        return row

    @seed(number)
    @settings(max_examples=count, database=None, deadline=None, suppress_health_check=list(HealthCheck))
    @given(turns())
    def collect(row):
        rows.append(row)

    collect()
    return rows


def by_chance(parameters, rules, count, number):
    dice = random.Random(number)
    rows = []
    while len(rows) < count:
        row = fill(parameters, rules, dice.choice)
        if row:
            rows.append(row)
    return rows


def pairs(rows):
    return len({pair for row in rows for pair in itertools.combinations(row.items(), 2)})


def main():
    program = sys.argv[1]
    dialect = sys.argv[2] if len(sys.argv) > 2 else "uci"
    turns, (own, possible), parameters, rules = model(program, dialect)
    print(f"{dialect}: {possible} pairs can be sent; the {turns} turns of kentei run send {own}\n")
    print("| turns | Hypothesis | by chance |\n|---|---|---|")
    for count in [turns, 3 * turns, 10 * turns, 30 * turns]:
        cells = []
        for draw in [by_hypothesis, by_chance]:
            found = [pairs(draw(parameters, rules, count, number)) for number in SEEDS]
            cells.append(f"{100 * median(found) / possible:.1f} %")
        print(f"| {count} | {' | '.join(cells)} |", flush=True)


main()
