# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The command line of `tessera tune`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import Optional

from tessera_tasks import EngineError, Journal, JournalError, open_engine

from .report import as_json, as_text
from .space import SpaceError, load_file
from .tune import Options, default_jobs, tune


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> None:  # type: ignore[override]
        fail(message)


def fail(message: object) -> None:
    sys.stderr.write(f"tessera: error: {message}\n")
    sys.exit(1)


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="tessera tune",
        usage="tessera tune [options] FILE.{mlir,tileirbc,py} [ARG...]",
        description="Finds the fastest of many versions of a kernel.",
        epilog="ARGs are those of 'tessera run'; docs/tuning.md is the manual.",
        allow_abbrev=False,
    )
    add = parser.add_argument
    add("file", metavar="FILE", help="a kernel, or a space written in Python")
    add("arguments", metavar="ARG", nargs="*", help="an argument of the kernel")
    add("--target", required=True, metavar="<cpu|sm_X>",
        help="what to tune for: a GPU, by its model, or this machine's processor")
    add("--vary", action="append", default=[], metavar="<name>=<a,b,...>",
        help="the values of a hint or of 'strategy'; '-' leaves it to the compiler. Replaces "
        "the values that a space written in Python has for the name")
    add("--grid", default="1", metavar="<x,y,z>", help="the grid of a kernel")
    add("--entry", default="", metavar="<name>", help="the entry of a kernel")
    add("--abi", default="flat", choices=["flat", "array"],
        help="how arrays are passed, as in 'tessera run'")
    add("--simulate", type=float, default=10, metavar="<percent>",
        help="the part of the candidates that is simulated, the cheapest by their plans "
        "(default 10); 100 simulates all")
    add("--l2", choices=["cold", "hot"], default="cold",
        help="whether arrays are in L2 before the kernel starts (default cold)")
    add("--sms", type=int, default=1, metavar="<n>",
        help="multiprocessors that are simulated (default 1)")
    add("--waves", type=int, default=2, metavar="<n>",
        help="blocks that follow one another in a place and are simulated (default 2)")
    add("--tol", default="0.001,0.01", metavar="<abs[,rel]>",
        help="how far results may be from those of the first candidate (default 0.001,0.01)")
    add("--threads", type=int, default=default_jobs(), metavar="<n>",
        help="threads of a launch on the processor (default: one for each)")
    add("--budget", type=float, metavar="<seconds>",
        help="start nothing more after this time, and choose of what was timed")
    add("--timeout", type=float, default=600, metavar="<seconds>",
        help="give a candidate up that takes longer in one stage (default 600)")
    add("--jobs", type=int, default=default_jobs(), metavar="<n>",
        help="processes at a time (default: one for each processor)")
    add("--scheduler", metavar="<tcp://...>",
        help="use the workers of this dask.distributed scheduler instead")
    add("--journal", metavar="<file>",
        help="keep results, and go on where an earlier run with it stopped")
    add("-o", dest="output", metavar="<file>", help="write the chosen module, with its hints")
    add("--json", metavar="<file>", help="write what is known of every candidate")
    add("--rows", type=int, default=10, metavar="<n>", help="rows of the table (default 10)")
    return parser


def main(arguments: Optional[Sequence[str]] = None) -> int:
    words = _parser().parse_intermixed_args(arguments)
    options = Options(
        target=words.target, part=words.simulate / 100, tolerance=words.tol,
        timing=("--l2", words.l2, "--sms", str(words.sms), "--waves", str(words.waves)),
        budget=words.budget, threads=words.threads, timeout=words.timeout,
    )  # fmt: skip
    if not options.is_gpu and words.scheduler:
        fail("--scheduler: a processor is measured on this machine alone")
    try:
        grid = tuple(int(extent) for extent in words.grid.split(","))
    except ValueError:
        fail(f"--grid: expected numbers, got '{words.grid}'")
    journal = None
    try:
        space = load_file(words.file, words.vary, grid, words.arguments, words.entry, words.abi)
        journal = Journal(words.journal) if words.journal else None
        # Measurements must not disturb one another.
        jobs = words.jobs if options.is_gpu else 1
        with open_engine(jobs, words.scheduler, journal=journal) as engine:
            report = tune(space, options, engine)
    except (SpaceError, EngineError, JournalError) as error:
        fail(error)
    except KeyboardInterrupt:
        fail("interrupted" + (f"; the journal '{words.journal}' has what was done" if journal else ""))
    if words.output:
        with open(words.output, "wb") as file:
            file.write(report.module)
    if words.json:
        with open(words.json, "w", encoding="utf-8") as text:
            text.write(as_json(report) + "\n")
    sys.stdout.write(as_text(report, words.rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
