# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Lists of pure tasks, executed by processes here or by a cluster.

A task is a command line of one of Tessera's programs with the files that it reads: its
result depends on nothing else, so that it may be executed anywhere, twice, or never when
the journal has it. `tessera tune` and utils/campaign.py are made of such lists.
docs/tuning.md explains how to use more machines than one.
"""

from .engine import Engine, EngineError, open_engine
from .journal import Journal, JournalError
from .progress import Progress
from .task import Result, Task, execute, find_program

__all__ = [
    "Engine",
    "EngineError",
    "Journal",
    "JournalError",
    "Progress",
    "Result",
    "Task",
    "execute",
    "find_program",
    "open_engine",
]
