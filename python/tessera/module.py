# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs: compilation, and what comes of it."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Optional, Union

from . import _tessera
from .errors import Diagnostic, diagnostics_of, raise_compile_error
from .kernel import Kernel


@dataclass(frozen=True)
class Remark:
    """What the compiler says about one of its choices."""

    #: "Passed", "Missed", "Failure" or "Analysis".
    kind: str
    category: str
    name: str
    function: str
    message: str
    #: "" and 0 where there is no position.
    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}: [{self.category}] {self.message}"


class Module(Mapping[str, Kernel]):
    """A compiled module: its kernels by name, and its code."""

    def __init__(
        self, handle: _tessera.Module, diagnostics: tuple[Diagnostic, ...]
    ) -> None:
        self._handle = handle
        self._kernels = {each.name: Kernel(self, each) for each in handle.kernels()}
        #: What was reported though it compiled.
        self.diagnostics = diagnostics

    @property
    def target(self) -> str:
        """What it was compiled for: "cpu:host", "sm_90a"."""
        return self._handle.target

    @property
    def runs_here(self) -> bool:
        """Whether its kernels can be launched in this process."""
        return self._handle.runs_here

    @property
    def ptx(self) -> Optional[str]:
        """PTX; None for a CPU."""
        return self._handle.ptx

    @property
    def cubin(self) -> Optional[bytes]:
        """What ptxas made of it; None unless asked for."""
        return self._handle.cubin

    @property
    def object(self) -> Optional[bytes]:
        """The relocatable object file; None for a GPU."""
        return self._handle.object

    @property
    def header(self) -> str:
        """A C header for the object file; "" for a GPU."""
        return self._handle.header

    @property
    def remarks(self) -> tuple[Remark, ...]:
        """What the compiler says about its choices, if it was asked."""
        return tuple(Remark(*each) for each in self._handle.remarks())

    @property
    def remarks_yaml(self) -> str:
        """The remarks in LLVM's YAML form."""
        return self._handle.remarks_yaml

    def __getitem__(self, name: str) -> Kernel:
        try:
            return self._kernels[name]
        except KeyError:
            known = ", ".join(repr(each) for each in self._kernels) or "none"
            raise KeyError(f"no kernel {name!r}: expected one of {known}") from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._kernels)

    def __len__(self) -> int:
        return len(self._kernels)

    def __repr__(self) -> str:
        return f"<tessera.Module of {len(self)} kernels for {self.target}>"


def compile(
    source: Union[str, bytes, bytearray, memoryview],
    target: str = "cpu",
    *,
    opt_level: Optional[int] = None,
    name: str = "<source>",
    cubin: bool = False,
    ptxas: Optional[str] = None,
    remarks: Union[bool, str] = False,
    strategy: Optional[str] = None,
    line_info: bool = True,
    grid_launch: bool = False,
    link: bool = True,
    cache: Union[None, str, os.PathLike[str]] = None,
    provisional: bool = False,
) -> Module:
    """Compiles Tile IR text or bytecode.

    `target` is "cpu" (this machine), one of targets(), or "interpreter" for kernels that
    are only checked. `name` is what diagnostics call the source. `opt_level` is 0 to 3,
    by default 2 for a CPU and 3 for a GPU. `remarks` is True or a regular expression of
    categories. For a GPU, `cubin` asks for one, made by `ptxas` or the one that is found;
    `strategy`, `line_info` and `grid_launch` are the options of tileiras with these
    names. `cache` is a directory that keeps results. `provisional` accepts what Tile IR
    13.4 is going to allow.

    Raises a CompileError that says where, and ValueError for options that cannot be.
    """
    if isinstance(source, str):
        source = source.encode()
    elif not isinstance(source, bytes):
        source = bytes(source)
    if opt_level is None:
        opt_level = 3 if target.startswith("sm_") else 2
    status, handle, rows = _tessera.compile(
        source, target, opt_level, name, None if cache is None else os.fspath(cache),
        provisional, link, cubin, ptxas, strategy, line_info, grid_launch,
        ".*" if remarks is True else remarks or None,
    )  # fmt: skip
    diagnostics = diagnostics_of(rows)
    if handle is None:
        raise_compile_error(status, diagnostics)
    assert handle is not None
    return Module(handle, diagnostics)


def compile_file(path: Union[str, os.PathLike[str]], target: str = "cpu", **options: Any) -> Module:
    """compile() of a file; diagnostics call it by its path."""
    with open(path, "rb") as file:
        return compile(file.read(), target, **{"name": os.fspath(path), **options})


def targets() -> list[str]:
    """What compile() takes as target, but for "interpreter"."""
    return _tessera.targets()
