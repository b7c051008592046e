#!/usr/bin/env python3
# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Asks ptxas and the disassembler what becomes of our kernels' PTX.

Weights: how many instructions of the machine each kind of PTX instruction becomes, on
average over our own kernels, beside what the clock takes (slots of
lib/PTX/Emulator/Timing/InstructionClasses.def). Every PTX instruction gets a line of its
own in the line table, so that each machine instruction says where it comes from.

Order: whether copies, products, barriers and waits of the kernels keep the order that we
wrote them in.

  timing_weights.py [--tool TESSERA] [--target SM] [--nvdisasm FILE]

Needs ptxas and nvdisasm, which are on PyPI (nvidia-cuda-nvdisasm). Only kernels that we
compiled ourselves are disassembled.
"""

import argparse
import collections
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
CLASSES = ROOT / "lib" / "PTX" / "Emulator" / "Timing" / "InstructionClasses.def"
# What must keep its order: pairs of an expression for PTX and one for the machine.
ORDERED = [
    ("copy", r"cp\.async\.(cg|ca)|cp\.async\.bulk\.(tensor|shared|global)", r"LDGSTS|UTMALDG|UTMASTG|UBLKCP"),
    ("commit", r"cp\.async\.commit_group|cp\.async\.bulk\.commit_group", r"LDGDEPBAR|UTMACMDFLUSH"),
    ("product", r"wgmma\.mma_async|mma\.sync|tcgen05\.mma", r"HGMMA|IGMMA|QGMMA|HMMA|IMMA|QMMA|DMMA|UTC.MMA"),
    ("barrier", r"bar\.sync|barrier\.sync", r"BAR\.SYNC"),
]


def instruction(line):
    """The opcode with its modifiers, of a line of PTX; None for other lines."""
    found = re.match(r"\s*(?:@!?%\w+\s+)?([a-z][\w.:]*)(?=\s|;)", line)
    return found[1] if found and ";" in line and not line.strip().startswith(".") else None


def numbered(ptx):
    """The PTX with a .loc for every instruction, and its lines."""
    lines = [line for line in ptx.splitlines() if not re.match(r"\s*\.(loc|file)\b", line)]
    lines = lines[: next((i for i, line in enumerate(lines) if ".section" in line), len(lines))]
    text, first = [], True
    for number, line in enumerate(lines, start=1):
        if instruction(line):
            text.append(f".loc 1 {number} 0")
        text.append(line)
        if first and line.startswith(".address_size"):
            text.append('.file 1 "kernel.ptx"')
            first = False
    return "\n".join(text) + "\n", lines


def disassemble(options, folder, ptx):
    """(line, opcode) of each machine instruction, in order, for each function."""
    source, cubin = folder / "kernel.ptx", folder / "kernel.cubin"
    source.write_text(ptx)
    done = subprocess.run([options.ptxas, "-arch=" + options.target, "-lineinfo", source, "-o", cubin], capture_output=True,
                          text=True, check=False)
    if done.returncode != 0:
        return None
    text = subprocess.run([options.nvdisasm, "-g", "-c", cubin], capture_output=True, text=True, check=True).stdout
    code, line = [], 0
    for row in text.splitlines():
        if found := re.search(r'//## File ".*", line (\d+)', row):
            line = int(found[1])
        elif found := re.match(r"\s*/\*[0-9a-f]{4,}\*/\s+(?:@!?U?P\w+\s+)?([A-Z][A-Z0-9_.]*)", row):
            code.append((line, found[1]))
    return code


def slots():
    """What the clock takes: by opcode and words of modifiers, in the order of the table."""
    text = CLASSES.read_text()
    classes = {name: int(count) for name, count in re.findall(r"CLASS\((\w+), \w+, \w+, \w+, (\d+),", text)}
    return [(opcode, [word.split("|") for word in words.split()], classes[kind])
            for opcode, words, kind in re.findall(r'ROW\("(\w+)",\s*"([^"]*)",\s*(\w+)\)', text)]


def slots_of(table, name):
    opcode, *modifiers = name.split(".")
    for row, words, count in table:
        if row == opcode and all(any(word in modifiers for word in choice) for choice in words):
            return count
    return 1


def family(name):
    """Opcode and type: `add.s64`, `ld.global`, `cvt.f32`."""
    parts = name.split(".")
    if parts[0] in ("ld", "st", "cp", "wgmma", "bar", "barrier", "mbarrier", "tensormap", "fence", "mma", "shfl", "setmaxnreg"):
        return ".".join(parts[:3 if parts[0] in ("cp", "wgmma", "fence", "tensormap") else 2])
    kinds = [part for part in parts[1:] if re.fullmatch(r"(pred|[bsuf]|bf|tf)\d+(x2)?|wide|approx", part)]
    return ".".join([parts[0], *kinds[:2]])


def blocks(lines):
    """The number of each line's basic block."""
    number, numbers = 0, [0]
    for line in lines:
        number += bool(re.match(r"\s*[$\w]+:", line))
        numbers.append(number)
        number += bool(re.match(r"bra|ret|exit|call", instruction(line) or ""))
    return numbers


