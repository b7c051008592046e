#!/usr/bin/env python3
# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiled Tile IR kernels against their peers, on this machine, in one run.

Our program and the peers' stay alive side by side and take turns, so that both see
the same machine; every figure is a median of at least five turns, the best is given
too. What else ran on the machine is measured: a run is called quiet only if it was.
docs/cpu-benchmarks.md says how to read the table.
"""
import argparse
import collections
import datetime
import json
import os
import platform
import re
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), ".."))
KERNELS = os.path.join(ROOT, "benchmarks", "kernels")
# Of one core, by anybody but us, over the whole run.
QUIET_LIMIT = 0.05
COLD_GOAL_MS, CACHED_GOAL_MS = 60, 5
TURN_SECONDS = 0.03

# Peers of a class are alternatives: the best of them counts.
LIBRARIES, STREAMS, HAND, TORCH = "libraries", "stream", "hand-written", "PyTorch"
CLASS_OF = {
    "OpenBLAS": LIBRARIES, "oneDNN": LIBRARIES, "stream": STREAMS, "stream-nt": "stream, non-temporal",
    "C++": HAND, "Eigen": HAND, "C++16x16": HAND, "C++64x64": HAND, "PyTorch": TORCH,
    "OpenBLAS+softmax": "unfused OpenBLAS", "(C++)": "compute, C++", "(Eigen)": "compute, Eigen",
}  # fmt: skip

# kernel, shape, goals by class, ceiling; `literal` of the kernel's text is replaced.
Case = collections.namedtuple("Case", "kernel shape goals ceiling literal", defaults=(None,))


def all_cases():
    cases = []
    products = [
        ("gemm_f32", (512, 1024, 2048, 4096, 1000, 2001), 0.95, "f32"),
        ("gemm_bf16", (512, 1024, 2048, 4096), 0.90, "bf16"),
        ("gemm_int8", (512, 1024, 2048), 0.90, "int8"),
    ]
    for kernel, sizes, goal, ceiling in products:
        for n in sizes:
            # Large products of bf16 are what a current PyTorch is made for.
            torch = {TORCH: goal} if kernel == "gemm_bf16" and n >= 2048 else {}
            cases.append(Case(kernel, {"m": n, "n": n, "k": n}, {LIBRARIES: goal, **torch}, ceiling))
    for kernel, ceiling in (("vector_add", "triad"), ("saxpy", "triad"), ("gelu", "copy")):
        cases.append(Case(kernel, {"n": 1 << 26}, {STREAMS: 0.90}, ceiling))
    for kernel in ("softmax", "layer_norm", "rms_norm"):
        for cols in (1024, 4096, 32768):
            shape = {"rows": (1 << 22) // cols, "cols": cols}
            cases.append(Case(kernel, shape, {HAND: 1.0, TORCH: 1.5}, "copy", ("1024", str(cols))))
    for kernel, ceiling in (("attention_f32", "f32"), ("attention_bf16", "bf16")):
        for seq, d in ((1024, 64), (1024, 128), (4096, 64), (4096, 128)):
            shape = {"heads": 8 if seq == 1024 else 2, "seq": seq, "d": d}
            cases.append(Case(kernel, shape, {TORCH: 1.5}, ceiling, ("64", str(d))))
    cases.append(Case("transpose", {"rows": 4096, "cols": 4096}, {HAND: 0.9}, "copy"))
    cases.append(Case("prefix_scan", {"n": 1 << 24}, {HAND: 0.9}, "copy"))
    cases.append(Case("row_scan", {"rows": 4096, "cols": 1024}, {HAND: 0.9}, "copy"))
    cases.append(Case("histogram", {"n": 1 << 24}, {HAND: 0.9}, "read"))
    return cases


class Worker:
    """A program that speaks the protocol of benchmarks/cpu/Worker.h."""

    def __init__(self, command, environment):
        self.command, self.environment = command, environment
        self.name = os.path.basename(command[-1])
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=self.environment
        )

    def ask(self, *words):
        try:
            self.process.stdin.write(" ".join(str(word) for word in words) + "\n")
            self.process.stdin.flush()
            answer = self.process.stdout.readline().strip()
        except BrokenPipeError:
            answer = ""
        if not answer:
            # A crash costs one line of the table, not the run.
            status = self.close()
            self.start()
            answer = f"error {self.name} died with status {status}"
        return answer

    def processor_seconds(self):
        with open(f"/proc/{self.process.pid}/stat", encoding="utf-8") as file:
            words = file.read().rsplit(")", 1)[1].split()
        return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")

    def times(self, variant, count):
        answer = self.ask("run", variant, count)
        if not answer.startswith("times "):
            raise RuntimeError(f"{self.name}: {answer}")
        return [float(word) for word in answer.split()[1:]]

    def close(self):
        """Ends the program; its exit status."""
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            pass
        status = self.process.wait()
        self.process.stdout.close()
        return status


def environment():
    """Without what cripples peers (cpu-baselines.md, traps 1 and 3)."""
    result = {key: value for key, value in os.environ.items() if not key.startswith("OPENBLAS_")}
    result["MALLOC_MMAP_THRESHOLD_"] = "4294967296"
    result["MALLOC_TRIM_THRESHOLD_"] = "8589934592"
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        if " avx512f " in file.read():
            result["ATEN_CPU_CAPABILITY"] = "avx512"
    return result


class Load:
    """CPU time that others used, in cores, since the last call."""

    def __init__(self, workers):
        self.workers = workers
        self.last = self.sample()

    def sample(self):
        tick = os.sysconf("SC_CLK_TCK")
        with open("/proc/stat", encoding="utf-8") as file:
            fields = [int(word) for word in file.readline().split()[1:]]
        busy = (sum(fields[:3]) + sum(fields[5:8])) / tick
        mine = sum(os.times()[:4])
        for worker in self.workers:
            try:
                mine += worker.processor_seconds()
            except OSError:
                pass
        return time.monotonic(), busy, mine

    def others(self):
        now = self.sample()
        wall, busy, mine = (after - before for after, before in zip(now, self.last))
        self.last = now
        return max(0.0, (busy - mine) / wall) if wall > 0 else 0.0


def kernel_file(case, folder):
    path = os.path.join(KERNELS, case.kernel + ".mlir")
    if case.literal is None or case.literal[0] == case.literal[1]:
        return path
    with open(path, encoding="utf-8") as file:
        text = re.sub(rf"(?<!\d){case.literal[0]}(?!\d)", case.literal[1], file.read())
    path = os.path.join(folder, f"{case.kernel}-{case.literal[1]}.mlir")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def chain_file(folder, operations):
    """An element-wise kernel of about that many operations, for the compile time."""
    lines = ["cuda_tile.module @chain {", "  entry @chain(%p: tile<ptr<f32>>) {"]
    lines += [
        "    %one = reshape %p : tile<ptr<f32>> -> tile<1xptr<f32>>",
        "    %all = broadcast %one : tile<1xptr<f32>> -> tile<1024xptr<f32>>",
        "    %lane = iota : tile<1024xi32>",
        "    %q = offset %all, %lane : tile<1024xptr<f32>>, tile<1024xi32> -> tile<1024xptr<f32>>",
        "    %v0, %r = load_ptr_tko weak %q : tile<1024xptr<f32>> -> tile<1024xf32>, token",
    ]
    for i in range(operations - 6):
        op = ("addf", "mulf", "subf", "maxf")[i % 4]
        lines.append(f"    %v{i + 1} = {op} %v{i}, %v{max(0, i - 3)} : tile<1024xf32>")
    lines.append(
        f"    %w = store_ptr_tko weak %q, %v{operations - 6} token=%r"
        " : tile<1024xptr<f32>>, tile<1024xf32> -> token"
    )
    path = os.path.join(folder, f"chain-{operations}.mlir")
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(lines + ["    return", "  }", "}", ""]))
    return path


def parse_fields(answer):
    return {key: float(value) for key, value in re.findall(r"(\w+)=(\S+)", answer)}


def settle(workers):
    """Waits until no worker computes: the threads of OpenMP's and OpenBLAS's pools wait
    for their next task in a loop, up to 200 ms, and take a core from who is next."""
    for _ in range(20):
        before = [worker.processor_seconds() for worker in workers]
        time.sleep(0.03)
        if before == [worker.processor_seconds() for worker in workers]:
            return


def measure(case, threads, ours, peers, repetitions):
    """{variant: [seconds]} of our kernel ("tessera") and of every peer, in turns."""
    words = ["case", case.kernel, threads] + [f"{key}={value}" for key, value in case.shape.items()]
    runners, problems = [], []
    for worker in [ours] + peers:
        answer = worker.ask(*words)
        if answer.startswith("ok"):
            runners += [(worker, variant) for variant in answer.split()[1:]]
        elif answer != "error none":
            problems.append(f"{worker.name}: {answer}")
    times, counts = {}, {}
    for worker, variant in runners:
        worker.times(variant, 1)
        once = min(worker.times(variant, 2))
        counts[variant] = max(1, min(100, int(TURN_SECONDS / max(once, 1e-7))))
    for _ in range(max(5, repetitions)):
        for worker, variant in runners:
            if threads > 1:
                settle([ours] + peers)
            # A turn's figure is its median; the runs of a turn are not independent. The
            # first of several finds cold caches and sleeping threads.
            turn = worker.times(variant, counts[variant] + 1)[1:] if counts[variant] > 1 else worker.times(variant, 1)
            times.setdefault(variant, []).append((statistics.median(turn), min(turn)))
    # Frees the arrays.
    for worker in [ours] + peers:
        worker.ask("case", "none", 1)
    return {
        variant: {"median": statistics.median(m for m, _ in turns), "best": min(b for _, b in turns)}
        for variant, turns in times.items()
    }, problems


def work_of(case):
    """(operations or bytes of a run, unit of the rate)."""
    s = case.shape
    if "m" in s:
        return 2 * s["m"] * s["n"] * s["k"], "Gop/s"
    if "seq" in s:
        return 4 * s["heads"] * s["seq"] ** 2 * s["d"], "Gop/s"
    count = s.get("n") or s["rows"] * s["cols"]
    return {"vector_add": 12, "saxpy": 12, "histogram": 4}.get(case.kernel, 8) * count, "GB/s"


def judge(case, threads, times, ceilings):
    """The table's lines for one case: one per class of peers."""
    mine = times.get("tessera")
    if mine is None:
        return []
    work, unit = work_of(case)
    ceiling = ceilings.get((case.ceiling, threads), 0)
    best_of = {}
    for variant, figure in times.items():
        group = CLASS_OF.get(variant)
        if group and (group not in best_of or figure["median"] < times[best_of[group]]["median"]):
            best_of[group] = variant
    own = {
        "kernel": case.kernel, "shape": case.shape, "threads": threads,
        "ours_ms": mine["median"] * 1e3, "ours_best_ms": mine["best"] * 1e3,
        "rate": work / mine["median"] / 1e9, "unit": unit,
        "share": work / mine["median"] / ceiling if ceiling else None,
    }  # fmt: skip
    lines = []
    for group, variant in best_of.items():
        peer, goal = times[variant], case.goals.get(group)
        ratio = peer["median"] / mine["median"]
        lines.append({
            **own, "peer": variant, "peer_ms": peer["median"] * 1e3, "ratio": ratio,
            "best_ratio": peer["best"] / mine["best"],
            "goal": goal, "reached": None if goal is None else ratio >= goal,
            # Caches lift rates of memory above their ceiling, but no rate of arithmetic.
            "goal_share": goal * work / peer["median"] / ceiling
                          if goal and ceiling and unit == "Gop/s" else None,
        })  # fmt: skip
    for group in case.goals:
        if group not in best_of:
            lines.append({**own, "peer": f"no {group}", "goal": case.goals[group], "reached": None})
    return lines


