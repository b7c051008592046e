# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""utils/api_reference.py on small headers and modules."""

import ast
import os
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))

import api_reference

HEADER = """
#ifdef __cplusplus
extern "C" {
#endif

/*===-- Things ------===*/

/* What there
   is.

   And more; of it. */
typedef struct tessera_thing {
  /* A number; or none. */
  int number;
} tessera_thing;
#define TESSERA_THING_INIT {0}
typedef void (*tessera_hook)(int);
API int tessera_ask(int a,
                    int b);

#ifdef __cplusplus
}
#endif
"""


class CReference(unittest.TestCase):
    def test_every_declaration_with_its_comment(self):
        items = list(api_reference.c_items(HEADER))
        self.assertEqual(items[0], ("Things", None))
        names = [api_reference.c_name(declaration) for _, declaration in items[1:]]
        self.assertEqual(names, ["tessera_thing", None, "tessera_hook", "tessera_ask"])
        self.assertEqual(items[1][0], "What there is.\n\nAnd more; of it.")
        self.assertIn("A number; or none.", items[1][1])
        self.assertEqual([comment for comment, _ in items[2:]], ["", "", ""])


class PythonReference(unittest.TestCase):
    def test_signatures_and_attributes(self):
        source = (
            "class A:\n    '''What it is.'''\n    #: How many.\n    n: int\n"
            "    def f(self, a: int, *, b: str='x') -> None:\n        '''Does.'''\n"
            "    def _g(self): pass\n"
        )
        node = ast.parse(source).body[0]
        lines = api_reference.class_lines(node, api_reference.attribute_comments(source))
        self.assertIn("- `n: int`: How many.", lines)
        self.assertIn("f(a: int, *, b: str='x') -> None", lines)
        self.assertNotIn("_g", "\n".join(lines))

    def test_what_is_exported_has_to_be_there(self):
        with tempfile.TemporaryDirectory() as root:
            folder = os.path.join(root, api_reference.PACKAGE)
            os.makedirs(folder)
            for name in (*api_reference.PYTHON_MODULES, api_reference.PYTHON_EXTRA):
                open(os.path.join(folder, name), "w", encoding="utf-8").close()
            with open(os.path.join(folder, "__init__.py"), "w", encoding="utf-8") as file:
                file.write("'''A package.'''\n__all__ = ['lost']\n")
            with self.assertRaisesRegex(RuntimeError, "not documented: lost"):
                api_reference.python_page(root)


if __name__ == "__main__":
    unittest.main()
