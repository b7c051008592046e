# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""mmai on random bytes, compiled, against NumPy.

  check_int8.py FOLDER

Shapes with a micro-kernel of bytes, with ragged and small ones beside them, and a
batch; every choice of signs; the host, and processors without vpdpbusd with registers of
256 and 512 bits, of which the host may lack the wider ones; -O0 and -O2.
"""
import itertools
import subprocess
import sys
from pathlib import Path

import numpy as np

TARGETS = ["cpu", "cpu:x86-64-v3", "cpu:x86-64-v4"]
NOT_HERE = "does not run on this machine"
SHAPES = [(1, 32, 64, 64), (1, 4, 4, 16), (2, 8, 16, 32)]
KERNEL = """
cuda_tile.module @m {
  entry @k(%pa: tile<ptr<i8>>, %pb: tile<ptr<i8>>, %pc: tile<ptr<i32>>) {
    %va = make_tensor_view %pa, shape = [B, M, K], strides = [MK, K, 1] : tensor_view<BxMxKxi8, strides=[MK,K,1]>
    %vb = make_tensor_view %pb, shape = [B, K, N], strides = [KN, N, 1] : tensor_view<BxKxNxi8, strides=[KN,N,1]>
    %vc = make_tensor_view %pc, shape = [B, M, N], strides = [MN, N, 1] : tensor_view<BxMxNxi32, strides=[MN,N,1]>
    %ta = make_partition_view %va : partition_view<tile=(BxMxK), tensor_view<BxMxKxi8, strides=[MK,K,1]>>
    %tb = make_partition_view %vb : partition_view<tile=(BxKxN), tensor_view<BxKxNxi8, strides=[KN,N,1]>>
    %tc = make_partition_view %vc : partition_view<tile=(BxMxN), tensor_view<BxMxNxi32, strides=[MN,N,1]>>
    %z = constant <i32: 0> : tile<i32>
    %a, %t0 = load_view_tko weak %ta[%z, %z, %z] : partition_view<tile=(BxMxK), tensor_view<BxMxKxi8, strides=[MK,K,1]>>, tile<i32> -> tile<BxMxKxi8>, token
    %b, %t1 = load_view_tko weak %tb[%z, %z, %z] : partition_view<tile=(BxKxN), tensor_view<BxKxNxi8, strides=[KN,N,1]>>, tile<i32> -> tile<BxKxNxi8>, token
    %c, %t2 = load_view_tko weak %tc[%z, %z, %z] : partition_view<tile=(BxMxN), tensor_view<BxMxNxi32, strides=[MN,N,1]>>, tile<i32> -> tile<BxMxNxi32>, token
    %d = mmai %a, %b, %c SL SR : tile<BxMxKxi8>, tile<BxKxNxi8>, tile<BxMxNxi32>
    %t3 = store_view_tko weak %d, %tc[%z, %z, %z] token=%t2 : tile<BxMxNxi32>, partition_view<tile=(BxMxN), tensor_view<BxMxNxi32, strides=[MN,N,1]>>, tile<i32> -> token
    return
  }
}
"""


def main():
    folder = Path(sys.argv[1])
    rng = np.random.default_rng(7)
    agreed = failed = 0
    targets = set()
    for (b, m, k, n), left, right in itertools.product(
        SHAPES, ("signed", "unsigned"), ("signed", "unsigned")
    ):
        text = KERNEL
        for name, value in [("BxMxK", f"{b}x{m}x{k}"), ("BxKxN", f"{b}x{k}x{n}"), ("BxMxN", f"{b}x{m}x{n}"),
                            ("[B, M, K]", f"[{b}, {m}, {k}]"), ("[B, K, N]", f"[{b}, {k}, {n}]"),
                            ("[B, M, N]", f"[{b}, {m}, {n}]"), ("MK", str(m * k)), ("KN", str(k * n)),
                            ("MN", str(m * n)), (", K, 1]", f", {k}, 1]"), (", N, 1]", f", {n}, 1]"),
                            (",K,1]", f",{k},1]"), (",N,1]", f",{n},1]"), ("SL", left), ("SR", right)]:  # fmt: skip
            text = text.replace(name, value)
        (folder / "k.mlir").write_text(text)
        # The extremes occur; the accumulator wraps.
        x = rng.choice(np.array([-128, -127, -1, 0, 1, 127, 77, -50], np.int8), (b, m, k))
        y = rng.choice(np.array([-128, -127, -1, 0, 1, 127, 99, -3], np.int8), (b, k, n))
        z = rng.integers(-(2**31), 2**31, (b, m, n), dtype=np.int64).astype(np.int32)
        wide = [t.view(np.uint8).astype(np.int64) if s == "unsigned" else t.astype(np.int64)
                for t, s in ((x, left), (y, right))]  # fmt: skip
        np.save(folder / "x.npy", x)
        np.save(folder / "y.npy", y)
        np.save(folder / "z.npy", z)
        np.save(folder / "want.npy", (np.matmul(*wide) + z).astype(np.int32))
        for target, level in itertools.product(TARGETS, "02"):
            done = subprocess.run(
                ["tessera", "run", folder / "k.mlir", folder / "x.npy", folder / "y.npy", folder / "z.npy",
                 "--target", target, "--opt-level", level, "--expect", f"2={folder / 'want.npy'}"],
                capture_output=True, text=True,
            )  # fmt: skip
            if target == TARGETS[-1] and NOT_HERE in done.stderr:
                continue
            targets.add(target)
            agreed += done.returncode == 0
            failed += done.returncode != 0
            if done.returncode:
                print(f"FAIL {b}x{m}x{k}x{n} {left} {right} {target} -O{level}:\n{done.stderr}{done.stdout}")
    print(f"{agreed // len(targets)} products agree on {len(targets)} targets, {failed} do not")


if __name__ == "__main__":
    main()
