#!/usr/bin/python3
# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How much a warm shared cache saves: compiles every kernel of a corpus without a cache,
then with a shared place that knows nothing, then on a machine that is new to one that knows
everything.

  cache_corpus.py --corpus DIR --place redis://127.0.0.1:6379 [--target sm_90a] [--repeat 5]

Needs the Python package (docs/python.md). Times are of tessera.compile() in one process; the
fastest of --repeat runs over the corpus counts.
"""

import argparse
import os
import tempfile
import time

import tessera


def read(folder):
    files = []
    for name in sorted(os.listdir(folder)):
        if name.endswith(".tileirbc"):
            with open(os.path.join(folder, name), "rb") as file:
                files.append((name, file.read()))
    return files


def compile_all(files, target, cache):
    """(seconds, files that compile, their code)."""
    codes = []
    start = time.perf_counter()
    for name, data in files:
        try:
            module = tessera.compile(data, target, name=name, cache=cache, link=False)
            codes.append(module.ptx or module.object)
        except tessera.CompileError:
            codes.append(None)
    return time.perf_counter() - start, codes


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpus", required=True)
    parser.add_argument("--place", required=True)
    parser.add_argument("--target", default="sm_90a")
    parser.add_argument("--repeat", type=int, default=5)
    options = parser.parse_args()
    files = read(options.corpus)
    # What does not compile is compiled each time: it is left out of all three.
    _, codes = compile_all(files, options.target, None)
    files = [file for file, code in zip(files, codes) if code is not None]
    expected = [code for code in codes if code is not None]
    print(f"{len(files)} of {len(codes)} files compile for {options.target}")
    best = {}
    for turn in range(options.repeat):
        with tempfile.TemporaryDirectory() as folder:
            for label, cache in (
                ("without a cache", None),
                ("shared place, cold" if turn == 0 else "", f"{folder}/a,remote={options.place}"),
                ("shared place, warm", f"{folder}/b,remote={options.place}"),
                ("the same machine again", f"{folder}/b,remote={options.place}"),
            ):
                seconds, found = compile_all(files, options.target, cache)
                if found != expected:
                    raise SystemExit(f"{label}: other code than without a cache")
                if label:
                    best[label] = min(seconds, best.get(label, seconds))
    cold = best["without a cache"]
    for label, seconds in best.items():
        print(f"{label:24} {seconds * 1e3:9.1f} ms  {cold / seconds:6.1f} times as fast")


if __name__ == "__main__":
    main()
