# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A client of the CUDA driver for tests: functions by name and version, as real
clients look them up, and codes by name."""

import ctypes

import numpy as np

library = ctypes.CDLL("libcuda.so.1")
VERSION = 12000


def function(name, version=VERSION):
    """The driver's function, or None."""
    address = ctypes.c_void_p()
    status = ctypes.c_int(-1)
    library.cuGetProcAddress_v2(name.encode(), ctypes.byref(address), version,
                                ctypes.c_uint64(0), ctypes.byref(status))
    if not address:
        return None
    return ctypes.CFUNCTYPE(ctypes.c_int)(address.value)


def name_of(code):
    text = ctypes.c_char_p()
    library.cuGetErrorName(code, ctypes.byref(text))
    return text.value.decode() if text.value else str(code)


def convert(value):
    return ctypes.c_uint64(value) if isinstance(value, int) else value


def code(name, *arguments):
    """Calls a function and gives the name of its code."""
    return name_of(function(name)(*[convert(each) for each in arguments]))


def call(name, *arguments):
    """Calls a function that must succeed."""
    got = code(name, *arguments)
    assert got == "CUDA_SUCCESS", f"{name}: {got}"


def made(name, *arguments, kind=ctypes.c_uint64):
    """Calls a function that stores a result in its first argument."""
    value = kind()
    call(name, ctypes.byref(value), *arguments)
    return value.value


def start():
    """A current context."""
    call("cuInit", 0)
    context = made("cuDevicePrimaryCtxRetain", 0)
    call("cuCtxSetCurrent", context)
    return context


def to_device(array):
    address = made("cuMemAlloc", array.nbytes)
    call("cuMemcpyHtoD", address, array.ctypes.data, array.nbytes)
    return address


def from_device(address, like):
    array = np.empty_like(like)
    call("cuMemcpyDtoH", array.ctypes.data, address, array.nbytes)
    return array


def load(path):
    with open(path, "rb") as file:
        image = file.read()
    return made("cuModuleLoadData", ctypes.c_char_p(image))


def slots(*arguments):
    """`void **kernelParams`; the list keeps the values alive."""
    values = [ctypes.c_uint64(each) if isinstance(each, int) else each for each in arguments]
    pointers = (ctypes.c_void_p * len(values))(*[ctypes.addressof(each) for each in values])
    pointers.values = values
    return pointers


def launch(kernel, grid, *arguments, block=(1, 1, 1), shared=0, stream=0):
    grid = tuple(grid) + (1,) * (3 - len(grid))
    return code("cuLaunchKernel", kernel, *grid, *block, shared, stream, slots(*arguments), 0)
