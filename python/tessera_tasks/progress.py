# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A progress bar on standard error, if that is a terminal."""

from __future__ import annotations

import sys
import time


class Progress:
    """`label [#####.....] 12/96, 00:31 left`."""

    WIDTH = 30

    def __init__(self, label: str, total: int, shown: bool = True) -> None:
        self._label, self._total, self._done = label, total, 0
        self._start = time.monotonic()
        self._drawn = 0.0
        self._shown = shown and sys.stderr.isatty() and total > 0

    def step(self, count: int = 1) -> None:
        self._done += count
        now = time.monotonic()
        if self._shown and (now - self._drawn > 0.1 or self._done >= self._total):
            self._drawn = now
            self._draw(now)

    def _draw(self, now: float) -> None:
        part = min(1.0, self._done / self._total)
        bar = ("#" * int(part * self.WIDTH)).ljust(self.WIDTH, ".")
        left = (now - self._start) * (self._total - self._done) / self._done
        minutes, seconds = divmod(int(left), 60)
        sys.stderr.write(
            f"\r{self._label} [{bar}] {self._done}/{self._total}, {minutes:02}:{seconds:02} left "
        )
        sys.stderr.flush()

    def close(self) -> None:
        if self._shown and self._drawn:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
        self._shown = False
