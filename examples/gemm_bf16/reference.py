"""bf16 GEMM, A column-major, grouped one-dimensional block order."""
import numpy as np

from common import Case, array, output, quantise, scalar, sum_error, tiles


def cases():
    m, n, k = 150, 200, 90  # 5 tile rows: the last group of two is incomplete
    rng = np.random.default_rng(12)
    a = quantise(rng.standard_normal((m, k)), "bf16")
    b = quantise(rng.standard_normal((k, n)), "bf16")
    # The f32 sum, then one rounding to bf16 (2^-8 relative).
    atol = sum_error(np.abs(a) @ np.abs(b), k)
    return [Case("gemm_bf16", "gemm_bf16", (tiles(m, 32) * tiles(n, 64), 1, 1),
                 [array(a.T, "bf16"), array(b, "bf16"),
                  output(a @ b, "bf16", atol=atol, rtol=2.0**-8),
                  scalar(m, "i32"), scalar(n, "i32"), scalar(k, "i32")],
                 f"{m}x{n}x{k} bf16, A col-major")]
