# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The best of many versions of a kernel, found without a GPU.

`tessera tune` is this package. A space of choices is a table of names and values; a
generator makes the kernel of each combination. docs/tuning.md explains it.
"""

from .space import HINTS, Candidate, Kernel, Space, SpaceError
from .tune import Choice, Options, Report, tune

__all__ = [
    "HINTS",
    "Candidate",
    "Choice",
    "Kernel",
    "Options",
    "Report",
    "Space",
    "SpaceError",
    "tune",
]
