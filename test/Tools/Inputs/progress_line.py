# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a command on a pseudo-terminal and prints what the terminal gets, with escape
sequences as text and a line for each carriage return."""
import os
import pty
import sys


def main():
    child, terminal = pty.fork()
    if child == 0:
        os.execvp(sys.argv[1], sys.argv[1:])
    seen = b""
    while True:
        try:
            part = os.read(terminal, 4096)
        except OSError:  # how Linux reports that the child is gone
            break
        if not part:
            break
        seen += part
    _, status = os.waitpid(child, 0)
    print(seen.decode().replace("\x1b[K", "<clear>").replace("\r", "\n"))
    print("exit status", os.waitstatus_to_exitcode(status))


main()
