#!/usr/bin/python3
# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the kernels that cuTile Python emitted and compares them with NumPy.

  test/Corpus/run_corpus.py --tessera PATH --corpus DIR [--input bytecode|text]
                            [--filter REGEX] [--newest] [--orders 0,1] [--threads N]
                            [--timeout SECONDS]

Every .tileirbc (or .mlir) file of DIR is run through `tessera run` with
--checks=report, so a finding of the interpreter fails the case, and with
--check-assumes, because the cases keep every promise; corpus_cases.py
says on what and why the tolerances are what they are. A file that it does not
know is a failure too: nothing is left out silently. One row is printed per run:

  max error   the largest |got - expected| over all outputs
  allowed     the tolerance of that element; 0 means equal
  used        the largest share of its tolerance that any element used up

`--orders 0,1` runs every launch once per block order; `--orders sm_80,sm_90a` under
three schedules of the PTX emulator for each GPU; `--orders cuda:sm_90a` on the GPU of this
machine. The files of a kernel differ in
bytecode version and hints: `--newest` runs one per kernel. The files of the corpus are
third-party: they are read where they are, and only temporary folders are written.
"""
import argparse
import re
import shlex
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.dont_write_bytecode = True  # leave no __pycache__ in the source tree
HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent.parent / "examples"), str(HERE.parent.parent / "utils")]

import corpus_cases
from run_examples import CPU, Outcome, argument_texts, check_text, compare, is_compiled, order_options

TIMEOUT_SECONDS = 120  # of one launch, unless --timeout says otherwise
SUFFIX = {"bytecode": ".tileirbc", "text": ".mlir"}
ROW = "{:<48} {:<7} {:<5} {:<8} {:<34} {:<31} {:>9} {:>9} {:>5} {:>6}  {}"


def entry_of(tessera, kernel):
    """The one entry of a file."""
    result = subprocess.run([tessera, "run", "--list-entries", kernel], capture_output=True,
                            text=True, errors="replace", timeout=TIMEOUT_SECONDS)
    names = re.findall(r"^([\w$]+)\(", result.stdout, re.MULTILINE)
    if result.returncode != 0 or len(names) != 1:
        raise RuntimeError(f"expected one entry, got {len(names)}: {result.stderr.strip()}")
    return names[0]


def constants(entry):
    """The compile-time constants that end a cuTile symbol: ..._I128_I64_B1."""
    tail = re.search(r"((?:_[IB]\d+)+)$", entry)
    return [int(value) for value in re.findall(r"_[IB](\d+)", tail.group(1))] if tail else []


def launch(options, kernel, case, order, folder):
    texts, checks = argument_texts(case, folder)
    command = [options.tessera, "run", str(kernel), f"--abi={case.abi}", "--grid",
               ",".join(map(str, case.grid)), "--threads", str(options.threads)]
    if is_compiled(order):
        # The number of threads is ours.
        command += CPU[order] if order in CPU else order_options(order)
    else:
        command += ["--checks=report", "--check-assumes", "--order-seed", str(order)]
    command += [*options.tool_option, *texts]
    outcome = Outcome(command=shlex.join(command))
    for _, _, out in checks:
        out.unlink(missing_ok=True)
    started = time.perf_counter()
    try:
        result = subprocess.run(command, capture_output=True, text=True, errors="replace",
                                timeout=options.timeout)
    except subprocess.TimeoutExpired:
        outcome.problems.append(f"did not end within {options.timeout} s")
        return outcome
    outcome.seconds = time.perf_counter() - started
    check_text(case, result, outcome)
    for expected, number, out in checks:
        if not case.diagnostic:
            compare(expected, number, out, outcome)
        elif out.exists():
            outcome.problems.append(f"argument {number} was written although the run failed")
    if not (outcome.compared or case.diagnostic or outcome.problems):
        outcome.problems.append("nothing was compared")
    return outcome


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tessera", default="tessera")
    parser.add_argument("--corpus", required=True, type=Path)
    parser.add_argument("--input", choices=SUFFIX, default="bytecode")
    parser.add_argument("--filter", default="", help="only files in whose name this regular expression is found")
    parser.add_argument("--newest", action="store_true", help="of each kernel only the file of the newest version")
    parser.add_argument("--orders", default="0", help="block orders, or cpu, sm_X or cuda:sm_X for compiled code, separated by commas")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--timeout", type=int, default=TIMEOUT_SECONDS, help="seconds for a launch")
    parser.add_argument("--tool-option", action="append", default=[],
                        help="passed on to `tessera run`; may be repeated")
    options = parser.parse_args()

    suffix = SUFFIX[options.input]
    files = sorted(path for path in options.corpus.glob(f"*{suffix}") if re.search(options.filter, path.name))
    if options.newest:
        files = sorted({path.name.split(".")[0]: path for path in
                        sorted(files, key=lambda path: path.name[:-len(suffix)].split(".", 2)[2])}.values())
    if not files:
        sys.exit(f"run_corpus: no {suffix} file matches")
    print(ROW.format("kernel", "arch", "bc", "grid", "case", "shapes", "max error", "allowed",
                     "used", "time", ""))
    passed, failed, run = 0, 0, set()
    known = {}  # cases are built once for all versions of a kernel
    with tempfile.TemporaryDirectory() as folder:
        for path in files:
            stem, arch, version = re.fullmatch(r"(.+)\.(sm_\d+)\.(\d+\.\d+)",
                                               path.name[:-len(suffix)]).groups()
            try:
                build = corpus_cases.KERNELS[stem]
                key = (stem, entry_of(options.tessera, path))
                if key not in known:
                    known = {key: build(*constants(key[1]))}
            except Exception as error:  # an unknown or unreadable file: say so, go on
                failed += 1
                print(f"{path.name}: FAIL: {type(error).__name__}: {error}")
                continue
            for case in known[key]:
                for order in options.orders.split(","):
                    if is_compiled(order) and case.diagnostic:
                        continue  # a finding of the interpreter's checks
                    outcome = launch(options, path, case, order, Path(folder))
                    passed += outcome.passed
                    failed += not outcome.passed
                    print(ROW.format(stem, arch, version, ",".join(map(str, case.grid)),
                                     case.name, case.shapes, f"{outcome.max_error:.2e}",
                                     f"{outcome.tolerance:.2e}", f"{outcome.used:.2f}",
                                     f"{outcome.seconds:.2f}s", "ok" if outcome.passed else "FAIL"),
                          flush=True)
                    for problem in outcome.problems:
                        print(f"  {problem}\n  {outcome.command}")
            run.add(path.name)
    print(f"{len(run)} of {len(files)} files run from {options.input}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
