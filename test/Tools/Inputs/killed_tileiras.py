#!/usr/bin/python3
# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kills tileiras while ptxas works, as clients do that lose patience, and looks for
what is left.

  killed_tileiras.py INPUT FOLDER

FOLDER/bin gets a ptxas that says who it is and never ends; temporary files would
lie in FOLDER/tmp.
"""
import os
import subprocess
import sys
import time
from pathlib import Path


def wait_until(condition, seconds=30):
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


def is_running(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


source, folder = sys.argv[1], Path(sys.argv[2])
for name in ("bin", "tmp"):
    (folder / name).mkdir(parents=True)
ptxas = folder / "bin" / "ptxas"
ptxas.write_text(f"#!/bin/sh\necho $$ > {folder}/new && mv {folder}/new {folder}/pid\nexec sleep 1000\n")
ptxas.chmod(0o755)
environment = dict(os.environ, TMPDIR=str(folder / "tmp"), CUDA_HOME=str(folder))
child = subprocess.Popen(
    ["tileiras", source, "-o", str(folder / "out.cubin"), "--gpu-name", "sm_80"], env=environment)
started = wait_until((folder / "pid").exists)
assembler = int((folder / "pid").read_text()) if started else 0
print("assembler started" if started and is_running(assembler) else "no assembler")
child.kill()
child.wait()
print("assembler gone" if wait_until(lambda: not is_running(assembler)) else "assembler left")
print("files left:", sorted(path.name for path in (folder / "tmp").iterdir()),
      (folder / "out.cubin").exists())
