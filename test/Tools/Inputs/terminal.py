# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a grid without end on a pseudo-terminal, waits for the progress bar,
interrupts the run, and looks for what it left behind.

usage: terminal.py KERNEL DIRECTORY
"""
import os
import pty
import re
import select
import signal
import sys
import time

BAR = re.compile(rb"\[#* *\] +\d+% \d+/68719472640 blocks")


def main():
    kernel, directory = sys.argv[1:]
    child, terminal = pty.fork()
    if child == 0:
        os.execvp("tessera", ["tessera", "run", kernel, "--interpret", "--grid", "16777215,4096",
                              "zeros(16,f32)", f"zeros(16,f32)=>{directory}/out.npy", "1", "0"])
    seen, deadline = b"", time.monotonic() + 60
    while not BAR.search(seen) and time.monotonic() < deadline:
        if select.select([terminal], [], [], 1)[0]:
            try:
                seen += os.read(terminal, 4096)
            except OSError:  # how Linux reports that the child is gone
                break
    # Not SIGINT, which lit lets its children ignore.
    os.kill(child, signal.SIGTERM)
    ended, status = 0, 0
    while not ended and time.monotonic() < deadline + 10:
        ended, status = os.waitpid(child, os.WNOHANG)
        time.sleep(0.01)
    if not ended:
        os.kill(child, signal.SIGKILL)
        sys.exit("the interrupt did not end the run")
    if not BAR.search(seen):
        sys.exit(f"no progress bar in {seen!r}")
    if status == 0:
        sys.exit("expected the interrupted run to fail")
    if os.listdir(directory):
        sys.exit(f"the interrupted run left {os.listdir(directory)}")
    print("progress bar seen, nothing left behind")


main()
