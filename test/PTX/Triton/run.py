# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles Triton kernels to PTX, runs them in the emulator and compares with NumPy.

  run.py --tessera FILE [--targets 80,90,100,120] [--filter REGEX] [--schedules N] [--keep FOLDER]

Runs in an environment with Triton, which `make test-foreign` makes. Every check of the emulator is
made but the three that Triton's own code does not pass (docs/ptx-emulator.md, "Triton"): it leaves
out fences of tensor memory and of mbarriers, and reads what tcgen05.ld loads before the wait.
"""

import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import cases
import numpy as np
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource, compile as compile_kernel

TYPES = {"float16": "fp16", "float32": "fp32", "float64": "fp64", "int8": "i8", "int32": "i32", "uint8": "u8", "uint16": "u16"}


def signature_of(case):
    """Triton's types of the parameters, and which of them divide by 16."""
    signature, attributes = {}, {}
    values = iter(case.arguments)
    for position, name in enumerate(case.kernel.arg_names):
        if name in case.constants:
            signature[name] = "constexpr"
            continue
        value = next(values)
        if isinstance(value, cases.Bits):
            signature[name] = "*" + value.kind
        elif isinstance(value, (np.ndarray, cases.Out)):
            array = value.initial if isinstance(value, cases.Out) else value
            signature[name] = "*" + TYPES[array.dtype.name]
        else:
            signature[name] = "fp32" if isinstance(value, float) else "i32"
        if signature[name][0] == "*" or (signature[name] == "i32" and value % 16 == 0):
            attributes[(position,)] = [["tt.divisibility", 16]]
    return signature, attributes


def compile_case(case, architecture):
    signature, attributes = signature_of(case)
    source = ASTSource(fn=case.kernel, signature=signature, constexprs=case.constants, attrs=attributes)
    return compile_kernel(source, target=GPUTarget("cuda", architecture, 32), options=dict(case.options))


def launch(case, kernel, folder, options):
    """The command line of the emulator, and the files with what is expected."""
    ptx = folder / "kernel.ptx"
    ptx.write_text(kernel.asm["ptx"])
    meta = kernel.metadata
    arguments, expectations = [], []
    for index, value in enumerate(case.arguments):
        array = value.initial if isinstance(value, cases.Out) else value.array if isinstance(value, cases.Bits) else value
        if not isinstance(array, np.ndarray):
            arguments.append(repr(array))
            continue
        np.save(folder / f"{index}.npy", array)
        text = str(folder / f"{index}.npy")
        if isinstance(value, cases.Out):
            np.save(folder / f"{index}.expected.npy", value.expected)
            expectations += ["--expect", f"{index}={folder}/{index}.expected.npy"]
        arguments.append(text)
    grid = list(case.grid) + [1] * (3 - len(case.grid))
    blocks = int(np.prod(grid)) * meta.num_ctas
    # Memory of the kernel itself, then of a profiler.
    arguments.append(f"uninit({max(1, meta.global_scratch_size * blocks)},i8)")
    arguments.append("uninit(1,i8)")
    command = [options.tessera, "emulate", str(ptx), "--entry", meta.name, "--shared", str(meta.shared)]
    command += ["--grid", ",".join(map(str, [grid[0] * meta.num_ctas] + grid[1:]))]
    if meta.num_ctas > 1 and ".reqnctapercluster" not in kernel.asm["ptx"]:
        command += ["--cluster", str(meta.num_ctas)]
    if ".reqntid" not in kernel.asm["ptx"]:
        command += ["--block", str(32 * meta.num_warps)]
    command += ["--check", options.check + (",-" + case.without if case.without else "")]
    command += ["--schedules", str(options.schedules), "--tol", f"{case.tolerance},{case.tolerance}"]
    return command + expectations + arguments


def run_case(case, architecture, options, folder):
    """Nothing when all is well, else what is wrong."""
    try:
        kernel = compile_case(case, architecture)
    except Exception as error:  # Triton's own: the case says where it compiles
        return "does not compile: " + str(error).strip().splitlines()[-1]
    command = launch(case, kernel, folder, options)
    (folder / "command.json").write_text(json.dumps(command))
    try:
        result = subprocess.run(command, capture_output=True, text=True, timeout=options.timeout)
    except subprocess.TimeoutExpired:
        return f"not finished in {options.timeout} s"
    if result.returncode != 0:
        return (result.stderr + result.stdout).strip()
    if case.prints and case.prints not in result.stdout:
        return f"'{case.prints}' is not printed"
    return ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tessera", required=True)
    parser.add_argument("--targets", default="80,90,100,120")
    parser.add_argument("--filter", default="")
    parser.add_argument("--schedules", type=int, default=3)
    parser.add_argument("--check", default="all,-tensor-fence,-mbarrier-fence,-tcgen05-wait")
    parser.add_argument("--timeout", type=float, default=120)
    parser.add_argument("--lines", type=int, default=6, help="of a failure's output to show")
    parser.add_argument("--keep", help="folder for PTX and arrays, which are removed otherwise")
    options = parser.parse_args()
    os.environ.setdefault("TRITON_CACHE_DIR", str(pathlib.Path(tempfile.gettempdir()) / "tessera-triton-cache"))
    ran = failed = 0
    with tempfile.TemporaryDirectory() as temporary:
        root = pathlib.Path(options.keep or temporary)
        for case in cases.all_cases():
            for architecture in map(int, options.targets.split(",")):
                name = f"{case.name}.sm_{architecture}"
                if architecture < case.least or (case.only and architecture not in case.only) or not re.search(options.filter, name):
                    continue
                folder = root / name
                folder.mkdir(parents=True, exist_ok=True)
                problem = run_case(case, architecture, options, folder)
                ran += 1
                failed += bool(problem)
                if problem:
                    print(f"FAIL {name}\n  " + "\n  ".join(problem.splitlines()[: options.lines]), flush=True)
    print(f"{ran} launches, {ran - failed} as NumPy says and without findings, {failed} not")
    return 1 if failed or not ran else 0


sys.exit(main())
