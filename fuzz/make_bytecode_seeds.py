#!/usr/bin/env python3
# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes seed containers for the bytecode fuzzers: our own texts.

  fuzz/make_bytecode_seeds.py [--tessera build/dev/bin/tessera] [--output FOLDER]

Sources are the examples, in every version, and the dialect tests, in one. What a version cannot hold is left
out. The files of ../shared/corpus are added by utils/run_fuzzers.py when they are
there; none of them is kept in the repository.
"""

import argparse
import hashlib
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VERSIONS = ("13.1", "13.2", "13.3", "13.4")


def texts():
    """Pairs of a text and whether it is an example."""
    for path in sorted(ROOT.glob("examples/*/*.mlir")):
        yield path.read_text(), True
    for path in sorted(ROOT.glob("test/Dialect/CudaTile/**/*.mlir")):
        for text in path.read_text().split("// -----"):
            yield text, False


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tessera", default=ROOT / "build" / "dev" / "bin" / "tessera")
    parser.add_argument("--output", type=Path, default=ROOT / "build" / "fuzz" / "seeds" / "Bytecode")
    arguments = parser.parse_args()
    arguments.output.mkdir(parents=True, exist_ok=True)
    count = 0
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder) / "in.mlir", Path(folder) / "out.tileirbc"
        for text, is_example in texts():
            source.write_text(text)
            for version in VERSIONS if is_example else VERSIONS[-2:-1]:
                command = [arguments.tessera, "asm", source, "-o", target, "--version", version]
                if subprocess.run(command, capture_output=True).returncode != 0:
                    continue
                seed = target.read_bytes()
                (arguments.output / hashlib.sha1(seed).hexdigest()).write_bytes(seed)
                count += 1
    print(f"{count} seeds in {arguments.output}")
    return 0 if count else 1


if __name__ == "__main__":
    sys.exit(main())
