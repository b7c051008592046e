# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check_sizes.py finds files and functions that are too long, and a stale allowlist."""

import unittest

import check_sizes
from trees import Tree


def lines(count):
    return "// a line\n" * count


def function(length):
    return "int f() {\n" + "  g();\n" * (length - 2) + "}\n"


class SizesTest(unittest.TestCase):
    def check(self, files):
        return check_sizes.check_tree(Tree(self, files).root, sorted(files))

    def test_limits(self):
        problems, warnings, count = self.check(
            {"lib/A.cpp": lines(600), "lib/B.cpp": lines(601), "lib/C.cpp": lines(801)}
        )
        self.assertEqual(count, 3)
        self.assertEqual(len(warnings), 1)
        self.assertIn("lib/B.cpp", warnings[0])
        self.assertEqual(problems, ["lib/C.cpp: expected at most 800 lines, got 801"])

    def test_headers_are_shorter(self):
        problems, warnings, _ = self.check({"a.h": lines(251), "b.h": lines(401)})
        self.assertEqual((len(problems), len(warnings)), (1, 1))

    def check_way(self, page, **files):
        return check_sizes.check_way(Tree(self, {check_sizes.WAY: page, **files}).root)

    def test_way_of_a_gemm(self):
        page = "## A GEMM on its way\n\n1. [`A.cpp`](../lib/A.cpp)\n\n## Next\n[`B.cpp`](../lib/B.cpp)\n"
        self.assertEqual(self.check_way(page, **{"lib/A.cpp": lines(400), "lib/B.cpp": lines(401)}), [])
        self.assertEqual(self.check_way(page, **{"lib/A.cpp": lines(401)}),
                         ["lib/A.cpp: expected at most 400 lines on the way of a GEMM, got 401"])
        many = page.replace("1. ", "[`A.cpp`](../lib/A.cpp) " * 12)
        self.assertIn("at most 12 files", self.check_way(many, **{"lib/A.cpp": lines(1)})[0])
        self.assertIn("found none", self.check_way("## Next\n")[0])
        self.assertEqual(check_sizes.check_way(Tree(self, {}).root), [])

    def test_long_function(self):
        problems, _, _ = self.check({"a.cpp": function(150) + "\n" + function(151)})
        self.assertEqual(len(problems), 1)
        self.assertIn("a.cpp:152: expected a function of at most 150 lines, got 151", problems[0])

    def long_functions(self, text):
        return check_sizes.long_functions(text.splitlines())

    def test_wrapped_signatures(self):
        body = "  g();\n" * 150 + "}\n"
        for signature in (
            "static int f(int first,\n             int second) {\n",
            "LogicalResult\nC::f(int first,\n     int second) const {\n",
            "template <typename T>\nint f(T first,\n      int second) {\n",
            'extern "C" int f(int first, // the first\n                 int second) { // one\n',
            "C::C(int first)\n    : first(first) {\n",
            "classify::C(int first) {\n",
        ):
            self.assertEqual(len(self.long_functions(signature + body)), 1, signature)

    def test_declarations_and_tables_are_no_functions(self):
        body = "  g();\n" * 150
        for text in (
            "int f(int first,\n      int second);\nnamespace n {\n" + body + "}\n",
            "static const int table[] = {\n" + body + "};\n",
            "int f() { return 1; }\nnamespace n {\n" + body + "}\n",
            'extern "C" {\n' + body + "}\n",
        ):
            self.assertEqual(self.long_functions(text), [], text[:40])

    def test_functions_in_classes(self):
        body = "    g();\n" * 150
        text = "struct S : T {\npublic:\n  int f(int first,\n        int second) {\n" + body + "  }\n};\n"
        self.assertEqual(self.long_functions(text), [(3, 153)])

    def test_namespaces_and_classes_are_no_functions(self):
        body = "  int x;\n" * 200
        problems, _, _ = self.check(
            {"a.cpp": "namespace n {\n" + body + "}\n" + "struct S {\n" + body + "};\n"}
        )
        self.assertEqual(problems, [])

    def test_allowlist(self):
        files = {"a.cpp": lines(900), check_sizes.ALLOWLIST: "# why\na.cpp: one table\n"}
        self.assertEqual(self.check(files)[0], [])
        files[check_sizes.ALLOWLIST] = "a.cpp:\n"
        self.assertIn("no reason", self.check(files)[0][0])
        files[check_sizes.ALLOWLIST] = "a.cpp: one table\nb.cpp: gone\n"
        self.assertIn("does not exist", self.check(files)[0][0])
        files["a.cpp"] = lines(10)
        files[check_sizes.ALLOWLIST] = "a.cpp: one table\n"
        self.assertIn("no longer needs", self.check(files)[0][0])

    def test_golden_data_is_exempt(self):
        problems, _, count = self.check({"test/X/Inputs/a.mlir": lines(5000)})
        self.assertEqual((problems, count), ([], 0))

    def test_ignored_files_do_not_count(self):
        tree = Tree(self, {".gitignore": "/build/\n", "build/a.cpp": lines(900), "a.cpp": "\n"}, git=True)
        problems, _, count = check_sizes.check_tree(tree.root)
        self.assertEqual((problems, count), ([], 1))


if __name__ == "__main__":
    unittest.main()