def is_undisturbed(line):
    return line.get("others_cores", 0) <= QUIET_LIMIT


HEADER = (
    f"{'kernel':15} {'shape':22} T {'ours ms':>9} {'peer ms':>9} {'peer':17} "
    f"{'ratio':>6} {'(best)':>7} {'goal':>5}          {'rate':>14}  of ceiling"
)


def format_line(line):
    shape = line["shape"]
    if "m" in shape:
        text = f"{shape['m']}x{shape['n']}x{shape['k']}"
    elif "seq" in shape:
        text = f"H {shape['heads']} S {shape['seq']} D {shape['d']}"
    else:
        text = f"{shape['rows']}x{shape['cols']}" if "rows" in shape else f"{shape['n']}"
    start = f"{line['kernel']:15} {text:22} {line['threads']} "
    share = "" if line["share"] is None else f"{100 * line['share']:4.0f} %"
    rate = f"{line['rate']:8.1f} {line['unit']:5}"
    if "ratio" not in line:
        peer = f"{line['peer']} (not measured)"
        return f"{start}{line['ours_ms']:9.3f} {'':9} {peer:40} {rate}  {share}"
    verdict = {None: "", True: "reached", False: "MISSED"}[line["reached"]]
    if verdict and not is_undisturbed(line):
        verdict = verdict.lower() + "?"
    goal = "" if line["goal"] is None else f"{line['goal']:.2f}"
    if line["reached"] is False and line["goal_share"]:
        share += f"  (goal: {100 * line['goal_share']:.0f} %)"
    return (
        f"{start}{line['ours_ms']:9.3f} {line['peer_ms']:9.3f} {line['peer']:17} {line['ratio']:6.2f} "
        f"({line['best_ratio']:5.2f}) {goal:>5} {verdict:8} {rate}  {share}"
    )


