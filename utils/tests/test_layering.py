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

    def test_private_header_of_another_conversion(self):
        for include in ("../TileAAToVector/Private.h", "Conversion/TileAAToVector/Private.h"):
            problems = self.problems(
                {
                    "lib/Conversion/TileASToNVVM/A.cpp": f'#include "{include}"\n',
                    "lib/Conversion/TileAAToVector/Private.h": "",
                }
            )
            self.assertEqual(len(problems), 1, include)
            self.assertIn(
                "lib/Conversion/TileASToNVVM/A.cpp:1: Conversion/TileASToNVVM may not include "
                "private headers of Conversion/TileAAToVector",
                problems[0],
            )

    def test_private_header_of_the_folder_around(self):
        files = {
            "lib/Bytecode/Reader/A.cpp": '#include "../Wire.h"\n',
            "lib/Bytecode/Wire.h": "",
            "include/tessera/Bytecode/Reader.h": "",
            "lib/Bytecode/Writer/A.cpp": '#include "tessera/Bytecode/Reader.h"\n',
        }
        self.assertEqual(self.problems(files), [])

    def test_folders_inside_a_room(self):
        header = {"lib/PTX/Emulator/Tensor/T.h": "", "lib/PTX/Emulator/Core/C.h": ""}
        down = {"lib/PTX/Emulator/Tensor/A.cpp": '#include "PTX/Emulator/Core/C.h"\n'}
        self.assertEqual(self.problems({**header, **down}), [])
        up = {"lib/PTX/Emulator/Core/A.cpp": '#include "PTX/Emulator/Tensor/T.h"\n'}
        problems = self.problems({**header, **up})
        self.assertEqual(len(problems), 1)
        self.assertIn(
            "PTX/Emulator/Core may not include private headers of PTX/Emulator/Tensor", problems[0]
        )

    def test_folders_inside_a_tool(self):
        header = {"tools/tessera/Command.h": "", "tools/tessera/Run/R.h": ""}
        down = {"tools/tessera/Run/A.cpp": '#include "Command.h"\n#include "R.h"\n'}
        self.assertEqual(self.problems({**header, **down}), [])
        across = {"tools/tessera/PTX/A.cpp": '#include "Run/R.h"\n'}
        problems = self.problems({**header, **across})
        self.assertEqual(len(problems), 1)
        self.assertIn(
            "tools/tessera/PTX may not include private headers of tools/tessera/Run", problems[0]
        )

    def test_arrow_that_nothing_needs(self):
        every = {
            (folder, room, other)
            for folder, rooms in check_layering.INNER.items()
            for room, others in rooms.items()
            for other in others
        }
        self.assertEqual(check_layering.unused_arrows(every), [])
        one = ("PTX/Emulator", "Core", "Async")
        self.assertEqual(
            check_layering.unused_arrows(every - {one}),
            [
                "INNER of check_layering.py: PTX/Emulator: no include needs the arrow Core to Async"
            ],
        )

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
