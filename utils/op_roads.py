# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Who makes and who lowers each op of nv_tileas, read off the sources.

An op is made where `OpClass::create(` stands, and lowered where a handler of
TileASToNVVM is registered for it (`addOp<tileas::OpClass>`). Bodies of other ops are
lowered with their parents, and some ops are rewritten before the lowering; both are
named in SPECIAL.
"""

import os
import re

import ods

DIALECT = "nv_tileas"
LOWERING = "lib/Conversion/TileASToNVVM"
HOME = "lib/Dialect/TileAS"
# Ops without a handler of their own that something else takes care of.
SPECIAL = {
    "yield": "with the body that it ends",
    "async.pipeline.yield": "with the body that it ends",
    "async.pipeline.produce_one": "first `tileas-inline-pipelines`",
    "async.pipeline.consume_one": "first `tileas-inline-pipelines`",
    "async.pipeline.consume_one_async": "first `tileas-inline-pipelines`",
    "async.pipeline.producer_write": "first `tileas-inline-pipelines`",
    "async.tiled_load": "first `tileas-inline-async`",
    "async.copy": "first `tileas-inline-async`",
    "async.load": "first `tileas-inline-async`",
    "async.store": "first `tileas-inline-async`",
    "async.extract_slice": "first `tileas-inline-async`",
    "async.insert_slice": "first `tileas-inline-async`",
    "copy": "first `tileas-inline-async`",
    "async.tiled_tma_load": "with the producer that it is in",
}


def sources(root):
    """{path relative to lib: text} of every .cpp file under lib."""
    texts = {}
    for folder, _, files in os.walk(os.path.join(root, "lib")):
        for name in files:
            if name.endswith(".cpp"):
                path = os.path.join(folder, name)
                with open(path, encoding="utf-8") as file:
                    texts[os.path.relpath(path, root)] = file.read()
    return texts


def class_of(op):
    """TileAS_TiledLoadOp is the record of the class TiledLoadOp."""
    return op.record.split("_", 1)[1]


def makers(texts, name):
    """The files that create ops of the class `name`; inside the dialect's own folder
    without a namespace in front."""
    found = []
    for path, text in sorted(texts.items()):
        prefix = r"(?:tileas::|(?<![\w:]))" if path.startswith(HOME) else "tileas::"
        if re.search(prefix + name + r"::create\(", text):
            found.append(path)
    return found


def lowerings(texts, name):
    pattern = re.compile(r"addOp<tileas::" + name + r">")
    return sorted(
        path for path, text in texts.items() if path.startswith(LOWERING) and pattern.search(text)
    )


def render(paths):
    return ", ".join(f"`{path[len('lib/'):]}`" for path in paths)


def page(root):
    """The text of the page; None where the tree has no such dialect."""
    ops = [op for op in ods.all_ops(root) if op.dialect == DIALECT]
    if not ops:
        return None
    texts = sources(root)
    lines = [
        f"# Roads of the ops of {DIALECT}",
        "",
        "Which file of `lib` makes each op, and which one lowers it to the `llvm` and `nvvm`",
        "dialects. An op that nothing lowers is refused by the lowering, with its name; one",
        "that nothing makes can be written by hand.",
        "",
        "| op | made by | lowered by |",
        "|---|---|---|",
    ]
    unmade = unlowered = 0
    for op in ops:
        made = render(makers(texts, class_of(op)))
        lowered = render(lowerings(texts, class_of(op))) or SPECIAL.get(op.mnemonic, "")
        unmade += not made
        unlowered += not lowered
        lines.append(f"| `{op.mnemonic}` | {made or 'nothing'} | {lowered or 'nothing'} |")
    lines += ["", f"{len(ops)} ops; {unmade} that nothing makes, {unlowered} that nothing lowers."]
    return "\n".join(lines)
