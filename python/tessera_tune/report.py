# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The result of tuning as a table and as JSON."""

from __future__ import annotations

import json
from typing import Optional

from .tune import Choice, Report


def _number(value: Optional[float]) -> str:
    return "-" if value is None else f"{value:.0f}"


def _row(choice: Choice, best: Choice, is_gpu: bool) -> list[str]:
    score, least = choice.score, best.score
    assert score is not None and least
    timed = (
        [_number(choice.estimate), _number(choice.cycles)] if is_gpu else [f"{score * 1e6:.2f}"]
    )
    checked = "yes" if choice.checked else "not asked"
    mark = "*" if choice is best else ""
    number = str(choice.candidate.number)
    return [mark, number, *timed, f"{score / least:.3f}", checked, choice.candidate.label()]


def _counts(report: Report) -> list[str]:
    choices = report.choices
    is_gpu = report.options.is_gpu
    illegal = [each for each in choices if each.problem and each.score is None]
    wrong = [each for each in choices if each.problem and each.score is not None]
    timed = sum(each.score is not None for each in choices)
    legal = len(choices) - len(illegal)
    lines = [f"{len(choices)} candidates for {report.options.target}, {legal} of them legal"]
    if is_gpu:
        same = sum(each.same_as is not None for each in choices)
        saved = 100 * (1 - timed / max(1, legal))
        lines.append(
            f"{same} have the code of another; {timed} were simulated, which saved "
            f"{saved:.0f} % of the simulations"
        )
    lines.append(f"{sum(each.checked for each in choices)} agree with the first candidate")
    lines += [f"  WRONG {each.candidate.label()}: {each.problem}" for each in wrong]
    reasons: dict[str, list[Choice]] = {}
    for each in illegal:
        reasons.setdefault(each.problem, []).append(each)
    for reason, those in sorted(reasons.items(), key=lambda item: -len(item[1]))[:5]:
        lines.append(f"  {len(those)} are not legal, as {those[0].candidate.label()}: {reason}")
    lines += [f"  the time budget ended while {label}" for label in report.cut]
    return lines


def as_text(report: Report, rows: int) -> str:
    """What `tessera tune` prints."""
    best = report.best
    assert best is not None
    is_gpu = report.options.is_gpu
    head = ["", "#", *(["estimate", "cycles"] if is_gpu else ["us"]), "ratio", "checked", "choices"]
    table = [head] + [_row(each, best, is_gpu) for each in report.ranked()[:rows]]
    widths = [max(len(row[i]) for row in table) for i in range(len(head))]
    lines = _counts(report) + [""]
    for row in table:
        cells = [cell.rjust(width) for cell, width in zip(row[:-1], widths)] + [row[-1]]
        lines.append("  ".join(cells).rstrip())
    lines += ["", f"chosen: {best.candidate.label()}"]
    return "\n".join(lines) + "\n"


def as_json(report: Report) -> str:
    """Everything that is known, the candidates in their order."""
    best = report.best
    return json.dumps(
        {
            "target": report.options.target,
            "chosen": best.candidate.number if best else None,
            "options": list(best.candidate.options()) if best else [],
            "cut": report.cut,
            "candidates": [
                {
                    "number": each.candidate.number,
                    "choices": dict(each.candidate.choices),
                    "grid": list(each.candidate.kernel.grid),
                    "estimate": each.estimate,
                    "cycles": each.cycles,
                    "seconds": each.seconds,
                    "same as": each.same_as,
                    "checked": each.checked,
                    "problem": each.problem,
                }
                for each in report.choices
            ],
        },
        indent=1,
    )
