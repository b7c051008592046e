#!/usr/bin/python3
# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds the documentation as a web site with a search box: `make site`.

  utils/build_site.py [--root DIR] [--out build/site]

The pages stay where they are. This script copies every Markdown page of the tree to
<out>/pages under its own path, so that the links between them need no change, and has
MkDocs make HTML of them in <out>/html. A source file that a page links to becomes a page
that shows its text; a linked folder becomes a page that lists what is in it.

The order of the pages stands in mkdocs.yml, whose last entry is `nav`. Pages of docs/ that
it does not name stand at the end, with a warning. It is an error if MkDocs warns, or if a
link or anchor of the finished site leads nowhere.
"""

import argparse
import html.parser
import os
import re
import shutil
import subprocess
import sys
import urllib.parse

from check_sizes import tracked_files

CONFIG = "mkdocs.yml"
LINK = re.compile(r"\]\(([^)\s#]+)((?:#[^)\s]*)?)\)")
FENCE = re.compile(r"^( *)(```|~~~)", re.MULTILINE)
LIST_ITEM = re.compile(r"(?:[-*]|\d+\.) ")
LANGUAGES = {".cpp": "cpp", ".h": "cpp", ".py": "python", ".sh": "sh"}


def outside_code(text, change):
    """`text` with `change` applied to every part that is not in a fenced block."""
    parts, is_code, start = [], False, 0
    for mark in FENCE.finditer(text):
        end = mark.start() if not is_code else text.index("\n", mark.end()) + 1
        parts.append(text[start:end] if is_code else change(text[start:end]))
        start, is_code = end, not is_code
    parts.append(text[start:] if is_code else change(text[start:]))
    return "".join(parts)


def separate_lists(text):
    """A blank line before each list: Python-Markdown, unlike GitHub, wants one."""
    lines = []
    for line in text.split("\n"):
        before = lines[-1] if lines else ""
        if LIST_ITEM.match(line) and before.strip() and not LIST_ITEM.match(before):
            if not before.startswith((" ", "\t")):
                lines.append("")
        lines.append(line)
    return "\n".join(lines)


class Stage:
    """The folder that MkDocs reads."""

    def __init__(self, root, folder):
        self.root, self.folder = root, folder
        self.files = set(tracked_files(root))
        self.written = set()

    def write(self, path, text):
        self.written.add(path)
        full = os.path.join(self.folder, path)
        os.makedirs(os.path.dirname(full), exist_ok=True)
        with open(full, "w", encoding="utf-8") as file:
            file.write(text)

    def read(self, path):
        with open(os.path.join(self.root, path), encoding="utf-8", errors="replace") as file:
            return file.read()

    def page_of(self, target):
        """The page that shows the file or folder `target`; None where there is none."""
        if target.endswith(".md"):
            return target
        if target in self.files:
            page = target + ".md"
            if page not in self.written:
                language = LANGUAGES.get(os.path.splitext(target)[1], "text")
                name = os.path.basename(target)
                self.write(page, f"# {name}\n\n`{target}`\n\n~~~~~{language}\n{self.read(target)}\n~~~~~\n")
            return page
        inside = sorted(path for path in self.files if path.startswith(target + "/"))
        if not inside:
            return None
        if f"{target}/README.md" in self.files:
            return f"{target}/README.md"
        page = f"{target}/index.md"
        if page not in self.written:
            names = sorted({path[len(target) + 1 :].split("/")[0] for path in inside})
            self.write(page, f"# {target}\n\n" + "".join(f"- `{name}`\n" for name in names))
        return page

    def add_page(self, path):
        folder = os.path.dirname(path)

        def rewrite(match):
            if re.match(r"[a-z]+:", match[1]):
                return match[0]
            page = self.page_of(os.path.normpath(os.path.join(folder, match[1])))
            return f"]({os.path.relpath(page, folder)}{match[2]})" if page else match[0]

        text = outside_code(self.read(path), lambda part: separate_lists(LINK.sub(rewrite, part)))
        self.write(path, text)


class PageLinks(html.parser.HTMLParser):
    """The links and anchors of one page of the finished site."""

    def __init__(self, text):
        super().__init__()
        self.links, self.anchors = [], set()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name in ("id", "name") and value:
                self.anchors.add(value)
            elif name in ("href", "src") and value:
                self.links.append(value)


def check_site(folder):
    """The links of the HTML files in `folder` that lead nowhere, and what they name of
    other hosts: the site must work without a network."""
    pages = {}
    for base, _, names in os.walk(folder):
        for name in names:
            if name.endswith(".html"):
                path = os.path.relpath(os.path.join(base, name), folder)
                with open(os.path.join(base, name), encoding="utf-8") as file:
                    pages[path] = PageLinks(file.read())
    problems = []
    for path, page in sorted(pages.items()):
        # The page that servers show for unknown addresses has absolute links.
        if path == "404.html":
            continue
        for link in page.links:
            url = urllib.parse.urlsplit(link)
            if url.scheme or url.netloc:
                continue
            target = os.path.normpath(
                os.path.join(os.path.dirname(path), urllib.parse.unquote(url.path))
                if url.path
                else path
            )
            if os.path.isdir(os.path.join(folder, target)):
                target = os.path.normpath(os.path.join(target, "index.html"))
            if not os.path.exists(os.path.join(folder, target)):
                problems.append(f"{path}: link to {link}, which does not exist")
            elif url.fragment and target in pages and url.fragment not in pages[target].anchors:
                problems.append(f"{path}: link to {link}: no such heading")
    return problems, len(pages)


def unlisted_pages(config, files):
    """The pages of docs/ that the navigation in mkdocs.yml does not name."""
    named = set(re.findall(r"[\w./-]+\.md\b", config))
    return [path for path in files if re.match(r"docs/[^/]+\.md$", path) and path not in named]


def build(root, out):
    """The problems, and the number of pages of the site."""
    pages, site = os.path.join(out, "pages"), os.path.join(out, "html")
    shutil.rmtree(pages, ignore_errors=True)
    stage = Stage(root, pages)
    config = stage.read(CONFIG)
    unlisted = unlisted_pages(config, sorted(stage.files))
    for path in unlisted:
        print(f"warning: {CONFIG}: expected {path} in nav")
    if unlisted:
        config = config.rstrip() + "\n  - Further pages:\n"
        config += "".join(f"      - {path}\n" for path in unlisted)
    problems = []
    for path in sorted(stage.files):
        if path.endswith(".md") and not path.startswith((".github/", "test/", "unittests/")):
            stage.add_page(path)
    config_path = os.path.join(out, CONFIG)
    with open(config_path, "w", encoding="utf-8") as file:
        file.write(f"docs_dir: {pages}\nsite_dir: {site}\n{config}")
    result = subprocess.run(
        ["/usr/bin/mkdocs", "build", "--clean", "--strict", "-f", config_path],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if result.returncode != 0:
        said = (result.stdout + result.stderr).splitlines()
        return problems + [line for line in said if line.strip() and not line.startswith("INFO")], 0
    broken, count = check_site(site)
    return problems + broken, count


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--root", default=os.path.join(os.path.dirname(__file__), ".."))
    parser.add_argument("--out", help="default: build/site in the root")
    options = parser.parse_args()
    root = os.path.abspath(options.root)
    out = os.path.abspath(options.out or os.path.join(root, "build", "site"))
    os.makedirs(out, exist_ok=True)
    problems, count = build(root, out)
    for problem in problems:
        print(problem)
    if not problems and count == 0:
        problems = ["no pages"]
    print(f"build_site: {count} pages in {os.path.relpath(out)}/html, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
