#!/usr/bin/env python3
# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiled kernels on a real GPU against cuBLAS, PyTorch and Triton.

  utils/run_gpu_benchmarks.py [--bin build/release/bin] [--json FILE] [--only REGEX]
                              [--repetitions 20] [--strategies LIST] [--dry-run]

Kernels are those of benchmarks/kernels. Each is compiled for the device that is
there (tileiras, in a container, whose PTX the driver translates), its result is
compared with NumPy at sampled places before anything is timed, and its time is the
median of 20 batches of launches between two events, after warming up. Peers are
measured in the same process: matmul of PyTorch (cuBLAS), other operators of PyTorch,
and the Triton kernels of benchmarks/gpu/triton_peer.py, where those packages are
installed. A peer that is not installed is shown as absent, never as beaten.

Without a GPU nothing is measured: the script says so and fails. `--dry-run` compiles
everything for sm_90a and prints what would be launched.
"""
import argparse
import ctypes
import json
import math
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.dont_write_bytecode = True

from cuda_device import Container, Device, NoGpu

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), ".."))
KERNELS = os.path.join(ROOT, "benchmarks", "kernels")
DRY_RUN_TARGET = "sm_90"
DOES_NOT_APPLY = "does not apply"


# ---------------------------------------------------------------------------
# Cases
# ---------------------------------------------------------------------------


class Case:
    """One kernel and one shape. `arguments` are names of arrays or (value, "i"|"f")."""

    def __init__(self, name, kernel, entry, grid, arrays, arguments, work, unit, replace=()):
        self.name, self.kernel, self.entry, self.grid = name, kernel, entry, grid
        self.arrays, self.arguments, self.work, self.unit = arrays, arguments, work, unit
        self.replace = replace

    def source(self):
        with open(os.path.join(KERNELS, self.kernel + ".mlir"), encoding="utf-8") as file:
            text = file.read()
        for old, new in self.replace:
            text = text.replace(old, new)
        return text


def all_cases():
    cases = []
    for kind in ("f16", "bf16"):
        for n in (4096, 8192):
            cases.append(Case(
                f"gemm {kind} {n}", "gemm_bf16", "gemm_bf16", (n // 128, n // 128, 1),
                {"a": ((n, n), kind), "b": ((n, n), kind), "c": ((n, n), "f32")},
                ["a", "b", "c", (n, "i"), (n, "i"), (n, "i")], 2.0 * n**3, "TFLOP/s",
                [("bf16>", f"{kind}>"), ("xbf16", f"x{kind}")]))
    rows, columns = 16384, 1024
    matrix = {"x": ((rows, columns), "f32"), "out": ((rows, columns), "f32")}
    cases.append(Case("softmax 16384x1024", "softmax", "softmax", (rows, 1, 1), matrix,
                      ["x", "out", (rows, "i")], 8.0 * rows * columns, "GB/s"))
    vectors = {"gamma": ((columns,), "f32"), "beta": ((columns,), "f32")}
    cases.append(Case("layer norm 16384x1024", "layer_norm", "layer_norm", (rows, 1, 1),
                      {**matrix, **vectors}, ["x", "out", "gamma", "beta", (rows, "i")],
                      8.0 * rows * columns, "GB/s"))
    heads, sequence, features = 32, 4096, 64
    tensor = ((heads, sequence, features), "bf16")
    cases.append(Case(
        "attention bf16 32x4096x64", "attention_bf16", "attention_bf16", (sequence // 128, heads, 1),
        {"q": tensor, "k": tensor, "v": tensor, "out": tensor},
        ["q", "k", "v", "out", (heads, "i"), (sequence, "i"), (1 / math.sqrt(features), "f")],
        4.0 * heads * sequence**2 * features, "TFLOP/s"))
    n = 1 << 28
    cases.append(Case("copy 1 GiB", "copy", "copy", (n // 4096, 1, 1),
                      {"x": ((n,), "f32"), "out": ((n,), "f32")}, ["x", "out", (n, "i")], 8.0 * n, "GB/s"))
    return cases


def rate(case, seconds):
    return case.work / seconds / (1e12 if case.unit == "TFLOP/s" else 1e9)


# ---------------------------------------------------------------------------
# Compiling
# ---------------------------------------------------------------------------


def compile_case(case, binaries, target, folder, strategy=None):
    """The container of a case's kernel for a device; None where the strategy is not for it."""
    text, bytecode, out = (os.path.join(folder, "k." + end) for end in ("mlir", "bc", "bin"))
    with open(text, "w", encoding="utf-8") as file:
        file.write(case.source())
    for command in ([os.path.join(binaries, "tessera"), "asm", text, "-o", bytecode],
                    [os.path.join(binaries, "tileiras"), bytecode, "-o", out, "--gpu-name", target,
                     "--container", "always", *(["--strategy", strategy] if strategy else [])]):
        result = subprocess.run(command, capture_output=True, text=True)
        if strategy and DOES_NOT_APPLY in result.stderr:
            return None
        if result.returncode != 0:
            raise RuntimeError(f"{case.name}: {result.stderr.strip()}")
    with open(out, "rb") as file:
        return Container(file.read())


