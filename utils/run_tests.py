#!/usr/bin/python3
# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs every suite of the project and closes with one line: N passed, N failed.

  utils/run_tests.py [--build build/dev] [-j 2] [--only SUITE]... [--list]

A suite that crashes, hangs, or runs no test at all counts as one failure. Skipped and
unsupported tests are counted apart (`, N skipped`) and never as passed. The sum is also
written to <build>/test-results.json.
"""

import argparse
import concurrent.futures
import dataclasses
import json
import os
import re
import subprocess
import sys
import tempfile
import threading
import time

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), ".."))
PYTHON = "/usr/bin/python3"
LIT = "/usr/lib/llvm-22/bin/lit"
# With sanitizers, on a busy machine, lit takes half an hour.
SUITE_TIMEOUT_SECONDS = 3600
CLOSING_LINE = re.compile(r"^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$", re.MULTILINE)


@dataclasses.dataclass
class Result:
    passed: int = 0
    failed: int = 0
    skipped: int = 0
    # One entry for each failure: its name, then what it printed.
    reports: list = dataclasses.field(default_factory=list)

    def add(self, other):
        self.passed += other.passed
        self.failed += other.failed
        self.skipped += other.skipped
        self.reports += other.reports

    def fail(self, name, output=""):
        self.failed += 1
        self.reports.append((name, output))

    def __str__(self):
        skipped = f", {self.skipped} skipped" if self.skipped else ""
        return f"{self.passed} passed, {self.failed} failed{skipped}"


class Progress:
    """Says how far a suite is: on a terminal in one line, elsewhere once a minute. Counts
    come from lines of the suite that say "(14 of 471)", as those of lit do."""

    COUNT = re.compile(r"\((\d+) of (\d+)\)")
    FIRST_SECONDS, MINUTE = 2, 60

    def __init__(self, stream=sys.stdout):
        self.stream, self.is_terminal = stream, stream.isatty()
        self.name, self.count, self.is_drawn = "", "", False
        self.ended = threading.Event()
        self.thread = None

    def saw(self, line):
        if found := self.COUNT.search(line):
            self.count = f", {found[1]} of {found[2]}"

    def text(self, seconds):
        return f"{self.name}: {seconds:.0f} s{self.count} ..."

    def draw(self):
        start, step = time.monotonic(), 1 if self.is_terminal else self.MINUTE
        wait = self.FIRST_SECONDS if self.is_terminal else self.MINUTE
        while not self.ended.wait(wait):
            wait = step
            text = self.text(time.monotonic() - start)
            self.is_drawn = self.is_terminal
            print(f"{text}\x1b[K" if self.is_terminal else text, end="\r" if self.is_terminal else "\n", file=self.stream, flush=True)

    def begin(self, name):
        self.name, self.count = name, ""
        self.ended.clear()
        self.thread = threading.Thread(target=self.draw, daemon=True)
        self.thread.start()

    def end(self):
        self.ended.set()
        self.thread.join()
        if self.is_drawn:
            print("\x1b[K", end="", file=self.stream, flush=True)
        self.is_drawn = False


PROGRESS = Progress()


def run(command, **options):
    """(status, output) of a command; a hang is status 124 and a missing program 127."""
    try:
        process = subprocess.Popen(
            command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, encoding="utf-8", errors="replace", **options,
        )  # fmt: skip
    except OSError as error:
        return 127, str(error)
    late = threading.Event()

    def stop():
        late.set()
        process.kill()

    timer = threading.Timer(SUITE_TIMEOUT_SECONDS, stop)
    timer.start()
    lines = []
    for line in process.stdout:
        PROGRESS.saw(line)
        lines.append(line)
    status = process.wait()
    timer.cancel()
    output = "".join(lines)
    if late.is_set():
        return 124, output + f"\nno end within {SUITE_TIMEOUT_SECONDS} s"
    return status, output


def check(name, command):
    """A check script: one test, passed when it ends with status 0."""
    result = Result()
    status, output = run(command)
    if status == 0:
        result.passed += 1
        for line in output.splitlines():
            if line.startswith("warning:"):
                print(f"  {line}")
    else:
        result.fail(name, output)
    return result


def counted(name, command, may_be_skipped=False):
    """A script that counts its own tests and closes with `N passed, N failed`. One that
    may be skipped as a whole says why in its first line."""
    result = Result()
    status, output = run(command)
    lines = list(CLOSING_LINE.finditer(output))
    if not lines:
        result.fail(name, f"ended with status {status} and no count\n{output}")
        return result
    passed, failed, skipped = (int(group or 0) for group in lines[-1].groups())
    result.passed, result.skipped = passed, skipped
    if failed:
        result.failed = failed
        result.reports.append((name, output))
    elif status != 0:
        result.fail(name, f"ended with status {status} though nothing failed\n{output}")
    elif passed == 0 and not (may_be_skipped and result.skipped):
        result.fail(name, f"ran no tests\n{output}")
    elif passed == 0:
        print(f"  {output.splitlines()[0]}")
    return result


def python_unit_tests():
    """utils/tests: the check scripts' own tests, with planted violations."""
    runner = os.path.join(ROOT, "utils", "tests", "run_unittests.py")
    return counted("utils/tests", [PYTHON, runner])


