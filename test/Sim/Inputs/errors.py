# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Wrong calls and what they return. The image is PTX or bytecode of vector_add."""

import ctypes
import sys

import numpy as np
from driver import call, code, function, launch, load, made, start, to_device

assert code("cuCtxSynchronize") == "CUDA_ERROR_NOT_INITIALIZED"
assert code("cuInit", 7) == "CUDA_ERROR_INVALID_VALUE"
call("cuInit", 0)
assert code("cuCtxSynchronize") == "CUDA_ERROR_INVALID_CONTEXT"
assert code("cuMemAlloc", ctypes.byref(ctypes.c_uint64()), 4) == "CUDA_ERROR_INVALID_CONTEXT"
start()

# Handles are looked up, never followed.
for name in ("cuStreamSynchronize", "cuEventQuery", "cuModuleUnload", "cuStreamDestroy"):
    assert code(name, 0x1234) == "CUDA_ERROR_INVALID_HANDLE", name
event = made("cuEventCreate", 0)
assert code("cuStreamSynchronize", event) == "CUDA_ERROR_INVALID_HANDLE"
call("cuEventDestroy", event)
assert code("cuEventDestroy", event) == "CUDA_ERROR_INVALID_HANDLE"

# Copies stay inside their allocations; nobody's memory is not touched.
a = np.arange(100, dtype=np.int32)
address = to_device(a)
assert code("cuMemcpyHtoD", address, a.ctypes.data, 401) == "CUDA_ERROR_INVALID_VALUE"
assert code("cuMemcpyHtoD", address + 4, a.ctypes.data, 400) == "CUDA_ERROR_INVALID_VALUE"
assert code("cuMemcpyDtoH", a.ctypes.data, 16, 4) == "CUDA_ERROR_INVALID_VALUE"
assert code("cuMemsetD32", address, 0, 101) == "CUDA_ERROR_INVALID_VALUE"
assert code("cuMemsetD32", address + 2, 0, 1) == "CUDA_ERROR_INVALID_VALUE"
assert code("cuMemFree", address + 4) == "CUDA_ERROR_INVALID_VALUE"
assert code("cuMemAlloc", ctypes.byref(ctypes.c_uint64()), 1 << 60) == "CUDA_ERROR_OUT_OF_MEMORY"

# Code.
module = load(sys.argv[1])
name = ctypes.c_char_p(b"nothing")
kernel = ctypes.c_uint64()
assert code("cuModuleGetFunction", ctypes.byref(kernel), module, name) == "CUDA_ERROR_NOT_FOUND"
assert code("cuModuleGetFunction", ctypes.byref(kernel), address, name) == "CUDA_ERROR_INVALID_HANDLE"
image = ctypes.c_char_p(b"this is no program")
assert code("cuModuleLoadData", ctypes.byref(kernel), image) == "CUDA_ERROR_INVALID_IMAGE"
kernel = made("cuModuleGetFunction", module, ctypes.c_char_p(b"vector_add"))
arguments = (address, address, address, ctypes.c_int32(0))
assert launch(kernel, (0,), *arguments) == "CUDA_ERROR_INVALID_VALUE"
assert launch(kernel, (1, 65536), *arguments) == "CUDA_ERROR_INVALID_VALUE"
assert launch(kernel, (1,), *arguments, block=(2048, 1, 1)) == "CUDA_ERROR_INVALID_VALUE"
assert launch(kernel, (1,), *arguments, stream=77) == "CUDA_ERROR_INVALID_HANDLE"
assert launch(kernel + 8, (1,), *arguments) == "CUDA_ERROR_INVALID_HANDLE"
assert launch(kernel, (1,), *arguments) == "CUDA_SUCCESS"
call("cuModuleUnload", module)
assert launch(kernel, (1,), *arguments) == "CUDA_ERROR_INVALID_HANDLE"

# What is not there.
assert function("cuNothing") is None
assert function("cuMemAlloc", 2000) is None
assert code("cuTexObjectCreate") == "CUDA_ERROR_NOT_SUPPORTED"

# Nothing of this was an error of the context.
call("cuMemFree", address)
assert code("cuMemFree", address) == "CUDA_ERROR_INVALID_VALUE"
call("cuCtxSynchronize")
print("all refused")
