# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Launches a kernel that never ends, and work behind it."""

import ctypes
import sys

import numpy as np
from driver import call, code, launch, load, made, start, to_device

start()
module = load(sys.argv[1])
kernel = made("cuModuleGetFunction", module, ctypes.c_char_p(b"endless"))
address = to_device(np.zeros(4, dtype=np.int32))
stream = made("cuStreamCreate", 1)
assert launch(kernel, (3,), address, stream=stream) == "CUDA_SUCCESS"
assert code("cuStreamQuery", stream) == "CUDA_ERROR_NOT_READY"
assert launch(kernel, (3,), address, stream=stream) == "CUDA_SUCCESS"
print(code("cuStreamSynchronize", stream))
print(code("cuCtxSynchronize"))