# ---------------------------------------------------------------------------
# Values and their check
# ---------------------------------------------------------------------------


def bf16_bits(np, values):
    bits = values.astype(np.float32).view(np.uint32)
    return ((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16).astype(np.uint16)


def make_arrays(np, case):
    rng = np.random.default_rng(1)
    arrays = {}
    for name, (shape, kind) in case.arrays.items():
        if name in ("c", "out"):
            arrays[name] = np.zeros(shape, {"f32": np.float32}.get(kind, np.uint16))
            continue
        values = rng.standard_normal(shape, dtype=np.float32)
        arrays[name] = bf16_bits(np, values) if kind == "bf16" else values.astype(kind.replace("f", "float"))
    return arrays


def numbers(np, array, kind):
    return (array.astype(np.uint32) << 16).view(np.float32) if kind == "bf16" else array.astype(np.float32)


def check(np, case, arrays):
    """The largest error at sampled rows, relative to the largest expected value."""
    value = {name: lambda rows, name=name: numbers(np, arrays[name][rows], case.arrays[name][1]) for name in arrays}
    every = slice(None)
    if case.kernel == "gemm_bf16":
        rows = [0, 1, 777, arrays["c"].shape[0] - 1]
        got, expected = value["c"](rows), value["a"](rows) @ value["b"](every)
    elif case.kernel == "copy":
        got, expected = arrays["out"], arrays["x"]
    elif case.kernel == "attention_bf16":
        head, rows = 3, [0, 5, 4095]
        scores = value["q"](head)[rows] @ value["k"](head).T * np.float32(case.arguments[-1][0])
        weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
        got, expected = value["out"](head)[rows], weights @ value["v"](head) / weights.sum(axis=-1, keepdims=True)
    else:
        rows = [0, 9, arrays["x"].shape[0] - 1]
        x, got = value["x"](rows).astype(np.float64), value["out"](rows)
        if case.kernel == "softmax":
            e = np.exp(x - x.max(axis=-1, keepdims=True))
            expected = e / e.sum(axis=-1, keepdims=True)
        else:
            normal = (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, keepdims=True) + 1e-5)
            expected = normal * value["gamma"](every) + value["beta"](every)
    error = float(np.abs(got - expected).max() / np.abs(expected).max())
    limit = 2e-2 if case.kernel == "attention_bf16" else 0.0 if case.kernel == "copy" else 1e-4
    if not error <= limit:
        raise RuntimeError(f"{case.name}: wrong result, relative error {error:.2e}, at most {limit:.0e} allowed")
    return error


# ---------------------------------------------------------------------------
# Peers
# ---------------------------------------------------------------------------


def torch_peer(case):
    """(name, what to run) of PyTorch, or why there is none."""
    try:
        import torch
    except ImportError:
        return "PyTorch absent", None
    if not torch.cuda.is_available():
        return "PyTorch without CUDA", None
    kinds = {"f16": torch.float16, "bf16": torch.bfloat16, "f32": torch.float32}
    t = {name: torch.randn(shape, dtype=kinds[kind], device="cuda") for name, (shape, kind) in case.arrays.items()}
    functional = torch.nn.functional
    runs = {
        "gemm_bf16": lambda: torch.matmul(t["a"], t["b"]),
        "softmax": lambda: torch.softmax(t["x"], -1),
        "layer_norm": lambda: functional.layer_norm(t["x"], t["x"].shape[-1:], t["gamma"], t["beta"]),
        # With a batch in front, or PyTorch takes its plain operators.
        "attention_bf16": lambda: functional.scaled_dot_product_attention(
            t["q"][None], t["k"][None], t["v"][None]),
        "copy": lambda: t["out"].copy_(t["x"]),
    }
    return "cuBLAS by PyTorch" if case.kernel == "gemm_bf16" else "PyTorch", runs[case.kernel]


