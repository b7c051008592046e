# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""NumPy arrays as arguments of kernels, for programs under `tessera sim`.

`device(array)` gives an object that clients accept as an array of the device, and
tells the driver the array's bounds, so that the emulator finds accesses outside it.
As on a GPU, an array must live until the kernels that use it have ended."""

from __future__ import annotations

import weakref
from typing import Any

from . import driver
from .driver import start, synchronize

__all__ = ["DeviceArray", "device", "start", "synchronize"]


class DeviceArray:
    """An array whose memory kernels may use. Keeps it alive."""

    def __init__(self, array: Any) -> None:
        self.array = array
        if driver.checks_memory and array.nbytes:
            # A part of an array is inside the bounds of the whole.
            whole = array
            while type(whole.base) is type(whole):
                whole = whole.base
            driver.share_memory(whole.ctypes.data, whole.nbytes,
                                f"array {whole.shape} {whole.dtype}")
            weakref.finalize(whole, driver.forget_memory, whole.ctypes.data)

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        return dict(self.array.__array_interface__, version=3, stream=None)


def device(array: Any) -> DeviceArray:
    """`array` as an argument of a kernel."""
    return DeviceArray(array)
