#!/usr/bin/python3
# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that every op and every pass has its tests and its ODS description.

  op     appears in custom form in a lit test of test/Dialect; when a verifier rule
         can reject it, also in a *-invalid.mlir there; has a summary and a description
  pass   has test/**/<flag>.mlir (the dialect's prefix may be dropped); has a summary
         and a description

  utils/check_tests.py [--root DIR]
"""

import argparse
import os
import re
import sys

import ods

# What may stand before an op in custom form: nothing, results, or an opening brace.
STATEMENT = r"(?:^|[{{])\s*(?:%[\w$.:#, %-]+=\s*)?(?:{dialect}\.)?{mnemonic}(?![\w.$])"


def test_files(root, folder):
    found = []
    for directory, _, files in os.walk(os.path.join(root, folder)):
        if "Inputs" not in directory.split(os.sep):
            found += [os.path.join(directory, name) for name in files if name.endswith(".mlir")]
    return sorted(os.path.relpath(path, root) for path in found)


def read_code(root, path):
    """The text of a test without its comments: a CHECK line is no use of an op."""
    with open(os.path.join(root, path), encoding="utf-8", errors="replace") as file:
        return "\n".join(re.sub(r"//.*", "", line) for line in file)


def appears(op, text):
    pattern = STATEMENT.format(dialect=re.escape(op.dialect), mnemonic=re.escape(op.mnemonic))
    return re.search(pattern, text, re.MULTILINE) is not None


def mentioned(op, text):
    """In a rejection test the generic form counts as well: some rules cannot be
    violated in custom form."""
    return appears(op, text) or f'"{op.dialect}.{op.mnemonic}"' in text


def check_ops(ops, valid_text, invalid_text):
    problems = []
    for op in ops:
        name = f"{op.dialect}.{op.mnemonic}"
        if not op.summary:
            problems.append(f"{name}: no summary in ODS ({op.record})")
        if not op.description:
            problems.append(f"{name}: no description in ODS ({op.record})")
        if not appears(op, valid_text):
            problems.append(f"{name}: no test in test/Dialect uses it in custom form")
        if op.can_reject and not mentioned(op, invalid_text):
            problems.append(f"{name}: no *-invalid.mlir in test/Dialect for its verifier rules")
    return problems


def check_passes(passes, test_names):
    problems = []
    for each in passes:
        short = re.sub(r"^(cuda-tile|tileaa|tileas|nv-tileaa|nv-tileas)-", "", each.flag)
        if not {each.flag + ".mlir", short + ".mlir"} & test_names:
            problems.append(f"pass {each.flag}: no test named {each.flag}.mlir or {short}.mlir")
        if not each.summary:
            problems.append(f"pass {each.flag}: no summary in ODS ({each.record})")
        if not each.description:
            problems.append(f"pass {each.flag}: no description in ODS ({each.record})")
    return problems


def check_tree(root):
    """(problems, ops counted, passes counted)."""
    dialect_tests = test_files(root, "test/Dialect")
    invalid = [path for path in dialect_tests if path.endswith("-invalid.mlir")]
    valid = [path for path in dialect_tests if path not in invalid]
    ops, passes = ods.all_ops(root), ods.all_passes(root)
    problems = check_ops(
        ops,
        "\n".join(read_code(root, path) for path in valid),
        "\n".join(read_code(root, path) for path in invalid),
    )
    names = {os.path.basename(path) for path in test_files(root, "test")}
    return problems + check_passes(passes, names), len(ops), len(passes)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--root", default=os.path.join(os.path.dirname(__file__), ".."))
    root = os.path.abspath(parser.parse_args().root)
    try:
        problems, ops, passes = check_tree(root)
    except RuntimeError as error:
        print(f"check_tests: {error}")
        return 1
    for problem in problems:
        print(problem)
    if ops == 0:
        print("check_tests: no ops found: wrong --root?")
        return 1
    print(f"check_tests: {ops} ops, {passes} passes, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
