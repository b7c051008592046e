# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""NumPy arrays as arguments of kernels, under `tessera sim` (docs/clients.md)."""

from .sim.arrays import DeviceArray, device, start, synchronize

__all__ = ["DeviceArray", "device", "start", "synchronize"]
