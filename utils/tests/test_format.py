# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check_format.sh names an unformatted file and repairs it with --fix."""

import os
import shutil
import subprocess
import unittest

from trees import Tree

UTILS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


class FormatTest(unittest.TestCase):
    def setUp(self):
        self.tree = Tree(
            self,
            {
                ".clang-format": "BasedOnStyle: LLVM\n",
                "lib/Good.cpp": "int good() { return 1; }\n",
                "lib/Bad.cpp": "int  bad( ){return 1;}\n",
            },
            git=True,
        )
        os.mkdir(os.path.join(self.tree.root, "utils"))
        shutil.copy(os.path.join(UTILS, "check_format.sh"), os.path.join(self.tree.root, "utils"))

    def run_script(self, *arguments):
        script = os.path.join(self.tree.root, "utils", "check_format.sh")
        return subprocess.run([script, *arguments], capture_output=True, text=True)

    def test_names_only_the_bad_file(self):
        result = self.run_script()
        self.assertEqual(result.returncode, 1)
        self.assertIn("lib/Bad.cpp", result.stdout)
        self.assertNotIn("lib/Good.cpp", result.stdout)

    def test_fix(self):
        self.assertEqual(self.run_script("--fix").returncode, 0)
        self.assertEqual(self.run_script().returncode, 0)

    def test_chosen_file(self):
        self.assertEqual(self.run_script("lib/Good.cpp").returncode, 0)


if __name__ == "__main__":
    unittest.main()
