# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Who executes tasks: this machine's processes, or a dask.distributed cluster.

Scheduling, transport and repetition on a cluster are dask's. Results are matched to tasks
by their keys, so that it does not matter who computed one, when, or how often.
"""

from __future__ import annotations

import concurrent.futures
import hashlib
import signal
import time
from collections.abc import Iterator, Sequence
from typing import Any, Optional, Protocol

from .journal import Journal
from .progress import Progress
from .task import (
    TIMED_OUT,
    Result,
    Task,
    WrongVersion,
    describe_machine,
    execute,
    execute_all_as,
    identity,
)

#: A process that somebody killed is started again so many times.
REPETITIONS = 3
#: Seconds until a scheduler has to answer.
CONNECT_TIMEOUT = 10


class EngineError(Exception):
    """The tasks cannot be executed; the message is one line."""


class _Backend(Protocol):
    def results(self, tasks: Sequence[Task]) -> Iterator[tuple[Task, Result]]:
        """In any order, each once."""

    def cancel(self) -> None: ...

    def close(self) -> None: ...


def _was_killed(result: Result) -> bool:
    """Killed from outside: the task itself has no say in it."""
    return result.status == 128 + signal.SIGKILL


def _is_chance(result: Result) -> bool:
    """What another execution of the task might not give."""
    return result.status == TIMED_OUT or _was_killed(result)


def _execute_here(task: Task) -> Result:
    for _ in range(REPETITIONS):
        result = execute(task)
        if not _was_killed(result):
            return result
    return result


class _Local:
    """Threads that wait for the processes of tasks."""

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self._pool = concurrent.futures.ThreadPoolExecutor(jobs)

    def results(self, tasks: Sequence[Task]) -> Iterator[tuple[Task, Result]]:
        waiting = iter(tasks)
        running: dict[concurrent.futures.Future[Result], Task] = {}
        while True:
            # A few in advance, so that nobody waits for this thread.
            for task in waiting:
                running[self._pool.submit(_execute_here, task)] = task
                if len(running) >= 8 * self._jobs:
                    break
            if not running:
                return
            done, _ = concurrent.futures.wait(
                running, return_when=concurrent.futures.FIRST_COMPLETED
            )
            for future in done:
                yield running.pop(future), future.result()

    def cancel(self) -> None:
        self._pool.shutdown(wait=True, cancel_futures=True)
        self._pool = concurrent.futures.ThreadPoolExecutor(self._jobs)

    def close(self) -> None:
        self._pool.shutdown(wait=True, cancel_futures=True)


class _Cluster:
    """A client of a running dask.distributed scheduler."""

    #: Batches that the scheduler knows of at a time, and tasks of a batch at the most.
    WINDOW, BATCH = 256, 16

    def __init__(self, address: str, programs: Sequence[str]) -> None:
        try:
            import distributed
        except ImportError:
            raise EngineError(
                "--scheduler needs dask.distributed: Debian's python3-distributed, or "
                "'pip install distributed'"
            ) from None
        self._distributed = distributed
        self._expected = {name: identity(name) for name in programs}
        try:
            self._client = distributed.Client(address, timeout=CONNECT_TIMEOUT, name="tessera")
        except (OSError, ValueError, TimeoutError) as error:
            raise EngineError(f"no scheduler at {address}: {_first_line(error)}") from None
        try:
            self._check_workers(address)
        except BaseException:
            self.close()
            raise
        self._futures: set[Any] = set()

    def _check_workers(self, address: str) -> None:
        workers = self._client.scheduler_info()["workers"]
        if not workers:
            raise EngineError(f"the scheduler at {address} has no workers")
        self._workers = len(workers)
        try:
            found = self._client.run(describe_machine, list(self._expected))
        except Exception as error:  # What a worker cannot import comes back as it is.
            raise EngineError(
                f"a worker cannot run tasks: {_first_line(error)}; install tessera there"
            ) from None
        for worker, machine in sorted(found.items()):
            for name, expected in self._expected.items():
                if machine.get(name) != expected:
                    has = machine.get(name)
                    what = f"build {has} of '{name}'" if has else f"no '{name}'"
                    raise EngineError(
                        f"worker {worker} has {what}, expected build {expected}: install "
                        "the same version everywhere"
                    )

    def results(self, tasks: Sequence[Task]) -> Iterator[tuple[Task, Result]]:
        # What a cluster does for each thing it is given takes milliseconds: of many tasks
        # it is given several at a time, and each worker still gets them in turns.
        size = max(1, min(self.BATCH, len(tasks) // (8 * self._workers)))
        waiting = [tuple(tasks[i : i + size]) for i in range(0, len(tasks), size)][::-1]
        given: dict[str, tuple[Task, ...]] = {}
        queue = self._distributed.as_completed([], raise_errors=False)
        while waiting or given:
            while waiting and len(given) < self.WINDOW:
                future = self._submit(waiting[-1])
                given[future.key] = waiting.pop()
                queue.add(future)
            future = next(queue)
            batch = given.pop(future.key)
            self._futures.discard(future)
            results = self._results_of(future, batch)
            # What the cluster keeps for a future goes with it.
            future.release()
            if results is None:
                # One of them kills its worker: the others shall not suffer for it.
                waiting += [(task,) for task in batch]
            else:
                yield from zip(batch, results)

    def _submit(self, batch: tuple[Task, ...]) -> Any:
        digest = hashlib.sha256("".join(task.key for task in batch).encode()).hexdigest()
        future = self._client.submit(
            execute_all_as, batch, self._expected, key=f"tessera-{digest}",
            retries=REPETITIONS, pure=True,
        )  # fmt: skip
        self._futures.add(future)
        return future

    def _results_of(self, future: Any, batch: tuple[Task, ...]) -> Optional[Sequence[Result]]:
        """None if it has to be given again, one by one."""
        try:
            results = future.result()
        except WrongVersion as error:
            raise EngineError(
                f"a worker {error}: install the same version everywhere"
            ) from None
        except self._distributed.scheduler.KilledWorker as error:
            if len(batch) > 1:
                return None
            return [Result(1, "", f"error: workers died on it: {_first_line(error)}")]
        except Exception as error:
            raise EngineError(f"the cluster failed: {_first_line(error)}") from None
        assert isinstance(results, list)
        return results

    def cancel(self) -> None:
        self._client.cancel(list(self._futures))
        self._futures.clear()

    def close(self) -> None:
        self._client.close()


def _first_line(error: BaseException) -> str:
    text = str(error).strip() or type(error).__name__
    return text.splitlines()[0]


class Engine:
    """Executes lists of tasks. A context manager."""

    def __init__(self, backend: _Backend, journal: Optional[Journal] = None) -> None:
        self._backend = backend
        self._journal = journal
        #: Tasks that were executed, and those that the journal had.
        self.executed = 0
        self.remembered = 0

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *unused: object) -> None:
        self.close()

    def close(self) -> None:
        self._backend.close()

    def stream(
        self,
        tasks: Sequence[Task],
        *,
        progress: Optional[Progress] = None,
        deadline: Optional[float] = None,
    ) -> Iterator[tuple[Task, Result]]:
        """Each task with its result, as they come; equal tasks are executed once.

        After `deadline`, a value of time.monotonic(), nothing more is started. The journal
        keeps what depends on the task alone: no time-outs.
        """
        todo: dict[str, Task] = {}
        for task in tasks:
            if task.key in todo:
                continue
            known = self._journal.get(task.key) if self._journal is not None else None
            if known is not None:
                self.remembered += 1
                if progress:
                    progress.step()
                yield task, known
            else:
                todo[task.key] = task
        if deadline is not None and time.monotonic() >= deadline:
            return
        for task, result in self._backend.results(list(todo.values())):
            self.executed += 1
            if self._journal is not None and not _is_chance(result):
                self._journal.put(task.key, result)
            if progress:
                progress.step()
            yield task, result
            if deadline is not None and time.monotonic() >= deadline:
                self._backend.cancel()
                return

    def run(self, tasks: Sequence[Task], **options: Any) -> list[Optional[Result]]:
        """One result for each task, in the tasks' order; None for what was not started."""
        found = {task.key: result for task, result in self.stream(tasks, **options)}
        return [found.get(task.key) for task in tasks]


def open_engine(
    jobs: int = 1,
    scheduler: Optional[str] = None,
    *,
    programs: Sequence[str] = ("tessera",),
    journal: Optional[Journal] = None,
) -> Engine:
    """Processes of this machine, or the cluster of the scheduler at that address."""
    for name in programs:
        if not identity(name):
            raise EngineError(f"no program '{name}' on PATH")
    backend = _Cluster(scheduler, programs) if scheduler else _Local(max(1, jobs))
    return Engine(backend, journal)
