#!/usr/bin/python3
# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that files and functions stay small enough to read in one go.

  source file    warned above 600 lines, refused above 800
  header         warned above 250 lines, refused above 400
  C++ function   refused above 150 lines, signature included, whether it is wrapped
                 over several lines or not; definitions at column 0 or in a class
  way of a GEMM  the files that docs/Architecture.md names: refused above 12 files, and
                 a file above 400 lines

utils/size_allowlist.txt excuses a file: "path: reason". An entry without a reason,
for a file that does not exist, or that is no longer needed is itself a problem, so
the list can only shrink by itself.

  utils/check_sizes.py [--root DIR]
"""

import argparse
import os
import re
import subprocess
import sys

WARN, FAIL = 600, 800
HEADER_WARN, HEADER_FAIL = 250, 400
FUNCTION_FAIL = 150
WAY, WAY_FILES, WAY_LINES = "docs/Architecture.md", 12, 400
WAY_SECTION = re.compile(r"^## A GEMM on its way$(.*?)^## ", re.MULTILINE | re.DOTALL)
ALLOWLIST = "utils/size_allowlist.txt"

SUFFIXES = (".h", ".cpp", ".c", ".td", ".inc", ".def", ".py", ".sh", ".cmake", ".mlir", ".test")
# Golden data is as long as it is.
EXEMPT = re.compile(r"(^|/)Inputs/|^docs/generated/|^fuzz/(seeds|crashes)/")
NOT_A_FUNCTION = re.compile(
    r'(namespace|class|struct|union|enum|template|using|typedef|public|protected|private)\b'
    r'|extern "C" \{|#|//|/\*|\}'
)
CLASS = re.compile(r"(class|struct|union)\b")


def tracked_files(root):
    """What git knows or would add, so that build trees do not count."""
    listing = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=root, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return sorted(set(listing.stdout.splitlines()))


def read_allowlist(root):
    """{path: reason} and the problems of the list itself."""
    entries, problems = {}, []
    path = os.path.join(root, ALLOWLIST)
    if not os.path.exists(path):
        return entries, problems
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            line = line.strip()
            if not line or line.startswith("#"):
                continue
            name, _, reason = line.partition(":")
            if not reason.strip():
                problems.append(f"{ALLOWLIST}:{number}: {name.strip()} has no reason")
            if not os.path.exists(os.path.join(root, name.strip())):
                problems.append(f"{ALLOWLIST}:{number}: {name.strip()} does not exist")
            entries[name.strip()] = reason.strip()
    return entries, problems


def class_bodies(lines):
    """The lines of the bodies of classes as (first line number, lines), one level of
    indentation removed."""
    start = None
    for number, line in enumerate(lines, 1):
        if start is None:
            if CLASS.match(line) and code_of(line).endswith("{"):
                start = number
        elif line.startswith("}"):
            body = lines[start : number - 1]
            yield start + 1, [text.removeprefix("  ") for text in body]
            start = None


def code_of(line):
    """The line without its comment and the spaces around."""
    return line.split("//")[0].strip()


def functions(lines):
    """(line, length) of the C++ definitions that begin at column 0, as clang-format
    leaves them, and of those in the bodies of classes.

    A signature begins at a column-0 line that opens no other kind of scope and goes on
    to the line that ends with an opening brace; a line that ends a statement first was
    a declaration. The body ends at the next column-0 closing brace."""
    start, is_inside = None, False
    for number, line in enumerate(lines, 1):
        if is_inside:
            if line.startswith("}"):
                if not line.startswith("};"):
                    yield start, number - start + 1
                start, is_inside = None, False
            continue
        if line[:1].strip() and not line.startswith((")", "{")):
            start = None if NOT_A_FUNCTION.match(line) else number
        if start is not None:
            code = code_of(line)
            is_inside = code.endswith("{")
            if code.endswith((";", "}")):
                start = None
    for first, body in class_bodies(lines):
        for line, length in functions(body):
            yield first + line - 1, length


def long_functions(lines):
    """(line, length) of C++ definitions longer than the limit."""
    return [found for found in functions(lines) if found[1] > FUNCTION_FAIL]


def check_way(root):
    """The problems of the files that a GEMM passes on its way to PTX."""
    page = os.path.join(root, WAY)
    if not os.path.exists(page):
        return []
    with open(page, encoding="utf-8") as file:
        section = WAY_SECTION.search(file.read())
    paths = re.findall(r"\(\.\./([^)]+\.cpp)\)", section.group(1)) if section else []
    if not paths:
        return [f"{WAY}: expected the files on the way of a GEMM, found none"]
    problems = []
    if len(paths) > WAY_FILES:
        problems.append(f"{WAY}: expected at most {WAY_FILES} files on the way of a GEMM, got {len(paths)}")
    for path in paths:
        with open(os.path.join(root, path), encoding="utf-8") as file:
            length = len(file.read().splitlines())
        if length > WAY_LINES:
            problems.append(f"{path}: expected at most {WAY_LINES} lines on the way of a GEMM, got {length}")
    return problems


def check_tree(root, files=None):
    """(problems, warnings, files counted)."""
    allowed, problems = read_allowlist(root)
    warnings, needed, count = [], set(), 0
    for path in tracked_files(root) if files is None else files:
        full = os.path.join(root, path)
        interesting = path.endswith(SUFFIXES) or os.path.basename(path) == "CMakeLists.txt"
        if not interesting or EXEMPT.search(path) or not os.path.isfile(full):
            continue
        count += 1
        with open(full, encoding="utf-8", errors="replace") as file:
            lines = file.read().splitlines()
        warn, fail = (HEADER_WARN, HEADER_FAIL) if path.endswith(".h") else (WARN, FAIL)
        found = []
        if len(lines) > fail:
            found.append(f"{path}: expected at most {fail} lines, got {len(lines)}")
        elif len(lines) > warn:
            warnings.append(f"{path}: {len(lines)} lines, consider splitting (above {warn})")
        if path.endswith((".cpp", ".h")):
            for start, length in long_functions(lines):
                found.append(
                    f"{path}:{start}: expected a function of at most {FUNCTION_FAIL} lines, "
                    f"got {length}"
                )
        if found and path in allowed:
            needed.add(path)
        else:
            problems += found
    for path in sorted(set(allowed) - needed):
        if os.path.exists(os.path.join(root, path)):
            problems.append(f"{ALLOWLIST}: {path} no longer needs its entry")
    return problems, warnings, count


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--root", default=os.path.join(os.path.dirname(__file__), ".."))
    root = os.path.abspath(parser.parse_args().root)
    problems, warnings, count = check_tree(root)
    problems += check_way(root)
    for warning in warnings:
        print("warning: " + warning)
    for problem in problems:
        print(problem)
    if count == 0:
        print("check_sizes: no files found: wrong --root?")
        return 1
    print(f"check_sizes: {count} files, {len(problems)} problems, {len(warnings)} warnings")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
