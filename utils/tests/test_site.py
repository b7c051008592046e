# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""build_site.py makes pages of all that is linked and finds links that lead nowhere."""

import contextlib
import io
import os
import unittest

import build_site
from trees import Tree

CONFIG = """site_name: Test
theme: {name: mkdocs, highlightjs: false}
use_directory_urls: false
nav:
  - README.md
  - docs/a.md
"""


class SiteTest(unittest.TestCase):
    def site(self, files):
        """(problems, the folder of the pages) of a tree with these files."""
        tree = Tree(self, {"mkdocs.yml": CONFIG, "README.md": "# Home\n\n[a](docs/a.md)\n", **files}, git=True)
        out = os.path.join(tree.root, "out")
        os.mkdir(out)
        return build_site.build(tree.root, out)[0], os.path.join(out, "html")

    def read(self, html, path):
        with open(os.path.join(html, path), encoding="utf-8") as file:
            return file.read()

    def test_what_is_linked_becomes_a_page(self):
        page = "# A\n\n[code](../lib/x.cpp) [folder](../lib) [part](#b-c-d)\n\n## b: `c` d\n"
        problems, html = self.site({"docs/a.md": page, "lib/x.cpp": "int a < b;\n"})
        self.assertEqual(problems, [])
        self.assertIn('href="../lib/x.cpp.html"', self.read(html, "docs/a.html"))
        self.assertIn("int a &lt; b;", self.read(html, "lib/x.cpp.html"))
        self.assertIn("x.cpp", self.read(html, "lib/index.html"))
        self.assertIn('"location":"docs/a.html', self.read(html, "search/search_index.json"))

    def test_a_link_to_nothing(self):
        for link in ("gone.md", "../lib/gone.cpp", "gone"):
            problems, _ = self.site({"docs/a.md": f"# A\n\n[gone]({link})\n"})
            self.assertIn("gone", " ".join(problems), link)

    def test_an_anchor_that_is_no_heading(self):
        problems, _ = self.site({"docs/a.md": "# A\n\n[up](../README.md#gone)\n"})
        self.assertEqual(problems, ["docs/a.html: link to ../index.html#gone: no such heading"])

    def test_a_page_that_the_navigation_does_not_name(self):
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            problems, html = self.site({"docs/a.md": "# A\n", "docs/b.md": "# Page B\n"})
        self.assertEqual(problems, [])
        self.assertEqual(printed.getvalue(), "warning: mkdocs.yml: expected docs/b.md in nav\n")
        home = self.read(html, "index.html")
        self.assertIn("Further pages", home)
        self.assertIn('href="docs/b.html"', home)

    def test_a_page_that_is_named_and_missing(self):
        problems, _ = self.site({})
        self.assertIn("docs/a.md", " ".join(problems))

    def test_lists_and_code(self):
        text = "Two:\n- one\n- two\n```\nNot a list:\n- [x](y)\n```\nAfter:\n1. one\n"
        changed = build_site.outside_code(text, build_site.separate_lists)
        self.assertEqual(
            changed, "Two:\n\n- one\n- two\n```\nNot a list:\n- [x](y)\n```\nAfter:\n\n1. one\n"
        )


if __name__ == "__main__":
    unittest.main()
