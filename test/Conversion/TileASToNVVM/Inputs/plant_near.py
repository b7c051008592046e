# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Plants a fault: writes PTX with one line changed that stands near another one.

  plant_near.py FILE ANCHOR NUMBER before|after PATTERN TEXT > FAULTY

The nearest line before or after the line NUMBER, counted from 0, of those that match ANCHOR which
matches PATTERN becomes TEXT, in which \\1 and so on are groups of PATTERN. It is an error if there is
no such line.
"""
import re
import sys

path, anchor, number, side, pattern, text = sys.argv[1:]
with open(path) as file:
    lines = file.read().splitlines()
start = [i for i, line in enumerate(lines) if re.search(anchor, line)][int(number)]
order = range(start - 1, -1, -1) if side == "before" else range(start + 1, len(lines))
at = next(i for i in order if re.search(pattern, lines[i]))
lines[at] = re.sub(pattern, text, lines[at])
print("\n".join(lines))
