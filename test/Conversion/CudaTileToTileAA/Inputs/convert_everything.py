#!/usr/bin/env python3
# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Converts every program at hand to nv_tileaa and reports how many went through.

  convert_everything.py SOURCE [--shared FOLDER] [--root FOLDER]

  examples   examples/*/*.mlir of the checkout
  spec       accepted blocks of core.md and ops.md
  corpus     bytecode that cuTile Python emitted (shared/corpus/cutile)
  tests      custom-form modules of the dialect's own tests (test/Dialect/CudaTile) that
             the verifier accepts

A program went through when the tool converts it, the stage verifier accepts the
result, and the printed result is read back and printed the same.
"""

import argparse
import os
import re
import subprocess
import sys
from pathlib import Path

CONVERT = "convert-cuda-tile-to-tileaa"
# What every road does first; changes nothing but older spellings.
LEGALIZE = "legalize-extensions"
VERIFY = "verify-tileaa-stage"


def run(flags, text=None, path="-"):
    done = subprocess.run(["tessera-opt", str(path), *flags], input=text, capture_output=True,
                          text=True, timeout=120)
    return done.returncode, done.stdout, done.stderr


def problem_with(text=None, path="-", flags=()):
    """None, or what is wrong with the conversion of a program."""
    # The stage verifier looks at one program: several modules become nested ones.
    several = text is not None and len(re.findall(r"^ *cuda_tile\.module", text, re.M)) > 1
    verify = f"builtin.module({VERIFY})" if several else VERIFY
    status, converted, errors = run(
        [*flags, f"--pass-pipeline=builtin.module({LEGALIZE},{CONVERT},{verify})"], text, path)
    if status:
        return "not converted: " + errors.strip()[:400]
    if not re.search(r"nv_tileaa\.(func|global)", converted):
        if text is None or re.search(r"\b(entry|global|testing\$func)\b", text):
            return "the result holds no function"
    printing = [flag for flag in flags if "print" in flag]
    status, again, errors = run([*printing, f"--pass-pipeline=builtin.module({verify})"], converted)
    if status:
        return "the result is not read back: " + errors.strip()[:400]
    if again != converted:
        return "the result reads back to something else"
    return None


def examples(options):
    for path in sorted(Path(options.root, "examples").glob("*/*.mlir")):
        yield path.parent.name, None, path, ()


def corpus(options):
    for path in sorted(Path(options.shared, "corpus", "cutile").glob("*.tileirbc")):
        yield path.name, None, path, ()


def spec(options):
    sys.path.insert(0, os.path.join(options.root, "test", "Spec"))
    import run_spec_blocks as blocks

    class Collector:
        """Stands in for the checker of the spec-block test."""

        def __init__(self):
            self.found = []

        def accepted(self, where, text, flags=()):
            self.found.append((where, text, "-", tuple(flags)))

        def rejected(self, *_):
            pass

        older = rejected

        def pass_result(self, where, flags, source, result_flags, result):
            plain = lambda all_flags: tuple(f for f in all_flags if "print" in f)
            self.found.append((where, source, "-", plain(flags)))
            self.found.append((where + " (result)", result, "-", plain(result_flags)))

    collector = Collector()
    folder = Path(options.shared, "spec", "tile-ir")
    blocks.check_core(collector, folder / "core.md")
    blocks.check_ops(collector, folder / "ops.md")
    yield from collector.found


def tests(options):
    for path in sorted(Path(options.root, "test", "Dialect", "CudaTile").rglob("*.mlir")):
        if "invalid" in path.name or "Inputs" in path.parts:
            continue
        for number, text in enumerate(path.read_text().split("// -----"), 1):
            flags = ("--tile-ir-13.4",)
            if run([*flags, "-o", os.devnull], text)[0] == 0:
                yield f"{path.relative_to(options.root)}#{number}", text, "-", flags


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("source", choices=["examples", "spec", "corpus", "tests"])
    parser.add_argument("--shared")
    parser.add_argument("--root", required=True)
    options = parser.parse_args()
    total = passed = 0
    for name, text, path, flags in globals()[options.source](options):
        total += 1
        problem = problem_with(text, path, flags)
        passed += problem is None
        if problem:
            print(f"FAIL {name}: {problem}")
    print(f"{options.source}: {passed} of {total} converted")
    sys.exit(passed != total or not total)


if __name__ == "__main__":
    main()
