# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles every MLIR probe of a folder for some targets, and prints how many were
compiled and how many refused. Anything else, such as the end of the process, is printed
by name. The target `own` is the one that the probe's PTX names; who is refused for that
is printed with the reason.

    refuse_probes.py FOLDER TARGET...
"""

import collections
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

folder, targets = Path(sys.argv[1]), sys.argv[2:]


def own_target(path):
    """Of the PTX beside the probe; older targets than ours become the oldest one."""
    name = re.search(r"\.target (\w+)", path.with_suffix(".ptx").read_text())[1]
    return {"sm_75": "sm_80", "sm_101a": "sm_110a"}.get(name, name)


def compile_probe(path, wanted):
    target = own_target(path) if wanted == "own" else wanted
    command = ["tessera", "compile", "--from", "nvvm", "--target", target, str(path)]
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode == 0:
        return "compiled"
    if result.returncode == 1 and (found := re.search("error: (.*)", result.stderr)):
        return "refused" if wanted != "own" else f"\n{path.name} refused: {found[1]}"
    return f"FAILED {path.name} ({result.returncode})"


probes = [path for path in sorted(folder.glob("*.mlir")) if path.with_suffix(".ptx").exists()]
for target in targets:
    with ThreadPoolExecutor(2) as pool:
        results = collections.Counter(pool.map(lambda path: compile_probe(path, target), probes))
    print(target, ", ".join(f"{count} {what}" for what, count in sorted(results.items(), reverse=True)))
