# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What has been done already, on disk: a line of JSON for each result.

The first line says which work and which builds the results belong to. A process that is
killed while it writes leaves half a line, which counts as nothing.
"""

from __future__ import annotations

import base64
import fcntl
import json
import os
import zlib
from typing import IO, Any, Optional

from .task import Result, identity

FORMAT = 1


class JournalError(Exception):
    """The journal cannot be used; the message is one line."""


def _pack(data: bytes) -> str:
    return base64.b64encode(zlib.compress(data, 1)).decode()


class Journal:
    """Results by the keys of their tasks."""

    def __init__(self, path: str, programs: tuple[str, ...] = ("tessera",)) -> None:
        self._results: dict[str, Result] = {}
        self.path = path
        header = {"format": FORMAT, "builds": {name: identity(name) for name in programs}}
        try:
            self._file: IO[bytes] = open(path, "a+b")
        except OSError as error:
            raise JournalError(f"journal '{path}': {error.strerror}") from None
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self._file.close()
            raise JournalError(f"journal '{path}' is in use by another process") from None
        self._file.seek(0)
        try:
            self._read(header)
        except BaseException:
            self._file.close()
            raise

    def _read(self, header: dict[str, Any]) -> None:
        end = 0
        for number, line in enumerate(self._file):
            if not line.endswith(b"\n"):
                break
            try:
                row = json.loads(line)
                if number == 0:
                    self._check_header(row, header)
                else:
                    key, status, out, err, *outputs = row
                    self._results[key] = Result(
                        status, out, err,
                        tuple(zlib.decompress(base64.b64decode(each)) for each in outputs),
                    )  # fmt: skip
            except (ValueError, TypeError, zlib.error):
                if number == 0:
                    raise JournalError(f"'{self.path}' is not a journal") from None
                break
            end += len(line)
        # Half a line, and all after a damaged one.
        self._file.truncate(end)
        if end == 0:
            self._write(header)

    def _check_header(self, found: Any, expected: dict[str, Any]) -> None:
        if not isinstance(found, dict) or found.get("format") != FORMAT:
            raise JournalError(f"'{self.path}' is not a journal of this version")
        if found["builds"] != expected["builds"]:
            raise JournalError(
                f"journal '{self.path}' was written with another build of "
                f"{', '.join(expected['builds'])}: remove it, or use that build"
            )

    def _write(self, row: Any) -> None:
        self._file.write(json.dumps(row, separators=(",", ":")).encode() + b"\n")
        self._file.flush()

    def __len__(self) -> int:
        return len(self._results)

    def get(self, key: str) -> Optional[Result]:
        return self._results.get(key)

    def put(self, key: str, result: Result) -> None:
        if key in self._results:
            return
        self._results[key] = result
        self._write(
            [key, result.status, result.stdout, result.stderr, *map(_pack, result.outputs)]
        )

    def close(self) -> None:
        self._file.close()


def remove(path: str) -> None:
    """Forgets everything."""
    if os.path.exists(path):
        os.unlink(path)
