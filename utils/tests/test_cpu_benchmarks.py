# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The CPU benchmarks' runner: who counts as a peer, what is judged, what is replaced."""

import os
import sys
import tempfile
import unittest
from unittest import mock

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

import run_cpu_benchmarks as runner


def figure(milliseconds):
    return {"median": milliseconds / 1e3, "best": milliseconds / 1e3}


class CpuBenchmarksTest(unittest.TestCase):
    def test_the_faster_peer_of_a_class_counts(self):
        case = runner.Case("gemm_f32", {"m": 1000, "n": 1000, "k": 1000}, {runner.LIBRARIES: 0.95}, "f32")
        times = {"tessera": figure(10), "OpenBLAS": figure(12), "oneDNN": figure(9)}
        (line,) = runner.judge(case, 1, times, {("f32", 1): 400e9})
        self.assertEqual(line["peer"], "oneDNN")
        self.assertAlmostEqual(line["ratio"], 0.9)
        self.assertFalse(line["reached"])
        self.assertAlmostEqual(line["rate"], 200)
        self.assertAlmostEqual(line["share"], 0.5)

    def test_a_missed_goal_says_what_it_takes_of_the_ceiling(self):
        case = runner.Case("gemm_f32", {"m": 1000, "n": 1000, "k": 1000}, {runner.LIBRARIES: 1.5}, "f32")
        ceilings = {("f32", 1): 400e9}
        (line,) = runner.judge(case, 1, {"tessera": figure(6), "oneDNN": figure(7)}, ceilings)
        self.assertAlmostEqual(line["goal_share"], 1.5 * 2e9 / 7e-3 / 400e9)
        self.assertIn("83 %  (goal: 107 %)", runner.format_line(line))
        (line,) = runner.judge(case, 1, {"tessera": figure(6), "oneDNN": figure(12)}, ceilings)
        self.assertNotIn("(goal:", runner.format_line(line))

    def test_goals_are_judged_per_class_and_missing_peers_are_named(self):
        case = runner.Case("softmax", {"rows": 8, "cols": 1024}, {runner.HAND: 1.0, runner.TORCH: 1.5}, "copy")
        times = {"tessera": figure(10), "C++": figure(11), "Eigen": figure(10)}
        hand, torch = runner.judge(case, 1, times, {})
        self.assertTrue(hand["reached"])
        self.assertIsNone(hand["share"])
        self.assertIsNone(torch["reached"])
        self.assertIn("10.000           no PyTorch (not measured)", runner.format_line(torch))

    def test_a_disturbed_line_gets_no_verdict(self):
        case = runner.Case("transpose", {"rows": 64, "cols": 64}, {runner.HAND: 0.9}, "copy")
        (line,) = runner.judge(case, 1, {"tessera": figure(1), "C++16x16": figure(2)}, {})
        line["others_cores"] = 0.01
        self.assertIn(" reached ", runner.format_line(line))
        line["others_cores"] = 0.5
        self.assertIn(" reached? ", runner.format_line(line))

    def test_a_kernel_without_a_time_has_no_line(self):
        case = runner.Case("transpose", {"rows": 64, "cols": 64}, {runner.HAND: 0.9}, "copy")
        self.assertEqual(runner.judge(case, 1, {"C++16x16": figure(1)}, {}), [])

    def test_other_sizes_replace_whole_numbers_only(self):
        with tempfile.TemporaryDirectory() as folder, mock.patch.object(runner, "KERNELS", folder):
            with open(os.path.join(folder, "k.mlir"), "w", encoding="utf-8") as file:
                file.write("tile<1x1024xf32> 1024.0 11024 10240")
            case = runner.Case("k", {}, {}, "copy", ("1024", "32"))
            with open(runner.kernel_file(case, folder), encoding="utf-8") as file:
                self.assertEqual(file.read(), "tile<1x32xf32> 32.0 11024 10240")

    def test_every_kernel_exists_and_every_kernel_is_measured(self):
        names = {name.removesuffix(".mlir") for name in os.listdir(runner.KERNELS)}
        names.remove("copy")  # of the GPU benchmarks: on a CPU its peers are the streams
        self.assertEqual(names, {case.kernel for case in runner.all_cases()})

    def test_peers_do_not_see_what_cripples_them(self):
        with mock.patch.dict(os.environ, {"OPENBLAS_CORETYPE": "Haswell", "OPENBLAS_L2_SIZE": "512"}):
            environment = runner.environment()
        self.assertFalse([key for key in environment if key.startswith("OPENBLAS_")])

    def test_a_worker_that_dies_is_an_error_and_starts_again(self):
        worker = runner.Worker(["/bin/sh", "-c", "read line; echo ok $line; read line; exit 3"], None)
        self.assertEqual(worker.ask("hello"), "ok hello")
        self.assertIn("died with status 3", worker.ask("again"))
        self.assertEqual(worker.ask("hello"), "ok hello")
        worker.close()


if __name__ == "__main__":
    unittest.main()
