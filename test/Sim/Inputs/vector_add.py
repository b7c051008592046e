# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Loads the image that the command line names and adds vectors with it, on two
streams and on the default one, with the block that is given."""

import ctypes
import sys

import numpy as np
from driver import call, code, from_device, launch, load, made, start, to_device

path, threads, tile = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
start()
module = load(path)
kernel = made("cuModuleGetFunction", module, ctypes.c_char_p(b"vector_add"))
n = 3000
x = np.arange(n, dtype=np.float32)
y = np.full(n, 0.5, dtype=np.float32)
streams = [0] + [made("cuStreamCreate", flags) for flags in (0, 1)]
blocks = (n + tile - 1) // tile
for stream in streams:
    device = [to_device(each) for each in (x, y, np.zeros_like(x))]
    begin, end = made("cuEventCreate", 0), made("cuEventCreate", 0)
    call("cuEventRecord", begin, stream)
    got = launch(kernel, (blocks,), *device, ctypes.c_int32(n),
                 block=(threads, 1, 1), stream=stream)
    assert got == "CUDA_SUCCESS", got
    call("cuEventRecord", end, stream)
    call("cuStreamSynchronize", stream)
    assert code("cuEventQuery", end) == "CUDA_SUCCESS"
    milliseconds = made("cuEventElapsedTime", begin, end, kind=ctypes.c_float)
    assert 0 < milliseconds < 60000, milliseconds
    np.testing.assert_array_equal(from_device(device[2], x), x + y)
    for each in device:
        call("cuMemFree", each)
call("cuModuleUnload", module)
print("sums are right")
