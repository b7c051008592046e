# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""PyTorch on the device of `tessera sim`: importing this makes `device="cuda"` mean
tensors in the memory of the process (docs/clients.md). Programs that `tessera sim`
starts have it without the import."""

from .sim.tensors import DeviceTensor, install

__all__ = ["DeviceTensor", "install"]

install()
