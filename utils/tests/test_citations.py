# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check_citations.py finds citations of pages, sections and anchors that do not exist."""

import unittest

import check_citations
from trees import Tree

PAGES = {
    "docs/spec/ops.md": "# Ops\n## 2 Floats\n### 2.6 `mmaf`\n## 5. Conversions\n1. one\n2. two\n",
    "docs/spec/memory-model.md": "# Model\n## 1. Reading\n### 1.2 Relations\n",
    "docs/memory-model.md": "# Our checker\n## Limits\n",
    "README.md": "# Readme\n",
}


class CitationsTest(unittest.TestCase):
    def problems(self, text, path="lib/Support/A.cpp"):
        files = {**PAGES, path: text}
        problems, count = check_citations.check_tree(Tree(self, files).root, sorted(files))
        self.assertEqual(count, len(files))
        return problems

    def test_good_citations(self):
        for text in (
            "// As ops.md 2.6 wants it.\n",
            "// The rules (`ops.md` 2.6 and 5) hold.\n",
            "// Formats: ops.md section 5, which see; 3 of them.\n",
            "// What the language says, ops.md\n// 2.6, is bit-exact.\n",
            "// Dependencies first (ops.md 5.2).\n",
            "// Memory-model.md 1.2 is the spec's page, memory-model.md the nearer one.\n",
            "// See docs/memory-model.md and README.md.\n",
            "RUN: tessera --markdown > %t.md\nRUN: diff %t.md %source/docs/generated/x.md\n",
        ):
            self.assertEqual(self.problems(text), [], text)

    def test_no_such_section(self):
        self.assertEqual(
            self.problems("\n// As ops.md 2.7 wants it.\n"),
            ["lib/Support/A.cpp:2: docs/spec/ops.md has no section 2.7"],
        )
        for text in (
            "// ops.md 2.6, 2.7\n",
            "// `ops.md` 2 to 6\n",
            "// ops.md\n// section 9\n",
            "// ops.md 5.3\n",
            "// memory-model.md 1.3\n",
        ):
            self.assertEqual(len(self.problems(text)), 1, text)

    def test_no_such_page(self):
        self.assertEqual(
            self.problems("// gone.md 2\n"), ["lib/Support/A.cpp:1: no page gone.md"]
        )
        self.assertEqual(len(self.problems("// See docs/ops.md\n")), 1)

    def test_texts_outside_the_tree(self):
        problems = self.problems("// Rules of seed 003, 8.5.\n")
        self.assertEqual(
            problems, ["lib/Support/A.cpp:1: expected a page of the tree, got 'seed 003'"]
        )

    def test_bare_labels(self):
        text = "// Tokens order this (O4), by rule G6, and this (choice G6 of ops.md).\n"
        problems = self.problems(text)
        self.assertEqual(
            problems,
            [
                "lib/Support/A.cpp:1: expected words or a link beside the label '(O4)'",
                "lib/Support/A.cpp:1: expected words or a link beside the label 'rule G6'",
            ],
        )

    def test_anchors(self):
        good = "[limits](memory-model.md#limits), [here](#a-heading-of-mine)\n\n## A heading of `mine`\n"
        self.assertEqual(self.problems(good, "docs/page.md"), [])
        bad = "[limits](memory-model.md#borders)\n"
        self.assertEqual(
            self.problems(bad, "docs/page.md"),
            ["docs/page.md: docs/memory-model.md has no heading for the anchor #borders"],
        )
        self.assertEqual(len(self.problems("[here](#nowhere)\n", "docs/page.md")), 1)


if __name__ == "__main__":
    unittest.main()
