# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""One PTX instruction on one lane, in exact arithmetic.

Written from the PTX manual with Python's integers and fractions, and shares nothing
with the emulator: what both agree on is likely right.
"""

from fractions import Fraction as F
from math import floor, isqrt

FORMATS = {
    "f16": (5, 10), "bf16": (8, 7), "f32": (8, 23), "f64": (11, 52), "tf32": (8, 10),
    "e5m2": (5, 2), "e4m3": (4, 3),
}  # fmt: skip


def mask(bits):
    return (1 << bits) - 1


def signed(value, bits):
    value &= mask(bits)
    return value - (1 << bits) if value >> (bits - 1) else value


def number(t):
    return int("".join(c for c in t if c.isdigit()))


# Floats: (kind, sign, magnitude) with kind in nan, inf, finite.
def decode(bits, fmt):
    e, m = FORMATS[fmt]
    if fmt == "tf32":
        bits >>= 13
    sign = bits >> (e + m) & 1
    exponent, mantissa = bits >> m & mask(e), bits & mask(m)
    bias = 2 ** (e - 1) - 1
    if fmt == "e4m3":
        if exponent == 15 and mantissa == 7:
            return ("nan", 0, None)
    elif exponent == mask(e):
        return ("nan", 0, None) if mantissa else ("inf", sign, None)
    if exponent == 0:
        return ("finite", sign, F(mantissa, 2 ** m) * F(2) ** (1 - bias))
    return ("finite", sign, (1 + F(mantissa, 2 ** m)) * F(2) ** (exponent - bias))


def canonical(fmt):
    e, m = FORMATS[fmt]
    if fmt == "e4m3":
        return 0x7F
    if fmt in ("f64", "e5m2"):
        return (mask(e) << m) | 1 << (m - 1) if fmt == "f64" else 0x7F
    bits = mask(e + m)
    return bits << 13 if fmt == "tf32" else bits


def round_integer(value, mode, sign):
    """A non-negative fraction to an integer; `sign` of the whole number."""
    low = floor(value)
    rest = value - low
    if rest == 0:
        return low
    if mode == "rn":
        return low + (rest > F(1, 2) or (rest == F(1, 2) and low % 2))
    if mode == "rna":
        return low + (rest >= F(1, 2))
    up = (mode == "rp" and not sign) or (mode == "rm" and sign)
    return low + up


def encode(value, fmt, mode="rn", finite=False):
    kind, sign, magnitude = value
    e, m = FORMATS[fmt]
    if kind == "nan":
        return canonical(fmt)
    bias = 2 ** (e - 1) - 1
    infinity = mask(e) << m
    largest = 0x7E if fmt == "e4m3" else infinity - 1
    if kind == "inf":
        bits = largest if finite or fmt == "e4m3" else infinity
    elif magnitude == 0:
        bits = 0
    else:
        exponent = magnitude.numerator.bit_length() - magnitude.denominator.bit_length()
        if F(2) ** exponent > magnitude:
            exponent -= 1
        exponent = max(exponent, 1 - bias)
        count = round_integer(magnitude / F(2) ** (exponent - m), mode, sign)
        bits = ((exponent + bias - 1) << m) + count
        if bits > largest:
            away = mode in ("rn", "rna") or (mode == "rp" and not sign) or (mode == "rm" and sign)
            bits = infinity if away and not finite and fmt != "e4m3" else largest
    bits |= sign << (e + m)
    return bits << 13 if fmt == "tf32" else bits


def flush(bits, fmt, on):
    e, m = FORMATS[fmt]
    return bits & (1 << (e + m)) if on and (bits >> m & mask(e)) == 0 else bits


def finite(sign, value):
    return ("finite", sign, value)


def of(value, zero_sign=0):
    return finite(int(value < 0) if value else zero_sign, abs(value))


def real(x):
    return -x[2] if x[1] else x[2]


def add(x, y, mode):
    if "nan" in (x[0], y[0]):
        return ("nan", 0, None)
    if x[0] == "inf" or y[0] == "inf":
        if x[0] == y[0] and x[1] != y[1]:
            return ("nan", 0, None)
        return x if x[0] == "inf" else y
    total = real(x) + real(y)
    both = x[1] if x[1] == y[1] else int(mode == "rm")
    return of(total, both)


def mul(x, y):
    if "nan" in (x[0], y[0]):
        return ("nan", 0, None)
    sign = x[1] ^ y[1]
    if "inf" in (x[0], y[0]):
        other = y if x[0] == "inf" else x
        zero = other[0] == "finite" and other[2] == 0
        return ("nan", 0, None) if zero else ("inf", sign, None)
    return finite(sign, x[2] * y[2])


def div(x, y):
    if "nan" in (x[0], y[0]) or (x[0] == y[0] == "inf"):
        return ("nan", 0, None)
    sign = x[1] ^ y[1]
    if x[0] == "inf":
        return ("inf", sign, None)
    if y[0] == "inf":
        return finite(sign, F(0))
    if y[2] == 0:
        return ("nan", 0, None) if x[2] == 0 else ("inf", sign, None)
    return finite(sign, x[2] / y[2])


def root(x):
    if x[0] == "nan" or (x[1] and (x[0] == "inf" or x[2] != 0)):
        return ("nan", 0, None)
    if x[0] == "inf" or x[2] == 0:
        return x
    # 140 bits and a sticky one round like the exact value.
    scaled = x[2] * F(4) ** 600
    whole = isqrt(scaled.numerator // scaled.denominator)
    exact = F(whole) ** 2 == scaled
    return finite(0, (F(whole) + (0 if exact else F(1, 2))) / F(2) ** 600)


def order(x, y):
    if "nan" in (x[0], y[0]):
        return "u"
    key = [(-1 if v[1] else 1) * float("inf") if v[0] == "inf" else real(v) for v in (x, y)]
    return "<" if key[0] < key[1] else "=" if key[0] == key[1] else ">"


def float_op(op, mods, fmt, values):
    ftz = "ftz" in mods
    mode = next((m for m in mods if m in ("rn", "rz", "rm", "rp")), "rn")
    values = [flush(v, fmt, ftz) for v in values]
    e, m = FORMATS[fmt]
    top = 1 << (e + m)
    if op == "abs":
        return values[0] & ~top
    if op == "neg":
        return values[0] ^ top
    if op in ("min", "max"):
        xor = (values[0] ^ values[1]) & top
        if "abs" in mods:
            values = [v & ~top for v in values]
        x, y = (decode(v, fmt) for v in values)
        if "nan" in (x[0], y[0]):
            if "NaN" in mods or x[0] == y[0]:
                return canonical(fmt)
            result = values[1] if x[0] == "nan" else values[0]
        else:
            relation = order(x, y)
            if relation == "=":
                relation = "<" if x[1] > y[1] else ">"  # -0 < +0
            result = values[0] if (relation == "<") == (op == "min") else values[1]
        return result & ~top | xor if "xorsign" in mods else result
    x = [decode(v, fmt) for v in values]
    if op == "add":
        value = add(x[0], x[1], mode)
    elif op == "sub":
        y = x[1] if x[1][0] == "nan" else (x[1][0], 1 - x[1][1], x[1][2])
        value = add(x[0], y, mode)
    elif op == "mul":
        value = mul(x[0], x[1])
    elif op == "fma":
        value = add(mul(x[0], x[1]), x[2], mode)
    elif op == "div":
        y = x[1]
        if "approx" in mods and y[0] == "finite" and abs(y[2]) > 2**126:
            y = ("inf", y[1], None)  # the reciprocal is flushed
        value = div(x[0], y)
    elif op == "rcp":
        value = div(finite(0, F(1)), x[0])
    elif op == "sqrt":
        value = root(x[0])
    return finish(value, fmt, mode, mods, ftz)


def finish(value, fmt, mode, mods, ftz):
    if "sat" in mods:
        if value[0] == "nan" or value[1]:
            return 0
        if value[0] == "inf" or value[2] > 1:
            value = finite(0, F(1))
    bits = flush(encode(value, fmt, mode, "satfinite" in mods), fmt, ftz and fmt == "f32" or ftz and fmt == "f16")
    if "relu" in mods and value[0] != "nan" and value[1]:
        return 0
    return bits


def integer_op(op, mods, t, v):
    bits = number(t)
    s = [signed(x, bits) if t[0] == "s" else x & mask(bits) for x in v]
    if op == "mul" or op == "mad":
        product = s[0] * s[1]
        if "wide" in mods:
            wide = 2 * bits
            return (product + (v[2] if op == "mad" else 0)) & mask(wide)
        if "hi" in mods:
            product >>= bits
        if op == "mad":
            product = (signed(product, bits) if t[0] == "s" else product & mask(bits)) + s[2]
        if "sat" in mods:
            product = min(max(product, -(2**31)), 2**31 - 1)
        return product & mask(bits)
    if op in ("mul24", "mad24"):
        low = [signed(x, 24) if t[0] == "s" else x & mask(24) for x in v[:2]]
        product = low[0] * low[1]
        if "hi" in mods:
            product >>= 16
        return (product + (v[2] if op == "mad24" else 0)) & mask(32)
    if op in ("add", "sub"):
        result = s[0] + s[1] if op == "add" else s[0] - s[1]
        if "sat" in mods:
            result = min(max(result, -(2**31)), 2**31 - 1)
    elif op in ("min", "max"):
        result = min(s) if op == "min" else max(s)
        if "relu" in mods:
            result = max(result, 0)
    elif op == "sad":
        result = abs(s[0] - s[1]) + s[2]
    elif op in ("div", "rem"):
        quotient = abs(s[0]) // abs(s[1]) * (-1 if (s[0] < 0) != (s[1] < 0) else 1)
        result = quotient if op == "div" else s[0] - quotient * s[1]
    elif op == "abs":
        result = abs(s[0])
    elif op == "neg":
        result = -s[0]
    return result & mask(bits)


def halves(t, v, function):
    return function([x & 0xFFFF for x in v]) | function([x >> 16 for x in v]) << 16


def carry_op(op, mods, t, v, state):
    bits = number(t)
    incoming = state.get("carry", 0) if op.endswith("c") and op != "" and op in ("addc", "subc", "madc") else 0
    x, y = v[0] & mask(bits), v[1] & mask(bits)
    if op.startswith("mad"):
        product = signed(x, bits) * signed(y, bits) if t[0] == "s" else x * y
        x, y = (product >> bits if "hi" in mods else product) & mask(bits), v[2] & mask(bits)
    if op.startswith("sub"):
        total = x - y - incoming
        out = total < 0
    else:
        total = x + y + incoming
        out = total > mask(bits)
    if "cc" in mods:
        state["carry"] = int(out)
    return total & mask(bits)


def dot(op, mods, v):
    at, bt = [m for m in mods if m in ("u32", "s32")]
    total = signed(v[2], 32)
    for i in range(4 if op == "dp4a" else 2):
        width = 8 if op == "dp4a" else 16
        a = v[0] >> (i * width) & mask(width)
        b = v[1] >> ((i + (2 if "hi" in mods else 0)) * 8) & 255
        total += (signed(a, width) if at == "s32" else a) * (signed(b, 8) if bt == "s32" else b)
    return total & mask(32)


def bit_op(op, mods, t, v):
    bits = number(t)
    a = v[0] & mask(bits)
    if op in ("and", "or", "xor"):
        b = v[1] & mask(bits)
        return {"and": a & b, "or": a | b, "xor": a ^ b}[op]
    if op == "not":
        return a ^ mask(bits)
    if op == "cnot":
        return int(a == 0)
    if op == "shl":
        return a << v[1] & mask(bits)
    if op == "shr":
        return (signed(a, bits) if t[0] == "s" else a) >> v[1] & mask(bits)
    if op == "popc":
        return bin(a).count("1")
    if op == "clz":
        return bits - a.bit_length()
    if op == "brev":
        return int(f"{a:0{bits}b}"[::-1], 2)
    if op == "bfind":
        if t[0] == "s" and a >> (bits - 1):
            a ^= mask(bits)
        if a == 0:
            return mask(32)
        return bits - a.bit_length() if "shiftamt" in mods else a.bit_length() - 1
    if op == "bfe":
        position, length = v[1] & 255, v[2] & 255
        sign = t[0] == "s" and length and a >> min(position + length - 1, bits - 1) & 1
        result = 0
        for i in range(bits):
            inside = i < length and position + i < bits
            result |= (a >> (position + i) & 1 if inside else int(bool(sign))) << i
        return result
    if op == "bfi":
        result, position, length = v[1] & mask(bits), v[2] & 255, v[3] & 255
        for i in range(length):
            if position + i < bits:
                result = result & ~(1 << (position + i)) | (a >> i & 1) << (position + i)
        return result
    if op == "szext":
        n = v[1]
        if n >= 32 and "clamp" in mods:
            return a
        n &= 31
        low = a & mask(n)
        return (signed(low, n) if t[0] == "s" and n else low) & mask(32)
    if op == "bmsk":
        position, width = v[0], v[1]
        if "clamp" in mods:
            position, width = min(position, 32), min(width, 32)
        else:
            position, width = position & 31, width & 31
        return mask(width) << position & mask(32)
    if op == "shf":
        n = min(v[2], 32) if "clamp" in mods else v[2] & 31
        both = v[1] << 32 | v[0]
        return both << n >> 32 & mask(32) if "l" in mods else both >> n & mask(32)
    if op == "prmt":
        table = {"f4e": "3210 4321 5432 6543", "b4e": "5670 6701 7012 0123", "rc8": "0000 1111 2222 3333",
                 "ecl": "3210 3211 3222 3333", "ecr": "0000 1110 2210 3210", "rc16": "1010 3232 1010 3232"}  # fmt: skip
        named = [m for m in mods if m in table]
        selectors = [int(c) for c in reversed(table[named[0]].split()[v[2] & 3])] if named else [v[2] >> (4 * i) & 15 for i in range(4)]
        both, result = v[1] << 32 | v[0], 0
        for i, s in enumerate(selectors):
            byte = both >> (8 * (s & 7)) & 255
            result |= ((255 if byte >> 7 else 0) if s & 8 else byte) << (8 * i)
        return result
    if op == "lop3":
        return sum((v[3] >> ((v[0] >> i & 1) << 2 | (v[1] >> i & 1) << 1 | v[2] >> i & 1) & 1) << i for i in range(32))
    if op == "fns":
        base, n = v[1], signed(v[2], 32)
        if n == 0:
            return base if a >> base & 1 else mask(32)
        places = [i for i in (range(base, 32) if n > 0 else range(base, -1, -1)) if a >> i & 1]
        return places[abs(n) - 1] if len(places) >= abs(n) else mask(32)
    raise KeyError(op)


RELATIONS = {"eq": "=", "ne": "<>", "lt": "<", "le": "<=", "gt": ">", "ge": ">=", "equ": "=u", "neu": "<>u", "ltu": "<u",
             "leu": "<=u", "gtu": ">u", "geu": ">=u", "num": "<=>", "nan": "u"}  # fmt: skip


def compare(relation, t, a, b):
    if t in FORMATS:
        found = order(decode(a, t), decode(b, t))
    else:
        bits = number(t)
        x, y = (signed(a, bits), signed(b, bits)) if t[0] == "s" else (a & mask(bits), b & mask(bits))
        found = "<" if x < y else "=" if x == y else ">"
    return found in RELATIONS[relation]


def convert(mods, v):
    types = [m for m in mods if m in FORMATS or m.rstrip("0123456789") in ("u", "s") or m.endswith("x2")]
    to, source = types[0], types[1]
    mode = next((m for m in mods if m in ("rn", "rz", "rm", "rp", "rna", "rni", "rzi", "rmi", "rpi")), "rn")
    if "pack" in mods:
        w = number(to)
        low, high = (-(1 << (w - 1)), mask(w - 1)) if to[0] == "s" else (0, mask(w))
        x, y = (min(max(signed(x, 32), low), high) & mask(w) for x in v[:2])
        return ((v[2] if len(v) > 2 else 0) << (2 * w) | x << w | y) & mask(32)
    if to.endswith("x2"):
        element, w = to[:-2], {"f16x2": 16, "bf16x2": 16}.get(to, 8)
        if len(v) == 2:
            high, low, fmt = v[0], v[1], source
        else:
            fmt = source[:-2]
            sw = 16 if fmt == "f16" else 8
            high, low = v[0] >> sw & mask(sw), v[0] & mask(sw)
        one = lambda bits: finish(decode(bits, fmt), element, mode, mods, False)
        return one(high) << w | one(low)
    if source in FORMATS:
        bits = flush(v[0] & mask(64 if source == "f64" else 32 if source == "f32" else 16), source, "ftz" in mods and source == "f32")
        value = decode(bits, source)
        integral = mode in ("rni", "rzi", "rmi", "rpi")
        if value[0] == "finite" and integral:
            value = finite(value[1], F(round_integer(value[2], mode[:2], value[1])))
        if to in FORMATS:
            return finish(value, to, mode[:2] if integral else mode, mods, "ftz" in mods)
        w = number(to)
        low, high = (-(1 << (w - 1)), mask(w - 1)) if to[0] == "s" else (0, mask(w))
        if value[0] == "nan":
            whole = -(1 << (w - 1)) if to[0] == "s" else 1 << (w - 1)
            if source != "f64" and w != 64:
                whole = 0
        else:
            whole = (low if value[1] else high) if value[0] == "inf" else min(max(int(real(value)), low), high)
    else:
        w = number(source)
        whole = signed(v[0], w) if source[0] == "s" else v[0] & mask(w)
        if to in FORMATS:
            return encode(of(F(whole)), to, mode)
        w = number(to)
        if "sat" in mods:
            low, high = (-(1 << (w - 1)), mask(w - 1)) if to[0] == "s" else (0, mask(w))
            whole = min(max(whole, low), high)
    w = number(to)
    # 8-bit results stand in 16-bit registers, extended by their sign.
    return whole & mask(w) if to[0] == "u" or w > 8 else signed(whole, 8) & mask(16)


def one(text, env, state):
    opcode, arguments = text.split(None, 1)
    op, *mods = opcode.split(".")
    names = [a.strip() for a in arguments.split(",")]
    v = [int(n) if n.isdigit() else env[n[1]] for n in names[1:]]
    t = mods[-1]
    if op == "cvt":
        return convert(mods, v)
    if op in ("setp", "set"):
        relation = next(m for m in mods if m in RELATIONS)
        if op == "set":
            result, t = mods[-2], mods[-1]
            if t == "f16x2":
                return halves(t, v, lambda x: 0x3C00 * compare(relation, "f16", *x))
            truth = compare(relation, t, *v)
            return truth * (0x3F800000 if result == "f32" else mask(32))
        return int(compare(relation, t, *v))
    if op == "slct":
        first = signed(v[2], 32) >= 0 if t == "s32" else order(decode(v[2], "f32"), finite(0, F(0))) in "=>"
        return v[0] if first else v[1]
    if op == "testp":
        kind, sign, value = decode(v[0], t)
        normal = kind == "finite" and value >= F(2) ** (2 - 2 ** (FORMATS[t][0] - 1))
        return int({"finite": kind == "finite", "infinite": kind == "inf", "number": kind != "nan", "notanumber": kind == "nan",
                    "normal": normal, "subnormal": kind == "finite" and value != 0 and not normal}[mods[0]])  # fmt: skip
    if op == "copysign":
        top = 1 << (number(t) - 1)
        return v[1] & ~top | v[0] & top
    if t.endswith("x2"):
        element = t[:-2]
        function = float_op if element in FORMATS else integer_op
        return halves(t, v, lambda x: function(op, mods[:-1], element, x))
    if t in FORMATS:
        return float_op(op, mods[:-1], t, v)
    if "cc" in mods or op in ("addc", "subc", "madc"):
        return carry_op(op, mods, t, v, state)
    if op in ("dp4a", "dp2a"):
        return dot(op, mods, v)
    try:
        return bit_op(op, mods, "b32" if op == "prmt" else t, v)
    except KeyError:
        return integer_op(op, mods[:-1], t, v)


def run(text, values):
    """The value of %d after `text`, with registers a, b, c, e given."""
    env, state = dict(values), {}
    for part in text.split(";"):
        if part.strip():
            target = part.split(None, 1)[1].split(",")[0].strip()
            env[target[1]] = one(part.strip(), env, state)
    return env["d"]
