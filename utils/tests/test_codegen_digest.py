# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""codegen_digest.py sees a change of one target's code and of a diagnostic."""

import contextlib
import io
import os
import pathlib
import unittest

import codegen_digest
from trees import Tree

# Stands for `tessera compile FILE --target NAME --emit KIND -o -`.
TOOL = """#!/bin/sh
case $4 in
  sm_80) echo "{message}" >&2; exit 1 ;;
  *) echo "code of $2 for $4 as $6: {code}" ;;
esac
"""


class CodegenDigestTest(unittest.TestCase):
    def digests(self, tree, name, **texts):
        tool = tree.write("tool-" + name, TOOL.format(**texts))
        os.chmod(tool, 0o755)
        file = os.path.join(tree.root, name)
        options = ["--targets", "cpu:x86-64-v3,sm_80", "--filter", "^examples/(saxpy|fft)$"]
        self.assertEqual(self.run_script(["write", tool, file, *options])[0], 0)
        return file

    def run_script(self, arguments):
        output = io.StringIO()
        with contextlib.redirect_stdout(output):
            status = codegen_digest.main(arguments)
        return status, output.getvalue()

    def test_compare(self):
        tree = Tree(self, {})
        before = self.digests(tree, "before", code="a", message="m")
        self.assertEqual(len(pathlib.Path(before).read_text().splitlines()), 4)
        same = self.digests(tree, "same", code="a", message="m")
        status, output = self.run_script(["compare", before, same])
        self.assertEqual((status, output), (0, "codegen_digest: 0 of 4 compilations differ\n"))
        code = self.digests(tree, "code", code="b", message="m")
        status, output = self.run_script(["compare", before, code])
        self.assertEqual(status, 1)
        self.assertIn("cpu:x86-64-v3 examples/fft", output)
        self.assertNotIn("sm_80", output)
        message = self.digests(tree, "message", code="a", message="n")
        status, output = self.run_script(["compare", before, message])
        self.assertEqual(status, 1)
        self.assertIn("sm_80 examples/saxpy refused", output)

    def test_nothing_to_compare_is_a_failure(self):
        tree = Tree(self, {"empty": ""})
        empty = os.path.join(tree.root, "empty")
        self.assertEqual(self.run_script(["compare", empty, empty])[0], 1)
        status, _ = self.run_script(["write", "/bin/true", empty, "--filter", "no such kernel"])
        self.assertEqual(status, 1)


if __name__ == "__main__":
    unittest.main()
