# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check_layering.py finds planted violations and leaves allowed arrows alone."""

import unittest

import check_layering
from trees import Tree


class LayeringTest(unittest.TestCase):
    def problems(self, files):
        problems, count = check_layering.check_tree(Tree(self, files).root)
        self.assertEqual(count, len(files))
        return problems

    def test_allowed_arrows(self):
        self.assertEqual(
            self.problems(
                {
                    "lib/Numerics/A.cpp": '#include "tessera/Support/Error.h"\n',
                    "lib/Interpreter/A.cpp": '#include "tessera/Dialect/CudaTile/IR/X.h"\n'
                    '#include "tessera/Numerics/F.h"\n#include "mlir/IR/Builders.h"\n',
                    "tools/tessera/Run.cpp": '#include "tessera/Driver/S.h"\n',
                    "include/tessera/Dialect/TileAA/IR/Y.h": '#include "tessera/Dialect/CudaTile/IR/X.h"\n',
                }
            ),
            [],
        )

    def test_arrow_to_the_right(self):
        problems = self.problems({"lib/Support/A.cpp": '\n#include "tessera/Driver/S.h"\n'})
        self.assertEqual(len(problems), 1)
        self.assertIn("lib/Support/A.cpp:2: Support may not include Driver", problems[0])

    def test_angle_brackets_count_too(self):
        self.assertEqual(
            len(self.problems({"lib/Support/A.cpp": "#include <tessera/Numerics/F.h>\n"})), 1
        )

    def test_interpreter_is_independent(self):
        for other in ("Conversion", "PTX", "Bytecode", "Layout"):
            problems = self.problems(
                {"include/tessera/Interpreter/A.h": f'#include "tessera/{other}/B.h"\n'}
            )
            self.assertEqual(len(problems), 1, other)

    def test_relative_include_of_another_room(self):
        problems = self.problems(
            {
                "lib/Support/A.cpp": '#include "../Driver/Private.h"\n',
                "lib/Driver/Private.h": "",
            }
        )
        self.assertEqual(len(problems), 1)

    def test_private_header_named_by_its_path_under_lib(self):
        problems = self.problems(
            {
                "lib/Support/A.cpp": '#include "Driver/Private.h"\n',
                "lib/Driver/Private.h": "",
            }
        )
        self.assertEqual(len(problems), 1)
        self.assertIn("Support may not include Driver", problems[0])

    def test_mlir_ir_in_a_room_without_ir(self):
        self.assertEqual(
            len(self.problems({"lib/Numerics/A.cpp": '#include "mlir/IR/Builders.h"\n'})), 1
        )
        self.assertEqual(
            self.problems({"lib/Numerics/A.cpp": '#include "mlir/Support/LLVM.h"\n'}), []
        )

    def test_dialect_levels(self):
        self.assertEqual(
            len(
                self.problems(
                    {
                        "include/tessera/Dialect/CudaTile/IR/A.td": 'include "tessera/Dialect/TileAA/IR/B.td"\n'
                    }
                )
            ),
            1,
        )

    def test_unknown_room(self):
        self.assertEqual(len(self.problems({"lib/Misc/A.cpp": "\n"})), 1)
        self.assertEqual(len(self.problems({"lib/Stray.cpp": "\n"})), 1)

    def test_tests_are_not_included(self):
        self.assertEqual(
            len(self.problems({"lib/Support/A.cpp": '#include "unittests/Support/H.h"\n'})), 1
        )


if __name__ == "__main__":
    unittest.main()
