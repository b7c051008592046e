# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the pages show is what happens."""

import doctest
import importlib.util
import os
import pathlib
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
def test_first_example_of_the_readme(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "utils"))
    import readme_example

    status, output, expected = readme_example.run(sys.executable)
    assert (status, output) == (0, expected)


@needs_cutile
@pytest.mark.skipif("TESSERA_SIM" not in os.environ, reason="no tessera sim")
def test_programs_of_the_page_of_clients(tmp_path: pathlib.Path) -> None:
    """The launch that docs/clients.md shows, and the mistake, in a program."""
    text = (ROOT / "docs" / "clients.md").read_text(encoding="utf-8")
    _, launch, mistake = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    (expected,) = re.findall(r"^tessera sim: .*(out-of-bounds: load of 4 bytes) ", text, re.MULTILINE)
    for body, wrong in ((mistake.replace("index + 1", "index"), False), (mistake, True)):
        program = tmp_path / f"program{wrong}.py"
        program.write_text(f"""
import cuda.tile as ct, numpy as np

@ct.kernel
def kernel(x, y, TILE: ct.Constant[int]):
    index = ct.bid(0) * TILE + ct.arange(TILE, dtype=ct.int32)
    {body}
blocks = 1
x, y = np.arange(1024, dtype=np.float32), np.zeros(1024, np.float32)
{launch}
assert (x == y).all()
""")
        ended = subprocess.run(
            [os.environ["TESSERA_SIM"], "sim", "--engine", "emulator", "--gpu", "sm_90", "--",
             sys.executable, program], cwd=tmp_path, capture_output=True, text=True, timeout=120,
            env={**os.environ, "PYTHONPATH": str(ROOT / "test" / "Clients")},
        )  # fmt: skip
        assert ended.returncode == wrong, ended.stderr
        assert (expected in ended.stderr) == wrong
        assert ("an illegal memory access" in ended.stderr) == wrong
