#!/usr/bin/python3
# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the GPU road makes of whole kernels: assembled by ptxas, and counted.

  gpu_kernels.py assemble TESSERA [--targets A,B] [--filter TEXT] [--corpus DIR]
      Every entry of examples/, benchmarks/kernels/, test/Interpreter/ and (with
      --corpus) the cuTile corpus, compiled and assembled for every target: a
      table on standard output. Exit status 1 when something fails.
  gpu_kernels.py count TESSERA [--check FILE] [--update FILE] [--filter TEXT]
      Barriers, layout conversions through shared memory, shared bytes and
      instructions of the kernels of examples/ and benchmarks/kernels/, with
      registers and spilled bytes where there is a ptxas. --check fails when a
      number is larger than in FILE; --update writes FILE.

An instruction is a line of PTX that ends with a semicolon and is no directive. A
barrier is a bar.sync, bar.warp.sync or barrier of any kind.
"""
import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# The 13 of "kernel x target": every architecture that Tile IR's hints name and
# ptxas 13.0 knows, with the suffix whose instructions we use, and both where there
# are two kinds of one.
ASSEMBLED = ("sm_80,sm_86,sm_87,sm_88,sm_89,sm_90,sm_90a,sm_100a,sm_103a,sm_110a,sm_120,"
             "sm_120a,sm_121a").split(",")
COUNTED = "sm_80,sm_90a,sm_100a,sm_120a".split(",")
COLUMNS = ["barriers", "conversions", "shared", "instructions", "registers", "spilled"]


def find_ptxas():
    """As the compiler does: PATH, then CUDA_HOME, then the usual place."""
    home = Path(os.environ.get("CUDA_HOME", "/usr/local/cuda"))
    found = shutil.which("ptxas") or str(home / "bin" / "ptxas")
    return found if Path(found).exists() else None


def kernels(corpus):
    for path in sorted((ROOT / "examples").glob("*/kernel.mlir")):
        yield f"examples/{path.parent.name}", path
    for folder in ("benchmarks/kernels", "test/Interpreter"):
        for path in sorted((ROOT / folder).glob("*.mlir")):
            yield f"{folder}/{path.stem}", path
    if corpus:
        for path in sorted(corpus.glob("*.tileirbc")):
            yield f"cutile/{path.name[:-len('.tileirbc')]}", path


def run(arguments, cwd=None):
    return subprocess.run(arguments, capture_output=True, text=True, errors="replace",
                          timeout=600, check=False, cwd=cwd)


def first_error(text):
    for line in text.splitlines():
        if "error" in line or "fatal" in line:
            return line.split("error: ", 1)[-1].strip()
    return text.strip()[:200] or "no reason given"


def assemble(ptxas, ptx, target):
    """({entry: (registers, spilled bytes)}, error)."""
    result = run([ptxas, "-arch", target, "-v", str(ptx), "-o", "/dev/null"])
    if result.returncode != 0:
        return {}, first_error(result.stdout + result.stderr)
    figures, entry = {}, None
    for line in result.stderr.splitlines():
        if found := re.search(r"Compiling entry function '(\S+)'", line):
            entry = found.group(1)
        if found := re.search(r"(\d+) bytes spill stores, (\d+) bytes spill loads", line):
            spills = int(found.group(1)) + int(found.group(2))
            figures[entry] = (0, figures.get(entry, (0, 0))[1] + spills)
        if found := re.search(r"Used (\d+) registers", line):
            figures[entry] = (int(found.group(1)), figures.get(entry, (0, 0))[1])
    return figures, None


def entries_of(ptx):
    """{entry: its text}; functions that are no entries are left out."""
    parts = re.split(r"^\.visible \.entry ([\w$]+)\(", ptx, flags=re.MULTILINE)
    return {name: text.split("\n}\n", 1)[0] for name, text in zip(parts[1::2], parts[2::2])}


def count(text):
    lines = [line.strip() for line in text.split("{", 1)[-1].splitlines()]
    code = [line for line in lines
            if line.endswith(";") and not line.startswith((".", "//", "}"))]
    code = [re.sub(r"^@!?%\w+\s+", "", line) for line in code]
    barriers = [line for line in code if re.match(r"(bar|barrier)\.", line)]
    return len(barriers), len(code)


def shared_of(tileas):
    """{entry: (conversions that need shared memory, bytes of it)}."""
    result = {}
    for part in re.split(r"(?=nv_tileaa\.func )", tileas)[1:]:
        name = re.search(r"@\"?([\w$]+)", part).group(1)
        size = re.search(r"nv_tileas\.shared_bytes = (\d+)", part.split("\n", 1)[0])
        # Storage of an exchange has an image; stages of a pipeline have none.
        result[name] = (sum("alloc_tensor" in line and "smem, #" in line
                            for line in part.splitlines()), int(size.group(1)) if size else 0)
    return result


def compile_kernel(tessera, path, target, emit, out):
    result = run([tessera, "compile", str(path), "--target", target, "--emit", emit, "-o", str(out)])
    return None if result.returncode == 0 else first_error(result.stderr)


def assemble_command(options):
    ptxas = find_ptxas()
    if not ptxas:
        sys.exit("gpu_kernels: there is no ptxas")
    targets = options.targets.split(",") if options.targets else ASSEMBLED
    failures, spilling, cells, total, rows = [], [], 0, 0, []
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(options.jobs) as pool:
        journal = {}
        if options.journal and options.journal.exists():
            for line in options.journal.read_text().splitlines():
                name, target, figures, problem = json.loads(line)
                journal[name, target] = figures, problem

        def cell(job):
            _, name, _, target = job
            if (name, target) not in journal:
                journal[name, target] = run_cell(job)
                if options.journal:
                    with options.journal.open("a") as file:
                        file.write(json.dumps([name, target, *journal[name, target]]) + "\n")
            return name, target, *journal[name, target]

        def run_cell(job):
            number, name, path, target = job
            ptx = Path(folder) / f"{number}.{target}.ptx"
            problem = compile_kernel(options.tessera, path, target, "ptx", ptx)
            if problem:
                return {}, "not compiled: " + problem
            figures, problem = assemble(ptxas, ptx, target)
            ptx.unlink()
            return figures, problem and "not assembled: " + problem
        jobs = [(number, name, path, target)
                for number, (name, path) in enumerate(kernels(options.corpus))
                if options.filter in name for target in targets]
        table = {}
        for name, target, figures, problem in pool.map(cell, jobs):
            cells += 1
            if problem:
                failures.append(f"{name} for {target}: {problem}")
                table.setdefault(name, {})[target] = "**no**"
                continue
            total += len(figures)
            spilled = {entry: spills for entry, (_, spills) in figures.items() if spills}
            spilling += [(name, entry, target) for entry in spilled]
            most = max((registers for registers, _ in figures.values()), default=0)
            table.setdefault(name, {})[target] = (
                f"{most}" + (f" ({sum(spilled.values())})" if spilled else ""))
        for name, row in table.items():
            rows.append(f"| {name} | " + " | ".join(row[target] for target in targets) + " |")
    version = re.search(r"V([\d.]+)", run([ptxas, "--version"]).stdout).group(1)
    print("<!-- Written by utils/gpu_kernels.py assemble; do not edit. -->\n")
    print("# Kernels assembled by ptxas\n")
    print(f"ptxas {version}. A cell holds the registers of the file's hungriest entry and, in "
          "parentheses, the\nbytes of spill stores and loads of all its entries.\n")
    print("| kernel | " + " | ".join(target[3:] for target in targets) + " |")
    print("|---|" + "--:|" * len(targets))
    print("\n".join(rows))
    print(f"\n{len(rows)} files x {len(targets)} targets: {cells - len(failures)} of {cells} "
          f"assembled, {total} entries, {len(spilling)} of them with spills.")
    for failure in failures:
        print(f"\n- {failure}")
    return 1 if failures else 0


def measure(options):
    """{"kernel entry target": {column: number or None}}."""
    ptxas, result = find_ptxas(), {}
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(options.jobs) as pool:
        def row(job):
            number, name, path, target = job
            ptx = Path(folder) / f"{number}.{target}.ptx"
            tileas = Path(folder) / f"{number}.{target}.mlir"
            for emit, out in (("ptx", ptx), ("tileas", tileas)):
                if problem := compile_kernel(options.tessera, path, target, emit, out):
                    sys.exit(f"gpu_kernels: {name} for {target}: {problem}")
            shared = shared_of(tileas.read_text())
            figures, problem = assemble(ptxas, ptx, target) if ptxas else ({}, None)
            if problem:
                sys.exit(f"gpu_kernels: {name} for {target}: {problem}")
            rows = {}
            for entry, text in entries_of(ptx.read_text()).items():
                barriers, instructions = count(text)
                registers, spilled = figures.get(entry, (None, None))
                rows[f"{name} {entry} {target}"] = dict(zip(COLUMNS, (
                    barriers, *shared[entry], instructions, registers, spilled)))
            return rows
        jobs = [(number, name, path, target)
                for number, (name, path) in enumerate(kernels(None))
                if options.filter in name and not name.startswith("test/") for target in COUNTED]
        for rows in pool.map(row, jobs):
            result.update(rows)
    return result


def read_ratchet(path):
    known = {}
    for line in path.read_text().splitlines():
        if line and not line.startswith("#"):
            *key, rest = line.split(" ", 3)
            known[" ".join(key)] = dict(zip(COLUMNS, (
                None if word == "-" else int(word) for word in rest.split())))
    return known


def ratchet_text(found):
    lines = [
        "# What the kernels cost: kernel, entry, target, then " + ", ".join(COLUMNS) + ".",
        "# Written by `utils/gpu_kernels.py count TESSERA --update`; no number may grow without",
        "# a reason in the commit that updates it. The last two are ptxas 13.0's.",
    ]
    for key, row in found.items():
        lines.append(key + " " + " ".join(
            "-" if row[column] is None else str(row[column]) for column in COLUMNS))
    return "\n".join(lines) + "\n"


def count_command(options):
    found = measure(options)
    if options.update:
        options.update.write_text(ratchet_text(found))
        return 0
    if not options.check:
        print(ratchet_text(found), end="")
        return 0
    known = {key: row for key, row in read_ratchet(options.check).items()
             if options.filter in key}
    worse, better = [], []
    for key in known.keys() | found.keys():
        if key not in known or key not in found:
            worse.append(f"{key}: " + ("not in the file" if key in found else "gone"))
            continue
        for column in COLUMNS:
            before, now = known[key][column], found[key][column]
            if before is None or now is None or before == now:
                continue
            (worse if now > before else better).append(f"{key}: {column} {before} -> {now}")
    for title, lines in (("worse", worse), ("better", better)):
        for line in sorted(lines):
            print(f"{title}: {line}")
    if worse or better:
        print(f"to accept: utils/gpu_kernels.py count TESSERA --update {options.check}")
    print(f"{len(found)} entries, {len(worse)} worse, {len(better)} better")
    return 1 if worse else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=["assemble", "count"])
    parser.add_argument("tessera")
    parser.add_argument("--targets", default="")
    parser.add_argument("--filter", default="")
    parser.add_argument("--corpus", type=Path)
    parser.add_argument("--journal", type=Path, help="keep what is done, and do not repeat it")
    parser.add_argument("--check", type=Path)
    parser.add_argument("--update", type=Path)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    return assemble_command(options) if options.command == "assemble" else count_command(options)


if __name__ == "__main__":
    sys.exit(main())
