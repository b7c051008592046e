# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels on arrays, and what they refuse."""

import array
import gc
import sys
import threading
import weakref

import numpy as np
import pytest

import tessera
from conftest import ARRAY_ABI, ASSERTER, SPINNING, storing


def test_numpy_arrays_where_they_lie(saxpy_kernel: tessera.Kernel) -> None:
    n = 5000
    x, y = np.arange(n, dtype=np.float32), np.ones(n, np.float32)
    saxpy_kernel.launch(3, 0.5, x, y, n)
    np.testing.assert_array_equal(y, np.float32(0.5) * x + 1)
    saxpy_kernel.launch((2, 1), 1, x, y, n, threads=tessera.Pool(2))
    np.testing.assert_array_equal(y, np.float32(1.5) * x + 1)


class OnlyDlpack:
    """Another library's array: it has DLPack and nothing else."""

    def __init__(self, values: np.ndarray) -> None:
        self.values = values

    def __dlpack__(self, **options: object) -> object:
        return self.values.__dlpack__()

    def __dlpack_device__(self) -> tuple[int, int]:
        return self.values.__dlpack_device__()


def test_buffers_and_dlpack(saxpy_kernel: tessera.Kernel) -> None:
    x = array.array("f", [1, 2, 3, 4])
    y = bytearray(16)
    saxpy_kernel.launch(1, 2.0, OnlyDlpack(np.array(x)), memoryview(y).cast("f"), 4)
    assert memoryview(y).cast("f").tolist() == [2, 4, 6, 8]
    with pytest.raises(TypeError, match="one of float64"):
        saxpy_kernel.launch(1, 2.0, OnlyDlpack(np.zeros(4)), np.zeros(4, np.float32), 4)


@pytest.mark.parametrize(
    ("type_name", "dtype", "value", "expected"),
    [
        ("i1", np.bool_, True, True),
        ("i8", np.int8, -3, -3),
        ("i8", np.uint8, 200, 200),
        ("i16", np.int16, np.int16(-7), -7),
        ("i32", np.int32, -(2**31), -(2**31)),
        ("i32", np.uint32, 2**32 - 1, 2**32 - 1),
        ("i64", np.uint64, 2**64 - 1, 2**64 - 1),
        ("f16", np.float16, 1 / 3, np.float16(1 / 3)),
        ("f32", np.float32, 1 / 3, np.float32(1 / 3)),
        ("f64", np.float64, np.float32(0.1), np.float64(np.float32(0.1))),
        # The halfway case that rounding through f32 first gets wrong.
        ("bf16", np.uint16, 1 + 2**-8 + 2**-30, 0x3F81),
        ("bf16", np.uint16, 1 + 2**-8, 0x3F80),
        ("bf16", np.uint16, float("-inf"), 0xFF80),
        ("tf32", np.float32, 1 + 2**-11 + 2**-40, np.float32(1 + 2**-10)),
    ],
)
def test_scalars(type_name: str, dtype: type, value: object, expected: object) -> None:
    kernel = tessera.compile(storing(type_name))["store"]
    out = np.zeros(2, dtype)
    kernel.launch(1, out, value)
    assert out[0] == expected and out[1] == 0


@pytest.mark.parametrize(
    ("type_name", "value", "error", "message"),
    [
        ("i32", 2**32, ValueError, "argument 1: expected an integer of 32 bits, got 4294967296"),
        ("i32", -(2**31) - 1, ValueError, "expected an integer of 32 bits"),
        ("i64", 2**64, ValueError, "expected an integer of 64 bits"),
        ("i64", -(2**80), ValueError, "expected an integer of 64 bits"),
        ("i8", 1.5, TypeError, "expected an integer for i8, got float"),
        ("f32", "1", TypeError, "expected a number for f32, got str"),
        ("f32", np.zeros(3), TypeError, "expected a number for f32, got ndarray"),
        ("f8E4M3FN", 1.0, TypeError, "cannot be passed from Python"),
    ],
)
def test_wrong_scalars(type_name: str, value: object, error: type, message: str) -> None:
    kernel = tessera.compile(storing(type_name))["store"]
    out = np.zeros(16, np.uint8).view({"i32": "i4", "i64": "i8", "f32": "f4"}.get(type_name, "u1"))
    with pytest.raises(error, match=message):
        kernel.launch(1, out, value)
    assert not out.any()


