#!/usr/bin/python3
# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Executes docs/Walkthrough.md: every command of the page runs, in order, and must
print what the page says it prints.

A fenced block `sh` is run by bash (-eu, pipefail) in one scratch folder that holds
examples/ and utils/ of the checkout. `sh fails` is expected to end with a non-zero
status. `sh needs NAME` is skipped on machines without NAME, a Python module or a
program, which is then printed. An `output` block after it is what standard output and error together must
be, where a line `...` stands for any lines and {{regex}} for a part of a line. A `sh`
block without an `output` block must only succeed. Fences of any other kind are prose.

  utils/run_walkthrough.py --bin build/dev/bin [--page docs/Walkthrough.md]

Closes with `N passed, N failed`: one count for each block that was run.
"""

import argparse
import dataclasses
import os
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), ".."))
LLVM_BIN = "/usr/lib/llvm-22/bin"
TIMEOUT_SECONDS = 120


@dataclasses.dataclass
class Step:
    line: int
    command: str
    fails: bool = False
    needs: str = ""
    expected: str = None


class PageError(Exception):
    pass


def parse(text):
    """The steps of a page. An `output` block without a `sh` block just before it is
    an error: it would silently test nothing."""
    steps, fence, body, start = [], None, [], 0
    for number, line in enumerate(text.splitlines(), 1):
        match = re.match(r"^```(.*)$", line)
        if fence is None:
            if match:
                fence, body, start = match.group(1).strip(), [], number
            continue
        if not match:
            body.append(line)
            continue
        content = "\n".join(body)
        needed = re.fullmatch(r"sh needs (\S+)", fence)
        if fence in ("sh", "sh fails") or needed:
            name = needed[1] if needed else ""
            steps.append(Step(start, content, fails=fence == "sh fails", needs=name))
        elif fence == "output":
            if not steps or steps[-1].expected is not None:
                raise PageError(f"line {start}: output block without a sh block before it")
            steps[-1].expected = content
        elif fence.startswith("sh"):
            raise PageError(f"line {start}: unknown fence '{fence}'")
        fence = None
    if fence is not None:
        raise PageError(f"line {start}: block without an end")
    return steps


def line_pattern(line):
    parts = re.split(r"\{\{(.*?)\}\}", line)
    return "".join(f"(?:{part})" if i % 2 else re.escape(part) for i, part in enumerate(parts))


def matches(expected, actual):
    """Whether the lines agree, `...` standing for any number of lines."""
    pattern = ""
    for line in expected.splitlines():
        pattern += r"(?:[^\n]*\n)*?" if line.strip() == "..." else line_pattern(line.rstrip()) + r"\n"
    text = "".join(line.rstrip() + "\n" for line in actual.splitlines())
    return re.fullmatch(pattern, text) is not None


def run_step(step, folder, environment):
    """None when the step did what the page says, else the reason."""
    try:
        result = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", step.command],
            cwd=folder, env=environment, stdin=subprocess.DEVNULL, text=True, errors="replace",
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=TIMEOUT_SECONDS,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return f"no end within {TIMEOUT_SECONDS} s"
    output = result.stdout
    # A crash is never the failure a page means to show.
    if result.returncode < 0 or result.returncode > 125:
        return f"ended with status {result.returncode}; it printed:\n{output}"
    if (result.returncode != 0) != step.fails:
        wanted = "a failure" if step.fails else "status 0"
        return f"expected {wanted}, got status {result.returncode}; it printed:\n{output}"
    if step.expected is not None and not matches(step.expected, output):
        return f"expected:\n{step.expected}\ngot:\n{output}"
    return None


def scratch_environment(folder, bin_dir):
    """PATH with our tools, LLVM's, and Debian's Python (the one with NumPy) as python3."""
    shims = os.path.join(folder, ".shims")
    os.mkdir(shims)
    os.symlink("/usr/bin/python3", os.path.join(shims, "python3"))
    for name in ("examples", "utils"):
        if os.path.isdir(os.path.join(ROOT, name)):
            os.symlink(os.path.join(ROOT, name), os.path.join(folder, name))
    environment = dict(os.environ, LC_ALL="C.UTF-8", PYTHONDONTWRITEBYTECODE="1")
    path = [shims, os.path.abspath(bin_dir), LLVM_BIN, os.environ.get("PATH", "")]
    environment["PATH"] = os.pathsep.join(path)
    return environment


def is_there(name, environment):
    """Whether there is a Python module or a program of that name."""
    found = shutil.which(name, path=environment["PATH"])
    return bool(found) or not subprocess.run(
        ["python3", "-c", f"import {name.replace('-', '_')}"], env=environment,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False,
    ).returncode  # fmt: skip


def run_page(page, bin_dir):
    """(passed, failed, skipped); prints each failure and why others were skipped."""
    with open(page, encoding="utf-8") as file:
        steps = parse(file.read())
    passed = failed = skipped = 0
    with tempfile.TemporaryDirectory(prefix="tessera-walkthrough-") as folder:
        environment = scratch_environment(folder, bin_dir)
        for step in steps:
            if step.needs and not is_there(step.needs, environment):
                skipped += 1
                print(f"{os.path.relpath(page)}:{step.line}: skipped: {step.needs} is not installed")
                continue
            problem = run_step(step, folder, environment)
            if problem is None:
                passed += 1
            else:
                failed += 1
                print(f"{os.path.relpath(page)}:{step.line}: {step.command}\n{problem}\n")
    return passed, failed, skipped


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", required=True)
    parser.add_argument("--page", default=os.path.join(ROOT, "docs", "Walkthrough.md"))
    arguments = parser.parse_args()
    try:
        passed, failed, skipped = run_page(arguments.page, arguments.bin)
    except (OSError, PageError) as error:
        print(f"{arguments.page}: {error}")
        passed, failed, skipped = 0, 1, 0
    print(f"{passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else ""))
    return 0 if failed == 0 and passed > 0 else 1


if __name__ == "__main__":
    sys.exit(main())