def order_of(lines, code):
    """How many neighbours among what must keep its order have changed places within
    their basic block: blocks themselves may be anywhere."""
    block = blocks(lines)
    wanted = {number: kind for number, line in enumerate(lines, start=1) if (name := instruction(line))
              for kind, ptx, _ in ORDERED if re.match(ptx, name)}
    found = []
    for line, opcode in code:
        if line in wanted and any(kind == wanted[line] and re.match(machine, opcode) for kind, _, machine in ORDERED):
            found.append(line)
    # An instruction that became several counts once, and unrolled copies in their order.
    kept = [line for i, line in enumerate(found) if i == 0 or found[i - 1] != line]
    changed = [(a, b) for a, b in zip(kept, kept[1:]) if b < a and block[a] == block[b] and wanted[a] != wanted[b]]
    return len(kept), changed, wanted


def kernels(options):
    for path in sorted((ROOT / "benchmarks" / "kernels").glob("*.mlir")) + sorted((ROOT / "examples").glob("*/kernel.mlir")):
        for strategy in options.strategies.split(","):
            done = subprocess.run([options.tool, "compile", path, "--target", options.target, "-o", "-",
                                   *(["--strategy", strategy] if strategy else [])], capture_output=True, text=True, check=False)
            if done.returncode == 0:
                yield (path.stem if path.stem != "kernel" else path.parent.name) + (" " + strategy if strategy else ""), done.stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--tool", default="build/dev/bin/tessera")
    parser.add_argument("--target", default="sm_90a")
    parser.add_argument("--ptxas", default=shutil.which("ptxas") or "/usr/local/cuda/bin/ptxas")
    parser.add_argument("--nvdisasm", default=shutil.which("nvdisasm"))
    parser.add_argument("--strategies", default=",wgmma-tma", help="'' is the compiler's own choice")
    options = parser.parse_args()
    if not options.nvdisasm or not pathlib.Path(options.ptxas).exists():
        sys.exit("expected ptxas and nvdisasm; pip install nvidia-cuda-nvdisasm")
    table = slots()
    counts, machine, taken = collections.Counter(), collections.Counter(), collections.Counter()
    whole = []
    print("| kernel | PTX instructions | machine instructions | slots of the clock | slots are off by | in order |\n"
          "|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as temporary:
        for name, ptx in kernels(options):
            text, lines = numbered(ptx)
            code = disassemble(options, pathlib.Path(temporary), text)
            if code is None:
                print(f"{name}: ptxas does not take it", file=sys.stderr)
                continue
            code = [(line, opcode) for line, opcode in code if opcode != "NOP"]
            made = collections.Counter(line for line, _ in code)
            total = expected = 0
            for number, line in enumerate(lines, start=1):
                if opcode := instruction(line):
                    counts[family(opcode)] += 1
                    machine[family(opcode)] += made[number]
                    taken[family(opcode)] += slots_of(table, opcode)
                    expected += slots_of(table, opcode)
                    total += 1
            kept, changed, wanted = order_of(lines, code)
            whole.append((len(code), expected))
            print(f"| {name} | {total} | {len(code)} | {expected} | {100 * (expected / len(code) - 1):+.0f} % | "
                  f"{kept - len(changed)} of {kept} |")
            for a, b in changed[:3]:
                print(f"  {name}: line {b} ({wanted[b]}) comes after line {a} ({wanted[a]})", file=sys.stderr)
    off = [abs(expected / count - 1) * 100 for count, expected in whole]
    print(f"\n{len(whole)} kernels: slots are off by {sum(off) / len(off):.0f} % on average, "
          f"{100 * (sum(e for _, e in whole) / sum(c for c, _ in whole) - 1):+.0f} % over all\n")
    print("| PTX | how often | machine instructions each | slots of the clock |\n|---|---|---|---|")
    for name, count in counts.most_common(45):
        print(f"| `{name}` | {count} | {machine[name] / count:.2f} | {taken[name] / count:.2f} |")


if __name__ == "__main__":
    main()
