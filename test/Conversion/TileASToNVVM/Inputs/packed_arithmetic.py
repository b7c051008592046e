"""Runs packed-arithmetic.mlir in the interpreter and as code for GPUs.

    packed_arithmetic.py MODULE FOLDER TARGET...

The inputs have NaN, infinities, zeros of both signs and subnormal numbers. All
bits of the results agree, but for the sign and payload of NaN.
"""

import subprocess
import sys

import numpy as np

module, folder = sys.argv[1], sys.argv[2]
subprocess.run(["mkdir", "-p", folder], check=True)
special = [np.nan, np.inf, -np.inf, 0.0, -0.0, 1e-6, -1e-7, 6e4, -6.1e-5, 1e-40]


def inputs(kind):
    values = np.random.default_rng(7).normal(0, 4, 1024).astype(np.float32)
    values[: len(special)] = special
    if kind == "product":
        return np.random.default_rng(8).integers(-4, 5, (32, 32)).astype(np.float32)
    if kind == "f16":
        with np.errstate(over="ignore"):
            return values.astype(np.float16)
    if kind == "bf16":
        return (values.view(np.uint32) >> 16).astype(np.uint16)
    return values


def is_nan(kind, bits):
    if kind == "bf16":
        return (bits & 0x7FFF) > 0x7F80
    return np.isnan(bits)


for kind in ("f16", "bf16", "f32", "product"):
    path = f"{folder}/{kind}.npy"
    np.save(path, inputs(kind))
    source = path + ":bf16" if kind == "bf16" else path

    def run(*options):
        out = f"{folder}/out.npy"
        subprocess.run(["tessera", "run", module, "--entry", kind, *options, f"{source}=>{out}"], check=True)
        return np.load(out)

    expected = run("--interpret")
    integer = np.uint32 if expected.itemsize == 4 else np.uint16
    for target in sys.argv[3:]:
        got = run("--target", target)
        nan = is_nan(kind, expected)
        assert (is_nan(kind, got) == nan).all(), (kind, target)
        assert (got.view(integer) == expected.view(integer))[~nan].all(), (kind, target)
