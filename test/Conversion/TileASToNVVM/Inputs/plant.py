# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Plants a fault: writes PTX with one of the lines that match changed.

  plant.py FILE PATTERN NUMBER TEXT > FAULTY

Line NUMBER, counted from 0 among those that match (below 0 from the last one), becomes TEXT, in
which \\1 and so on are groups of the pattern. It is an error if there is no such line.
"""
import re
import sys

path, pattern, number, text = sys.argv[1:]
with open(path) as file:
    lines = file.read().splitlines()
found = [i for i, line in enumerate(lines) if re.search(pattern, line)]
at = found[int(number)]
lines[at] = re.sub(pattern, text, lines[at])
print("\n".join(lines))