def host():
    """(one line about the machine, a short name for files)."""
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        info = dict(re.findall(r"^(model name|cpu family|model)\s*: (.*)$", file.read(), re.MULTILINE))
    cpus = os.cpu_count()
    model = info.get("model name", platform.machine())
    text = f"{model}, family {info.get('cpu family', '?')} model {info.get('model', '?')}, {cpus} CPUs"
    name = f"{model}-{info.get('cpu family', '')}-{info.get('model', '')}-{cpus}cpu"
    return text, re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


class Report:
    def __init__(self):
        self.text, self.data = [], {"kernels": [], "compile": [], "problems": []}

    def say(self, line=""):
        print(line, flush=True)
        self.text.append(line)

    def problem(self, text):
        self.say(f"  problem: {text}")
        self.data["problems"].append(text)


def run_compile(report, ours, cases, folder, cache):
    report.say(f"{'compile (ms)':26} {'first':>8} {'cold':>8} {'parse':>7} {'code':>8} {'link':>6} {'cached':>7}")
    seen = set()
    files = [(case.kernel + (f" {case.literal[1]}" if case.literal else ""), kernel_file(case, folder)) for case in cases]
    files += [(f"chain of {n} ops", chain_file(folder, n)) for n in (250, 500, 1000, 2000)]
    for name, path in files:
        if path in seen:
            continue
        seen.add(path)
        answer = ours.ask("compile", path, cache)
        if not answer.startswith("compiled"):
            report.problem(f"{name}: {answer}")
            continue
        ms = {key: value * 1e3 for key, value in parse_fields(answer).items()}
        is_chain = name.startswith("chain")
        verdict = "" if is_chain else (
            ("reached" if ms["total"] <= COLD_GOAL_MS else f"MISSED {COLD_GOAL_MS}") + " / "
            + ("reached" if ms["cached"] <= CACHED_GOAL_MS else f"MISSED {CACHED_GOAL_MS}"))  # fmt: skip
        report.say(
            f"{name:26} {ms['first']:8.1f} {ms['total']:8.1f} {ms['parse']:7.2f} {ms['code']:8.1f} "
            f"{ms['link']:6.2f} {ms['cached']:7.2f}  {verdict}"
        )
        report.data["compile"].append({"name": name, **ms})


