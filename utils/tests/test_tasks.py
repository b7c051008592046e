# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Lists of tasks on processes and on a cluster that loses its workers."""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "python"))

from tessera_tasks import EngineError, Journal, JournalError, Task, open_engine  # noqa: E402
from tessera_tasks import task as tasks_module  # noqa: E402

# Squares a number, and leaves word of who did it.
PROGRAM = """#!/bin/sh
number=$1
[ "$number" = fail ] && { echo "k.mlir:1:2: error: no number" >&2; exit 3; }
[ "$number" = wait ] && exec sleep 60
[ -n "$2" ] && sleep "$2"
cat input 2>/dev/null
echo $((number * number)) | tee square
"""


def square(number, *more):
    return Task(("square", str(number), *more), (("input", b"of %d: " % number),), ("square",))


class WithProgram(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)
        self.path = os.environ["PATH"]
        os.environ["PATH"] = self.folder + os.pathsep + self.path
        self.write_program(self.folder, PROGRAM)
        tasks_module.find_program.cache_clear()

    def tearDown(self):
        os.environ["PATH"] = self.path
        tasks_module.find_program.cache_clear()

    def write_program(self, folder, text):
        name = os.path.join(folder, "square")
        with open(name, "w", encoding="utf-8") as file:
            file.write(text)
        os.chmod(name, 0o755)

    def journal(self):
        journal = Journal(os.path.join(self.folder, "journal"), ("square",))
        self.addCleanup(journal.close)
        return journal

    def engine(self, jobs=2, **options):
        return open_engine(jobs, programs=("square",), **options)


class LocalTest(WithProgram):
    def test_results_are_in_the_order_of_the_tasks(self):
        with self.engine() as engine:
            results = engine.run([square(number) for number in range(20)])
            self.assertEqual([each.outputs[0] for each in results],
                             [b"%d\n" % number**2 for number in range(20)])
            self.assertEqual(results[3].stdout, "of 3: 9\n")

    def test_equal_tasks_are_executed_once(self):
        with self.engine() as engine:
            results = engine.run([square(4)] * 5)
            self.assertEqual((len(results), engine.executed), (5, 1))

    def test_a_failure_is_a_result(self):
        with self.engine() as engine:
            (result,) = engine.run([Task(("square", "fail"), outputs=("square",))])
        self.assertEqual((result.status, result.outputs), (3, ()))
        self.assertEqual(result.reason(), "no number")

    def test_a_hang_ends(self):
        with self.engine() as engine:
            (result,) = engine.run([Task(("square", "wait"), timeout=0.2)])
        self.assertEqual(result.status, tasks_module.TIMED_OUT)

    def test_a_process_that_is_killed_is_started_again(self):
        marker = os.path.join(self.folder, "was-killed")
        self.write_program(self.folder, f'#!/bin/sh\n[ -e {marker} ] && exec echo done\n'
                           f'touch {marker}\nkill -9 $$\n')
        with self.engine() as engine:
            (result,) = engine.run([Task(("square", "1"))])
        self.assertEqual((result.status, result.stdout), (0, "done\n"))

    def test_nothing_starts_after_the_deadline(self):
        with self.engine() as engine:
            results = engine.run([square(1), square(2)], deadline=time.monotonic() - 1)
            self.assertEqual((results, engine.executed), ([None, None], 0))

    def test_unknown_program(self):
        with self.assertRaisesRegex(EngineError, "no program 'cube' on PATH"):
            open_engine(1, programs=("cube",))


