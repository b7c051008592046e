#!/usr/bin/python3
# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs every libFuzzer target of a build for a while, each with the same seeds.

  utils/run_fuzzers.py [--build build/fuzz] [--seconds 60] [--jobs 2]
                       [--input-seconds 10] [--only NAME]

A target is an executable <build>/**/*Fuzzer. Seeds are those of fuzz/seeds/<target>
where it exists, else the examples and, when ../shared is there, the fenced blocks of the
specification; the bytecode targets start from fuzz/corpus/Bytecode, what
fuzz/make_bytecode_seeds.py wrote, and the containers of ../shared/corpus; the PTX
targets from the programs of test/PTX and the probes of ../shared. The corpus grows in
<build>/corpus/<target> and is reused; what breaks a target is kept in <build>/crashes/.
Closes with `N passed, N failed`, one count for each target: failed means a crash, a hang, a sanitizer report, or a run that executed nothing.
"""

import argparse
import concurrent.futures
import glob
import hashlib
import os
import re
import shutil
import subprocess
import sys
import time

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), ".."))
SHARED = os.path.join(os.path.dirname(ROOT), "shared")
SPECIFICATION = [os.path.join(SHARED, "spec", "tile-ir", name) for name in ("core.md", "ops.md")]
# libFuzzer's own limits.
INPUT_MIB, INPUT_BYTES = 2048, 65536
BYTECODE_MALLOC_MIB = 64


def targets(build):
    """{name: path} of the fuzz targets, in a fixed order."""
    found = sorted(glob.glob(os.path.join(build, "**", "*Fuzzer"), recursive=True))
    return {os.path.basename(path): path for path in found if os.path.isfile(path) and os.access(path, os.X_OK)}


def bytecode_seeds():
    """Containers: our own, those written just now from our texts, and the shared ones."""
    own = [os.path.join(ROOT, "fuzz", "corpus", "Bytecode", "*"), os.path.join(ROOT, "build", "fuzz", "seeds", "Bytecode", "*")]
    shared = os.path.join(SHARED, "corpus", "**", "*.tileirbc")
    for pattern in own + [shared]:
        for path in sorted(glob.glob(pattern, recursive=True)):
            if os.path.getsize(path) <= INPUT_BYTES:
                with open(path, "rb") as file:
                    yield file.read()


def ptx_seeds():
    """PTX programs: whole files, and each entry of the larger ones by itself."""
    own = [os.path.join(ROOT, "test", "PTX", "**", "*.ptx"), os.path.join(ROOT, "fuzz", "seeds", "PTX*", "*")]
    for pattern in own + [os.path.join(SHARED, "corpus", "gpu-probes", "*.ptx")]:
        for path in sorted(glob.glob(pattern, recursive=True)):
            with open(path, "rb") as file:
                text = file.read()
            yield text
            head, *entries = re.split(rb"^(?=\.visible \.entry)", text, flags=re.M)
            if len(entries) > 1:
                for entry in entries:
                    yield head + entry


def seed_texts(name):
    """Inputs a target starts from."""
    if name.startswith("PTX"):
        yield from ptx_seeds()
        return
    if name.startswith("Bytecode"):
        yield from bytecode_seeds()
        return
    own = sorted(glob.glob(os.path.join(ROOT, "fuzz", "seeds", name, "*")))
    for path in own or sorted(glob.glob(os.path.join(ROOT, "examples", "*", "*.mlir"))):
        with open(path, "rb") as file:
            yield file.read()
    if own:
        return
    for path in SPECIFICATION:
        if os.path.exists(path):
            with open(path, "rb") as file:
                for block in re.findall(rb"^```mlir[^\n]*\n(.*?)^```", file.read(), re.M | re.S):
                    yield block


def write_seeds(name, folder):
    """Writes the seeds under names that depend on their content only."""
    os.makedirs(folder, exist_ok=True)
    count = 0
    for text in seed_texts(name):
        with open(os.path.join(folder, hashlib.sha1(text).hexdigest()), "wb") as file:
            file.write(text)
        count += 1
    return count


def processor_seconds(path, artifact):
    """What one input takes; libFuzzer goes by the clock, which says little on a busy machine."""
    process = subprocess.Popen(
        [path, artifact], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    _, _, usage = os.wait4(process.pid, 0)
    process.returncode = 0
    return usage.ru_utime + usage.ru_stime


def is_hang(path, text, input_seconds):
    """Whether what libFuzzer stopped as a timeout used up the time itself."""
    found = re.search(r"Test unit written to (\S*timeout-\w+)", text)
    if "libFuzzer: timeout" not in text or not found:
        return True
    if processor_seconds(path, found[1]) >= input_seconds:
        return True
    os.remove(found[1])
    return False


def run_target(name, path, build, seconds, input_seconds):
    """None when nothing was found, else what was."""
    seeds, corpus = os.path.join(build, "seeds", name), os.path.join(build, "corpus", name)
    crashes = os.path.join(build, "crashes", name)
    shutil.rmtree(seeds, ignore_errors=True)
    if write_seeds(name, seeds) == 0:
        return "no seeds"
    for folder in (corpus, crashes):
        os.makedirs(folder, exist_ok=True)
    log_path = os.path.join(build, f"{name}.log")
    end, runs, status = time.monotonic() + seconds, 0, 70
    while status != 0 and (left := int(end - time.monotonic())) > 0:
        command = [path, corpus, seeds, f"-max_total_time={left}", f"-timeout={input_seconds}"]
        command += [f"-rss_limit_mb={INPUT_MIB}", f"-max_len={INPUT_BYTES}", "-print_final_stats=1"]
        if name.startswith("Bytecode"):
            # No allocation may be much larger than the bytes that justify it.
            command += [f"-malloc_limit_mb={BYTECODE_MALLOC_MIB}"]
        command += [f"-artifact_prefix={crashes}/", "-verbosity=1"]
        with open(log_path, "wb") as log:
            status = subprocess.run(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT
            ).returncode
        with open(log_path, "rb") as log:
            text = log.read().decode("utf-8", "replace")
        executed = re.search(r"stat::number_of_executed_units:\s*(\d+)", text)
        runs += int(executed.group(1)) if executed else 0
        if status != 0 and is_hang(path, text, input_seconds):
            break
    else:
        status = 0
    print(f"{name}: {runs} inputs, status {status} (log: {os.path.relpath(log_path, ROOT)})", flush=True)
    if status != 0:
        return f"status {status}, input in {crashes}:\n" + "\n".join(text.splitlines()[-40:])
    return None if runs else "executed nothing"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", default=os.path.join(ROOT, "build", "fuzz"))
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--input-seconds", type=int, default=10, help="more than this for one input is a hang")
    parser.add_argument("--only", action="append", help="only the target of this name")
    arguments = parser.parse_args()
    build = os.path.abspath(arguments.build)
    chosen = {
        name: path
        for name, path in targets(build).items()
        if not arguments.only or name in arguments.only
    }
    passed = failed = 0
    with concurrent.futures.ThreadPoolExecutor(max_workers=arguments.jobs) as pool:
        jobs = {
            name: pool.submit(run_target, name, path, build, arguments.seconds, arguments.input_seconds)
            for name, path in chosen.items()
        }
        for name, job in jobs.items():
            problem = job.result()
            if problem is None:
                passed += 1
            else:
                failed += 1
                print(f"{name}: {problem}")
    if not chosen:
        print(f"run_fuzzers: no fuzz targets in {build}")
        failed = 1
    print(f"{passed} passed, {failed} failed")
    return 0 if failed == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
