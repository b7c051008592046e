#!/usr/bin/python3
# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that names of attributes and ops are written once.

A string of C++ that names an attribute of our dialects ("nv_tileas.plan") stands only
where a constant is defined:

    constexpr llvm::StringLiteral kPlanAttrName = "nv_tileas.plan";

Other code uses the constant. Ops are named by their classes (OpTy::getOperationName()),
so that a misspelled name does not compile.

  utils/check_names.py [--root DIR]
"""

import argparse
import os
import re
import sys

from check_sizes import tracked_files

DIALECTS = ("cuda_tile", "nv_tileaa", "nv_tileas")
LITERAL = re.compile(rf'"(?:{"|".join(DIALECTS)})\.\w+"')
# The definition may begin on an earlier line.
CONSTANT = re.compile(r"constexpr\s+llvm::StringLiteral\s+\w+\s*=\s*$")
COMMENT = re.compile(r"//[^\n]*")
FOLDERS = ("include/tessera/", "lib/", "tools/", "python/src/")


def check_text(path, text):
    problems = []
    # Comments may show how an attribute looks; their length is kept.
    text = COMMENT.sub(lambda match: " " * len(match[0]), text)
    for match in LITERAL.finditer(text):
        if not CONSTANT.search(text, 0, match.start()):
            line = text.count("\n", 0, match.start()) + 1
            problems.append(f"{path}:{line}: expected a constant instead of {match[0]}")
    return problems


def check_tree(root, paths):
    """All problems, and the number of files looked at."""
    problems, count = [], 0
    for path in paths:
        if not (path.startswith(FOLDERS) and path.endswith((".h", ".cpp"))):
            continue
        count += 1
        with open(os.path.join(root, path), encoding="utf-8", errors="replace") as file:
            problems += check_text(path, file.read())
    return problems, count


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--root", default=os.path.join(os.path.dirname(__file__), ".."))
    root = os.path.abspath(parser.parse_args().root)
    problems, count = check_tree(root, tracked_files(root))
    for problem in problems:
        print(problem)
    if count == 0:
        print("check_names: no files found: wrong --root?")
        return 1
    print(f"check_names: {count} files, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
