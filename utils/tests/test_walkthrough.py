# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""run_walkthrough.py passes a true page and fails every way a page can be untrue."""

import contextlib
import io
import os
import unittest

import run_walkthrough
from trees import Tree


def page(*blocks):
    return "# Page\n\n" + "\n".join(f"```{kind}\n{text}\n```\n" for kind, text in blocks)


class WalkthroughTest(unittest.TestCase):
    def run_page(self, *blocks):
        tree = Tree(self, {"page.md": page(*blocks)})
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            *counts, self.skipped = run_walkthrough.run_page(os.path.join(tree.root, "page.md"), tree.root)
        return tuple(counts), printed.getvalue()

    def test_true_page(self):
        counts, _ = self.run_page(
            ("sh", "echo one; echo two >&2; echo three"),
            ("output", "one\ntwo\nthree"),
            ("mlir", "not run"),
            ("sh", "seq 5; echo took 12 ms"),
            ("output", "1\n...\n5\ntook {{[0-9]+}} ms"),
            ("sh fails", "echo no; false"),
            ("output", "no"),
        )
        self.assertEqual(counts, (3, 0))

    def test_steps_share_a_folder(self):
        self.assertEqual(self.run_page(("sh", "echo x >f"), ("sh", "cat f"), ("output", "x"))[0], (2, 0))

    def test_what_is_not_there_is_skipped(self):
        counts, printed = self.run_page(
            ("sh needs bash", "echo one"), ("output", "one"),
            ("sh needs json", "false"), ("sh needs no-such-tool", "false"), ("output", "two"),
        )  # fmt: skip
        self.assertEqual((counts, self.skipped), ((1, 1), 1))
        self.assertIn("skipped: no-such-tool is not installed", printed)

    def test_wrong_output(self):
        counts, printed = self.run_page(("sh", "echo one"), ("output", "two"))
        self.assertEqual(counts, (0, 1))
        self.assertIn("got:\none", printed)

    def test_extra_and_missing_lines(self):
        self.assertEqual(self.run_page(("sh", "seq 3"), ("output", "1\n2"))[0], (0, 1))
        self.assertEqual(self.run_page(("sh", "seq 2"), ("output", "1\n2\n3"))[0], (0, 1))

    def test_status(self):
        self.assertEqual(self.run_page(("sh", "false"))[0], (0, 1))
        self.assertEqual(self.run_page(("sh fails", "true"))[0], (0, 1))
        self.assertEqual(self.run_page(("sh", "false\ntrue"))[0], (0, 1))
        self.assertEqual(self.run_page(("sh", "false | cat"))[0], (0, 1))

    def test_crash_is_not_a_wanted_failure(self):
        self.assertEqual(self.run_page(("sh fails", "kill -SEGV $$"))[0], (0, 1))
        self.assertEqual(self.run_page(("sh fails", "no-such-tool-here"))[0], (0, 1))

    def test_malformed_pages(self):
        for text in ("```output\nx\n```\n", "```sh\ntrue\n", "```sh quietly\ntrue\n```\n"):
            with self.assertRaises(run_walkthrough.PageError):
                run_walkthrough.parse(text)

    def test_python_has_numpy(self):
        self.assertEqual(self.run_page(("sh", "python3 -c 'import numpy'"))[0], (1, 0))


if __name__ == "__main__":
    unittest.main()
