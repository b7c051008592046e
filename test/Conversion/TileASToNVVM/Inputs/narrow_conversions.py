"""Every conversion from and to the short formats, on every pattern.

`program FROM` prints a kernel that converts blocks of 2048 elements of a format
to every other format. `check TESSERA DIR TARGET...` runs these kernels by the
interpreter and by the emulator for each target and compares: all patterns of
the formats of up to 16 bits, and patterns of f32 around every place where a
short format rounds, overflows or underflows. NaN is one value.
"""

import subprocess
import sys
from pathlib import Path

import numpy as np

BLOCK = 2048
BITS = {"f32": 32, "f16": 16, "bf16": 16, "f8E4M3FN": 8, "f8E5M2": 8, "f8E8M0FNU": 8, "f4E2M1FN": 4}
INTEGERS = {"i32": np.uint32, "i16": np.uint16, "i8": np.uint8}
# The bits of the magnitude, and the pattern that only those of NaN exceed.
NAN = {
    "f32": (0x7FFFFFFF, 0x7F800000),
    "f16": (0x7FFF, 0x7C00),
    "bf16": (0x7FFF, 0x7F80),
    "f8E5M2": (0x7F, 0x7C),
    "f8E4M3FN": (0x7F, 0x7E),
    "f8E8M0FNU": (0xFF, 0xFE),
    "f4E2M1FN": (0xFF, 0xFF),
}


def results(source):
    """The formats to convert to, with a mode."""
    for target in BITS:
        if target == "f8E8M0FNU" and target != source:
            yield target, "zero"
            yield target, "positive_inf"
        elif target != source and not (source == "f16" and target == "bf16"):
            yield target, "nearest_even"


def elements(source):
    return BLOCK if BITS[source] <= 8 else 65536


def stored(name, count):
    """How many elements of which integer hold `count` elements."""
    return (count * BITS[name] // max(BITS[name], 8), f"i{max(BITS[name], 8)}")


def program(source):
    blocks = elements(source) // BLOCK

    def view(name, pointer, count, element):
        shaped = f"tensor_view<{blocks * count}x{element}, strides=[1]>"
        kind = f"partition_view<tile=({count}), {shaped}>"
        return kind, [
            f"  %{name}a = assume div_by<16>, {pointer} : tile<ptr<{element}>>",
            f"  %{name}s = make_tensor_view %{name}a, shape = [{blocks * count}], strides = [1] : {shaped}",
            f"  %{name} = make_partition_view %{name}s : {kind}",
        ]

    count, element = stored(source, BLOCK)
    parameters = [f"%in: tile<ptr<{element}>>"]
    kind, body = view("vi", "%in", count, element)
    body += [
        "  %bx, %by, %bz = get_tile_block_id : tile<i32>",
        f"  %raw, %t = load_view_tko weak %vi[%bx] : {kind}, tile<i32> -> tile<{count}x{element}>, token",
        f"  %x = {'unpack' if BITS[source] == 4 else 'bitcast'} %raw : tile<{count}x{element}> -> tile<{BLOCK}x{source}>",
    ]
    for i, (target, mode) in enumerate(results(source)):
        count, element = stored(target, BLOCK)
        rounding = "" if mode == "nearest_even" else f" rounding<{mode}>"
        kind, made = view(f"vo{i}", f"%out{i}", count, element)
        parameters.append(f"%out{i}: tile<ptr<{element}>>")
        body += made
        body += [
            f"  %y{i} = ftof %x{rounding} : tile<{BLOCK}x{source}> -> tile<{BLOCK}x{target}>",
            f"  %z{i} = {'pack' if BITS[target] == 4 else 'bitcast'} %y{i} : tile<{BLOCK}x{target}> -> tile<{count}x{element}>",
            f"  %s{i} = store_view_tko weak %z{i}, %vo{i}[%bx] : tile<{count}x{element}>, {kind}, tile<i32> -> token",
        ]
    lines = ["cuda_tile.module @conversions {", f" entry @convert({', '.join(parameters)}) {{"]
    return "\n".join(lines + body + ["  return", " }", "}"]) + "\n"


def floats():
    """Numbers with up to four bits of mantissa of every exponent, the ties
    between them and the neighbours of all these, infinities and NaN; random
    patterns for the rest."""
    exponents = np.arange(256, dtype=np.int64)[:, None, None] << 23
    mantissas = np.arange(32, dtype=np.int64)[None, :, None] << 18
    positive = (exponents + mantissas + np.array([-1, 0, 1])).reshape(-1)
    positive = positive[(positive >= 0) & (positive < 1 << 31)]
    patterns = np.random.default_rng(7).integers(0, 1 << 32, elements("f32"), np.uint32)
    patterns[: 2 * positive.size] = np.concatenate([positive, positive | 1 << 31])
    return patterns


def inputs(source):
    if source == "f32":
        return floats().view(np.int32)
    count, element = stored(source, elements(source))
    return np.arange(count).astype(INTEGERS[element]).view(f"int{element[1:]}")




def patterns(name, path, element):
    """The patterns of a result, with one for all that are NaN."""
    bits = np.load(path).view(INTEGERS[element])
    mask, largest = NAN[name]
    return np.where((bits & mask) > largest, mask, bits)


def run(tessera, directory, source, how, label):
    arguments = [str(directory / f"{source}.npy")]
    paths = []
    for i, (target, _) in enumerate(results(source)):
        count, element = stored(target, elements(source))
        paths.append(directory / f"{source}-{i}-{label}.npy")
        arguments.append(f"zeros({count},{element})=>{paths[-1]}")
    blocks = elements(source) // BLOCK
    subprocess.run(
        [tessera, "run", str(directory / f"{source}.mlir"), "--grid", str(blocks), *how, *arguments], check=True
    )
    return paths


def check(tessera, directory, targets):
    directory = Path(directory)
    compared = 0
    for source in BITS:
        (directory / f"{source}.mlir").write_text(program(source))
        np.save(directory / f"{source}.npy", inputs(source))
        expected = run(tessera, directory, source, ["--interpret"], "interpreted")
        for gpu in targets:
            actual = run(tessera, directory, source, ["--target", gpu], gpu)
            for (target, mode), e, a in zip(results(source), expected, actual):
                element = stored(target, 1)[1] if BITS[target] > 4 else "i8"
                want, got = patterns(target, e, element), patterns(target, a, element)
                wrong = np.flatnonzero(want != got)
                if wrong.size:
                    at = wrong[0]
                    sys.exit(
                        f"{gpu}: {source} to {target}, {mode}: {wrong.size} differ, "
                        f"first at {at}: {want[at]:#x}, got {got[at]:#x}"
                    )
                compared += want.size
    print(f"{compared} results equal")


if sys.argv[1] == "program":
    sys.stdout.write(program(sys.argv[2]))
else:
    check(sys.argv[2], sys.argv[3], sys.argv[4:])
