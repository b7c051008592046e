"""FFT of length 256 as products of 16x16 matrices, against numpy.fft."""
import numpy as np

from common import Case, array, output, scalar


def cases():
    batch, length, side = 5, 256, 16
    rng = np.random.default_rng(31)
    signal = (rng.standard_normal((batch, length)).astype(np.float32).astype(np.float64)
              + 1j * rng.standard_normal((batch, length)).astype(np.float32))
    index = np.arange(side)
    small = np.exp(-2j * np.pi * np.outer(index, index) / side)
    twiddle = np.exp(-2j * np.pi * np.outer(index, index) / length)
    expected = np.fft.fft(signal)
    # Every frequency is a sum over all samples, each multiplied by three table
    # entries of modulus 1, and it goes through two sums of 32 rounded products
    # and one complex product (2 roundings). A real part is bounded by the sum of
    # |re| + |im|; sqrt(2) per complex factor covers how the parts add up.
    magnitude = (np.abs(signal.real) + np.abs(signal.imag)).sum(axis=-1, keepdims=True)
    atol = (2 * 33 + 2 + 3) * 2.0**-24 * 2 * np.broadcast_to(magnitude, expected.shape)
    tables = [array(part, "f32") for table in (small, twiddle) for part in (table.real, table.imag)]
    return [Case("fft/256", "fft_256", (batch, 1, 1),
                 [array(signal.real, "f32"), array(signal.imag, "f32"), *tables,
                  output(expected.real, "f32", atol=atol), output(expected.imag, "f32", atol=atol),
                  scalar(batch, "i32")],
                 f"{batch} transforms of {length} complex f32")]
