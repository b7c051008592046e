"""MXFP8 GEMM: fp8 elements, one power-of-two scale per 32 of them."""
import numpy as np

from common import Case, array, block_quantise, output, scalar, sum_error, tiles


def cases():
    m, n, k = 45, 50, 192
    rng = np.random.default_rng(24)
    # Rows of very different size: one scale per matrix would lose the small ones.
    a = rng.standard_normal((m, k)) * 10.0 ** rng.uniform(-3, 3, (m, 1))
    b = rng.standard_normal((k, n))
    a8, sa, a_value = block_quantise(a, "f8E4M3FN", "f8E8M0FNU", 32)
    b8, sb, b_value = block_quantise(b.T, "f8E4M3FN", "f8E8M0FNU", 32)
    # The reference multiplies what the quantised numbers stand for. Scaled
    # products are exact in f32 (two 4-bit significands, powers of two), so what
    # is left is a sum of k numbers in f32: see sum_error.
    atol = sum_error(np.abs(a_value) @ np.abs(b_value).T, k)
    return [Case("block_scaled_fp8", "mxfp8_gemm", (tiles(m, 32), tiles(n, 32), 1),
                 [array(a8, "f8E4M3FN"), array(sa, "f8E8M0FNU"),
                  array(b8, "f8E4M3FN"), array(sb, "f8E8M0FNU"),
                  output(a_value @ b_value.T, "f32", atol=atol),
                  scalar(m, "i32"), scalar(n, "i32"), scalar(k, "i32")],
                 f"{m}x{n}x{k} mxfp8")]
