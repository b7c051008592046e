# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the pages show is what happens."""

import doctest
import importlib.util
import os
import re
import subprocess
import sys

import pytest

from conftest import ROOT

needs_cutile = pytest.mark.skipif(
    not importlib.util.find_spec("cuda") or not importlib.util.find_spec("cuda.tile"),
    reason="no cuTile Python",
)


def python_lines(page: str) -> list[str]:
    """The page with all that is not Python blanked out, so that line numbers stay."""
    inside, lines = False, []
    for line in (ROOT / page).read_text(encoding="utf-8").splitlines():
        fence = re.match(r"```(\w*)", line)
        if fence:
            inside = fence[1] == "python" and not inside
        lines.append(line if inside and not fence else "")
    return lines


@pytest.mark.parametrize(
    ("page", "least"),
    [
        ("docs/python.md", 20),
        ("docs/notebook.md", 20),
        pytest.param("docs/cutile.md", 15, marks=needs_cutile),
    ],
)
def test_examples_of_a_page(monkeypatch: pytest.MonkeyPatch, page: str, least: int) -> None:
    monkeypatch.chdir(ROOT)
    test = doctest.DocTestParser().get_doctest("\n".join(python_lines(page)), {}, page, page, 0)
    assert len(test.examples) > least
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    runner.run(test)
    assert runner.failures == 0


@needs_cutile
def test_first_example_of_the_readme(tmp_path: os.PathLike[str]) -> None:
    """A program whose output is the block after it."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    found = re.search(r"```python\n(.*?)```\n\n```text\n(.*?)```", text, re.DOTALL)
    assert found, "the README has no Python program with its output"
    script = os.path.join(tmp_path, "first.py")
    with open(script, "w", encoding="utf-8") as file:
        file.write(found[1])
    ended = subprocess.run(
        [sys.executable, script], cwd=ROOT, capture_output=True, text=True, timeout=60
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, found[2], "")
