# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Ops on short floats, compiled, against the interpreter, on every bit pattern.

  check_short_floats.py FOLDER

x goes through all patterns of 16 bits (of 8-bit formats: 256 times through all of
theirs), y and z are random. One kernel per format does every op and stores its bits; the
interpreter, the host and lesser x86 processors execute it, at -O0 and -O2. NaN equals NaN.
"""
import subprocess
import sys
from pathlib import Path

import numpy as np

COUNT, TILE = 1 << 16, 512
SEED = 11
TARGETS = ["cpu", "cpu:x86-64-v3", "cpu:x86-64-v4"]
NOT_HERE = "does not run on this machine"

# Bits of a format, and from which magnitude on its patterns are NaN.
FORMATS = {"f16": (16, 0x7C01), "bf16": (16, 0x7F81), "tf32": (32, 0x7F800001), "f32": (32, 0x7F800001),
           "f64": (64, 0x7FF0000000000001), "i1": (8, None), "i16": (16, None), "i32": (32, None)}  # fmt: skip
NEAREST = " rounding<nearest_even>"
HALF = [
    *[(op, "{op} %x : T", None) for op in ("absf", "negf", "floor", "ceil", "rsqrt")],
    ("sqrt", "sqrt %x" + NEAREST + " : T", None),
    *[(op, "{op} %x, %y" + NEAREST + " : T", None) for op in ("addf", "subf", "mulf", "divf")],
    *[(op, "{op} %x, %y : T", None) for op in ("maxf", "minf")],
    ("maxf_nan", "maxf %x, %y propagate_nan : T", None),
    ("minf_nan", "minf %x, %y propagate_nan : T", None),
    ("fma", "fma %x, %y, %z" + NEAREST + " : T", None),
    ("select", "select %c, %x, %y : tile<512xi1>, T", None),
    ("less", "cmpf less_than ordered %x, %y : T -> tile<512xi1>", "i1"),
    ("at_least", "cmpf greater_than_or_equal unordered %x, %y : T -> tile<512xi1>", "i1"),
    *[("to_" + to, "ftof %x" + NEAREST + f" : T -> tile<512x{to}>", to) for to in ("f16", "bf16", "tf32", "f32", "f64")],
]  # fmt: skip
OPS = {"f16": HALF, "bf16": HALF}


def kernel(element, ops):
    """The kernel, and per op its name and result type."""
    results = [(name, to or element) for name, _, to in ops if to != element]
    arguments = [(n, "i16") for n in "xyz"] + [(name, f"i{FORMATS[to][0]}") for name, to in results]
    lines = [f"  entry @k({', '.join(f'%p{n}: tile<ptr<{t}>>' for n, t in arguments)}) {{",
             "    %block, %blocky, %blockz = get_tile_block_id : tile<i32>",
             "    %size = constant <i32: 512> : tile<i32>",
             "    %start = muli %block, %size : tile<i32>",
             "    %start1 = reshape %start : tile<i32> -> tile<1xi32>",
             "    %starts = broadcast %start1 : tile<1xi32> -> tile<512xi32>",
             "    %lane = iota : tile<512xi32>",
             "    %i = addi %lane, %starts : tile<512xi32>"]  # fmt: skip
    for name, t in arguments:
        lines += [f"    %r{name} = reshape %p{name} : tile<ptr<{t}>> -> tile<1xptr<{t}>>",
                  f"    %b{name} = broadcast %r{name} : tile<1xptr<{t}>> -> tile<512xptr<{t}>>",
                  f"    %a{name} = offset %b{name}, %i : tile<512xptr<{t}>>, tile<512xi32> -> tile<512xptr<{t}>>"]  # fmt: skip
    for n in "xyz":
        lines += [f"    %w{n}, %t{n} = load_ptr_tko weak %a{n} : tile<512xptr<i16>> -> tile<512xi16>, token",
                  f"    %{n} = bitcast %w{n} : tile<512xi16> -> tile<512x{element}>"]  # fmt: skip
    lines += ["    %c = cmpi less_than %wy, %wz, signed : tile<512xi16> -> tile<512xi1>"]
    for name, body, to in ops:
        if to == element:
            continue
        out = to or element
        bits = f"i{FORMATS[out][0]}"
        lines += [f"    %v{name} = " + body.format(op=name).replace("T", f"tile<512x{element}>")]
        source = "f32" if out == "tf32" else out
        if out == "tf32":
            lines += [f"    %f{name} = ftof %v{name}{NEAREST} : tile<512xtf32> -> tile<512xf32>"]
        value = f"%f{name}" if out == "tf32" else f"%v{name}"
        cast = f"exti {value} unsigned" if out == "i1" else f"bitcast {value}"
        lines += [f"    %s{name} = {cast} : tile<512x{source}> -> tile<512x{bits}>",
                  f"    %d{name} = store_ptr_tko weak %a{name}, %s{name} : tile<512xptr<{bits}>>, tile<512x{bits}> -> token"]  # fmt: skip
    return "\n".join(["cuda_tile.module @m {", *lines, "    return", "  }", "}", ""]), results


def run(folder, results, options):
    """What every op stored; None where this machine lacks the processor."""
    files = {name: folder / f"{name}.npy" for name, _ in results}
    arguments = [str(folder / f"{n}.npy") for n in "xyz"]
    arguments += [f"zeros({COUNT},i{FORMATS[to][0]})=>{files[name]}" for name, to in results]
    done = subprocess.run(["tessera", "run", str(folder / "k.mlir"), "--grid", str(COUNT // TILE), *options, *arguments],
                          capture_output=True, text=True)  # fmt: skip
    if done.returncode and NOT_HERE in done.stderr:
        return None
    if done.returncode:
        sys.exit(f"{options}: {done.stderr[:500]}")
    return {name: np.load(file) for name, file in files.items()}


def without_nan(words, element):
    """`words` as unsigned, every NaN as all ones."""
    bits, first = FORMATS[element]
    words = words.view(f"u{bits // 8}").copy()
    if first is not None:
        words[(words & (2 ** (bits - 1) - 1)) >= first] = 2**bits - 1
    return words


def main():
    folder = Path(sys.argv[1])
    print(f"seed {SEED}")
    rng = np.random.default_rng(SEED)
    failed, targets, ops = 0, set(), 0
    for element, table in OPS.items():
        np.save(folder / "x.npy", np.arange(COUNT, dtype=np.uint16).view(np.int16))
        for n in "yz":
            np.save(folder / f"{n}.npy", rng.integers(0, COUNT, COUNT, dtype=np.uint16).view(np.int16))
        text, results = kernel(element, table)
        (folder / "k.mlir").write_text(text)
        expected = run(folder, results, ["--interpret"])
        ops += len(results)
        for target in TARGETS:
            for level in "02":
                got = run(folder, results, ["--target", target, "--opt-level", level])
                if got is None:
                    continue
                targets.add(target)
                for name, to in results:
                    want, have = (without_nan(a[name], to) for a in (expected, got))
                    wrong = np.flatnonzero(want != have)
                    if wrong.size:
                        failed += 1
                        i = wrong[0]
                        print(f"FAIL {element} {name} {target} -O{level}: {wrong.size} wrong, x = {i:#06x}: "
                              f"expected {want[i]:#x}, got {have[i]:#x}")  # fmt: skip
    print(f"{ops} ops agree on {len(targets)} targets, {failed} failures")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
