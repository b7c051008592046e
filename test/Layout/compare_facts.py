#!/usr/bin/env python3
"""Compares what `tessera explain --layout` prints with the tables of the shared facts.

The facts (layouts.py) are run, not read: their self-checks must pass first, then each map is evaluated by their own `ev`
and compared with the printed table, cell by cell.

    compare_facts.py layouts.py
"""
import re
import subprocess
import sys

facts = {}
with open(sys.argv[1]) as source:
    exec(compile(source.read(), sys.argv[1], "exec"), facts)  # prints "all layout checks passed"

failures = 0
cells_compared = 0


def table_of(spec):
    """{(row, column): set of (axis, value) of the place} from the printed table; the rows keep all outer indices."""
    done = subprocess.run(["tessera", "explain", "--layout", spec], capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f"{spec}: {done.stderr}")
    lines = [line for line in done.stdout.splitlines() if " | " in line]
    table = {}
    for line in lines[1:]:
        name, *cells = [part.strip() for part in line.split(" | ")]
        row = tuple(int(n) for n in re.findall(r"(?:d\d+=|[a-z]+)(\d+)", name))
        for column, cell in enumerate(cells):
            if cell != "-":
                table[row + (column,)] = dict((k, int(v)) for k, v in re.findall(r"([a-z]+)(\d+)", cell))
    return table


def compare(spec, expected):
    """`expected`: {output index: {axis letter: value}}."""
    global failures, cells_compared
    table = table_of(spec)
    if table != expected:
        failures += 1
        wrong = [key for key in sorted(set(table) | set(expected)) if table.get(key) != expected.get(key)]
        print(f"{spec}: {len(wrong)} cells differ, first {wrong[0]}: got {table.get(wrong[0])}, "
              f"expected {expected.get(wrong[0])}")
    cells_compared += len(expected)


def fragment(spec, bits, sizes, outputs=2):
    """A map of the facts: element bits are the low bits of our register index."""
    names = list(sizes)
    expected = {}
    for key, where in facts["ev"](bits, sizes, outputs).items():
        place = dict(zip(names, key))
        element_bits = sizes.get("e", 0)
        result = {"l": place["l"]}
        if sizes.get("r", 0) + element_bits:
            result["r"] = place.get("r", 0) << element_bits | place.get("e", 0)
        if "w" in place:
            result["w"] = place["w"]
        expected[where] = result
    compare(spec, expected)


F = facts
fragment("mma.m16n8k16.C", F["Cf"], {"r": 2, "l": 5})
fragment("mma.m16n8k16.A.b16", F["A16"], {"e": 1, "r": 2, "l": 5})
fragment("mma.m16n8k8.A.b16", F["A16k8"], {"e": 1, "r": 1, "l": 5})
fragment("mma.m16n8k8.A.b32", F["A32"], {"r": 2, "l": 5})
fragment("mma.m16n8k4.A.b32", F["A32k4"], {"r": 1, "l": 5})
fragment("mma.m16n8k4.A.b64", F["A32k4"], {"r": 1, "l": 5})
fragment("mma.m16n8k8.A.b64", F["A32"], {"r": 2, "l": 5})
fragment("mma.m16n8k16.A.b64", F["A64"], {"r": 3, "l": 5})
fragment("mma.m16n8k32.A.b8", F["A8"], {"e": 2, "r": 2, "l": 5})
fragment("mma.m16n8k16.A.b8", F["A8k16"], {"e": 2, "r": 1, "l": 5})
fragment("mma.m16n8k64.A.b4", F["A4"], {"e": 3, "r": 2, "l": 5})
fragment("mma.m16n8k16.B.b16", F["B16"], {"e": 1, "r": 1, "l": 5})
fragment("mma.m16n8k8.B.b32", F["B32"], {"r": 1, "l": 5})
fragment("mma.m16n8k8.B.b64", F["B32"], {"r": 1, "l": 5})
fragment("mma.m16n8k16.B.b64", F["B64"], {"r": 2, "l": 5})
fragment("mma.m16n8k32.B.b8", F["B8"], {"e": 2, "r": 1, "l": 5})
fragment("mma.m16n8k64.B.b4", F["B4"], {"e": 3, "r": 1, "l": 5})
fragment("wgmma.m64n64.C", F["W"], {"r": 5, "l": 5, "w": 2})
# One warp of the A operand of wgmma is the A fragment of mma.sync; warps are rows of 16.
for spec, name, sizes in (("wgmma.A.b16", "A16", {"e": 1, "r": 2}), ("wgmma.A.b32", "A32", {"r": 2}),
                          ("wgmma.A.b8", "A8", {"e": 2, "r": 2})):
    fragment(spec, {**F[name], "w0": (16, 0), "w1": (32, 0)}, {**sizes, "l": 5, "w": 2})
for name, (bits, registers, _) in F["T"].items():
    fragment("tcgen05." + name, bits, {"r": registers, "l": 5})

# ldmatrix and stmatrix: register i, lane l, element e -> (matrix, row, column).
for trans in (False, True):
    compare("ldmatrix.m8n8.x4" + (".trans" if trans else ""),
            {F["ldm"](trans)(i, l, e): {"l": l, "r": 2 * i + e} for i in range(4) for l in range(32) for e in range(2)})
compare("ldmatrix.m16n16.x2.trans",
        {F["lb8"](i, r, l, e): {"l": l, "r": 8 * i + 4 * r + e}
         for i in range(2) for r in range(2) for l in range(32) for e in range(4)})
compare("stmatrix.m16n8.x4.trans",
        {(i, 2 * (l & 3) + (e & 1), (l >> 2) + 8 * (e >> 1)): {"l": l, "r": 4 * i + e}
         for i in range(4) for l in range(32) for e in range(4)})

# Swizzles: the element whose dense byte address is a lies at the swizzled address.
for mode, function in (("none", lambda a: a), ("32", F["S32"]), ("64", F["S64"]), ("128", F["S128"]),
                       ("128a32", F["S128_32"])):
    width = {"none": 128, "32": 32, "64": 64}.get(mode, 128)
    for size in (1, 2, 4, 8):
        columns = width // size
        compare(f"shared(shape=[16,{columns}], bits={8 * size}, swizzle={mode})",
                {(r, c): {"o": function((r * columns + c) * size) // size} for r in range(16) for c in range(columns)})

if failures:
    raise SystemExit(f"{failures} layouts differ")
print(f"{cells_compared} cells agree")
