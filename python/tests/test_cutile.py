# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Functions of cuTile Python, without a GPU and without a driver."""

import concurrent.futures
import math
from typing import Annotated, Any

import numpy as np
import pytest

import tessera

ct = pytest.importorskip("cuda.tile", reason="no cuTile Python")
import tessera.cutile as cutile  # noqa: E402

ConstInt = ct.Constant[int]


@ct.kernel
def add(a, b, c, TILE: ConstInt):
    i = ct.bid(0)
    x = ct.load(a, index=(i,), shape=(TILE,))
    y = ct.load(b, index=(i,), shape=(TILE,))
    ct.store(c, index=(i,), tile=x + y)


@ct.kernel
def matmul(a, b, c, TM: ConstInt, TN: ConstInt, TK: ConstInt):
    i, j = ct.bid(0), ct.bid(1)
    sums = ct.full((TM, TN), 0, dtype=ct.float32)
    for k in range(ct.num_tiles(a, axis=1, shape=(TM, TK))):
        x = ct.load(a, index=(i, k), shape=(TM, TK), padding_mode=ct.PaddingMode.ZERO)
        y = ct.load(b, index=(k, j), shape=(TK, TN), padding_mode=ct.PaddingMode.ZERO)
        sums = ct.mma(x, y, sums)
    ct.store(c, index=(i, j), tile=ct.astype(sums, c.dtype))


@ct.kernel
def softmax(x, y, TILE: ConstInt):
    row = ct.load(x, index=(ct.bid(0), 0), shape=(1, TILE), padding_mode=ct.PaddingMode.NEG_INF)
    powers = ct.exp(row - ct.max(row, axis=1, keepdims=True))
    ct.store(y, index=(ct.bid(0), 0), tile=powers / ct.sum(powers, axis=1, keepdims=True))


@ct.kernel
def scaled(out, n, factor, is_on, wide: ct.ScalarInt64):
    value = ct.where(is_on, ct.astype(n, ct.float64) * factor, 0.0)
    ct.store(out, index=(0,), tile=ct.full((1,), value + ct.astype(wide, ct.float64), dtype=ct.float64))


@ct.kernel
def racing(p):
    ct.store(p, index=(0,), tile=ct.full((1,), ct.bid(0), dtype=ct.int32))


@ct.kernel
def limited(p, limit: int):
    ct.assert_(ct.bid(0) < limit, "too many blocks")
    ct.store(p, index=(ct.bid(0),), tile=ct.full((1,), 1, dtype=ct.int32))


@ct.kernel
def scattering(p, TILE: ConstInt):
    index = ct.bid(0) * TILE + ct.arange(TILE, dtype=ct.int32)
    ct.scatter(p, index, ct.full((TILE,), 1.0, dtype=ct.float32), check_bounds=False)


@ct.kernel
def pair(both, SHAPE: ct.Constant[tuple[int, int]]):
    ct.store(both[1], index=(0, 0), tile=ct.load(both[0], index=(0, 0), shape=SHAPE) * 2)


@ct.kernel
def static(x: Annotated[ct.Array, ct.ArrayAnnotation(static_shape_dims=(-1,))], wide: ct.IndexedWithInt64):
    ct.store(wide, index=(0,), tile=ct.full((1,), x.shape[1], dtype=ct.int64))


@ct.kernel
def summing(arrays, y, TILE: ConstInt):
    total = ct.full((TILE,), 0, dtype=ct.float32)
    for i in range(len(arrays)):
        total = total + ct.load(arrays[i], index=(0,), shape=(TILE,))
    ct.store(y, index=(0,), tile=total)


@ct.kernel
def filling(
    arrays: Annotated[list, ct.ListAnnotation(element=ct.IndexedWithInt64)], at: int, TILE: ConstInt
):
    for i in range(len(arrays)):
        index = at + ct.arange(TILE, dtype=ct.int32)
        ct.scatter(arrays[i], index, ct.full((TILE,), 7.0, dtype=ct.float32), check_bounds=False)


def ones(*shape: int, dtype: Any = np.float32) -> np.ndarray:
    return np.ones(shape, dtype)


def test_run_on_arrays_of_many_shapes() -> None:
    random = np.random.default_rng(1)
    for n in (1, 255, 256, 1000):
        a, b = (random.uniform(-1, 1, n).astype(np.float32) for _ in range(2))
        c = np.zeros(n, np.float32)
        cutile.run(add, math.ceil(n / 256), a, b, c, 256)
        np.testing.assert_array_equal(c, a + b)
    strided, c = np.arange(32, dtype=np.float32)[::2], np.zeros(16, np.float32)
    cutile.run(add, 1, strided, strided, c, 16)
    np.testing.assert_array_equal(c, 2 * strided)
    # Not on a boundary of 16 bytes: other code than for the arrays before.
    skewed, c = np.arange(17, dtype=np.float32)[1:], np.zeros(17, np.float32)[1:]
    cutile.run(add, 1, skewed, skewed, c, 16)
    np.testing.assert_array_equal(c, 2 * skewed)


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64, np.int8, np.uint16, np.int64])
def test_types_of_arrays(dtype: type) -> None:
    a, c = np.arange(64).astype(dtype), np.zeros(64, dtype)
    cutile.run(add, 4, a, a, c, 16)
    np.testing.assert_array_equal(c, a + a)


