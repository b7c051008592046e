#!/usr/bin/python3
# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Takes each synchronising instruction out of kernels that the compiler makes, one at a
time, or changes a field of a descriptor, and says which of these faults the PTX emulator
does not find.

  utils/plant_faults.py [--tool TESSERA] [--filter TEXT] [--kinds REGEX] [--schedules N] [--jobs N]

A fault is planted where the kernel's launches come by. It is found if a launch of the
faulty kernel has a finding, does not end, or gives another result, in one of N
schedules. Prints a row for each kernel, and each fault that was not found.
benchmarks/results/planted-faults-2026-11.md says what these are.
"""

import argparse
import collections
import concurrent.futures
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
KERNELS = ROOT / "benchmarks/kernels"
INPUTS = ROOT / "test/Conversion/TileASToNVVM/Inputs"
SHARED = {"sm_80": 166912, "sm_90a": 232448, "sm_100a": 232448, "sm_120a": 101376}
INSTRUCTIONS = 4000000  # of warps, after which a launch does not end


def product(m, n, k, kind="bf16", result="f32", grid="2,2"):
    return grid, [f"rand({m}x{k},{kind},1)", f"rand({k}x{n},{kind},2)", f"zeros({m}x{n},{result})", f"i32:{m}", f"i32:{n}",
                  f"i32:{k}"]


def scaled(m, n, blocks):
    depth = 32 * blocks
    return "2,2", [f"rand({m}x{depth},f8E4M3FN,1)", f"rand({m}x{blocks},f8E8M0FNU,2,0.25,4)", f"rand({n}x{depth},f8E4M3FN,3)",
                   f"rand({n}x{blocks},f8E8M0FNU,4,0.25,4)", f"zeros({m}x{n},f32)", f"i32:{m}", f"i32:{n}", f"i32:{blocks}"]


def attention(rows):
    """Of two heads, and of each the first 128 rows."""
    return "1,2", [*(f"rand(2x{rows}x64,bf16,{seed})" for seed in (1, 2, 3)), f"zeros(2x{rows}x64,bf16)", "i32:2",
                                f"i32:{rows}", "f32:0.125"]


# Blocks one after the other: they take each other's places for tensor maps.
ALONE = ["--resident", "1"]
# Two of these blocks fit on a multiprocessor.
IN_HALF = ["--shared", "115712"]
# Name, source, entry, target, strategy (none: the default), options, launches: few rounds
# of a loop, so that nobody waits for anybody else, and many.
KERNEL_TABLE = [
    ("blocks that take over others", INPUTS / "persistent.mlir", "gemm", "sm_100a", "tcgen05-persistent", ALONE,
     [product(128, 768, 64, grid="1,6"), product(128, 768, 192, grid="1,6")]),
    ("a pair of blocks", INPUTS / "pairs.mlir", "tiles", "sm_100a", None, [], [product(600, 136, 200, "f16", grid="1")]),
    ("a product with roles", KERNELS / "gemm_bf16.mlir", "gemm_bf16", "sm_100a", "tcgen05-specialised", ALONE,
     [product(136, 136, 64), product(136, 136, 1000)]),
    ("a product by one role", KERNELS / "gemm_bf16.mlir", "gemm_bf16", "sm_100a", "tcgen05", [], [product(136, 136, 440)]),
    ("a scaled product with roles", INPUTS / "mxfp8_gemm.mlir", "gemm", "sm_100a", "tcgen05-specialised", ALONE,
     [scaled(192, 144, 4), scaled(192, 144, 64)]),
    ("attention", KERNELS / "attention_bf16.mlir", "attention_bf16", "sm_100a", None, [*ALONE, *IN_HALF],
     [attention(128), attention(640)]),
    ("a product with roles", KERNELS / "gemm_bf16.mlir", "gemm_bf16", "sm_90a", "wgmma-specialised", ALONE,
     [product(136, 136, 64), product(136, 136, 1000)]),
    ("results by TMA", INPUTS / "tma_results.mlir", "persistent", "sm_90a", None, ALONE,
     [product(100, 136, 144, "f16", grid="2")]),
    ("a cluster", INPUTS / "clusters.mlir", "update", "sm_90a", None, [], [product(136, 72, 1096, "f16")]),
    ("attention", KERNELS / "attention_bf16.mlir", "attention_bf16", "sm_90a", None, ALONE, [attention(128), attention(640)]),
    ("a product", KERNELS / "gemm_bf16.mlir", "gemm_bf16", "sm_120a", "mma-sync", [], [product(136, 136, 440)]),
    ("a product by TMA", KERNELS / "gemm_bf16.mlir", "gemm_bf16", "sm_120a", "mma-sync-tma", ALONE, [product(136, 136, 440)]),
    ("a scaled product", INPUTS / "mxfp8_gemm.mlir", "gemm", "sm_120a", None, [], [scaled(192, 144, 16)]),
    ("attention", KERNELS / "attention_bf16.mlir", "attention_bf16", "sm_120a", None, [], [attention(896)]),
    ("a product", KERNELS / "gemm_bf16.mlir", "gemm_bf16", "sm_80", None, [], [product(136, 136, 440)]),
]

# What stands in a line, what replaces it, and what the fault is called. Each match is one fault.
TRY_WAIT = r"mbarrier\.try_wait\S* (\w+), (\[[^]]*\]), (%?\w+);"
FAULTS = [
    (r"\bfence\.[\w.:]+( \[[^]]*\], \d+)?;", "", "fence"),
    (r"tcgen05\.fence::\w+;", "", "tcgen05.fence"),
    (r"(?<!@)\bbar\.sync[^;]*;", "", "bar.sync"),
    (r"\bbar\.warp\.sync[^;]*;", "", "bar.warp.sync"),
    (r"\bbarrier\.cluster\.[^;]*;", "", "barrier.cluster"),
    (TRY_WAIT, r"setp.eq.u32 \1, 0, 0;", "mbarrier wait"),
    (TRY_WAIT, lambda m: f".reg .b32 other; xor.b32 other, {m[3]}, 1; " + m[0].replace(f", {m[3]};", ", other;"), "parity"),
    (r"mbarrier\.arrive\.expect_tx(\S* \S+, \[[^]]*\]), [^;]*;", r"mbarrier.arrive\1;", "expect_tx"),
    (r"(?<!async\.)mbarrier\.arrive[^;]*;", "", "mbarrier.arrive"),
    (r"cp\.async\.mbarrier\.arrive[^;]*;", "", "cp.async.mbarrier.arrive"),
    (r"mbarrier\.init[^;]*;", "", "mbarrier.init"),
    (r"mbarrier\.inval[^;]*;", "", "mbarrier.inval"),
    (r"cp\.async\.(bulk\.)?commit_group;", "", "commit_group"),
    (r"cp\.async\.(bulk\.)?wait_(group|all)[^;]*;", "", "wait_group"),
    (r"(cp\.async\.(?:bulk\.)?wait_group\S*\s+)(\d+);", lambda m: f"{m[1]}{int(m[2]) + 1};", "a group more left open"),
    (r"tcgen05\.wait::\w+[^;]*;", "", "tcgen05.wait"),
    (r"tcgen05\.commit[^;]*;", "", "tcgen05.commit"),
    (r"tcgen05\.dealloc[^;]*;", "", "tcgen05.dealloc"),
    (r"wgmma\.(fence|commit_group)[^;]*;", "", "wgmma.fence, commit_group"),
    (r"wgmma\.wait_group[^;]*;", "", "wgmma.wait_group"),
    (r"griddepcontrol\.[^;]*;", "", "griddepcontrol"),
    (r"\b((?:atom|red|ld|st|mbarrier\.\w+|mbarrier\.try_wait\.parity)\.)(acquire|release|acq_rel)\.", r"\1relaxed.", "relaxed"),
]

# Fields of descriptors, by what is exclusive-or'ed into them at the first product of each
# shape of operands: still a value that the field may have, where there is one.
OF_MATRIX = {"start address": 2, "leading offset": 1 << 16, "stride offset": 1 << 37, "base offset": 1 << 49}
SWIZZLES = {"tcgen05": 6 << 61, "wgmma": 3 << 62}
OF_INSTRUCTION = {"columns": 2 << 17, "type of A": 1 << 7, "type of B": 1 << 10, "order of A": 1 << 15, "order of B": 1 << 16}
OF_PLAIN = {"rows": 12 << 24, "type of D": 1 << 4, "sign of A": 1 << 13}
OF_SCALED = {"rows": 1 << 27, "scale of A": 1 << 29, "scale of B": 1 << 4, "type of scales": 1 << 23}
TENSOR_PRODUCT = re.compile(r"tcgen05\.mma\S* \[%\w+\], (\[%\w+\]|%rd\d+), (%rd\d+), (%r\d+),[^;]*;")
TENSOR_COPY = re.compile(r"tcgen05\.cp\S* \[%\w+\], (%rd\d+);")
WARPGROUP_PRODUCT = re.compile(r"wgmma\.mma_async\S* \{[^}]*\}, (\{[^}]*\}|%rd\d+), (%rd\d+), [^;]*;")
# Scale of D, signs of A and B, and orders of these, of which A in registers has none.
WARPGROUP_FLAGS = ("sign of A", "sign of B", "order of A", "order of B")


def other_operand(text, operand, bits, mask):
    """`text` with another value in a register of `bits` bits."""
    return (f".reg .b{bits} other; xor.b{bits} other, {operand}, {mask}; " + re.sub(rf"{operand}(?!\d)", "other", text))


def field_faults(line):
    """Kind and text of the line for each field of what it multiplies or copies by."""
    for found in TENSOR_PRODUCT.finditer(line):
        text, a, b, instruction = found[0], *found.groups()
        fields = {**OF_MATRIX, "swizzle": SWIZZLES["tcgen05"]}
        for name, mask in fields.items():
            for side, operand in (("A", a), ("B", b)):
                if operand.startswith("%"):
                    yield f"{name}, {side}", other_operand(text, operand, 64, mask), found
        for name, mask in {**OF_INSTRUCTION, **(OF_SCALED if "block_scale" in text else OF_PLAIN)}.items():
            yield name, other_operand(text, instruction, 32, mask), found
    for found in TENSOR_COPY.finditer(line):
        for name, mask in {**OF_MATRIX, "swizzle": SWIZZLES["tcgen05"]}.items():
            yield f"{name}, scales", other_operand(found[0], found[1], 64, mask), found
    for found in WARPGROUP_PRODUCT.finditer(line):
        text, a, b = found[0], *found.groups()
        for name, mask in {**OF_MATRIX, "swizzle": SWIZZLES["wgmma"]}.items():
            for side, operand in (("A", a), ("B", b)):
                if operand.startswith("%"):
                    yield f"{name}, {side}", other_operand(text, operand, 64, mask), found
        yield "types", re.sub(r"\.(bf16\.bf16|f16\.f16)", lambda m: ".f16.f16" if m[1] == "bf16.bf16" else ".bf16.bf16", text), found
        flags = text[:-1].split(", ")
        names = WARPGROUP_FLAGS if a.startswith("%") else (*WARPGROUP_FLAGS[:2], WARPGROUP_FLAGS[3])
        for back, name in enumerate(reversed(names), 1):
            changed = list(flags)
            changed[-back] = {"0": "1", "1": "-1" if "sign" in name else "0"}[changed[-back]]
            yield name, ", ".join(changed) + ";", found


ALLOCATION = re.compile(r"(tcgen05\.alloc\S*) (\[[^]]*\]), [^;]*;")
FREEING = re.compile(r"(tcgen05\.dealloc\S*) (%\w+), [^;]*;")
HALF = 256  # of the columns that there are


def in_pieces(lines):
    """The lines with all columns of tensor memory allocated as two halves; the address that
    the first one gives stays in its place."""
    def allocate(m):
        return (f"{{ .reg .b32 first; {m[1]} {m[2]}, {HALF}; bar.warp.sync -1; ld.shared.b32 first, {m[2]}; bar.warp.sync -1; "
                f"{m[1]} {m[2]}, {HALF}; bar.warp.sync -1; st.shared.b32 {m[2]}, first; bar.warp.sync -1; }}")

    def free(m):
        return f"{{ .reg .b32 second; add.s32 second, {m[2]}, {HALF}; {m[1]} {m[2]}, {HALF}; {m[1]} second, {HALF}; }}"

    return [FREEING.sub(free, ALLOCATION.sub(allocate, line)) for line in lines]


class Kernel:
    """A compiled kernel, its launches, and the results they should have."""

    def __init__(self, options, row, folder):
        self.name, source, self.entry, self.target, strategy, self.extra, self.launches = row
        self.options, self.folder = options, folder
        self.title = f"{self.name}, {self.target}" + (f", `{strategy}`" if strategy else "")
        made = folder / "made.ptx"
        command = [options.tool, "compile", source, "--target", self.target, "-o", made]
        subprocess.run(command + (["--strategy", strategy] if strategy else []), check=True)
        self.lines = self.of_entry(made.read_text().splitlines())
        self.executed = set()
        self.references = []
        for number in range(len(self.launches)):
            self.run_right(number)

    def of_entry(self, lines):
        """The lines of the entry and what stands in front of the first one."""
        kept, seen, own = [], False, True
        for line in lines:
            if ".entry" in line:
                seen, own = True, re.search(rf"\b{self.entry}\(", line) is not None
            if own or not seen:
                kept.append(line)
        return kept

    def command(self, ptx, number, arrays):
        grid = self.launches[number][0]
        shared = [] if "--shared" in self.extra else ["--shared", str(SHARED[self.target])]
        return [self.options.tool, "emulate", ptx, "--entry", self.entry, *shared, "--grid", grid, "--limit", str(INSTRUCTIONS),
                *self.extra, *arrays]

    def run_right(self, number):
        ptx, reference = self.folder / "right.ptx", self.folder / f"{number}.npy"
        ptx.write_text("\n".join(self.lines) + "\n")
        arrays = list(self.launches[number][1])
        place = next(i for i, argument in enumerate(arrays) if argument.startswith("zeros"))
        arrays[place] += f"=>{reference}"
        subprocess.run(self.command(ptx, number, arrays) + ["--schedules", str(self.options.schedules)], check=True,
                       stdout=subprocess.DEVNULL)
        self.references.append(f"{place}={reference}")
        trace = subprocess.run(self.command(ptx, number, arrays) + ["--trace", str(INSTRUCTIONS)], capture_output=True, text=True,
                               check=True)
        self.executed.update(int(found) for found in re.findall(r"line +(\d+):", trace.stderr + trace.stdout))

    def faults(self):
        """Number of the line from 1, kind, and the faulty lines: those of the kernel, by
        number."""
        fields = set()
        for number, line in enumerate(self.lines, 1):
            if number not in self.executed:
                continue
            for pattern, text, kind in FAULTS:
                for found in re.finditer(pattern, line):
                    changed = found.expand(text) if isinstance(text, str) else text(found)
                    yield number, kind, {number: line[:found.start()] + changed + line[found.end():]}
            # One product has the fields of all: the first of each sort.
            for kind, text, found in field_faults(line):
                sort = (kind, found[0].split()[0], found[1].startswith("%"))
                if sort not in fields:
                    fields.add(sort)
                    yield number, kind, {number: line[:found.start()] + text + line[found.end():]}
            if ALLOCATION.search(line):
                pieces = in_pieces(self.lines)
                changed = {place: text for place, text in enumerate(pieces, 1) if text != self.lines[place - 1]}
                yield number, "alloc in pieces", changed

    def finds(self, fault):
        """What the emulator says of a faulty kernel; nothing if it finds nothing."""
        number, kind, changed = fault
        with tempfile.NamedTemporaryFile("w", suffix=".ptx", dir=self.folder) as file:
            lines = list(self.lines)
            for place, text in changed.items():
                lines[place - 1] = text
            file.write("\n".join(lines) + "\n")
            file.flush()
            for launch, (_, arrays) in enumerate(self.launches):
                done = subprocess.run(self.command(file.name, launch, arrays) +
                                      ["--schedules", str(self.options.schedules), "--max-findings", "1", "--expect",
                                       self.references[launch], "--tol", "1e-3,1e-3"], capture_output=True, text=True,
                                      check=False)
                said = done.stderr.strip()
                if "syntax" in said or "expected instruction" in said:
                    sys.exit(f"{kind}: {changed[number]}\n{said}")
                if done.returncode != 0:
                    return said.splitlines()[0]
        return ""


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--tool", default="build/dev/bin/tessera")
    parser.add_argument("--filter", default="")
    parser.add_argument("--kinds", default="", help="only faults of which this regular expression matches the kind")
    parser.add_argument("--schedules", type=int, default=2)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--verbose", action="store_true", help="also print what is said of each fault")
    parser.add_argument("--keep", type=pathlib.Path, help="a folder for the compiled kernels")
    options = parser.parse_args()
    total, missed = 0, []
    print("| kernel | faults | found | not found |\n|---|--:|--:|---|")
    for row in KERNEL_TABLE:
        with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            if options.filter not in f"{row[0]}, {row[3]}, {row[4]}":
                continue
            kernel = Kernel(options, row, pathlib.Path(folder))
            if options.keep:
                name = re.sub(r"\W+", "-", kernel.title).strip("-") + ".ptx"
                (options.keep / name).write_text("\n".join(kernel.lines) + "\n")
            planted = [fault for fault in kernel.faults() if re.search(options.kinds, fault[1])]
            left = collections.Counter()
            for fault, said in zip(planted, pool.map(kernel.finds, planted)):
                if options.verbose:
                    print(f"{kernel.title}, {fault[0]}, {fault[1]}: {said}", file=sys.stderr)
                if not said:
                    left[fault[1]] += 1
                    missed.append(f"{kernel.title}, line {fault[0]}, {fault[1]}: `{kernel.lines[fault[0] - 1].strip()}`")
            total += len(planted)
            print(f"| {kernel.title} | {len(planted)} | {len(planted) - left.total()} | "
                  f"{', '.join(f'{kind} {count}' for kind, count in sorted(left.items()))} |", flush=True)
    print(f"\n{total} faults, {total - len(missed)} found")
    for line in missed:
        print(f"- {line}")


if __name__ == "__main__":
    main()
