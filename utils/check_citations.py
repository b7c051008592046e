#!/usr/bin/python3
# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that every page and section that is cited exists.

  ops.md 8.2, `core.md` section 5, bytecode.md 5.3 to 5.5
              a page with numbered sections: each of them must be a heading of the page.
              A bare name means the page of docs/spec where there is one.
  spec/ops.md, Layering.md
              a page without a section: some page of the tree must have that name
  [text](page.md#anchor)
              in Markdown: the page must have a heading with that anchor (that the page
              exists is checked by check_docs.py)

Words that send the reader to texts outside the tree, such as "seed 003", are refused, and
so are bare labels of rules, such as "(O4)": a sentence names the page beside the label, or
links to it.

  utils/check_citations.py [--root DIR]
"""

import argparse
import os
import re
import sys

from check_sizes import tracked_files

SUFFIXES = (
    ".h", ".cpp", ".c", ".td", ".def", ".inc", ".py", ".sh", ".cmake", ".mlir", ".test", ".md",
)  # fmt: skip
# Planted citations, and pages that `make docs` writes from files checked here.
EXEMPT = re.compile(r"^utils/(tests/|check_citations\.py)|^docs/generated/|(^|/)Inputs/")
# The reference pages name files of other projects.
NAMES_FOREIGN_PAGES = re.compile(r"^docs/spec/")

NAME = r"(?<![\w*{}%/.-])(?:[\w.-]+/)*[\w-][\w.-]*\.md\b(?![\w(=])"
NUMBER = r"\d+(?:\.\d+)*"
# A line may end between a name and its sections, and the next begin with a comment mark.
SPACE = r"(?:[ \t]|\n[ \t]*(?://+|#|;|\|)?[ \t]?)"
CITATION = re.compile(
    rf"(?P<name>{NAME})(?:`|'s)?"
    rf"(?:,?{SPACE}+(?:sections?{SPACE}+)?"
    rf"(?P<sections>{NUMBER}(?:(?:,{SPACE}*(?:and{SPACE}+)?|{SPACE}+(?:and|to|-){SPACE}+){NUMBER})*)\b(?!%))?"
)
HEADING = re.compile(r"^#{1,6} +(.*?)[ #]*$", re.MULTILINE)
LINK = re.compile(r"\]\(([^)\s#]*)#([^)\s]+)\)")
CODE_FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
OUTSIDE = re.compile(r"\b[Ss]eeds? 0\d\d\b")
# The pages of docs/spec number their rules with these letters.
LABEL = r"[AGOT]\d{1,2}"
BARE_LABEL = re.compile(rf"\({LABEL}(?:(?:,| and) {LABEL})*\)|\b[Rr]ule {LABEL}\b")


class Pages:
    """The Markdown pages of a tree and their headings."""

    def __init__(self, root, paths):
        self.root = root
        self.paths = set(paths)
        self.texts = {}

    def headings(self, path):
        if path not in self.texts:
            with open(os.path.join(self.root, path), encoding="utf-8", errors="replace") as file:
                self.texts[path] = CODE_FENCE.sub("", file.read())
        return HEADING.findall(self.texts[path])

    def sections(self, path):
        """The numbers of the headings ("2.1" of "### 2.1 Scalars", "2" of "## 2. Types")
        and of the items of numbered lists ("13.4" is item 4 in section 13)."""
        self.headings(path)
        found, current = set(), None
        for line in self.texts[path].splitlines():
            if heading := re.match(rf"#{{1,6}} +({NUMBER})\.?(?: |$)", line):
                current = heading[1]
                found.add(current)
            elif current and (item := re.match(r" ?(\d+)\. ", line)):
                found.add(f"{current}.{item[1]}")
        return found

    def anchors(self, path):
        """The anchors of the headings, made as web views of repositories make them."""
        found, count = set(), {}
        for text in self.headings(path):
            text = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", text).replace("`", "")
            slug = re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")
            number = count.get(slug, 0)
            count[slug] = number + 1
            found.add(f"{slug}-{number}" if number else slug)
        return found

    def named(self, name, user):
        """The pages that `name`, as written in the file `user`, may mean, the likeliest
        first: a path in the tree or beside the file, else the end of a path."""
        exact = [os.path.normpath(os.path.join(os.path.dirname(user), name)), name]
        ends = sorted(path for path in self.paths if path.endswith("/" + name.lstrip("./")))
        ends.sort(key=lambda path: not path.startswith("docs/spec/"))
        if "/" in name:
            return [path for path in exact if path in self.paths] + ends
        return ends + [path for path in exact if path in self.paths]


def check_text(path, text, pages):
    """The problems of one file."""
    problems = []

    def report(position, problem):
        problems.append(f"{path}:{text.count(chr(10), 0, position) + 1}: {problem}")

    for match in CITATION.finditer(text):
        name = match["name"]
        lower = name[0].lower() + name[1:]
        found = pages.named(name, path) or pages.named(lower, path)
        if not found and not NAMES_FOREIGN_PAGES.match(path) and "NNNN" not in name:
            report(match.start(), f"no page {name}")
        elif found and match["sections"]:
            known = pages.sections(found[0])
            for section in re.findall(NUMBER, match["sections"]):
                if section not in known:
                    report(match.start(), f"{found[0]} has no section {section}")
    for match in OUTSIDE.finditer(text):
        report(match.start(), f"expected a page of the tree, got '{match[0]}'")
    if not NAMES_FOREIGN_PAGES.search(path):
        for match in BARE_LABEL.finditer(text):
            report(match.start(), f"expected words or a link beside the label '{match[0]}'")
    if path.endswith(".md"):
        for match in LINK.finditer(CODE_FENCE.sub("", text)):
            target = os.path.normpath(os.path.join(os.path.dirname(path), match[1])) if match[1] else path
            if target in pages.paths and match[2] not in pages.anchors(target):
                problems.append(f"{path}: {target} has no heading for the anchor #{match[2]}")
    return problems


def check_tree(root, files=None):
    """(problems, files looked at)."""
    files = tracked_files(root) if files is None else files
    files = [path for path in files if os.path.isfile(os.path.join(root, path))]
    pages = Pages(root, [path for path in files if path.endswith(".md")])
    problems, count = [], 0
    for path in files:
        if not path.endswith(SUFFIXES) or EXEMPT.search(path):
            continue
        count += 1
        with open(os.path.join(root, path), encoding="utf-8", errors="replace") as file:
            problems += check_text(path, file.read(), pages)
    return problems, count


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--root", default=os.path.join(os.path.dirname(__file__), ".."))
    root = os.path.abspath(parser.parse_args().root)
    problems, count = check_tree(root)
    for problem in problems:
        print(problem)
    if count == 0:
        print("check_citations: no files found: wrong --root?")
        return 1
    print(f"check_citations: {count} files, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
