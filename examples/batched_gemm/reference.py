"""Batched GEMM with rank-3 mmaf; the batch size is odd."""
import numpy as np

from common import Case, array, output, sum_error, tiles


def cases():
    batch, m, n, k = 5, 45, 70, 50
    rng = np.random.default_rng(16)
    a = rng.standard_normal((batch, m, k)).astype(np.float16)
    b = rng.standard_normal((batch, k, n)).astype(np.float16)
    a64, b64 = a.astype(np.float64), b.astype(np.float64)
    # k exact products summed in f32 in any order: see sum_error.
    atol = sum_error(np.abs(a64) @ np.abs(b64), k)
    return [Case("batched_gemm", "batched_gemm",
                 (tiles(m, 32), tiles(n, 32), tiles(batch, 2)),
                 [array(a, "f16"), array(b, "f16"), output(a64 @ b64, "f32", atol=atol)],
                 f"{batch}x({m}x{n}x{k}) f16->f32", abi="array")]
