# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A scratch source tree for the check scripts' tests."""

import os
import subprocess
import tempfile


class Tree:
    """A folder with the given files (path: text); removed at the end of the test."""

    def __init__(self, test, files, git=False):
        holder = tempfile.TemporaryDirectory(prefix="tessera-tree-")
        test.addCleanup(holder.cleanup)
        self.root = holder.name
        for path, text in files.items():
            self.write(path, text)
        if git:
            subprocess.run(["git", "init", "-q"], cwd=self.root, check=True)

    def write(self, path, text):
        full = os.path.join(self.root, path)
        os.makedirs(os.path.dirname(full), exist_ok=True)
        with open(full, "w", encoding="utf-8") as file:
            file.write(text)
        return full
