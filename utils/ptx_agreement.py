#!/usr/bin/env python3
# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares what our PTX verifier and ptxas accept, on instructions with mutated modifiers.

  ptx_agreement.py --tessera FILE [--count N] [--seed S] [--list N] [--known FILE]

Every family of the instruction table gives N mutations: its row examples (tessera ptx
--row-examples) with modifiers moved, swapped, left out, doubled, replaced or added. Prints a
table of who takes what, and the differences. With --known, a difference whose instruction matches
no line of that file is an error; a line is WHO REGEX, with WHO 'ptxas' or 'tessera' for the one
that takes it.
"""

import argparse
import collections
import pathlib
import random
import re
import subprocess
import sys
import tempfile

BATCH = 400


class Example:
    """One instruction with the declarations of what it names."""

    def __init__(self, key, body):
        self.key = key
        self.target = {"sm_50": "sm_75"}.get(*[re.search(r"\.target (\S+)\n", body).group(1)] * 2)
        match = re.search(r"k\(\) \{\n(.*)HERE:\n(.*)ret;\n\}", body, re.S)
        self.declarations, instruction = match.group(1).replace("\n", " "), match.group(2).strip()
        name, _, rest = instruction.rstrip(";").partition(" ")
        self.opcode, *self.modifiers = name.split(".")
        self.operands = rest

    def text(self, modifiers):
        return ".".join([self.opcode, *modifiers]) + (" " + self.operands if self.operands else "") + ";"


def read_examples(tessera):
    """By family: the examples of rows that need no function and no label."""
    table = subprocess.run([tessera, "ptx", "--isa-table"], capture_output=True, text=True, check=True).stdout
    rows = collections.defaultdict(list)  # family of each row, in the order of the table
    family = ""
    for line in table.splitlines():
        if line.startswith("## "):
            family = line[3:]
        elif line.startswith("| `"):
            cells = [cell.strip().strip("`").replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line)[1:4]]
            rows[cells[0] + (" " + cells[1] if cells[1] else "") + ("; " + cells[2] if cells[2] else "")].append(family)
    text = subprocess.run([tessera, "ptx", "--row-examples", "--print"], capture_output=True, text=True, check=True).stdout
    families = collections.defaultdict(list)
    for part in ("\n" + text).split("\n// ")[1:]:
        key, body = part.split("\n", 1)
        if "callee" in body or key.startswith(("bra ", "brx ", "call ", "ret", "bra;")):
            continue
        families[rows[key.strip()][0]].append(Example(key, body))
    return families


def mutate(example, others, rng):
    """Another list of modifiers."""
    modifiers = list(example.modifiers)
    for _ in range(rng.choice((1, 1, 2))):
        kind = rng.choice(("move", "move", "swap", "swap", "drop", "double", "replace", "add"))
        at = rng.randrange(len(modifiers)) if modifiers else 0
        other = rng.choice(rng.choice(others).modifiers or [""])
        if kind == "add" and other:
            modifiers.insert(rng.randrange(len(modifiers) + 1), other)
        if not modifiers:
            continue
        if kind == "move":
            taken = modifiers.pop(at)
            modifiers.insert(rng.randrange(len(modifiers) + 1), taken)
        elif kind == "swap":
            to = rng.randrange(len(modifiers))
            modifiers[at], modifiers[to] = modifiers[to], modifiers[at]
        elif kind == "drop":
            modifiers.pop(at)
        elif kind == "double":
            modifiers.insert(rng.randrange(len(modifiers) + 1), modifiers[at])
        elif kind == "replace" and other:
            modifiers[at] = other
    return modifiers


def module(target, entries):
    lines = [f".version 9.0\n.target {target}\n.address_size 64"]
    lines += [f".visible .entry k{number}() {{ {declarations} {text} ret; }}" for number, (declarations, text) in enumerate(entries)]
    return "\n".join(lines) + "\n"


def ask_ptxas(items, folder):
    """Whether ptxas takes each (target, declarations, text): those with an error leave the module
    until the rest assembles."""
    verdicts = [False] * len(items)
    by_target = collections.defaultdict(list)
    for index, item in enumerate(items):
        by_target[item[0]].append(index)
    for target, indices in by_target.items():
        for start in range(0, len(indices), BATCH):
            live = indices[start : start + BATCH]
            while live:
                (folder / "all.ptx").write_text(module(target, [items[i][1:] for i in live]))
                run = subprocess.run(["ptxas", "-O0", "-arch=" + target, str(folder / "all.ptx"), "-o", str(folder / "all.cubin")], capture_output=True, text=True)
                if run.returncode == 0:
                    for index in live:
                        verdicts[index] = True
                    break
                wrong = {int(number) - 4 for number in re.findall(r"line '?(\d+)'?(?:;\s*(?:error|fatal)| which is conflicting)", run.stdout + run.stderr)}
                left = [index for position, index in enumerate(live) if position not in wrong]
                if len(left) == len(live):
                    # No line is named: find it by halves.
                    middle = len(live) // 2
                    if middle == 0:
                        break
                    for half in (live[:middle], live[middle:]):
                        for index, verdict in zip(half, ask_ptxas([items[i] for i in half], folder)):
                            verdicts[index] = verdict
                    break
                live = left
    return verdicts


def ask_tessera(items, folder, tessera):
    paths = []
    for index, (target, declarations, text) in enumerate(items):
        path = folder / f"{index}.ptx"
        path.write_text(module(target, [(declarations, text)]))
        paths.append(str(path))
    verdicts, reasons = [False] * len(items), [""] * len(items)
    for start in range(0, len(paths), 1000):
        run = subprocess.run([tessera, "ptx", "--verify", *paths[start : start + 1000]], capture_output=True, text=True)
        for line in run.stdout.splitlines():
            verdicts[int(pathlib.Path(line.rsplit(":", 1)[0]).stem)] = True
        for line in run.stderr.splitlines():
            found = re.match(r".*/(\d+)\.ptx:\d+:\d+: error: (.*)", line)
            if found and not reasons[int(found.group(1))]:
                reasons[int(found.group(1))] = found.group(2)
    return verdicts, reasons


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tessera", required=True)
    parser.add_argument("--count", type=int, default=2000, help="mutations of each family")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--list", type=int, default=0, help="differences of each family to print")
    parser.add_argument("--known", help="file of differences that were decided")
    options = parser.parse_args()
    known = []
    if options.known:
        for line in pathlib.Path(options.known).read_text().splitlines():
            if line and not line.startswith("#"):
                known.append(line.split(" ", 1))
    unknown = 0
    print("| family | mutations | both take | both refuse | only ptxas takes | only we take |\n|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        for family, examples in read_examples(options.tessera).items():
            rng = random.Random(f"{options.seed} {family}")
            by_opcode = collections.defaultdict(list)
            for example in examples:
                by_opcode[example.opcode].append(example)
            opcodes = sorted(by_opcode)
            items = []
            while len(items) < options.count:
                # Every opcode as often as the others, whatever the number of its rows.
                example = rng.choice(by_opcode[rng.choice(opcodes)])
                items.append((example.target, example.declarations, example.text(mutate(example, by_opcode[example.opcode], rng))))
            theirs = ask_ptxas(items, folder)
            ours, reasons = ask_tessera(items, folder, options.tessera)
            count = collections.Counter(zip(theirs, ours))
            print(f"| {family} | {len(items)} | {count[True, True]} | {count[False, False]} | {count[True, False]} | {count[False, True]} |", flush=True)
            shown = 0
            for (target, _, text), they, we, reason in zip(items, theirs, ours, reasons):
                if they == we:
                    continue
                who = "ptxas" if they else "tessera"
                isKnown = any(each[0] == who and re.search(each[1], text) for each in known)
                unknown += not isKnown
                if shown < options.list and not isKnown:
                    shown += 1
                    print(f"  only {who}: {target} {text} {reason}")
    if options.known:
        print(f"{unknown} differences that {options.known} does not explain")
    return 1 if options.known and unknown else 0


if __name__ == "__main__":
    sys.exit(main())
