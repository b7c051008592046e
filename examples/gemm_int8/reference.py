"""int8 GEMM: unsigned activations with a zero point, signed weights."""
import numpy as np

from common import Case, array, output, scalar, tiles


def cases():
    m, n, k, zero = 75, 50, 200, 117
    rng = np.random.default_rng(15)
    a = rng.integers(0, 256, (m, k))
    b = rng.integers(-128, 128, (k, n))
    expected = (a - zero) @ b
    # Tolerance zero: integers.
    return [Case("gemm_int8", "gemm_int8", (tiles(m, 32), tiles(n, 32), 1),
                 [array(a.astype(np.uint8).view(np.int8), "i8"), array(b, "i8"),
                  output(expected, "i32"),
                  scalar(m, "i32"), scalar(n, "i32"), scalar(k, "i32"), scalar(zero, "i32")],
                 f"{m}x{n}x{k} u8*s8->i32")]
