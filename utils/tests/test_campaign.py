# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Campaigns with fuzzers, which `make test` does not build: scripts stand for them."""

import os
import subprocess
import sys
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

# Breaks on seed 3, as libFuzzer does; a smaller input breaks it too.
FUZZER = """#!/bin/sh
for word in "$@"; do
  case $word in
    -seed=*) seed=${word#-seed=} ;;
    -exact_artifact_path=*) breaks=${word#-exact_artifact_path=} ;;
    -minimize_crash=1) minimizes=yes ;;
  esac
done
[ "$minimizes" ] && { printf x > "$breaks"; exit 0; }
[ -d seeds ] || exit 2
if [ "$seed" = 3 ]; then
  printf 'long input' > "$breaks"
  echo "==7== ERROR: libFuzzer: deadly signal" >&2
  exit 77
fi
echo "Done 100 runs in 0 second(s)" >&2
"""


class FuzzCampaignTest(unittest.TestCase):
    def campaign(self, folder, *words):
        return subprocess.run(
            [sys.executable, os.path.join(ROOT, "utils", "campaign.py"), "fuzz", "--build", folder,
             "--journal", os.path.join(folder, "journal"), "--keep", os.path.join(folder, "kept"), *words],
            capture_output=True, text=True, check=False,
        )  # fmt: skip

    def test_what_breaks_is_minimised_and_kept(self):
        with tempfile.TemporaryDirectory() as folder:
            for name in ("OneFuzzer", "TwoFuzzer"):
                with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                    file.write(FUZZER)
                os.chmod(os.path.join(folder, name), 0o755)
            ended = self.campaign(folder, "--count", "4", "--only", "TwoFuzzer")
            self.assertEqual(ended.returncode, 1, ended.stderr)
            self.assertRegex(ended.stdout, r"runs of TwoFuzzer +300\n")
            self.assertIn("FAILED TwoFuzzer seed 3: libFuzzer: deadly signal\n1 failures", ended.stdout)
            with open(os.path.join(folder, "kept", "TwoFuzzer-seed-3"), encoding="utf-8") as file:
                self.assertEqual(file.read(), "x")
            # The journal is of these programs.
            ended = self.campaign(folder, "--count", "4")
            self.assertIn("was written with another build of OneFuzzer, TwoFuzzer", ended.stderr)

    def test_no_fuzzer(self):
        with tempfile.TemporaryDirectory() as folder:
            ended = self.campaign(folder)
            self.assertEqual((ended.returncode, ended.stderr),
                             (1, f"campaign: error: no fuzz target in '{folder}': make fuzz\n"))


if __name__ == "__main__":
    unittest.main()
