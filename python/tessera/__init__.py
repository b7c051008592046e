# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tile IR compiled, run and checked, in this process.

>>> import numpy, tessera
>>> module = tessera.compile(source)              # for this machine
>>> module["saxpy"].launch(8, 0.5, x, y, len(x))  # on NumPy arrays, in place
>>> tessera.compile(source, target="sm_90a").ptx  # or for a GPU

docs/python.md explains it.
"""

from ._tessera import Pool
from ._tessera import tile_ir_version as _tile_ir_version
from ._tessera import version as _version
from .errors import (
    AssertionFailed,
    Cancelled,
    CheckFailed,
    CompileError,
    Diagnostic,
    Error,
    InternalError,
    InvalidProgramError,
    LaunchError,
    NewerVersionError,
    NotRunnableError,
    StepLimitReached,
    TimedOut,
    UnreadableError,
    UnsupportedError,
)
from .kernel import Finding, Kernel, Parameter, Report, Resources
from .module import Module, Remark, compile, compile_file, targets

__version__: str = _version()
#: The newest version of Tile IR that is read: major * 100 + minor.
tile_ir_version: int = _tile_ir_version()

__all__ = [
    "AssertionFailed",
    "Cancelled",
    "CheckFailed",
    "CompileError",
    "Diagnostic",
    "Error",
    "Finding",
    "InternalError",
    "InvalidProgramError",
    "Kernel",
    "LaunchError",
    "Module",
    "NewerVersionError",
    "NotRunnableError",
    "Parameter",
    "Pool",
    "Remark",
    "Report",
    "Resources",
    "StepLimitReached",
    "TimedOut",
    "UnreadableError",
    "UnsupportedError",
    "compile",
    "compile_file",
    "targets",
    "tile_ir_version",
]
