# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the kernels of the cuTile corpus are run on, and what must come out.

A kernel's function gets the compile-time constants of one specialisation (they
end its symbol: `_I128_I256_I64` is tile sizes 128, 256, 64) and returns the
launches to make. References are float64 NumPy on the numbers the kernel sees,
written from the one-line meanings in the corpus's README, not from the kernels.

Sizes are small but always ragged where the specialisation allows it: more than
one tile per axis, the last one partly outside. Cases keep the promises that the
kernels make to the compiler (extents divisible by 16 and the like).

Tolerances are bounds, not measurements. u is the unit roundoff of f32, and
sum_error(m, n) = (n + 1) u m bounds an f32 sum of n products in any order, where
m is the sum of the products' magnitudes (examples/common.py has the argument).
Products of two f16, bf16, tf32 or 8-bit floats are exact in f32, so inputs add no
error: they are rounded to their type before the reference is computed. A result
stored in a narrower type adds that type's unit roundoff once, and half the
smallest subnormal where the result may be that small.
"""
import numpy as np

import common
from common import (Case, ROUNDOFF, array, in_place, output, quantise, scalar, scratch,
                    sum_error, tiles)

U = ROUNDOFF["f32"]


def numbers(seed, *shape):
    return np.random.default_rng(seed).standard_normal(shape)


def case(name, grid, args, shapes, abi="array"):
    return Case(name, "", tuple(grid), args, shapes, abi)


def refused(launch, diagnostic):
    """The same launch, which breaks a rule that the interpreter must report."""
    launch.diagnostic = diagnostic
    return launch


def strided(argument, shape, strides):
    """`argument` as cuTile passes a tensor that is not row-major: pointer, sizes
    and strides in elements. For launches with the flat calling convention."""
    return [argument] + [scalar(n, "i32") for n in (*shape, *strides)]


def row_major(argument):
    strides = [int(np.prod(argument.shape[axis + 1:], dtype=int))
               for axis in range(len(argument.shape))]
    return strided(argument, argument.shape, strides)


def stored_error(expected, dtype):
    """What rounding `expected` to `dtype` adds."""
    tiny = {"f32": 2.0**-150, "bf16": 2.0**-134, "f16": 2.0**-25}[dtype]
    return ROUNDOFF[dtype] * np.abs(expected) + tiny


def round_tf32(values):
    """Nearest even on the upper 19 bits of an f32."""
    bits = np.asarray(values, np.float32).view(np.uint32).astype(np.uint64)
    kept = (bits + 0xFFF + ((bits >> 13) & 1)) & 0xFFFFE000
    return kept.astype(np.uint32).view(np.float32).astype(np.float64)


# ---------------------------------------------------------------------------
# Elementwise and transpose. One f32 addition is correctly rounded, and NumPy's is
# too: the results are equal. A transpose moves bits.
# ---------------------------------------------------------------------------


def sum_case(name, grid, shape):
    a, b = (numbers(seed, *shape).astype(np.float32) for seed in (1, 2))
    return case(name, grid, [array(a, "f32"), array(b, "f32"), output(a + b, "f32")],
                "x".join(map(str, shape)))


def vec_add_1d(tile):
    return [sum_case("ragged", [3], (2 * tile + 1008,)),
            refused(sum_case("a block too many", [4], (2 * tile + 1008,)),
                    "error: index-outside-space: index 3 in dimension 0, expected less than 3 ")]


def vec_add_1d_gather(tile):
    # This specialisation promises nothing about the length.
    return [sum_case("ragged", [3], (2 * tile + 7,)), sum_case("blocks past the end", [3], (5,))]


def vec_add_2d(tile_x, tile_y):
    shape = (16 * tile_x, tile_y + 528)
    return [sum_case("ragged", [tiles(shape[0], tile_x), 2], shape)]


def vec_add_2d_gather(tile_x, tile_y):
    shape = (16 * tile_x, tile_y + 524)
    return [sum_case("ragged", [tiles(shape[0], tile_x), 2], shape),
            sum_case("rows past the end", [tiles(shape[0], tile_x) + 3, 2], shape)]


def transpose(dtype, unit):
    """`unit`: what the specialisation promises to divide both extents."""
    def build(tile_m, tile_n):
        m, n = 2 * tile_m + unit, tile_n + 3 * unit
        x = quantise(numbers(3, m, n), dtype)
        return [case("ragged", [tiles(m, tile_m), tiles(n, tile_n)],
                     [array(x, dtype), output(x.T, dtype)], f"{m}x{n}")]
    return build


# ---------------------------------------------------------------------------
# Products. f32 accumulation: sum_error over the K terms, plus storing.
# ---------------------------------------------------------------------------


def product_case(name, grid, a, b, out, see, shapes):
    """`see`: what the kernel makes of the stored numbers before multiplying."""
    left, right = see(a.values), see(b.values)
    expected = left @ right
    bound = sum_error(np.abs(left) @ np.abs(right), left.shape[-1])
    return case(name, grid, [a, b, output(expected, out, bound + stored_error(expected, out))],
                shapes)


def matmul(dtype, m, n, k, grid=None):
    """More than 8 row tiles, so that the swizzled tile order has two groups, the
    last of them smaller. `m`, `n`, `k` may be functions of the tile size."""
    see = round_tf32 if dtype == "f32" else np.asarray

    def build(tile_m, tile_n, tile_k):
        rows, columns, inner = m(tile_m), n(tile_n), k(tile_k)
        a = array(quantise(numbers(4, rows, inner), dtype), dtype)
        b = array(quantise(numbers(5, inner, columns), dtype), dtype)
        blocks = grid or tiles(rows, tile_m) * tiles(columns, tile_n)
        whole = product_case("ragged", [blocks], a, b, dtype, see, f"{rows}x{columns}x{inner}")
        return [whole, sliced_matmul(whole, see)]
    return build


def sliced_matmul(whole, see):
    """The same product where every matrix is the upper left part of a wider one:
    what lies beside it must neither be read nor written."""
    a, b, c = whole.args
    args = []
    for matrix in (a, b, c):
        rows, columns = matrix.shape
        wide = np.full((rows, columns + 16), np.nan)
        wide[:, :columns] = matrix.values
        if matrix is c:
            expected, allowed = np.full_like(wide, np.nan), np.zeros_like(wide)
            expected[:, :columns], allowed[:, :columns] = c.expected, c.atol
            held = in_place(wide, expected, c.dtype, allowed)
        else:
            held = array(wide, matrix.dtype)
        args += strided(held, matrix.shape, (columns + 16, 1))
    return case("slices of wider matrices", whole.grid, args, whole.shapes, "flat")


def batch_matmul(dtype, out):
    def build(tile_m, tile_n, tile_k):
        batch, m, n, k = 3, tile_m + 48, tile_n + 16, 2 * tile_k + 32
        a = array(quantise(numbers(6, batch, m, k), dtype), dtype)
        b = array(quantise(numbers(7, batch, k, n), dtype), dtype)
        return [product_case("ragged", [batch, tiles(m, tile_m), tiles(n, tile_n)], a, b, out,
                             np.asarray, f"{batch}x{m}x{n}x{k}")]
    return build


def swizzled_scales(scales):
    """Row-wise scales [rows, K/32] in the order the tensor cores want them:
    [rows/128, K/128, 32, 16], where row 32 q + r and block j of a 128x4 tile stand
    at [r, 4 q + j]. Filled up with NaN (0xff): nobody may use what is not there."""
    rows, blocks = scales.shape
    padded = np.full((tiles(rows, 128) * 128, tiles(blocks, 4) * 4), np.nan)
    padded[:rows, :blocks] = scales
    split = padded.reshape(tiles(rows, 128), 4, 32, tiles(blocks, 4), 4)
    return split.transpose(0, 3, 2, 1, 4).reshape(tiles(rows, 128), tiles(blocks, 4), 32, 16)


def block_scaled_matmul(swizzled):
    """Element times scale is exact in f32 (a power of two), and so is the product
    of two; the bound is that of a product of K terms."""
    def build(tile_m, tile_n, tile_k, block):
        m, n = tile_m + 16, tile_n + 48
        # The swizzled scales come in whole tiles of 128: with a ragged K the filling
        # of the last one would be multiplied with zeros, and NaN * 0 is NaN.
        k = 2 * tile_k if swizzled else tile_k + 32
        a, a_scales, a_means = common.block_quantise(numbers(8, m, k), "f8E4M3FN", "f8E8M0FNU",
                                                     block)
        b, b_scales, b_means = common.block_quantise(numbers(9, n, k) * 50, "f8E4M3FN",
                                                     "f8E8M0FNU", block)
        expected = a_means @ b_means.T
        bound = sum_error(np.abs(a_means) @ np.abs(b_means).T, k)
        scale = lambda values: array(values, "f8E8M0FNU")
        args = row_major(array(a, "f8E4M3FN"))
        args += row_major(scale(swizzled_scales(a_scales) if swizzled else a_scales))
        # B is K x N with K contiguous: stored as its transpose.
        args += strided(array(b, "f8E4M3FN"), (k, n), (1, k))
        args += (row_major(scale(swizzled_scales(b_scales))) if swizzled
                 else strided(scale(b_scales), (k // block, n), (1, k // block)))
        args += row_major(output(expected, "f32", bound))
        return [case("ragged", [tiles(m, tile_m) * tiles(n, tile_n)], args, f"{m}x{n}x{k}", "flat")]
    return build


# ---------------------------------------------------------------------------
# Layer norm
# ---------------------------------------------------------------------------


def layer_norm_inputs(rows, columns):
    x = quantise(numbers(10, rows, columns) * 2 + 0.5, "bf16")
    w = quantise(1 + 0.2 * numbers(11, columns), "bf16")
    b = quantise(0.3 * numbers(12, columns), "bf16")
    return x, w, b


def layer_norm_fwd(tile):
    """With e the error of the mean (a sum of N terms, then one division): every
    deviation is off by e + u |x - m|, hence the variance by about
    2 e mean|x - m| + (N + 8) u var (the sum, the square, the division, eps);
    1/std has half that relative error plus two roundings, and Y adds three."""
    rows, columns, eps = 16, tile + 272, float(np.float32(1e-5))
    x, w, b = layer_norm_inputs(rows, columns)
    mean = x.mean(axis=1)
    deviation = x - mean[:, None]
    variance = (deviation**2).mean(axis=1) + eps
    rstd = 1 / np.sqrt(variance)
    y = deviation * rstd[:, None] * w + b
    mean_error = sum_error(np.abs(x).mean(axis=1), columns)
    variance_error = 2 * mean_error * np.abs(deviation).mean(axis=1) + (columns + 8) * U * variance
    rstd_error = rstd * (variance_error / (2 * variance) + 3 * U)
    y_error = (np.abs(w) * (mean_error * rstd)[:, None] + np.abs(deviation * w) * rstd_error[:, None]
               + 4 * U * (np.abs(deviation * rstd[:, None] * w) + np.abs(b)))
    return [case("ragged", [rows],
                 [array(x, "bf16"), array(w, "bf16"), array(b, "bf16"),
                  output(y, "bf16", y_error + stored_error(y, "bf16")),
                  output(mean, "f32", mean_error), output(rstd, "f32", rstd_error),
                  scalar(eps, "f32")], f"{rows}x{columns}")]


def layer_norm_bwd_dx(tile):
    """32 rows share 16 partial rows of dW and dB, so the lock of each is taken by
    two blocks, once per tile of columns. The kernel multiplies W and dY in bf16
    (error ub |w dy| each, ub = 2^-8); that dominates dX. The rest is f32: the two
    row means (N terms) and a handful of roundings."""
    rows, groups, columns = 32, 16, tile + 272
    x, w, _ = layer_norm_inputs(rows, columns)
    dy = quantise(numbers(13, rows, columns), "bf16")
    mean = x.mean(axis=1).astype(np.float32).astype(np.float64)
    rstd = (1 / np.sqrt(x.var(axis=1) + 1e-5)).astype(np.float32).astype(np.float64)
    normal = (x - mean[:, None]) * rstd[:, None]
    grown = w * dy
    c1, c2 = (normal * grown).mean(axis=1)[:, None], grown.mean(axis=1)[:, None]
    dx = (grown - (normal * c1 + c2)) * rstd[:, None]

    grown_error = ROUNDOFF["bf16"] * np.abs(grown)
    normal_error = 3 * U * np.abs(normal) + U * np.abs(mean * rstd)[:, None]
    sizes = np.abs(normal * grown).mean(axis=1, keepdims=True)
    c1_error = ((np.abs(normal) * grown_error + normal_error * np.abs(grown)).mean(1, keepdims=True)
                + sum_error(sizes, columns))
    c2_error = (grown_error.mean(1, keepdims=True)
                + sum_error(np.abs(grown).mean(1, keepdims=True), columns))
    dx_error = rstd[:, None] * (
        grown_error + np.abs(normal) * c1_error + normal_error * np.abs(c1) + c2_error
        + 8 * U * (np.abs(grown) + np.abs(normal * c1) + np.abs(c2)))

    # dW and dB add to what is there: the launcher zeroes them, we start at ones.
    fold = lambda values: values.reshape(rows // groups, groups, columns).sum(axis=0)
    dw, db = 1 + fold(dy * normal), 1 + fold(dy)
    terms = rows // groups + 1
    dw_error = fold(np.abs(dy) * normal_error) + sum_error(1 + fold(np.abs(dy * normal)), terms)
    db_error = sum_error(1 + fold(np.abs(dy)), terms)
    ones = np.ones((groups, columns))
    free = np.zeros(groups)
    args = [output(dx, "bf16", dx_error + stored_error(dx, "bf16")), array(dy, "bf16"),
            in_place(ones, dw, "f32", dw_error), in_place(ones, db, "f32", db_error),
            array(x, "bf16"), array(w, "bf16"), array(mean, "f32"), array(rstd, "f32"),
            in_place(free, free, "i32")]  # every lock is given back
    return [case("ragged, locks shared", [rows], args, f"{rows}x{columns}, {groups} locks")]


def layer_norm_bwd_dwdb(tile_m, tile_n):
    rows, columns = tile_m + 16, tile_n + 272
    dw, db = (quantise(numbers(seed, rows, columns), "f32") for seed in (14, 15))

    def total(values):
        expected = values.sum(axis=0)
        return output(expected, "bf16",
                      sum_error(np.abs(values).sum(axis=0), rows) + stored_error(expected, "bf16"))
    return [case("ragged", [2], [array(dw, "f32"), array(db, "f32"), total(dw), total(db)],
                 f"{rows}x{columns}")]


# ---------------------------------------------------------------------------
# Attention
# ---------------------------------------------------------------------------


def attention_reference(q, k, v, scale, causal, position):
    """Softmax attention and a bound on the kernel's error.

    A score is off by a sum over D plus three roundings, so a weight p by a factor
    1 + w with w = 2 max|score error| + (exp2: 4 ulp and its argument's rounding) +
    rescaling. Weights are rounded to f16 for the second product (2^-11 of each and,
    since they are at most 1 against a sum of at least 1, 2^-25 absolutely); the
    sum itself is not. Then sums over the keys, the quotient and storing in f16."""
    scores = (q @ k.swapaxes(-1, -2)) * scale
    sizes = (np.abs(q) @ np.abs(k).swapaxes(-1, -2)) * scale
    if causal:
        rows = np.arange(q.shape[-2])[:, None] + position
        scores = np.where(rows >= np.arange(k.shape[-2]), scores, -np.inf)
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    total = weights.sum(axis=-1, keepdims=True)
    out = (weights / total) @ v
    seen = (weights / total) @ np.abs(v)
    keys = k.shape[-2]
    score_error = sum_error(sizes.max(axis=-1, keepdims=True), q.shape[-1] + 3)
    relative = 2 * score_error + (16 + 2 * keys) * U
    bound = (seen * (ROUNDOFF["f16"] + 2 * relative)
             + 2.0**-25 * np.abs(v).sum(axis=-2, keepdims=True))
    return out, bound + stored_error(out, "f16")


def attention(tile_d, heads, tile_m, tile_n, group, causal, even_k):
    """One head more than the first batch has, so that the split of the grid's y
    into batch and head matters; what the grid leaves out must stay untouched.
    Key lengths are whole tiles, as EVEN_K promises; the queries are ragged."""
    assert group == 1 and even_k == 1, "the corpus has no other specialisations"
    made = []

    def launch(name, queries, keys, position, layout="bhsd"):
        shape = lambda length: (2, heads, length, tile_d)
        q, k, v = (quantise(numbers(seed, *shape(length)), "f16")
                   for seed, length in ((16, queries), (17, keys), (18, keys)))
        scale = float(np.float32(1 / np.sqrt(tile_d)))
        expected, allowed = attention_reference(q, k, v, scale, causal, position)
        expected[1, 1:] = np.nan
        grid = [tiles(queries, tile_m), heads + 1]
        held = [array(q, "f16"), array(k, "f16"), array(v, "f16"), output(expected, "f16", allowed)]
        scalars = [scalar(scale, "f32"), scalar(position, "i32")]
        shapes = f"2x{heads}x{queries}x{tile_d}, {keys} keys"
        if layout == "bhsd":
            made.append(case(name, grid, held + scalars, shapes))
            return
        # Stored as batch, sequence, head, depth, as projections leave them.
        args = []
        for one in held:
            b, h, s, d = one.shape
            turned = lambda a: None if a is None else np.swapaxes(a, 1, 2)
            kept = common.Array(one.dtype, (b, s, h, d), turned(one.values),
                                turned(one.expected),
                                turned(one.atol) if np.ndim(one.atol) else one.atol)
            args += strided(kept, one.shape, (s * h * d, d, h * d, 1))
        made.append(case(name, grid, args + scalars, shapes, "flat"))

    if not causal:
        launch("ragged queries", tile_m + 16, 3 * tile_n, 0)
        return made
    long = tile_m + 16
    launch("causal, ragged queries", long, tiles(long, tile_n) * tile_n, 0)
    launch("causal, after a prefix", 16, 2 * tile_n, 2 * tile_n - 16)
    if tile_m * tile_n <= 1024:
        launch("causal, more queries than keys", 3 * tile_m, tile_n, 0)
        launch("causal, heads inside", 2 * tile_m + 16, 3 * tile_n, 5, "bshd")
    return made


# ---------------------------------------------------------------------------
# FFT: three stages of 2-point transforms. Each adds a rounded product with a
# table entry that is itself rounded, a sum of two, a difference and a complex
# twiddle factor: fewer than 12 roundings a stage of terms no larger than the sum
# of all magnitudes.
# ---------------------------------------------------------------------------


def fft(n, f0, f1, f2, batch_tile, depth):
    batch = 2 * batch_tile + 1

    def table(rows, columns, length):
        values = np.exp(-2j * np.pi * np.outer(np.arange(rows), np.arange(columns)) / length)
        return array(np.stack([values.real, values.imag], axis=-1), "f32")
    assert depth == 2, "the packed width is one complex number"
    re, im = (quantise(numbers(seed, batch, n), "f32") for seed in (19, 20))
    expected = np.fft.fft(re + 1j * im)
    magnitudes = (np.abs(re) + np.abs(im)).sum(axis=1)[:, None, None]
    args = [array(np.stack([re, im], axis=-1), "f32"),
            output(np.stack([expected.real, expected.imag], axis=-1), "f32", 36 * U * magnitudes),
            table(f0, f0, f0), table(f1, f1, f1), table(f2, f2, f2),
            table(f0, f1 * f2, n), table(f1, f2, f1 * f2)]
    return [case("ragged batch", [tiles(batch, batch_tile)], args, f"{batch}x{n}")]


# ---------------------------------------------------------------------------
# Mixture of experts
# ---------------------------------------------------------------------------


def fused_moe(weighted, tile_m, tile_n, tile_k):
    """Rows are sorted by expert and every expert's list is filled up to whole
    tiles with a row number that does not exist: those rows read and write nothing.
    The error is a product's, one more rounding for the routing weight, and bf16."""
    tokens, replicas, experts, used = 80, 2, 16, (3, 11, 6)
    columns, inner = tile_n + 80, tile_k + 48
    rng = np.random.default_rng(21)
    a = quantise(numbers(22, tokens, inner), "bf16")
    b = quantise(numbers(23, experts, columns, inner), "bf16")
    weights = quantise(rng.uniform(0.1, 1, tokens * replicas), "bf16")
    rows = tokens * replicas
    # Expert 3 gets more than one tile.
    owner = np.where(rng.uniform(size=rows) < 0.85, used[0], rng.choice(used[1:], rows))
    ids, expert_ids = [], []
    for expert in used:
        mine = rng.permutation(np.flatnonzero(owner == expert))
        count = tiles(len(mine), tile_m)
        ids += [*mine, *[rows] * (count * tile_m - len(mine))]
        expert_ids += [expert] * count
    assert len(expert_ids) == 4
    row_tiles = len(expert_ids)
    spare = 14  # tiles without a row still name an expert; the rest is never read
    expert_ids += [0] * (spare - row_tiles) + [-1] * (16 - spare)
    left, right = a[np.arange(rows) // replicas], b[owner]
    factor = weights[:, None] if weighted else 1.0
    expected = np.einsum("rk,rnk->rn", left, right) * factor
    sizes = np.einsum("rk,rnk->rn", np.abs(left), np.abs(right)) * factor
    bound = sum_error(sizes, inner + 1) + stored_error(expected, "bf16")

    def launch(name, count):
        """`count` row tiles, those that the experts do not need without a row."""
        filled = ids + [rows] * (count * tile_m - len(ids))
        args = [array(a, "bf16"), array(b, "bf16"), output(expected, "bf16", bound),
                array(weights, "bf16"), array(filled, "i32"), array(expert_ids, "i32"),
                scalar(replicas, "i32")]
        return case(name, [count * tiles(columns, tile_n)], args,
                    f"{tokens}x{replicas} rows, {columns}x{inner}, {count} tiles")
    return [launch("ragged, padded lists", row_tiles), launch("spare row tiles", spare)]


def silu_and_mul(tile):
    """exp (4 ulp, of an argument that is exact), sum, approximate quotient (2 ulp)
    and two products; where exp overflows the result is 0 instead of something
    below the smallest normal number."""
    rows, columns = 16, tile - 240
    a = quantise(numbers(24, rows, columns) * 3, "bf16")
    a[0, :8] = [-120, 120, -88.5, -30, 30, 0, -1e-30, 1e-30]
    b = quantise(numbers(25, rows, columns), "bf16")
    expected = a / (1 + np.exp(-a)) * b
    return [case("ragged", [rows],
                 [array(a, "bf16"), array(b, "bf16"),
                  output(expected, "bf16",
                         12 * U * np.abs(expected) + stored_error(expected, "bf16") + 2.0**-118)],
                 f"{rows}x{columns}")]


# ---------------------------------------------------------------------------
# Which specialisation is what: the types and promises are in the symbol
# (`A2f16_1v8...` is a 2-D f16 array), which the corpus's README lists.
# ---------------------------------------------------------------------------

KERNELS = {
    "VectorAddition__vec_add_kernel_1d__0": vec_add_1d,
    "VectorAddition__vec_add_kernel_1d_gather__0": vec_add_1d_gather,
    "VectorAddition__vec_add_kernel_2d__0": vec_add_2d,
    "VectorAddition__vec_add_kernel_2d_gather__0": vec_add_2d_gather,
    "Transpose__transpose_kernel__0": transpose("f16", 16),
    "Transpose__transpose_kernel__1": transpose("f32", 16),
    "Transpose__transpose_kernel__2": transpose("f32", 4),
    "MatMul__matmul_kernel__0": matmul("f16", lambda t: 9 * t + 16, lambda t: t + 16,
                                       lambda t: t + 16),
    "MatMul__matmul_kernel__1": matmul("f32", lambda t: 9 * t + 16, lambda t: 2 * t + 16,
                                       lambda t: t + 16),
    # Nothing is promised about the rows here, and less about the rest.
    "MatMul__matmul_kernel__2": matmul("f32", lambda t: 9 * t + 13, lambda t: 2 * t + 20,
                                       lambda t: t + 12),
    "MatMul__persistent_matmul_kernel__0": matmul("f32", lambda t: 9 * t + 16,
                                                  lambda t: 2 * t + 16, lambda t: t + 16, grid=7),
    "BatchMatMul__batch_matmul_kernel__0": batch_matmul("f16", "f16"),
    "BatchMatMul__batch_matmul_kernel__1": batch_matmul("f8E4M3FN", "f32"),
    "BlockScaledMatMul__block_scaled_matmul_kernel__0": block_scaled_matmul(swizzled=False),
    "BlockScaledMatMul__block_scaled_matmul_kernel__1": block_scaled_matmul(swizzled=True),
    "LayerNorm__layer_norm_fwd__0": layer_norm_fwd,
    "LayerNorm__layer_norm_bwd_dx_partial_dwdb__0": layer_norm_bwd_dx,
    "LayerNorm__layer_norm_bwd_dwdb__0": layer_norm_bwd_dwdb,
    "FFT__fft_kernel__0": fft,
    "MoE__fused_moe_kernel__0": fused_moe,
    "MoE__fused_moe_kernel__1": fused_moe,
    "MoE__silu_and_mul_kernel__0": silu_and_mul,
    **{f"AttentionFMHA__fmha_kernel__{n}": attention for n in range(11)},
}
