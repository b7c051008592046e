#!/usr/bin/env python3
"""Checks that every rule of the rejection list has a hand-made case.

usage: check_rules.py SOURCE SHARED

The rules are the bullets of bytecode.md section 17; the cases are the table rows
{"RULE", "name", ...} of unittests/Bytecode/Reject*.cpp, which RejectionTest.cpp reads.
P2 is the one optional rule, which our reader does not have. Also: every file that the
list names is in the malformed corpus, whose diagnostics malformed.test checks.
"""

import re
import sys
from fnmatch import fnmatch
from pathlib import Path

OPTIONAL = {"P2"}


def main():
    source, shared = Path(sys.argv[1]), Path(sys.argv[2])
    text = (source / "docs/spec/bytecode.md").read_text()
    section = text.split("## 17. ")[1].split("\n## ")[0]
    rules = dict(re.findall(r"^\* ([A-Z]\d) (.*)$", section, re.M))
    cases = {}
    for path in sorted((source / "unittests/Bytecode").glob("Reject*.cpp")):
        for rule, name in re.findall(r'\{"([A-Z]\d)",\s*"(\w+)"', path.read_text()):
            names = cases.setdefault(rule, [])
            if name in names:
                print(f"FAIL {rule}: two cases '{name}'")
            names.append(name)
    problems = [f"{rule}: no case" for rule in rules if rule not in cases and rule not in OPTIONAL]
    problems += [f"{rule}: no such rule" for rule in cases if rule not in rules]
    files = {path.stem for path in (shared / "corpus/bytecode/malformed").glob("*.tileirbc")}
    named = set(re.findall(r"\b(?:hdr|sec|str|type|const|fn|op|attr|reg|glob|prod|dbg|lax)_[\w*]+", section))
    problems += [f"{name}: no such file" for name in sorted(named)
                 if not any(fnmatch(file, name) for file in files)]
    for problem in problems:
        print("FAIL", problem)
    print(f"{len(rules)} rules, {sum(map(len, cases.values()))} cases, {len(named)} names of files")
    print(f"{len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
