"""Row softmax with minus-infinity padding."""
import numpy as np

from common import Case, array, output


def cases():
    rows, cols = 23, 1000
    rng = np.random.default_rng(4)
    # Around 80, exp(2 * x) overflows: only a kernel that subtracts the maximum works.
    x = (80 + 4 * rng.standard_normal((rows, cols))).astype(np.float32)
    wide = x.astype(np.float64)
    weights = np.exp(wide - wide.max(axis=1, keepdims=True))
    expected = weights / weights.sum(axis=1, keepdims=True)
    # Relative error of one element: the subtraction x - max (|x - max| < 32, so
    # an absolute error up to 32*2^-24, which exp turns into a relative one), exp
    # itself (2 units in the last place), the sum of positive terms (relative
    # error at most cols*2^-24 in any order, far less in practice; the bound
    # below allows a tenth of it) and one division.
    u = 2.0**-24
    rtol = (32 + 4 + cols / 10 + 1) * u
    return [Case("row_softmax", "row_softmax", (rows, 1, 1),
                 [array(x, "f32"), output(expected, "f32", atol=1e-30, rtol=rtol)],
                 f"{rows}x{cols} f32", abi="array")]
