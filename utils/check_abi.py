#!/usr/bin/python3
# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the C interface with that of the last release: nothing that programs were
built with may be taken away or changed.

  utils/check_abi.py [--root DIR] [--library build/dev/lib/libtessera-c.so]
  utils/check_abi.py --write      writes the list of this version, for a release

lib/CAPI/releases/<version>.txt lists what a release has: functions with their types,
enumerators with their values, members of structs with types and offsets, sizes of structs
that callers make arrays or values of. The newest list counts. What it has must still be
there, unchanged. Where something came after it, TESSERA_C_API_VERSION must have been raised
since. Structs that begin with struct_size may grow.

The library, where it is given and there, must have the name and, under the symbol
version of the list, the functions. The versions of CMakeLists.txt and of pyproject.toml
must be one.
"""

import argparse
import glob
import json
import os
import re
import subprocess
import sys
import tempfile

HEADER = "tessera-c/Tessera.h"
RELEASES = "lib/CAPI/releases"
CLANG = "clang-22"
READELF = "/usr/lib/llvm-22/bin/llvm-readelf"


def run(*command):
    result = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    if result.returncode:
        raise RuntimeError(f"{' '.join(command)}: {result.stderr}")
    return result.stdout


def declarations(root):
    """The declarations of the header that are our own, as Clang has them."""
    with tempfile.NamedTemporaryFile("w", suffix=".c") as file:
        file.write(f"#include <{HEADER}>\n")
        file.flush()
        tree = json.loads(
            run(CLANG, f"-I{root}/include", "-fsyntax-only", "-Xclang", "-ast-dump=json", file.name)
        )
    for node in tree["inner"]:
        if re.match(r"(tessera|TESSERA)_", node.get("name", "")):
            yield node


def evaluate(root, expressions):
    """The values of constant expressions of the header, by a program that prints them."""
    with tempfile.TemporaryDirectory() as folder:
        source, program = os.path.join(folder, "probe.c"), os.path.join(folder, "probe")
        lines = "".join(f'  printf("%lld\\n", (long long)({each}));\n' for each in expressions)
        with open(source, "w", encoding="utf-8") as file:
            file.write(
                f"#include <stddef.h>\n#include <stdio.h>\n#include <{HEADER}>\n"
                f"int main(void) {{\n{lines}}}\n"
            )
        run(CLANG, f"-I{root}/include", source, "-o", program)
        return [int(line) for line in run(program).split()]


def interface(root):
    """{entry: value} of the header, the entries as they stand in a list."""
    plain, questions = {}, []
    for node in declarations(root):
        name, kind = node["name"], node["kind"]
        inner = node.get("inner", [])
        if kind == "FunctionDecl":
            plain[f"function {name}"] = node["type"]["qualType"]
        elif kind == "EnumDecl":
            for each in inner:
                if each["kind"] == "EnumConstantDecl":
                    questions.append((f"enumerator {each['name']}", each["name"], ""))
        elif kind == "RecordDecl" and node.get("completeDefinition"):
            fields = [each for each in inner if each["kind"] == "FieldDecl"]
            for each in fields:
                question = f"offsetof({name}, {each['name']})"
                questions.append(
                    (f"member {name}.{each['name']}", question, each["type"]["qualType"])
                )
            if fields and fields[0]["name"] != "struct_size":
                questions.append((f"size {name}", f"sizeof({name})", ""))
        elif kind == "TypedefDecl" and "(" in node["type"]["qualType"]:
            plain[f"type {name}"] = node["type"]["qualType"]
    values = evaluate(root, ["TESSERA_C_API_VERSION", *(question for _, question, _ in questions)])
    entries = {"api": str(values[0]), **plain}
    for (entry, _, type_name), value in zip(questions, values[1:]):
        entries[entry] = f"{value} {type_name}".strip()
    return entries


def versions(root):
    """(of CMakeLists.txt, of pyproject.toml, of the shared library)."""

    def find(path, expression):
        with open(os.path.join(root, path), encoding="utf-8") as file:
            return re.search(expression, file.read(), re.MULTILINE)[1]

    return (
        find("CMakeLists.txt", r"project\(Tessera VERSION ([\d.]+)"),
        find("pyproject.toml", r'^version = "([\d.]+)"'),
        find("lib/CAPI/CMakeLists.txt", r"SOVERSION (\d+)"),
    )


def current(root):
    """The list of the tree as it is now."""
    with open(os.path.join(root, "lib/CAPI/exports.map"), encoding="utf-8") as file:
        node = re.search(r"^(\w+) \{", file.read(), re.MULTILINE)[1]
    return {"soname": f"libtessera-c.so.{versions(root)[2]}", "symbols": node, **interface(root)}


def read_list(path):
    with open(path, encoding="utf-8") as file:
        lines = [line.rstrip("\n") for line in file if line.strip() and not line.startswith("#")]
    return dict(line.split(" = ", 1) for line in lines)


def last_release(root):
    """The path of the newest list; None where there is none."""

    def key(path):
        return [int(part) for part in os.path.basename(path)[:-4].split(".")]

    return max(glob.glob(os.path.join(root, RELEASES, "*.txt")), key=key, default=None)


def compare(old, new):
    """What programs built with the release would miss, and what was added silently."""
    problems = []
    for entry, value in old.items():
        if entry == "api":
            continue
        if entry not in new:
            problems.append(f"{entry} is gone")
        elif new[entry] != value:
            problems.append(f"{entry}: expected '{value}', got '{new[entry]}'")
    added = [entry for entry in new if entry not in old]
    if int(new["api"]) < int(old["api"]):
        problems.append(f"TESSERA_C_API_VERSION: expected {old['api']} or more, got {new['api']}")
    elif added and int(new["api"]) == int(old["api"]):
        problems.append(
            f"TESSERA_C_API_VERSION: expected more than {old['api']}, since the release lacks "
            + ", ".join(added)
        )
    return problems


def check_library(path, entries):
    problems = []
    dynamic = run(READELF, "--dynamic-table", path)
    name = re.search(r"soname: \[(.*?)\]", dynamic)
    if not name or name[1] != entries["soname"]:
        problems.append(f"{path}: expected the name {entries['soname']}")
    symbols = set(re.findall(r"\b(tessera_\w+)@@(\w+)", run(READELF, "--dyn-syms", path)))
    for entry in entries:
        if entry.startswith("function "):
            symbol = entry.removeprefix("function ")
            if (symbol, entries["symbols"]) not in symbols:
                problems.append(f"{path}: expected the symbol {symbol}@@{entries['symbols']}")
    return problems


def write_list(root, entries):
    version = versions(root)[0]
    path = os.path.join(root, RELEASES, f"{version}.txt")
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(f"# The C interface of Tessera {version}, written by utils/check_abi.py --write.\n")
        file.writelines(f"{entry} = {value}\n" for entry, value in entries.items())
    print(f"check_abi: wrote {os.path.relpath(path, root)}, {len(entries)} entries")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--root", default=os.path.join(os.path.dirname(__file__), ".."))
    parser.add_argument("--library")
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    root = os.path.abspath(arguments.root)
    entries = current(root)
    if arguments.write:
        write_list(root, entries)
        return 0
    release = last_release(root)
    if not release:
        print(f"check_abi: no list in {RELEASES}")
        return 1
    problems = compare(read_list(release), entries)
    ours, python, _ = versions(root)
    if ours != python:
        problems.append(f"pyproject.toml: expected the version {ours}, got {python}")
    library = arguments.library
    if library and os.path.exists(library):
        problems += check_library(library, entries)
    for problem in problems:
        print(problem)
    print(f"check_abi: {len(entries)} entries against {os.path.basename(release)}, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
