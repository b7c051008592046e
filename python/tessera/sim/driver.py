# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The driver of `tessera sim`: its functions, with errors as exceptions."""

from __future__ import annotations

import ctypes
import os
import threading
from typing import Any

#: Whether kernels run in the emulator, which checks the bounds of memory.
checks_memory = os.environ.get("TESSERA_SIM_ENGINE") == "emulator"

_thread = threading.local()


def _load() -> ctypes.CDLL:
    try:
        library = ctypes.CDLL("libcuda.so.1")
        library.cuTesseraSetLaunchBlocking  # noqa: B018  only ours has it
    except (OSError, AttributeError):
        raise ImportError(
            "expected the driver of Tessera as libcuda.so.1: run the program by "
            "'tessera sim -- python PROGRAM'") from None
    return library


_library = _load()


class DriverError(RuntimeError):
    """A function of the driver failed."""


def check(code: int) -> None:
    """Raises what `code`, the result of a function, says."""
    if code != 0:
        text = ctypes.c_char_p()
        _library.cuGetErrorString(code, ctypes.byref(text))
        raise DriverError(f"CUDA error: {(text.value or b'unknown error').decode()}")


def call(name: str, *arguments: Any) -> None:
    """Calls a function of the driver."""
    check(getattr(_library, name)(*arguments))


def start() -> None:
    """Makes the device's primary context the current one of this thread."""
    if getattr(_thread, "has_context", False):
        return
    context = ctypes.c_void_p()
    call("cuInit", 0)
    call("cuCtxGetCurrent", ctypes.byref(context))
    if not context:
        call("cuDevicePrimaryCtxRetain", ctypes.byref(context), 0)
        call("cuCtxSetCurrent", context)
    _thread.has_context = True


def synchronize() -> None:
    """Waits for all launches; raises what went wrong in one."""
    start()
    call("cuCtxSynchronize")


def attribute(number: int) -> int:
    """CU_DEVICE_ATTRIBUTE `number` of the device."""
    call("cuInit", 0)
    value = ctypes.c_int()
    call("cuDeviceGetAttribute", ctypes.byref(value), number, 0)
    return value.value


def device_name() -> str:
    call("cuInit", 0)
    text = ctypes.create_string_buffer(256)
    call("cuDeviceGetName", text, 256, 0)
    return text.value.decode()


def memory_info() -> tuple[int, int]:
    """Free and total bytes of the device."""
    start()
    free, total = ctypes.c_size_t(), ctypes.c_size_t()
    call("cuMemGetInfo_v2", ctypes.byref(free), ctypes.byref(total))
    return free.value, total.value


def set_launch_blocking(is_blocking: bool) -> None:
    """Whether a launch returns when the kernel has ended."""
    call("cuInit", 0)
    call("cuTesseraSetLaunchBlocking", int(is_blocking))


def share_memory(address: int, size: int, name: str) -> None:
    """Tells the driver that `size` bytes at `address` are one object, in place of
    what it knew of that memory. Findings call it `name`."""
    start()
    call("cuTesseraShareMemory", ctypes.c_void_p(address), ctypes.c_size_t(size),
         name.encode())


def forget_memory(address: int) -> None:
    """Undoes `share_memory`."""
    call("cuTesseraForgetMemory", ctypes.c_void_p(address))
