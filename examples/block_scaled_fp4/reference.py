"""MXFP4 and NVFP4 GEMM: packed 4-bit elements with block scales."""
import numpy as np

from common import Case, array, block_quantise, output, scalar, sum_error, tiles


def case(entry, scale, block, seed):
    m, n, k = 40, 55, 192
    rng = np.random.default_rng(seed)
    a = rng.standard_normal((m, k)) * 4.0 ** rng.uniform(-1, 1, (m, 1))
    b = rng.standard_normal((k, n))
    a4, sa, a_value = block_quantise(a, "f4E2M1FN", scale, block)
    b4, sb, b_value = block_quantise(b.T, "f4E2M1FN", scale, block)
    # Scaled products are exact in f32: two 2-bit significands times two scales of
    # at most 4 bits. So only the f32 sum of k of them rounds: see sum_error.
    atol = sum_error(np.abs(a_value) @ np.abs(b_value).T, k)
    return Case(f"block_scaled_fp4/{entry[:5]}", entry, (tiles(m, 32), tiles(n, 32), 1),
                [array(a4, "f4E2M1FN"), array(sa, scale),
                 array(b4, "f4E2M1FN"), array(sb, scale),
                 output(a_value @ b_value.T, "f32", atol=atol),
                 scalar(m, "i32"), scalar(n, "i32"), scalar(k, "i32")],
                f"{m}x{n}x{k} {entry[:5]}, blocks of {block}")


def cases():
    return [case("mxfp4_gemm", "f8E8M0FNU", 32, 25),
            case("nvfp4_gemm", "f8E4M3FN", 16, 26)]
