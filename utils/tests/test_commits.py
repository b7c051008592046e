# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check_commits.py refuses planted subjects and empty bodies, and reads a history."""

import subprocess
import unittest

import check_commits
from trees import Tree

BODY = "\n\nShifts by 64 and more gave zero bits of the next word.\n\nTested: shifts.mlir."


class MessageTest(unittest.TestCase):
    def problems(self, message):
        return check_commits.message_problems(message)

    def test_good_subjects(self):
        for subject in (
            "[GPU] Keep 64-bit shift amounts",
            "[PTX] Divide the emulator's folder into seven rooms",
            "[Docs] Format tables as the site wants",
            "[Numerics] Fix fmin",
            "[C API] Fix the count of arguments of a launch",
            "[Checks] Update the table of arrows when a room moves",
        ):
            self.assertEqual(self.problems(subject + BODY), [], subject)

    def test_subjects_that_say_nothing(self):
        for subject in (
            "wip",
            "Format",
            "[GPU] wip",
            "[GPU] WIP: shifts",
            "[GPU] Format",
            "[GPU] Formatting.",
            "[GPU] clang-format",
            "[GPU] fix",
            "[GPU] Fix tests",
            "fixup! [GPU] Keep 64-bit shift amounts",
            "squash! [GPU] Keep 64-bit shift amounts",
        ):
            self.assertNotEqual(self.problems(subject + BODY), [], subject)

    def test_subjects_of_another_form(self):
        for subject in ("GPU: keep shift amounts", "[] Keep them", "[gpu] Keep them", "[GPU]Keep them"):
            problems = self.problems(subject + BODY)
            self.assertEqual(len(problems), 1, subject)
            self.assertIn("expected a subject like '[Area] What changes'", problems[0])
        self.assertIn("full stop", self.problems("[GPU] Keep shift amounts." + BODY)[0])
        self.assertIn("at most 100", self.problems("[GPU] Keep " + "x" * 100 + BODY)[0])

    def test_bodies(self):
        for body in ("", "\n", "\n\n\n", "\n\nSigned-off-by: A <a@b>\n"):
            self.assertEqual(
                self.problems("[GPU] Keep 64-bit shift amounts" + body),
                ["expected a body that says why and how it was tested"],
            )
        self.assertIn(
            "empty line", self.problems("[GPU] Keep 64-bit shift amounts\nThey were cut.")[0]
        )


class HistoryTest(unittest.TestCase):
    def setUp(self):
        self.tree = Tree(self, {}, git=True)

    def commit(self, message):
        identity = ["-c", "user.name=a", "-c", "user.email=a@b"]
        subprocess.run(
            ["git", *identity, "commit", "-q", "--allow-empty", "-m", message],
            cwd=self.tree.root, check=True,
        )  # fmt: skip
        head = subprocess.run(
            ["git", "rev-parse", "HEAD"], cwd=self.tree.root, capture_output=True, text=True, check=True
        )
        return head.stdout.strip()

    def test_only_new_commits_count(self):
        self.commit("wip before the rule")
        base = self.commit("the last one before the rule")
        self.assertEqual(check_commits.check_tree(self.tree.root, base), ([], 0))
        self.commit("[GPU] Keep 64-bit shift amounts" + BODY)
        self.assertEqual(check_commits.check_tree(self.tree.root, base), ([], 1))
        bad = self.commit("wip")
        problems, count = check_commits.check_tree(self.tree.root, base)
        self.assertEqual(count, 2)
        self.assertEqual(len(problems), 2)
        self.assertTrue(all(bad.startswith(problem.split(":")[0]) for problem in problems))

    def test_history_that_does_not_reach_the_base(self):
        self.commit("wip")
        self.assertEqual(check_commits.check_tree(self.tree.root, "0" * 12), ([], None))


if __name__ == "__main__":
    unittest.main()