def read_gtest(name, status, output, report_path):
    """Reads GoogleTest's own JSON; what did not run to its end counts as failed."""
    result = Result()
    try:
        with open(report_path, encoding="utf-8") as file:
            report = json.load(file)
    except (OSError, ValueError):
        result.fail(name, f"ended with status {status} and no report\n{output}")
        return result
    for suite in report.get("testsuites", []):
        for case in suite.get("testsuite", []):
            full = f"{name}: {suite['name']}.{case['name']}"
            if case.get("failures"):
                text = "\n".join(failure["failure"] for failure in case["failures"])
                result.fail(full, text)
            elif case.get("status") != "RUN" or case.get("result") == "SKIPPED":
                result.skipped += 1
            elif case.get("result") == "COMPLETED":
                result.passed += 1
            else:
                result.fail(full, f"unknown result {case.get('result')}")
    if status != 0 and result.failed == 0:
        result.fail(name, f"ended with status {status} though no test failed\n{output}")
    if result.passed + result.failed == 0:
        result.fail(name, "ran no tests")
    return result


def unit_tests(build, jobs):
    """Every test CTest knows: GoogleTest binaries by their JSON, others by status."""
    status, listing = run(["ctest", "--test-dir", build, "--show-only=json-v1"])
    result = Result()
    try:
        tests = json.loads(listing)["tests"] if status == 0 else None
    except ValueError:
        tests = None
    if not tests:
        result.fail("unit tests", f"CTest lists none in {build}\n{listing}")
        return result

    def run_one(test):
        name, command = test["name"], test.get("command")
        if not command:
            missing = Result()
            missing.fail(name, "not built")
            return missing
        if os.path.dirname(command[0]) != os.path.join(os.path.abspath(build), "unittests"):
            return check(name, command)
        with tempfile.TemporaryDirectory() as folder:
            report = os.path.join(folder, "report.json")
            status, output = run(command + [f"--gtest_output=json:{report}"])
            return read_gtest(name, status, output, report)

    with concurrent.futures.ThreadPoolExecutor(max_workers=jobs) as pool:
        for number, one in enumerate(pool.map(run_one, tests), 1):
            PROGRESS.saw(f"({number} of {len(tests)})")
            result.add(one)
    return result


def read_lit(status, output, report_path):
    result = Result()
    try:
        with open(report_path, encoding="utf-8") as file:
            tests = json.load(file)["tests"]
    except (OSError, ValueError, KeyError):
        result.fail("lit", f"ended with status {status} and no report\n{output}")
        return result
    for test in tests:
        code = test["code"]
        if code in ("PASS", "FLAKYPASS"):
            result.passed += 1
        elif code in ("UNSUPPORTED", "SKIPPED", "EXCLUDED", "XFAIL"):
            result.skipped += 1
        else:  # FAIL, XPASS, UNRESOLVED, TIMEOUT
            result.fail(f"{test['name']} ({code})", test.get("output", ""))
    if status != 0 and result.failed == 0:
        result.fail("lit", f"ended with status {status} though no test failed\n{output}")
    if result.passed + result.failed == 0:
        result.fail("lit", f"ran no tests\n{output}")
    return result


def lit_tests(build, jobs):
    with tempfile.TemporaryDirectory() as folder:
        report = os.path.join(folder, "lit.json")
        # Not -q: its lines say how many of how many tests have run.
        command = [LIT, f"-j{jobs}", "-o", report, os.path.join(build, "test")]
        status, output = run(command)
        return read_lit(status, output, report)


def utils_script(name):
    return os.path.join(ROOT, "utils", name)