class Ceilings:
    """The machine's limits; measured again from time to time, the highest counts."""

    MAX_AGE_SECONDS = 20

    def __init__(self, peer):
        self.peer, self.best, self.measured = peer, {}, {}

    def get(self, key, default=0):
        return self.best.get(key, default)

    def refresh(self, kind, threads):
        if time.monotonic() - self.measured.get((kind, threads), -1e9) < self.MAX_AGE_SECONDS:
            return
        answer = self.peer.ask("ceiling", kind, threads)
        value = float(answer.split()[1]) if answer.startswith("ceiling") else 0
        self.best[kind, threads] = max(value, self.get((kind, threads)))
        self.measured[kind, threads] = time.monotonic()


def run_kernels(report, arguments, ours, peers, cases, ceilings, load, folder, cache):
    report.say(HEADER)
    for case in cases:
        answer = ours.ask("compile", kernel_file(case, folder), cache)
        if not answer.startswith("compiled"):
            report.problem(f"{case.kernel} {case.shape}: {answer}")
            continue
        for threads in arguments.threads:
            ceilings.refresh(case.ceiling, threads)
            load.others()
            try:
                times, problems = measure(case, threads, ours, peers, arguments.repetitions)
            except RuntimeError as error:
                report.problem(f"{case.kernel} {case.shape}: {error}")
                continue
            others = load.others()
            for line in judge(case, threads, times, ceilings):
                line["others_cores"] = others
                noisy = "" if is_undisturbed(line) else f"  [others: {others:.2f} cores]"
                report.say(format_line(line) + noisy)
                report.data["kernels"].append(line)
            for problem in problems:
                report.problem(f"{case.kernel} {case.shape} {threads}T: {problem}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", default=os.path.join(ROOT, "build", "release"))
    parser.add_argument("--peers", default=os.path.join(ROOT, "build", "bench", "CpuPeers"))
    parser.add_argument("--results", default=os.path.join(ROOT, "benchmarks", "results"))
    parser.add_argument("--only", default="", help="regular expression on 'kernel shape'")
    parser.add_argument("--threads", default="1,2", type=lambda t: [int(n) for n in t.split(",")])
    parser.add_argument("--repetitions", default=9, type=int, help="turns, at least 5")
    parser.add_argument("--torch-python", default="/usr/bin/python3",
                        help="a Python with the PyTorch to compare with, such as one from PyPI in an environment of its own")
    parser.add_argument("--compile-only", action="store_true")
    parser.add_argument("--nice", action="store_true", help="measure at the highest priority (root)")
    parser.add_argument("--processor-time", action="store_true",
                        help="processor time of one thread, for work on a busy machine; no results")
    parser.add_argument("--require-quiet", action="store_true", help="fail when the machine was not quiet")
    arguments = parser.parse_args()
    if arguments.processor_time:
        arguments.threads = [1]
    program = os.path.join(arguments.build, "benchmarks", "CpuKernelBenchmark")
    for path in (program, arguments.peers):
        if not os.access(path, os.X_OK):
            print(f"run_cpu_benchmarks: {path} is missing; build with 'make bench-cpu'")
            return 2
    cases = [case for case in all_cases()
             if re.search(arguments.only, f"{case.kernel} {' '.join(f'{k}={v}' for k, v in case.shape.items())}")]  # fmt: skip
    prefix = ["nice", "-n", "-20"] if arguments.nice else []
    env, report, torch = environment(), Report(), None
    if arguments.processor_time:
        env["TESSERA_BENCH_PROCESSOR_TIME"] = "1"
    ours, peer = Worker(prefix + [program], env), Worker(prefix + [arguments.peers], env)
    peers = [peer]
    if subprocess.run([arguments.torch_python, "-c", "import torch"], capture_output=True, check=False).returncode == 0:
        torch = Worker(prefix + [arguments.torch_python, os.path.join(ROOT, "benchmarks", "cpu", "torch_peer.py")], env)
        peers.append(torch)
    load = Load([ours] + peers)
    whole = Load([ours] + peers)
    now, (machine, slug) = datetime.datetime.now(), host()
    report.say(f"CPU benchmarks, {now:%Y-%m-%d %H:%M}, {machine}, build {os.path.basename(arguments.build)}")
    report.say("peers: " + ", ".join(each.ask("describe").removeprefix("describe ") for each in peers)
               + ("" if torch else "; no PyTorch: its goals are not judged"))  # fmt: skip
    with tempfile.TemporaryDirectory() as folder:
        cache = os.path.join(folder, "cache")
        run_compile(report, ours, cases, folder, cache)
        ceilings = Ceilings(peer)
        if not arguments.compile_only:
            run_kernels(report, arguments, ours, peers, cases, ceilings, load, folder, cache)
            for kind in sorted({case.ceiling for case in cases}):
                values = " ".join(f"{ceilings.get((kind, t)) / 1e9:8.1f}" for t in arguments.threads)
                report.say(f"ceiling {kind:6} {values}  {'GB/s' if kind in ('copy', 'triad', 'read') else 'Gop/s'}"
                           f"  ({', '.join(str(t) for t in arguments.threads)} threads)")  # fmt: skip
    others = whole.others()
    is_quiet = others <= QUIET_LIMIT and not arguments.processor_time
    report.say(f"others used {others:.2f} cores on average: "
               + ("a quiet run" if is_quiet else "NOT A QUIET RUN, times and ratios are not results"))  # fmt: skip
    judged = [line for line in report.data["kernels"] if line.get("reached") is not None]
    sound = [line for line in judged if is_undisturbed(line)]
    report.say(f"undisturbed: {sum(line['reached'] for line in sound)} of {len(sound)} goals reached; "
               f"disturbed, no verdict: {len(judged) - len(sound)}; problems: {len(report.data['problems'])}")  # fmt: skip
    for worker in [ours] + peers:
        worker.close()
    report.data.update(
        date=f"{now:%Y-%m-%dT%H:%M}", machine=machine, quiet=is_quiet, others_cores=others,
        build=os.path.basename(arguments.build),
        ceilings={f"{kind}/{threads}": value for (kind, threads), value in ceilings.best.items()},
    )  # fmt: skip
    os.makedirs(arguments.results, exist_ok=True)
    base = os.path.join(arguments.results, f"cpu-{now:%Y-%m-%d-%H%M}-{slug}{'' if is_quiet else '-not-quiet'}")
    with open(base + ".json", "w", encoding="utf-8") as file:
        json.dump(report.data, file, indent=1)
    with open(base + ".txt", "w", encoding="utf-8") as file:
        file.write("\n".join(report.text) + "\n")
    print(f"written: {base}.txt and .json")
    return 1 if report.data["problems"] or (arguments.require_quiet and not is_quiet) else 0


if __name__ == "__main__":
    sys.exit(main())
