# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Plants mistakes in CUDA C++ and looks whether the PTX emulator finds each of them.

  run.py --tessera FILE [--nvcc FILE] [--targets 80,90a,100a,120a] [--schedules N]
         [--filter REGEX] [--every N] [--table FILE]

Each kernel of the .cu files beside this file is compiled by nvcc with F = 0, which is right,
and with each of its mistakes. Every mistake must be found in each of N schedules, as one of the
kinds that its comment names, and the kernel without a mistake must pass them all. --every N takes
every Nth mistake. --table writes what was found as Markdown. Exit status 1 if anything is not as
it should be.
"""

import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

FOLDER = pathlib.Path(__file__).resolve().parent
# Which files a target has the instructions for.
SOURCES = {
    "80": ["common.cu"],
    "90a": ["common.cu", "cluster.cu", "wgmma.cu"],
    "100a": ["common.cu", "cluster.cu", "tcgen05.cu"],
    "120a": ["common.cu", "cluster.cu"],
}
LAUNCH = re.compile(r"^//@ (\w+) (.*)$")
FAULT = re.compile(r"^//! (\d+) ([\w|-]+): (.*)$")
FINDING = re.compile(r":\d+(?::\d+)?: ([\w-]+): ")
# What a run may take: mistakes include loops without an end.
LIMIT = "400000"


class Kernel:
    def __init__(self, name, arguments):
        self.name, self.arguments = name, arguments.split()
        self.faults = []  # (number, kinds, text)


def read_kernels(path):
    kernels = []
    for line in path.read_text().splitlines():
        if launch := LAUNCH.match(line):
            kernels.append(Kernel(*launch.groups()))
        elif fault := FAULT.match(line):
            number, kinds, text = fault.groups()
            kernels[-1].faults.append((int(number), kinds.split("|"), text))
    return kernels


def compile_file(path, kernels, target, folder, options):
    """The PTX with every kernel without and with its mistakes."""
    source, ptx = folder / f"{path.stem}.cu", folder / f"{path.stem}-{target}.ptx"
    text = f'#include "{path}"\n'
    for kernel in kernels:
        uses = ", ".join(f"(void *){kernel.name}<{number}>" for number in [0] + [f[0] for f in kernel.faults])
        text += f"void *use_{kernel.name}[] = {{{uses}}};\n"
    source.write_text(text)
    command = [options.nvcc, "-ptx", "-lineinfo", "-w", "-std=c++17", f"-arch=sm_{target}", str(source), "-o", str(ptx)]
    subprocess.run(command, check=True)
    entries = re.findall(r"\.entry (\w+)", ptx.read_text())
    return ptx, entries


def emulate(kernel, number, ptx, entries, seed, schedules, options):
    wanted = re.compile(rf"^_Z\d+{kernel.name}ILi{number}E")
    [entry] = [name for name in entries if wanted.match(name)]
    command = [options.tessera, "emulate", str(ptx), "--entry", entry, "--limit", LIMIT]
    command += ["--seed", str(seed), "--schedules", str(schedules)] + kernel.arguments
    return subprocess.run(command, capture_output=True, text=True, timeout=600)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tessera", required=True)
    parser.add_argument("--nvcc", default="nvcc")
    parser.add_argument("--targets", default=",".join(SOURCES))
    parser.add_argument("--schedules", type=int, default=20)
    parser.add_argument("--filter", default="")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--table")
    options = parser.parse_args()
    results, bad, counter = {}, 0, 0  # results: (kernel, number) -> {target: text}
    totals = {}
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for target in options.targets.split(","):
            found_all = planted = twins = 0
            for source in SOURCES[target]:
                kernels = read_kernels(FOLDER / source)
                ptx, entries = compile_file(FOLDER / source, kernels, target, folder, options)
                for kernel in kernels:
                    if not re.search(options.filter, kernel.name):
                        continue
                    taken = []
                    for fault in kernel.faults:
                        counter += 1
                        if counter % options.every == 0:
                            taken.append(fault)
                    if not taken:
                        continue
                    run = emulate(kernel, 0, ptx, entries, 0, options.schedules, options)
                    twins += 1
                    if run.returncode != 0:
                        bad += 1
                        print(f"sm_{target} {kernel.name}: a finding without a mistake\n{run.stderr}")
                    for number, kinds, text in taken:
                        planted += 1
                        seen, times, last = set(), 0, ""
                        for seed in range(options.schedules):
                            run = emulate(kernel, number, ptx, entries, seed, 1, options)
                            here = set(FINDING.findall(run.stderr))
                            seen |= here
                            last = run.stderr
                            times += bool(here & set(kinds)) and run.returncode == 1
                            if times <= seed:
                                print(f"sm_{target} {kernel.name} {number} ({text}), seed {seed}: not found\n{run.stderr}")
                                break
                        found_all += times == options.schedules
                        bad += times != options.schedules
                        kinds_seen = ", ".join(sorted(seen))
                        results.setdefault((source, kernel.name, number, text), {})[target] = kinds_seen
            totals[target] = (planted, found_all, twins)
            print(f"sm_{target}: {found_all} of {planted} mistakes found in each of {options.schedules} schedules, {twins} kernels without a mistake", flush=True)
    if options.table:
        lines = ["| kernel | mistake | " + " | ".join(f"sm_{t}" for t in totals) + " |"]
        lines.append("|---|---|" + "---|" * len(totals))
        for (source, kernel, number, text), by_target in results.items():
            cells = " | ".join(by_target.get(t, "") for t in totals)
            lines.append(f"| `{kernel}` {number} | {text} | {cells} |")
        pathlib.Path(options.table).write_text("\n".join(lines) + "\n")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
