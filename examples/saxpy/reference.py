"""SAXPY in place with a grid-stride loop: fewer blocks than tiles."""
import numpy as np

from common import Case, array, in_place, scalar


def cases():
    n = 9_001
    a = 1.7
    rng = np.random.default_rng(2)
    x = rng.standard_normal(n).astype(np.float32)
    y = rng.standard_normal(n).astype(np.float32)
    expected = np.float64(np.float32(a)) * x.astype(np.float64) + y.astype(np.float64)
    # The kernel's fma rounds the exact a*x + y once to f32: half a unit in the
    # last place of the result, 2^-24 relative. The float64 reference itself is
    # off by at most 2^-53 of the larger term, hence the tiny absolute part.
    return [Case("saxpy", "saxpy", (5, 1, 1),
                 [scalar(a, "f32"), array(x, "f32"),
                  in_place(y, expected, "f32", atol=2.0**-50, rtol=2.0**-24),
                  scalar(n, "i32")],
                 f"n={n}, 5 blocks")]
