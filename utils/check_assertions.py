#!/usr/bin/python3
# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that every lit test can fail for more than a crash.

  no assertion    some command of a test must compare something: FileCheck, not, diff, cmp,
                  grep, count, test, a Python script, --verify-diagnostics or --expect.
                  Where the status of a tool alone is the verdict, the test says why in a
                  comment `VERDICT: why`; a superfluous one is a problem, too
  unread output   a file that a command without a comparison writes (-o %t.x, > %t.x,
                  '=>%t.npy') is named by another command. Where only the success of the
                  command counts, the output goes to /dev/null, which says so
  idle directive  `SM90-NEXT:` and `expected-error` in a test are read by some command

  utils/check_assertions.py [--root DIR]
"""

import argparse
import os
import re
import sys

from check_sizes import tracked_files

SUFFIXES = (".mlir", ".test")
COMMENT = r"^[ \t]*(?://|#|;)*[ \t]*"
RUN = re.compile(rf"{COMMENT}(?:RUN|(?:RE)?DEFINE): *(.*)$", re.MULTILINE)
VERDICT = re.compile(rf"{COMMENT}VERDICT: *\S", re.MULTILINE)
ASSERTION = re.compile(
    r"(?<![\w./-])(?:FileCheck|not|diff|cmp|grep|count|test)(?![\w.])"
    # A script that only makes an input is no comparison.
    r"|%python(?![^|]* > )|--?verify-diagnostics\b|--expect\b|\|\| *(?:exit|false)"
)
WRITTEN = re.compile(r"(?:-o[ =]?|--output-file[ =]|(?<![=<])>>? *|=>)(%t[\w./-]*)")
DIRECTIVE = re.compile(
    rf"{COMMENT}([A-Z][A-Z0-9_-]*?)(-(?:NEXT|SAME|NOT|DAG|LABEL|EMPTY|COUNT-\d+))?(?:{{LITERAL}})?:",
    re.MULTILINE,
)
PREFIXES = re.compile(r"--?check-prefix(?:es)?[ =]([\w,%{}-]+)")
# Words with a colon that are no directives: lit's own, and words of comments.
WORDS = {"RUN", "DEFINE", "REDEFINE", "REQUIRES", "UNSUPPORTED", "XFAIL", "VERDICT", "END"}
EXPECTED = re.compile(r"\bexpected-(?:error|warning|remark|note)\b")


def commands(text):
    """The RUN lines of a test, continued lines joined. Definitions are lines, too."""
    joined, is_open = [], False
    for line in RUN.findall(text):
        if is_open:
            joined[-1] += " " + line.rstrip("\\")
        else:
            joined.append(line.rstrip("\\"))
        is_open = line.rstrip().endswith("\\")
    return joined


def idle_prefixes(text, lines):
    """Prefixes of directives in `text` that no command of `lines` has FileCheck look for."""
    everything = "\n".join(lines)
    if "FileCheck" not in everything and "check-prefix" not in everything:
        used = set()
    else:
        used = {"CHECK", "COM"}
        for names in PREFIXES.findall(everything):
            used.update(names.split(","))
    # A prefix may also be an argument of a substitution: `%{rest}=ENTRY`.
    passed = set(re.findall(r"[A-Z][A-Z0-9_-]*", everything))
    for name, suffix in DIRECTIVE.findall(text):
        # "T1: …" in a comment is a label of its text.
        is_label = len(name) < 3 and not suffix
        if not is_label and name not in WORDS | used | passed:
            yield name


def unread_outputs(lines):
    """(name) of files under %t that one command writes and no other names."""
    for number, line in enumerate(lines):
        if ASSERTION.search(line):
            continue
        for name in WRITTEN.findall(line):
            others = [other for index, other in enumerate(lines) if index != number]
            rest = line.split(name, 1)[1]
            folder = name.rsplit("/", 1)[0] if "/" in name else None
            base = name.rsplit("/", 1)[-1]
            short = base if "." in base and not base.startswith("%t") else name
            seen = any(name in other or short in other for other in others) or name in rest
            # A command that is given the folder reads what is in it.
            if folder and any(re.search(rf"{re.escape(folder)}(?![\w./-])", other) for other in others
                              if not re.match(r"(rm|mkdir) ", other)):
                seen = True
            if not seen:
                yield name


def check_test(path, text):
    lines = commands(text)
    problems = []
    asserted = any(ASSERTION.search(line) for line in lines)
    if not asserted and not VERDICT.search(text):
        problems.append(f"{path}: no command compares anything (or say `VERDICT: why`)")
    if asserted and VERDICT.search(text):
        problems.append(f"{path}: VERDICT where a command compares something")
    for name in sorted(set(unread_outputs(lines))):
        problems.append(f"{path}: {name} is written and no other command reads it")
    for name in sorted(set(idle_prefixes(text, lines))):
        problems.append(f"{path}: no command looks for the directives {name}")
    if EXPECTED.search(text) and not any("verify-diagnostics" in line or "expected-" in line for line in lines):
        problems.append(f"{path}: expected-error and its like without --verify-diagnostics")
    return problems


def check_tree(root, files=None):
    """(problems, tests looked at)."""
    files = tracked_files(root) if files is None else files
    problems, count = [], 0
    for path in files:
        if not path.startswith("test/") or not path.endswith(SUFFIXES) or "/Inputs/" in path:
            continue
        full = os.path.join(root, path)
        if not os.path.isfile(full):
            continue
        with open(full, encoding="utf-8", errors="replace") as file:
            text = file.read()
        count += 1
        if not RUN.search(text):
            problems.append(f"{path}: no RUN line")
            continue
        problems += check_test(path, text)
    return problems, count


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--root", default=os.path.join(os.path.dirname(__file__), ".."))
    root = os.path.abspath(parser.parse_args().root)
    problems, count = check_tree(root)
    for problem in problems:
        print(problem)
    if count == 0:
        print("check_assertions: no tests found: wrong --root?")
        return 1
    print(f"check_assertions: {count} tests, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
