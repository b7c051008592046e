#!/usr/bin/env python3
"""Runs every checked block of the Tile IR reference through tessera-opt.

usage: run_spec_blocks.py --tessera-opt PATH [--verbose] PAGE...

The fenced blocks of core.md and ops.md are examples with a verdict (see the
head of each document). This script checks each one:

  accepted   verifies; its print reads back to the same print; its generic form
             reads back to the same print
  rejected   exits with an error diagnostic, not with a crash
  pass       the output equals the block that follows

It prints one line a failure and the counts, and exits 1 on any failure.
"""

import argparse
import re
import subprocess
import sys
from pathlib import Path

# Wrapper of core.md's body blocks, stated in its introduction.
CORE_WRAPPER = """cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
BODY
  }
}
"""
CORE_MODULE = "cuda_tile.module @m {\nBODY\n}\n"


class Checker:
    def __init__(self, tool, verbose):
        self.tool = tool
        self.verbose = verbose
        self.passed = 0
        self.failures = []
        self.counts = {}

    def run(self, text, *flags):
        return subprocess.run([self.tool, "-", *flags], input=text, text=True,
                              capture_output=True, timeout=60)

    def record(self, kind, where, problem):
        self.counts[kind] = self.counts.get(kind, 0) + 1
        if problem is None:
            self.passed += 1
        else:
            self.failures.append(f"{where}: {kind}: {problem}")

    def accepted(self, where, text, flags=()):
        self.record("accepted", where, self.accept_problem(text, flags))

    def accept_problem(self, text, flags):
        # Locations are printed too, so that debug info is compared as well.
        flags = [*flags, "--mlir-print-debuginfo", "--mlir-print-local-scope"]
        first = self.run(text, *flags)
        if first.returncode != 0:
            return "not accepted: " + first.stderr.strip()[:400]
        again = self.run(first.stdout, *flags)
        if again.returncode != 0:
            return "its print is not accepted: " + again.stderr.strip()[:400]
        if again.stdout != first.stdout:
            return "its print reads back to something else"
        generic = self.run(text, *flags, "--mlir-print-op-generic")
        if generic.returncode != 0:
            return "generic print failed: " + generic.stderr.strip()[:400]
        back = self.run(generic.stdout, *flags)
        if back.returncode != 0:
            return "its generic form is not accepted: " + back.stderr.strip()[:400]
        if back.stdout != first.stdout:
            return "its generic form reads back to something else"
        return None

    def older(self, where, text):
        """Accepted; apart, because who collects programs here wants the core language."""
        self.accepted(where, text)

    def rejected(self, where, text, flags=()):
        result = self.run(text, *flags)
        problem = None
        if result.returncode == 0:
            problem = "accepted"
        elif result.returncode != 1 or "error:" not in result.stderr:
            problem = f"crashed with status {result.returncode}: {result.stderr[-400:]}"
        elif self.verbose:
            reason = next(l for l in result.stderr.splitlines() if "error:" in l)
            print(f"{where}: {reason.split('error:', 1)[1].strip()}")
        self.record("rejected", where, problem)

    def pass_result(self, where, flags, source, result_flags, result):
        got = self.run(source, *flags)
        want = self.run(result, *result_flags)
        problem = None
        if got.returncode != 0:
            problem = "pass failed: " + got.stderr.strip()[:400]
        elif want.returncode != 0:
            problem = "expected text not accepted: " + want.stderr.strip()[:400]
        elif got.stdout != want.stdout:
            problem = f"output differs, got:\n{got.stdout}\nexpected:\n{want.stdout}"
        self.record("pass", where, problem)


def blocks(path):
    """Yields (tag, flags, first line number, text) of each fenced block."""
    tag = None
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if tag is None and line.startswith("```"):
            words = line[3:].split()
            tag, flags = (words[0] if words else ""), words[1:]
            start, lines = number + 1, []
        elif tag is not None and line.startswith("```"):
            yield tag, flags, start, "\n".join(lines)
            tag = None
        elif tag is not None:
            lines.append(line)


def one_per_line(start, text):
    for offset, line in enumerate(text.splitlines()):
        if line.strip():
            yield start + offset, line


# Rejected by the 13.3 tool, and here an older spelling (docs/older-spellings.md).
OLDER_SPELLINGS = {'print "%d", %i : tile<i32>'}


def check_core(checker, path):
    for tag, flags, start, text in blocks(path):
        where = f"{path.name}:{start}"
        if tag == "mlir":
            checker.accepted(where, text)
        elif tag == "mlir-body":
            checker.accepted(where, CORE_WRAPPER.replace("BODY", text))
        elif tag in ("mlir-reject", "mlir-reject-module"):
            wrapper = CORE_WRAPPER if tag == "mlir-reject" else CORE_MODULE
            for number, line in one_per_line(start, text):
                check = checker.older if line in OLDER_SPELLINGS else checker.rejected
                check(f"{path.name}:{number}", wrapper.replace("BODY", line))


def check_ops(checker, path):
    frame = next(text for tag, _, _, text in blocks(path) if tag == "frame")
    pending = None
    for tag, flags, start, text in blocks(path):
        where = f"{path.name}:{start}"
        # The documents spell tool flags with one dash.
        flags = [f if f.startswith("--") else "-" + f for f in flags]
        if tag == "mlir":
            checker.accepted(where, frame.replace("BODY", text))
        elif tag == "mlir-module":
            checker.accepted(where, text, flags)
        elif tag == "mlir-module-reject":
            checker.rejected(where, text, flags)
        elif tag == "mlir-reject":
            for number, line in one_per_line(start, text):
                body = frame.replace("BODY", line.replace(";;", "\n"))
                checker.rejected(f"{path.name}:{number}", body)
        elif tag == "mlir-pass":
            pending = (where, flags, text)
        elif tag == "mlir-result":
            checker.pass_result(pending[0], pending[1], pending[2], flags, text)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tessera-opt", required=True)
    parser.add_argument("--verbose", action="store_true",
                        help="print the reason each rejected line was given")
    parser.add_argument("documents", nargs="+", type=Path)
    args = parser.parse_args()
    checker = Checker(args.tessera_opt, args.verbose)
    for path in args.documents:
        (check_ops if path.name == "ops.md" else check_core)(checker, path)
    for failure in checker.failures:
        print("FAIL", failure)
    kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(checker.counts.items()))
    print(f"spec blocks checked: {kinds}")
    print(f"{checker.passed} passed, {len(checker.failures)} failed")
    return 1 if checker.failures or not checker.passed else 0


if __name__ == "__main__":
    sys.exit(main())
