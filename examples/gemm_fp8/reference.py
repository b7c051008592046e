"""fp8 GEMM (both formats) with one scale per matrix."""
import numpy as np

from common import ROUNDOFF, Case, array, output, quantise, scalar, sum_error, tiles


def case(entry, element, result, top, seed):
    m, n, k = 70, 90, 150
    rng = np.random.default_rng(seed)
    a = 0.02 * rng.standard_normal((m, k))
    b = 0.5 * rng.standard_normal((k, n))
    a_scale, b_scale = np.abs(a).max() / top, np.abs(b).max() / top
    a8, b8 = quantise(a / a_scale, element), quantise(b / b_scale, element)
    scale = np.float32(a_scale * b_scale)
    # The reference uses the quantised operands: the example shows that the
    # kernel computes with them correctly, not how good fp8 is. Errors left: the
    # f32 sum, one f32 multiplication (inside sum_error's allowance), and the
    # rounding of the result, with half a subnormal spacing for tiny f16 results.
    expected = (a8 @ b8) * np.float64(scale)
    atol = sum_error(np.abs(a8) @ np.abs(b8), k + 1) * scale
    if result == "f16":
        atol = atol + 2.0**-25
    return Case(f"gemm_fp8/{entry[5:]}", entry, (tiles(m, 32), tiles(n, 32), 1),
                [array(a8, element), array(b8.T, element),
                 output(expected, result, atol=atol, rtol=ROUNDOFF[result]),
                 scalar(m, "i32"), scalar(n, "i32"), scalar(k, "i32"), scalar(scale, "f32")],
                f"{m}x{n}x{k} {element}->{result}")


def cases():
    return [case("gemm_e4m3", "f8E4M3FN", "bf16", 448.0, 13),
            case("gemm_e5m2", "f8E5M2", "f16", 57344.0, 14)]
