# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a task is, and how one is executed, on whatever machine that is."""

from __future__ import annotations

import functools
import hashlib
import os
import select
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Optional


class WrongVersion(Exception):
    """This machine has another build of a program than the one that made the task."""


@dataclass(frozen=True)
class Task:
    """A command and what it reads. The first word is a program's name, not a path."""

    command: tuple[str, ...]
    #: Names and contents of files, by paths in the folder where it runs.
    files: tuple[tuple[str, bytes], ...] = ()
    #: Files that it writes and that belong to the result.
    outputs: tuple[str, ...] = ()
    #: Seconds after which it is ended.
    timeout: float = 600

    @functools.cached_property
    def key(self) -> str:
        """The digest of everything that the result depends on, but for the build."""
        digest = hashlib.sha256()
        for part in (*self.command, "", *self.outputs, "", repr(self.timeout)):
            data = part.encode()
            digest.update(len(data).to_bytes(8, "little") + data)
        for name, content in self.files:
            digest.update(len(name).to_bytes(8, "little") + name.encode())
            digest.update(hashlib.sha256(content).digest())
        return digest.hexdigest()


@dataclass(frozen=True)
class Result:
    """What came of a task."""

    #: The exit status; 128 and the number for a signal; 124 for a time-out.
    status: int
    stdout: str
    stderr: str
    #: The files that the task named, in its order; empty unless all were written.
    outputs: tuple[bytes, ...] = ()

    @property
    def passed(self) -> bool:
        return self.status == 0

    def reason(self) -> str:
        """The first error in one line."""
        lines = [line.strip() for line in self.stderr.splitlines() if line.strip()]
        for line in lines:
            before, found, after = line.partition("error: ")
            if found:
                return after
        if lines:
            return lines[-1]
        return f"ended with status {self.status}"


TIMED_OUT = 124


@functools.lru_cache(maxsize=None)
def find_program(name: str) -> Optional[str]:
    """The path of one of Tessera's programs: beside an installed package, else on PATH.
    "python3" is the Python that executes this."""
    if name == "python3":
        return sys.executable
    # <prefix>/lib/tessera/python/tessera_tasks/task.py
    folder = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    installed = os.path.join(folder, "..", "..", "..", "bin", name)
    if os.path.basename(os.path.dirname(folder)) == "tessera" and os.access(installed, os.X_OK):
        return os.path.realpath(installed)
    return shutil.which(name)


@functools.lru_cache(maxsize=None)
def _digest_of_file(path: str, size: int, changed: int) -> str:
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        while chunk := file.read(1 << 20):
            digest.update(chunk)
    return digest.hexdigest()[:16]


def identity(name: str) -> str:
    """Which build of a program this machine has; "" where it has none."""
    path = find_program(name)
    if path is None:
        return ""
    status = os.stat(path)
    return _digest_of_file(path, status.st_size, status.st_mtime_ns)


#: What tasks may need of a folder in memory.
ENOUGH_BYTES = 1 << 30


@functools.lru_cache(maxsize=None)
def _scratch() -> Optional[str]:
    """Where folders of tasks are made: in memory, if there is room, because making and
    removing files on a busy disk takes tens of milliseconds."""
    try:
        status = os.statvfs("/dev/shm")
    except OSError:
        return None
    has_room = status.f_bavail * status.f_frsize >= ENOUGH_BYTES
    return "/dev/shm" if has_room and os.access("/dev/shm", os.W_OK) else None


def _wait(process: subprocess.Popen[bytes], timeout: float) -> bool:
    """Whether it ended in that time. Popen.wait() looks again and again, which costs
    milliseconds; the kernel tells at once."""
    try:
        descriptor = os.pidfd_open(process.pid)
    except (AttributeError, OSError):
        try:
            process.wait(timeout)
        except subprocess.TimeoutExpired:
            return False
        return True
    try:
        poll = select.poll()
        poll.register(descriptor, select.POLLIN)
        if not poll.poll(int(timeout * 1000)):
            return False
    finally:
        os.close(descriptor)
    process.wait()
    return True


# A group of its own, so that it can be killed with what it has started. A session of its
# own is slower to start: Linux schedules each as one of many users.
_GROUP: Any = {"process_group": 0} if sys.version_info >= (3, 11) else {"start_new_session": True}


def _kill(process: subprocess.Popen[bytes]) -> None:
    """With what it has started."""
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _read_text(path: str) -> str:
    with open(path, "rb") as file:
        return file.read().decode("utf-8", "replace")


def execute(task: Task) -> Result:
    """Runs a task in a folder of its own, which is gone afterwards."""
    program = find_program(task.command[0])
    if program is None:
        return Result(127, "", f"error: no program '{task.command[0]}' on this machine")
    with tempfile.TemporaryDirectory(prefix="tessera-task-", dir=_scratch()) as folder:
        for name, content in task.files:
            path = os.path.normpath(os.path.join(folder, name))
            if not path.startswith(folder + os.sep):
                return Result(1, "", f"error: '{name}' is not in the folder of the task")
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as file:
                file.write(content)
        # Files, not pipes: nobody has to listen while it runs.
        texts = [os.path.join(folder, ".stdout"), os.path.join(folder, ".stderr")]
        with open(texts[0], "wb") as out, open(texts[1], "wb") as err:
            process = subprocess.Popen(
                [program, *task.command[1:]], cwd=folder, stdin=subprocess.DEVNULL,
                stdout=out, stderr=err, **_GROUP,
            )  # fmt: skip
        try:
            ended = _wait(process, task.timeout)
        except BaseException:
            _kill(process)
            raise
        if not ended:
            _kill(process)
            return Result(TIMED_OUT, "", f"error: no end within {task.timeout:g} s")
        status = process.returncode
        stdout, stderr = map(_read_text, texts)
        outputs = []
        for name in task.outputs:
            try:
                with open(os.path.join(folder, name), "rb") as file:
                    outputs.append(file.read())
            except OSError:
                outputs = []
                break
    return Result(
        status if status >= 0 else 128 - status,
        stdout,
        stderr,
        tuple(outputs),
    )


def execute_all_as(tasks: Sequence[Task], expected: dict[str, str]) -> list[Result]:
    """The same for several, on a machine that may have other builds of programs, which is
    refused."""
    for name, build in expected.items():
        found = identity(name)
        if found != build:
            what = f"build {found} of '{name}'" if found else f"no '{name}'"
            raise WrongVersion(f"has {what}, expected build {build}")
    return [execute(task) for task in tasks]


def describe_machine(names: list[str]) -> dict[str, str]:
    """What a worker has; runs there."""
    return {name: identity(name) for name in names} | {"python": "%d.%d" % sys.version_info[:2]}
