#!/usr/bin/python3
# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every remark about every example, on GPUs and the CPU, is told in the words of the language.

A remark has the user's line, its category, and no name of a lower level: no op, no type, no
dialect. Of the remarks that say what was not possible, most say what to write.
"""
import concurrent.futures
import re
import subprocess
import sys
from pathlib import Path

INTERNAL = re.compile(
    r"nv_tile\w*|\btiled_\w+|\bgather_load\b|\bscatter_store\b|\bconvert_layout\b|\baddptr\b|\bsplat\b"
    r"|\bmake_range\b|\bfp_to_fp\b|\btessera_rt\w*|\bvector<|\btensor<|\bmemref\b"
    r"|\b(vector|scf|arith|math|llvm|nvvm|func)\.\w+|\bdot became\b|\] (load|store) became\b")
FORM = re.compile(r"^\S+:\d+:\d+: remark: \[[a-z]+\] \S.*$")
TARGETS = ("sm_80", "sm_90a", "sm_100a", "cpu:x86-64-v4")
# What somebody could have written otherwise.
ADVICE = re.compile(r"\bwrite\b|\bmake it\b|\bcompute them\b|\bleave\b|\buse fewer\b|\bload what\b|\bstore that\b"
                    r"|`inbounds`|gives vectors|one is enough")


def remarks(job):
    kernel, target = job
    made = subprocess.run(["tessera", "compile", kernel, "--target", target, "--remarks", "-o", "/dev/null"],
                          capture_output=True, text=True, timeout=300)
    return [line for line in made.stderr.splitlines() if ": remark: " in line]


def main():
    kernels = sorted(str(path) for path in Path(sys.argv[1]).glob("*/kernel.mlir"))
    jobs = [(kernel, target) for kernel in kernels for target in TARGETS]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        lines = sorted({line for found in pool.map(remarks, jobs) for line in found})
    wrong = [line for line in lines if INTERNAL.search(line) or not FORM.match(line)]
    for line in wrong:
        print("not in the words of the language:", line)
    advised = {re.sub(r"\d+", "N", line.split("] ", 1)[1]) for line in lines if ADVICE.search(line)}
    print(f"{len(lines)} remarks about {len(kernels)} kernels, {len(wrong)} with other words")
    print("with advice:", "enough" if len(advised) >= 25 else f"only {len(advised)}: {sorted(advised)}")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
