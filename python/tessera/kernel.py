# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels: what they take, launches, checks."""

from __future__ import annotations

import sys
import threading
from dataclasses import dataclass
from typing import Any, Literal, Optional, Union

from . import _tessera
from .errors import (
    CheckFailed,
    Diagnostic,
    diagnostics_of,
    raise_compile_error,
    raise_launch_error,
)

Grid = Union[int, "tuple[int, ...]", "list[int]"]
Abi = Literal["flat", "array"]


@dataclass(frozen=True)
class Parameter:
    """One parameter of a kernel."""

    #: The element type of a scalar as in Tile IR ("i32", "bf16"), or "ptr".
    type: str
    #: What a pointer points to.
    pointee: Optional[str] = None

    def __str__(self) -> str:
        return f"ptr<{self.pointee}>" if self.pointee else self.type


@dataclass(frozen=True)
class Resources:
    """What a kernel takes of a GPU."""

    #: Threads of a block, blocks of a cluster.
    block: tuple[int, int, int]
    cluster: tuple[int, int, int]
    static_shared_bytes: int
    #: What a launch has to ask for.
    dynamic_shared_bytes: int
    #: The figures of ptxas: None without a cubin.
    registers: Optional[int] = None
    stack_bytes: Optional[int] = None
    spill_store_bytes: Optional[int] = None
    spill_load_bytes: Optional[int] = None


@dataclass(frozen=True)
class Finding:
    """Something that makes a kernel wrong."""

    #: "out-of-bounds", "data-race", ... (docs/interpreter.md).
    kind: str
    diagnostic: Diagnostic

    @property
    def message(self) -> str:
        """What was found, in which block and element."""
        return self.diagnostic.message.removeprefix(self.kind + ": ")

    def __str__(self) -> str:
        return str(self.diagnostic)


@dataclass(frozen=True)
class Report:
    """What a check has found."""

    findings: tuple[Finding, ...]
    #: Of one operation few are reported; this counts all of them.
    num_findings: int
    blocks: int
    steps: int
    #: The schedule that the findings are of.
    seed: int

    @property
    def clean(self) -> bool:
        """Nothing was found."""
        return self.num_findings == 0

    def raise_if_wrong(self) -> None:
        """CheckFailed, with the findings as its text, if there are any."""
        if not self.clean:
            raise CheckFailed("\n".join(str(each) for each in self.findings))

    def __str__(self) -> str:
        return "\n".join(str(each) for each in self.findings) or "no findings"


_pools: dict[int, _tessera.Pool] = {}
_pools_lock = threading.Lock()


def _pool(threads: int) -> _tessera.Pool:
    """The pool of that many threads, made once; 0: one per processor."""
    pool = _pools.get(threads)
    if pool is None:
        with _pools_lock:
            pool = _pools.setdefault(threads, _tessera.Pool(threads))
    return pool


def _write(output: bytes) -> None:
    if output:
        sys.stdout.write(output.decode("utf-8", "replace"))


def _is_array_abi(abi: Abi) -> bool:
    if abi not in ("flat", "array"):
        raise ValueError(f"expected abi to be 'flat' or 'array', got {abi!r}")
    return abi == "array"


class Kernel:
    """An entry of a module."""

    def __init__(self, module: Any, handle: _tessera.Kernel) -> None:
        self.module = module
        self._handle = handle
        self.name = handle.name
        self.parameters = tuple(Parameter(*each) for each in handle.parameters())
        #: Private memory that one tile block needs on a CPU.
        self.scratch_bytes = handle.scratch_bytes

    @property
    def signature(self) -> str:
        """ "saxpy(f32, ptr<f32>, ptr<f32>, i32)"."""
        return self._handle.signature

    @property
    def resources(self) -> Optional[Resources]:
        """What it takes of a GPU; None for a CPU."""
        found = self._handle.resources()
        return Resources(*found[:4], *(found[4] or ())) if found else None

    def launch(
        self,
        grid: Grid,
        *arguments: Any,
        threads: Union[int, _tessera.Pool] = 0,
        timeout: float = 0,
        abi: Abi = "flat",
    ) -> None:
        """Runs the kernel and returns when every tile block has.

        `grid` is the number of tile blocks, or a tuple of up to three. Pointers take
        arrays (NumPy's, and what has the buffer protocol or DLPack) where they lie, or
        None; scalars take numbers. With abi="array", an array stands for its pointer,
        its sizes and its strides in elements, as cuTile passes it; else it has to be
        contiguous. `threads` is how many, 0 for one per processor. After `timeout`
        seconds the launch ends with TimedOut. What the kernel prints goes to
        sys.stdout.

        Compiled code checks no access: a kernel that stores outside of its arrays
        damages the process. check() finds such kernels.
        """
        pool = threads if isinstance(threads, _tessera.Pool) else _pool(threads)
        result = _tessera.launch(
            self._handle, grid, arguments, _is_array_abi(abi), pool, timeout
        )
        if result is not None:
            status, message, location, block, element, output = result
            _write(output)
            if status != "ok":
                raise_launch_error(status, message, location, block, element)

    def check(
        self,
        grid: Grid,
        *arguments: Any,
        races: int = 0,
        seed: int = 0,
        max_steps: int = 0,
        timeout: float = 0,
        abi: Abi = "flat",
    ) -> Report:
        """Runs the kernel in the interpreter, with every access checked.

        The arguments are those of launch(); arrays that are read only may be read. The
        results are in the arrays afterwards. With `races`, that many schedules are
        searched for data races, from the one called `seed` on. `max_steps` limits the
        operations of a tile block.
        """
        status, rows, counts, output = _tessera.check(
            self._handle, grid, arguments, _is_array_abi(abi), races, seed, max_steps,
            timeout,
        )  # fmt: skip
        _write(output)
        diagnostics = diagnostics_of(rows)
        if status in ("timed-out", "step-limit"):
            raise_launch_error(
                status, "\n".join(map(str, diagnostics)), "", (0, 0, 0), -1
            )
        if status not in ("ok", "findings", "assert-failed"):
            raise_compile_error(status, diagnostics)
        findings = []
        for each in diagnostics:
            if each.severity == "error":
                kind, colon, _ = each.message.partition(": ")
                is_kind = bool(colon) and " " not in kind
                findings.append(Finding(kind if is_kind else "endless", each))
        total, _, blocks, steps, used_seed = counts
        return Report(tuple(findings), total, blocks, steps, used_seed)

    def __repr__(self) -> str:
        return f"<tessera.Kernel {self.signature} for {self.module.target}>"
