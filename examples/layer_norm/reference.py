"""Layer normalisation over rows longer than a tile."""
import numpy as np

from common import Case, array, output, scalar, tiles


def cases():
    rows, cols, eps = 30, 700, 1e-5
    rng = np.random.default_rng(5)
    # A mean well away from zero: this is where a one-pass variance would fail.
    x = (3.0 + rng.standard_normal((rows, cols))).astype(np.float32)
    x[0] *= np.float32(1e-3)  # a row so small that eps decides
    gamma = (1 + 0.1 * rng.standard_normal(cols)).astype(np.float32)
    beta = (0.1 * rng.standard_normal(cols)).astype(np.float32)
    wide = x.astype(np.float64)
    mean = wide.mean(axis=1, keepdims=True)
    std = np.sqrt(wide.var(axis=1, keepdims=True) + np.float32(eps))
    expected = (wide - mean) / std * gamma + beta
    # The mean carries at most about cols*u*mean|x| of summation error, u = 2^-24
    # (any order); dividing by std and multiplying by gamma scales it. The
    # variance adds half that relative to |out - beta|. Then a handful of
    # roundings. In practice errors partly cancel, so the bound is loose.
    u = 2.0**-24
    mean_error = cols * u * np.abs(wide).mean(axis=1, keepdims=True)
    atol = (mean_error / std) * np.abs(gamma) + (cols / 2 + 8) * u * np.abs(expected - beta) \
        + 2 * u * np.abs(beta) + 4 * u
    return [Case("layer_norm", "layer_norm", (tiles(rows, 4), 1, 1),
                 [array(x, "f32"), array(gamma, "f32"), array(beta, "f32"),
                  output(expected, "f32", atol=atol),
                  scalar(rows, "i32"), scalar(cols, "i32"), scalar(eps, "f32")],
                 f"{rows}x{cols} f32")]
