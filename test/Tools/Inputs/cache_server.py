# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Starts a server, lets sixteen processes at a time compile through it, and says how
many were right: cache_server.py FOLDER KERNEL."""
import glob
import os
import shutil
import socket
import subprocess
import sys
import time

import numpy as np

FOLDER, KERNEL = sys.argv[1:]
SERVER = shutil.which("redis-server") or shutil.which("valkey-server")
CLI = shutil.which("redis-cli") or shutil.which("valkey-cli")
PROCESSES = 16


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


PORT = free_port()
PLACE = f"redis://127.0.0.1:{PORT}"


def start():
    server = subprocess.Popen(
        [SERVER, "--port", str(PORT), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no",
         "--dir", FOLDER], stdout=subprocess.DEVNULL)
    while cli("ping") != "PONG":
        time.sleep(0.05)
    return server


def cli(*words):
    ended = subprocess.run([CLI, "-p", str(PORT), *words], capture_output=True, text=True)
    return ended.stdout.strip()


def run(label, directory, options="", between=None):
    """All at once; counts those whose result is right."""
    processes = []
    for number in range(PROCESSES):
        cache = os.path.join(FOLDER, directory.format(number))
        out = os.path.join(FOLDER, f"out{number}.npy")
        if os.path.exists(out):
            os.unlink(out)
        processes.append((out, subprocess.Popen(
            ["tessera", "run", KERNEL, "--abi", "array", "--grid", "4", "--cache",
             cache + options, "rand(4x1024,f32,1)", f"zeros(4x1024,f32)=>{out}"])))
        if between and number == PROCESSES // 2:
            between()
    right = 0
    for out, process in processes:
        if process.wait() == 0:
            sums = np.load(out).sum(axis=1)
            right += bool(np.allclose(sums, 1, atol=1e-5))
    return f"{label}: {right} of {PROCESSES} right"


def tool(*words):
    ended = subprocess.run(["tessera", "cache", *words, PLACE], capture_output=True, text=True)
    return ended.stdout, ended.stderr


def main():
    server = start()
    remote = f",remote={PLACE}"
    print(run("first", "one{}", remote))
    print("stats:", tool("stats")[0].split(": ")[1].split(",")[0])
    (key,) = cli("keys", "tessera:*").split()
    entries = lambda folder: len(glob.glob(os.path.join(FOLDER, folder, "*.tsc")))
    print(f"{run('with it', 'two{}', remote)}, {entries('two*')} directories have the entry")
    # A poisoned entry, and one that is cut off: nobody uses it, and it heals.
    cli("setrange", key, "300", "poison")
    print(run("damaged", "three{}", remote))
    print("verify:", tool("verify")[0].split(", ")[-1].strip())
    cli("flushall")
    print(f"{run('read-only', 'four{}', remote + ',read-only')}, {cli('dbsize')} entries")
    print(run("killed meanwhile", "five{}", remote, server.kill))
    server.wait()
    print(run("without it", "six{}", remote))
    print("stats:", tool("stats")[1].split("error: ")[1].split(" '")[0])
    print(run("one directory", "seven"))


main()
