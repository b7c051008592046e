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
//
// Does a thing.
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

    def test_long_paragraphs(self):
        long = "word " * 121
        self.assertEqual(len(self.problems({"docs/a.md": long})), 1)
        self.assertEqual(len(self.problems({"docs/a.md": f"- one\n- {long}\n- two\n"})), 1)
        # Short items are not one paragraph; tables, code and reference pages are exempt.
        items = "".join(f"- item {i} of a list\n" for i in range(50))
        table = "| a | b |\n|---|---|\n| " + long + " | c |\n"
        files = {
            "docs/a.md": items + "\n" + table,
            "docs/b.md": f"```\n{long}\n```\n",
            "docs/spec/c.md": long,
        }
        self.assertEqual(self.problems(files), [])

    def test_files_that_a_page_names(self):
        files = {"docs/a.md": "`A.cpp`, `Room/A.cpp` and `made.mlir`\n", "lib/Room/A.cpp": BANNER}
        self.assertEqual(self.problems(files), [])
        files["docs/a.md"] = "`B.cpp`, `om/A.cpp`, `../lib/Room/A.cpp`\n"
        self.assertEqual(
            self.problems(files),
            [
                "docs/a.md: names the file 'B.cpp', which does not exist",
                "docs/a.md: names the file 'om/A.cpp', which does not exist",
            ],
        )

    def test_readme_that_is_too_long(self):
        self.assertEqual(self.problems({"README.md": "a line\n\n" * 60}), [])
        self.assertEqual(
            self.problems({"README.md": "a line\n\n" * 60 + "more\n"}),
            ["README.md: expected at most 120 lines, got 121"],
        )

    def test_rooms(self):
        sources = {f"lib/Room/F{i}.cpp": BANNER.replace("A.cpp", f"F{i}.cpp") for i in range(10)}
        for path in list(sources):
            sources[path] = sources[path].replace("lib/", "lib/Room/")
        self.assertEqual(len(self.problems(sources)), 1)
        page = "- **Enters:** a\n- **Leaves:** b\n- **Open first:** c\n"
        self.assertEqual(self.problems({**sources, "lib/Room/README.md": page}), [])
        self.assertEqual(len(self.problems({**sources, "lib/Room/README.md": page[:20]})), 2)
        del sources["lib/Room/F0.cpp"]
        self.assertEqual(self.problems(sources), [])

    def test_rooms_that_are_too_large(self):
        page = {"lib/Room/README.md": "- **Enters:** a\n- **Leaves:** b\n- **Open first:** c\n"}
        names = [f"F{i}.cpp" for i in range(31)]
        sources = {f"lib/Room/{name}": BANNER.replace("A.cpp", name) for name in names}
        self.assertEqual(
            self.problems({**sources, **page}),
            ["lib/Room: expected at most 30 sources, got 31: divide it by subject (docs/Layering.md)"],
        )
        del sources["lib/Room/F0.cpp"]
        self.assertEqual(self.problems({**sources, **page}), [])

    def test_records(self):
        files = {"docs/adr/0001-a.md": "", "docs/adr/0002-b.md": ""}
        self.assertEqual(self.problems(files), [])
        self.assertEqual(len(self.problems({**files, "docs/adr/0002-c.md": ""})), 1)
        self.assertEqual(len(self.problems({**files, "docs/adr/0004-c.md": ""})), 1)

    def test_index_of_records(self):
        files = {"docs/adr/0001-a.md": "", "docs/adr/README.md": "[1](0001-a.md)\n"}
        self.assertEqual(self.problems(files), [])
        files["docs/adr/0002-b.md"] = ""
        self.assertEqual(
            self.problems(files), ["docs/adr/README.md: expected a line for docs/adr/0002-b.md"]
        )

    def test_walks(self):
        files = {
            "README.md": "[docs](docs/a.md)\n",
            "docs/a.md": "[b](b.md#part) [home](../README.md)\n",
            "docs/b.md": "[code](../lib/A.cpp) [c](c.md)\n",
            "docs/c.md": "[code](../lib/B.cpp)\n",
            "lib/A.cpp": "the table\n",
            "lib/B.cpp": "the table\n",
        }
        root = Tree(self, files).root
        pages = {path for path in files if path.endswith(".md")}

        def walk(path, text="the table"):
            return check_docs.check_walks(root, pages, [("the goal", path, text)])

        self.assertEqual(walk("lib/A.cpp"), [])
        self.assertEqual(
            walk("lib/B.cpp"),
            ["README.md: expected lib/B.cpp, the goal, to be at most 3 links away"],
        )
        for gone in (walk("lib/A.cpp", "another table"), walk("lib/C.cpp")):
            self.assertEqual(len(gone), 1)
            self.assertIn("the goal is no longer in lib/", gone[0])

    def test_banner(self):
        self.assertEqual(self.problems({"lib/A.cpp": BANNER}), [])
        for text in (
            "#include <x>\n",
            BANNER.replace("A.cpp", "B.cpp"),
            BANNER.replace(" - a thing", ""),
            BANNER.replace("SPDX", ""),
            BANNER.replace("// Does a thing.", "//"),
            "",
        ):
            self.assertEqual(len(self.problems({"lib/A.cpp": text})), 1, text)


if __name__ == "__main__":
    unittest.main()
