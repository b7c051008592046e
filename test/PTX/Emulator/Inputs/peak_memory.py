# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a command, which must succeed in less memory than so many MiB.

  peak_memory.py MIB COMMAND ARG...
"""
import resource
import subprocess
import sys

subprocess.run(sys.argv[2:], check=True)
peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss >> 10
assert peak < int(sys.argv[1]), f"{peak} MiB"
