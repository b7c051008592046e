"""Embedding lookup (gather) and placement of rows (scatter)."""
import numpy as np

from common import Case, array, in_place, output, scalar, tiles


def cases():
    vocabulary, width, count = 200, 100, 45  # 100 columns: the second slice is partial
    rng = np.random.default_rng(29)
    table = rng.standard_normal((vocabulary, width)).astype(np.float16)
    ids = rng.integers(0, vocabulary, count)
    ids[-1] = vocabulary - 1  # the last row, up to the very end of the table
    grid = (tiles(count, 16), tiles(width, 64), 1)
    # Tolerance zero in both: values are moved, never computed with.
    lookup = Case("embedding/lookup", "lookup", grid,
                  [array(table, "f16"), array(ids, "i32"), output(table[ids], "f16"),
                   scalar(vocabulary, "i32"), scalar(width, "i32"), scalar(count, "i32")],
                  f"{count} of {vocabulary}x{width} f16")

    capacity = 60
    rows = rng.standard_normal((count, width)).astype(np.float16)
    slots = rng.permutation(capacity)[:count]
    before = rng.standard_normal((capacity, width)).astype(np.float16)
    after = before.copy()
    after[slots] = rows  # rows nobody was placed in keep what they held
    place = Case("embedding/place", "place", grid,
                 [array(rows, "f16"), array(slots, "i32"), in_place(before, after, "f16"),
                  scalar(capacity, "i32"), scalar(width, "i32"), scalar(count, "i32")],
                 f"{count} into {capacity}x{width} f16")
    return [lookup, place]
