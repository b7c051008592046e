"""Convolutions through strided views: 2-d with step 1, 1-d with step 16."""
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from common import Case, array, output, scalar, sum_error, tiles


def conv2d():
    rng = np.random.default_rng(27)
    image = rng.standard_normal((50, 41)).astype(np.float32)
    weights = rng.standard_normal((5, 3)).astype(np.float32)
    windows = sliding_window_view(image.astype(np.float64), weights.shape)
    expected = np.einsum("yxij,ij->yx", windows, weights.astype(np.float64))
    magnitude = np.einsum("yxij,ij->yx", np.abs(windows), np.abs(weights.astype(np.float64)))
    # 15 products summed in f32, in any order: see sum_error.
    rows, cols = expected.shape
    return Case("strided_conv/conv2d", "conv2d", (tiles(rows, 16), tiles(cols, 16), 1),
                [array(image, "f32"), array(weights, "f32"),
                 output(expected, "f32", atol=sum_error(magnitude, weights.size))],
                f"{image.shape[0]}x{image.shape[1]} * 5x3 f32", abi="array")


def filter_bank():
    rng = np.random.default_rng(28)
    n = 1000
    signal = rng.standard_normal(n).astype(np.float32)
    bank = rng.standard_normal((64, 32)).astype(np.float32)
    windows = sliding_window_view(signal.astype(np.float64), 64)[::16]
    expected = windows @ bank.astype(np.float64)
    # 64 products summed in f32, in any order: see sum_error.
    atol = sum_error(np.abs(windows) @ np.abs(bank.astype(np.float64)), 64)
    steps = len(windows)
    return Case("strided_conv/filter_bank", "filter_bank", (steps, 1, 1),
                [array(signal, "f32"), array(bank, "f32"), output(expected, "f32", atol=atol),
                 scalar(n, "i32"), scalar(steps, "i32")],
                f"{n} samples -> {steps}x32 f32")


def cases():
    return [conv2d(), filter_bank()]
