# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes narrow.ptx: half-precision comparisons, mixed precision, and conversions from
and to 4-, 6- and 8-bit floats, stochastic ones included, on 32 lanes of values.

  narrow.py FOLDER    FOLDER/narrow.ptx, FOLDER/inputs.npy, FOLDER/expected.npy

References are exact (fractions) or, for narrow formats, the nearest of all codes. What
an approximate instruction may be off by is subtracted: such a check gives 1.
"""

import sys
from fractions import Fraction as F

import numpy as np
import scalar_reference as sr

sr.FORMATS.update({"e2m3": (2, 3), "e3m2": (3, 2), "e2m1": (2, 1)})
LANES = 32
checks = []  # (PTX from %x0..%x4 to %out, kinds of inputs, reference)


def add(text, kinds, reference):
    checks.append((text, kinds, reference))


def value(bits, fmt):
    """A Fraction, or 'nan', 'inf', '-inf'."""
    e, m = sr.FORMATS[fmt]
    if fmt in ("e2m3", "e3m2", "e2m1"):
        sign, exponent, mantissa = bits >> (e + m) & 1, bits >> m & sr.mask(e), bits & sr.mask(m)
        bias = 2 ** (e - 1) - 1
        size = F(mantissa, 2**m) * F(2) ** (1 - bias) if exponent == 0 else (1 + F(mantissa, 2**m)) * F(2) ** (exponent - bias)
        return -size if sign else size
    kind, sign, size = sr.decode(bits, fmt)
    if kind != "finite":
        return "nan" if kind == "nan" else "-inf" if sign else "inf"
    return -size if sign else size


def largest(fmt):
    e, m = sr.FORMATS[fmt]
    return {"e4m3": 0x7E, "e5m2": 0x7B}.get(fmt, sr.mask(e + m))


def narrow(bits, fmt, relu=False, place=None):
    """f32 bits to a format of up to 8 bits, .satfinite; `place` rounds."""
    e, m = sr.FORMATS[fmt]
    sign = bits >> 31
    v = value(bits, "f32")
    if v == "nan":
        return {"e4m3": 0x7F, "e5m2": 0x7F}.get(fmt, largest(fmt))
    if relu and sign:
        return 0
    if v in ("inf", "-inf"):
        return largest(fmt) | sign << (e + m)
    size = abs(v)
    codes = range(largest(fmt) + 1)
    if place is not None:
        size = place(size, fmt)
    best = min(codes, key=lambda c: (abs(value(c, fmt) - size), c & 1))
    return best | sign << (e + m)


def stochastic(random, count):
    """Up when the part that goes and random / 2^count make 1."""

    def place(size, fmt):
        e, m = sr.FORMATS[fmt]
        if size == 0:
            return size
        exponent = size.numerator.bit_length() - size.denominator.bit_length()
        if F(2) ** exponent > size:
            exponent -= 1
        unit = F(2) ** (max(exponent, 2 - 2 ** (e - 1)) - m)
        whole, rest = divmod(size, unit)
        return (whole + (1 if rest / unit + F(random, 2**count) >= 1 else 0)) * unit

    return place


def half_stochastic(bits, fmt, random, count, relu, satfinite):
    v = value(bits, "f32")
    e, m = sr.FORMATS[fmt]
    if v == "nan":
        return sr.canonical(fmt)
    sign = bits >> 31
    if relu and sign:
        return 0
    infinity = sr.mask(e) << m
    if v in ("inf", "-inf"):
        return (infinity - 1 if satfinite else infinity) | sign << (e + m)
    size = stochastic(random, count)(abs(v), fmt)
    code = sr.encode(("finite", sign, size), fmt, "rn", satfinite)
    return code


def floats(*indices):
    return "".join(f"cvt.u32.u64 %r{i}, %x{i}; mov.b32 %f{i}, %r{i}; " for i in indices)


def halves(*indices):
    return "".join(f"cvt.u16.u64 %h{i}, %x{i}; " for i in indices)


def words(*indices):
    return "".join(f"cvt.u32.u64 %r{i}, %x{i}; " for i in indices)


def mixed():
    out = " mov.b32 %r0, %f0; cvt.u64.u32 %out, %r0;"
    for t in ("f16", "bf16"):
        for mode in ("rn", "rz", "rm", "rp"):
            for sat in ("", ".sat"):
                def reference(op, mode=mode, sat=sat, t=t):
                    def run(*v):
                        wide = [sr.encode(sr.decode(x, t), "f32") for x in v[:-1]]
                        names = "abc"[: len(v)]
                        text = f"{op}.{mode}{sat}.f32 %d, " + ", ".join("%" + n for n in names) + ";"
                        return sr.run(text, dict(zip(names, wide + [v[-1]])))
                    return run
                for op in ("add", "sub"):
                    add(halves(0) + floats(1) + f"{op}.{mode}{sat}.f32.{t} %f0, %h0, %f1;" + out, (t, "f32"), reference(op))
                add(halves(0, 1) + floats(2) + f"fma.{mode}{sat}.f32.{t} %f0, %h0, %h1, %f2;" + out, (t, t, "f32"), reference("fma"))


def compares():
    word = " cvt.u64.u32 %out, %r7;"
    half = " cvt.u64.u16 %out, %h7;"
    condition = "setp.ne.u64 %p0, %x2, 0; "
    bools = {"and": lambda c, p: c and p, "or": lambda c, p: c or p, "xor": lambda c, p: c != p}
    one = {"f16": 0x3C00, "bf16": 0x3F80}
    for t in ("f16", "bf16"):
        for relation in ("lt", "ge", "equ", "num"):
            test = lambda a, b, r=relation, t=t: sr.compare(r, t, a, b)
            for name, combine in bools.items():
                both = lambda a, b, p, test=test, combine=combine: combine(test(a, b), p & 1)
                add(halves(0, 1) + condition + f"setp.{relation}.{name}.{t} %p1, %h0, %h1, %p0; selp.u32 %r7, 1, 0, %p1;" + word, (t, t, "bit"), lambda *v, both=both: int(both(*v)))
            for result, yes in (("u16", 0xFFFF), ("u32", 0xFFFFFFFF), (t, one[t])):
                reg, out = ("%r7", word) if result == "u32" else ("%h7", half)
                add(halves(0, 1) + f"set.{relation}.{result}.{t} {reg}, %h0, %h1;" + out, (t, t), lambda a, b, test=test, yes=yes: yes * test(a, b))
                add(halves(0, 1) + condition + f"set.{relation}.or.{result}.{t} {reg}, %h0, %h1, %p0;" + out, (t, t, "bit"), lambda a, b, p, test=test, yes=yes: yes * int(test(a, b) or p & 1))
            # Pairs.
            low = lambda a, b, test=test: int(test(a & 0xFFFF, b & 0xFFFF))
            high = lambda a, b, test=test: int(test(a >> 16, b >> 16))
            add(words(0, 1) + condition + f"setp.{relation}.and.{t}x2 %p1|%p2, %r0, %r1, %p0; selp.u32 %r7, 1, 0, %p1; selp.u32 %r6, 2, 0, %p2; or.b32 %r7, %r7, %r6;" + word, (t + "x2", t + "x2", "bit"),
                lambda a, b, p, low=low, high=high: (low(a, b) & p & 1) | 2 * (high(a, b) & p & 1))
            add(words(0, 1) + f"setp.{relation}.{t}x2 %p1|%p2, %r0, %r1; selp.u32 %r7, 1, 0, %p1; selp.u32 %r6, 2, 0, %p2; or.b32 %r7, %r7, %r6;" + word, (t + "x2", t + "x2"),
                lambda a, b, low=low, high=high: low(a, b) | 2 * high(a, b))
            add(words(0, 1) + f"set.{relation}.{t}x2.{t}x2 %r7, %r0, %r1;" + word, (t + "x2", t + "x2"), lambda a, b, low=low, high=high, yes=one[t]: yes * low(a, b) | yes * high(a, b) << 16)
            add(words(0, 1) + condition + f"set.{relation}.xor.{t}x2.{t}x2 %r7, %r0, %r1, %p0;" + word, (t + "x2", t + "x2", "bit"),
                lambda a, b, p, low=low, high=high, yes=one[t]: yes * (low(a, b) ^ p & 1) | yes * (high(a, b) ^ p & 1) << 16)


def conditions():
    """setp and set of whole numbers and wide floats, with a second condition."""
    word = " cvt.u64.u32 %out, %r7;"
    for t, relations in (("b32", ("eq", "ne")), ("s32", ("lt", "ge")), ("u32", ("hi", "ls", "lo", "hs", "gt")), ("f64", ("ltu", "nan")), ("b64", ("ne",)), ("f32", ("gtu", "ge"))):
        load = floats(0, 1) if t == "f32" else "mov.b64 %g0, %x0; mov.b64 %g1, %x1; " if t == "f64" else words(0, 1) if t[1:] == "32" else ""
        a, b = {"f32": ("%f0", "%f1"), "f64": ("%g0", "%g1"), "b64": ("%x0", "%x1")}.get(t, ("%r0", "%r1"))
        kinds = ("f32", "f32", "bit") if t == "f32" else ("double", "double", "bit") if t == "f64" else ("close", "close", "bit")
        for relation in relations:
            plain = {"hi": "gt", "ls": "le", "lo": "lt", "hs": "ge"}.get(relation, relation)
            test = lambda x, y, plain=plain, t=t: int(sr.compare(plain, t, x, y))
            condition = "setp.ne.u64 %p0, %x2, 0; "
            add(load + condition + f"setp.{relation}.and.{t} %p1|%p2, {a}, {b}, !%p0; selp.u32 %r7, 1, 0, %p1; selp.u32 %r6, 2, 0, %p2; or.b32 %r7, %r7, %r6;" + word, kinds,
                lambda x, y, p, test=test: 0 if p & 1 else (1 if test(x, y) else 2))
            add(load + f"set.{relation}.u32.{t} %r7, {a}, {b};" + word, kinds[:2], lambda x, y, test=test: 0xFFFFFFFF * test(x, y))
            add(load + condition + f"set.{relation}.xor.f32.{t} %f7, {a}, {b}, %p0; mov.b32 %r7, %f7;" + word, kinds, lambda x, y, p, test=test: 0x3F800000 * (test(x, y) ^ p & 1))


def conversions():
    half = " cvt.u64.u16 %out, %h7;"
    word = " cvt.u64.u32 %out, %r7;"
    for t in ("f16", "bf16"):
        for mode in ("rn", "rz"):
            text = f"cvt.{mode}.relu.{t}.f32"
            add(floats(0) + text + " %h7, %f0;" + half, ("f32",), lambda a, text=text: sr.run(text + " %d, %a;", {"a": a}))
    for relu in ("", ".relu"):
        on = relu != ""
        add(floats(0, 1) + f"{{ .reg .b8 %c; cvt.rn.satfinite{relu}.e2m1x2.f32 %c, %f0, %f1; mov.b16 %h7, {{%c, %c}}; }} and.b16 %h7, %h7, 255;" + half, ("small", "small"),
            lambda a, b, on=on: narrow(a, "e2m1", on) << 4 | narrow(b, "e2m1", on))
        add(f"cvt.u16.u64 %h0, %x0; {{ .reg .b8 %c, %e; mov.b16 {{%c, %e}}, %h0; cvt.rn{relu}.f16x2.e2m1x2 %r7, %c; }}" + word, ("byte",),
            lambda a, on=on: widen(a & 0xFF, "e2m1", 4, on))
        for fmt in ("e2m3", "e3m2"):
            add(floats(0, 1) + f"cvt.rn.satfinite{relu}.{fmt}x2.f32 %h7, %f0, %f1;" + half, ("small", "small"),
                lambda a, b, on=on, fmt=fmt: narrow(a, fmt, on) << 8 | narrow(b, fmt, on))
            add(halves(0) + f"cvt.rn{relu}.f16x2.{fmt}x2 %r7, %h0;" + word, ("sixes",), lambda a, on=on, fmt=fmt: widen(a, fmt, 8, on))
    for mode in ("rz", "rp"):
        for finite in ("", ".satfinite"):
            # Values whose exponent is no extreme one: those are the same with .satfinite.
            add(floats(0, 1) + f"cvt.{mode}{finite}.ue8m0x2.f32 %h7, %f0, %f1;" + half, ("positive", "positive"), lambda a, b, mode=mode: exponent(a, mode) << 8 | exponent(b, mode))
            add(words(0) + f"cvt.{mode}{finite}.ue8m0x2.bf16x2 %h7, %r0;" + half, ("positives",),
                lambda a, mode=mode: exponent(a >> 16 << 16, mode) << 8 | exponent(a << 16 & 0xFFFFFFFF, mode))
    add(halves(0) + "cvt.rn.bf16x2.ue8m0x2 %r7, %h0;" + word, ("exponents",), lambda a: (a >> 8) << 23 | (a & 255) << 7)


def exponent(bits, mode):
    """ue8m0 of a positive normal f32: 2^(code - 127)."""
    code = bits >> 23
    return code + (1 if mode == "rp" and bits & 0x7FFFFF else 0)


def widen(bits, fmt, width, relu):
    """Two elements to f16x2."""
    result = 0
    for i in (1, 0):
        code = bits >> (i * width) & ((1 << sum(sr.FORMATS[fmt])) * 2 - 1)
        v = value(code, fmt)
        sign = code >> sum(sr.FORMATS[fmt])
        bits16 = sr.encode(("finite", sign, abs(v)), "f16")
        result = result << 16 | (0 if relu and sign else bits16)
    return result


def reversed16(x):
    return int(f"{x:016b}"[::-1], 2)


def stochastics():
    word = " cvt.u64.u32 %out, %r7;"
    half = " cvt.u64.u16 %out, %h7;"
    for relu in ("", ".relu"):
        on = relu != ""
        for t, count in (("f16", 13), ("bf16", 16)):
            for finite in ("", ".satfinite"):
                add(floats(0, 1) + words(2) + f"cvt.rs{relu}{finite}.{t}x2.f32 %r7, %f0, %f1, %r2;" + word, ("f32", "f32", "word"),
                    lambda a, b, r, t=t, count=count, on=on, finite=finite: half_stochastic(a, t, r >> 16 & sr.mask(count), count, on, finite != "") << 16
                    | half_stochastic(b, t, r & sr.mask(count), count, on, finite != ""))
        for fmt in ("e4m3", "e5m2", "e2m3", "e3m2", "e2m1"):
            width = 4 if fmt == "e2m1" else 8
            d, out = ("%h7", half) if fmt == "e2m1" else ("%r7", word)

            def reference(a, b, e, f, r, fmt=fmt, width=width, on=on):
                high, low = r >> 16, r & 0xFFFF
                result = 0
                for bits, random in ((a, reversed16(high)), (b, high), (e, reversed16(low)), (f, low)):
                    result = result << width | narrow(bits, fmt, on, stochastic(random, 16))
                return result

            add(floats(0, 1, 2, 3) + words(4) + f"cvt.rs{relu}.satfinite.{fmt}x4.f32 {d}, {{%f0, %f1, %f2, %f3}}, %r4;" + out, ("small",) * 4 + ("word",), reference)


def guarded():
    """fma.oob: +0 when a factor is the fill of tensor copies."""
    for t in ("f16", "bf16"):
        for relu in ("", ".relu"):
            text = f"fma.rn{relu}.{t}"
            one = lambda a, b, c, text=text: 0 if 0x7FF7 in (a, b) else sr.run(text + " %d, %a, %b, %c;", dict(a=a, b=b, c=c))
            add(halves(0, 1, 2) + f"fma.rn.oob{relu}.{t} %h7, %h0, %h1, %h2; cvt.u64.u16 %out, %h7;", (t, t, t), one)
            add(words(0, 1, 2) + f"fma.rn.oob{relu}.{t}x2 %r7, %r0, %r1, %r2; cvt.u64.u32 %out, %r7;", (t + "x2",) * 3,
                lambda a, b, c, one=one: one(a >> 16, b >> 16, c >> 16) << 16 | one(a & 0xFFFF, b & 0xFFFF, c & 0xFFFF))


def approximations():
    """1 when |result - exact| <= bound * |exact|, computed in f64."""
    test = " sub.f64 %g1, %g1, %g0; abs.f64 %g1, %g1; abs.f64 %g0, %g0; mul.f64 %g0, %g0, {}; setp.le.f64 %p0, %g1, %g0; selp.u64 %out, 1, 0, %p0;"
    bound = lambda power: f"0d{(1023 + power) << 52:016X}"
    for ftz in ("", ".ftz"):
        # y^2 x = 1: the error of the square is twice that of y.
        add(f"mov.b64 %g0, %x0; rsqrt.approx{ftz}.f64 %g1, %g0; mul.f64 %g1, %g1, %g1; mul.f64 %g1, %g1, %g0; mov.f64 %g0, 0d3FF0000000000000;" + test.format(bound(-19)), ("root",), lambda a: 1)
    exact = lambda i: f"cvt.f64.f32 %g0, %f{i};"
    for t, ftz, power in (("f16", "", -9), ("bf16", ".ftz", -7)):
        wide = f"cvt.f32.{t} %f0, %h0; "
        # ex2 of a whole number is a power of two, which is exact in both.
        add(f"cvt.u16.u64 %h0, %x0; {wide} ex2.approx{ftz}.{t} %h1, %h0; cvt.f32.{t} %f1, %h1; cvt.f64.f32 %g1, %f1; ex2.approx.f32 %f2, %f0; {exact(2)}" + test.format(bound(power)), ("exponent " + t,), lambda a: 1)
        add(f"cvt.u32.u64 %r0, %x0; ex2.approx{ftz}.{t}x2 %r1, %r0; mov.b32 {{%h0, %h2}}, %r0; mov.b32 {{%h1, %h3}}, %r1; ex2.approx{ftz}.{t} %h4, %h2; setp.eq.b16 %p1, %h4, %h3; {wide} cvt.f32.{t} %f1, %h1; cvt.f64.f32 %g1, %f1; ex2.approx.f32 %f2, %f0; {exact(2)}" + test.format(bound(power)) + " selp.u64 %out, %out, 0, %p1;", ("exponents " + t,), lambda a: 1)
    t = "bf16"
    add(f"cvt.u16.u64 %h0, %x0; cvt.f32.bf16 %f0, %h0; tanh.approx.bf16 %h1, %h0; cvt.f32.bf16 %f1, %h1; cvt.f64.f32 %g1, %f1; tanh.approx.f32 %f2, %f0; {exact(2)}" + test.format(bound(-7)), ("exponent bf16",), lambda a: 1)
    add(f"cvt.u32.u64 %r0, %x0; tanh.approx.bf16x2 %r1, %r0; mov.b32 {{%h0, %h2}}, %r0; mov.b32 {{%h1, %h3}}, %r1; tanh.approx.bf16 %h4, %h2; tanh.approx.bf16 %h5, %h0; setp.eq.b16 %p1, %h4, %h3; setp.eq.and.b16 %p1, %h5, %h1, %p1; selp.u64 %out, 1, 0, %p1;", ("exponents bf16",), lambda a: 1)


def lanes_of(kind, random):
    def float_lanes(fmt, spread):
        e, m = sr.FORMATS[fmt]
        bias = 2 ** (e - 1) - 1
        values = []
        for lane in range(LANES):
            exponent = min(max(bias + int(random.integers(-spread, spread + 1)), 0), 2**e - 2)
            values.append(int(random.integers(0, 2)) << (e + m) | exponent << m | int(random.integers(0, 2**m)))
        return values

    def special(values, fmt):
        e, m = sr.FORMATS[fmt]
        top = sr.mask(e) << m
        some = [0, 1 << (e + m), top, top | 1 << (e + m), top | 5, 1, top - 1]
        if fmt in ("f16", "bf16"):
            some.append(0x7FF7)
        for s in some:
            values[int(random.integers(0, LANES))] = s
        return values

    if kind in ("f16", "bf16", "f32"):
        return special(float_lanes(kind, 10), kind)
    if kind.startswith("exponents "):
        low, high = lanes_of("exponent " + kind.split()[1], random), lanes_of("exponent " + kind.split()[1], random)
        return [a | b << 16 for a, b in zip(low, high)]
    if kind.startswith("exponent "):
        fmt = kind.split()[1]
        return [sr.encode(sr.of(F(int(random.integers(-40, 41)), 8)), fmt) for _ in range(LANES)]
    if kind.endswith("x2"):
        return [a | b << 16 for a, b in zip(lanes_of(kind[:-2], random), lanes_of(kind[:-2], random))]
    if kind == "small":  # around what 4 to 8 bits can hold, ties included
        values = special(float_lanes("f32", 5), "f32")
        for lane in range(0, LANES, 3):
            values[lane] &= 0xFFF00000
        values[1], values[2] = 0x43E80000, 0xC7700000  # 464, -61440
        return values
    if kind == "positive":
        return [int(random.integers(20, 230)) << 23 | (0 if lane % 3 == 0 else int(random.integers(0, 2**23))) for lane in range(LANES)]
    if kind == "positives":
        return [a >> 16 | (b >> 16) << 16 for a, b in zip(lanes_of("positive", random), lanes_of("positive", random))]
    if kind == "exponents":
        return [int(random.integers(1, 255)) | int(random.integers(1, 255)) << 8 for _ in range(LANES)]
    if kind == "double":
        return special(float_lanes("f64", 2), "f64")
    if kind == "close":
        return [int(random.integers(-3, 4)) % 2**32 for _ in range(LANES)]
    if kind == "root":
        return [int(random.integers(900, 1200)) << 52 | int(random.integers(0, 2**52)) for _ in range(LANES)]
    if kind == "sixes":
        return [int(random.integers(0, 64)) | int(random.integers(0, 64)) << 8 for _ in range(LANES)]
    return [int(random.integers(0, {"bit": 2, "byte": 256, "word": 2**32}[kind])) for _ in range(LANES)]


def main():
    folder = sys.argv[1]
    mixed(), compares(), conditions(), conversions(), stochastics(), guarded(), approximations()
    random = np.random.default_rng(11)
    lines = [".version 8.7", ".target sm_100a", ".address_size 64"]
    inputs, expected = [], np.zeros((len(checks), LANES), np.uint64)
    lines += [".visible .entry narrow(.param .u64 inputs, .param .u64 results)", ".reqntid 32", "{",
              "  .reg .b64 %in, %to, %offset; .reg .b32 %lane;",
              "  ld.param.u64 %in, [inputs]; ld.param.u64 %to, [results];",
              "  mov.u32 %lane, %tid.x; mul.wide.u32 %offset, %lane, 8;",
              "  add.u64 %in, %in, %offset; add.u64 %to, %to, %offset;"]  # fmt: skip
    for i, (text, kinds, reference) in enumerate(checks):
        lines += ["  {", "    .reg .b64 %x<5>, %out; .reg .b32 %r<8>; .reg .b16 %h<8>; .reg .f32 %f<8>; .reg .f64 %g<2>; .reg .pred %p<3>;"]
        columns = [lanes_of(kind, random) for kind in kinds]
        for k, column in enumerate(columns):
            lines.append(f"    ld.global.b64 %x{k}, [%in+{len(inputs) * 256}];")
            inputs.append(column)
        lines += ["    " + text, f"    st.global.b64 [%to+{i * 256}], %out;", "  }"]
        for lane in range(LANES):
            expected[i, lane] = int(reference(*(column[lane] for column in columns)))
    lines += ["  ret;", "}"]
    with open(f"{folder}/narrow.ptx", "w") as file:
        file.write("\n".join(lines) + "\n")
    with open(f"{folder}/names.txt", "w") as file:
        file.write("\n".join(f"{i} {c[0]}" for i, c in enumerate(checks)))
    np.save(f"{folder}/inputs.npy", np.array(inputs, np.uint64).view(np.int64))
    np.save(f"{folder}/expected.npy", expected.view(np.int64))
    print(len(checks), "instructions")


main()
