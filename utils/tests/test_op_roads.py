# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""op_roads.py on a toy tree: makers and lowerings are found where they stand."""

import unittest

import op_roads
from trees import Tree

FILES = {
    "include/tessera/Dialect/TileAS/IR/Ops.td": """include "mlir/IR/OpBase.td"
def TileAS : Dialect { let name = "nv_tileas"; let cppNamespace = "::t"; }
def TileAS_MadeOp : Op<TileAS, "made">;
def TileAS_HomeOp : Op<TileAS, "home">;
def TileAS_OtherOp : Op<TileAS, "other">;
def TileAS_YieldOp : Op<TileAS, "yield">;
""",
    "lib/Conversion/TileAAToTileAS/Make.cpp": "auto a = tileas::MadeOp::create(b, loc);\n",
    # An op of another dialect with the same class name.
    "lib/Conversion/Other/Make.cpp": "auto a = tileaa::OtherOp::create(b, loc);\n",
    "lib/Dialect/TileAS/Transforms/Home.cpp": "x = HomeOp::create(b); tileaa::OtherOp::create(b);\n",
    "lib/Conversion/TileASToNVVM/Lower.cpp": "h.addOp<tileas::MadeOp>(emit);\n",
}


class OpRoadsTest(unittest.TestCase):
    def test_rows(self):
        page = op_roads.page(Tree(self, FILES).root)
        made, lowered = "`Conversion/TileAAToTileAS/Make.cpp`", "`Conversion/TileASToNVVM/Lower.cpp`"
        self.assertIn(f"| `made` | {made} | {lowered} |", page)
        self.assertIn("| `home` | `Dialect/TileAS/Transforms/Home.cpp` | nothing |", page)
        self.assertIn("| `other` | nothing | nothing |", page)
        self.assertIn("| `yield` | nothing | with the body that it ends |", page)
        self.assertIn("4 ops; 2 that nothing makes, 2 that nothing lowers.", page)

    def test_trees_without_the_dialect_have_no_page(self):
        self.assertIsNone(op_roads.page(Tree(self, {"lib/Empty.cpp": ""}).root))


if __name__ == "__main__":
    unittest.main()
