# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds a graph as cuTile's tuner does: memory, a set, an event, a kernel, an event,
the end of the memory; launches it three times."""

import ctypes
import sys

import numpy as np
from driver import call, code, from_device, load, made, slots, start, to_device


class KernelNode(ctypes.Structure):
    _fields_ = [("function", ctypes.c_void_p), ("grid", ctypes.c_uint * 3),
                ("block", ctypes.c_uint * 3), ("shared", ctypes.c_uint),
                ("parameters", ctypes.c_void_p), ("extra", ctypes.c_void_p),
                ("kernel", ctypes.c_void_p), ("context", ctypes.c_void_p)]


class MemsetNode(ctypes.Structure):
    _fields_ = [("to", ctypes.c_uint64), ("pitch", ctypes.c_size_t), ("value", ctypes.c_uint),
                ("bytes", ctypes.c_uint), ("width", ctypes.c_size_t), ("height", ctypes.c_size_t)]


class AllocNode(ctypes.Structure):
    _fields_ = [("pool", ctypes.c_char * 88), ("access", ctypes.c_void_p),
                ("count", ctypes.c_size_t), ("size", ctypes.c_size_t),
                ("address", ctypes.c_uint64)]


context = start()
module = load(sys.argv[1])
kernel = made("cuLibraryGetKernel", module, ctypes.c_char_p(b"vector_add"))
n = 1000
x = np.arange(n, dtype=np.float32)
device, total = to_device(x), to_device(np.zeros_like(x))
graph = made("cuGraphCreate", 0)
alloc = AllocNode(size=4 * n)
node = made("cuGraphAddMemAllocNode", graph, 0, 0, ctypes.byref(alloc))
assert alloc.address
ones = MemsetNode(to=alloc.address, value=0x3F800000, bytes=4, width=n, height=1)
made("cuGraphAddMemsetNode", graph, 0, 0, ctypes.byref(ones), context)
begin, end = made("cuEventCreate", 0), made("cuEventCreate", 0)
made("cuGraphAddEventRecordNode", graph, 0, 0, begin)
# total = total + ones; the slots are reused before the launch.
arguments = slots(total, alloc.address, total, ctypes.c_int32(n))
parameters = KernelNode(grid=(1, 1, 1), block=(1, 1, 1), kernel=kernel,
                        parameters=ctypes.addressof(arguments))
made("cuGraphAddKernelNode", graph, 0, 0, ctypes.byref(parameters))
arguments.values[0].value = 0
made("cuGraphAddEventRecordNode", graph, 0, 0, end)
made("cuGraphAddMemFreeNode", graph, 0, 0, alloc.address)
assert code("cuGraphAddMemFreeNode", ctypes.byref(ctypes.c_uint64()), graph, 0, 0,
            device) == "CUDA_ERROR_INVALID_VALUE"
executable = made("cuGraphInstantiateWithFlags", graph, 0)
call("cuGraphDestroy", graph)
stream = made("cuStreamCreate", 1)
for _ in range(3):
    call("cuGraphLaunch", executable, stream)
call("cuStreamSynchronize", stream)
np.testing.assert_array_equal(from_device(total, x), np.full_like(x, 3))
elapsed = made("cuEventElapsedTime", begin, end, kind=ctypes.c_float)
print("two microseconds" if abs(elapsed - 2e-3) < 1e-6 else "a real time" if elapsed > 0 else elapsed)
call("cuGraphExecDestroy", executable)
assert code("cuGraphLaunch", executable, stream) == "CUDA_ERROR_INVALID_HANDLE"
# Nobody holds the graph's memory any more.
assert code("cuMemcpyDtoH", x.ctypes.data, alloc.address, 4) == "CUDA_ERROR_INVALID_VALUE"
print("three launches are right")
