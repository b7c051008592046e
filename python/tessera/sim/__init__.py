# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arrays and tensors for programs under `tessera sim` (docs/clients.md).

The memory of the device that is pretended is the memory of the process, so an array
of NumPy or a tensor of PyTorch on the CPU can be a kernel's argument as it is. What
is missing is what says so: `arrays` says it of NumPy's arrays, `tensors` of
PyTorch's. `tessera sim` puts this package on the search path as `tessera_sim`; it
needs nothing else of Tessera's package."""
