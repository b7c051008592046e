#!/usr/bin/python3
# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Long checks over many seeds, on this machine's processes or a cluster.

  campaign.py random [--first S] [--count N] [--roads LIST] [--large]
      Random programs, compared on several roads (docs/random-programs.md). What fails
      is reduced.
  campaign.py litmus --prototype DIR [--first S] [--count N]
      Random litmus tests, judged by `tessera litmus` and the Python prototype.
  campaign.py fuzz [--build build/fuzz] [--only NAME] [--first S] [--count N] [--runs R]
      The libFuzzer targets of a build, each from N seeds. Inputs that break one are
      minimised.
  campaign.py corpus --corpus DIR [--orders 0,1]
      The kernels that cuTile Python emitted, against NumPy.

Common options: --bin DIR (the programs, default build/dev/bin), --jobs N or --scheduler
tcp://..., --journal FILE (default build/campaigns/NAME.journal: a campaign that was stopped
goes on; --fresh begins anew), --batch N (seeds of a task), --keep DIR (what failed), --table
FILE. Prints one table; the exit status is 1 when something failed.
"""

import argparse
import collections
import os
import re
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "python"))

from tessera_tasks import EngineError, Journal, JournalError, Progress, Task, open_engine  # noqa: E402

PYTHON = "python3"


def read_tree(folder, names, inside):
    """Files for a task, by their paths in its folder."""
    files = []
    for name in sorted(names):
        with open(os.path.join(folder, name), "rb") as file:
            files.append((os.path.join(inside, name), file.read()))
    return tuple(files)


class Campaign:
    """What a kind of campaign does: its tasks, and what their results mean."""

    programs = ("tessera",)

    def __init__(self, options):
        self.options = options
        self.counts = collections.Counter()
        self.failures = []  # (name, what was wrong, text to keep)

    def ranges(self):
        """(first seed, how many) of each task."""
        first, last = self.options.first, self.options.first + self.options.count
        for seed in range(first, last, self.options.batch):
            yield seed, min(self.options.batch, last - seed)

    def tasks(self):
        raise NotImplementedError

    def take(self, task, result):
        raise NotImplementedError

    def shrink_tasks(self):
        """A second list of tasks, for what failed."""
        return []

    def take_shrunk(self, task, result):
        pass

    def rows(self):
        """(what, how many) for the table."""
        return sorted(self.counts.items())

    def fail(self, name, problem, text):
        self.failures.append((name, problem, text))


class Random(Campaign):
    programs = ("tessera-random",)

    def command(self, seed, count, *more):
        words = ["tessera-random", "--seed", str(seed), "--count", str(count), "--jobs", "1",
                 "--max-failures", str(count), "--roads", self.options.roads, *more]
        words += ["--large"] if self.options.large else []
        words += ["--plant-fault", self.options.plant_fault] if self.options.plant_fault else []
        return Task(tuple(words), timeout=3600)

    def tasks(self):
        return [self.command(seed, count) for seed, count in self.ranges()]

    def take(self, task, result):
        summary = re.search(r"^(\d+) programs, (\d+) ops, (\d+) failures$", result.stdout, re.M)
        if not summary:
            return self.fail(f"seeds from {task.command[2]}", result.reason(), result.stdout)
        self.counts["programs"] += int(summary[1])
        self.counts["operations"] += int(summary[2])
        for road, count in re.findall(r"^  ([\w-]+): (\d+) executed", result.stdout, re.M):
            self.counts[f"executed by {road}"] += int(count)
        for road, count in re.findall(r"^  ([\w-]+): .*?(\d+) refused", result.stdout, re.M):
            self.counts[f"refused by {road}"] += int(count)
        found = re.findall(r"^seed (\d+): road ([\w-]+): (.*)$", result.stdout, re.M)
        for seed, road, problem in found:
            self.fail(f"seed {seed} {road}", problem, "")
        if int(summary[3]) != len({(seed, road) for seed, road, _ in found}):
            self.fail(f"seeds from {task.command[2]}",
                      f"{summary[3]} failures, of which {len(found)} say what", result.stdout)

    def shrink_tasks(self):
        seeds = sorted({name.split()[1] for name, _, _ in self.failures if name.startswith("seed ")})
        return [self.command(int(seed), 1, "--reduce") for seed in seeds[: self.options.reduce]]

    def take_shrunk(self, task, result):
        seed = task.command[2]
        self.failures = [
            (name, problem, result.stdout if name.startswith(f"seed {seed} ") else text)
            for name, problem, text in self.failures
        ]


class Litmus(Campaign):
    def tasks(self):
        scripts = read_tree(os.path.join(ROOT, "utils"), ["litmus_random.py"], "")
        names = [each for each in os.listdir(self.options.prototype) if each.endswith(".py")]
        prototype = read_tree(self.options.prototype, names, "prototype")
        return [
            Task((PYTHON, "litmus_random.py", "--tessera", "tessera", "--prototype", "prototype",
                  "--seed", str(seed), "--count", str(count)), scripts + prototype, timeout=3600)
            for seed, count in self.ranges()
        ]  # fmt: skip

    def take(self, task, result):
        line = re.search(r"^(\d+) programs \(seed (\d+)\): (.*); (\d+) overlooked by the "
                         r"prototype, (\d+) differ;", result.stdout, re.M)
        if not line:
            return self.fail(f"seed {task.command[7]}", result.reason(), result.stdout)
        self.counts["programs"] += int(line[1])
        self.counts["overlooked by the prototype"] += int(line[4])
        for count, verdict in re.findall(r"(\d+) (\S+)", line[3].replace(",", "")):
            self.counts[f"verdict {verdict}"] += int(count)
        if int(line[5]):
            self.fail(f"seed {line[2]}", f"{line[5]} verdicts differ", result.stdout)


class Fuzz(Campaign):
    """A libFuzzer target writes what breaks it to the file that is asked for."""

    OUTPUT = "breaks"

    def __init__(self, options):
        super().__init__(options)
        import run_fuzzers

        found = run_fuzzers.targets(options.build)
        self.targets = {name: path for name, path in found.items() if options.only in (None, name)}
        if not self.targets:
            raise EngineError(f"no fuzz target in '{options.build}': make fuzz")
        folders = {os.path.dirname(path) for path in self.targets.values()}
        os.environ["PATH"] = os.pathsep.join([*sorted(folders), os.environ["PATH"]])
        self.programs = tuple(self.targets)

    def seeds(self, name):
        """What the target starts from."""
        folder = os.path.join(ROOT, "fuzz", "seeds", name)
        names = os.listdir(folder) if os.path.isdir(folder) else []
        return read_tree(folder, names, "seeds") or (("seeds/empty", b""),)

    def tasks(self):
        return [
            Task((name, f"-seed={seed}", f"-runs={self.options.runs}", "-timeout=20",
                  f"-exact_artifact_path={self.OUTPUT}", "seeds"),
                 self.seeds(name), (self.OUTPUT,), timeout=3600)
            for name in self.targets
            for seed, _ in self.ranges()
        ]  # fmt: skip

    def take(self, task, result):
        name, seed = task.command[0], task.command[1].partition("=")[2]
        done = re.search(r"^Done (\d+) runs", result.stderr, re.M)
        if result.passed and done:
            self.counts[f"runs of {name}"] += int(done[1])
            return
        problem = re.search(r"^(?:==\d+==)? ?ERROR: (.*)$", result.stderr, re.M)
        text = result.outputs[0] if result.outputs else b""
        self.fail(f"{name} seed {seed}", problem[1] if problem else result.reason(), text)

    def shrink_tasks(self):
        return [
            Task((name.split()[0], "-minimize_crash=1", "-runs=2000", "-timeout=20",
                  f"-exact_artifact_path={self.OUTPUT}", "input"), (("input", text),),
                 (self.OUTPUT,), timeout=3600)
            for name, _, text in self.failures[: self.options.reduce] if text
        ]  # fmt: skip

    def take_shrunk(self, task, result):
        if result.outputs and len(result.outputs[0]) < len(task.files[0][1]):
            self.failures = [
                (name, problem, result.outputs[0] if text == task.files[0][1] else text)
                for name, problem, text in self.failures
            ]


class Corpus(Campaign):
    SCRIPTS = ("test/Corpus/run_corpus.py", "test/Corpus/corpus_cases.py", "examples/common.py",
               "utils/run_examples.py")

    def tasks(self):
        scripts = read_tree(ROOT, self.SCRIPTS, "")
        names = sorted(each for each in os.listdir(self.options.corpus) if each.endswith(".tileirbc"))
        if not names:
            raise EngineError(f"no .tileirbc file in '{self.options.corpus}'")
        return [
            Task((PYTHON, "test/Corpus/run_corpus.py", "--tessera", "tessera", "--corpus", "corpus",
                  "--orders", self.options.orders),
                 scripts + read_tree(self.options.corpus, [name], "corpus"), timeout=3600)
            for name in names
        ]  # fmt: skip

    def take(self, task, result):
        name = os.path.basename(task.files[-1][0])
        found = re.search(r"^(\d+) passed, (\d+) failed$", result.stdout, re.M)
        if not found:
            return self.fail(name, result.reason(), result.stdout + result.stderr)
        self.counts["files"] += 1
        self.counts["launches that equal NumPy"] += int(found[1])
        if int(found[2]):
            self.fail(name, f"{found[2]} launches differ", result.stdout)


KINDS = {"random": Random, "litmus": Litmus, "fuzz": Fuzz, "corpus": Corpus}


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    kinds = parser.add_subparsers(dest="kind", required=True)
    defaults = {"random": (1, 1000, 50), "litmus": (1, 1000, 100), "fuzz": (1, 4, 1), "corpus": (1, 1, 1)}
    for name, (first, count, batch) in defaults.items():
        add = kinds.add_parser(name).add_argument
        add("--first", type=int, default=first)
        add("--count", type=int, default=count)
        add("--batch", type=int, default=batch)
        add("--bin", default=os.path.join(ROOT, "build", "dev", "bin"))
        add("--jobs", type=int, default=len(os.sched_getaffinity(0)))
        add("--scheduler")
        add("--journal")
        add("--fresh", action="store_true")
        add("--keep", default=os.path.join(ROOT, "build", "campaigns", name))
        add("--table")
        add("--reduce", type=int, default=20, help="how many failures are made smaller")
        if name == "random":
            add("--roads", default="interp,interp-order,canonical,text,bytecode,cpu")
            add("--large", action="store_true")
            add("--plant-fault", help="for tests: a road that executes this op as another")
        if name == "litmus":
            add("--prototype", required=True)
        if name == "fuzz":
            add("--build", default=os.path.join(ROOT, "build", "fuzz"))
            add("--only")
            add("--runs", type=int, default=20000)
        if name == "corpus":
            add("--corpus", required=True)
            add("--orders", default="0")
    return parser.parse_args()


def keep(folder, failures):
    """One file for each failure that has a text."""
    for name, _, text in failures:
        if text:
            os.makedirs(folder, exist_ok=True)
            with open(os.path.join(folder, re.sub(r"\W+", "-", name)), "wb") as file:
                file.write(text if isinstance(text, bytes) else text.encode())


def run(options, campaign, engine, label):
    """Both lists of tasks."""
    for name, tasks, take in (
        (label, campaign.tasks(), campaign.take),
        ("reducing", None, campaign.take_shrunk),
    ):
        tasks = campaign.shrink_tasks() if tasks is None else tasks
        progress = Progress(name, len(tasks))
        results = {}
        for task, result in engine.stream(tasks, progress=progress):
            results[task.key] = result
        progress.close()
        # In the order of the tasks, whoever was first.
        for task in tasks:
            take(task, results[task.key])
    return len(campaign.tasks())


def table(options, campaign, engine, tasks, seconds):
    lines = [f"campaign {options.kind}: {tasks} tasks, {engine.remembered} of them from the journal, "
             f"{seconds:.0f} s"]
    width = max((len(name) for name, _ in campaign.rows()), default=0)
    lines += [f"  {name.ljust(width)}  {count:>12,}" for name, count in campaign.rows()]
    lines += [f"  FAILED {name}: {problem}" for name, problem, _ in campaign.failures[:50]]
    if len(campaign.failures) > 50:
        lines.append(f"  and {len(campaign.failures) - 50} more")
    lines.append(f"{len(campaign.failures)} failures" + (f", kept in {options.keep}" if campaign.failures else ""))
    return "\n".join(lines) + "\n"


def main():
    options = parse_arguments()
    os.environ["PATH"] = os.path.abspath(options.bin) + os.pathsep + os.environ["PATH"]
    path = options.journal or os.path.join(ROOT, "build", "campaigns", f"{options.kind}.journal")
    start = time.monotonic()
    try:
        campaign = KINDS[options.kind](options)
        os.makedirs(os.path.dirname(os.path.abspath(path)), exist_ok=True)
        if options.fresh and os.path.exists(path):
            os.unlink(path)
        journal = Journal(path, campaign.programs)
        with open_engine(options.jobs, options.scheduler, programs=campaign.programs,
                         journal=journal) as engine:
            tasks = run(options, campaign, engine, options.kind)
    except (EngineError, JournalError) as error:
        sys.exit(f"campaign: error: {error}")
    except KeyboardInterrupt:
        sys.exit(f"campaign: interrupted; '{path}' has what was done")
    text = table(options, campaign, engine, tasks, time.monotonic() - start)
    keep(options.keep, campaign.failures)
    if options.table:
        with open(options.table, "w", encoding="utf-8") as file:
            file.write(text)
    sys.stdout.write(text)
    return 1 if campaign.failures else 0


if __name__ == "__main__":
    sys.exit(main())
