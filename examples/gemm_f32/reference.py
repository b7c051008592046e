"""f32 GEMM, row-major, ragged in M, N and K."""
import numpy as np

from common import Case, array, output, sum_error, tiles


def cases():
    m, n, k = 150, 130, 100
    rng = np.random.default_rng(10)
    a = rng.standard_normal((m, k)).astype(np.float32)
    b = rng.standard_normal((k, n)).astype(np.float32)
    a64, b64 = a.astype(np.float64), b.astype(np.float64)
    # k products summed in f32, in whatever order: see sum_error.
    atol = sum_error(np.abs(a64) @ np.abs(b64), k)
    return [Case("gemm_f32", "gemm_f32", (tiles(m, 64), tiles(n, 64), 1),
                 [array(a, "f32"), array(b, "f32"), output(a64 @ b64, "f32", atol=atol)],
                 f"{m}x{n}x{k} f32", abi="array")]
