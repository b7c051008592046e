#!/usr/bin/python3
# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Executes objects for aarch64 under qemu's user mode.

  check_aarch64.py --source CHECKOUT --folder FOLDER [--filter TEXT] [-- OPTIONS]

The runtime archive is built for aarch64 with Clang and Debian's cross packages, once per
FOLDER. Then two kinds of kernels are compiled with `tessera compile --target
cpu:aarch64` (and OPTIONS), linked with a C program around the generated header,
and executed:

  conformance  the interpreter's execution tests that take no arrays: the program
               must print what `tessera run --interpret` prints
  arrays       test/Conversion/Cpu/Inputs/arrays-*.mlir, on arrays made here:
               the bytes must be those of the interpreter

Kernels that call vector mathematics (Sleef_*) need that library for aarch64, which
Debian's cross packages lack: they are compiled, and counted as not linked.
"""
import argparse
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent))
from check_conformance import NANS, ONLY_INTERPRETED, RUN

COMPILER = ["clang++-22", "--target=aarch64-linux-gnu"]
EMULATOR = ["qemu-aarch64-static", "-L", "/usr/aarch64-linux-gnu"]


def execute(*command, check=True, text=True):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=text,
                          errors="replace" if text else None, timeout=300)
    if check and done.returncode:
        sys.exit(f"{shlex.join(map(str, command))}\n{done.stderr}")
    return done


def sources_of(cmake):
    """The sources of the first library of a CMakeLists.txt."""
    listed = re.search(r"tessera_add_library\(\w+(.*?)(?:PUBLIC_LIBS|\))", cmake.read_text(), re.S)
    return [cmake.parent / name for name in listed.group(1).split()]


def build_runtime(source, folder):
    """libtessera_rt.a for aarch64, of the sources that CMake names."""
    archive = folder / "libtessera_rt.a"
    files = [path for room in ("Runtime/CPU", "Numerics")
             for path in sources_of(source / "lib" / room / "CMakeLists.txt")]
    read = [*files, *(source / "lib").glob("Runtime/CPU/*.h"), *(source / "lib").glob("Numerics/*.h"),
            *(source / "include" / "tessera").rglob("*.h")]
    newest = max(path.stat().st_mtime for path in read)
    if archive.exists() and archive.stat().st_mtime > newest:
        return archive
    objects = []
    for path in files:
        objects.append(folder / (path.stem + ".o"))
        execute(*COMPILER, "-std=c++20", "-O1", "-fno-exceptions", "-fno-rtti", "-I",
                source / "include", "-c", path, "-o", objects[-1])
    archive.unlink(missing_ok=True)
    execute("aarch64-linux-gnu-ar", "rc", archive, *objects)
    return archive


def grid_of(text):
    return ([int(n) for n in text.split(",")] + [1, 1])[:3]


PROGRAM = """
#include "kernels.h"
#include <stdio.h>
#include <stdlib.h>
static void *array(const char *name, long bytes) {{
  void *data = aligned_alloc(256, (bytes + 255) / 256 * 256);
  FILE *file = fopen(name, "rb");
  if (!file || fread(data, 1, bytes, file) != (size_t)bytes)
    exit(9);
  fclose(file);
  return data;
}}
int main(void) {{
  tessera_rt_pool *pool = tessera_rt_pool_create(2);
  const uint32_t grid[3] = {{ {grid} }};
  {arrays}
  int status = {entry}_launch(pool, grid, NULL{arguments});
  {writes}
  tessera_rt_pool_destroy(pool);
  return status;
}}
"""


class Checker:
    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        self.archive = build_runtime(options.source, options.folder)
        self.agreed, self.unlinked, self.failed = 0, [], 0

    def fail(self, name, text):
        self.failed += 1
        print(f"FAIL {name}: {text[:600]}")

    def program(self, kernel, entry, grid, arrays):
        """Path of a program that launches the entry, or None after saying why."""
        out = self.folder
        compile_ = ["tessera", "compile", kernel, "--target", "cpu:aarch64", *self.options.flags]
        for extra in (["-o", out / "kernels.o"], ["--emit", "header", "-o", out / "kernels.h"]):
            done = execute(*compile_, *extra, check=False)
            if done.returncode:
                self.fail(kernel.name, done.stderr)
                return None
        if "Sleef_" in execute("aarch64-linux-gnu-nm", "-u", out / "kernels.o").stdout:
            self.unlinked.append(f"{kernel.name}:{entry}")
            return None
        reads = [f'void *a{i} = array("{out}/a{i}", {array.nbytes});'
                 for i, array in enumerate(arrays)]
        writes = [f'FILE *f{i} = fopen("{out}/b{i}", "wb"); fwrite(a{i}, 1, {array.nbytes}, f{i}); '
                  f"fclose(f{i});" for i, array in enumerate(arrays)]
        (out / "main.c").write_text(PROGRAM.format(
            grid=", ".join(map(str, grid)), entry=entry, arrays="\n  ".join(reads),
            writes="\n  ".join(writes), arguments="".join(f", a{i}" for i in range(len(arrays)))))
        execute(*COMPILER, "-x", "c", "-std=c11", "-w", "-I",
                self.options.source / "include", "-c", out / "main.c", "-o", out / "main.o")
        execute(*COMPILER, "-fuse-ld=lld-22", out / "main.o", out / "kernels.o", self.archive, "-lm", "-lpthread", "-o",
                out / "program")
        return out / "program"

    def conformance(self):
        for path in sorted((self.options.source / "test" / "Interpreter").glob("*.mlir")):
            if self.options.filter not in path.name:
                continue
            for match in RUN.finditer(path.read_text()):
                words = shlex.split(match.group(1).replace("2>&1", ""))
                if ONLY_INTERPRETED.search(match.group(1)):
                    continue
                parser = argparse.ArgumentParser()
                parser.add_argument("--entry")
                parser.add_argument("--grid", default="1")
                parser.add_argument("--threads")
                asked, arguments = parser.parse_known_args(words)
                if arguments:
                    continue  # values of parameters
                listed = execute("tessera", "run", "--list-entries", path).stdout
                entries = dict(re.findall(r"^([\w$]+)\((.*)\)$", listed, re.M))
                entry = asked.entry or next(iter(entries))
                grid = grid_of(asked.grid)
                expected = execute("tessera", "run", path, "--interpret", *words).stdout
                program = self.program(path, entry, grid, [])
                if not program:
                    continue
                done = execute(*EMULATOR, program, check=False)
                want, got = expected, done.stdout
                for pattern, name in NANS:
                    want, got = pattern.sub(name, want), pattern.sub(name, got)
                if done.returncode or want != got:
                    pairs = zip(want.splitlines(), got.splitlines())
                    first = next((f"expected '{w}', got '{g}'" for w, g in pairs if w != g), "length")
                    self.fail(f"{path.name}:{entry}", f"status {done.returncode}: {first} {done.stderr}")
                else:
                    self.agreed += 1

    def arrays(self):
        """Kernels whose parameters are pointers, on integers in -8 ... 8, so that
        every sum is exact. `// ARRAYS: f32:256 ...` and `// GRID: 2,1,1` say on what."""
        for path in sorted((Path(__file__).parent / "Inputs").glob("arrays-*.mlir")):
            if self.options.filter not in path.name:
                continue
            text = path.read_text()
            entry = re.search(r"entry @(\w+)", text).group(1)
            grid = grid_of(re.search(r"// GRID: (\S+)", text).group(1))
            random = np.random.default_rng(1)
            arrays, arguments = [], []
            for i, spec in enumerate(re.search(r"// ARRAYS: (.*)", text).group(1).split()):
                dtype, count = spec.split(":")
                arrays.append(random.integers(-8, 9, int(count)).astype(dtype))
                arrays[-1].tofile(self.folder / f"a{i}")
                np.save(self.folder / f"a{i}.npy", arrays[-1])
                arguments.append(f"{self.folder}/a{i}.npy=>{self.folder}/e{i}.npy")
            execute("tessera", "run", path, "--interpret", "--grid", ",".join(map(str, grid)),
                    *arguments)
            program = self.program(path, entry, grid, arrays)
            if not program:
                continue
            done = execute(*EMULATOR, program, check=False)
            if done.returncode:
                self.fail(path.name, f"status {done.returncode}: {done.stderr}")
                continue
            wrong = [i for i, array in enumerate(arrays)
                     if (self.folder / f"b{i}").read_bytes()
                     != np.load(self.folder / f"e{i}.npy").tobytes()]
            if wrong:
                self.fail(path.name, f"arrays {wrong} differ from the interpreter's")
            else:
                self.agreed += 1


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--source", type=Path, required=True)
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--filter", default="")
    words = sys.argv[1:]
    own = words.index("--") if "--" in words else len(words)
    options = parser.parse_args(words[:own])
    options.flags = words[own + 1:]
    options.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        checker = Checker(options, Path(folder))
        checker.conformance()
        checker.arrays()
    if checker.unlinked:
        print("not linked, for want of vector mathematics: " + " ".join(checker.unlinked))
    print(f"{checker.agreed} agree, {len(checker.unlinked)} not linked, {checker.failed} failed")
    return 1 if checker.failed or not checker.agreed else 0


if __name__ == "__main__":
    sys.exit(main())
