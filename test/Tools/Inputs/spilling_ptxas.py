#!/usr/bin/python3
# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""In the place of ptxas: says of every kernel that its values do not fit in the registers."""
import re
import sys
from pathlib import Path

arguments = sys.argv[1:]
output = Path(arguments[arguments.index("-o") + 1])
source = next(argument for index, argument in enumerate(arguments)
              if not argument.startswith("-") and arguments[index - 1] != "-o")
target = next(argument.split("=")[1] for argument in arguments if argument.startswith("-arch="))
for kernel in re.findall(r"\.entry (\w+)", Path(source).read_text()):
    print(f"ptxas info    : Compiling entry function '{kernel}' for '{target}'")
    print(f"ptxas info    : Function properties for {kernel}")
    print("    128 bytes stack frame, 128 bytes spill stores, 64 bytes spill loads")
    print("ptxas info    : Used 255 registers, used 1 barriers, 400 bytes cmem[0]")
output.write_bytes(b"\x7fELF")
Path(__file__).with_name("ran").write_text("")
