# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""many.py IMAGE ENDLESS [threads | killed]: many launches at once.

Without a third argument, eight processes of a hundred threads each, and one that is
killed while a kernel of it runs."""

import ctypes
import signal
import subprocess
import sys
import threading

import numpy as np
from driver import call, from_device, launch, load, made, start, to_device

THREADS, PROCESSES, LAUNCHES = 100, 8, 5


def in_threads():
    start()
    module = load(sys.argv[1])
    kernel = made("cuModuleGetFunction", module, ctypes.c_char_p(b"vector_add"))
    wrong = []

    def work(number):
        start()
        stream = made("cuStreamCreate", 1)
        n = 100 + number
        x = np.full(n, number, np.float32)
        device = [to_device(x) for _ in range(3)]
        for _ in range(LAUNCHES):
            # device[2] = device[0] + device[1]
            if launch(kernel, (1,), *device, ctypes.c_int32(n), stream=stream) != "CUDA_SUCCESS":
                wrong.append(number)
        call("cuStreamSynchronize", stream)
        if (from_device(device[2], x) != 2 * x).any():
            wrong.append(number)
        call("cuStreamDestroy", stream)

    threads = [threading.Thread(target=work, args=(i,)) for i in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print("wrong:", wrong)


def to_be_killed():
    start()
    kernel = made("cuModuleGetFunction", load(sys.argv[2]), ctypes.c_char_p(b"endless"))
    assert launch(kernel, (64,), to_device(np.zeros(4, np.int32))) == "CUDA_SUCCESS"
    print("running", flush=True)
    call("cuCtxSynchronize")


def all_of_it():
    def child(kind):
        return subprocess.Popen([sys.executable, *sys.argv[:3], kind], stdout=subprocess.PIPE,
                                text=True)

    victim = child("killed")
    assert victim.stdout.readline() == "running\n"
    children = [child("threads") for _ in range(PROCESSES)]
    victim.kill()
    assert victim.wait(30) == -signal.SIGKILL
    for each in children:
        output, _ = each.communicate(timeout=300)
        assert each.returncode == 0 and output == "wrong: []\n", (each.returncode, output)
    print(f"{PROCESSES} processes of {THREADS} threads are right")


{"threads": in_threads, "killed": to_be_killed}.get(sys.argv[-1], all_of_it)()
