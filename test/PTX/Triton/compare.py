# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the loops of our GPU code with those of Triton's, on the same tiles.

  compare.py --tessera FILE [--target sm_80] [--ptxas FILE]

For each kernel, both compilers' PTX runs in the emulator with two lengths of the loop; what the
longer run does more is the loop's. Printed per mma.sync of a warp: instructions of PTX that the
warp executes and passes over shared memory; barriers per iteration; registers and spilled bytes
as ptxas reports them for the whole kernel. Runs in the environment of `make test-foreign`.
"""

import argparse
import re
import subprocess
import tempfile
from pathlib import Path

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource, compile as compile_kernel

ROOT = Path(__file__).resolve().parents[3]


@triton.jit
def gemm(a, b, c, m, n, k, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    """C = A B of whole tiles, f32 results."""
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    depth = tl.arange(0, BK)
    left = a + rows[:, None] * k + depth[None, :]
    right = b + depth[:, None] * n + columns[None, :]
    total = tl.zeros([BM, BN], tl.float32)
    for _ in range(0, k, BK):
        total = tl.dot(tl.load(left), tl.load(right), total)
        left += BK
        right += BK * n
    tl.store(c + rows[:, None] * n + columns[None, :], total)


@triton.jit
def attention(q, k, v, out, heads, length, scale, BM: tl.constexpr, BN: tl.constexpr, D: tl.constexpr):
    """Softmax of q times k, times v, as benchmarks/kernels/attention_bf16.mlir."""
    head = tl.program_id(1) * length * D
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    depth = tl.arange(0, D)
    query = tl.load(q + head + rows[:, None] * D + depth[None, :])
    most = tl.full([BM], float("-inf"), tl.float32)
    weight = tl.zeros([BM], tl.float32)
    total = tl.zeros([BM, D], tl.float32)
    scale2 = scale * 1.4426950408889634
    for start in range(0, length, BN):
        columns = start + tl.arange(0, BN)
        key = tl.load(k + head + columns[None, :] * D + depth[:, None])
        score = tl.dot(query, key) * scale2
        newest = tl.maximum(most, tl.max(score, axis=1))
        power = tl.exp2(score - newest[:, None])
        shrink = tl.exp2(most - newest)
        weight = weight * shrink + tl.sum(power, axis=1)
        value = tl.load(v + head + columns[:, None] * D + depth[None, :])
        total = tl.dot(power.to(value.dtype), value, total * shrink[:, None])
        most = newest
    tl.store(out + head + rows[:, None] * D + depth[None, :], (total / weight[:, None]).to(tl.bfloat16))


def product(depth):
    """Arguments of a product of one tile, of `depth` in all."""
    return [f"zeros({128 * depth},bf16)", f"zeros({128 * depth},bf16)", "zeros(16384,f32)", "i32:128", "i32:128", f"i32:{depth}"]


def heads(length):
    """Arguments of attention with one head of `length` rows."""
    return [f"zeros({64 * length},bf16)"] * 4 + ["i32:1", f"i32:{length}", "f32:0.125"]


POINTERS = {"a": "*bf16", "b": "*bf16", "c": "*fp32", "q": "*bf16", "k": "*bf16", "v": "*bf16", "out": "*bf16"}
GEMM = ROOT / "benchmarks/kernels/gemm_bf16.mlir"
# Name, our source and what becomes of its text, Triton's kernel, its constants, steps of the loop's
# length, arguments for a length.
KERNELS = [
    ("gemm_bf16 128x128x64", GEMM, {}, gemm, {"BM": 128, "BN": 128, "BK": 64}, 64, product),
    ("gemm_bf16 128x128x32", GEMM, {"128x64": "128x32", "64x128": "32x128"}, gemm, {"BM": 128, "BN": 128, "BK": 32}, 32, product),
    ("attention_bf16 128x128, head of 64", ROOT / "benchmarks/kernels/attention_bf16.mlir", {}, attention,
     {"BM": 128, "BN": 128, "D": 64}, 128, heads),
]


def run(command):
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode != 0:
        raise SystemExit(" ".join(map(str, command)) + "\n" + result.stderr)
    return result.stdout + result.stderr


def ours(options, source, changes, folder):
    """(PTX file, entry, bytes of shared memory, arguments behind the kernel's own)."""
    text = source.read_text()
    for old, new in changes.items():
        text = text.replace(old, new)
    kernel = folder / source.name
    kernel.write_text(text)
    ptx = folder / "ours.ptx"
    run([options.tessera, "compile", kernel, "--target", options.target, "-o", ptx])
    level = run([options.tessera, "compile", kernel, "--target", options.target, "--emit", "tileas", "-o", "-"])
    shared = re.search(r"nv_tileas\.shared_bytes = (\d+)", level)
    return ptx, re.search(r"\.entry (\w+)", ptx.read_text()).group(1), int(shared.group(1)), []


def tritons(options, kernel, constants, warps, folder):
    """The same of Triton's."""
    signature, attributes = {}, {}
    for position, name in enumerate(kernel.arg_names):
        kind = "constexpr" if name in constants else POINTERS.get(name, "i32")
        if kernel is gemm and name == "k":
            kind = "i32"
        if name == "scale":
            kind = "fp32"
        signature[name] = kind
        if kind == "i32" or kind[0] == "*":
            attributes[(position,)] = [["tt.divisibility", 16]]
    source = ASTSource(fn=kernel, signature=signature, constexprs=constants, attrs=attributes)
    made = compile_kernel(source, target=GPUTarget("cuda", int(re.sub(r"\D", "", options.target)), 32),
                          options={"num_warps": warps, "num_stages": 3})
    ptx = folder / "triton.ptx"
    ptx.write_text(made.asm["ptx"])
    return ptx, made.metadata.name, made.metadata.shared, ["uninit(1,i8)", "uninit(1,i8)"]


def profile(options, made, warps, arguments):
    """(instructions, mma.sync, passes over shared memory) of all warps, and barriers of a block."""
    ptx, entry, shared, more = made
    text = run([options.tessera, "emulate", ptx, "--entry", entry, "--shared", str(shared), "--grid", "1",
                "--profile"] + arguments + more)
    total = int(re.search(r"instructions: (\d+) of warps", text).group(1))
    count = lambda pattern: sum(int(n) for n in re.findall(r"^ +(\d+) +[\d.]+ % +" + pattern, text, re.M))
    # Shared memory is the section of that name.
    section = text.split("shared memory:", 1)[1].split("\n\n", 1)[0]
    passes = sum(int(n) for n in re.findall(r"(\d+) wavefronts", section))
    # A warp that waits executes the barrier once more when it goes on; the last one does not wait.
    made = count(r"(?:bar|barrier)\.")
    barriers = made / (2 * warps - 1)
    return total - made + barriers * warps, count(r"mma\.sync"), passes, barriers


def resources(options, ptx):
    text = run([options.ptxas, "-arch", options.target, "-v", ptx, "-o", "/dev/null"])
    spills = sum(map(int, re.findall(r"(\d+) bytes spill", text)))
    return max(map(int, re.findall(r"Used (\d+) registers", text))), spills


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tessera", required=True)
    parser.add_argument("--target", default="sm_80")
    parser.add_argument("--ptxas", default="/usr/local/cuda/bin/ptxas")
    options = parser.parse_args()
    print(f"Triton {triton.__version__}, {options.target}")
    print("| kernel | compiler | warps | instructions per mma | passes per mma | barriers per iteration | registers | spilled bytes | shared bytes |")
    print("|---|---|---|---|---|---|---|---|---|")
    for name, source, changes, kernel, constants, step, arguments in KERNELS:
        with tempfile.TemporaryDirectory() as folder:
            mine = ours(options, source, changes, Path(folder))
            warps = int(re.search(r"\.reqntid (\d+)", mine[0].read_text()).group(1)) // 32
            rows = [("ours", warps, mine)]
            for count in sorted({warps, 4, 8}):
                rows.append(("Triton", count, tritons(options, kernel, constants, count, Path(folder))))
                rows[-1][2][0].rename(Path(folder) / f"triton-{count}.ptx")
                rows[-1] = ("Triton", count, (Path(folder) / f"triton-{count}.ptx",) + rows[-1][2][1:])
            for compiler, count, made in rows:
                # The loop's steady state.
                first, last = (profile(options, made, count, arguments(step * length)) for length in (8, 16))
                instructions, products, passes, barriers = (b - a for a, b in zip(first, last))
                registers, spills = resources(options, made[0])
                print(f"| {name} | {compiler} | {count} | {instructions / products:.2f} | {passes / products:.2f} | "
                      f"{barriers / 8:.2f} | {registers} | {spills} | {made[2]} |")


if __name__ == "__main__":
    main()
