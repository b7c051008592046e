#!/usr/bin/python3
# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Shows whether a change of the compiler changes the code that it generates.

  codegen_digest.py write TESSERA FILE [--targets A,B] [--filter REGEX] [--corpus DIR]
      Compiles every kernel of examples/, benchmarks/kernels/, test/Interpreter/ and
      (with --corpus) a folder of bytecode files for every target, to assembly for
      CPUs and to PTX for GPUs, and writes one line per file to FILE: target, kernel,
      digest. A kernel that is refused has the digest of its diagnostics.
  codegen_digest.py compare BEFORE AFTER
      Lists the lines in which two such files differ. Exit status 1 when there are any.

Run `write` with the tool built before a change and again with the one built after it;
a change that only moves code must compare equal. The targets are named processors, so
that the result does not depend on the machine.
"""
import argparse
import hashlib
import re
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from gpu_kernels import ROOT, kernels, run

TARGETS = "cpu:x86-64-v3,cpu:x86-64-v4,sm_80,sm_90a,sm_100a,sm_120a"


def digest(tessera, target, path):
    """The digest of the code, or `refused` and the digest of what was said instead."""
    emit = "asm" if target.startswith("cpu") else "ptx"
    # Relative paths: code and diagnostics name the file.
    name = path.relative_to(ROOT) if path.is_relative_to(ROOT) else path
    result = run([str(Path(tessera).resolve()), "compile", str(name), "--target", target,
                  "--emit", emit, "-o", "-"], cwd=ROOT)
    text, mark = (result.stdout, "") if result.returncode == 0 else (result.stderr, "refused ")
    return mark + hashlib.sha256(text.encode()).hexdigest()[:32]


def write(options):
    pattern = re.compile(options.filter)
    jobs = [(target, name, path)
            for name, path in kernels(options.corpus) if pattern.search(name)
            for target in options.targets.split(",")]
    if not jobs:
        print(f"codegen_digest: no kernel matches {options.filter}")
        return 1
    with ThreadPoolExecutor(options.jobs) as pool:
        digests = pool.map(lambda job: digest(options.tessera, job[0], job[2]), jobs)
        lines = [f"{target} {name} {value}\n" for (target, name, _), value in zip(jobs, digests)]
    options.file.write_text("".join(sorted(lines)), encoding="utf-8")
    refused = sum(" refused " in line for line in lines)
    print(f"codegen_digest: {len(lines)} compilations, {refused} of them refused")
    return 0


def read(path):
    """{(target, kernel): digest} of a file that `write` made."""
    lines = (line.split(" ", 2) for line in path.read_text(encoding="utf-8").splitlines())
    return {(target, name): value for target, name, value in lines}


def compare(options):
    before, after = read(options.before), read(options.after)
    different = 0
    for key in sorted(before.keys() | after.keys()):
        if before.get(key) != after.get(key):
            print(*key, before.get(key, "(absent)"), "->", after.get(key, "(absent)"))
            different += 1
    print(f"codegen_digest: {different} of {len(before | after)} compilations differ")
    return 1 if different or not before else 0


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(required=True)
    writer = commands.add_parser("write")
    writer.add_argument("tessera")
    writer.add_argument("file", type=Path)
    writer.add_argument("--targets", default=TARGETS)
    writer.add_argument("--filter", default="", help="only kernels in whose name this is found")
    writer.add_argument("--corpus", type=Path)
    writer.add_argument("--jobs", "-j", type=int, default=2)
    writer.set_defaults(run=write)
    comparer = commands.add_parser("compare")
    comparer.add_argument("before", type=Path)
    comparer.add_argument("after", type=Path)
    comparer.set_defaults(run=compare)
    options = parser.parse_args(arguments)
    return options.run(options)


if __name__ == "__main__":
    sys.exit(main())
