#!/usr/bin/env python3
# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiled kernels on the GPU of this machine against the interpreter and NumPy.

  utils/run_gpu_tests.py [--bin build/dev/bin] [--targets sm_80,sm_90a] [--jobs N]
                         [--programs N] [--kernels N] [--corpus DIR] [--only REGEX]
                         [--limit SECONDS] [--list]

First the contract of launches (utils/gpu_launch_contract.py) and what engines do where PTX
is silent (utils/gpu_engine_facts.py). If both are as they must be: the
interpreter's conformance cases, the examples, the cuTile corpus where its folder is,
random programs (`--programs` for each target) and random kernels (`--kernels` for each
generator and strategy). Each is a job that runs by itself, `--jobs` at a time; what a job
printed is shown when it fails. Jobs that were not begun within `--limit` are counted as
not run, which is a failure. `make test-gpu` calls this.
"""
import argparse
import concurrent.futures
import os
import re
import shlex
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
KERNELS = ROOT / "test" / "Random" / "Kernels"
CORPUS = ROOT.parent / "shared" / "corpus" / "cutile"
PROGRAMS_PER_JOB, KERNELS_PER_JOB = 40, 8
# Kernels by generator: strategies beside the default.
GENERATORS = {
    "check_products": [""], "check_attention": [""], "check_rows": [""], "check_order": [""],
    "check_wide_products": ["", "@wgmma", "@wgmma-tma"],
    "check_mapped_products": ["@wgmma-tma", "@wgmma-specialised", "@mma-sync-tma"],
    "check_tiled_products": ["@wgmma-specialised"],
    "check_cluster_products": ["@wgmma-specialised"],
}  # fmt: skip


class Job:
    """A command, and the group whose counts it belongs to."""

    def __init__(self, group, name, command):
        self.group, self.name, self.command = group, name, [str(part) for part in command]
        self.passed, self.text, self.seconds = None, "", 0.0

    def run(self, environment, deadline, limit):
        if time.monotonic() > deadline:
            return self
        begin = time.monotonic()
        with tempfile.TemporaryDirectory() as folder:
            command = [part.replace("FOLDER", folder) for part in self.command]
            try:
                done = subprocess.run(command, env=environment, capture_output=True, text=True,
                                      errors="replace", timeout=limit, cwd=folder)
                self.text = done.stdout + done.stderr
                # A job that says nothing of cases has not tried any.
                self.passed = done.returncode == 0 and any(pattern.search(self.text) for pattern in COUNTS)
            except subprocess.TimeoutExpired as late:
                self.passed = False
                self.text = f"{(late.stdout or b'').decode(errors='replace')}\nnot done within {limit} s"
        self.seconds = time.monotonic() - begin
        return self


def example_names():
    return sorted(path.parent.name for path in (ROOT / "examples").glob("*/kernel.mlir"))


def chunks(first, count, size):
    return [(at, min(size, first + count - at)) for at in range(first, first + count, size)]


def all_jobs(options):
    python, tessera = sys.executable, options.bin / "tessera"
    jobs = []
    for target in options.targets.split(","):
        for case in sorted((ROOT / "test" / "Interpreter").glob("*.mlir")):
            jobs.append(Job(f"conformance {target}", case.name, [
                python, ROOT / "test/Interpreter/on_emulator.py", "--targets", target, "--device", "cuda",
                "--filter", f"^{re.escape(case.name)}$", case.parent]))
        for name in example_names():
            jobs.append(Job(f"examples {target}", name, [
                python, ROOT / "utils/run_examples.py", "--tessera", tessera, "--orders", f"cuda:{target}",
                "--filter", name]))
        if options.corpus.is_dir():
            for stem in sorted({path.name.split(".")[0] for path in options.corpus.glob("*.tileirbc")}):
                jobs.append(Job(f"corpus {target}", stem, [
                    python, ROOT / "test/Corpus/run_corpus.py", "--tessera", tessera, "--corpus", options.corpus,
                    "--newest", "--orders", f"cuda:{target}", "--filter", rf"^{re.escape(stem)}\."]))
        for size, share in (("", 3), ("--large", 1)):
            for first, count in chunks(options.seed, options.programs * share // 4, PROGRAMS_PER_JOB):
                jobs.append(Job(f"programs {target}{' large' if size else ''}", f"seed {first}", [
                    options.bin / "tessera-random", *filter(None, [size]), "--seed", first, "--count", count,
                    "--roads", f"cuda-{target}", "--jobs", 1]))
        for generator, strategies in GENERATORS.items():
            for strategy in strategies:
                if strategy and target != "sm_90a":
                    continue
                for first, count in chunks(options.seed, options.kernels, KERNELS_PER_JOB):
                    jobs.append(Job(f"{generator} {target}{strategy}", f"seed {first}", [
                        python, KERNELS / f"{generator}.py", "FOLDER", first, count,
                        f"cuda:{target}@3{strategy}"]))
    return [job for job in jobs if re.search(options.only, f"{job.group} {job.name}")]


# What the runners print of the cases in a job: passed, failed, and set aside.
COUNTS = [
    re.compile(r"^(?P<passed>\d+) passed, (?P<failed>\d+) failed$", re.M),
    re.compile(r": (?P<passed>\d+) passed \(.*\), (?P<failed>\d+) failed$", re.M),
    re.compile(r": (?P<passed>\d+) kernels agree on \d+ roads, (?P<failed>\d+) do not(?:, (?P<aside>\d+) refused)?", re.M),
    re.compile(r"^(?P<all>\d+) programs, \d+ ops, (?P<failed>\d+) failures$", re.M),
]


def counts(job):
    for pattern in COUNTS:
        if found := list(pattern.finditer(job.text)):
            groups = {key: int(value or 0) for key, value in found[-1].groupdict().items()}
            failed = groups["failed"]
            return groups.get("passed", groups.get("all", 0) - failed), failed, groups.get("aside", 0)
    return 0, 0 if job.passed else 1, 0


def shortened(text, most=3000):
    return text if len(text) <= most else f"{text[: most // 2]}\n...\n{text[-most // 2 :]}"


def report(jobs):
    """A row per group; True when all jobs ran and passed."""
    print(f"{'group':44} {'passed':>7} {'failed':>7} {'refused':>8} {'not run':>8} {'seconds':>8}")
    for group in dict.fromkeys(job.group for job in jobs):
        members = [job for job in jobs if job.group == group]
        sums = [sum(column) for column in zip(*(counts(job) for job in members if job.passed is not None))] or [0, 0, 0]
        missing = sum(job.passed is None for job in members)
        print(f"{group:44} {sums[0]:7} {sums[1]:7} {sums[2]:8} {missing:8} {sum(job.seconds for job in members):8.1f}")
    return all(job.passed for job in jobs)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", type=Path, default=ROOT / "build" / "dev" / "bin")
    parser.add_argument("--targets", default="sm_80,sm_90a")
    parser.add_argument("--corpus", type=Path, default=CORPUS)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--programs", type=int, default=400)
    parser.add_argument("--kernels", type=int, default=40)
    parser.add_argument("--only", default="", help="jobs whose group and name match")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--limit", type=int, default=3600, help="seconds within which jobs are begun")
    parser.add_argument("--job-limit", type=int, default=240, help="seconds that one job may take")
    parser.add_argument("--no-contract", action="store_true", help="begin with the cases")
    parser.add_argument("--list", action="store_true", help="print the jobs and stop")
    options = parser.parse_args()
    options.bin, options.corpus = options.bin.resolve(), options.corpus.resolve()
    jobs = all_jobs(options)
    if options.list:
        for job in jobs:
            print(f"{job.group}: {job.name}: {shlex.join(job.command)}")
        return 0
    if not options.no_contract:
        for script, words in (("gpu_launch_contract.py", ["--bin", options.bin]), ("gpu_engine_facts.py", [])):
            if subprocess.run([sys.executable, ROOT / "utils" / script, *words], check=False).returncode:
                print("run_gpu_tests: nothing else was tried")
                return 1
    environment = {**os.environ, "PATH": f"{options.bin}:{os.environ['PATH']}"}
    deadline = time.monotonic() + options.limit
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for job in pool.map(lambda job: job.run(environment, deadline, options.job_limit), jobs):
            if job.passed is False:
                print(f"FAIL: {job.group}: {job.name}: {shlex.join(job.command)}\n{shortened(job.text)}", flush=True)
    return 0 if report(jobs) else 1


if __name__ == "__main__":
    sys.exit(main())