class JournalTest(WithProgram):
    def test_what_is_done_is_not_done_again(self):
        tasks = [square(number) for number in range(6)]
        with self.engine(journal=self.journal()) as engine:
            first = engine.run(tasks[:4])
            engine._journal.close()
        with self.engine(journal=self.journal()) as engine:
            again = engine.run(tasks)
            self.assertEqual((engine.remembered, engine.executed), (4, 2))
        self.assertEqual(again[:4], first)

    def test_half_a_line_counts_as_nothing(self):
        journal = self.journal()
        with self.engine(journal=journal) as engine:
            engine.run([square(1), square(2)])
        journal.close()
        path = os.path.join(self.folder, "journal")
        with open(path, "r+b") as file:
            file.truncate(os.path.getsize(path) - 7)
        journal = self.journal()
        self.assertEqual(len(journal), 1)
        with self.engine(journal=journal) as engine:
            engine.run([square(1), square(2)])
            self.assertEqual(engine.executed, 1)
        journal.close()
        self.assertEqual(len(self.journal()), 2)

    def test_another_build_is_refused(self):
        self.journal().close()
        self.write_program(self.folder, PROGRAM + "# changed\n")
        with self.assertRaisesRegex(JournalError, "written with another build of square"):
            self.journal()

    def test_two_at_a_time_are_refused(self):
        first = self.journal()
        with self.assertRaisesRegex(JournalError, "in use by another process"):
            self.journal()
        first.close()

    def test_another_file_is_no_journal(self):
        path = os.path.join(self.folder, "journal")
        for text in ("hello\n", json.dumps([1, 2]) + "\n"):
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            with self.assertRaisesRegex(JournalError, "is not a journal"):
                self.journal()
        with open(path, encoding="utf-8") as file:
            self.assertEqual(file.read(), text)


def has_dask():
    try:
        import distributed  # noqa: F401
    except ImportError:
        return False
    return True


@unittest.skipUnless(has_dask(), "dask.distributed is not installed (python3-distributed)")
class ClusterTest(WithProgram):
    def setUp(self):
        super().setUp()
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.address = f"tcp://127.0.0.1:{self.port}"
        self.processes = []
        self.addCleanup(self.stop)
        self.start("distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port",
                   str(self.port), "--no-dashboard")
        self.workers = [self.worker(), self.worker()]

    def start(self, module, *words, path=None):
        environment = {**os.environ, "PYTHONPATH": os.path.join(ROOT, "python"),
                       "PYTHONDONTWRITEBYTECODE": "1"}
        if path:
            environment["PATH"] = path + os.pathsep + self.path
        process = subprocess.Popen([sys.executable, "-m", module, *words], env=environment,
                                   cwd=self.folder, stderr=subprocess.DEVNULL)
        self.processes.append(process)
        return process

    def worker(self, path=None):
        return self.start("distributed.cli.dask_worker", self.address, "--nthreads", "1",
                          "--no-nanny", "--no-dashboard", path=path)

    def stop(self):
        for process in self.processes:
            process.kill()
            process.wait()

    def wait_for_workers(self, count):
        import distributed

        with distributed.Client(self.address, timeout=30) as client:
            client.wait_for_workers(count, timeout=30)

    def test_workers_that_die_and_others_of_another_version(self):
        self.wait_for_workers(2)
        tasks = [square(number, "0.05") for number in range(40)]
        expected = [b"%d\n" % number**2 for number in range(40)]
        with self.engine(scheduler=self.address) as engine:
            found = {}
            for task, result in engine.stream(tasks):
                found[task.key] = result.outputs[0]
                if len(found) == 5:
                    os.kill(self.workers[0].pid, signal.SIGKILL)
                    self.worker()
        self.assertEqual([found[each.key] for each in tasks], expected)
        # A worker with another build of the program.
        other = os.path.join(self.folder, "other")
        os.mkdir(other)
        self.write_program(other, PROGRAM + "# changed\n")
        self.worker(path=other)
        self.wait_for_workers(3)
        with self.assertRaisesRegex(
            EngineError, r"^worker tcp://\S+ has build \w+ of 'square', expected build \w+: "
            "install the same version everywhere$",
        ):
            self.engine(scheduler=self.address)


@unittest.skipUnless(has_dask(), "dask.distributed is not installed (python3-distributed)")
class NoClusterTest(WithProgram):
    def test_no_scheduler(self):
        import tessera_tasks.engine

        self.addCleanup(setattr, tessera_tasks.engine, "CONNECT_TIMEOUT",
                        tessera_tasks.engine.CONNECT_TIMEOUT)
        tessera_tasks.engine.CONNECT_TIMEOUT = 1
        for address in ("tcp://127.0.0.1:9", "nonsense://x"):
            with self.assertRaisesRegex(EngineError, f"^no scheduler at {address}: [^\n]+$"):
                self.engine(scheduler=address)


if __name__ == "__main__":
    unittest.main()
