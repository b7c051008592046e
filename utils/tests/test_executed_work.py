# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""executed_work.py reads profiles, passes arrays as the kernel declares them, and names what fails."""

import contextlib
import io
import os
import types
import unittest
from pathlib import Path

import executed_work
from trees import Tree

PROFILE = """profile of k

instructions: 12 of warps, 384 of threads, 32.0 lanes active
           6   50.0 %  bar.sync
           4   33.3 %  ld.shared
           1    8.3 %  barrier.cluster
           1    8.3 %  bra

shared memory:
  line     3  store        16 requests        32 wavefronts, 0 by bank conflicts
  line     4  load         16 requests         8 wavefronts, 4 by bank conflicts

global memory:
  line     9  store        16 requests       128 sectors (at best 128), 32 lines of 128 bytes
"""


def compiler(tree, name, body):
    full = tree.write(name, "#!/bin/sh\n" + body + "\n")
    os.chmod(full, 0o755)
    return str(full)


class ExecutedWorkTest(unittest.TestCase):
    def test_figures(self):
        self.assertEqual(executed_work.figures_of(PROFILE),
                         {"instructions": 12, "passes": 40, "barriers": 7})

    def test_no_profile_is_a_failure(self):
        with self.assertRaises(executed_work.Failure):
            executed_work.figures_of("nothing\n")

    def test_an_array_is_its_pointer_sizes_and_strides(self):
        array = types.SimpleNamespace(shape=(2, 3, 4))
        self.assertEqual(executed_work.parameters_of(array, "a.npy", "i32"),
                         ["a.npy", "i32:2", "i32:3", "i32:4", "i32:12", "i32:4", "i32:1"])

    def test_both_compilers_are_counted_by_one_emulator(self):
        tree = Tree(self, {"profile": PROFILE})
        compile_only = 'test "$1" = compile && : > "$6" && exit 0; exit 1'
        both = f'test "$1" = compile && {{ : > "$6"; exit 0; }}; cat {tree.root}/profile'
        job = executed_work.Job("k", Path("k.mlir"), "k", "1", [])
        good = types.SimpleNamespace(before=compiler(tree, "bin/before", compile_only),
                                     after=compiler(tree, "bin/after", both), target="sm_80")
        folder = Path(tree.root)
        before, after = executed_work.compare(job, good, folder)
        self.assertEqual(before, after)
        self.assertEqual(before["barriers"], 7)
        bad = types.SimpleNamespace(before=compiler(tree, "bin/broken", "echo 'error: no such op' >&2; exit 1"),
                                    after=good.after, target="sm_80")
        self.assertEqual(executed_work.compare(job, bad, folder), "before: error: no such op")

    def test_sums_and_ratios(self):
        rows = [("a", [{"instructions": 10, "passes": 4, "barriers": 0},
                       {"instructions": 5, "passes": 4, "barriers": 0}]),
                ("b", [{"instructions": 10, "passes": 0, "barriers": 2},
                       {"instructions": 5, "passes": 0, "barriers": 1}])]
        text = io.StringIO()
        with contextlib.redirect_stdout(text):
            before, after = executed_work.report(rows)
        self.assertEqual((before["instructions"], after["instructions"]), (20, 10))
        self.assertIn("0.500", text.getvalue().splitlines()[-1])


if __name__ == "__main__":
    unittest.main()
