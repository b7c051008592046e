# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Takes the goldens through code generation, ptxas and the emulator.

    run.py [--tessera PATH] [--schedules N] [--keep FOLDER] [KERNEL...]

For each kernel: `tessera compile --from nvvm`, which ends in our PTX verifier; `ptxas
-v`, if there is one, which may say nothing of spills and give no message with a number
(C7510 and its neighbours: wgmma is serialised, or was repaired); and `tessera emulate`
with all checks, N times, each time in another order, against NumPy.
"""

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import arrays

FOLDER = Path(__file__).resolve().parent


class Gemm:
    """Cases are (m, n, k, blocks)."""

    cases = [(200, 264, 328, 3), (100, 8, 8, 1)]
    round, rounds = "128 x 256 x 64", [(128, 256, 512, 1), (128, 256, 1024, 1), 8]

    def __init__(self, target, store_rows, shared_bytes):
        self.target, self.store_rows, self.shared_bytes = target, store_rows, shared_bytes

    def arguments(self, case, folder):
        m, n, k, blocks = case
        arrays.gemm(m, n, k, folder)
        return [
            "--grid", f"{blocks}", f"tensormap(128x64,128B,{folder}/a.npy:bf16)",
            f"tensormap(256x64,128B,{folder}/b.npy:bf16)",
            f"tensormap({self.store_rows}x64,128B,zeros({m}x{n},bf16))",
            f"{m}", f"{n}", f"{k}", "--expect", f"2={folder}/c.npy",
        ]  # fmt: skip


class Attention:
    """Cases are (heads, queries, keys)."""

    cases = [(2, 200, 300), (1, 40, 100)]
    round, rounds = "128 rows x 128 keys", [(1, 128, 512), (1, 128, 1024), 4]
    target, shared_bytes = "sm_90a", 163920

    def arguments(self, case, folder):
        heads, queries, keys = case
        arrays.attention(heads, queries, keys, folder)
        load = "tensormap(1x128x64,128B,{}/{}.npy:bf16)"
        return [
            "--grid", f"{-(-queries // 128)},{heads}",
            *(load.format(folder, name) for name in "qkv"),
            f"tensormap(1x64x64,128B,zeros({heads}x{queries}x128,bf16))",
            # log2(e) / sqrt(128)
            f"{keys}", "0.12751743", "--expect", f"3={folder}/o.npy", "--tol", "4e-3,1e-2",
        ]  # fmt: skip


KERNELS = {
    "hopper_gemm": Gemm("sm_90a", 64, 229440),
    "blackwell_gemm": Gemm("sm_100a", 128, 229480),
    "hopper_attention": Attention(),
}


def run(*command):
    """What the command prints; the end of everything when it fails."""
    result = subprocess.run([str(part) for part in command], capture_output=True, text=True)
    if result.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}\n{result.stdout}{result.stderr}")
    return result.stdout + result.stderr


def assemble(kernel, ptx):
    """What is to be said of ptxas; ends everything when it complains."""
    if not shutil.which("ptxas"):
        return "ptxas: not found, not checked"
    begin = time.monotonic()
    report = run("ptxas", f"-arch={kernel.target}", "-v", ptx, "-o", ptx.with_suffix(".cubin"))
    elapsed = (time.monotonic() - begin) * 1000
    registers = re.search(r"Used (\d+) registers", report).group(1)
    spills = re.search(r"(\d+) bytes spill stores, (\d+) bytes spill loads", report)
    messages = re.findall(r"\(C\d+\).*", report)
    if messages or any(int(count) for count in spills.groups()):
        sys.exit(f"{ptx}: ptxas complains:\n{report}")
    return f"ptxas: {registers} registers, no spills, no messages ({elapsed:.0f} ms)"


# Instructions of one round of a wait: try_wait, selp, setp, bra.
POLL = 4


def per_round(kernel, emulate):
    """Instructions of warps that a round of the main loop takes, all roles together and
    without the loops that wait: the difference between two launches, so that prologue
    and epilogue do not count."""
    def instructions(case):
        profile = emulate(case, "--profile")
        total = int(re.search(r"instructions: (\d+) of warps", profile)[1])
        polls = int(re.search(r"(\d+) +\S+ % +mbarrier\.try_wait", profile)[1])
        return total - POLL * polls

    small, large, rounds = kernel.rounds
    return (instructions(large) - instructions(small)) / rounds


def check(name, tessera, schedules, folder):
    kernel = KERNELS[name]
    source, ptx = folder / f"{name}.mlir", folder / f"{name}.ptx"
    source.write_text(run(sys.executable, FOLDER / f"{name}.py"))
    begin = time.monotonic()
    run(tessera, "compile", "--from", "nvvm", "--target", kernel.target, source, "-o", ptx)
    elapsed = (time.monotonic() - begin) * 1000
    print(f"{name}: {len(ptx.read_text().splitlines())} lines of PTX ({elapsed:.0f} ms)")
    print(f"  {assemble(kernel, ptx)}")

    def emulate(case, *options):
        data = folder / f"{name}-{'x'.join(map(str, case))}"
        data.mkdir(exist_ok=True)
        return run(tessera, "emulate", ptx, "--shared", kernel.shared_bytes, *options,
                   *kernel.arguments(case, data))  # fmt: skip

    for case in kernel.cases:
        error = re.search(r"max error \S+", emulate(case, "--schedules", schedules)).group()
        print(f"  {case}: no findings under {schedules} schedules, {error}")
    print(f"  {kernel.round}: {per_round(kernel, emulate):.0f} instructions of warps", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tessera", default="tessera", help="the tool (default: on PATH)")
    parser.add_argument("--schedules", type=int, default=20)
    parser.add_argument("--keep", type=Path, help="where to leave what is made")
    parser.add_argument("kernels", nargs="*", metavar="KERNEL", help=", ".join(KERNELS))
    options = parser.parse_args()
    if unknown := [name for name in options.kernels if name not in KERNELS]:
        parser.error(f"expected one of {', '.join(KERNELS)}, got '{unknown[0]}'")
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.keep or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        for name in options.kernels or KERNELS:
            check(name, options.tessera, options.schedules, folder)


if __name__ == "__main__":
    main()
