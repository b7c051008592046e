# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The package as type checkers see it."""

import ast
import importlib.util
import pathlib
import subprocess
import sys
import tempfile

import pytest

from conftest import ROOT

def run(*command: str) -> None:
    ended = subprocess.run(
        [sys.executable, "-m", *command], cwd=ROOT, capture_output=True, text=True, timeout=600
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr


@pytest.mark.skipif(not importlib.util.find_spec("mypy"), reason="no mypy")
def test_mypy() -> None:
    run("mypy", "--cache-dir", "build/mypy")


@pytest.mark.skipif(not importlib.util.find_spec("mypy"), reason="no mypy")
def test_stubtest() -> None:
    run("mypy.stubtest", "--mypy-config-file", "pyproject.toml", "--allowlist",
        "python/tests/stubtest_allowlist.txt", "tessera")  # fmt: skip


def declared(stub: str) -> set[str]:
    """ "Module.target", "compile(source, target)": what a stub file declares."""
    names = set()

    def visit(body: list[ast.stmt], prefix: str) -> None:
        for node in body:
            if isinstance(node, ast.ClassDef):
                names.add(prefix + node.name)
                visit(node.body, prefix + node.name + ".")
            elif isinstance(node, ast.FunctionDef):
                arguments = ", ".join(each.arg for each in node.args.args)
                names.add(f"{prefix}{node.name}({arguments})")

    visit(ast.parse(stub).body, "")
    return names


def test_stubs_are_those_of_the_extension() -> None:
    pytest.importorskip("nanobind")
    with tempfile.TemporaryDirectory() as folder:
        run("nanobind.stubgen", "-q", "-m", "tessera._tessera", "-O", folder)
        (generated,) = pathlib.Path(folder).glob("**/*.pyi")
        found = declared(generated.read_text())
    ours = declared((ROOT / "python" / "tessera" / "_tessera.pyi").read_text())
    assert ours == found