def triton_peer(case):
    sys.path.insert(0, os.path.join(ROOT, "benchmarks", "gpu"))
    try:
        import triton_peer as peer
    except ImportError as error:
        return f"Triton absent ({error.name})", None
    return "Triton", peer.make(case.kernel, case.arrays)


# ---------------------------------------------------------------------------
# The run
# ---------------------------------------------------------------------------


def run_ours(np, device, case, container, arrays, repetitions):
    """(seconds, relative error) of one launch."""
    function = device.function(container, case.entry)
    # The grid of a launch counts clusters, and the block is the kernel's (docs/gpu-codegen.md).
    block = (1, 1, 1) if ".blocksareclusters" in container.ptx else container.kernels[case.entry]["block"]
    dynamic = container.kernels[case.entry]["dynamic"]
    pointers = {name: device.upload(array) for name, array in arrays.items()}
    try:
        values = [pointers[each] if isinstance(each, str) else (ctypes.c_float if each[1] == "f" else ctypes.c_int32)(each[0])
                  for each in case.arguments]
        def launch():
            device.launch(function, case.grid, block, dynamic, values)
        launch()
        device.synchronize()
        for name in ("c", "out"):
            if name in arrays:
                device.download(pointers[name], arrays[name])
        return device.seconds(repetitions, launch), check(np, case, arrays)
    finally:
        for pointer in pointers.values():
            device.release(pointer)


def measure(np, device, case, arguments, folder):
    arrays = make_arrays(np, case)
    container = compile_case(case, arguments.bin, device.target, folder)
    ours, error = run_ours(np, device, case, container, arrays, arguments.repetitions)
    figures = {"seconds": ours, "rate": rate(case, ours), "unit": case.unit, "error": error, "peers": {},
               "strategies": {}}
    print(f"{case.name:28} {figures['rate']:9.1f} {case.unit:8} error {error:.1e}", flush=True)
    for strategy in filter(None, arguments.strategies.split(",")):
        container = compile_case(case, arguments.bin, device.target, folder, strategy)
        if container is None:
            print(f"{'':28} {'':9} {'':8} {strategy}: does not apply")
            continue
        seconds, _ = run_ours(np, device, case, container, arrays, arguments.repetitions)
        figures["strategies"][strategy] = seconds
        print(f"{'':28} {rate(case, seconds):9.1f} {case.unit:8} {strategy}", flush=True)
    for label, run in (torch_peer(case), triton_peer(case)):
        if run is None:
            print(f"{'':28} {label}")
            continue
        seconds = device.seconds(arguments.repetitions, run)
        figures["peers"][label] = seconds
        print(f"{'':28} {rate(case, seconds):9.1f} {case.unit:8} {label}: we reach {seconds / ours:.1%}", flush=True)
    return figures


def dry_run(cases, arguments, folder):
    for case in cases:
        container = compile_case(case, arguments.bin, DRY_RUN_TARGET, folder)
        kernel = container.kernels[case.entry]
        assert kernel["parameters"] == len(case.arguments), case.name
        print(f"{case.name}: {container.target}, grid {case.grid}, block {kernel['block']}, "
              f"{kernel['static'] + kernel['dynamic']} bytes of shared memory")
    print("no GPU was used: nothing was measured")
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", default=os.path.join(ROOT, "build", "release", "bin"))
    parser.add_argument("--only", default="", help="cases whose name matches this regular expression")
    parser.add_argument("--strategies", default="", help="also measure these strategies, separated by commas")
    parser.add_argument("--repetitions", type=int, default=20)
    parser.add_argument("--dry-run", action="store_true", help="compile only")
    parser.add_argument("--json", help="also write the figures to this file")
    arguments = parser.parse_args()
    cases = [case for case in all_cases() if re.search(arguments.only, case.name)]
    with tempfile.TemporaryDirectory() as folder:
        if arguments.dry_run:
            return dry_run(cases, arguments, folder)
        try:
            device = Device()
        except NoGpu as reason:
            print(f"run_gpu_benchmarks: no GPU was present: {reason}; nothing was measured")
            return 1
        import numpy as np
        print(f"{device.name}, {device.target}, median of {arguments.repetitions} batches")
        figures, problems = {"device": device.name, "target": device.target, "cases": {}}, []
        for case in cases:
            try:
                figures["cases"][case.name] = measure(np, device, case, arguments, folder)
            except RuntimeError as error:
                problems.append(str(error))
                print(f"{case.name:28} FAILED: {error}", flush=True)
    if arguments.json:
        with open(arguments.json, "w", encoding="utf-8") as file:
            json.dump({**figures, "problems": problems}, file, indent=1)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
