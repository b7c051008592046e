"""RMS normalisation: f16 storage, f32 arithmetic."""
import numpy as np

from common import Case, array, output, scalar, tiles


def cases():
    rows, cols, eps = 15, 900, 1e-6
    rng = np.random.default_rng(6)
    x = (2 * rng.standard_normal((rows, cols))).astype(np.float16)
    x[0] *= np.float16(1e-3)  # a row so small that eps decides
    weight = (1 + 0.2 * rng.standard_normal(cols)).astype(np.float16)
    wide = x.astype(np.float64)
    expected = wide / np.sqrt((wide**2).mean(axis=1, keepdims=True) + np.float32(eps)) * weight
    # The result is rounded to f16: 2^-11 relative (half of the spacing 2^-24 for
    # subnormals, the absolute part). The f32 sum of 900 squares adds at most
    # 900/2*2^-24 < 2^-15 relative in any order.
    return [Case("rms_norm", "rms_norm", (tiles(rows, 2), 1, 1),
                 [array(x, "f16"), array(weight, "f16"),
                  output(expected, "f16", atol=2.0**-25, rtol=2.0**-11 + 2.0**-15),
                  scalar(eps, "f32")],
                 f"{rows}x{cols} f16", abi="array")]
