# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The lit suite. Tools are found on PATH, ours first, then LLVM 22's.
#
#   %shared   the folder of shared facts and corpora beside the checkout; a test that
#             reads it says REQUIRES: shared
#   %python   Debian's Python, the one that has NumPy
#   %source   the root of the checkout
#   %tools    the folder of our tools
#   %capi     the shared library of the C interface; %capidir its folder
#   %simdriver  the folder of our libcuda.so.1
#
# Features: shared, pty, ptxas, asan, nvcc, aarch64 (qemu-user-static, g++-aarch64-linux-gnu,
# libc6-dev-arm64-cross), redis (a server and libhiredis), capi-shared, shared-llvm, cuda-driver, sim (our libcuda.so.1),
# gdb, perf (that may record).

import ctypes
import os
import shutil
import subprocess

import lit.formats

config.name = "Tessera"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
config.excludes = ["Inputs"]
config.test_source_root = os.path.dirname(__file__)

source_dir = config.tessera_source_dir
config.environment["PATH"] = os.pathsep.join(
    [config.tessera_tools_dir, config.llvm_tools_dir, os.environ.get("PATH", "")]
)
# A crash must show its stack in the test's output and nowhere else.
config.environment["LLVM_DISABLE_CRASH_REPORT"] = "1"
config.environment["LLVM_SYMBOLIZER_PATH"] = os.path.join(config.llvm_tools_dir, "llvm-symbolizer")
for variable in ("ASAN_OPTIONS", "UBSAN_OPTIONS", "LLVM_PROFILE_FILE",
                 "TESSERA_PTX_COVERAGE"):
    if variable in os.environ:
        config.environment[variable] = os.environ[variable]

shared_dir = os.path.join(os.path.dirname(source_dir), "shared")
if os.path.isdir(shared_dir):
    config.available_features.add("shared")
else:
    shared_dir = "shared-missing"
try:
    os.close(os.openpty()[0])
    config.available_features.add("pty")
except OSError:
    pass  # a container without /dev/pts
if shutil.which("ptxas"):
    config.available_features.add("ptxas")
if (
    shutil.which("qemu-aarch64-static")
    and shutil.which("aarch64-linux-gnu-ar")
    and os.path.isdir("/usr/aarch64-linux-gnu/include/c++")
):
    config.available_features.add("aarch64")
if os.path.exists(os.path.join(config.tessera_tools_dir, "tessera-lsp-server")):
    config.available_features.add("lsp")
for program in ("gdb", "zsh", "fish"):
    if shutil.which(program):
        config.available_features.add(program)
    else:
        lit_config.note(f"{program} is not installed: its session with tessera is skipped")
if not shutil.which("perf"):
    lit_config.note("perf is not installed: its session with a kernel is skipped")
elif subprocess.run(
    ["perf", "record", "-q", "-e", "cpu-clock", "-o", os.devnull, "true"],
    stdout=subprocess.DEVNULL,
    stderr=subprocess.DEVNULL,
).returncode:
    lit_config.note("perf may not record here: its session with a kernel is skipped")
else:
    config.available_features.add("perf")
sarif_python = os.environ.get("TESSERA_SARIF_PYTHON", "/usr/bin/python3")
if subprocess.run([sarif_python, "-c", "import pydantic_sarif"], capture_output=True, check=False).returncode == 0:
    config.available_features.add("sarif-models")
else:
    lit_config.note("pydantic-sarif is not installed: the check of SARIF against it is skipped")
if shutil.which("redis-server") or shutil.which("valkey-server"):
    # The client's library and, when we were built, its headers too.
    known = subprocess.run(
        [os.path.join(config.tessera_tools_dir, "tessera"), "cache", "stats", "redis://127.0.0.1:1"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    if "cannot reach" in known.stderr:
        config.available_features.add("redis")
if shutil.which("nvcc"):
    config.available_features.add("nvcc")
capi = os.path.join(os.path.dirname(config.tessera_tools_dir), "lib", "libtessera-c.so")
if os.path.exists(capi):
    config.available_features.add("capi-shared")
if not config.tessera_static_llvm:
    config.available_features.add("shared-llvm")
driver = os.path.join(os.path.dirname(capi), "tessera-cuda", "libcuda.so.1")
if os.path.exists(driver):
    config.available_features.add("sim")
try:
    ctypes.CDLL("libcuda.so.1")
    config.available_features.add("cuda-driver")
except OSError:
    pass
if "address" in config.tessera_sanitizers:
    config.available_features.add("asan")

config.substitutions += [
    ("%capidir", os.path.dirname(capi)),
    ("%capi", capi),
    ("%simdriver", os.path.dirname(driver)),
    ("%shared", shared_dir),
    ("%python", "/usr/bin/python3"),
    ("%sarif_python", sarif_python),
    ("%source", source_dir),
    ("%tools", config.tessera_tools_dir),
]
