"""Vector addition with a masked tail: n is not a multiple of the tile."""
import numpy as np

from common import Case, array, output, scalar, tiles


def cases():
    n = 10_000
    rng = np.random.default_rng(1)
    x = rng.standard_normal(n).astype(np.float32)
    y = rng.standard_normal(n).astype(np.float32)
    # Tolerance zero: one IEEE addition, rounded to nearest, has one right answer.
    return [Case("vector_add", "vector_add", (tiles(n, 1024), 1, 1),
                 [array(x, "f32"), array(y, "f32"), output(x + y, "f32"), scalar(n, "i32")],
                 f"n={n}")]
