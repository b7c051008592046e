#!/usr/bin/python3
# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks who includes whom.

The rooms stand in one order (docs/Layering.md). A file of include/tessera/<Room>,
lib/<Room> or tools/ may include headers of its own room and of rooms before it.
Some rooms are held tighter than the order holds them: see ONLY and NO_MLIR_IR.

Folders of lib/<Room> and of tools/tessera are rooms too. A private header serves its
own folder and the folders inside it. Other folders may include it only where INNER
says so.

  utils/check_layering.py [--root DIR]
"""

import argparse
import os
import re
import sys

# A room may include rooms to its left.
ORDER = [
    "Support", "Layout", "Numerics", "Target", "Scheduling", "MemoryModel", "PTX",
    "Dialect", "Bytecode", "Interpreter", "Litmus", "Conversion", "Codegen", "Pipelines",
    "Driver", "Runtime", "CAPI", "tools",
]  # fmt: skip

# Inside Dialect the three levels stand in the order in which they are lowered.
DIALECT_ORDER = ["CudaTile", "TileAA", "TileAS"]

# Independent witnesses: what they may include, whatever stands to their left. The
# interpreter and the PTX emulator must not learn from one another or from a lowering.
ONLY = {
    "Interpreter": {"Support", "Numerics", "Dialect"},
    "PTX": {"Support", "Layout", "Numerics", "Target"},
    "Bytecode": {"Support", "Dialect"},
    "Litmus": {"Support", "Numerics", "MemoryModel", "Dialect", "Bytecode", "Interpreter"},
}

# Rooms that know LLVM's support library but no IR. mlir/Support is not IR.
NO_MLIR_IR = {"Layout", "Numerics", "Target", "Scheduling", "MemoryModel", "PTX"}

# Folders that include private headers of one another: {folder: {room: rooms it uses}}.
# "" is the folder itself. Folders are named by their path under lib/, or from tools/ on.
# Every arrow of this table is in use; a new one is added here on purpose or not at all.
INNER = {
    "Conversion/TileAAToTileAS": {"": {"Cluster"}},
    "Conversion/TileAAToVector": {
        "Access": {"Core", "Nest"},
        "Core": {"Elementwise", "Fusion", "Matmul"},
        "Elementwise": {"Core", "Math", "Nest"},
        "Math": {"Core", "Elementwise"},
        "Matmul": {"Access", "Core", "Elementwise", "Nest"},
        "Nest": {"Access", "Core"},
        "Reduce": {"Access", "Core", "Elementwise", "Fusion", "Nest"},
        "ToLLVM": {"Core"},
    },
    "Conversion/TileASToNVVM": {
        "": {"Access", "Bounds"},
        "Collective": {"Access", "Elementwise"},
        "Products": {"Access", "Elementwise"},
        "Stages": {"Access"},
    },
    "Dialect/TileAS/Transforms": {"Pairs": {"Pipelining", "Placing"}, "Pipelining": {"Pairs"}},
    "Driver": {"": {"Hints"}},
    "Interpreter": {"": {"Race"}, "Ops": {"Access"}, "Race": {"Access"}},
    "PTX": {"": {"ISA"}},
    "Runtime/Driver": {"CudaRuntime": {"Functions"}},
    "PTX/Emulator": {
        "Async": {"Checks", "Core", "Scalar"},
        "Checks": {"Async"},
        "Core": {"Async", "Checks"},
        "Matrix": {"Async", "Checks", "Core", "Scalar"},
        "Memory": {"Checks", "Core", "Scalar"},
        "Scalar": {"Checks", "Core"},
        "Tensor": {"Async", "Checks", "Core", "Matrix"},
    },
    "tools": {"tileiras": {"tessera"}, "tileirdisasm": {"tessera", "tileiras"}},
    "tools/tessera": {"Run": {"Litmus"}, "Explain": {"PTX"}},
}

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
TD_INCLUDE = re.compile(r'^\s*include\s+(")([^"]+)"')
SOURCE_SUFFIXES = (".h", ".cpp", ".td", ".inc", ".def")


def room_of(path):
    """The room ("Dialect/CudaTile" is a room inside one) of a path in the tree."""
    parts = path.split("/")
    if parts[0] == "tools":
        return "tools", None
    if parts[:2] == ["include", "tessera"]:
        parts = parts[2:]
    elif parts[0] == "lib":
        parts = parts[1:]
    else:
        return None, None
    if len(parts) < 2:
        return None, None
    inner = parts[1] if parts[0] == "Dialect" and len(parts) > 2 else None
    return parts[0], inner


def private_header(path, target, root):
    """The path in the tree of a header that `path` includes as `target` and that lies
    beside it or is named by its path under lib/ or, in a tool, under the tool's folder;
    None if there is no such header."""
    around = "/".join(path.split("/")[:2]) if path.startswith("tools/") else "lib"
    for folder in (os.path.dirname(path), around):
        local = os.path.normpath(os.path.join(folder, target))
        if os.path.exists(os.path.join(root, local)):
            return local
    return None


def included_room(path, target, root):
    """The room that `target`, as written in the file `path`, belongs to."""
    if target.startswith("tessera/"):
        return room_of("include/" + target)
    if target.startswith("tessera-c/"):
        return "CAPI", None
    local = private_header(path, target, root)
    return room_of(local) if local else (None, None)


def inner_violation(path, local, used):
    """Why the file `path` may not include the private header `local`, or None. The
    arrow of INNER that allows it is added to the set `used`."""
    if path.split("/")[0] != local.split("/")[0] or not path.startswith(("lib/", "tools/")):
        return None
    user, owner = (os.path.dirname(name).removeprefix("lib/") for name in (path, local))
    if user == owner or user.startswith(owner + "/"):
        return None
    for folder, rooms in INNER.items():
        if all(name == folder or name.startswith(folder + "/") for name in (user, owner)):
            room, other = user[len(folder) + 1 :], owner[len(folder) + 1 :]
            if other in rooms.get(room, ()):
                used.add((folder, room, other))
                return None
    return f"{user} may not include private headers of {owner}"


def violation(room, inner, other, other_inner):
    if other == room:
        if inner and other_inner and inner != other_inner:
            if inner in DIALECT_ORDER and other_inner in DIALECT_ORDER:
                if DIALECT_ORDER.index(other_inner) > DIALECT_ORDER.index(inner):
                    return f"Dialect/{inner} may not include Dialect/{other_inner}"
        return None
    if other not in ORDER:
        return f"unknown room {other}: add it to ORDER and docs/Layering.md"
    if room in ONLY and other not in ONLY[room]:
        return f"{room} may include only {', '.join(sorted(ONLY[room]))}, got {other}"
    if ORDER.index(other) > ORDER.index(room):
        return f"{room} may not include {other}"
    return None


def unused_arrows(used):
    """The arrows of INNER that no include needs any more."""
    arrows = {
        (folder, room, other)
        for folder, rooms in INNER.items()
        for room, others in rooms.items()
        for other in others
    }
    return [
        f"INNER of check_layering.py: {folder}: no include needs the arrow {room} to {other}"
        for folder, room, other in sorted(arrows - used)
    ]


def check_file(path, root, used):
    room, inner = room_of(path)
    if room is None:
        return [f"{path}: expected a file inside a room"] if path.endswith((".h", ".cpp")) else []
    if room not in ORDER:
        return [f"{path}: unknown room {room}: add it to ORDER and docs/Layering.md"]
    problems = []
    pattern = TD_INCLUDE if path.endswith(".td") else INCLUDE
    with open(os.path.join(root, path), encoding="utf-8", errors="replace") as file:
        for number, line in enumerate(file, 1):
            match = pattern.match(line)
            if not match:
                continue
            target = match.group(2)
            if room in NO_MLIR_IR and target.startswith("mlir/"):
                if not target.startswith("mlir/Support/"):
                    problems.append(f"{path}:{number}: {room} may not use MLIR IR, got {target}")
                continue
            if target.startswith(("test/", "unittests/")):
                problems.append(f"{path}:{number}: {room} may not include tests, got {target}")
                continue
            other, other_inner = included_room(path, target, root)
            if other is None:
                continue
            problem = violation(room, inner, other, other_inner)
            if not problem and other == room and not target.startswith("tessera"):
                local = private_header(path, target, root)
                problem = inner_violation(path, local, used) if local else None
            if problem:
                problems.append(f"{path}:{number}: {problem} ({target})")
    return problems


def check_tree(root, used=None):
    """All problems, and the number of files looked at. The arrows of INNER that were
    needed are added to the set `used`."""
    problems, count = [], 0
    used = set() if used is None else used
    for top in ("include/tessera", "lib", "tools"):
        for folder, folders, files in os.walk(os.path.join(root, top)):
            folders.sort()
            for name in sorted(files):
                if name.endswith(SOURCE_SUFFIXES):
                    path = os.path.relpath(os.path.join(folder, name), root)
                    problems += check_file(path.replace(os.sep, "/"), root, used)
                    count += 1
    return problems, count


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--root", default=os.path.join(os.path.dirname(__file__), ".."))
    root = os.path.abspath(parser.parse_args().root)
    used = set()
    problems, count = check_tree(root, used)
    problems += unused_arrows(used) if count else []
    for problem in problems:
        print(problem)
    if count == 0:
        print("check_layering: no files found: wrong --root?")
        return 1
    print(f"check_layering: {count} files, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
