"""Split-K GEMM: atomic accumulation, and an ordered sum by the last block."""
import numpy as np

from common import Case, accumulator, array, in_place, output, scalar, scratch, sum_error, tiles


def cases():
    m, n, k, parts = 50, 70, 530, 4
    rng = np.random.default_rng(23)
    a = rng.standard_normal((m, k)).astype(np.float32)
    b = rng.standard_normal((k, n)).astype(np.float32)
    a64, b64 = a.astype(np.float64), b.astype(np.float64)
    expected = a64 @ b64
    # k products and `parts` more additions, f32, in any order and grouping.
    atol = sum_error(np.abs(a64) @ np.abs(b64), k + parts)
    grid = (tiles(m, 32), tiles(n, 32), parts)
    sizes = [scalar(m, "i32"), scalar(n, "i32"), scalar(k, "i32")]
    shapes = f"{m}x{n}x{k} f32, {parts} parts"
    no_arrivals = np.zeros(grid[0] * grid[1], int)
    return [
        Case("split_k/atomic", "split_k_atomic", grid,
             [array(a, "f32"), array(b, "f32"), accumulator(expected, "f32", atol=atol)] + sizes,
             shapes),
        Case("split_k/ordered", "split_k_ordered", grid,
             [array(a, "f32"), array(b, "f32"), output(expected, "f32", atol=atol),
              # NaN: a part that is read before it was written shows in the result.
              scratch((parts, m, n), "f32", np.full((parts, m, n), np.nan)),
              in_place(no_arrivals, no_arrivals, "i32")] + sizes,
             shapes),
    ]
