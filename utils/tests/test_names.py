# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check_names.py finds names of attributes that are written beside their constant."""

import unittest

import check_names


class NamesTest(unittest.TestCase):
    def problems(self, text):
        return check_names.check_text("lib/A.cpp", text)

    def test_constants_may_name_attributes(self):
        self.assertEqual(
            self.problems('constexpr llvm::StringLiteral kPlan = "nv_tileas.plan";\n'), []
        )
        self.assertEqual(
            self.problems('constexpr llvm::StringLiteral kPlan =\n    "nv_tileas.plan";\n'), []
        )

    def test_other_code_may_not(self):
        self.assertEqual(
            self.problems('\nop->getAttr("nv_tileas.plan");\n'),
            ['lib/A.cpp:2: expected a constant instead of "nv_tileas.plan"'],
        )
        self.assertEqual(len(self.problems('.Case("nv_tileaa.exp2", "exp2")\n')), 1)

    def test_comments_and_other_strings(self):
        self.assertEqual(self.problems('// as "nv_tileas.plan" says\n'), [])
        self.assertEqual(self.problems('f("nv_tileas"); g("arith.addi");\n'), [])

    def test_only_sources_of_ours(self):
        _, count = check_names.check_tree("/", ["docs/a.md", "test/b.mlir", "unittests/C.cpp"])
        self.assertEqual(count, 0)


if __name__ == "__main__":
    unittest.main()
