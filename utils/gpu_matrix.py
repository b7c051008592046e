#!/usr/bin/python3
# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The matrix of ops, element types and GPU targets: what becomes PTX.

    gpu_matrix.py TESSERA                  print the page (docs/generated/gpu-matrix.md)
    gpu_matrix.py TESSERA --check PAGE     compare with the page, and find no empty cell
    gpu_matrix.py TESSERA --ops A,B ...    only these rows

One small kernel per op and element type is given to `tessera check` (does the
language have it?) and then to `tessera compile` for every target, whose PTX passes
the verifier or is not written.
"""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

TARGETS = ["sm_80", "sm_90a", "sm_100a", "sm_120a"]
INTS = ["i1", "i8", "i16", "i32", "i64"]
FLOATS = ["f16", "bf16", "f32", "f64"]
SMALL = ["tf32", "f8E4M3FN", "f8E5M2", "f8E8M0FNU", "f4E2M1FN"]
TYPES = INTS + FLOATS + SMALL

# Op: (result type or None for the operand's, text with {T} and {R}). %x %y %z are
# tile<32xT>, the result %r is tile<32xR>.
SAME = {}
for name in "absf negf ceil floor sqrt rsqrt exp exp2 log log2 sin cos tan sinh cosh tanh".split():
    SAME[name] = f"%r = {name} %x : tile<32x{{T}}>"
for name in "addf subf mulf divf maxf minf remf pow atan2".split():
    SAME[name] = f"%r = {name} %x, %y : tile<32x{{T}}>"
SAME["fma"] = "%r = fma %x, %y, %z : tile<32x{T}>"
SAME["addf rounding<zero>"] = "%r = addf %x, %y rounding<zero> : tile<32x{T}>"
SAME["divf rounding<approx>"] = "%r = divf %x, %y rounding<approx> : tile<32x{T}>"
SAME["addf flush_to_zero"] = "%r = addf %x, %y flush_to_zero : tile<32x{T}>"
for name in "addi subi muli andi ori xori".split():
    SAME[name] = f"%r = {name} %x, %y : tile<32x{{T}}>"
for name in "divi remi maxi mini shri".split():
    for sign in ("signed", "unsigned"):
        SAME[f"{name} {sign}"] = f"%r = {name} %x, %y {sign} : tile<32x{{T}}>"
SAME["shli"] = "%r = shli %x, %y : tile<32x{T}>"
SAME["mulhii"] = "%r = mulhii %x, %y : tile<32x{T}>"
SAME["absi"] = "%r = absi %x : tile<32x{T}>"
SAME["negi"] = "%r = negi %x : tile<32x{T}>"
SAME["load_ptr_tko store_ptr_tko"] = "%r = reshape %x : tile<32x{T}> -> tile<32x{T}>"
SAME["select"] = """%c = constant <i1: true> : tile<32xi1>
    %r = select %c, %x, %y : tile<32xi1>, tile<32x{T}>"""
SAME["reshape permute"] = """%a = reshape %x : tile<32x{T}> -> tile<4x8x{T}>
    %b = permute %a [1, 0] : tile<4x8x{T}> -> tile<8x4x{T}>
    %r = reshape %b : tile<8x4x{T}> -> tile<32x{T}>"""
SAME["extract cat"] = """%c1 = constant <i32: 1> : tile<i32>
    %a = extract %x[%c1] : tile<32x{T}> -> tile<16x{T}>
    %r = cat %a, %a dim = 0 : tile<16x{T}>, tile<16x{T}> -> tile<32x{T}>"""
SAME["broadcast"] = """%c1 = constant <i32: 1> : tile<i32>
    %a = extract %x[%c1] : tile<32x{T}> -> tile<1x{T}>
    %r = broadcast %a : tile<1x{T}> -> tile<32x{T}>"""
for name, kind, identity in (("addi", "int", "0"), ("muli", "int", "1"), ("addf", "float", "0.0")):
    SAME[f"reduce {name}"] = f"""%a = reshape %x : tile<32x{{T}}> -> tile<1x32x{{T}}>
    %s = reduce %a dim=1 identities=[{identity} : {{T}}] : tile<1x32x{{T}}> -> tile<1x{{T}}>
        (%e: tile<{{T}}>, %f: tile<{{T}}>) {{{{
      %g = {name} %e, %f : tile<{{T}}>
      yield %g : tile<{{T}}>
    }}}}
    %r = broadcast %s : tile<1x{{T}}> -> tile<32x{{T}}>"""
    SAME[f"scan {name}"] = f"""%r = scan %x dim=0 reverse=false identities=[{identity} : {{T}}] : tile<32x{{T}}> -> tile<32x{{T}}>
        (%e: tile<{{T}}>, %f: tile<{{T}}>) {{{{
      %g = {name} %e, %f : tile<{{T}}>
      yield %g : tile<{{T}}>
    }}}}"""
for mode in "add and or xor max min umax umin xchg addf".split():
    SAME[f"atomic_rmw_tko {mode}"] = (
        f"%r, %ta = atomic_rmw_tko acq_rel device %pyp, {mode}, %x : tile<32xptr<{{T}}>>, tile<32x{{T}}> -> tile<32x{{T}}>, token"
    )
SAME["atomic_cas_tko"] = (
    "%r, %ta = atomic_cas_tko relaxed device %pyp, %x, %y : tile<32xptr<{T}>>, tile<32x{T}> -> tile<32x{T}>, token"
)
SAME["print_tko"] = """%tp = print_tko "%d\\n", %x : tile<32x{T}> -> token
    %r = reshape %x : tile<32x{T}> -> tile<32x{T}>"""

OTHER = {
    "cmpi": ("i1", "%r = cmpi less_than %x, %y, signed : tile<32x{T}> -> tile<32xi1>"),
    "cmpf": ("i1", "%r = cmpf less_than ordered %x, %y : tile<32x{T}> -> tile<32xi1>"),
}
for to in FLOATS + SMALL:
    OTHER[f"ftof to {to}"] = (to, "%r = ftof %x : tile<32x{T}> -> tile<32x{R}>")
OTHER["ftof to f8E8M0FNU"] = (
    "f8E8M0FNU",
    "%r = ftof %x rounding<zero> : tile<32x{T}> -> tile<32x{R}>",
)
for to in FLOATS + SMALL:
    OTHER[f"itof to {to}"] = (to, "%r = itof %x signed : tile<32x{T}> -> tile<32x{R}>")
for to in INTS:
    OTHER[f"ftoi to {to}"] = (to, "%r = ftoi %x signed : tile<32x{T}> -> tile<32x{R}>")
for to in ("i8", "i32", "i64"):
    OTHER[f"exti to {to}"] = (to, "%r = exti %x signed : tile<32x{T}> -> tile<32x{R}>")
    OTHER[f"trunci to {to}"] = (to, "%r = trunci %x : tile<32x{T}> -> tile<32x{R}>")

# Products: (accumulator, text); %x is a tile<256xT>.
MMA = """%a = reshape %x : tile<256x{T}> -> tile<16x16x{T}>
    %zero = constant <{R}: {zero}> : tile<16x16x{R}>
    %m = {op} %a, %a, %zero{signs} : tile<16x16x{T}>, tile<16x16x{T}>, tile<16x16x{R}>
    %r = reshape %m : tile<16x16x{R}> -> tile<256x{R}>"""
PRODUCTS = {
    "mmaf to f32": ("f32", MMA.replace("{op}", "mmaf").replace("{signs}", "").replace("{zero}", "0.0")),
    "mmaf to f16": ("f16", MMA.replace("{op}", "mmaf").replace("{signs}", "").replace("{zero}", "0.0")),
    "mmaf to f64": ("f64", MMA.replace("{op}", "mmaf").replace("{signs}", "").replace("{zero}", "0.0")),
    "mmai": ("i32", MMA.replace("{op}", "mmai").replace("{signs}", " signed signed").replace("{zero}", "0")),
}


def pointers(name, element, count):
    return f"""
    %{name}1 = reshape %{name} : tile<ptr<{element}>> -> tile<1xptr<{element}>>
    %{name}2 = broadcast %{name}1 : tile<1xptr<{element}>> -> tile<{count}xptr<{element}>>
    %{name}p = offset %{name}2, %i : tile<{count}xptr<{element}>>, tile<{count}xi32> -> tile<{count}xptr<{element}>>"""


def kernel(body, element, result, count):
    text = f"""cuda_tile.module @m {{
  entry @k(%px: tile<ptr<{element}>>, %py: tile<ptr<{element}>>, %pz: tile<ptr<{element}>>, %pr: tile<ptr<{result}>>) {{
    %i = iota : tile<{count}xi32>"""
    text += pointers("px", element, count) + pointers("py", element, count)
    text += pointers("pz", element, count) + pointers("pr", result, count)
    for name in "xyz":
        text += f"""
    %{name}, %t{name} = load_ptr_tko weak %p{name}p : tile<{count}xptr<{element}>> -> tile<{count}x{element}>, token"""
    text += "\n    " + body.format(T=element, R=result)
    text += f"""
    %ts = store_ptr_tko weak %prp, %r : tile<{count}xptr<{result}>>, tile<{count}x{result}> -> token
    return
  }}
}}
"""
    return text


def rows():
    for op, text in SAME.items():
        yield op, None, text, 32
    for op, (result, text) in OTHER.items():
        yield op, result, text, 32
    for op, (result, text) in PRODUCTS.items():
        yield op, result, text, 256


def reason(stderr):
    """What the first error says, without the parts that differ between kernels."""
    for line in stderr.splitlines():
        if "error: " in line:
            return line.split("error: ", 1)[1].strip()
    return "no reason given"


def run(arguments):
    return subprocess.run(arguments, capture_output=True, text=True, timeout=120, check=False)


def cell(tessera, path, notes):
    """`-`: not in the language; `yes`: PTX for every target; else per target."""
    if run([tessera, "check", str(path)]).returncode != 0:
        return "-"
    answers = []
    for target in TARGETS:
        result = run([tessera, "compile", str(path), "--target", target, "--emit", "ptx", "-o", str(path) + ".ptx"])
        if result.returncode == 0:
            answers.append("yes")
            continue
        note = reason(result.stderr)
        answers.append(f"no<sup>{notes.setdefault(note, len(notes) + 1)}</sup>")
    if len(set(answers)) == 1:
        return answers[0]
    return ", ".join(f"{target[3:]}: {answer}" for target, answer in zip(TARGETS, answers))


def page(tessera, only):
    notes = {}
    lines = [
        "# Ops, element types and GPU targets",
        "",
        "Written by `utils/gpu_matrix.py`; do not edit. `yes`: becomes PTX that our verifier",
        "accepts, for " + ", ".join(TARGETS) + "; `-`: not in the language; `no`: refused, with",
        "the reason below.",
        "",
        "| op | " + " | ".join(TYPES) + " |",
        "|---|" + "---|" * len(TYPES),
    ]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "kernel.mlir"
        for op, result, text, count in rows():
            if only and op.split()[0] not in only:
                continue
            cells = []
            for element in TYPES:
                path.write_text(kernel(text, element, result or element, count), encoding="utf-8")
                cells.append(cell(tessera, path, notes))
            lines.append(f"| {op} | " + " | ".join(cells) + " |")
    if notes:
        lines += ["", "Reasons:", ""]
        lines += [f"{number}. {note}" for note, number in notes.items()]
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tessera")
    parser.add_argument("--check", type=Path)
    parser.add_argument("--ops", default="")
    options = parser.parse_args()
    only = [name for name in options.ops.split(",") if name]
    text = page(options.tessera, only)
    if not options.check:
        sys.stdout.write(text)
        return 0
    known = {}
    for line in options.check.read_text(encoding="utf-8").splitlines():
        if line.startswith("| "):
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            known[cells[0]] = cells[1:]
    status = 0
    for op, *_ in rows():
        if len(known.get(op, [])) != len(TYPES) or not all(known[op]):
            print(f"'{op}': expected {len(TYPES)} cells, got {known.get(op)}")
            status = 1
    for line in text.splitlines():
        if not line.startswith("| ") or line.startswith("| op "):
            continue
        cells = [strip(cell.strip()) for cell in line.strip("|").split("|")]
        if [strip(cell) for cell in known.get(cells[0], [])] != cells[1:]:
            print(f"'{cells[0]}': page has {known.get(cells[0])}, found {cells[1:]}")
            status = 1
    if status == 0:
        print(f"{len(list(rows()))} ops x {len(TYPES)} types x {len(TARGETS)} targets: no empty cell")
    return status


def strip(line):
    """A row without the numbers of its notes."""
    return "".join(part.split("</sup>")[-1] for part in line.split("<sup>"))


if __name__ == "__main__":
    sys.exit(main())
