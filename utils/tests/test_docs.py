# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check_docs.py finds dead links, open marks, gaps between records, missing banners."""

import unittest

import check_docs
from trees import Tree

BANNER = """//===- lib/A.cpp - a thing ---===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""


class DocsTest(unittest.TestCase):
    def problems(self, files):
        return check_docs.check_tree(Tree(self, files).root, sorted(files))[0]

    def test_links(self):
        page = "[a](b.md) [c](b.md#part) [d](https://x.y) [e](#here) [f](sub/)\n"
        files = {"docs/a.md": page, "docs/b.md": "", "docs/sub/c.md": "[up](../a.md)"}
        self.assertEqual(self.problems(files), [])
        files["docs/a.md"] = "[gone](gone.md)\n"
        self.assertEqual(
            self.problems(files), ["docs/a.md: link to gone.md, which does not exist"]
        )

    def test_code_is_no_link(self):
        self.assertEqual(self.problems({"a.md": "```cpp\nf[0](x)\n```\n"}), [])

    def test_open_marks(self):
        self.assertEqual(self.problems({"a.md": "| TODO-lead |"}), ["a.md: left to be filled in: TODO-lead"])

    def test_records(self):
        files = {"docs/adr/0001-a.md": "", "docs/adr/0002-b.md": ""}
        self.assertEqual(self.problems(files), [])
        self.assertEqual(len(self.problems({**files, "docs/adr/0002-c.md": ""})), 1)
        self.assertEqual(len(self.problems({**files, "docs/adr/0004-c.md": ""})), 1)

    def test_banner(self):
        self.assertEqual(self.problems({"lib/A.cpp": BANNER}), [])
        for text in (
            "#include <x>\n",
            BANNER.replace("A.cpp", "B.cpp"),
            BANNER.replace(" - a thing", ""),
            BANNER.replace("SPDX", ""),
            "",
        ):
            self.assertEqual(len(self.problems({"lib/A.cpp": text})), 1, text)


if __name__ == "__main__":
    unittest.main()
