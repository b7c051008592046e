# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Functions of cuTile Python as candidates. Needs cuTile and the package `tessera` here;
workers of a cluster need neither."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any, Optional, Union

from .space import Kernel, SpaceError

Grid = Union[int, Sequence[int]]


def _extents(grid: Grid) -> tuple[int, ...]:
    return (grid,) if isinstance(grid, int) else tuple(grid)


def _words(function: Any, arguments: Sequence[Any]) -> tuple[tuple[str, ...], list[Any]]:
    """The arguments of the entry as words of a command line, and files for the arrays."""
    import numpy
    import tessera.cutile

    words: list[str] = []
    files: list[tuple[str, bytes]] = []
    for number, value in enumerate(tessera.cutile.entry_arguments(function, *arguments)):
        if isinstance(value, numpy.ndarray):
            if not value.flags.c_contiguous:
                raise SpaceError(f"argument {number}: expected a contiguous array")
            content = io.BytesIO()
            numpy.save(content, value)
            files.append((f"argument{number}.npy", content.getvalue()))
            words.append(files[-1][0])
        elif isinstance(value, bool):
            words.append(str(value).lower())
        elif isinstance(value, (int, float)):
            words.append(repr(value))
        else:
            raise SpaceError(
                f"argument {number}: expected an array of NumPy or a number, got "
                f"{type(value).__name__}"
            )
    return tuple(words), files


def kernel(
    function: Any, grid: Grid, *arguments: Any, target: str = "cpu",
    check: Optional[tuple[Any, ...]] = None,
) -> Kernel:  # fmt: skip
    """A call of a kernel function, with the arguments of ct.launch().

    `check` is a smaller call, on which results are compared: a grid and arguments of the
    same types, with the same constants.
    """
    import tessera.cutile

    words, files = _words(function, arguments)
    check_grid = check_words = None
    if check:
        check_grid = _extents(check[0])
        check_words, more = _words(function, check[1:])
        check_words = tuple(f"check-{word}" if word.endswith(".npy") else word for word in check_words)
        files += [(f"check-{name}", content) for name, content in more]
    return Kernel(
        tessera.cutile.bytecode(function, *arguments, target=target),
        _extents(grid), words, abi="array", files=tuple(files),
        check_grid=check_grid, check_arguments=check_words,
    )  # fmt: skip
