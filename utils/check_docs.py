#!/usr/bin/python3
# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks what is written about the code.

  pages       every relative link of a Markdown page leads to a file; nothing is left
              to be filled in (a TODO-... mark); decision records have distinct,
              gapless numbers, and docs/adr/README.md lists each
  names       source files that a page names in backticks exist
  prose       no paragraph or item of a page in docs/ has more than 600 characters, and
              README.md has at most 120 lines
  rooms       a folder of lib/ or tools/ has at most 30 sources; one with ten or more
              has a README.md that says what enters, what leaves, and which file to
              open first
  walks       what a newcomer looks for (WALKS) is three links away from README.md
  C++ files   open with the banner that names them, the licence, and say what they are

  utils/check_docs.py [--root DIR]
"""

import argparse
import os
import re
import sys

from check_sizes import tracked_files

# What is looked for, where it is, and a text that shows that it is still there.
WALKS = [
    (
        "the file that lowers reduce for GPUs",
        "lib/Conversion/TileASToNVVM/Collective/Reduce.cpp",
        "reduce",
    ),
    ("the rule for proxy fences", "docs/nv_tileas.md", "`proxy_fence` on both sides"),
    ("the table of targets", "include/tessera/Target/GpuArchitectures.def", "GPU_ARCHITECTURE(90,"),
]
MOST_LINKS = 3
MOST_CHARACTERS = 600
README_LINES = 120
ROOM_SOURCES = 10
ROOM_MOST_SOURCES = 30
ROOM_LINES = ("**Enters:**", "**Leaves:**", "**Open first:**")

LINK = re.compile(r"\]\(([^)\s]+)\)")
RECORDS_INDEX = "docs/adr/README.md"
LICENCE = "SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception"
# Pages about the tree as it is; the others quote other projects or tell what was.
NAMES_FILES = r"docs/[^/]+\.md$|(?:lib|tools)/.*README\.md$|README\.md$|CONTRIBUTING\.md$"
NAMED_FILE = re.compile(r"`([\w./+-]+\.(?:cpp|h|td|def|inc|py|sh))`")
# A line of the comment between the licence and the code.
EXPLAINED = ("include/", "lib/", "tools/")
EXPLANATION = re.compile(r"// (?!Part of the Tessera|SPDX-).*\w")
CODE_FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)


def read(root, path):
    with open(os.path.join(root, path), encoding="utf-8", errors="replace") as file:
        return file.read()


def check_page(root, path):
    text = read(root, path)
    problems = []
    for mark in sorted(set(re.findall(r"\bTODO-\w+", text))):
        problems.append(f"{path}: left to be filled in: {mark}")
    for target in LINK.findall(CODE_FENCE.sub("", text)):
        if re.match(r"[a-z]+:|#", target):
            continue
        full = os.path.join(root, os.path.dirname(path), target.split("#")[0])
        if not os.path.exists(full):
            problems.append(f"{path}: link to {target}, which does not exist")
    return problems


def check_named_files(root, page, paths):
    """Every source file that a page names in backticks exists: the name is the end of a
    path of the tree."""
    if not re.match(NAMES_FILES, page):
        return []
    problems = []
    for name in sorted(set(NAMED_FILE.findall(CODE_FENCE.sub("", read(root, page))))):
        end = os.path.normpath(os.path.join(os.path.dirname(page), name)) if "../" in name else name
        if not any(path == end or path.endswith("/" + end) for path in paths):
            problems.append(f"{page}: names the file '{name}', which does not exist")
    return problems


def check_readme(root, path):
    """README.md is read in a few minutes."""
    count = read(root, path).count("\n")
    if path == "README.md" and count > README_LINES:
        return [f"README.md: expected at most {README_LINES} lines, got {count}"]
    return []


def check_paragraphs(root, path):
    """Long paragraphs of a page that people read; reference pages and tables are exempt."""
    is_prose = re.match(r"docs/[^/]+\.md$|[A-Z]+\.md$", path) and path != "CHANGELOG.md"
    if not is_prose:
        return []
    problems = []
    for block in re.split(r"\n\s*\n", CODE_FENCE.sub("", read(root, path))):
        if block.lstrip().startswith(("|", "#")):
            continue
        for item in re.split(r"\n(?=\s*(?:[-*]|\d+\.) )", block):
            text = " ".join(item.split())
            if len(text) > MOST_CHARACTERS:
                problems.append(
                    f"{path}: expected at most {MOST_CHARACTERS} characters in a paragraph, "
                    f"got {len(text)}: '{text[:40]}…'"
                )
    return problems


def check_rooms(root, paths):
    """Folders of lib/ and tools/ with more sources than one can know, or with many sources
    and no README.md, or one that says too little."""
    counts = {}
    for path in paths:
        if path.startswith(("lib/", "tools/")) and path.endswith((".cpp", ".h", ".c")):
            folder = os.path.dirname(path)
            counts[folder] = counts.get(folder, 0) + 1
    problems = []
    for folder, count in sorted(counts.items()):
        page = f"{folder}/README.md"
        if count > ROOM_MOST_SOURCES:
            problems.append(
                f"{folder}: expected at most {ROOM_MOST_SOURCES} sources, got {count}: "
                "divide it by subject (docs/Layering.md)"
            )
        if count < ROOM_SOURCES or os.path.basename(folder) == "Generated":
            continue
        if page not in paths:
            problems.append(f"{folder}: expected a README.md, {count} sources are here")
            continue
        text = read(root, page)
        problems += [f"{page}: expected a line '{word}'" for word in ROOM_LINES if word not in text]
    return problems


def check_records(paths):
    """docs/adr/NNNN-title.md: the numbers are 1, 2, 3, ..."""
    names = sorted(
        os.path.basename(path)
        for path in paths
        if path.startswith("docs/adr/") and path != RECORDS_INDEX
    )
    numbers = [name[:4] for name in names]
    expected = [f"{index:04}" for index in range(1, len(names) + 1)]
    if numbers != expected:
        return [f"docs/adr: expected the numbers {', '.join(expected)}, got {', '.join(numbers)}"]
    return []


def check_records_index(root, paths):
    """docs/adr/README.md links to every record."""
    if RECORDS_INDEX not in paths:
        return []
    listed = set(links(root, RECORDS_INDEX))
    return [
        f"{RECORDS_INDEX}: expected a line for {path}"
        for path in paths
        if path.startswith("docs/adr/") and path != RECORDS_INDEX and path not in listed
    ]


def links(root, path):
    """The files of the tree that the page `path` links to."""
    for target in LINK.findall(CODE_FENCE.sub("", read(root, path))):
        if not re.match(r"[a-z]+:|#", target):
            yield os.path.normpath(os.path.join(os.path.dirname(path), target.split("#")[0]))


def check_walks(root, pages, walks=None):
    """From README.md, every goal of `walks` (WALKS) is at most MOST_LINKS links away."""
    if "README.md" not in pages:
        return []
    reached = frontier = {"README.md"}
    for _ in range(MOST_LINKS):
        frontier = {
            target for page in frontier if page in pages for target in links(root, page)
        } - reached
        reached = reached | frontier
    problems = []
    for goal, path, text in WALKS if walks is None else walks:
        if not os.path.isfile(os.path.join(root, path)) or text not in read(root, path):
            problems.append(f"WALKS of check_docs.py: {goal} is no longer in {path}")
        elif path not in reached:
            problems.append(
                f"README.md: expected {path}, {goal}, to be at most {MOST_LINKS} links away"
            )
    return problems


def check_banner(root, path):
    lines = read(root, path).splitlines()[:20]
    if not lines or not lines[0].startswith("//===- "):
        return [f"{path}: expected the banner '//===- {path} - what it is' in the first line"]
    name = os.path.basename(path)
    problems = []
    if not re.match(rf"//===- (?:[\w.+-]+/)*{re.escape(name)} - \S", lines[0]):
        problems.append(f"{path}: the banner does not name the file and what it is")
    if not any(LICENCE in line for line in lines):
        problems.append(f"{path}: expected '{LICENCE}' near the top")
    if path.startswith(EXPLAINED) and not any(EXPLANATION.match(line) for line in lines[1:]):
        problems.append(f"{path}: expected a comment that says what the file does")
    return problems


def check_tree(root, files=None):
    """(problems, pages and source files counted)."""
    files = tracked_files(root) if files is None else files
    files = [path for path in files if os.path.isfile(os.path.join(root, path))]
    pages = [path for path in files if path.endswith(".md")]
    problems = check_records(pages)
    problems += check_records_index(root, pages)
    problems += check_rooms(root, files)
    for path in pages:
        if not path.startswith("docs/generated/"):
            problems += check_page(root, path)
            problems += check_paragraphs(root, path)
            problems += check_readme(root, path)
            problems += check_named_files(root, path, files)
    sources = [path for path in files if path.endswith((".h", ".cpp"))]
    for path in sources:
        problems += check_banner(root, path)
    return problems, len(pages) + len(sources)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--root", default=os.path.join(os.path.dirname(__file__), ".."))
    root = os.path.abspath(parser.parse_args().root)
    problems, count = check_tree(root)
    pages = {path for path in tracked_files(root) if path.endswith(".md")}
    problems += check_walks(root, pages)
    for problem in problems:
        print(problem)
    if count == 0:
        print("check_docs: no files found: wrong --root?")
        return 1
    print(f"check_docs: {count} files, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
