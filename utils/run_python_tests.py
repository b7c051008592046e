#!/usr/bin/python3
# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the tests of the Python package; closes with `N passed, N failed, N skipped`.

  utils/run_python_tests.py [--build build/dev] [--venv build/python-venv]

The extension is that of the virtual environment that `make python` makes; the Python
files are those of the checkout, and the library is the one of the build folder or, where
nothing is built there, the one beside the extension. Without the environment, or with an
extension built from other sources, all is skipped.
"""

import argparse
import glob
import hashlib
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# Of pytest's last line: "3 failed, 90 passed, 1 skipped in 4.20s".
COUNT = re.compile(r"(\d+) (passed|failed|error|errors|skipped)")


def digest_of(data):
    return hashlib.sha256(data).hexdigest()


def digest_of_sources():
    """What python/CMakeLists.txt writes into the extension."""
    digests = []
    for folder in (os.path.join("python", "src"), os.path.join("include", "tessera-c")):
        for path in glob.glob(os.path.join(ROOT, folder, "*")):
            with open(path, "rb") as file:
                digests.append(digest_of(file.read()))
    return digest_of(";".join(sorted(digests)).encode())


def find_extension(venv):
    """(path, "") or (None, why not)."""
    found = glob.glob(os.path.join(venv, "lib", "python*", "site-packages", "tessera", "_tessera*.so"))
    if not found:
        return None, "the package is not built: make python"
    with open(found[0], "rb") as file:
        if digest_of_sources().encode() not in file.read():
            return None, "the extension was built from other sources: make python"
    return found[0], ""


def stage(folder, extension):
    """The package as it would be installed now."""
    package = os.path.join(folder, "tessera")
    os.mkdir(package)
    source = os.path.join(ROOT, "python", "tessera")
    for path in [*glob.glob(os.path.join(source, "*.py*")), os.path.join(source, "sim"), extension]:
        os.symlink(path, os.path.join(package, os.path.basename(path)))
    for name in ("tessera_tasks", "tessera_tune"):
        os.symlink(os.path.join(ROOT, "python", name), os.path.join(folder, name))
    open(os.path.join(package, "py.typed"), "w", encoding="utf-8").close()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", default=os.path.join(ROOT, "build", "dev"))
    parser.add_argument("--venv", default=os.path.join(ROOT, "build", "python-venv"))
    arguments = parser.parse_args()
    extension, reason = find_extension(arguments.venv)
    if not extension:
        print(f"skipped: {reason}\n0 passed, 0 failed, 1 skipped")
        return 0
    with tempfile.TemporaryDirectory() as folder:
        stage(folder, extension)
        library = os.path.join(os.path.abspath(arguments.build), "lib")
        if not glob.glob(os.path.join(library, "libtessera-c.so.*")):
            library = os.path.dirname(os.path.abspath(extension))
        environment = {
            **os.environ, "PYTHONPATH": folder, "PYTHONDONTWRITEBYTECODE": "1",
            # Before what the extension itself looks for.
            "LD_LIBRARY_PATH": library,
        }  # fmt: skip
        # Where there is a driver for it.
        tessera = os.path.join(os.path.abspath(arguments.build), "bin", "tessera")
        driver = os.path.join(os.path.abspath(arguments.build), "lib", "tessera-cuda")
        if os.path.exists(tessera) and os.path.exists(driver):
            environment["TESSERA_SIM"] = tessera
        ended = subprocess.run(
            [os.path.join(arguments.venv, "bin", "python"), "-m", "pytest", "-q", "-p", "no:cacheprovider"],
            cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )  # fmt: skip
    print(ended.stdout)
    last = ended.stdout.rstrip().rpartition("\n")[2]
    counts = {kind: int(number) for number, kind in COUNT.findall(last)}
    failed = counts.get("failed", 0) + counts.get("error", 0) + counts.get("errors", 0)
    if ended.returncode and not failed:
        failed = 1
    print(f"{counts.get('passed', 0)} passed, {failed} failed, {counts.get('skipped', 0)} skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
