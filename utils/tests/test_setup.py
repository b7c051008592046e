# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""setup.sh and docs/dependencies.md name the same packages; nothing missing is quick."""

import os
import re
import subprocess
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SETUP = os.path.join(ROOT, "utils", "setup.sh")


class SetupTest(unittest.TestCase):
    def run_setup(self, *arguments, **environment):
        return subprocess.run(
            [SETUP, *arguments], capture_output=True, text=True, env={**os.environ, **environment}
        )

    def test_page_gives_the_reason_for_each_package(self):
        listed = [self.run_setup(*option, "--list").stdout.split() for option in ([], ["--bench"], ["--python"], ["--cluster"], ["--deb"], ["--emulated-cpu"])]
        packages = set().union(*listed)
        with open(os.path.join(ROOT, "docs", "dependencies.md"), encoding="utf-8") as file:
            documented = re.findall(r"^\| `([^`]+)` \|", file.read(), re.MULTILINE)
        self.assertEqual(sorted(packages), sorted(documented))

    def test_what_few_need_is_opt_in(self):
        default = self.run_setup("--list").stdout.split()
        for option, package in (("--bench", "libopenblas-dev"), ("--python", "python3-dev"), ("--cluster", "python3-distributed"), ("--deb", "dpkg-dev"), ("--emulated-cpu", "xorriso")):
            everything = self.run_setup(option, "--list").stdout.split()
            self.assertEqual(everything[: len(default)], default)
            self.assertIn(package, everything[len(default) :])

    def test_nothing_to_do_needs_no_apt(self):
        # Were apt-get called, this one would fail the run.
        with tempfile.TemporaryDirectory() as folder:
            fake = os.path.join(folder, "apt-get")
            with open(fake, "w", encoding="utf-8") as file:
                file.write("#!/bin/sh\nexit 99\n")
            os.chmod(fake, 0o755)
            result = self.run_setup(PATH=folder + os.pathsep + os.environ["PATH"])
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        self.assertIn("packages are installed", result.stdout)

    def fake_dpkg(self, folder, lines, apt="exit 99"):
        for name, body in (("dpkg-query", f"cat <<'END'\n{lines}\nEND"), ("apt-get", apt)):
            path = os.path.join(folder, name)
            with open(path, "w", encoding="utf-8") as file:
                file.write(f"#!/bin/sh\n{body}\n")
            os.chmod(path, 0o755)
        return folder + os.pathsep + os.environ["PATH"]

    def test_missing_and_removed_packages_are_found(self):
        packages = self.run_setup("--list").stdout.split()
        lines = "\n".join(f"installed {name}" for name in packages[2:])
        lines += f"\nconfig-files {packages[1]}"
        with tempfile.TemporaryDirectory() as folder:
            path = self.fake_dpkg(folder, lines)
            result = self.run_setup("--check", PATH=path)
            self.assertEqual(result.returncode, 1)
            self.assertIn(f"missing 2 of {len(packages)} packages: {packages[0]} {packages[1]}", result.stdout)
            if os.getuid() == 0:
                result = self.run_setup(PATH=path)
                self.assertEqual(result.returncode, 1)
                self.assertIn("apt-get could not install", result.stderr)

    def test_unknown_argument(self):
        self.assertEqual(self.run_setup("--frobnicate").returncode, 2)


if __name__ == "__main__":
    unittest.main()
