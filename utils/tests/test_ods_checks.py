# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check_tests.py and generate_docs.py on a toy dialect with planted gaps."""

import os
import unittest

import check_tests
import generate_docs
import ods
from trees import Tree

OPS = "include/tessera/Dialect/Toy/IR/ToyOps.td"
BASE = "include/tessera/Dialect/Toy/IR/ToyBase.td"
PASSES = "include/tessera/Dialect/Toy/Transforms/Passes.td"

FILES = {
    BASE: """include "mlir/IR/OpBase.td"
def Toy : Dialect { let name = "toy"; let cppNamespace = "::toy"; }
class ToyOp<string m, list<Trait> t = []> : Op<Toy, m, t> {
  let summary = "does it";
  let description = "It does it.";
}
""",
    OPS: """include "tessera/Dialect/Toy/IR/ToyBase.td"
def PlainOp : ToyOp<"plain">;
def CheckedOp : ToyOp<"checked"> { let hasVerifier = 1; }
def MatchOp : ToyOp<"match", [AllTypesMatch<["a", "b"]>]> {
  let arguments = (ins I32:$a, I32:$b);
}
""",
    PASSES: """include "mlir/Pass/PassBase.td"
def FusePass : Pass<"toy-fuse"> { let summary = "fuses"; let description = "It fuses."; }
""",
    "test/Dialect/Toy/ops.mlir": "plain\n%0 = toy.checked : i32\n  %1:2, %2 = match %0\n",
    "test/Dialect/Toy/ops-invalid.mlir": '"toy.checked"() : () -> ()\nmatch\n',
    "test/Dialect/Toy/toy-fuse.mlir": "plain\n",
}


class OdsChecksTest(unittest.TestCase):
    def problems(self, changes):
        files = {path: text for path, text in {**FILES, **changes}.items() if text is not None}
        problems, ops, passes = check_tests.check_tree(Tree(self, files).root)
        self.assertEqual((ops, passes), (3, 1))
        return problems

    def test_complete_tree(self):
        self.assertEqual(self.problems({}), [])

    def test_op_without_test(self):
        problems = self.problems({"test/Dialect/Toy/ops.mlir": "plain\n%1 = match %0\n"})
        self.assertEqual(problems, ["toy.checked: no test in test/Dialect uses it in custom form"])

    def test_generic_form_and_comments_are_no_custom_form(self):
        text = '"toy.plain"()\n// plain\n%0 = checked\nmatch %plain\nfoo.plain\nplain.x\n'
        files = {"test/Dialect/Toy/ops.mlir": text, "test/Dialect/Toy/toy-fuse.mlir": "checked\n"}
        self.assertEqual(
            self.problems(files), ["toy.plain: no test in test/Dialect uses it in custom form"]
        )

    def test_verifier_without_rejection_test(self):
        problems = self.problems({"test/Dialect/Toy/ops-invalid.mlir": "plain\n"})
        self.assertEqual(len(problems), 2)
        self.assertIn("toy.checked: no *-invalid.mlir", problems[0])
        self.assertIn("toy.match: no *-invalid.mlir", problems[1])

    def test_pass_without_test(self):
        problems = self.problems({"test/Dialect/Toy/toy-fuse.mlir": None})
        self.assertEqual(len(problems), 1)
        self.assertIn("pass toy-fuse: no test named", problems[0])

    def test_missing_descriptions(self):
        base = FILES[BASE].replace('let description = "It does it.";', "")
        passes = FILES[PASSES].replace('let description = "It fuses.";', "")
        problems = self.problems({BASE: base, PASSES: passes})
        self.assertEqual(sum("no description" in problem for problem in problems), 4)

    def test_broken_ods_is_an_error(self):
        tree = Tree(self, {**FILES, OPS: "def Broken :"})
        with self.assertRaises(RuntimeError):
            check_tests.check_tree(tree.root)

    def test_only_outermost_files_are_read(self):
        self.assertEqual(ods.root_td_files(Tree(self, FILES).root), [OPS, PASSES])

    def test_docs_and_drift(self):
        tree = Tree(self, FILES)
        pages = generate_docs.generate(tree.root)
        self.assertEqual(sorted(pages), ["ToyPasses.md", "toy.md"])
        self.assertIn("toy.checked", pages["toy.md"])
        self.assertEqual(len(generate_docs.stale_pages(tree.root, pages)), 2)
        generate_docs.write_pages(tree.root, pages)
        self.assertEqual(generate_docs.stale_pages(tree.root, pages), [])
        tree.write(OPS, FILES[OPS].replace('"plain"', '"simple"'))
        pages = generate_docs.generate(tree.root)
        self.assertEqual(
            generate_docs.stale_pages(tree.root, pages), ["docs/generated/toy.md: stale (make docs)"]
        )
        tree.write("docs/generated/old.md", "x")
        self.assertIn("left over", "\n".join(generate_docs.stale_pages(tree.root, pages)))
        generate_docs.write_pages(tree.root, pages)
        self.assertFalse(os.path.exists(os.path.join(tree.root, "docs/generated/old.md")))


if __name__ == "__main__":
    unittest.main()
