# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reads the ODS records of the tree: which dialects, ops and passes exist.

The truth is what LLVM's own TableGen parses (`llvm-tblgen --dump-json`), never a
regular expression over .td files.
"""

import dataclasses
import json
import os
import re
import subprocess

LLVM = "/usr/lib/llvm-22"
INCLUDE_DIRS = ["include", os.path.join(LLVM, "include")]

# Traits that can reject an op whose class has no hand-written verifier. (Constraints
# on single operand types are ODS's own and are tested with the type.)
REJECTING_TRAITS = {
    "SameTypeOperands",
    "SameOperandsAndResultType",
    "SameOperandsAndResultShape",
    "SameOperandsShape",
    "SameOperandsElementType",
    "SameOperandsAndResultElementType",
}


@dataclasses.dataclass
class Op:
    dialect: str
    mnemonic: str
    record: str
    summary: str
    description: str
    can_reject: bool


@dataclasses.dataclass
class Pass:
    flag: str
    record: str
    summary: str
    description: str


def td_files(root):
    """Every .td file under include/tessera, relative to the root, sorted."""
    found = []
    for folder, _, files in os.walk(os.path.join(root, "include", "tessera")):
        found += [os.path.join(folder, name) for name in files if name.endswith(".td")]
    return sorted(os.path.relpath(path, root) for path in found)


def root_td_files(root):
    """The .td files that no other .td file includes: where TableGen starts."""
    files = td_files(root)
    included = set()
    for path in files:
        with open(os.path.join(root, path), encoding="utf-8") as file:
            included.update(
                os.path.join("include", target)
                for target in re.findall(r'^\s*include\s+"([^"]+)"', file.read(), re.MULTILINE)
            )
    return [path for path in files if path not in included]


def dialect_folders(root):
    """{folder: TableGen text that includes all its outermost .td files}. A dialect
    keeps one .td for each op group, and no one of them includes all the others."""
    texts = {}
    for path in root_td_files(root):
        if "/Dialect/" in path and not path.endswith("Passes.td"):
            line = f'include "{os.path.relpath(path, "include")}"\n'
            texts[os.path.dirname(path)] = texts.get(os.path.dirname(path), "") + line
    return texts


def tblgen(root, tool, arguments, text=None):
    """The output of llvm-tblgen or mlir-tblgen for a file among the arguments, or for
    `text` when there is none."""
    command = [os.path.join(LLVM, "bin", tool)]
    command += [f"-I{directory}" for directory in INCLUDE_DIRS]
    result = subprocess.run(
        command + arguments + ([] if text is None else ["-"]),
        cwd=root, input=text, capture_output=True, text=True,
    )  # fmt: skip
    if result.returncode != 0:
        raise RuntimeError(f"{tool} {' '.join(arguments)} failed:\n{result.stderr}")
    return result.stdout


def dump_records(root, text):
    return json.loads(tblgen(root, "llvm-tblgen", ["--dump-json"], text))


def instances(records, *classes):
    names = records.get("!instanceof", {})
    return sorted({name for cls in classes for name in names.get(cls, [])})


def can_reject(records, record):
    if record.get("hasVerifier") or record.get("hasRegionVerifier"):
        return True
    for trait in record.get("traits", []):
        definition = records.get(trait["def"], {}) if isinstance(trait, dict) else {}
        if "PredOpTrait" in definition.get("!superclasses", []):
            return True
        if definition.get("trait") in REJECTING_TRAITS:
            return True
        if str(definition.get("trait", "")).startswith("HasParent<"):
            return True
    return False


def all_ops(root):
    """Every op of every dialect, by dialect and mnemonic."""
    found = {}
    for text in dialect_folders(root).values():
        records = dump_records(root, text)
        for name in instances(records, "Op"):
            record = records[name]
            dialect = records[record["opDialect"]["def"]]["name"]
            found[(dialect, record["opName"])] = Op(
                dialect=dialect,
                mnemonic=record["opName"],
                record=name,
                summary=(record.get("summary") or "").strip(),
                description=(record.get("description") or "").strip(),
                can_reject=can_reject(records, record),
            )
    return [found[key] for key in sorted(found)]


def all_passes(root):
    found = []
    for path in td_files(root):
        if path.endswith("Passes.td"):
            records = dump_records(root, f'include "{os.path.relpath(path, "include")}"\n')
            for name in instances(records, "PassBase"):
                found.append(
                    Pass(
                        flag=records[name]["argument"],
                        record=name,
                        summary=(records[name].get("summary") or "").strip(),
                        description=(records[name].get("description") or "").strip(),
                    )
                )
    return found


def dialect_names(root, text):
    """The dialects whose ops, types or attributes the text defines."""
    records = dump_records(root, text)
    named = {
        records[records[name]["opDialect"]["def"]]["name"] for name in instances(records, "Op")
    }
    return sorted(named)