def read_only(values: np.ndarray) -> np.ndarray:
    values.flags.writeable = False
    return values


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ((0.5, np.zeros(8), np.zeros(8, "f"), 8), TypeError,
         "argument 1: expected an array of float32 for ptr<f32>, got one of float64"),
        ((0.5, np.zeros(8, "i"), np.zeros(8, "f"), 8), TypeError, "got one of int32"),
        ((0.5, np.zeros(8, ">f4"), np.zeros(8, "f"), 8), TypeError, "elements of format '>f'"),
        ((0.5, np.zeros(16, "f")[::2], np.zeros(8, "f"), 8), ValueError, "expected a contiguous array"),
        ((0.5, np.zeros((4, 2), "f").T, np.zeros(8, "f"), 8), ValueError, "contiguous"),
        ((0.5, np.zeros(8, "f"), read_only(np.zeros(8, "f")), 8), ValueError,
         "argument 2: expected an array that can be written"),
        ((0.5, b"12345678", np.zeros(8, "f"), 8), TypeError, "got one of uint8"),
        ((0.5, [1.0, 2.0], np.zeros(8, "f"), 8), TypeError, "without memory that can be used"),
        ((0.5, 7, np.zeros(8, "f"), 8), TypeError, "argument 1: expected an array"),
        ((np.zeros(8, "f"), 0.5, np.zeros(8, "f"), 8), TypeError, "argument 0: expected a number"),
        ((0.5, np.zeros(8, "f"), np.zeros(8, "f")), TypeError, "expected 4 arguments, got 3"),
        ((0.5, np.zeros(8, "f"), np.zeros(8, "f"), 8, 8), TypeError, "expected 4 arguments, got more"),
        ((), TypeError, "expected 4 arguments, got 0"),
    ],
)  # fmt: skip
def test_wrong_arguments(
    saxpy_kernel: tessera.Kernel, arguments: tuple, error: type, message: str
) -> None:
    with pytest.raises(error, match=message):
        saxpy_kernel.launch(1, *arguments)
    with pytest.raises(TypeError, match=r"^saxpy\(f32, ptr<f32>, ptr<f32>, i32\): "):
        saxpy_kernel.launch(1)


def test_released_memory_is_refused(saxpy_kernel: tessera.Kernel) -> None:
    view = memoryview(bytearray(32)).cast("f")
    view.release()
    with pytest.raises(TypeError, match="released"):
        saxpy_kernel.launch(1, 0.5, view, np.zeros(8, "f"), 8)


@pytest.mark.parametrize("grid", [0, -1, 2**24, 1.5, "1", None, (), (1, 1, 1, 1), (1, 0)])
def test_wrong_grids(saxpy_kernel: tessera.Kernel, grid: object) -> None:
    with pytest.raises(ValueError, match="expected (a grid|grid extents)"):
        saxpy_kernel.launch(grid, 0.5, np.zeros(8, "f"), np.zeros(8, "f"), 8)  # type: ignore[arg-type]


def test_array_abi() -> None:
    kernel = tessera.compile(ARRAY_ABI)["shape"]
    values = np.zeros((3, 8), np.int64)
    kernel.launch(1, values[:, ::2], abi="array")
    assert values[0, :2].tolist() == [4, 8]
    with pytest.raises(TypeError, match="sizes and strides of an array of rank 3"):
        kernel.launch(1, np.zeros((2, 2, 2), np.int64), abi="array")
    with pytest.raises(TypeError, match="expected 5 parameters, got 3"):
        kernel.launch(1, np.zeros(2, np.int64), abi="array")
    with pytest.raises(ValueError, match="'flat' or 'array', got 'fancy'"):
        kernel.launch(1, values, abi="fancy")  # type: ignore[arg-type]


def test_output_and_assertions(capsys: pytest.CaptureFixture[str]) -> None:
    kernel = tessera.compile(ASSERTER, name="a.mlir")["asserter"]
    kernel.launch(3, 3)
    assert capsys.readouterr().out == "block 0\nblock 1\nblock 2\n"
    with pytest.raises(tessera.AssertionFailed, match="block too large") as caught:
        kernel.launch(4, 2)
    assert caught.value.block == (2, 0, 0)
    assert caught.value.location.startswith("a.mlir:7:")


def test_time_out() -> None:
    kernel = tessera.compile(SPINNING)["spin"]
    with pytest.raises(tessera.TimedOut):
        kernel.launch(1, np.zeros(1, np.int32), timeout=0.05)
    with pytest.raises(ValueError, match="time-out"):
        kernel.launch(1, np.zeros(1, np.int32), timeout=-1)


def test_threads_launch_at_once(saxpy_kernel: tessera.Kernel) -> None:
    results = [np.zeros(3000, np.float32) for _ in range(8)]

    def work(y: np.ndarray) -> None:
        for _ in range(20):
            saxpy_kernel.launch(4, 1.0, np.ones(3000, np.float32), y, 3000)

    threads = [threading.Thread(target=work, args=(y,)) for y in results]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all((y == 20).all() for y in results)
    with pytest.raises(ValueError, match="at most 1024 threads"):
        tessera.Pool(5000)


def test_kernels_keep_their_module(saxpy: str) -> None:
    kernel = tessera.compile(saxpy)["saxpy"]
    gc.collect()
    y = np.zeros(4, np.float32)
    kernel.launch(1, 1.0, np.ones(4, np.float32), y, 4)
    assert y.tolist() == [1, 1, 1, 1]


def test_arrays_are_given_back(saxpy_kernel: tessera.Kernel) -> None:
    x, y = np.ones(4, np.float32), np.zeros(4, np.float32)
    gone = weakref.ref(x)
    before = sys.getrefcount(y)
    saxpy_kernel.launch(1, 1.0, x, y, 4)
    with pytest.raises(TypeError):
        saxpy_kernel.launch(1, 1.0, x, y, "4")
    del x
    assert gone() is None and sys.getrefcount(y) == before
