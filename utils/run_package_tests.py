#!/usr/bin/python3
# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Installs a build into a scratch folder and builds programs outside of the tree with it;
closes with `N passed, N failed, N skipped`.

  utils/run_package_tests.py [--build build/dev] [--all]

Without --all, the C interface only, in some seconds. With it, also the C++ one, and the
Debian packages, which cpack makes in build/packages and dpkg installs into a folder with
a database of its own: a minute. Builds with sanitizers have no packages: all is skipped.
"""

import argparse
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PACKAGES = ["libtessera-cxx-dev", "libtessera-dev", "libtessera0", "tessera"]


class Failure(Exception):
    pass


def run(*command, fails=False, **options):
    """The output of a command, which must succeed or, with `fails`, must not."""
    result = subprocess.run(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        text=True, errors="replace", timeout=600, check=False, **options,
    )  # fmt: skip
    if (result.returncode != 0) != fails:
        raise Failure(f"{' '.join(command)}: status {result.returncode}\n{result.stdout}")
    return result.stdout


def expect(text, output):
    if text not in output:
        raise Failure(f"expected {text!r}, got:\n{output}")


class Tests:
    def __init__(self, build, scratch):
        self.build, self.scratch = build, scratch
        self.prefix = os.path.join(scratch, "root")

    def install(self, *components):
        for each in components:
            run("cmake", "--install", self.build, "--prefix", self.prefix, "--component", each)

    def configure(self, project, prefix, fails=False, source=None):
        folder = os.path.join(self.scratch, f"{project}-{os.path.basename(prefix)}")
        source = source or os.path.join(ROOT, "test", "Package", project)
        output = run(
            "cmake", "-G", "Ninja", "-S", source, "-B", folder, f"-DCMAKE_PREFIX_PATH={prefix}",
            "-DCMAKE_C_COMPILER=clang-22", "-DCMAKE_CXX_COMPILER=clang++-22",
            "-DCMAKE_EXE_LINKER_FLAGS=-fuse-ld=lld-22", fails=fails,
        )  # fmt: skip
        return folder, output

    def build_and_run(self, project, prefix):
        folder, _ = self.configure(project, prefix)
        run("cmake", "--build", folder)
        return run(os.path.join(folder, "outside"))

    def c_program(self):
        self.install("runtime", "dev")
        expect(": 7, PTX", self.build_and_run("c", self.prefix))

    def c_header_without_cmake(self):
        program = os.path.join(self.scratch, "plain")
        run(
            "clang-22", "-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror",
            os.path.join(ROOT, "test", "Package", "c", "main.c"), f"-I{self.prefix}/include",
            f"-L{self.prefix}/lib", f"-Wl,-rpath,{self.prefix}/lib", "-ltessera-c", "-o", program,
        )  # fmt: skip
        expect(": 7, PTX", run(program))

    def other_versions_are_refused(self):
        source = os.path.join(self.scratch, "newer")
        os.mkdir(source)
        for wanted, message in (
            ("7.0", "version"),
            ("0.1 REQUIRED COMPONENTS cxx", "C++ headers are not"),
        ):
            with open(os.path.join(source, "CMakeLists.txt"), "w", encoding="utf-8") as file:
                file.write(
                    "cmake_minimum_required(VERSION 3.25)\nproject(outside LANGUAGES C)\n"
                    f"find_package(Tessera {wanted}{'' if 'REQUIRED' in wanted else ' REQUIRED'})\n"
                )
            _, output = self.configure("newer", self.prefix, fails=True, source=source)
            expect(message, output)

    def lines_of_the_page(self):
        """What docs/install.md tells CMake's users to write is what the projects here have."""
        with open(os.path.join(ROOT, "docs", "install.md"), encoding="utf-8") as file:
            blocks = re.findall(r"```cmake\n(.*?)```", file.read(), re.DOTALL)
        if len(blocks) != 2:
            raise Failure(f"expected 2 blocks of CMake in docs/install.md, got {len(blocks)}")
        for project, block in zip(("c", "cxx"), blocks):
            path = os.path.join(ROOT, "test", "Package", project, "CMakeLists.txt")
            with open(path, encoding="utf-8") as file:
                text = file.read()
            for line in block.replace("program", "outside").splitlines():
                expect(line, text)

    def make_install(self):
        prefix = os.path.join(self.scratch, "made")
        run("make", "-C", ROOT, "install", f"PRESET={os.path.basename(self.build)}", f"PREFIX={prefix}")
        expect(": 7, PTX", self.build_and_run("c", prefix))

    def cxx_program(self):
        self.install("cxx")
        # Beside the headers now: still refused without the very version.
        source = os.path.join(self.scratch, "inexact")
        os.mkdir(source)
        with open(os.path.join(source, "CMakeLists.txt"), "w", encoding="utf-8") as file:
            file.write(
                "cmake_minimum_required(VERSION 3.25)\nproject(outside LANGUAGES C CXX)\n"
                "find_package(Tessera REQUIRED COMPONENTS cxx)\n"
            )
        _, output = self.configure("inexact", self.prefix, fails=True, source=source)
        expect("not stable", " ".join(output.split()))
        expect("1 entry, an object file", self.build_and_run("cxx", self.prefix))

    def debian_packages(self):
        folder = os.path.join(ROOT, "build", "packages")
        shutil.rmtree(folder, ignore_errors=True)
        run("cpack", "--config", "CPackConfig.cmake", "-B", folder, cwd=self.build)
        files = sorted(glob.glob(os.path.join(folder, "*.deb")))
        names = [os.path.basename(each).split("_")[0] for each in files]
        if names != PACKAGES:
            raise Failure(f"expected the packages {PACKAGES}, got {names}")
        for each in files:
            print(f"  {os.path.basename(each)}: {os.path.getsize(each) / 1e6:.1f} MB")
        root = os.path.join(self.scratch, "debian")
        database = os.path.join(root, "var", "lib", "dpkg")
        os.makedirs(os.path.join(database, "updates"))
        os.makedirs(os.path.join(database, "info"))
        open(os.path.join(database, "status"), "w", encoding="utf-8").close()
        # Not configured, since that folder has no shell and nothing of what they need,
        # which is Debian's and installed on this machine.
        run("dpkg", f"--root={root}", "--force-not-root", f"--log={self.scratch}/dpkg.log",
            "--unpack", *files)  # fmt: skip
        expect("tessera-c.so.0", run("dpkg", f"--root={root}", "--listfiles", "libtessera0"))
        for each in files[2:]:
            for package in ("libllvm22", "libmlir-22"):
                expect(package, run("dpkg-deb", "-f", each, "Depends"))
        expect("libtessera0 (= ", run("dpkg-deb", "-f", files[1], "Depends"))
        prefix = os.path.join(root, "usr")
        expect(": 7, PTX", self.build_and_run("c", prefix))
        tessera = os.path.join(prefix, "bin", "tessera")
        expect("tessera ", run(tessera, "--version"))
        # It finds the driver that was installed.
        expect("libcuda.so.1", run(tessera, "sim", "--", "/usr/bin/python3", "-c",
            "import ctypes; print(ctypes.CDLL('libcuda.so.1')._name, ctypes.CDLL('libcuda.so.1').cuInit(0))"))  # fmt: skip


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", default=os.path.join(ROOT, "build", "dev"))
    parser.add_argument("--all", action="store_true")
    arguments = parser.parse_args()
    if not os.path.exists(os.path.join(arguments.build, "CPackConfig.cmake")):
        print("skipped: this build is not one that is installed\n0 passed, 0 failed, 1 skipped")
        return 0
    passed = failed = 0
    with tempfile.TemporaryDirectory(prefix="tessera-package-") as scratch:
        tests = Tests(os.path.abspath(arguments.build), scratch)
        chosen = [
            tests.c_program, tests.c_header_without_cmake, tests.other_versions_are_refused,
            tests.lines_of_the_page,
        ]  # fmt: skip
        if arguments.all:
            chosen += [tests.cxx_program, tests.make_install, tests.debian_packages]
        for each in chosen:
            try:
                each()
                passed += 1
            except (Failure, OSError, subprocess.TimeoutExpired) as error:
                failed += 1
                print(f"{each.__name__}: {error}\n")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
