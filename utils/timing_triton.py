#!/usr/bin/env python3
# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times Triton's matrix product and attention for sm_90 and sm_100 under the clock and
compares them with published figures. Runs in a Python that has Triton (from PyPI; it
makes PTX without a GPU). Operands are in L2, one multiprocessor is simulated.

  timing_triton.py [--tool TESSERA]
"""

import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource, compile as compile_kernel


@triton.jit
def product(a, b, c, m, n, k, PROGRAMS: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr,
            SPECIALIZE: tl.constexpr):
    left = tl.make_tensor_descriptor(a, [m, k], [k, 1], [BM, BK])
    right = tl.make_tensor_descriptor(b, [n, k], [k, 1], [BN, BK])
    out = tl.make_tensor_descriptor(c, [m, n], [n, 1], [BM, BN])
    down = m // BM
    for tile in tl.range(tl.program_id(0), down * (n // BN), PROGRAMS, flatten=not SPECIALIZE,
                         warp_specialize=SPECIALIZE):
        row = tile % down * BM
        column = tile // down * BN
        total = tl.zeros([BM, BN], tl.float32)
        for start in range(0, k, BK):
            total = tl.dot(left.load([row, start]), right.load([column, start]).T, total)
        out.store([row, column], total.to(tl.float16))


@triton.jit
def attention(q, k, v, out, length, BM: tl.constexpr, BN: tl.constexpr, D: tl.constexpr, SPECIALIZE: tl.constexpr):
    queries = tl.make_tensor_descriptor(q, [length, D], [D, 1], [BM, D])
    keys = tl.make_tensor_descriptor(k, [length, D], [D, 1], [BN, D])
    values = tl.make_tensor_descriptor(v, [length, D], [D, 1], [BN, D])
    result = tl.make_tensor_descriptor(out, [length, D], [D, 1], [BM, D])
    row = tl.program_id(0) * BM
    query = queries.load([row, 0])
    most = tl.full([BM], float("-inf"), tl.float32)
    weight = tl.zeros([BM], tl.float32)
    total = tl.zeros([BM, D], tl.float32)
    for start in tl.range(0, length, BN, warp_specialize=SPECIALIZE):
        score = tl.dot(query, keys.load([start, 0]).T)
        newest = tl.maximum(most, tl.max(score, axis=1) * 0.1275)
        power = tl.exp2(score * 0.1275 - newest[:, None])
        shrink = tl.exp2(most - newest)
        weight = weight * shrink + tl.sum(power, axis=1)
        total = tl.dot(power.to(tl.float16), values.load([start, 0]), total * shrink[:, None])
        most = newest
    result.store([row, 0], (total / weight[:, None]).to(tl.float16))


SMS = {90: 132, 100: 148}
# What, architecture, TFLOP/s, where it was published, choices of the kernel.
ROWS = [
    ("product 8192 x 8192 x 8192", 100, 551, "Triton's PTX road at K = 8192, B200 at 1800 MHz, public tuning notes",
     {"BM": 128, "BN": 256, "SPECIALIZE": True}, {"num_warps": 4, "num_stages": 3}),
    ("the same without its own warps", 100, 551, "the same: which of both is not said",
     {"BM": 128, "BN": 256, "SPECIALIZE": False}, {"num_warps": 4, "num_stages": 3}),
    ("product 8192 x 8192 x 8192", 90, None, "none found for this Triton",
     {"BM": 128, "BN": 256, "SPECIALIZE": False}, {"num_warps": 8, "num_stages": 3}),
    ("attention, D = 128, length 8192", 100, 597, "FA4, 1613 TFLOP/s, is 2.7 times as fast",
     {"BM": 128, "BN": 128, "SPECIALIZE": False}, {"num_warps": 4, "num_stages": 3}),
    ("attention, D = 128, length 8192", 90, 617, "FA3, 740 TFLOP/s, is 1.2 times as fast",
     {"BM": 128, "BN": 128, "SPECIALIZE": False}, {"num_warps": 8, "num_stages": 2}),
]


def compiled(kernel, architecture, constants, options, arrays=None):
    """`arrays`: the types of pointers by name; else the kernels above, of f16."""
    if arrays is None:
        numbers = ("m", "n", "length") if kernel is attention else ("m", "n", "k")
        arrays = {name: "*fp16" for name in kernel.arg_names if name not in numbers}
    signature = {name: "constexpr" if name in constants else arrays.get(name, "i32") for name in kernel.arg_names}
    attributes = {(i,): [["tt.divisibility", 16]] for i, name in enumerate(kernel.arg_names) if name not in constants}
    source = ASTSource(fn=kernel, signature=signature, constexprs=constants, attrs=attributes)
    return compile_kernel(source, target=GPUTarget("cuda", architecture, 32), options=options)


def simulate(tool, folder, kernel, architecture, grid, arguments):
    ptx = pathlib.Path(folder) / "kernel.ptx"
    ptx.write_text(kernel.asm["ptx"])
    meta = kernel.metadata
    scratch = max(1, meta.global_scratch_size * grid)
    # Blocks that are not simulated need no arrays of their own.
    command = [tool, "time", ptx, "--target", f"sm_{architecture}a", "--entry", meta.name, "--grid", grid, "--l2", "hot",
               "--shared", meta.shared, "--json", "--waves", "1", *arguments, f"uninit({scratch},i8)", "uninit(1,i8)"]
    if ".reqntid" not in kernel.asm["ptx"]:
        command += ["--block", 32 * meta.num_warps]
    done = subprocess.run([str(each) for each in command], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        return None, done.stderr.strip().splitlines()[-1]
    return json.loads(done.stdout), ""


def product_speed(tool, folder, architecture, choices, options):
    """From what a third tile of a persistent block takes more than two do."""
    sms = SMS[architecture]
    constants = dict(choices, PROGRAMS=sms, BK=64)
    kernel = compiled(product, architecture, constants, options)
    cycles = []
    for tiles in (2, 3):
        m, n, k = sms * choices["BM"], tiles * choices["BN"], 8192
        report, problem = simulate(tool, folder, kernel, architecture, sms,
                                   [f"zeros({m}x{k},f16)", f"zeros({n}x{k},f16)", f"zeros({m}x{n},f16)", m, n, k])
        if not report:
            return None, problem
        cycles.append(report["cycles"])
    clock = report["clock MHz"] * 1e6
    return 2e-12 * sms * choices["BM"] * choices["BN"] * 8192 / (cycles[1] - cycles[0]) * clock, ""


def attention_speed(tool, folder, architecture, choices, options):
    kernel = compiled(attention, architecture, dict(choices, D=128), options)
    array = "zeros(8192x128,f16)"
    report, problem = simulate(tool, folder, kernel, architecture, 8192 // choices["BM"],
                               [array, array, array, array, 8192])
    if not report:
        return None, problem
    # Of all multiprocessors, with as many heads as keep them busy.
    busy = report["active multiprocessors"]
    return report["tensor flop per second"] * 1e-12 / busy * SMS[architecture], ""


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--tool", default="build/dev/bin/tessera")
    options = parser.parse_args()
    errors = []
    print(f"Triton {triton.__version__}\n\n| Triton's | GPU | published | modelled TFLOP/s | error | source |\n|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for what, architecture, published, source, choices, launch in ROWS:
            measure = attention_speed if what.startswith("attention") else product_speed
            value, problem = measure(options.tool, folder, architecture, choices, launch)
            if value is None:
                print(f"{what} on sm_{architecture}: {problem}", file=sys.stderr)
                continue
            error = 100 * (value / published - 1) if published else None
            if published:
                errors.append(abs(error))
            print(f"| {what} | sm_{architecture}a | {published or ''} | {value:.0f} | "
                  f"{'' if error is None else f'{error:+.0f} %'} | {source} |", flush=True)
    print(f"\nmean error {sum(errors) / len(errors):.0f} %")


if __name__ == "__main__":
    main()
