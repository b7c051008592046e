# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Instructions of PTX for each line of Tile IR, over the cuTile corpus.

usage: gpu_code_size.py TESSERA CORPUS FOLDER TARGET MOST
Fails when a kernel has more than MOST.
"""
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

tessera, corpus, folder, target, most = sys.argv[1:]


def ratio(path):
    ptx = Path(folder) / f"{path.stem}.{target}.ptx"
    subprocess.run([tessera, "compile", path, "--target", target, "-o", ptx], check=True)
    lines = [line.strip() for line in path.read_text().splitlines()]
    source = [line for line in lines if line and not line.startswith("//")]
    code = [line.strip() for line in ptx.read_text().splitlines()]
    code = [line for line in code if line.endswith(";") and not line.startswith((".", "//", "}"))]
    return len(code) / len(source), path.stem


with ThreadPoolExecutor(2) as pool:
    ratios = sorted(pool.map(ratio, sorted(Path(corpus).glob("*.mlir"))))
largest, name = ratios[-1]
print(f"{len(ratios)} kernels on {target}, at most {largest:.1f}: {name}")
sys.exit(largest > float(most))
