# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What there is to choose from: names with their values, and a kernel for each choice."""

from __future__ import annotations

import itertools
import os
import runpy
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Optional

#: Choices that the compiler reads from the module, by their names in Tile IR.
HINTS = ("num_worker_warps_per_cta", "num_cta_in_cga", "occupancy", "latency", "allow_tma")
#: The choice that is an option of the compiler.
STRATEGY = "strategy"


class SpaceError(Exception):
    """The space cannot be used; the message is one line."""


@dataclass(frozen=True)
class Kernel:
    """A kernel with a launch of it, as `tessera run` takes them."""

    #: Text or bytecode.
    source: bytes
    grid: tuple[int, ...]
    #: The words of the command line: "rand(512x512,f16,1)", "512".
    arguments: tuple[str, ...]
    entry: str = ""
    #: "flat", or "array" for kernels that get arrays with sizes and strides.
    abi: str = "flat"
    #: Files that the arguments name.
    files: tuple[tuple[str, bytes], ...] = ()
    #: A smaller launch, on which results are compared; None: this one.
    check_grid: Optional[tuple[int, ...]] = None
    check_arguments: Optional[tuple[str, ...]] = None

    @property
    def file_name(self) -> str:
        is_bytecode = self.source[:1] == b"\x7f"
        return "kernel.tileirbc" if is_bytecode else "kernel.mlir"


@dataclass(frozen=True)
class Candidate:
    """A combination of choices and its kernel. Candidates are numbered from 0 on."""

    number: int
    choices: tuple[tuple[str, Any], ...]
    kernel: Kernel

    def label(self) -> str:
        return " ".join(f"{name}={_text(value)}" for name, value in self.choices) or "as it is"

    def options(self) -> tuple[str, ...]:
        """The choices that are options of `tessera compile` and `tessera time`."""
        words: list[str] = []
        for name, value in self.choices:
            if value is None or value == "":
                continue
            if name == STRATEGY:
                words += ["--strategy", str(value)]
            elif name in HINTS:
                words += ["--hint", f"{name}={_text(value)}"]
        return tuple(words)


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return "-" if value is None or value == "" else str(value)


@dataclass(frozen=True)
class Space:
    """All combinations of the values, in order; the last name changes fastest.

    A value None of a hint or of the strategy leaves it to the compiler. `kernel` gets the
    other choices by name, and gives None for a combination that makes no sense.
    """

    choices: Mapping[str, Sequence[Any]]
    kernel: Callable[..., Optional[Kernel]]

    def candidates(self) -> list[Candidate]:
        """Fails when there is none."""
        for name, values in self.choices.items():
            if not isinstance(values, (list, tuple)) or not values:
                raise SpaceError(f"the space has no values for '{name}'")
        found: list[Candidate] = []
        kernels: dict[tuple[Any, ...], Optional[Kernel]] = {}
        for values in itertools.product(*self.choices.values()):
            choices = tuple(zip(self.choices, values))
            constants = {
                name: value for name, value in choices if name not in HINTS and name != STRATEGY
            }
            key = tuple(constants.values())
            if key not in kernels:
                kernels[key] = self._make(constants)
            kernel = kernels[key]
            if kernel is not None:
                found.append(Candidate(len(found), choices, kernel))
        if not found:
            raise SpaceError("the space has no candidate: the generator made no kernel")
        return found

    def _make(self, constants: dict[str, Any]) -> Optional[Kernel]:
        try:
            return self.kernel(**constants)
        except Exception as error:  # What users write may fail in any way.
            raise SpaceError(
                f"the generator failed for {constants}: {type(error).__name__}: {error}"
            ) from error


def parse_values(text: str) -> tuple[str, list[Any]]:
    """"occupancy=1,2,-" as a name and its values."""
    name, equals, list_ = text.partition("=")
    if not name or not equals or not list_:
        raise SpaceError(f"--vary: expected NAME=VALUE,..., got '{text}'")

    def value(word: str) -> Any:
        if word in ("true", "false"):
            return word == "true"
        if word == "-":
            return None
        try:
            return int(word)
        except ValueError:
            return word

    return name, [value(word) for word in list_.split(",")]


def load_file(
    path: str, vary: Sequence[str], grid: tuple[int, ...], arguments: Sequence[str],
    entry: str = "", abi: str = "flat",
) -> Space:  # fmt: skip
    """The space of a file: a kernel, whose choices `vary` says, or Python, which says its
    own in CHOICES and makes kernels in kernel()."""
    choices = dict(parse_values(each) for each in vary)
    if path.endswith(".py"):
        return _load_python(path, choices, arguments)
    for name in choices:
        if name not in HINTS and name != STRATEGY:
            raise SpaceError(
                f"--vary: '{name}' is neither a hint ({', '.join(HINTS)}) nor 'strategy'; "
                "constants need a space written in Python"
            )
    try:
        with open(path, "rb") as file:
            source = file.read()
    except OSError as error:
        raise SpaceError(f"cannot read '{path}': {error.strerror}") from None
    words, files = take_files(arguments)
    kernel = Kernel(source, grid, words, entry, abi, files)
    return Space(choices, lambda: kernel)


def take_files(arguments: Sequence[str]) -> tuple[tuple[str, ...], tuple[tuple[str, bytes], ...]]:
    """Arguments whose arrays are in files, with the files: workers may be elsewhere."""
    words: list[str] = []
    files: list[tuple[str, bytes]] = []
    for number, word in enumerate(arguments):
        name, equals, spec = word.partition("=")
        if not equals or not name.isidentifier() or spec.startswith(">"):
            name, equals, spec = "", "", word
        spec = spec.partition("=>")[0]
        path, colon, kind = spec.rpartition(":")
        if not colon or not path.endswith(".npy"):
            path, colon, kind = spec, "", ""
        if path.endswith(".npy"):
            try:
                with open(path, "rb") as file:
                    files.append((f"argument{number}.npy", file.read()))
            except OSError as error:
                raise SpaceError(f"cannot read '{path}': {error.strerror}") from None
            spec = f"argument{number}.npy{colon}{kind}"
        words.append(f"{name}{equals}{spec}")
    return tuple(words), tuple(files)


def _load_python(path: str, vary: dict[str, list[Any]], arguments: Sequence[str]) -> Space:
    if arguments:
        raise SpaceError("a space written in Python says itself what its arguments are")
    if not os.path.exists(path):
        raise SpaceError(f"cannot read '{path}': no such file")
    try:
        names = runpy.run_path(path, run_name="tessera_space")
    except Exception as error:
        raise SpaceError(f"'{path}' failed: {type(error).__name__}: {error}") from error
    choices, kernel = names.get("CHOICES"), names.get("kernel")
    if not isinstance(choices, dict) or not callable(kernel):
        raise SpaceError(f"'{path}' has to define CHOICES, a dict, and kernel(), a function")
    # Narrowed or extended by the command line.
    return Space({**choices, **vary}, kernel)
