# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""arrays.py IMAGE: vector_add on NumPy's arrays by the bridge of the driver; the last
launch has one element more than its arrays."""
import ctypes
import sys

import numpy as np
from tessera_sim import driver
from tessera_sim.arrays import device, start, synchronize

start()
with open(sys.argv[1], "rb") as file:
    image = file.read()
module, kernel = ctypes.c_void_p(), ctypes.c_void_p()
driver.call("cuModuleLoadData", ctypes.byref(module), image)
driver.call("cuModuleGetFunction", ctypes.byref(kernel), module, b"vector_add")


def vector_add(arrays, size):
    lent = [device(each) for each in arrays]
    slots = [ctypes.c_uint64(each.__cuda_array_interface__["data"][0]) for each in lent]
    slots.append(ctypes.c_uint64(size))
    pointers = (ctypes.c_void_p * len(slots))(*[ctypes.addressof(each) for each in slots])
    driver.call("cuLaunchKernel", kernel, 1, 1, 1, 1, 1, 1, 0, None, pointers, None)


x, y, z = (np.full(200, value, np.float32) for value in (1.5, 2, 0))
vector_add((x, y, z), 200)
synchronize()
print("sums are right" if (z == 3.5).all() else z)
# Memory that was told and is gone is forgotten; a part of an array has the whole's bounds.
del x, y, z
whole = np.zeros(201, np.float32)
vector_add((whole[:200], whole[:200], whole[:200]), 201)
synchronize()
print("inside the whole array")
short = np.ones(200, np.float32)
try:
    vector_add((short, whole, whole), 201)
    synchronize()
    print("nothing was found")
except driver.DriverError as error:
    print(error)
