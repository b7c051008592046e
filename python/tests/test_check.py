# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels in the interpreter."""

import numpy as np
import pytest

import tessera
from conftest import ASSERTER, RACING, SPINNING


def test_good_kernels_compute(saxpy: str) -> None:
    for target in ("interpreter", "cpu", "sm_90a"):
        kernel = tessera.compile(saxpy, target)["saxpy"]
        x, y = np.ones(100, np.float32), np.ones(100, np.float32)
        x.flags.writeable = False
        report = kernel.check(2, 2.0, x, y, 100)
        assert report.clean and report.findings == () and str(report) == "no findings"
        assert report.blocks == 2 and report.steps > 10
        assert (y == 3).all()
        report.raise_if_wrong()


def test_findings(saxpy: str) -> None:
    kernel = tessera.compile(saxpy, "interpreter", name="saxpy.mlir")["saxpy"]
    report = kernel.check(1, 2.0, np.ones(90, np.float32), np.ones(100, np.float32), 100)
    assert not report.clean and report.num_findings == 10
    first = report.findings[0]
    assert first.kind == "out-of-bounds" and "'argument 1'" in first.message
    assert "element [90]" in first.message
    assert first.diagnostic.file == "saxpy.mlir" and first.diagnostic.line > 40
    with pytest.raises(tessera.CheckFailed, match="saxpy.mlir:.*out-of-bounds"):
        report.raise_if_wrong()


def test_stores_to_what_is_read_only(saxpy: str) -> None:
    kernel = tessera.compile(saxpy, "interpreter")["saxpy"]
    y = np.ones(4, np.float32)
    y.flags.writeable = False
    report = kernel.check(1, 2.0, np.ones(4, np.float32), y, 4)
    assert {each.kind for each in report.findings} == {"read-only-write"}
    assert (y == 1).all()


def test_one_array_twice(saxpy: str) -> None:
    kernel = tessera.compile(saxpy, "interpreter")["saxpy"]
    y = np.ones(8, np.float32)
    assert kernel.check(1, 2.0, y, y, 8).clean
    assert (y == 3).all()
    assert kernel.check(1, 1.0, y[4:], y[:4], 4).clean
    assert y.tolist() == [6] * 4 + [3] * 4
    # The second begins inside the first, where the kernel's assumption of a multiple of
    # 16 bytes holds, and where it does not.
    assert kernel.check(1, 1.0, y[:6], y[4:], 4).clean
    assert y.tolist() == [6] * 4 + [9] * 4
    report = kernel.check(1, 1.0, y[:6], y[2:], 6)
    assert {each.kind for each in report.findings} == {"violated-assume"}


def test_races() -> None:
    kernel = tessera.compile(RACING, "interpreter")["racing"]
    place = np.zeros(2, np.int32)
    assert kernel.check(2, place).clean
    report = kernel.check(2, place, races=4)
    assert report.findings[0].kind == "data-race"
    assert kernel.check(1, place, races=4).clean


def test_asserts_and_output(capsys: pytest.CaptureFixture[str]) -> None:
    kernel = tessera.compile(ASSERTER, "interpreter")["asserter"]
    report = kernel.check(3, 2)
    assert [each.kind for each in report.findings] == ["assert-failed"]
    assert capsys.readouterr().out.startswith("block 0\nblock 1\n")


def test_limits() -> None:
    kernel = tessera.compile(SPINNING, "interpreter")["spin"]
    with pytest.raises(tessera.StepLimitReached):
        kernel.check(1, np.zeros(2, np.int32), max_steps=1000)
    with pytest.raises(tessera.TimedOut):
        kernel.check(1, np.zeros(2, np.int32), timeout=0.05)
    endless = "cuda_tile.module @m { entry @k() { loop { continue } } }"
    report = tessera.compile(endless, "interpreter")["k"].check(1)
    assert not report.clean and report.findings[0].kind == "endless"


def test_wrong_arguments(saxpy: str) -> None:
    kernel = tessera.compile(saxpy, "interpreter")["saxpy"]
    with pytest.raises(TypeError, match="expected 4 arguments, got 0"):
        kernel.check(1)
    with pytest.raises(tessera.NotRunnableError):
        kernel.launch(1, 0.5, None, None, 0)
