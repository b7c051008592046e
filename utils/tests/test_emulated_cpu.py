# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What emulated_cpu does without booting: corrections, the CD's contents, the console."""

import os
import shutil
import sys
import tempfile
import unittest
from pathlib import Path

from trees import Tree

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "utils" / "emulated_cpu"))

import bochs  # noqa: E402
import check  # noqa: E402
import image  # noqa: E402
import run  # noqa: E402


class CorrectionTest(unittest.TestCase):
    def test_changes_the_one_place(self):
        tree = Tree(self, {"a.cc": "one(n);\ntwo(n);\n"})
        bochs.Correction("a.cc", r"two\(n\)", "two(n - 1)").apply(tree.root)
        self.assertEqual(Path(tree.root, "a.cc").read_text(), "one(n);\ntwo(n - 1);\n")

    def test_changes_as_many_places_as_it_says(self):
        tree = Tree(self, {"a.cc": "two(1);\ntwo(2);\n"})
        bochs.Correction("a.cc", r"two", "three", times=2).apply(tree.root)
        self.assertEqual(Path(tree.root, "a.cc").read_text(), "three(1);\nthree(2);\n")

    def test_another_source_is_refused(self):
        tree = Tree(self, {"a.cc": "two(n);\ntwo(n);\n"})
        for pattern in ("three", "two"):
            with self.assertRaises(SystemExit):
                bochs.Correction("a.cc", pattern, "").apply(tree.root)


class ContentsTest(unittest.TestCase):
    def test_libraries_of_a_program_come_along(self):
        files = image.contents([sys.executable])
        self.assertEqual(files[sys.executable], os.path.realpath(sys.executable))
        self.assertTrue(any("/libc.so" in path for path in files))
        self.assertFalse(any(os.path.islink(path) for path in files.values()))

    def test_libraries_of_a_folder_come_along(self):
        with tempfile.TemporaryDirectory(dir="/var/tmp") as folder:
            shutil.copy("/bin/true", folder)
            files = image.contents([folder])
        self.assertTrue(any("/libc.so" in path for path in files))

    def test_scripts_have_none(self):
        self.assertEqual(list(image.contents([__file__])), [os.path.abspath(__file__)])


class ConsoleTest(unittest.TestCase):
    def console(self, *pieces):
        """(printed text, status) of what arrives in pieces."""
        tree, printed = Tree(self, {"serial": ""}), []
        path = Path(tree.root, "serial")
        console = run.Console(path, printed.append)
        for piece in pieces:
            with open(path, "ab") as file:
                file.write(piece)
            console.read()
        return "".join(printed), console.status

    def test_lines_arrive_in_pieces(self):
        text = b"first\r\nsecond\r\n" + image.END.encode() + b" 3\r\nPower down\r\n"
        expected = ("first\nsecond\n", 3)
        self.assertEqual(self.console(text), expected)
        self.assertEqual(self.console(*(text[i : i + 1] for i in range(len(text)))), expected)

    def test_no_status_before_the_end(self):
        self.assertEqual(self.console(b"first\r\nsec"), ("first\n", None))


class SuiteTest(unittest.TestCase):
    def test_names_and_kernels(self):
        names = [suite.name for suite in check.suites(ROOT / "build", 1, 1)]
        self.assertEqual(len(names), len(set(names)))
        for name in names:
            self.assertIn(f"\n  {name} ", check.__doc__)
        for kernel in check.CASES:
            self.assertTrue((ROOT / "benchmarks/kernels" / f"{kernel}.mlir").exists(), kernel)


if __name__ == "__main__":
    unittest.main()