def test_matrix_product_and_softmax() -> None:
    random = np.random.default_rng(2)
    a = random.uniform(-1, 1, (70, 50)).astype(np.float16)
    b = random.uniform(-1, 1, (66, 50)).astype(np.float16).T
    c = np.zeros((70, 66), np.float32)
    cutile.run(matmul, (2, 2), a, b, c, 64, 64, 32)
    np.testing.assert_allclose(c, a.astype(np.float64) @ b.astype(np.float64), atol=1e-3)
    x = random.uniform(-5, 5, (5, 100)).astype(np.float32)
    y = np.zeros_like(x)
    cutile.run(softmax, 5, x, y, 128, threads=2)
    powers = np.exp(x - x.max(axis=1, keepdims=True))
    np.testing.assert_allclose(y, powers / powers.sum(axis=1, keepdims=True), atol=1e-6)


def test_scalars_tuples_and_annotations() -> None:
    out = np.zeros(1)
    cutile.run(scaled, 1, out, np.int16(3), 2.5, True, 2**40)
    assert out[0] == 7.5 + 2**40
    cutile.run(scaled, 1, out, 3, np.float32(2.5), np.False_, 1)
    assert out[0] == 1
    x, y = ones(4, 8), np.zeros((4, 8), np.float32)
    cutile.run(pair, 1, (x, y), (4, 8))
    assert (y == 2).all()
    wide = np.zeros(1, np.int64)
    cutile.run(static, 1, ones(2, 24), wide)
    assert wide[0] == 24


def test_arrays_that_share_memory_are_said_to() -> None:
    a, b = ones(32), ones(32)
    apart = cutile.compile(add, a, b, np.zeros(32, np.float32), 16)
    assert cutile.compile(add, b, a, np.zeros(32, np.float32), 16) is apart
    assert cutile.compile(add, a, b, a, 16) is not apart
    assert cutile.compile(add, a[:16], b, a[16:], 16) is not cutile.compile(add, a[:16], b, a[:16], 16)
    # A diagonal and a broadcast array overlap themselves or not.
    square = ones(4, 4)
    twice = np.lib.stride_tricks.as_strided(square, (2, 3), (4, 4))
    once = np.lib.stride_tricks.as_strided(square, (2, 3), (16, 4))
    assert cutile.bytecode(pair, (twice, once), (2, 4)) != cutile.bytecode(pair, (once, once), (2, 4))
    cutile.run(add, 2, a, b, a, 16)
    assert (a == 2).all()


def test_lists_of_arrays() -> None:
    arrays = [np.full(16, n, np.float32) for n in (1, 2, 4)]
    y = np.zeros(16, np.float32)
    cutile.run(summing, 1, arrays, y, 16)
    assert (y == 7).all()
    with pytest.raises(NotImplementedError, match=r"argument 0 \('arrays'\): lists of arrays"):
        cutile.check(summing, 1, arrays, y, 16)
    # Other sizes are other rows of the table; the elements need not be alike.
    cutile.run(summing, 1, [ones(64)[::4], ones(17)[1:]], y, 16)
    assert (y == 2).all()
    cutile.run(filling, 1, arrays, 0, 16)
    assert all((each == 7).all() for each in arrays)
    # Arrays of a list that share memory with one another, or with another argument.
    shared = ones(32)
    apart = cutile.compile(summing, [shared[:16], shared[16:]], y, 16)
    assert cutile.compile(summing, [ones(16), ones(16)], y, 16) is apart
    assert cutile.compile(summing, [shared[:16], shared[8:24]], y, 16) is not apart
    assert cutile.compile(summing, [shared[:16], ones(16)], shared[4:20], 16) is not apart


def test_compile_for_a_gpu() -> None:
    kernel = cutile.compile(add, ones(512), ones(512), ones(512), 256, target="sm_90a", remarks=True)
    assert ".entry add(" in (kernel.module.ptx or "") and kernel.resources is not None
    assert kernel.module.remarks[0].file.endswith("test_cutile.py")
    with pytest.raises(ValueError, match="expected a GPU target"):
        cutile.compile(add, ones(512), ones(512), ones(512), 256, target="sm_1")
    assert cutile.bytecode(add, ones(9), ones(9), ones(9), 16).startswith(b"\x7fTileIR\0")


