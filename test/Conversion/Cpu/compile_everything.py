#!/usr/bin/env python3
# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles every program at hand to an object file for the CPU.

  compile_everything.py SOURCE --root FOLDER [--shared FOLDER] [-- OPTIONS]

The sources are those of CudaTileToTileAA/Inputs/convert_everything.py and
`bytecode`, the files of shared/corpus/bytecode. A program went through when
`tessera compile` wrote an object with a symbol for every entry. Programs without
an entry have nothing to compile: they are counted on their own. OPTIONS are
passed on to `tessera compile`.
"""

import argparse
import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "CudaTileToTileAA" / "Inputs"))

import convert_everything


def bytecode(options):
    for path in sorted(Path(options.shared, "corpus", "bytecode").glob("*.tileirbc")):
        yield path.name, None, path, ()


def execute(*command):
    return subprocess.run([str(part) for part in command], capture_output=True, text=True,
                          errors="replace", timeout=300)


def entries_of(kernel):
    """The names of a program's entries; None after an error."""
    listed = execute("tessera", "run", "--list-entries", kernel)
    if listed.returncode and "no entry" not in listed.stderr:
        return None, listed.stderr
    return re.findall(r"^([\w$.]+)\(", listed.stdout, re.MULTILINE), ""


def problem_with(kernel, out, entries, flags):
    compiled = execute("tessera", "compile", kernel, "-o", out, *flags)
    # A global that is to be aligned to 4 GiB.
    if Path(kernel).name.startswith("wide_values"):
        refused = "expected an alignment of at most 4096 bytes" in compiled.stderr
        return None if refused else "not refused: " + compiled.stderr.strip()[:400]
    if compiled.returncode:
        return "not compiled: " + compiled.stderr.strip()[:400]
    symbols = execute("llvm-nm-22", "--defined-only", "--format=just-symbols", out).stdout.split()
    # Characters that C names lack are replaced: compare the rest.
    plain = lambda name: re.sub(r"\W", "_", name)
    missing = {plain(name) for name in entries} - {plain(name) for name in symbols}
    return f"no symbol for {sorted(missing)}" if missing else None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("source", choices=["examples", "spec", "corpus", "tests", "bytecode"])
    parser.add_argument("--shared")
    parser.add_argument("--root", required=True)
    words = sys.argv[1:]
    own = words.index("--") if "--" in words else len(words)
    options = parser.parse_args(words[:own])
    options.flags = words[own + 1:]
    source = bytecode if options.source == "bytecode" else getattr(convert_everything, options.source)
    compiled = empty = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder, "kernels.o")
        for name, text, path, _ in source(options):
            if text is not None:
                path = Path(folder, "program.mlir")
                path.write_text(text)
            entries, problem = entries_of(path)
            if entries == []:
                empty += 1
                continue
            if entries:
                problem = problem_with(path, out, entries, options.flags)
            failed += bool(problem)
            compiled += not problem
            if problem:
                print(f"FAIL {name}: {problem}")
    print(f"{options.source}: {compiled} compiled, {empty} without an entry, {failed} failed")
    return 1 if failed or not compiled else 0


if __name__ == "__main__":
    sys.exit(main())
