#!/usr/bin/python3
# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints a JSON document of diagnostics, which it reads from standard input, one line for
each diagnostic and note: severity, place, rule (or '-') and message."""
import json
import os
import sys


def show(diagnostic):
    words = [diagnostic["severity"]]
    if "file" in diagnostic:
        name = os.path.basename(diagnostic["file"])
        words.append(f"{name}:{diagnostic.get('line', 0)}:{diagnostic.get('column', 0)}")
    print(*words, diagnostic.get("rule", "-"), diagnostic["message"])
    for note in diagnostic.get("notes", []):
        show(note)


text = sys.stdin.read()
document = json.loads(text[text.index("{"):])
assert document["schemaVersion"] == 1
print(f"{document['tool']}: {document['exitStatus']}")
for entry in document["diagnostics"]:
    show(entry)
