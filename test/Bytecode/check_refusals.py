#!/usr/bin/env python3
"""Writes each feature of a table for every version.

usage: check_refusals.py FOLDER     (FOLDER/features.txt is the table)

Below the version that has the feature there is exactly one error, which names it, and
no output file. From that version on the text comes back from the bytes: assembling the
disassembly again gives the same bytes.
"""

import subprocess
import sys
from pathlib import Path

VERSIONS = ["13.1", "13.2", "13.3", "13.4"]
TYPES = """!V = !cuda_tile.tensor_view<8x8xf32, strides=[8,1]>
!W = !cuda_tile.partition_view<tile=(4x4), !V>
"""
FUNCTION = """cuda_tile.module @kernels {
  entry @k(%x: tile<f32>, %i: tile<i32>, %p: tile<ptr<f32>>, %l: tile<i64>) {
    %b = constant <i8: 3> : tile<8xi8>
    %y = constant <f32: 3.0> : tile<4x4xf32>
    %v = make_tensor_view %p, shape = [8, 8], strides = [8, 1] : tensor_view<8x8xf32, strides=[8,1]>
    %w = make_partition_view %v : !W
    BODY
    return
  }
}
"""
failures = []


def tessera(*arguments):
    return subprocess.run(["tessera", *map(str, arguments)], capture_output=True, text=True, timeout=60)


def check(folder, number, since, error, text):
    error, _, other = error.partition(" / ")
    source = folder / f"{number}.mlir"
    source.write_text(text)
    newest = folder / f"{number}.newest"
    if since == "13.4":
        # Text is judged by the rules of the target, and 13.4 has wider ones: what an
        # older writer makes of such a program is seen on its 13.4 bytes.
        result = tessera("asm", source, "-o", newest, "--version", since)
        if result.returncode != 0:
            failures.append(f"{error}: not written for 13.4: {result.stderr.strip()}")
            return
    for version in VERSIONS:
        out, back, again = (folder / f"{number}.{version}.{kind}" for kind in ("bc", "mlir", "again"))
        origin = newest if since == "13.4" else source
        result = tessera("asm", origin, "-o", out, "--version", version)
        if version < since:
            errors = [line for line in result.stderr.splitlines() if "error:" in line]
            wanted = f"{error} needs bytecode {since}, got {version}"
            if other.startswith(version):  # what it is made of is too new as well
                wanted = other.removeprefix(version).strip()
            if result.returncode != 1 or len(errors) != 1 or not errors[0].endswith(wanted):
                failures.append(f"{version}: expected '{wanted}', got {result.stderr.strip()}")
            if out.exists():
                failures.append(f"{version}: {error}: an output file is left")
        elif result.returncode != 0:
            failures.append(f"{version}: {error}: refused: {result.stderr.strip()}")
        elif tessera("disasm", out, "-o", back).returncode != 0 \
                or tessera("asm", back, "-o", again, "--version", version).returncode != 0 \
                or out.read_bytes() != again.read_bytes():
            failures.append(f"{version}: {error}: not read back")


def main():
    folder = Path(sys.argv[1])
    count = 0
    for line in (folder / "features.txt").read_text().splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        since, error, body = line.split(" | ")
        if body.startswith("MODULE "):
            text = "cuda_tile.module @kernels {\n" + body.removeprefix("MODULE ") + "\n}\n"
        else:
            text = TYPES + FUNCTION.replace("BODY", body.replace(";", "\n    "))
        check(folder, count, since, error, text)
        count += 1
    for failure in failures:
        print("FAIL", failure)
    print(f"{count} features refused below their version and read back from it")
    print(f"{len(failures)} failures")
    return 1 if failures or not count else 0


if __name__ == "__main__":
    sys.exit(main())
