#!/usr/bin/python3
# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the examples through `tessera run` and compares them with NumPy.

  utils/run_examples.py --tessera PATH [--orders 0,1,cpu,sm_80,cuda:sm_90a] [--filter TEXT]
                        [--junit FILE] [--json FILE] [--keep DIR] [--list]

Every folder of examples/ with a kernel.mlir and a reference.py is an example
(examples/common.py says what a reference.py provides). A number among the orders
interprets the kernel with its blocks in that order, `cpu` (`cpu-O0` without
optimisation, `cpu-avx2` for x86-64-v3) runs compiled code, and
`sm_X` compiles for that GPU and executes the PTX with the emulator, in three
schedules, `cuda:sm_X` on the GPU of this machine. Inputs are written to a temporary folder, never into the repository. One
row is printed per case:

  max error   the largest |got - expected| over all outputs and block orders
  tolerance   what was allowed for that element; 0 means equal
  used        the largest share of its tolerance that any element used up
  time        executing the kernel, without loading, compiling and starting

The last line counts runs (cases times block orders); the exit status is 0 only
if all passed.
"""
import argparse
import importlib.util
import json
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
import traceback
from dataclasses import dataclass, field
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
sys.path.insert(0, str(EXAMPLES))
sys.dont_write_bytecode = True  # leave no __pycache__ in the source tree

try:
    import numpy as np
    import common
except ImportError as error:
    sys.exit(f"run_examples: {error}: utils/setup.sh installs what is needed")

TIMEOUT_SECONDS = 300
# The "orders" that are no orders: compiled code.
CPU = {"cpu": [], "cpu-O0": ["--opt-level", "0"], "cpu-avx2": ["--target", "cpu:x86-64-v3"]}
GPU_PREFIX = "sm_"
DEVICE_PREFIX = "cuda:"


def is_compiled(order):
    return order in CPU or str(order).startswith((GPU_PREFIX, DEVICE_PREFIX))


def order_options(order):
    """The options of `tessera run` for compiled code."""
    if order in CPU:
        return ["--threads", "2", *CPU[order]]
    if order.startswith(DEVICE_PREFIX):
        return ["--target", order.removeprefix(DEVICE_PREFIX), "--device", "cuda"]
    return ["--target", order, "--device", "emulator", "--schedules", "3"]


@dataclass
class Outcome:
    """What one run of one case showed."""
    max_error: float = 0.0
    tolerance: float = 0.0
    used: float = 0.0
    seconds: float = 0.0
    compared: bool = False
    problems: list = field(default_factory=list)
    command: str = ""

    @property
    def passed(self):
        return not self.problems


# ---------------------------------------------------------------------------
# Finding and preparing cases
# ---------------------------------------------------------------------------


def load_cases(folder):
    spec = importlib.util.spec_from_file_location(f"reference_{folder.name}",
                                                  folder / "reference.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    cases = module.cases()
    if not cases:
        raise ValueError("cases() returned nothing")
    for case in cases:
        if not (case.diagnostic or any(isinstance(a, common.Array) and a.expected is not None
                                       for a in case.args)):
            raise ValueError(f"{case.name} checks nothing")
    return cases


def scalar_text(argument):
    if argument.dtype.startswith("i"):
        return f"{argument.dtype}:{int(argument.value)}"
    return f"{argument.dtype}:{float(common.NATIVE[argument.dtype](argument.value))!r}"


def argument_texts(case, folder):
    """Writes the inputs to `folder`; returns the arguments for the tool and
    [(Array, output file)] for the arrays to check."""
    texts, checks = [], []
    for number, argument in enumerate(case.args):
        if isinstance(argument, common.Scalar):
            texts.append(scalar_text(argument))
            continue
        shape = "x".join(str(extent) for extent in argument.shape)
        if argument.values is not None:
            file = folder / f"arg{number}.npy"
            # NumPy would keep a transposed array transposed on disk.
            np.save(file, np.ascontiguousarray(common.encode(argument.values, argument.dtype)))
            text = str(file)
            if argument.dtype in common.RAW:
                text += f":{argument.dtype}"
        elif argument.expected is not None:
            text = f"zeros({shape},{argument.dtype})"
        else:  # scratch: reading what nobody wrote is a finding
            text = f"uninit({shape},{argument.dtype})"
        if argument.expected is not None:
            out = folder / f"out{number}.npy"
            text += f"=>{out}"
            checks.append((argument, number, out))
        texts.append(text)
    return texts, checks


# ---------------------------------------------------------------------------
# Running and comparing
# ---------------------------------------------------------------------------


def compare(array, number, file, outcome):
    """Adds what the output file shows to `outcome`."""
    if not file.exists():
        outcome.problems.append(f"argument {number} was not written")
        return
    got = common.decode(np.load(file), array.dtype)
    if got.shape != array.shape:
        outcome.problems.append(f"argument {number}: expected shape {array.shape}, got {got.shape}")
        return
    exact = array.dtype.startswith("i")
    expected = np.asarray(array.expected).astype(np.int64 if exact else np.float64)
    same = (got == expected) | (np.isnan(got.astype(float)) & np.isnan(expected.astype(float)))
    with np.errstate(invalid="ignore"):
        error = np.where(same, 0.0, np.abs(got - expected).astype(np.float64))
        error = np.where(np.isnan(error), np.inf, error)
        allowed = np.broadcast_to(array.atol + array.rtol * np.abs(expected), error.shape)
    outcome.compared = True
    if error.size == 0:
        return
    worst = np.unravel_index(np.argmax(error), error.shape)
    if error[worst] >= outcome.max_error:
        outcome.max_error, outcome.tolerance = float(error[worst]), float(allowed[worst])
    wrong = ~(same | (error <= allowed))  # where both are NaN, `allowed` is NaN
    with np.errstate(divide="ignore", invalid="ignore"):
        share = np.where(error == 0, 0.0, error / allowed)
    outcome.used = max(outcome.used, float(share.max()))
    if wrong.any():
        where = np.unravel_index(np.argmax(np.where(wrong, share, -1)), error.shape)
        outcome.problems.append(
            f"argument {number}: {int(wrong.sum())} of {wrong.size} elements are wrong, the worst at "
            f"{[int(i) for i in where]}: expected {expected[where]:.9g}, got {got[where]:.9g}, "
            f"tolerance {allowed[where]:.3g}")


def check_text(case, result, outcome):
    """Exit status, messages and printed lines."""
    tail = "\n    ".join(result.stderr.strip().splitlines()[-8:])
    if case.diagnostic:
        if result.returncode != 1:
            outcome.problems.append(f"expected exit status 1, got {result.returncode}")
        if case.diagnostic not in result.stderr:
            outcome.problems.append(f"expected the message '{case.diagnostic}', got:\n    {tail}")
        return
    if result.returncode != 0:
        outcome.problems.append(f"exit status {result.returncode}:\n    {tail}")
    printed = result.stdout.splitlines()
    for line in case.stdout_lines:
        if line not in printed:
            outcome.problems.append(f"expected the line '{line}', got {printed}")


def run_case(tessera, kernel, case, order, folder, tool_options=()):
    texts, checks = argument_texts(case, folder)
    command = [str(tessera), "run", str(kernel), "--entry", case.entry,
               "--grid", ",".join(map(str, case.grid)), "--time"]
    if is_compiled(order):
        command += order_options(order)
    else:
        # No example may depend on elements that the language leaves unspecified.
        command += ["--unspecified=ones", "--order-seed", str(order)]
    if case.abi != "plain":
        command.append(f"--abi={case.abi}")
    command += [*tool_options, *texts]
    outcome = Outcome(command=shlex.join(command))
    for _, _, out in checks:
        out.unlink(missing_ok=True)
    started = time.perf_counter()
    try:
        result = subprocess.run(command, capture_output=True, text=True,
                                errors="replace", timeout=TIMEOUT_SECONDS)
    except subprocess.TimeoutExpired:
        outcome.problems.append(f"did not end within {TIMEOUT_SECONDS} s")
        return outcome
    outcome.seconds = time.perf_counter() - started
    phase = re.search(r"^time: .*\brun ([0-9.]+) ms", result.stderr, re.MULTILINE)
    if phase:
        outcome.seconds = float(phase.group(1)) / 1e3
    check_text(case, result, outcome)
    for array, number, out in checks:
        if case.diagnostic:
            if out.exists():
                outcome.problems.append(f"argument {number} was written although the run failed")
        elif result.returncode == 0:
            compare(array, number, out, outcome)
    return outcome


# ---------------------------------------------------------------------------
# Reports
# ---------------------------------------------------------------------------


def table_row(case, outcomes):
    compared = [o for o in outcomes if o.compared]
    worst = max(compared, key=lambda o: o.max_error, default=None)
    error = f"{worst.max_error:.2e}" if worst and worst.max_error else "0" if worst else "-"
    tolerance = f"{worst.tolerance:.2e}" if worst and worst.tolerance else "0" if worst else "-"
    share = 100 * max((o.used for o in compared), default=0.0)
    used = "-" if not compared else f"{share:.0f}%" if share < 1000 else ">999%"
    failed = sum(not o.passed for o in outcomes)
    verdict = "ok" if not failed else "FAIL" if len(outcomes) == 1 else f"FAIL {failed}/{len(outcomes)}"
    return [case.name, "x".join(map(str, case.grid)), case.shapes, error, tolerance, used,
            f"{1e3 * max(o.seconds for o in outcomes):.1f} ms", verdict]


def print_table(rows):
    header = ["kernel", "grid", "shapes", "max error", "tolerance", "used", "time", ""]
    right = {3, 4, 5, 6}
    widths = [max(len(row[i]) for row in [header] + rows) for i in range(len(header))]
    for row in [header, ["-" * w for w in widths]] + rows:
        print("  ".join(cell.rjust(w) if i in right else cell.ljust(w)
                        for i, (cell, w) in enumerate(zip(row, widths))).rstrip())


def write_junit(file, records):
    failures = sum(not r["passed"] for r in records)
    lines = ['<?xml version="1.0" encoding="UTF-8"?>',
             f'<testsuite name="examples" tests="{len(records)}" failures="{failures}">']
    for r in records:
        lines.append(f'  <testcase classname="examples" name={quoteattr(r["name"])} '
                     f'time="{r["seconds"]:.6f}">')
        if not r["passed"]:
            text = "\n".join(r["problems"])
            lines.append(f'    <failure message={quoteattr(r["problems"][0].splitlines()[0])}>'
                         f'{escape(text)}</failure>')
        lines.append("  </testcase>")
    Path(file).write_text("\n".join(lines + ["</testsuite>"]) + "\n")


def parse_command_line():
    parser = argparse.ArgumentParser(description="Run the examples and compare them with NumPy.")
    parser.add_argument("--tessera", default="tessera", help="the tool (default: from PATH)")
    parser.add_argument("--orders", default="0", help="seeds of the block order, cpu or a GPU, as in 0,1,cpu,sm_80,cuda:sm_90a (default: 0)")
    parser.add_argument("--filter", default="", help="only cases whose name contains this")
    parser.add_argument("--junit", help="write a JUnit report")
    parser.add_argument("--json", help="write the results as JSON")
    parser.add_argument("--keep", help="write inputs and outputs to this folder and keep them")
    parser.add_argument("--tool-option", action="append", default=[],
                        help="passed on to `tessera run`; may be repeated")
    parser.add_argument("--list", action="store_true", help="print the names of the cases and stop")
    arguments = parser.parse_args()
    try:
        arguments.orders = [o if is_compiled(o) else int(o) for o in arguments.orders.split(",")]
    except ValueError:
        parser.error(f"--orders: expected numbers, cpu, cpu-O0, cpu-avx2, sm_X or cuda:sm_X, got '{arguments.orders}'")
    return arguments


def main():
    arguments = parse_command_line()
    tessera = shutil.which(arguments.tessera)
    if tessera is None and not arguments.list:
        sys.exit(f"run_examples: cannot execute '{arguments.tessera}'")
    work = Path(arguments.keep).resolve() if arguments.keep else Path(tempfile.mkdtemp(prefix="tessera-examples-"))
    rows, records, failures = [], [], []

    def record(name, order, outcome):
        records.append({"name": f"{name}[order {order}]", "passed": outcome.passed,
                        "seconds": outcome.seconds, "max_error": outcome.max_error,
                        "tolerance": outcome.tolerance, "used": outcome.used,
                        "problems": outcome.problems, "command": outcome.command})
        if not outcome.passed:
            failures.append(records[-1])

    try:
        for kernel in sorted(EXAMPLES.glob("*/kernel.mlir")):
            try:
                cases = load_cases(kernel.parent)
            except Exception:  # a broken reference is a failure of that example only
                if arguments.filter in kernel.parent.name:
                    record(kernel.parent.name, "-", Outcome(problems=[traceback.format_exc()]))
                continue
            for case in cases:
                if arguments.filter not in case.name:
                    continue
                if arguments.list:
                    print(case.name)
                    continue
                folder = work / case.name
                folder.mkdir(parents=True, exist_ok=True)
                outcomes = [run_case(tessera, kernel, case, order, folder, arguments.tool_option)
                            for order in arguments.orders]
                for order, outcome in zip(arguments.orders, outcomes):
                    record(case.name, order, outcome)
                rows.append(table_row(case, outcomes))
    finally:
        if not arguments.keep:
            shutil.rmtree(work, ignore_errors=True)
    if arguments.list:
        return 0

    print_table(rows)
    for failure in failures:
        print(f"\n{failure['name']}:")
        for problem in failure["problems"]:
            print(f"  {problem}")
        if failure["command"]:
            print(f"  command (--keep DIR keeps its files): {failure['command']}")
    if arguments.junit:
        write_junit(arguments.junit, records)
    if arguments.json:
        Path(arguments.json).write_text(json.dumps(records, indent=1) + "\n")
    print(f"\n{len(records) - len(failures)} passed, {len(failures)} failed")
    return 1 if failures or not records else 0


if __name__ == "__main__":
    sys.exit(main())
