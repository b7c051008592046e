# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""client_defects.py FOLDER SCRATCH: runs the programs of corpus/client-defects on every
road, and prints a line per program whose results are right."""

import pathlib
import subprocess
import sys

import numpy as np

folder, scratch = map(pathlib.Path, sys.argv[1:])
ROADS = ["interpreter", "cpu", "sm_80", "sm_90a", "sm_100a", "sm_120a"]


def array(name, values):
    """An argument that is read from a file and written back to it."""
    path = scratch / f"{name}.npy"
    np.save(path, values)
    return f"{path}=>{path}"


# File, arguments; and what is printed, or the array that is left in the first one. None:
# it is only compiled, by what has a code generator.
PROGRAMS = [
    # A float as a truth value: whether it is not zero.
    ("ftoi-i1", [], "[1, 1, 0, 1, 1, 1, 1, 1]\n"),
    # The largest of NaN only is NaN, and not the identity.
    ("reduce-nan-identity", [], "nan\n"),
    # Loops that carry tokens and always leave by break.
    ("poison-token-min", [np.full(1, 3, np.int32)], np.full(1, 3, np.int32)),
    ("02_loop_break_tokens_poison_min", [np.zeros(1, np.float32), "i32:0"],
     np.ones(1, np.float32)),
    # Views with a leading dimension of extent 1 and strides that are all dynamic.
    ("layout-pack-assert-min", [], None),
]

for name, arguments, expected in PROGRAMS:
    right = []
    for road in ROADS:
        if expected is None:
            command = ["tessera", "compile", folder / f"{name}.mlir", "-o", "/dev/null",
                       "--target", road, "--emit", "obj" if road == "cpu" else "ptx"]
            if road == "interpreter":
                continue
        else:
            command = ["tessera", "run", folder / f"{name}.mlir",
                       *[array(f"a{i}", each) if isinstance(each, np.ndarray) else each
                         for i, each in enumerate(arguments)]]
            if road != "interpreter":
                command += ["--target", road]
        result = subprocess.run(command, capture_output=True, text=True)
        assert result.returncode == 0, (name, road, result.stderr)
        if isinstance(expected, str):
            assert result.stdout == expected, (name, road, result.stdout)
        elif expected is not None:
            np.testing.assert_array_equal(np.load(scratch / "a0.npy"), expected, f"{name} {road}")
        right.append(road)
    print(f"{name}: {' '.join(right)}")
