# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What docs/python.md shows is what happens."""

import doctest
import os
import re

import pytest

from conftest import ROOT


def test_examples_of_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    page = os.path.join("docs", "python.md")
    with open(page, encoding="utf-8") as file:
        text = file.read()
    # What is not an example of Python becomes blank, so that line numbers stay.
    inside = False
    lines = []
    for line in text.splitlines():
        fence = re.match(r"```(\w*)", line)
        if fence:
            inside = fence[1] == "python"
        lines.append(line if inside and not fence else "")
    test = doctest.DocTestParser().get_doctest("\n".join(lines), {}, page, page, 0)
    assert len(test.examples) > 20
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    runner.run(test)
    assert runner.failures == 0
