# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""run_tests.py counts failures, crashes, empty suites and skips as what they are."""

import contextlib
import io
import json
import os
import time
import unittest
import unittest.mock

import run_tests
from trees import Tree


class CountingTest(unittest.TestCase):
    def counts(self, result):
        return result.passed, result.failed, result.skipped

    def script(self, text):
        return ["bash", "-c", text]

    def test_counted_script(self):
        for text, expected in (
            ("echo 3 passed, 0 failed", (3, 0, 0)),
            ("echo 1 passed, 0 failed; echo 3 passed, 0 failed, 2 skipped", (3, 0, 2)),
            ("echo 3 passed, 2 failed; exit 1", (3, 2, 0)),
            ("echo 3 passed, 2 failed", (3, 2, 0)),
            ("echo 3 passed, 0 failed; exit 1", (3, 1, 0)),
            ("echo 0 passed, 0 failed", (0, 1, 0)),
            ("echo 0 passed, 0 failed, 5 skipped", (0, 1, 5)),
            ("true", (0, 1, 0)),
            ("kill -SEGV $$", (0, 1, 0)),
        ):
            self.assertEqual(self.counts(run_tests.counted("x", self.script(text))), expected, text)

    def test_a_suite_may_be_skipped_as_a_whole(self):
        for text, expected in (
            ("echo skipped: why; echo 0 passed, 0 failed, 1 skipped", (0, 0, 1)),
            ("echo 0 passed, 0 failed", (0, 1, 0)),
            ("echo 0 passed, 0 failed, 1 skipped; exit 1", (0, 1, 1)),
        ):
            with contextlib.redirect_stdout(io.StringIO()):
                result = run_tests.counted("x", self.script(text), may_be_skipped=True)
            self.assertEqual(self.counts(result), expected, text)

    def test_missing_program(self):
        self.assertEqual(self.counts(run_tests.counted("x", ["/no/such/program"])), (0, 1, 0))
        self.assertEqual(self.counts(run_tests.check("x", ["/no/such/program"])), (0, 1, 0))

    def test_progress(self):
        """A line on a terminal that is taken away again; elsewhere a line a minute."""

        class Terminal(io.StringIO):
            def isatty(self):
                return True

        for stream, expected in ((Terminal(), "lit: 0 s, 14 of 471 ...\x1b[K\r"), (io.StringIO(), "lit: 0 s, 14 of 471 ...\n")):
            progress = run_tests.Progress(stream)
            progress.FIRST_SECONDS = progress.MINUTE = 0.01
            progress.begin("lit")
            progress.saw("PASS: Tessera :: a.mlir (14 of 471)\n")
            deadline = time.monotonic() + 30
            while expected not in stream.getvalue() and time.monotonic() < deadline:
                time.sleep(0.01)
            progress.end()
            self.assertIn(expected, stream.getvalue())
            self.assertEqual(stream.getvalue().endswith("\r\x1b[K"), stream.isatty())

    def test_hang(self):
        """What does not end is stopped, and what it printed is kept."""
        with unittest.mock.patch.object(run_tests, "SUITE_TIMEOUT_SECONDS", 1):
            status, output = run_tests.run(["bash", "-c", "echo here; exec sleep 60"])
        self.assertEqual(status, 124)
        self.assertIn("here\n", output)

    def test_check(self):
        self.assertEqual(self.counts(run_tests.check("x", ["true"])), (1, 0, 0))
        self.assertEqual(self.counts(run_tests.check("x", ["false"])), (0, 1, 0))

    def report(self, content):
        tree = Tree(self, {"report.json": content if isinstance(content, str) else json.dumps(content)})
        return os.path.join(tree.root, "report.json")

    def gtest(self, cases, status):
        path = self.report({"testsuites": [{"name": "S", "testsuite": cases}]})
        return self.counts(run_tests.read_gtest("T", status, "", path))

    def test_gtest(self):
        good = {"name": "a", "status": "RUN", "result": "COMPLETED"}
        bad = {**good, "name": "b", "failures": [{"failure": "why"}]}
        skip = {"name": "c", "status": "RUN", "result": "SKIPPED"}
        disabled = {"name": "DISABLED_d", "status": "NOTRUN", "result": "SUPPRESSED"}
        self.assertEqual(self.gtest([good, bad, skip, disabled], 1), (1, 1, 2))
        self.assertEqual(self.gtest([good], 0), (1, 0, 0))
        self.assertEqual(self.gtest([good], 139), (1, 1, 0))
        self.assertEqual(self.gtest([skip], 0), (0, 1, 1))
        self.assertEqual(self.gtest([], 0), (0, 1, 0))

    def test_gtest_without_report(self):
        self.assertEqual(self.counts(run_tests.read_gtest("T", 139, "", "/no/report")), (0, 1, 0))
        self.assertEqual(self.counts(run_tests.read_gtest("T", 0, "", self.report("{"))), (0, 1, 0))

    def lit(self, codes, status):
        tests = [{"name": f"t{i}", "code": code, "output": ""} for i, code in enumerate(codes)]
        return self.counts(run_tests.read_lit(status, "", self.report({"tests": tests})))

    def test_lit(self):
        codes = ["PASS", "FAIL", "XPASS", "UNRESOLVED", "TIMEOUT", "UNSUPPORTED", "XFAIL"]
        self.assertEqual(self.lit(codes, 1), (1, 4, 2))
        self.assertEqual(self.lit(["PASS"], 0), (1, 0, 0))
        self.assertEqual(self.lit(["PASS"], 2), (1, 1, 0))
        self.assertEqual(self.lit(["UNSUPPORTED"], 0), (0, 1, 1))
        self.assertEqual(self.lit([], 0), (0, 1, 0))
        self.assertEqual(self.counts(run_tests.read_lit(1, "", "/no/report")), (0, 1, 0))

    def test_sum_and_output(self):
        first = run_tests.Result(passed=2)
        second = run_tests.Result(passed=1, skipped=1)
        second.fail("name-of-test", "its output")
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            total, records = run_tests.run_suites([("one", lambda: first), ("two", lambda: second)])
        self.assertEqual(str(total), "3 passed, 1 failed, 1 skipped")
        self.assertEqual([record["suite"] for record in records], ["one", "two"])
        self.assertIn("FAILED name-of-test\n    its output", printed.getvalue())


if __name__ == "__main__":
    unittest.main()
