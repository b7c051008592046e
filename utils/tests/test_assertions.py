# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check_assertions.py finds lit tests, commands and directives that show nothing."""

import unittest

import check_assertions


class AssertionsTest(unittest.TestCase):
    def problems(self, text):
        return [line.removeprefix("t: ") for line in check_assertions.check_test("t", text)]

    def test_a_comparison_is_enough(self):
        for command in (
            "tool %s | FileCheck %s",
            "not tool %s",
            "cmp %t.a %t.b",
            "tool %s --verify-diagnostics",
            "tool %s --expect 0=%S/x.npy",
            "%python %S/compare.py",
            "tool %s | grep -q x",
        ):
            self.assertEqual(self.problems(f"// RUN: {command}\n"), [], command)

    def test_no_comparison(self):
        found = ["no command compares anything (or say `VERDICT: why`)"]
        self.assertEqual(self.problems("RUN: tool %s\n"), found)
        # The name of a tool inside of another word is no tool, nor is what makes an input.
        self.assertEqual(self.problems("RUN: tool %s.test --not-cmp\n"), found)
        self.assertEqual(self.problems("RUN: %python make.py > %t.a\nRUN: tool %t.a\n"), found)

    def test_the_status_may_be_the_verdict(self):
        self.assertEqual(self.problems("VERDICT: it traps.\nRUN: tool %s\n"), [])
        self.assertEqual(
            self.problems("VERDICT: it traps.\nRUN: not tool %s\n"),
            ["VERDICT where a command compares something"],
        )
        self.assertEqual(len(self.problems("VERDICT:\nRUN: tool %s\n")), 1)

    def test_output_that_nobody_reads(self):
        test = "RUN: tool %s -o %t.x\nRUN: tool %s | FileCheck %s\n"
        found = ["%t.x is written and no other command reads it"]
        self.assertEqual(self.problems(test), found)
        self.assertEqual(self.problems(test.replace("-o ", "> ")), found)
        self.assertEqual(self.problems(test.replace("%t.x", "/dev/null")), [])
        self.assertEqual(self.problems(test + "RUN: cmp %t.x %t.y\n"), [])
        self.assertEqual(
            self.problems("RUN: tool 'zeros(1)=>%t/a.npy'\nRUN: not tool\n"),
            ["%t/a.npy is written and no other command reads it"],
        )

    def test_lines_that_go_on(self):
        self.assertEqual(self.problems("// RUN: tool %s \\\n// RUN:   | FileCheck %s\n"), [])

    def test_directives_that_nobody_looks_for(self):
        test = "// RUN: tool %s | FileCheck %s --check-prefixes=A1,SM80\n"
        self.assertEqual(self.problems(test + "// SM80: x\n// A1-NEXT: y\n// RUN: cmp a b\n"), [])
        self.assertEqual(
            self.problems(test + "// SM90-NEXT: x\n"), ["no command looks for the directives SM90"]
        )
        self.assertEqual(
            self.problems("// RUN: not tool %s\n// CHECK-NOT: x\n"),
            ["no command looks for the directives CHECK"],
        )
        # A label of a comment, and a prefix that a substitution passes on.
        self.assertEqual(self.problems(test + "// T1: a label\n"), [])
        self.assertEqual(
            self.problems("DEFINE: %{x} = 2>&1 | FileCheck %s --check-prefix\nRUN: tool %{x}=NAME\nNAME: y\n"), []
        )

    def test_expected_errors_need_the_option(self):
        test = "// RUN: tool %s | FileCheck %s\n// expected-error @+1 {{no}}\n"
        self.assertEqual(
            self.problems(test), ["expected-error and its like without --verify-diagnostics"]
        )
        self.assertEqual(self.problems("// RUN: tool %s --verify-diagnostics\n// expected-error {{no}}\n"), [])


if __name__ == "__main__":
    unittest.main()
