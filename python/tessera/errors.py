# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What can go wrong, as exceptions.

A wrong call (an unknown target, an array of another type, a grid of 0) is Python's
TypeError or ValueError; what is wrong with a program or a run is an Error.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Diagnostic:
    """What the compiler reports about one place."""

    #: "note", "remark", "warning" or "error".
    severity: str
    #: "" where there is no position in a file; then line and column are 0.
    file: str
    line: int
    column: int
    message: str
    notes: tuple[Diagnostic, ...] = ()

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}:{self.column}: " if self.file else ""
        lines = [f"{place}{self.severity}: {self.message}"]
        return "\n".join(lines + [str(note) for note in self.notes])


def diagnostics_of(rows: Sequence[Any]) -> tuple[Diagnostic, ...]:
    """The extension's tuples as Diagnostics."""
    return tuple(
        Diagnostic(severity, file, line, column, message, diagnostics_of(notes))
        for severity, file, line, column, message, notes in rows
    )


class Error(Exception):
    """Of this package."""


class CompileError(Error):
    """A program that does not compile; says where."""

    def __init__(self, status: str, diagnostics: tuple[Diagnostic, ...]) -> None:
        self.status = status
        self.diagnostics = diagnostics
        errors = [each for each in diagnostics if each.severity == "error"]
        first = errors[0] if errors else Diagnostic("error", "", 0, 0, status)
        self.file, self.line, self.column = first.file, first.line, first.column
        super().__init__("\n".join(str(each) for each in diagnostics) or status)


class UnreadableError(CompileError):
    """Neither Tile IR text nor bytecode, or damaged bytecode."""


class NewerVersionError(CompileError):
    """Bytecode of a version that comes after tile_ir_version."""


class InvalidProgramError(CompileError):
    """Malformed text, or a module that does not verify."""


class UnsupportedError(CompileError):
    """A valid program that this compiler, or the target, cannot do."""


class InternalError(CompileError):
    """A defect of Tessera: it crashed, and was caught."""


class LaunchError(Error):
    """A launch that did not run to its end."""

    def __init__(
        self,
        message: str,
        location: str = "",
        block: tuple[int, int, int] = (0, 0, 0),
        element: int = -1,
    ) -> None:
        self.message = message
        #: "file:line:column", or "".
        self.location = location
        #: The tile block, and the element of its tile or -1.
        self.block, self.element = block, element
        super().__init__(f"{location}: {message}" if location else message)


class AssertionFailed(LaunchError):
    """An `assert` of the program failed."""


class TimedOut(LaunchError):
    """The launch took longer than its time-out."""


class StepLimitReached(LaunchError):
    """A check took more steps than it was allowed."""


class Cancelled(LaunchError):
    """Somebody ended the launch."""


class NotRunnableError(LaunchError):
    """The code is for another processor, or for a GPU."""


class CheckFailed(Error):
    """Report.raise_if_wrong() of a report with findings."""


COMPILE_ERRORS: dict[str, type[CompileError]] = {
    "unreadable": UnreadableError,
    "newer-version": NewerVersionError,
    "invalid-program": InvalidProgramError,
    "unsupported": UnsupportedError,
    "internal-error": InternalError,
}
LAUNCH_ERRORS: dict[str, type[LaunchError]] = {
    "assert-failed": AssertionFailed,
    "timed-out": TimedOut,
    "step-limit": StepLimitReached,
    "cancelled": Cancelled,
    "not-runnable": NotRunnableError,
}


def raise_compile_error(status: str, diagnostics: tuple[Diagnostic, ...]) -> None:
    """The exception for a status other than "ok"."""
    if status == "invalid-argument":
        raise ValueError("; ".join(each.message for each in diagnostics))
    if status == "out-of-memory":
        raise MemoryError("; ".join(each.message for each in diagnostics))
    raise COMPILE_ERRORS.get(status, CompileError)(status, diagnostics)


def raise_launch_error(
    status: str, message: str, location: str, block: tuple[int, int, int], element: int
) -> None:
    """The exception for a status other than "ok"."""
    if status == "invalid-argument":
        raise ValueError(message)
    if status == "out-of-memory":
        raise MemoryError(message)
    raise LAUNCH_ERRORS.get(status, LaunchError)(message, location, block, element)
