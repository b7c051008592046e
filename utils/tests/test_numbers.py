# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check_numbers.py reads numbers as pages and code write them and compares them."""

import fractions
import os
import unittest

import check_numbers
from trees import Tree

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ROW = ("a.md", rf"at most {check_numbers.N} levels", "b.h", rf"maxDepth = {check_numbers.C};")


class NumbersTest(unittest.TestCase):
    def problems(self, page, code, row=ROW):
        return check_numbers.check(Tree(self, {"a.md": page, "b.h": code}).root, [row])

    def test_ways_to_write_a_number(self):
        for text, number in (
            ("512", 512), ("20 000", 20000), ("20'000'000", 20000000), ("20 million", 20000000),
            ("16 MiB", 16 << 20), ("16 << 20", 16 << 20), ("uint64_t(1) << 32", 1 << 32),
            ("2^24", 1 << 24), ("4 Mi", 4 << 20), ("3 / 4", fractions.Fraction(3, 4)),
            ("three quarters", fractions.Fraction(3, 4)), ("half", fractions.Fraction(1, 2)),
        ):  # fmt: skip
            self.assertEqual(check_numbers.value(text), number, text)
        with self.assertRaises(ValueError):
            check_numbers.value("many")

    def test_equal_and_different(self):
        code = "constexpr unsigned maxDepth = 512;\n"
        self.assertEqual(self.problems("nests at most\n512 levels\n", code), [])
        self.assertEqual(len(self.problems("at most 513 levels", code)), 1)
        # Every place must agree.
        self.assertEqual(len(self.problems("at most 512 levels, at most 64 levels", code)), 1)

    def test_products(self):
        row = ("a.md", r"(2\^\d+) in all", "b.h", r"size = (\d+), count = (\d+);")
        self.assertEqual(self.problems("2^24 in all", "size = 4096, count = 4096;", row), [])
        self.assertEqual(len(self.problems("2^23 in all", "size = 4096, count = 4096;", row)), 1)

    def test_words_that_are_gone(self):
        code = "maxDepth = 512;"
        self.assertEqual(len(self.problems("many levels", code)), 1)
        self.assertEqual(len(self.problems("at most 512 levels", "maxNesting = 512;")), 1)

    def test_every_row_notices_another_number(self):
        for page, page_words, path, words in check_numbers.NUMBERS:
            stated = check_numbers.found(ROOT, page, page_words)
            self.assertTrue(stated, page_words)
            with open(os.path.join(ROOT, path), encoding="utf-8") as file:
                text = file.read()
            match = next(check_numbers.re.finditer(words, text, check_numbers.re.MULTILINE), None)
            if match is None:
                continue  # over several lines: covered by test_equal_and_different
            changed = text[: match.start(1)] + "7" + text[match.end(1) :]
            root = Tree(self, {path: changed}).root
            with open(os.path.join(ROOT, page), encoding="utf-8") as file:
                same = {path: changed} if page == path else {page: file.read(), path: changed}
            root = Tree(self, same).root
            row = (page, page_words, path, words)
            self.assertTrue(check_numbers.check(root, [row]), words)


if __name__ == "__main__":
    unittest.main()
