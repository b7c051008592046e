# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
""".ci/run always closes with the count; run_fuzzers.py reports what a target does."""

import contextlib
import io
import os
import shutil
import subprocess
import unittest

import run_fuzzers
from trees import Tree

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def executable(tree, path, body):
    full = tree.write(path, "#!/bin/sh\n" + body + "\n")
    os.chmod(full, 0o755)
    return full


class CiRunTest(unittest.TestCase):
    def run_ci(self, make_body):
        """(status, last line) of .ci/run where `make` does what `make_body` says."""
        tree = Tree(self, {})
        executable(tree, "bin/make", make_body)
        os.mkdir(os.path.join(tree.root, ".ci"))
        script = shutil.copy(os.path.join(ROOT, ".ci", "run"), os.path.join(tree.root, ".ci"))
        path = os.path.join(tree.root, "bin") + os.pathsep + os.environ["PATH"]
        result = subprocess.run(
            [script], stdin=subprocess.DEVNULL, capture_output=True, text=True,
            env={**os.environ, "PATH": path, "CI": "true"},
        )  # fmt: skip
        return result.returncode, result.stdout.splitlines()[-1]

    def test_success(self):
        self.assertEqual(self.run_ci("echo 7 passed, 0 failed"), (0, "7 passed, 0 failed"))

    def test_failure_below_which_make_adds_a_line(self):
        body = "echo 7 passed, 2 failed, 1 skipped; echo 'make: *** Error 1' >&2; exit 2"
        self.assertEqual(self.run_ci(body), (2, "7 passed, 2 failed, 1 skipped"))

    def test_broken_build(self):
        self.assertEqual(self.run_ci("echo error: no; exit 2"), (2, "0 passed, 1 failed"))

    def test_no_count_is_a_failure(self):
        self.assertEqual(self.run_ci("echo all fine"), (1, "0 passed, 1 failed"))

    def test_calls_make_test(self):
        body = 'test "$*" = test && echo 1 passed, 0 failed'
        self.assertEqual(self.run_ci(body), (0, "1 passed, 0 failed"))


class FuzzersTest(unittest.TestCase):
    def run_target(self, body, input_seconds=10):
        tree = Tree(self, {})
        path = executable(tree, "fuzz/ToyFuzzer", body)
        self.assertEqual(run_fuzzers.targets(tree.root), {"ToyFuzzer": path})
        with contextlib.redirect_stdout(io.StringIO()):
            return run_fuzzers.run_target("ToyFuzzer", path, tree.root, 5, input_seconds)

    def test_clean(self):
        self.assertIsNone(self.run_target("echo stat::number_of_executed_units: 12"))

    def test_crash(self):
        problem = self.run_target("echo stat::number_of_executed_units: 12; echo boom; exit 77")
        self.assertIn("status 77", problem)
        self.assertIn("boom", problem)

    def stopped(self, work):
        """A target that libFuzzer stops by the clock, and what its input takes by itself."""
        return (
            f'case "$1" in */timeout-1) {work}; exit;; esac\n'
            'for word; do case "$word" in -artifact_prefix=*) at="${word#*=}";; esac; done\n'
            'echo stat::number_of_executed_units: 3\n'
            'test -e "$at"done && exit 0\n'
            'touch "$at"done "$at"timeout-1\n'
            'echo "libFuzzer: timeout"; echo "Test unit written to ${at}timeout-1"; exit 70'
        )

    def test_slow_machine(self):
        self.assertIsNone(self.run_target(self.stopped("true")))

    def test_hang(self):
        work = "i=0; while test $i -lt 100000; do i=$((i+1)); done"
        self.assertIn("status 70", self.run_target(self.stopped(work), input_seconds=0.001))

    def test_nothing_executed(self):
        self.assertEqual(self.run_target("true"), "executed nothing")

    def test_seeds_are_handed_over(self):
        body = 'test "$(ls "$2" | wc -l)" -gt 0 && echo stat::number_of_executed_units: 1'
        self.assertIsNone(self.run_target(body))


if __name__ == "__main__":
    unittest.main()
