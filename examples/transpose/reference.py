"""Matrix transpose through views, by permuting the tile and by dim_map."""
import numpy as np

from common import Case, array, output, tiles


def cases():
    rows, cols = 100, 70  # neither is a multiple of the 32x16 tile
    rng = np.random.default_rng(3)
    x = rng.standard_normal((rows, cols)).astype(np.float16)
    grid = (tiles(rows, 32), tiles(cols, 16), 1)
    # Tolerance zero: values are moved, never computed with.
    return [Case(f"transpose/{how}", f"transpose_{how}", grid,
                 [array(x, "f16"), output(x.T, "f16")],
                 f"{rows}x{cols} f16", abi="array")
            for how in ("permute", "dim_map")]
