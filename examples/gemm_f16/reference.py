"""f16 GEMM with f32 accumulation, B column-major."""
import numpy as np

from common import Case, array, output, scalar, sum_error, tiles


def cases():
    m, n, k = 100, 140, 120
    rng = np.random.default_rng(11)
    a = rng.standard_normal((m, k)).astype(np.float16)
    b = rng.standard_normal((k, n)).astype(np.float16)
    a64, b64 = a.astype(np.float64), b.astype(np.float64)
    # The f32 sum, then one rounding to f16 (2^-11 relative).
    atol = sum_error(np.abs(a64) @ np.abs(b64), k)
    return [Case("gemm_f16", "gemm_f16", (tiles(m, 64), tiles(n, 64), 1),
                 # b.T stored row by row is b stored column by column.
                 [array(a, "f16"), array(b.T, "f16"),
                  output(a64 @ b64, "f16", atol=atol, rtol=2.0**-11),
                  scalar(m, "i32"), scalar(n, "i32"), scalar(k, "i32")],
                 f"{m}x{n}x{k} f16, B col-major")]
