#!/usr/bin/python3
# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks how new commits are described.

  subject   `[Area] What changes`: an area in brackets that begins with a capital
            letter, then an imperative; at most 100 characters, no full stop at the end
  refused   subjects that say nothing: wip, format, fix, fixup!, squash!, cleanup, ...
  body      an empty line, then at least one sentence: why, and how it was tested

Looks at the commits after BASE, with which the rule began, and at none where the history
does not reach back to BASE (an archive or a shallow clone). Merges need no body.

  utils/check_commits.py [--root DIR] [--base COMMIT]
"""

import argparse
import os
import re
import subprocess
import sys

BASE = "5ce02c4e1b1e"
MOST_CHARACTERS = 100
SUBJECT = re.compile(r"\[[A-Z][\w+./ -]*\] (?P<what>\S.*)")
# No description, alone or with a word behind them that names no subject either.
EMPTY_WORDS = re.compile(
    r"(wip|tmp|temp|misc|format(ting)?|clang-format|reformat|clean-?up|fix(es)?|fixup|update|"
    r"changes?|stuff|more|review|typos?)\b"
    r"(\W+(it|them|this|that|again|more|tests?|docs?|files?|code|build|all|things|stuff))?\W*$",
    re.IGNORECASE,
)
WIP = re.compile(r"\bwip\b|^(fixup|squash|amend)!|work in progress", re.IGNORECASE)
TRAILER = re.compile(r"[A-Z][\w-]*-by: |Co-authored-by: ", re.IGNORECASE)


def git(root, *arguments):
    """(status, output) of a git command."""
    result = subprocess.run(
        ["git", *arguments], cwd=root, capture_output=True, text=True, errors="replace", check=False
    )
    return result.returncode, result.stdout


def message_problems(message):
    """What is wrong with the message of a commit that is no merge."""
    lines = message.rstrip().splitlines()
    subject = lines[0] if lines else ""
    problems = []
    match = SUBJECT.fullmatch(subject)
    if WIP.search(subject):
        problems.append(f"expected a finished commit, got '{subject}'")
    elif not match:
        problems.append(f"expected a subject like '[Area] What changes', got '{subject}'")
    elif EMPTY_WORDS.match(match["what"]):
        problems.append(f"expected a subject that says what changes, got '{subject}'")
    if len(subject) > MOST_CHARACTERS:
        problems.append(
            f"expected a subject of at most {MOST_CHARACTERS} characters, got {len(subject)}"
        )
    if subject.endswith("."):
        problems.append("expected a subject without a full stop")
    if len(lines) > 1 and lines[1].strip():
        problems.append("expected an empty line after the subject")
    if not any(line.strip() and not TRAILER.match(line) for line in lines[1:]):
        problems.append("expected a body that says why and how it was tested")
    return problems


def check_tree(root, base=BASE):
    """(problems, commits looked at); None commits: the history does not reach `base`."""
    status, _ = git(root, "merge-base", "--is-ancestor", base, "HEAD")
    if status != 0:
        return [], None
    _, output = git(root, "log", "--no-merges", "--format=%h%x00%B%x01", f"{base}..HEAD")
    problems, count = [], 0
    for entry in output.split("\x01"):
        name, _, message = entry.strip("\n").partition("\x00")
        if not name:
            continue
        count += 1
        problems += [f"{name}: {problem}" for problem in message_problems(message)]
    return problems, count


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--root", default=os.path.join(os.path.dirname(__file__), ".."))
    parser.add_argument("--base", default=BASE)
    options = parser.parse_args()
    problems, count = check_tree(os.path.abspath(options.root), options.base)
    if count is None:
        print(f"check_commits: the history does not reach {options.base}: nothing checked")
        return 0
    for problem in problems:
        print(problem)
    print(f"check_commits: {count} commits, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
