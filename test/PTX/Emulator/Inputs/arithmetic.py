# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes arithmetic.ptx: every exact arithmetic instruction on 32 lanes of values.

  arithmetic.py FOLDER    FOLDER/arithmetic.ptx, FOLDER/inputs.npy, FOLDER/k*.npy

Lane l of instruction i of kernel k writes its result, zero-extended, to out[i][l];
kN.npy is what scalar_reference.py expects there, names.txt says which is which. The
module runs on a GPU unchanged.
"""

import sys

import numpy as np
import scalar_reference

# Per type: register declaration, how to make one from a b64, how to widen back.
REGISTER = {
    "b16": "b16", "u16": "u16", "s16": "s16", "f16": "b16", "bf16": "b16",
    "b32": "b32", "u32": "u32", "s32": "s32", "f16x2": "b32", "bf16x2": "b32",
    "u16x2": "b32", "s16x2": "b32", "f32": "f32", "tf32": "b32",
    "b64": "b64", "u64": "u64", "s64": "s64", "f64": "f64", "pred": "pred",
    "b8": "b16", "u8": "u16", "s8": "s16",
}  # fmt: skip
BITS = {"16": 16, "32": 32, "64": 64}
INTEGER = ["u16", "s16", "u32", "s32", "u64", "s64"]
WORD = ["u32", "s32", "u64", "s64"]

checks = []  # (text with {d} {a} {b} ..., type of d, types of sources)


def add(text, result, *sources):
    checks.append((text, result, sources))


def integers():
    for t in INTEGER:
        for op in ("add", "sub", "mul.lo", "mul.hi", "min", "max"):
            add(f"{op}.{t} {{d}}, {{a}}, {{b}};", t, t, t)
        add(f"mad.lo.{t} {{d}}, {{a}}, {{b}}, {{c}};", t, t, t, t)
        add(f"mad.hi.{t} {{d}}, {{a}}, {{b}}, {{c}};", t, t, t, t)
        add(f"sad.{t} {{d}}, {{a}}, {{b}}, {{c}};", t, t, t, t)
        odd = "or.b%s {b}, {b}, 1; " % t[1:]  # no division by zero
        add(odd + f"div.{t} {{d}}, {{a}}, {{b}};", t, t, t)
        add(odd + f"rem.{t} {{d}}, {{a}}, {{b}};", t, t, t)
    for t in ("s16", "s32", "s64"):
        add(f"abs.{t} {{d}}, {{a}};", t, t)
        add(f"neg.{t} {{d}}, {{a}};", t, t)
    for t, wide in (("u16", "u32"), ("s16", "s32"), ("u32", "u64"), ("s32", "s64")):
        add(f"mul.wide.{t} {{d}}, {{a}}, {{b}};", wide, t, t)
        add(f"mad.wide.{t} {{d}}, {{a}}, {{b}}, {{c}};", wide, t, t, wide)
    for t in ("u32", "s32"):
        for half in ("lo", "hi"):
            add(f"mul24.{half}.{t} {{d}}, {{a}}, {{b}};", t, t, t)
            add(f"mad24.{half}.{t} {{d}}, {{a}}, {{b}}, {{c}};", t, t, t, t)
    for op in ("add.sat", "sub.sat"):
        add(f"{op}.s32 {{d}}, {{a}}, {{b}};", "s32", "s32", "s32")
    add("mad.hi.sat.s32 {d}, {a}, {b}, {c};", "s32", "s32", "s32", "s32")
    for t in ("u16x2", "s16x2"):
        for op in ("add", "min", "max"):
            add(f"{op}.{t} {{d}}, {{a}}, {{b}};", t, t, t)
    for t in ("s16x2", "s32"):
        for op in ("min", "max"):
            add(f"{op}.relu.{t} {{d}}, {{a}}, {{b}};", t, t, t)
    for t in WORD:
        add(f"add.cc.{t} {{d}}, {{a}}, {{b}}; addc.{t} {{d}}, {{a}}, {{c}};", t, t, t, t)
        add(f"sub.cc.{t} {{d}}, {{a}}, {{b}}; subc.{t} {{d}}, {{a}}, {{c}};", t, t, t, t)
        add(f"mad.lo.cc.{t} {{d}}, {{a}}, {{b}}, {{c}}; madc.hi.{t} {{d}}, {{a}}, {{b}}, {{c}};", t, t, t, t)
    for a in ("u32", "s32"):
        for b in ("u32", "s32"):
            add(f"dp4a.{a}.{b} {{d}}, {{a}}, {{b}}, {{c}};", "b32", "b32", "b32", "b32")
            add(f"dp2a.lo.{a}.{b} {{d}}, {{a}}, {{b}}, {{c}};", "b32", "b32", "b32", "b32")
            add(f"dp2a.hi.{a}.{b} {{d}}, {{a}}, {{b}}, {{c}};", "b32", "b32", "b32", "b32")


def bits():
    for t in ("b16", "b32", "b64"):
        for op in ("and", "or", "xor"):
            add(f"{op}.{t} {{d}}, {{a}}, {{b}};", t, t, t)
        add(f"not.{t} {{d}}, {{a}};", t, t)
        add(f"cnot.{t} {{d}}, {{a}};", t, t)
        add(f"and.b32 {{b}}, {{b}}, 127; shl.{t} {{d}}, {{a}}, {{b}};", t, t, "b32")
        for kind in "bus":
            u = kind + t[1:]
            add(f"and.b32 {{b}}, {{b}}, 127; shr.{u} {{d}}, {{a}}, {{b}};", u, u, "b32")
    for t in ("b32", "b64"):
        add(f"popc.{t} {{d}}, {{a}};", "u32", t)
        add(f"clz.{t} {{d}}, {{a}};", "u32", t)
        add(f"brev.{t} {{d}}, {{a}};", t, t)
        add(f"and.b32 {{c}}, {{c}}, 127; and.b32 {{e}}, {{e}}, 127; bfi.{t} {{d}}, {{a}}, {{b}}, {{c}}, {{e}};", t, t, t, "b32", "b32")
    for t in WORD:
        add(f"bfind.{t} {{d}}, {{a}};", "u32", t)
        add(f"bfind.shiftamt.{t} {{d}}, {{a}};", "u32", t)
        add(f"and.b32 {{b}}, {{b}}, 127; and.b32 {{c}}, {{c}}, 127; bfe.{t} {{d}}, {{a}}, {{b}}, {{c}};", t, t, "b32", "b32")
    for table in (0x1E, 0x80, 0xCA, 0x96):
        add(f"lop3.b32 {{d}}, {{a}}, {{b}}, {{c}}, {table};", "b32", "b32", "b32", "b32")
    for side in "lr":
        for mode in ("clamp", "wrap"):
            add(f"and.b32 {{c}}, {{c}}, 63; shf.{side}.{mode}.b32 {{d}}, {{a}}, {{b}}, {{c}};", "b32", "b32", "b32", "b32")
    add("prmt.b32 {d}, {a}, {b}, {c};", "b32", "b32", "b32", "b32")
    for mode in ("f4e", "b4e", "rc8", "ecl", "ecr", "rc16"):
        add(f"prmt.b32.{mode} {{d}}, {{a}}, {{b}}, {{c}};", "b32", "b32", "b32", "b32")
    add("and.b32 {b}, {b}, 31; rem.s32 {c}, {c}, 5; fns.b32 {d}, {a}, {b}, {c};", "b32", "b32", "b32", "s32")
    for mode in ("clamp", "wrap"):
        for t in ("u32", "s32"):
            add(f"and.b32 {{b}}, {{b}}, 63; szext.{mode}.{t} {{d}}, {{a}}, {{b}};", t, t, "u32")
        add(f"and.b32 {{a}}, {{a}}, 63; and.b32 {{b}}, {{b}}, 63; bmsk.{mode}.b32 {{d}}, {{a}}, {{b}};", "b32", "u32", "u32")


def floats():
    for rounding in ("rn", "rz", "rm", "rp"):
        for t, more in (("f32", ("", ".ftz", ".sat", ".ftz.sat")), ("f64", ("",))):
            for m in more:
                for op in ("add", "sub", "mul"):
                    add(f"{op}.{rounding}{m}.{t} {{d}}, {{a}}, {{b}};", t, t, t)
                add(f"fma.{rounding}{m}.{t} {{d}}, {{a}}, {{b}}, {{c}};", t, t, t, t)
                if "sat" not in m:
                    add(f"div.{rounding}{m}.{t} {{d}}, {{a}}, {{b}};", t, t, t)
                    add(f"rcp.{rounding}{m}.{t} {{d}}, {{a}};", t, t)
                    add(f"sqrt.{rounding}{m}.{t} {{d}}, {{a}};", t, t)
    for t in ("f16", "f16x2"):
        for m in ("", ".ftz", ".sat"):
            for op in ("add", "sub", "mul"):
                add(f"{op}.rn{m}.{t} {{d}}, {{a}}, {{b}};", t, t, t)
            add(f"fma.rn{m}.{t} {{d}}, {{a}}, {{b}}, {{c}};", t, t, t, t)
        add(f"fma.rn.relu.{t} {{d}}, {{a}}, {{b}}, {{c}};", t, t, t, t)
    for t in ("bf16", "bf16x2"):
        for op in ("add", "sub", "mul"):
            add(f"{op}.rn.{t} {{d}}, {{a}}, {{b}};", t, t, t)
        add(f"fma.rn.{t} {{d}}, {{a}}, {{b}}, {{c}};", t, t, t, t)
        add(f"fma.rn.relu.{t} {{d}}, {{a}}, {{b}}, {{c}};", t, t, t, t)
    for t in ("f32", "f64", "f16", "f16x2", "bf16", "bf16x2"):
        add(f"abs.{t} {{d}}, {{a}};", t, t)
        add(f"neg.{t} {{d}}, {{a}};", t, t)
        for op in ("min", "max"):
            add(f"{op}.{t} {{d}}, {{a}}, {{b}};", t, t, t)
            if t != "f64":
                add(f"{op}.NaN.{t} {{d}}, {{a}}, {{b}};", t, t, t)
                add(f"{op}.NaN.xorsign.abs.{t} {{d}}, {{a}}, {{b}};", t, t, t)
    for t in ("f32", "f64"):
        add(f"copysign.{t} {{d}}, {{a}}, {{b}};", t, t, t)
        for test in ("finite", "infinite", "number", "notanumber", "normal", "subnormal"):
            add(f"testp.{test}.{t} {{d}}, {{a}};", "pred", t)


def comparisons():
    for t in ("u16", "s16", "u32", "s32", "u64", "s64"):
        for c in ("eq", "ne", "lt", "le", "gt", "ge"):
            add(f"setp.{c}.{t} {{d}}, {{a}}, {{b}};", "pred", t, t)
    for t in ("f32", "f64", "f16", "bf16"):
        for c in ("eq", "ne", "lt", "le", "gt", "ge", "equ", "neu", "ltu", "leu", "gtu", "geu", "num", "nan"):
            add(f"setp.{c}.{t} {{d}}, {{a}}, {{b}};", "pred", t, t)
    add("set.lt.u32.f32 {d}, {a}, {b};", "u32", "f32", "f32")
    add("set.ge.f32.s32 {d}, {a}, {b};", "f32", "s32", "s32")
    add("set.ne.f16x2.f16x2 {d}, {a}, {b};", "f16x2", "f16x2", "f16x2")
    add("slct.b32.s32 {d}, {a}, {b}, {c};", "b32", "b32", "b32", "s32")
    add("slct.b64.f32 {d}, {a}, {b}, {c};", "b64", "b64", "b64", "f32")


def conversions():
    whole = ["u8", "s8", "u16", "s16", "u32", "s32", "u64", "s64"]
    for to in whole:
        for source in whole:
            if to != source:
                add(f"cvt.{to}.{source} {{d}}, {{a}};", to, source)
            # ptxas wants .sat only where it can matter.
            fits = to == source or (to[0] == source[0] or to[0] == "s") and int(to[1:]) > int(source[1:])
            if not fits:
                add(f"cvt.sat.{to}.{source} {{d}}, {{a}};", to, source)
        for source in ("f16", "f32", "f64", "bf16"):
            for mode in ("rni", "rzi", "rmi", "rpi"):
                if (source, to[1:]) != ("bf16", "8"):
                    add(f"cvt.{mode}.{to}.{source} {{d}}, {{a}};", to, source)
    for source in whole:
        for to in ("f16", "f32", "f64") + (("bf16",) if source[1:] != "8" else ()):
            for mode in ("rn", "rz", "rm", "rp"):
                add(f"cvt.{mode}.{to}.{source} {{d}}, {{a}};", to, source)
    for to, source in (("f16", "f32"), ("f16", "f64"), ("f32", "f64"), ("bf16", "f32")):
        for mode in ("rn", "rz"):
            add(f"cvt.{mode}.{to}.{source} {{d}}, {{a}};", to, source)
    for to, source in (("f32", "f16"), ("f64", "f16"), ("f64", "f32"), ("f32", "bf16")):
        add(f"cvt.{to}.{source} {{d}}, {{a}};", to, source)
    add("cvt.ftz.f64.f32 {d}, {a};", "f64", "f32")
    add("cvt.rn.ftz.f32.f64 {d}, {a};", "f32", "f64")
    add("cvt.sat.f32.f32 {d}, {a};", "f32", "f32")
    for t in ("f16", "f32", "f64"):
        for mode in ("rni", "rzi", "rmi", "rpi"):
            add(f"cvt.{mode}.{t}.{t} {{d}}, {{a}};", t, t)
    for to in ("f16x2", "bf16x2"):
        for mode in ("rn", "rz"):
            for relu in ("", ".relu"):
                add(f"cvt.{mode}{relu}.{to}.f32 {{d}}, {{a}}, {{b}};", to, "f32", "f32")
    for mode in ("rna", "rn", "rz"):
        add(f"cvt.{mode}.tf32.f32 {{d}}, {{a}};", "tf32", "f32")
    for narrow in ("e4m3x2", "e5m2x2"):
        for relu in ("", ".relu"):
            add(f"cvt.rn.satfinite{relu}.{narrow}.f32 {{d}}, {{a}}, {{b}};", "b16", "f32", "f32")
            add(f"cvt.rn.satfinite{relu}.{narrow}.f16x2 {{d}}, {{a}};", "b16", "f16x2")
            add(f"cvt.rn{relu}.f16x2.{narrow} {{d}}, {{a}};", "f16x2", "b16")
    for t in ("u16", "s16"):
        add(f"cvt.pack.sat.{t}.s32 {{d}}, {{a}}, {{b}};", "b32", "s32", "s32")
    for t in ("u8", "s8", "u4", "s4", "u2", "s2"):
        add(f"cvt.pack.sat.{t}.s32.b32 {{d}}, {{a}}, {{b}}, {{c}};", "b32", "s32", "s32", "b32")


def bits_of(t):
    if t.endswith("x2"):
        return 32
    return {"b8": 8, "u8": 8, "s8": 8, "f16": 16, "bf16": 16, "tf32": 32}.get(t) or int(t[1:])


def inputs():
    """[class of value][operand][lane], raw bits."""
    random = np.random.default_rng(7)
    rows = {}
    for bits in (8, 16, 32, 64):
        special = [0, 1, 2**bits - 1, 2 ** (bits - 1), 2 ** (bits - 1) - 1, 3, 24, 31]
        for k in range(4):
            values = [int(v) for v in random.integers(0, 2**bits, 32, dtype=np.uint64)] if bits < 64 else [int(v) for v in random.integers(0, 2**63, 32)]
            for i, s in enumerate(special):
                values[(5 * i + 7 * k) % 32] = s
            rows[f"i{bits}", k] = [v % 2**bits for v in values]
    formats = {"f16": (5, 10), "bf16": (8, 7), "f32": (8, 23), "f64": (11, 52)}
    for name, (e, m) in formats.items():
        bias = 2 ** (e - 1) - 1
        top = (2**e - 1) << m
        special = [0, 1 << (e + m), 1, top, top | 1 << (e + m), top | 1 << (m - 1), bias << m, (bias + 1) << m, (bias << m) + 1, 2**m - 1, top - 1, (1 << (e + m)) | 5]
        for k in range(4):
            values = []
            for lane in range(32):
                # Exponents close enough that operations round in every way.
                spread = int(random.integers(-12, 13)) if lane % 4 else int(random.integers(-bias + 1, bias))
                exponent = min(max(bias + spread, 1), 2**e - 2)
                values.append(int(random.integers(0, 2)) << (e + m) | exponent << m | int(random.integers(0, 2**m)))
            for i, s in enumerate(special):
                values[(3 * i + (2 * k + 1) * (i // 4) + 5 * k) % 32] = s
            rows[name, k] = values
    return rows


def row_of(t, k):
    base = {"f16x2": "f16", "bf16x2": "bf16", "tf32": "f32"}.get(t, t)
    if base in ("f16", "bf16", "f32", "f64"):
        return base, k
    return f"i{bits_of(t)}", k


def pair(values, t):
    """Packed types take neighbouring lanes."""
    if not t.endswith("x2") or t[0] in "us":
        return values
    return [values[i] | values[(i + 1) % 32] << 16 for i in range(32)]


def main():
    integers(), bits(), floats(), comparisons(), conversions()
    rows = inputs()
    table, index = [], {}
    lines = [".version 8.6", ".target sm_90", ".address_size 64"]
    per_kernel = 100
    kernels = [checks[i : i + per_kernel] for i in range(0, len(checks), per_kernel)]
    for number, group in enumerate(kernels):
        expected = np.zeros((len(group), 32), np.uint64)
        lines += [f".visible .entry k{number}(.param .u64 inputs, .param .u64 out)", ".reqntid 32", "{",
                  "  .reg .b64 %in, %out; .reg .b32 %lane; .reg .b64 %offset;",
                  "  ld.param.u64 %in, [inputs]; ld.param.u64 %out, [out];",
                  "  mov.u32 %lane, %tid.x; mul.wide.u32 %offset, %lane, 8;",
                  "  add.u64 %in, %in, %offset; add.u64 %out, %out, %offset;"]  # fmt: skip
        for i, (text, result, sources) in enumerate(group):
            names = dict(zip("abce", ["%a", "%b", "%c", "%e"]))
            lines.append("  {")
            for k, (letter, t) in enumerate(zip("abce", sources)):
                key = (row_of(t, k), t.endswith("x2") and t[0] not in "us")
                if key not in index:
                    index[key] = len(table)
                    table.append(pair(rows[key[0]], t))
                register = REGISTER[t]
                width = int(register[1:])
                lines.append(f"    .reg .{register} %{letter}; .reg .b64 %raw_{letter};")
                lines.append(f"    ld.global.b64 %raw_{letter}, [%in+{index[key] * 256}];")
                if width == 64:
                    lines.append(f"    mov.b64 %{letter}, %raw_{letter};")
                elif width == 32:
                    lines.append(f"    {{ .reg .b32 %x, %y; mov.b64 {{%x, %y}}, %raw_{letter}; mov.b32 %{letter}, %x; }}")
                else:
                    lines.append(f"    {{ .reg .b16 %x<4>; mov.b64 {{%x0, %x1, %x2, %x3}}, %raw_{letter}; mov.b16 %{letter}, %x0; }}")
            lanes = [pair(rows[row_of(t, k)], t) for k, t in enumerate(sources)]
            for lane in range(32):
                values = {letter: row[lane] for letter, row in zip("abce", lanes)}
                expected[i, lane] = scalar_reference.run(text.format(d="%d", **names), values)
            register = REGISTER[result]
            lines.append(f"    .reg .{register} %d; .reg .b64 %wide;")
            lines.append("    " + text.format(d="%d", **names))
            if register == "pred":
                lines.append("    selp.b64 %wide, 1, 0, %d;")
            elif int(register[1:]) == 64:
                lines.append("    mov.b64 %wide, %d;")
            elif int(register[1:]) == 32:
                lines.append("    { .reg .b32 %x; mov.b32 %x, %d; mov.b64 %wide, {%x, 0}; }")
            else:
                lines.append("    { .reg .b16 %x; mov.b16 %x, %d; mov.b64 %wide, {%x, 0, 0, 0}; }")
            lines.append(f"    st.global.b64 [%out+{i * 256}], %wide;")
            lines.append("  }")
        lines += ["  ret;", "}"]
        np.save(f"{sys.argv[1]}/k{number}.npy", expected.view(np.int64))
    folder = sys.argv[1]
    with open(f"{folder}/arithmetic.ptx", "w") as file:
        file.write("\n".join(lines) + "\n")
    np.save(f"{folder}/inputs.npy", np.array(table, np.uint64).view(np.int64))
    with open(f"{folder}/names.txt", "w") as file:
        for number, group in enumerate(kernels):
            for i, (text, _, _) in enumerate(group):
                file.write(f"k{number} {i} {text}\n")
    print(len(kernels), "kernels,", len(checks), "instructions,", len(table), "input rows")


main()
