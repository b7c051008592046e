"""Histogram by atomic addition, with values that fall outside the bins."""
import numpy as np

from common import Case, accumulator, array, scalar, tiles


def cases():
    n, bins = 5_000, 40
    rng = np.random.default_rng(22)
    # Bell-shaped: the middle bins are contended, both tails fall outside.
    values = np.round(20 + 9 * rng.standard_normal(n)).astype(np.int64)
    counted = values[(values >= 0) & (values < bins)]
    # Tolerance zero: counting is exact in every order.
    return [Case("histogram", "histogram", (tiles(n, 256), 1, 1),
                 [array(values, "i32"), accumulator(np.bincount(counted, minlength=bins), "i32"),
                  scalar(n, "i32"), scalar(bins, "i32")],
                 f"n={n}, {bins} bins")]
