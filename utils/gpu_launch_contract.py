#!/usr/bin/env python3
# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What clients of tileiras rely on when they launch, tried on GPU 0.

  utils/gpu_launch_contract.py [--bin build/dev/bin]

Clients launch what `tileiras` wrote with a block of (1, 1, 1) and no dynamic shared
memory (docs/adr/0006-launches-that-give-only-the-grid.md). Each line is one launch with
what it must give: the right result, or an error. Tried are cubins (where ptxas is) and
PTX that the driver assembles, pools of shared memory above 48 KiB, clusters of two, a
block that the kernel does not have, and launches of one kernel with tensor maps that
overlap with different arguments. The exit status is 1 when one is not as it must be.
"""
import argparse
import ctypes
import os
import random
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.dont_write_bytecode = True

import numpy as np

from cuda_device import Container, Device, NoGpu

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), ".."))
POISON = 0x7FC0DEAD  # A NaN: no result.
CLIENTS_BLOCK = (1, 1, 1)

# Each thread writes 1000 * rank in its cluster + 10 * id of its cluster + its own id.
CLUSTERS = """.version 9.0
.target sm_90
.address_size 64
.visible .entry pairs(.param .u64 out) .blocksareclusters .reqntid 4 .reqnctapercluster 2
{
  .reg .b32 %r<8>;
  .reg .b64 %rd<4>;
  mov.u32 %r0, %cluster_ctarank;
  mov.u32 %r1, %clusterid.x;
  mov.u32 %r2, %tid.x;
  mov.u32 %r3, %ctaid.x;
  mad.lo.u32 %r4, %r0, 1000, %r2;
  mad.lo.u32 %r4, %r1, 10, %r4;
  mad.lo.u32 %r5, %r3, 4, %r2;
  ld.param.u64 %rd0, [out];
  mad.wide.u32 %rd1, %r5, 4, %rd0;
  st.global.u32 [%rd1], %r4;
  ret;
}
"""
# The same without clusters, as kernels for targets that have none.
PLAIN = CLUSTERS.replace(".blocksareclusters ", "").replace(" .reqnctapercluster 2", "")


class Problem(Exception):
    """A launch that was not as it must be."""


def compiled(binaries, kernel, container, folder, target):
    """What tileiras writes for a kernel of benchmarks/kernels; None without ptxas."""
    source = os.path.join(ROOT, "benchmarks", "kernels", kernel + ".mlir")
    bytecode, out = os.path.join(folder, "k.bc"), os.path.join(folder, "k.out")
    for command in (["tessera", "asm", source, "-o", bytecode],
                    ["tileiras", bytecode, "-o", out, "--gpu-name", target, "--container", container]):
        done = subprocess.run([os.path.join(binaries, command[0]), *command[1:]], capture_output=True, text=True)
        if done.returncode:
            raise Problem(done.stderr.strip())
    with open(out, "rb") as file:
        return file.read()


class Gemm:
    """gemm_bf16 with whole numbers, whose sums f32 holds exactly."""

    def __init__(self, device, m, n, k, seed):
        rng = np.random.default_rng(seed)
        self.device, self.shape = device, (m, n, k)
        a, b = (rng.integers(-8, 9, shape).astype(np.float32) for shape in ((m, k), (k, n)))
        self.expected = a @ b
        self.c = np.full((m, n), POISON, np.uint32)
        bits = [(each.view(np.uint32) >> 16).astype(np.uint16) for each in (a, b)]
        self.pointers = [device.upload(each) for each in (*bits, self.c)]
        self.values = [*self.pointers, *map(ctypes.c_int32, (m, n, k))]
        self.grid = (-(-m // 128), -(-n // 128), 1)

    def poison(self):
        self.device.call("cuMemsetD32_v2", self.pointers[2], ctypes.c_uint(POISON), ctypes.c_size_t(self.c.size))

    def check(self):
        self.device.download(self.pointers[2], self.c)
        got = self.c.view(np.float32)
        wrong = np.flatnonzero(~(got == self.expected))
        if wrong.size:
            at = int(wrong[0])
            raise Problem(f"{wrong.size} of {got.size} elements of {self.shape} are wrong, at {at} "
                          f"{got.flat[at]}, expected {self.expected.flat[at]}")


class Contract:
    def __init__(self, binaries, folder):
        self.device, self.binaries, self.folder = Device(), binaries, folder
        self.failed = 0

    def line(self, what, run):
        """Runs one line and prints what came of it."""
        try:
            said = run() or "right"
        except (Problem, RuntimeError) as problem:
            self.failed += 1
            said = f"FAILED: {problem}"
        print(f"{what:74} {said}", flush=True)

    def gemm(self, container, block=CLIENTS_BLOCK):
        image = compiled(self.binaries, "gemm_bf16", container, self.folder, self.device.target)
        if container == "always":
            image = Container(image).ptx
        gemm = Gemm(self.device, 512, 384, 1000, 1)
        gemm.poison()
        self.device.launch(self.device.load(image, "gemm_bf16"), gemm.grid, block, 0, gemm.values)
        self.device.synchronize()
        gemm.check()

    def refused(self, run):
        """A launch that the driver must refuse."""
        try:
            run()
        except RuntimeError as error:
            return f"refused: {error}"
        raise Problem("was not refused")

    def pairs(self, ptx, block, blocks_of_cluster=2, num_clusters=3):
        """Launches CLUSTERS or a form of it: every thread of `.reqntid` must have run."""
        out = np.full(num_clusters * blocks_of_cluster * 4, POISON, np.uint32)
        pointer = self.device.upload(out)
        self.device.launch(self.device.load(ptx, "pairs"), (num_clusters, 1, 1), block, 0, [pointer])
        self.device.synchronize()
        self.device.download(pointer, out)
        cluster, rank, thread = np.unravel_index(np.arange(out.size), (num_clusters, blocks_of_cluster, 4))
        if not (out == 1000 * rank + 10 * cluster + thread).all():
            raise Problem(f"wrong: {out}")

    def overlapping(self, rounds=40, per_round=12):
        """Launches of one kernel with different arguments on several streams."""
        image = Container(compiled(self.binaries, "gemm_bf16", "always", self.folder, self.device.target)).ptx
        if "tensormap" not in image:
            raise Problem("the kernel makes no tensor maps")
        function = self.device.load(image, "gemm_bf16")
        sizes = [(512, 384, 1000), (128, 128, 64), (1000, 136, 520), (264, 520, 2056), (640, 1024, 72), (8, 8, 4096)]
        gemms = [Gemm(self.device, *size, seed) for seed, size in enumerate(sizes)]
        streams = [self.device.stream() for _ in range(4)]
        order = random.Random(1)
        for _ in range(rounds):
            for gemm in gemms:
                gemm.poison()
            self.device.synchronize()
            for _ in range(per_round):
                gemm = order.choice(gemms)
                self.device.launch(function, gemm.grid, CLIENTS_BLOCK, 0, gemm.values, order.choice(streams))
            # Each at least once.
            for gemm in gemms:
                self.device.launch(function, gemm.grid, CLIENTS_BLOCK, 0, gemm.values, order.choice(streams))
            self.device.synchronize()
            for gemm in gemms:
                gemm.check()
        return f"right in {rounds} rounds of {per_round + len(gemms)} launches"

    def run(self):
        device = self.device
        print(f"{device.name}, {device.target}")
        static = Container(compiled(self.binaries, "gemm_bf16", "always", self.folder, device.target)).kernels["gemm_bf16"]
        pool = f"{static['static']} bytes of static, {static['dynamic']} of dynamic shared memory"
        self.line(f"gemm_bf16, PTX: block (1, 1, 1), {pool}", lambda: self.gemm("always"))
        self.line("gemm_bf16, cubin: block (1, 1, 1)", lambda: self.gemm("never"))
        self.line("gemm_bf16, PTX: a block that is not (1, 1, 1)",
                  lambda: self.refused(lambda: self.gemm("always", (64, 1, 1))))
        self.line("clusters of two, .blocksareclusters: grid counts clusters", lambda: self.pairs(CLUSTERS, CLIENTS_BLOCK))
        for target in ("sm_90", "sm_80"):
            ptx = PLAIN.replace("sm_90", target).replace("%cluster_ctarank", "0").replace("%clusterid", "%ctaid")
            self.line(f".reqntid 4 alone, {target}: block (4, 1, 1)", lambda: self.pairs(ptx, (4, 1, 1), 1))
            self.line(f".reqntid 4 alone, {target}: block (1, 1, 1)", lambda: self.pairs(ptx, CLIENTS_BLOCK, 1))
            for threads in (2, 8):
                self.line(f".reqntid 4 alone, {target}: block ({threads}, 1, 1)",
                          lambda: self.refused(lambda: self.pairs(ptx, (threads, 1, 1), 1)))
        self.line("gemm_bf16, tensor maps: overlapping launches, different arguments", self.overlapping)
        print(f"{self.failed} failed")
        return 1 if self.failed else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", default=os.path.join(ROOT, "build", "dev", "bin"))
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        try:
            return Contract(arguments.bin, folder).run()
        except NoGpu as reason:
            print(f"gpu_launch_contract: no GPU was present: {reason}; nothing was tried")
            return 1


if __name__ == "__main__":
    sys.exit(main())
