# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Ops on short floats, conversions, division, and f32 by rounding mode, compiled, against the interpreter.

  check_short_floats.py FOLDER

x goes through all patterns of 8 or 16 bits; wider ones are near to what lies halfway
between two numbers of a shorter format. y is random, and so is half of z; the other half
is such that x * y + z needs rounding. One kernel per element type does every op and stores
its bits; the interpreter, the host and lesser x86 processors execute it, at -O0 and -O2.
All NaN are equal.
"""
import subprocess
import sys
from pathlib import Path

import numpy as np

COUNT, TILE, SEED = 1 << 16, 512, 11
TARGETS = ["cpu", "cpu:x86-64-v3", "cpu:x86-64-v4"]
NOT_HERE = "does not run on this machine"

# Bits in memory, the first magnitude that is NaN, the bits of a number below 128. f4E2M1FN is in
# the lower half of a byte; of formats without a sign and of it there are only these conversions.
FLOATS = {
    "f4E2M1FN": (8, 0x80, 0x80),
    "f8E8M0FNU": (8, 0x80, 0x80),
    "f8E5M3FNU": (8, 0x80, 0x80),
    "f8E4M3FN": (8, 0x7F, 0x6F),
    "f8E5M2": (8, 0x7D, 0x57),
    "f16": (16, 0x7C01, 0x5780),
    "bf16": (16, 0x7F81, 0x42F0),
    "tf32": (32, 0x7F800001, 0x42F00000),
    "f32": (32, 0x7F800001, 0x42F00000),
    "f64": (64, 0x7FF0000000000001, 0x405E000000000000),
}
NEAREST = " rounding<nearest_even>"
REMAINDER = ("remf", "remf %x, %y : T", None)
FORMATS = ["f4E2M1FN", "f8E4M3FN", "f8E5M2", "f16", "bf16", "tf32", "f32", "f64"]


def casts(element):
    """Conversions of a float type: of x to others, and to integers of n, which fits them."""
    for to in FORMATS:
        if to != element:
            yield f"to_{to}", f"ftof %x{NEAREST} : T -> tile<512x{to}>", to
    if element in ("f4E2M1FN", "f8E8M0FNU", "f8E5M3FNU"):
        return
    for to in ("i8", "i16", "i32", "i64"):
        for sign, operand in (("signed", "%n"), ("unsigned", "%m")):
            yield f"{sign}_{to}", f"ftoi {operand} {sign} rounding<nearest_int_to_zero> : T -> tile<512x{to}>", to


def of_integers():
    for to in FORMATS:
        for sign in ("signed", "unsigned"):
            yield f"{sign}_to_{to}", f"itof %x {sign}{NEAREST} : T -> tile<512x{to}>", to
    # By a divisor per element, and by one for all; the least number's remainder by -1, too.
    for by, rest in ("yz", "uw"):
        for sign, modes in (("signed", ("zero", "negative_inf", "positive_inf")), ("unsigned", ("zero", "positive_inf"))):
            yield f"{sign}_rest_{by}", f"remi %x, %{rest} {sign} : T", None
            for mode in modes:
                yield f"{sign}_{mode}_{by}", f"divi %x, %{by} {sign} rounding<{mode}> : T", None


def arithmetic():
    for op in ("absf", "negf", "floor", "ceil", "rsqrt"):
        yield op, f"{op} %x : T", None
    yield "sqrt", f"sqrt %x{NEAREST} : T", None
    for op in ("addf", "subf", "mulf", "divf"):
        yield op, f"{op} %x, %y{NEAREST} : T", None
    yield REMAINDER
    for op in ("maxf", "minf"):
        yield op, f"{op} %x, %y : T", None
        yield f"{op}_nan", f"{op} %x, %y propagate_nan : T", None
    yield "fma", f"fma %x, %y, %z{NEAREST} : T", None
    yield "select", "select %c, %x, %y : tile<512xi1>, T", None
    yield "less", "cmpf less_than ordered %x, %y : T -> tile<512xi1>", "i1"
    yield "at_least", "cmpf greater_than_or_equal unordered %x, %y : T -> tile<512xi1>", "i1"


def rounded():
    """Arithmetic of f32 by its modes; divf approx has its own answer for divisors beyond 2^126."""
    yield REMAINDER
    modes = ("nearest_even", "zero", "negative_inf", "positive_inf")
    two = ("%x, %y", modes)
    table = {"addf": two, "subf": two, "mulf": two, "divf": ("%x, %y", (*modes, "approx", "full")),
             "fma": ("%x, %y, %z", modes), "sqrt": ("%x", (*modes, "approx"))}  # fmt: skip
    for op, (operands, modes) in table.items():
        for mode in modes:
            for flush in ("", " flush_to_zero"):
                yield f"{op}_{mode}{flush.strip()}", f"{op} {operands} rounding<{mode}>{flush} : T", None


OPS = {e: list(casts(e)) for e in FLOATS if e != "tf32"}
OPS |= {e: [*arithmetic(), *OPS[e]] for e in ("f16", "bf16")}
OPS["f32"] += rounded()
OPS["f64"].append(REMAINDER)
OPS |= {e: list(of_integers()) for e in ("i8", "i16", "i32", "i64")}


def bits_of(element):
    return FLOATS[element][0] if element in FLOATS else max(8, int(element[1:]))


def kernel(element, ops):
    """The kernel, and per op its name and the type of what it stores."""
    width = bits_of(element)
    word, tile = f"i{width}", f"tile<512xi{width}>"
    results = [(name, to or element) for name, _, to in ops]
    stored = lambda element: element if element == "f4E2M1FN" else f"i{bits_of(element)}"  # noqa: E731
    arguments = [(n, stored(element)) for n in "xyz"] + [(name, stored(to)) for name, to in results]
    lines = [
        f"  entry @k({', '.join(f'%p_{n}: tile<ptr<{t}>>' for n, t in arguments)}) {{",
        "    %block, %block_y, %block_z = get_tile_block_id : tile<i32>",
        "    %size = constant <i32: 512> : tile<i32>",
        "    %start = muli %block, %size : tile<i32>",
        "    %start1 = reshape %start : tile<i32> -> tile<1xi32>",
        "    %starts = broadcast %start1 : tile<1xi32> -> tile<512xi32>",
        "    %lane = iota : tile<512xi32>",
        "    %i = addi %lane, %starts : tile<512xi32>",
        "    %i2 = addi %i, %i : tile<512xi32>",
    ]
    for name, t in arguments:
        lines += [
            f"    %r_{name} = reshape %p_{name} : tile<ptr<{t}>> -> tile<1xptr<{t}>>",
            f"    %b_{name} = broadcast %r_{name} : tile<1xptr<{t}>> -> tile<512xptr<{t}>>",
            f"    %a_{name} = offset %b_{name}, {'%i2' if t == 'f4E2M1FN' else '%i'} : tile<512xptr<{t}>>, tile<512xi32> -> tile<512xptr<{t}>>",
        ]
    if element == "f4E2M1FN":
        lines += [f"    %x, %tx = load_ptr_tko weak %a_x : tile<512xptr<{element}>> -> tile<512x{element}>, token"]
    for n in "xyz" if element != "f4E2M1FN" else "":
        lines += [
            f"    %w{n}, %t{n} = load_ptr_tko weak %a_{n} : tile<512xptr<{word}>> -> {tile}, token",
            f"    %{n} = bitcast %w{n} : {tile} -> tile<512x{element}>",
        ]
    if element not in FLOATS:
        for n, u in ("yu", "zw"):
            lines += [
                f"    %q_{n} = offset %p_{n}, %start : tile<ptr<{word}>>, tile<i32> -> tile<ptr<{word}>>",
                f"    %{u}0, %t{u} = load_ptr_tko weak %q_{n} : tile<ptr<{word}>> -> tile<{word}>, token",
                f"    %{u}1 = reshape %{u}0 : tile<{word}> -> tile<1x{word}>",
                f"    %{u} = broadcast %{u}1 : tile<1x{word}> -> {tile}",
            ]
    if element in ("f16", "bf16"):
        lines += [f"    %c = cmpi less_than %wy, %wz, signed : {tile} -> tile<512xi1>"]
    if element in FLOATS and element != "f4E2M1FN":
        lines += [
            f"    %rest = constant <{word}: {2 ** (width - 1) - 1}> : {tile}",
            f"    %limit = constant <{word}: {FLOATS[element][2]}> : {tile}",
            f"    %zero = constant <{word}: 0> : {tile}",
            f"    %magnitude = andi %wx, %rest : {tile}",
            f"    %fits = cmpi less_than %magnitude, %limit, signed : {tile} -> tile<512xi1>",
            f"    %wn = select %fits, %wx, %zero : tile<512xi1>, {tile}",
            f"    %wm = select %fits, %magnitude, %zero : tile<512xi1>, {tile}",
            f"    %n = bitcast %wn : {tile} -> tile<512x{element}>",
            f"    %m = bitcast %wm : {tile} -> tile<512x{element}>",
        ]
    for (name, body, _), (_, out) in zip(ops, results):
        bits = stored(out)
        lines += [f"    %v_{name} = {body.replace('T', f'tile<512x{element}>')}"]
        if out == "f4E2M1FN":
            lines[-1] = lines[-1].replace(f"%v_{name}", f"%s_{name}")
        elif out == "tf32":
            lines += [f"    %u_{name} = ftof %v_{name}{NEAREST} : tile<512xtf32> -> tile<512xf32>"]
            cast = f"bitcast %u_{name} : tile<512xf32>"
        elif out == "i1":
            cast = f"exti %v_{name} unsigned : tile<512xi1>"
        else:
            cast = f"bitcast %v_{name} : tile<512x{out}>"
        if out != "f4E2M1FN":
            lines += [f"    %s_{name} = {cast} -> tile<512x{bits}>"]
        lines += [
            f"    %d_{name} = store_ptr_tko weak %a_{name}, %s_{name} : tile<512xptr<{bits}>>, tile<512x{bits}> -> token",
        ]
    return "\n".join(["cuda_tile.module @m {", *lines, "    return", "  }", "}", ""]), results


def hard(element, rng):
    """Words for x, y and z."""
    width = bits_of(element)
    patterns = np.arange(COUNT, dtype=np.uint64)
    near = rng.integers(-1, 2, COUNT).astype(np.int64).view(np.uint64)
    if element in ("f32", "f64"):
        # The bits that bf16 and f16 lack: none, one or half of the last kept one, nearly so, or any.
        low = rng.choice(np.array([0, 0x1000, 0x8000, 0x9000], np.uint64), COUNT)
        low[::4] = rng.integers(0, 1 << 16, COUNT // 4)
        x = (patterns << np.uint64(16)) + low
        if element == "f64":
            with np.errstate(invalid="ignore"):
                x = x.astype(np.uint32).view(np.float32).astype(np.float64).view(np.uint64)
        x = x + near
    elif width > 16:
        x = (patterns << rng.integers(0, width - 15, COUNT, dtype=np.uint64)) + near
    else:
        x = patterns
    y, z = rng.integers(0, 1 << 63, (2, COUNT), dtype=np.uint64)
    mantissa = {"f16": 10, "bf16": 7, "f32": 23, "f64": 52}.get(element)
    if mantissa:
        # Divisors of x that go into it up to 2^60 times.
        exponent = (x >> np.uint64(mantissa)).astype(np.int64) % (1 << (width - 1 - mantissa)) - rng.integers(0, 61, COUNT)
        low = rng.integers(0, 1 << mantissa, COUNT)
        y[1::2] = (np.maximum(exponent, 0).astype(np.uint64) << np.uint64(mantissa) | low.astype(np.uint64))[1::2]
    if element in ("f32", "f64"):
        # Zero, a subnormal, 2^126 of f32 and what is next to it, infinity.
        infinity = (1 << (width - 1)) - (1 << mantissa)
        y[::16] = rng.choice(np.array([0, 1, 0x7E800000, 0x7E800001, infinity], np.uint64), COUNT // 16)
        y[::2] ^= np.uint64(1 << (width - 1))
    if element not in FLOATS:
        # The least number is rare among wide ones. Small divisors, others, none that is zero or
        # leads to overflow.
        if width > 16:
            x[7::64] = 1 << (width - 1)
        small = rng.integers(-20, 21, COUNT).astype(np.uint64)
        y[::2] = small[::2]
        mask = np.uint64(2**width - 1)
        y[(y & mask) == 0] = 1
        repeated = [n % 2**64 for n in (1, 2, 3, 7, 10, 100, -5, 2 ** (width - 1) - 1, -(2 ** (width - 1)))]
        y[::TILE] = rng.choice(np.array(repeated, np.uint64), COUNT // TILE)
        z = y.copy()
        z[: COUNT // 2 : TILE] = mask
        least = (x & mask) == 2 ** (width - 1)
        y[least], z[least] = 3, mask
    if element in ("f16", "bf16"):
        def value(words):
            if element == "f16":
                return words.astype(np.uint16).view(np.float16).astype(np.float64)
            return (words.astype(np.uint32) << np.uint32(16)).view(np.float32).astype(np.float64)  # fmt: skip

        with np.errstate(all="ignore"):
            scale = rng.choice([-1.0, 1.0], COUNT) * np.exp2(rng.integers(-30, 31, COUNT)) * rng.integers(1, 9, COUNT)
            wanted = value(x) * value(y) * scale
            words = (wanted.astype(np.float16).view(np.uint16) if element == "f16"
                     else wanted.astype(np.float32).view(np.uint32) >> np.uint32(16))  # fmt: skip
        z[::2] = words.astype(np.uint64)[::2]
    kind = "u" if element == "f4E2M1FN" else "i"
    return [words.astype(f"u{width // 8}").view(f"{kind}{width // 8}") for words in (x, y, z)]


def run(folder, element, results, options):
    """What every op stored; None where this machine lacks the processor."""
    files = {name: folder / f"{name}.npy" for name, _ in results}
    suffix = f":{element}" if element == "f4E2M1FN" else ""
    arguments = [f"{folder / n}.npy{suffix}" for n in "xyz"]
    arguments += [f"zeros({2 * COUNT},{to})=>{files[name]}" if to == "f4E2M1FN"
                  else f"zeros({COUNT},i{bits_of(to)})=>{files[name]}" for name, to in results]  # fmt: skip
    command = ["tessera", "run", str(folder / "k.mlir"), "--grid", str(COUNT // TILE), *options, *arguments]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode and NOT_HERE in done.stderr:
        return None
    if done.returncode:
        sys.exit(f"{options}: {done.stderr[:500]}")
    return {name: np.load(file) for name, file in files.items()}


def without_nan(words, element):
    """`words` as unsigned, every NaN as all ones."""
    bits = bits_of(element)
    words = words.view(f"u{bits // 8}").copy()
    if element in FLOATS:
        words[(words & np.array(2 ** (bits - 1) - 1, words.dtype)) >= FLOATS[element][1]] = 2**bits - 1
    return words


def main():
    folder = Path(sys.argv[1])
    print(f"seed {SEED}")
    rng = np.random.default_rng(SEED)
    failed, count, targets = 0, 0, set()
    for element, ops in OPS.items():
        for n, words in zip("xyz", hard(element, rng)):
            np.save(folder / f"{n}.npy", words)
        text, results = kernel(element, ops)
        (folder / "k.mlir").write_text(text)
        expected = run(folder, element, results, ["--interpret"])
        count += len(results)
        for target in TARGETS:
            for level in "02":
                got = run(folder, element, results, ["--target", target, "--opt-level", level])
                if got is None:
                    continue
                targets.add(target)
                for name, to in results:
                    want, have = (without_nan(stored[name], to) for stored in (expected, got))
                    wrong = np.flatnonzero(want != have)
                    if wrong.size:
                        failed += 1
                        i = wrong[0]
                        x, y, z = (np.load(folder / f"{n}.npy")[i] for n in "xyz")
                        print(f"FAIL {element} {name} {target} -O{level}: {wrong.size} wrong, bits {x} {y} {z}: "
                              f"expected {want[i]:#x}, got {have[i]:#x}")  # fmt: skip
    print(f"{count} ops agree on {len(targets)} targets, {failed} failures")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
