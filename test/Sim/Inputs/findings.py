# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A launch that goes wrong. The second argument says how; the third that the error
is not looked at."""

import ctypes
import sys

import numpy as np
from driver import call, code, launch, load, made, start, to_device

start()
module = load(sys.argv[1])
kernel = made("cuModuleGetFunction", module, ctypes.c_char_p(b"vector_add"))
x = to_device(np.arange(128, dtype=np.float32))
out = to_device(np.zeros(128, dtype=np.float32))
blocks, n = 1, 128
if sys.argv[2] == "bounds":
    blocks, n = 2, 129
elif sys.argv[2] == "uninitialised":
    x = made("cuMemAlloc", 512)
elif sys.argv[2] == "freed":
    old = to_device(np.zeros(128, dtype=np.float32))
    call("cuMemFree", old)
    x = old
elif sys.argv[2] == "unaligned":
    out += 2
assert launch(kernel, (blocks,), x, x, out, ctypes.c_int32(n), block=(128, 1, 1)) == "CUDA_SUCCESS"
if len(sys.argv) > 3:
    sys.exit(0)
# The launch's error is found at the synchronisation, and stays.
print(code("cuCtxSynchronize"))
print(code("cuMemAlloc", ctypes.byref(ctypes.c_uint64()), 4))
