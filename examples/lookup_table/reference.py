"""A module-level table, print_tko and assert."""
import numpy as np

from common import Case, array, output, scalar, tiles

GAIN = np.array([1.0, 0.5, 2.0, 0.25, 4.0, -1.0, 0.125, 8.0])


def cases():
    n = 150
    rng = np.random.default_rng(30)
    x = rng.integers(-64, 64, n) / 8.0  # eighths times powers of two: exact in f32
    channel = rng.integers(0, len(GAIN), n)
    expected = x * GAIN[channel]
    grid = (tiles(n, 64), 1, 1)
    shapes = f"n={n}, {len(GAIN)} gains"
    # Tolerance zero: a product with a power of two does not round.
    good = Case("lookup_table", "apply_gain", grid,
                [array(x, "f32"), array(channel, "i32"), output(expected, "f32"), scalar(n, "i32")],
                shapes,
                stdout_lines=[f"block {b}: peak {expected[64 * b:64 * b + 64].max():.3f}"
                              for b in range(grid[0])])

    # One bad channel number, the first on either side of the range: the launch
    # must fail and say why.
    def bad(name, number):
        bad_channel = channel.copy()
        bad_channel[100] = number
        return Case(f"lookup_table/{name}", "apply_gain", grid,
                    [array(x, "f32"), array(bad_channel, "i32"), output(expected, "f32"),
                     scalar(n, "i32")],
                    f"one channel is {number}", diagnostic="channel number out of range")

    return [good, bad("too_large", len(GAIN)), bad("negative", -1)]
