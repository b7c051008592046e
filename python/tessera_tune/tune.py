# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The stages of tuning.

For a GPU: every candidate is priced by its plan, the cheapest are simulated, those are
checked against the first candidate, and the fastest that agrees is chosen. For this
machine's processor every candidate is measured briefly, and the fastest again, longer.
"""

from __future__ import annotations

import json
import math
import os
import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Optional

from tessera_tasks import Engine, Progress, Result, Task

from .space import Candidate, Space, SpaceError


@dataclass(frozen=True)
class Options:
    target: str
    #: The part of the candidates that is simulated, and at least so many.
    part: float = 0.1
    least: int = 1
    #: Options of `tessera time` for simulations: ("--l2", "hot").
    timing: tuple[str, ...] = ()
    #: Of comparisons with the first candidate.
    tolerance: str = "0.001,0.01"
    #: Seconds for everything; None: as long as it takes.
    budget: Optional[float] = None
    #: Compiled code: threads, and runs of the brief and of the long measurement.
    threads: int = 1
    repeats: tuple[int, int] = (5, 40)
    finalists: int = 5
    #: Seconds of one task.
    timeout: float = 600

    @property
    def is_gpu(self) -> bool:
        return self.target.startswith("sm_")


@dataclass
class Choice:
    """What is known of a candidate."""

    candidate: Candidate
    #: Why it is out; "" otherwise.
    problem: str = ""
    #: Cycles by the plan, and by simulation.
    estimate: Optional[float] = None
    cycles: Optional[float] = None
    #: Seconds of a launch, as measured.
    seconds: Optional[float] = None
    #: Candidates whose code is the same, by number: the first has the results.
    same_as: Optional[int] = None
    checked: bool = False
    code: str = ""

    @property
    def score(self) -> Optional[float]:
        return self.seconds if self.seconds is not None else self.cycles


@dataclass
class Report:
    options: Options
    choices: list[Choice]
    best: Optional[Choice] = None
    #: Stages that the time budget cut off.
    cut: list[str] = field(default_factory=list)
    #: The chosen module, with its hints.
    module: bytes = b""

    def ranked(self) -> list[Choice]:
        """Those with a time, the fastest first; equal ones by number."""
        timed = [each for each in self.choices if each.score is not None and not each.problem]
        return sorted(timed, key=lambda each: (each.score, each.candidate.number))

    @property
    def legal(self) -> list[Choice]:
        return [each for each in self.choices if each.estimate is not None or not each.problem]


class _Tuner:
    def __init__(self, candidates: Sequence[Candidate], options: Options, engine: Engine) -> None:
        self._options, self._engine = options, engine
        self._report = Report(options, [Choice(each) for each in candidates])
        self._deadline = None if options.budget is None else time.monotonic() + options.budget

    def run(self) -> Report:
        if self._options.is_gpu:
            self._price()
            self._simulate(self._cheapest())
        else:
            self._measure(self._report.choices, self._options.repeats[0], "measuring")
        if not any(each.score is not None for each in self._report.choices):
            self._fail()
        self._finish()
        return self._report

    #===-- Tasks --------------------------------------------------------------------===#

    def _stage(
        self, label: str, choices: Sequence[Choice], make: Callable[[Choice], Task],
        take: Callable[[Choice, Result], None],
    ) -> None:  # fmt: skip
        """One task for each choice, of which `take` gets the result."""
        tasks = [make(each) for each in choices]
        progress = Progress(label, len({each.key for each in tasks}))
        try:
            results = self._engine.run(tasks, progress=progress, deadline=self._deadline)
        finally:
            progress.close()
        if None in results:
            self._report.cut.append(label)
        for choice, result in zip(choices, results):
            if result is not None:
                take(choice, result)

    def _command(self, choice: Choice, *words: str, is_check: bool = False) -> list[str]:
        kernel = choice.candidate.kernel
        grid = kernel.check_grid if is_check and kernel.check_grid else kernel.grid
        command = ["tessera", *words, kernel.file_name, "--grid", ",".join(map(str, grid)),
                   "--abi", kernel.abi]  # fmt: skip
        return command + (["--entry", kernel.entry] if kernel.entry else [])

    def _task(self, choice: Choice, command: Sequence[str], **options: Any) -> Task:
        kernel = choice.candidate.kernel
        files = options.pop("files", ((kernel.file_name, kernel.source),))
        return Task(tuple(command), (*files, *kernel.files), timeout=self._options.timeout, **options)

    def _time_command(self, choice: Choice, *more: str) -> Task:
        command = self._command(choice, "time")
        command += ["--target", self._options.target, *choice.candidate.options(),
                    *self._options.timing, *more]  # fmt: skip
        return self._task(choice, [*command, *map(_without_output, choice.candidate.kernel.arguments)])

    #===-- Without a device ---------------------------------------------------------===#

    def _price(self) -> None:
        def take(choice: Choice, result: Result) -> None:
            if not result.passed:
                choice.problem = result.reason()
                return
            price = json.loads(result.stdout)
            choice.estimate, choice.code = price["estimated cycles"], price["code"]

        self._stage(
            "pricing", self._report.choices,
            lambda choice: self._time_command(choice, "--estimate"), take,
        )  # fmt: skip
        first: dict[tuple[Any, ...], Choice] = {}
        for choice in self._report.choices:
            if choice.estimate is None:
                continue
            kernel = choice.candidate.kernel
            same = first.setdefault((choice.code, kernel.grid, kernel.arguments), choice)
            if same is not choice:
                choice.same_as = same.candidate.number

    def _cheapest(self) -> list[Choice]:
        """The part that is worth a simulation, the cheapest first. Of candidates with one
        price, each further one counts as a little dearer: plans that differ in what has no
        price should not keep others out."""
        priced = [each for each in self._report.choices if each.estimate is not None]
        different = [each for each in priced if each.same_as is None]
        seen: dict[float, int] = {}
        order: list[tuple[float, int, Choice]] = []
        for each in different:
            assert each.estimate is not None
            times = seen[each.estimate] = seen.get(each.estimate, -1) + 1
            price = each.estimate * (1 + 0.05 * times)
            order.append((price, each.candidate.number, each))
        count = max(self._options.least, math.floor(self._options.part * len(priced)))
        return [each for _, _, each in sorted(order, key=lambda row: row[:2])[:count]]

    def _simulate(self, choices: Sequence[Choice]) -> None:
        def take(choice: Choice, result: Result) -> None:
            if result.passed:
                choice.cycles = json.loads(result.stdout)["cycles"]
            else:
                choice.problem = result.reason()

        self._stage("simulating", choices, lambda each: self._time_command(each, "--json"), take)

    #===-- On this machine's processor ----------------------------------------------===#

    def _measure(self, choices: Sequence[Choice], repeats: int, label: str) -> None:
        def make(choice: Choice) -> Task:
            command = self._command(choice, "run")
            command += ["--target", self._options.target, "--threads", str(self._options.threads),
                        "--repeat", str(repeats)]  # fmt: skip
            return self._task(
                choice, [*command, *map(_without_output, choice.candidate.kernel.arguments)]
            )

        def take(choice: Choice, result: Result) -> None:
            found = re.search(
                r"repeat: fastest ([0-9.]+) s, .* the least ([0-9.]+) s", result.stderr
            )
            if result.passed and found:
                # Of one thread the time of its processor: others may use the machine too.
                fastest = float(found[2 if self._options.threads == 1 else 1])
                choice.seconds = min(fastest, choice.seconds or fastest)
            else:
                choice.problem = result.reason()

        self._stage(label, choices, make, take)

    #===-- The result ---------------------------------------------------------------===#

    def _finish(self) -> None:
        """Checks the candidates that are left and chooses."""
        self._deadline = None
        if not self._options.is_gpu:
            finalists = self._report.ranked()[: self._options.finalists]
            # In turns, so that a change of the machine's speed meets all of them.
            for turn in range(3):
                self._measure(finalists, self._options.repeats[1] + turn, "measuring again")
            self._check(finalists)
        else:
            # The budget is for what comes before; what is chosen is checked in any case.
            ranked = self._report.ranked()
            self._check(ranked[:1] if self._report.cut else ranked)
        checked = [each for each in self._report.ranked() if each.checked]
        if not checked:
            self._fail()
        self._report.best = checked[0]
        self._report.module = self._module(checked[0])

    def _fail(self) -> None:
        if self._report.cut:
            raise SpaceError("the time budget ended before a candidate was timed and checked")
        reasons = [each for each in self._report.choices if each.problem]
        example = f"; the first: {reasons[0].candidate.label()}: {reasons[0].problem}" if reasons else ""
        raise SpaceError(
            f"the space has no legal candidate: {len(reasons)} of {len(self._report.choices)} "
            f"fail{example}"
        )

    def _rewritten(self, choices: Sequence[Choice]) -> list[bytes]:
        """Their modules with hints, as text."""
        texts: dict[int, bytes] = {}

        def make(choice: Choice) -> Task:
            kernel = choice.candidate.kernel
            hints = [word for word in choice.candidate.options()]
            return self._task(
                choice,
                ["tessera", "compile", kernel.file_name, "--target", self._options.target,
                 "--emit", "cuda-tile", *hints],
            )  # fmt: skip

        def take(choice: Choice, result: Result) -> None:
            if not result.passed:
                raise SpaceError(f"cannot write {choice.candidate.label()}: {result.reason()}")
            texts[choice.candidate.number] = result.stdout.encode()

        self._stage("rewriting", choices, make, take)
        return [texts[each.candidate.number] for each in choices]

    def _module(self, choice: Choice) -> bytes:
        if not self._options.is_gpu:
            return choice.candidate.kernel.source
        return self._rewritten([choice])[0]

    def _check(self, choices: Sequence[Choice]) -> None:
        """Compares all arrays after a run with those of the first candidate, which the
        interpreter executes."""
        first = next(each for each in self._report.choices if not each.problem)
        words = _arguments_to_check(first)
        arrays = [number for number, word in enumerate(words) if _is_array(word)]
        outputs = tuple(f"reference{number}.npy" for number in arrays)
        command = self._command(first, "run", "--interpret", is_check=True)
        for number, name in zip(arrays, outputs):
            words[number] += f"=>{name}"
        (reference,) = self._engine.run([self._task(first, [*command, *words], outputs=outputs)])
        assert reference is not None
        if not reference.passed or len(reference.outputs) != len(outputs):
            raise SpaceError(
                f"the first candidate, {first.candidate.label()}, is wrong: {reference.reason()}"
            )
        references = tuple(zip(outputs, reference.outputs))
        modules = (
            self._rewritten(choices) if self._options.is_gpu
            else [each.candidate.kernel.source for each in choices]
        )  # fmt: skip
        of_choice = {each.candidate.number: module for each, module in zip(choices, modules)}

        def make(choice: Choice) -> Task:
            command = self._command(choice, "run", is_check=True)
            strategy = dict(choice.candidate.choices).get("strategy")
            command += ["--target", self._options.target, "--tol", self._options.tolerance]
            command += ["--strategy", strategy] if strategy else []
            for number, name in zip(arrays, outputs):
                command += ["--expect", f"{number}={name}"]
            kernel = choice.candidate.kernel
            files = ((kernel.file_name, of_choice[choice.candidate.number]), *references)
            return self._task(choice, [*command, *_arguments_to_check(choice)], files=files)

        def take(choice: Choice, result: Result) -> None:
            choice.checked = result.passed
            if not result.passed:
                choice.problem = "differs from the first: " + result.reason()

        self._stage("checking", choices, make, take)


def _without_output(word: str) -> str:
    return word.partition("=>")[0]


def _is_array(word: str) -> bool:
    return word.endswith(")") or ".npy" in word


def _arguments_to_check(choice: Choice) -> list[str]:
    kernel = choice.candidate.kernel
    return [_without_output(word) for word in kernel.check_arguments or kernel.arguments]


def tune(space: Space, options: Options, engine: Engine) -> Report:
    """The fastest candidate of a space. Raises SpaceError when there is none."""
    return _Tuner(space.candidates(), options, engine).run()


def default_jobs() -> int:
    return len(os.sched_getaffinity(0))
