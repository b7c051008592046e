# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The comparison with the litmus prototype: conditions, second opinions, what counts as wrong."""

import os
import random
import sys
import tempfile
import types
import unittest
from unittest import mock

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

import litmus_random as script

THREADS = {"B0": "Wrlx.dev x=1 -> Rrlx.dev r1=y", "B1": "Arlx.dev r0=x+1 ; [r0=0] Crlx.dev r1=y:0>1"}


def prototype(verdict):
    """A stand-in whose verdict depends on whether the constants are offered."""
    module = types.SimpleNamespace(domains=lambda test, threads, extra=(): set(extra))
    module.verdict = lambda test: verdict(module.domains(test, []))
    return module


def run_result(lines, counts):
    summary = "{} tests, {} as expected, {} differ, 0 without expectation, {} failed; 0.1 s".format(*counts)
    return types.SimpleNamespace(stdout="\n".join(lines + [summary]), stderr="", returncode=1)


class LitmusRandomTest(unittest.TestCase):
    def test_conditions_name_registers_that_exist(self):
        known = {"x", "y", "B0:r1", "B1:r0", "B1:r1"}
        seen = set()
        for seed in range(200):
            condition = script.draw_condition(random.Random(seed), THREADS)
            for atom in condition.split(" & "):
                name = atom.replace("!=", "==").split("==")[0]
                self.assertIn(name, known)
                seen.add(name)
        self.assertEqual(seen, known)

    def test_constants_are_offered_and_taken_back(self):
        tmm = prototype(lambda domain: "thin-air" if 2 in domain else "forbidden")
        test = types.SimpleNamespace(cond="B0:r1==2 & x!=0")
        self.assertEqual(script.verdicts_asked_again(tmm, test), {"thin-air"})
        self.assertEqual(tmm.verdict(test), "forbidden")

    def test_a_race_that_constants_hide_counts(self):
        tmm = prototype(lambda domain: "forbidden" if 2 in domain else "racy")
        test = types.SimpleNamespace(cond="B0:r1==2 & x!=0")
        self.assertEqual(script.verdicts_asked_again(tmm, test), {"forbidden", "racy"})

    def test_a_difference_counts_unless_the_prototype_overlooked_it(self):
        tmm = prototype(lambda domain: "thin-air" if 2 in domain else "forbidden")
        tests = {"N000001": types.SimpleNamespace(cond="x==2"), "N000002": types.SimpleNamespace(cond="x==1")}
        lines = ["DIFFERS N000001 thin-air  1 candidates", "DIFFERS N000002 thin-air  1 candidates"]
        with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as keep:
            for name in tests:
                open(os.path.join(folder, name + ".tlit"), "w").close()
            with mock.patch("subprocess.run", return_value=run_result(lines, (9, 7, 2, 0))):
                with mock.patch("builtins.print"):
                    self.assertEqual(script.compare("tessera", folder, tmm, tests, keep), (1, 1))
            self.assertEqual(os.listdir(keep), ["N000002.tlit"])

    def test_failures_count_and_an_odd_summary_ends_the_run(self):
        tmm = prototype(lambda domain: "forbidden")
        with mock.patch("builtins.print"):
            with mock.patch("subprocess.run", return_value=run_result([], (5, 3, 0, 2))):
                self.assertEqual(script.compare("tessera", ".", tmm, {}, "."), (0, 2))
            odd = types.SimpleNamespace(stdout="", stderr="no such option", returncode=1)
            with mock.patch("subprocess.run", return_value=odd), self.assertRaises(SystemExit):
                script.compare("tessera", ".", tmm, {}, ".")


if __name__ == "__main__":
    unittest.main()
