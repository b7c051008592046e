"""Prefix sums: across blocks through memory, and along the rows of a tile."""
import numpy as np

from common import Case, array, in_place, output, scalar, scratch, sum_error, tiles


def cases():
    rng = np.random.default_rng(21)
    n = 5_000
    blocks = tiles(n, 512)
    x = rng.integers(-1000, 1000, n)
    # Tolerance zero: integers. Flags and ticket are checked too.
    chained = Case("prefix_scan/chained", "chained_scan", (blocks, 1, 1),
                   [array(x, "i32"), output(np.cumsum(x), "i32"),
                    scratch((blocks,), "i32", np.full(blocks, -99)),
                    in_place(np.zeros(blocks, int), np.ones(blocks, int), "i32"),
                    in_place([0], [blocks], "i32"), scalar(n, "i32")],
                   f"n={n} i32")

    rows, cols = 10, 200
    y = rng.standard_normal((rows, cols)).astype(np.float32)
    y64 = y.astype(np.float64)
    suffix = np.cumsum(y64[:, ::-1], axis=1)[:, ::-1]
    magnitude = np.cumsum(np.abs(y64)[:, ::-1], axis=1)[:, ::-1]
    # A sum of at most 200 numbers in f32, in any association: see sum_error.
    suffixes = Case("prefix_scan/row_suffix", "row_suffix_sum", (tiles(rows, 4), 1, 1),
                    [array(y, "f32"), output(suffix, "f32", atol=sum_error(magnitude, cols)),
                     scalar(rows, "i32"), scalar(cols, "i32")],
                    f"{rows}x{cols} f32")
    return [chained, suffixes]
