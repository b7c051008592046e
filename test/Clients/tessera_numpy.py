# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""NumPy arrays as arguments of kernels, for programs under `tessera sim`.

The memory of our device is the process's, so an array needs no copy. `device(array)`
gives an object that clients accept as an array of the device, and tells the driver
the array's bounds, so that the emulator finds accesses outside it."""

import ctypes

_driver = ctypes.CDLL("libcuda.so.1")


def _check(what, code):
    if code != 0:
        text = ctypes.c_char_p()
        _driver.cuGetErrorString(code, ctypes.byref(text))
        raise RuntimeError(f"{what}: {(text.value or b'unknown error').decode()}")


def start():
    """Makes the device's primary context the current one of this thread."""
    context = ctypes.c_void_p()
    _check("cuInit", _driver.cuInit(0))
    _check("cuDevicePrimaryCtxRetain", _driver.cuDevicePrimaryCtxRetain(ctypes.byref(context), 0))
    _check("cuCtxSetCurrent", _driver.cuCtxSetCurrent(context))


def synchronize():
    """Waits for all launches; raises what went wrong in one."""
    _check("cuCtxSynchronize", _driver.cuCtxSynchronize())


class DeviceArray:
    """An array whose memory kernels may use. Keeps it alive, and its registration."""

    def __init__(self, array):
        self.array = array
        self._address = ctypes.c_void_p(array.ctypes.data)
        # A part of it that is known already, as of a view, stays as it is.
        self._is_registered = (
            _driver.cuMemHostRegister_v2(self._address, ctypes.c_size_t(array.nbytes), 0) == 0)

    def __del__(self):
        if self._is_registered:
            _driver.cuMemHostUnregister(self._address)

    @property
    def __cuda_array_interface__(self):
        return dict(self.array.__array_interface__, version=3, stream=None)


def device(array):
    """`array` as an argument of a kernel."""
    return DeviceArray(array)