def suites(build, jobs):
    """(name, function) in the order in which they run: cheap ones first."""
    tools = os.path.join(build, "bin")
    tessera = os.path.join(tools, "tessera")

    def script_check(name):
        path = utils_script(name)
        return lambda: check(name, [path] if name.endswith(".sh") else [PYTHON, path])

    return [
        ("layering", script_check("check_layering.py")),
        ("sizes", script_check("check_sizes.py")),
        ("docs", script_check("check_docs.py")),
        ("citations", script_check("check_citations.py")),
        ("numbers", script_check("check_numbers.py")),
        ("names", script_check("check_names.py")),
        ("commits", script_check("check_commits.py")),
        ("format", script_check("check_format.sh")),
        ("op and pass tests", script_check("check_tests.py")),
        ("assertions", script_check("check_assertions.py")),
        (
            "generated docs",
            lambda: check("docs", [PYTHON, utils_script("generate_docs.py"), "--check"]),
        ),
        ("site", script_check("build_site.py")),
        (
            "C interface",
            lambda: check(
                "C interface",
                [PYTHON, utils_script("check_abi.py"), "--library", os.path.join(build, "lib", "libtessera-c.so")],
            ),
        ),
        ("check scripts", python_unit_tests),
        ("unit tests", lambda: unit_tests(build, jobs)),
        ("lit", lambda: lit_tests(build, jobs)),
        (
            "walkthrough",
            lambda: counted(
                "walkthrough", [PYTHON, utils_script("run_walkthrough.py"), "--bin", tools]
            ),
        ),
        (
            "readme",
            lambda: counted(
                "readme",
                [PYTHON, utils_script("run_walkthrough.py"), "--bin", tools, "--page", "README.md"],
            ),
        ),
        (
            "tuning",
            lambda: counted(
                "tuning",
                [PYTHON, utils_script("run_walkthrough.py"), "--bin", tools, "--page", "docs/tuning.md"],
            ),
        ),
        (
            "python",
            lambda: counted(
                "python",
                [PYTHON, utils_script("run_python_tests.py"), "--build", build],
                may_be_skipped=True,
            ),
        ),
        (
            "packages",
            lambda: counted(
                "packages",
                [PYTHON, utils_script("run_package_tests.py"), "--build", build],
                may_be_skipped=True,
            ),
        ),
        (
            "examples",
            lambda: counted(
                "examples", [PYTHON, utils_script("run_examples.py"), "--tessera", tessera, "--orders", "0,1,2,cpu,cpu-O0,cpu-avx2"]
            ),
        ),
    ]


def print_reports(reports):
    for name, output in reports:
        print(f"  FAILED {name}")
        lines = output.rstrip().splitlines()
        if len(lines) > 60:
            lines = lines[:20] + [f"... ({len(lines) - 60} lines left out)"] + lines[-40:]
        for line in lines:
            print(f"    {line}")


def run_suites(chosen):
    """The sum of the suites and one record for each, printing as they end."""
    total, records = Result(), []
    for name, function in chosen:
        start = time.monotonic()
        PROGRESS.begin(name)
        try:
            result = function()
        finally:
            PROGRESS.end()
        seconds = time.monotonic() - start
        print_reports(result.reports)
        print(f"{name}: {result} ({seconds:.1f} s)", flush=True)
        total.add(result)
        records.append(
            {"suite": name, "passed": result.passed, "failed": result.failed,
             "skipped": result.skipped, "seconds": round(seconds, 2)}
        )  # fmt: skip
    return total, records


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", default=os.path.join(ROOT, "build", "dev"))
    parser.add_argument("-j", dest="jobs", type=int, default=2)
    parser.add_argument("--only", action="append", help="run only the suite of this name")
    parser.add_argument("--list", action="store_true", help="print the suites' names")
    arguments = parser.parse_args()
    build = os.path.abspath(arguments.build)
    available = suites(build, arguments.jobs)
    names = [name for name, _ in available]
    if arguments.list:
        print("\n".join(names))
        return 0
    for name in arguments.only or []:
        if name not in names:
            parser.error(f"expected one of: {', '.join(names)}; got '{name}'")
    start = time.monotonic()
    total, records = run_suites(
        [each for each in available if not arguments.only or each[0] in arguments.only]
    )
    if os.path.isdir(build):
        with open(os.path.join(build, "test-results.json"), "w", encoding="utf-8") as file:
            json.dump({"suites": records, "passed": total.passed, "failed": total.failed,
                       "skipped": total.skipped}, file, indent=1)  # fmt: skip
    if total.reports:
        print("failed: " + ", ".join(name for name, _ in total.reports))
    print(f"wall time {time.monotonic() - start:.1f} s")
    print(total, flush=True)
    return 0 if total.failed == 0 and total.passed > 0 else 1


if __name__ == "__main__":
    sys.exit(main())
