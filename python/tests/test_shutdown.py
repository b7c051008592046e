# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Interpreters that end while the library works on threads that nobody waits for."""

import subprocess
import sys

import pytest

from conftest import SPINNING

PROGRAM = f"""
import atexit, sys, threading, time, numpy, tessera
SPINNING = {SPINNING!r}
kernel = tessera.compile(SPINNING)["spin"]
values = numpy.zeros(1, numpy.int32)
started = threading.Event()

def again(work):
    def forever():
        while True:
            started.set()
            work()
    return forever

def launch(): kernel.launch(1, values)
def launch_on_a_pool(): kernel.launch(64, values, threads=tessera.Pool(4))
def launch_with_time_out():
    try:
        kernel.launch(4, values, timeout=0.01)
    except tessera.TimedOut:
        pass
def check(): kernel.check(1, values)
def compile(): tessera.compile(SPINNING, "sm_90a")

for name in sys.argv[1].split(","):
    for _ in range(2):
        threading.Thread(target=again(globals()[name]), daemon=True).start()
started.wait()
time.sleep(0.2)
print("done", flush=True)
how = sys.argv[2]
if how == "raise":
    raise SystemExit(3)
if how == "late":
    # Objects that live until the interpreter clears its modules.
    sys.kept = [kernel, tessera.Pool(2), values]
"""
KINDS = ["launch", "launch_on_a_pool", "launch_with_time_out", "check", "compile"]


@pytest.mark.parametrize("kinds", [*KINDS, ",".join(KINDS)])
@pytest.mark.parametrize("how", ["return", "raise", "late"])
def test_the_interpreter_ends(kinds: str, how: str) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", PROGRAM, kinds, how], capture_output=True, text=True, timeout=60
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (3 if how == "raise" else 0, "done\n", "")
