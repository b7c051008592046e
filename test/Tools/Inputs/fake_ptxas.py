#!/usr/bin/env python3
"""Stands in for ptxas: says in its output with which options it was started."""
import sys

arguments = sys.argv[1:]
with open(arguments[arguments.index("-o") + 1], "w", encoding="utf-8") as file:
    file.write("fake: " + " ".join(a for a in arguments if a.startswith("-") and a != "-o"))