def test_check_finds_what_is_wrong() -> None:
    assert cutile.check(add, 4, ones(1000), ones(1000), ones(1000), 256).clean
    report = cutile.check(scattering, 2, np.zeros(24, np.float32), 16)
    assert report.num_findings == 8
    finding = report.findings[0]
    assert finding.kind == "out-of-bounds" and finding.diagnostic.file == __file__
    code = open(__file__, encoding="utf-8").read().splitlines()
    assert "ct.scatter(p, index" in code[finding.diagnostic.line - 1]
    assert cutile.check(racing, 2, np.zeros(1, np.int32)).clean
    report = cutile.check(racing, 2, np.zeros(1, np.int32), races=1)
    assert {each.kind for each in report.findings} == {"data-race"}


def test_assertions_and_time_outs() -> None:
    p = np.zeros(4, np.int32)
    with pytest.raises(tessera.AssertionFailed, match="too many blocks") as caught:
        cutile.run(limited, 4, p, 2)
    assert caught.value.block == (2, 0, 0) and "test_cutile.py" in caught.value.location
    with pytest.raises(ValueError, match="time-out"):
        cutile.run(limited, 1, p, 2, timeout=-1)


def read_only(values: np.ndarray) -> np.ndarray:
    values.flags.writeable = False
    return values


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ((), TypeError, r"add\(a, b, c, TILE\): expected 4 arguments, got 0"),
        ((ones(8), ones(8), ones(8)), TypeError, "expected 4 arguments, got 3"),
        ((ones(8), ones(8), ones(8), 8, 8), TypeError, "expected 4 arguments, got 5"),
        ((8, ones(8), ones(8), ones(8)), TypeError,
         r"argument 3 \('TILE'\): expected a bool, an int or a float for a constant, got ndarray"),
        ((ones(8), "b", ones(8), 8), TypeError, r"argument 1 \('b'\): expected an array or a number, got str"),
        ((ones(8), None, ones(8), 8), TypeError, "got NoneType"),
        ((ones(8), [1.0], ones(8), 8), TypeError, "expected an array or a number, got"),
        ((ones(8), [], ones(8), 8), ValueError, "expected a list of arrays, got an empty one"),
        ((ones(8), [ones(8), ones(8, dtype="f8")], ones(8), 8), TypeError,
         "expected arrays of one type and rank, got float32 of rank 1 and float64 of rank 1"),
        ((ones(8), [read_only(ones(8))], ones(8), 8), ValueError,
         r"argument 1 \('b'\): expected an array that can be written"),
        ((ones(8), object(), ones(8), 8), TypeError, "without memory that can be used"),
        ((ones(8), ones(8, dtype=complex), ones(8), 8), TypeError, "elements of format 'Zd'"),
        ((ones(8), ones(8, dtype=">f4"), ones(8), 8), TypeError, "elements of format '>f'"),
        ((ones(8)[::-1], ones(8), ones(8), 8), ValueError,
         r"argument 0 \('a'\): expected strides of 0 or more, got \(-1,\)"),
        ((ones(8), ones(8), read_only(ones(8)), 8), ValueError,
         r"argument 2 \('c'\): expected an array that can be written"),
        ((ones(8), ones(8), 2**31, 8), ValueError, "expected an integer of 32 bits"),
        ((ones(8), ones(8), ones(8), 7), ct.TileError, "not a power of two"),
        ((ones(8), 1, ones(8), 8), ct.TileError, "Expected an array"),
        ((ones(8), ones(8), ones(2, 4), 8), ct.TileError, "rank|dimension|index"),
        ((ones(8), ones(8), np.zeros(8, ">M8[s]"), 8), TypeError, "got"),
        ((ones(8), ones(8), object, 8), TypeError, "got"),
    ],
)  # fmt: skip
def test_wrong_arguments(arguments: tuple, error: type, message: str) -> None:
    for call in (cutile.run, cutile.check):
        # What is read only may be checked.
        if call is cutile.check and "written" in message:
            continue
        with pytest.raises(error, match=message):
            call(add, 1, *arguments)


def test_wrong_functions_and_grids() -> None:
    def plain(a):
        pass

    with pytest.raises(TypeError, match="expected a function with @ct.kernel, got function"):
        cutile.run(plain, 1, ones(8))
    for grid in (0, (), (1, 1, 1, 1), "1"):
        with pytest.raises(ValueError, match="expected (a grid|grid extents)"):
            cutile.run(add, grid, ones(8), ones(8), ones(8), 8)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="dimension -1"):
        cutile.run(static, 1, np.array(1.0), np.zeros(1, np.int64))


def test_threads_run_at_once() -> None:
    def work(tile: int) -> bool:
        c = np.zeros(100, np.float32)
        cutile.run(add, math.ceil(100 / tile), ones(100), ones(100), c, tile)
        return bool((c == 2).all())

    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        assert all(pool.map(work, [8, 16, 32, 64, 128] * 8))
