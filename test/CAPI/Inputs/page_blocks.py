# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""page_blocks.py PAGE LANGUAGE: the fenced blocks of that language, one after the other;
those of C with the lines that they have in the page, for the compiler's messages."""

import sys

page, language = sys.argv[1:]
fence = None
for number, line in enumerate(open(page, encoding="utf-8"), 1):
    if line.startswith("```"):
        fence = line[3:].strip() if fence is None else None
        if fence == language == "c":
            print(f'#line {number + 1} "{page}"')
    elif fence == language:
        print(line, end="")
