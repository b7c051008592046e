# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""utils/check_abi.py with planted changes of a small interface."""

import unittest

import check_abi
from trees import Tree

HEADER = """
#include <stddef.h>
#define TESSERA_C_API_VERSION 3
typedef enum tessera_colour { TESSERA_RED = 0, TESSERA_BLUE = 5 } tessera_colour;
typedef struct tessera_pair { int first; double second; } tessera_pair;
typedef struct tessera_options { size_t struct_size; int level; } tessera_options;
typedef void (*tessera_hook)(void *, int);
int tessera_ask(const tessera_pair *pair, tessera_hook hook);
"""
FILES = {
    "include/tessera-c/Tessera.h": HEADER,
    "CMakeLists.txt": "project(Tessera VERSION 1.2.3 LANGUAGES C)\n",
    "pyproject.toml": 'version = "1.2.3"\n',
    "lib/CAPI/CMakeLists.txt": "VERSION ${PROJECT_VERSION} SOVERSION 0\n",
    "lib/CAPI/exports.map": "/* . */\nTESSERA_0 {\n};\n",
}


class AbiTest(unittest.TestCase):
    def setUp(self):
        self.tree = Tree(self, FILES)
        self.release = check_abi.current(self.tree.root)

    def changed(self, *pairs):
        text = HEADER
        for old, new in pairs:
            self.assertIn(old, text)
            text = text.replace(old, new)
        self.tree.write("include/tessera-c/Tessera.h", text)
        return check_abi.compare(self.release, check_abi.current(self.tree.root))

    def test_the_list(self):
        expected = {
            "soname": "libtessera-c.so.0", "symbols": "TESSERA_0", "api": "3",
            "enumerator TESSERA_BLUE": "5", "member tessera_pair.second": "8 double",
            "size tessera_pair": "16", "member tessera_options.level": "8 int",
            "function tessera_ask": "int (const tessera_pair *, tessera_hook)",
            "type tessera_hook": "void (*)(void *, int)",
        }  # fmt: skip
        self.assertLessEqual(expected.items(), self.release.items())
        self.assertNotIn("size tessera_options", self.release)

    def test_written_and_read(self):
        check_abi.write_list(self.tree.root, self.release)
        path = check_abi.last_release(self.tree.root)
        self.assertTrue(path.endswith("1.2.3.txt"))
        self.assertEqual(check_abi.read_list(path), self.release)

    def test_nothing_may_go_or_change(self):
        self.assertEqual(self.changed(), [])
        for old, new, problem in (
            ("int tessera_ask", "int tessera_asks", "function tessera_ask is gone"),
            ("tessera_hook hook)", "int hook)", "function tessera_ask: expected"),
            ("BLUE = 5", "BLUE = 6", "enumerator TESSERA_BLUE: expected '5', got '6'"),
            ("int first; double second;", "double second; int first;", "member tessera_pair.first"),
            ("double second;", "double second; int third;", "size tessera_pair: expected '16'"),
            ("int level;", "long level;", "member tessera_options.level: expected '8 int'"),
            ("(*tessera_hook)(void *, int)", "(*tessera_hook)(void *)", "type tessera_hook"),
            ("API_VERSION 3", "API_VERSION 2", "expected 3 or more, got 2"),
        ):
            with self.subTest(new):
                problems = self.changed((old, new))
                self.assertTrue(any(problem in each for each in problems), problems)

    def test_additions_raise_the_version(self):
        addition = ("int level;", "int level; int more;")
        self.assertEqual(
            self.changed(addition),
            ["TESSERA_C_API_VERSION: expected more than 3, since the release lacks "
             "member tessera_options.more"],
        )  # fmt: skip
        self.assertEqual(self.changed(addition, ("API_VERSION 3", "API_VERSION 4")), [])


if __name__ == "__main__":
    unittest.main()
