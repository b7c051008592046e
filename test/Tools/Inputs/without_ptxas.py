# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a program of ours where no ptxas can be found, and prints its exit status."""

import os
import shutil
import subprocess
import sys

program = shutil.which(sys.argv[1])
environment = {k: v for k, v in os.environ.items() if not k.startswith("CUDA_")}
environment["PATH"] = "/nonexistent"
result = subprocess.run([program] + sys.argv[2:], env=environment, check=False)
print("exit", result.returncode)
