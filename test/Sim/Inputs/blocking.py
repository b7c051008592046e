# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""blocking.py IMAGE: launches the kernel `endless`, and prints what the launch returns."""
import ctypes
import sys

from tessera_sim import driver

driver.start()
with open(sys.argv[1], "rb") as file:
    image = file.read()
module, kernel = ctypes.c_void_p(), ctypes.c_void_p()
driver.call("cuModuleLoadData", ctypes.byref(module), image)
driver.call("cuModuleGetFunction", ctypes.byref(kernel), module, b"endless")
flag = ctypes.create_string_buffer(64)
memory = ctypes.c_uint64(ctypes.addressof(flag))
pointers = (ctypes.c_void_p * 1)(ctypes.addressof(memory))
try:
    driver.call("cuLaunchKernel", kernel, 1, 1, 1, 1, 1, 1, 0, None, pointers, None)
    print("the launch: nothing")
except driver.DriverError as error:
    print("the launch:", error)
