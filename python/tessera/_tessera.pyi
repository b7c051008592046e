# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The C interface of Tessera. Use the package tessera."""

from typing import Any, Optional, final

#: A digest of what the extension was built from.
sources: str

_Triple = tuple[int, int, int]

@final
class Module:
    """A compiled module."""

    @property
    def target(self) -> str: ...
    @property
    def runs_here(self) -> bool: ...
    @property
    def object(self) -> Optional[bytes]: ...
    @property
    def cubin(self) -> Optional[bytes]: ...
    @property
    def ptx(self) -> Optional[str]: ...
    @property
    def header(self) -> str: ...
    @property
    def remarks_yaml(self) -> str: ...
    def remarks(self) -> list[tuple[str, str, str, str, str, str, int, int]]: ...
    def kernels(self) -> list[Kernel]: ...

@final
class Kernel:
    """An entry of a module."""

    @property
    def name(self) -> str: ...
    @property
    def scratch_bytes(self) -> int: ...
    @property
    def signature(self) -> str: ...
    def parameters(self) -> list[tuple[str, Optional[str]]]: ...
    def resources(
        self,
    ) -> Optional[tuple[_Triple, _Triple, int, int, Optional[tuple[int, int, int, int]]]]: ...

@final
class Pool:
    """Threads that launches use."""

    def __init__(self, threads: int = 0) -> None: ...
    @property
    def threads(self) -> int: ...

def compile(
    source: bytes,
    target: str,
    opt_level: int,
    name: str,
    cache: Optional[str],
    provisional: bool,
    link: bool,
    cubin: bool,
    ptxas: Optional[str],
    strategy: Optional[str],
    line_info: bool,
    grid_launch: bool,
    remarks: Optional[str],
) -> tuple[str, Optional[Module], list[Any]]: ...
def launch(
    kernel: Kernel,
    grid: object,
    arguments: object,
    array_abi: bool,
    pool: Optional[Pool],
    timeout: float,
) -> Optional[tuple[str, str, str, _Triple, int, bytes]]: ...
def check(
    kernel: Kernel,
    grid: object,
    arguments: object,
    array_abi: bool,
    races: int,
    seed: int,
    max_steps: int,
    timeout: float,
) -> tuple[str, list[Any], tuple[int, int, int, int, int], bytes]: ...
def describe_array(
    object: Any,
) -> tuple[str, int, list[int], list[int], int, bool]: ...
def targets() -> list[str]: ...
def version() -> str: ...
def tile_ir_version() -> int: ...
