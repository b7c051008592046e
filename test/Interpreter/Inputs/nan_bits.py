# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs ops on quiet and signalling NaNs on several roads and looks at their bits.

  nan_bits.py FOLDER ROAD...     ROAD: options of `tessera run`, joined by commas

maxf and minf give the canonical NaN, everything else a quiet one.
"""
import struct
import subprocess
import sys

FORMATS = {  # bits, canonical, infinity, quiet bit
    "f16": (16, 0x7FFF, 0x7C00, 0x0200),
    "bf16": (16, 0x7FFF, 0x7F80, 0x0040),
    "f32": (32, 0x7FFFFFFF, 0x7F800000, 0x00400000),
    "f64": (64, 0x7FF8 << 48, 0x7FF0 << 48, 1 << 51),
}
# Op, and whether the language says which NaN.
OPS = [(f"{name} %a, %b", False) for name in ("addf", "subf", "mulf", "divf", "remf")]
OPS += [(f"{name} %{x}, %{y}{flag}", True) for name in ("maxf", "minf") for flag in ("", " propagate_nan")
        for x, y in ("aa", "ab", "ba") if flag or (x, y) == ("a", "a")]
OPS += [("fma %a, %b, %a", False)]
OPS += [(f"{name} %a", False) for name in ("sqrt", "rsqrt", "exp", "exp2", "log", "log2", "sin", "cos", "tan",
                                           "sinh", "cosh", "tanh")]
OPS += [("pow %a, %b", False), ("atan2 %a, %b", False)]


def kernel(name, bits):
    lines = [f"cuda_tile.module @nan {{ entry @k(%pa: tile<ptr<{name}>>, %pb: tile<ptr<{name}>>, "
             + ", ".join(f"%o{i}: tile<ptr<i{bits}>>" for i in range(len(OPS))) + ") {",
             "  %i = iota : tile<8xi32>"]

    def pointers(base, element, to):
        lines.append(f"""  %r{to} = reshape {base} : tile<ptr<{element}>> -> tile<1xptr<{element}>>
  %s{to} = broadcast %r{to} : tile<1xptr<{element}>> -> tile<8xptr<{element}>>
  %p{to}x = offset %s{to}, %i : tile<8xptr<{element}>>, tile<8xi32> -> tile<8xptr<{element}>>""")

    for x in "ab":
        pointers(f"%p{x}", name, x)
        lines.append(f"  %{x}, %t{x} = load_ptr_tko weak %p{x}x : tile<8xptr<{name}>> -> tile<8x{name}>, token")
    for i, (text, _) in enumerate(OPS):
        pointers(f"%o{i}", f"i{bits}", f"o{i}")
        lines.append(f"""  %v{i} = {text} : tile<8x{name}>
  %w{i} = bitcast %v{i} : tile<8x{name}> -> tile<8xi{bits}>
  %u{i} = store_ptr_tko weak %po{i}x, %w{i} : tile<8xptr<i{bits}>>, tile<8xi{bits}> -> token""")
    return "\n".join(lines) + "\n} }\n"


def main():
    folder, failures = sys.argv[1], 0
    for name, (bits, canonical, infinity, quiet) in FORMATS.items():
        path = f"{folder}/{name}.mlir"
        with open(path, "w", encoding="utf-8") as file:
            file.write(kernel(name, bits))
        sign, payload = 1 << (bits - 1), 5
        nans = [infinity | quiet | payload, infinity | payload, sign | infinity | quiet | payload,
                sign | infinity | payload] * 2
        code = {16: "u2", 32: "u4", 64: "u8"}[bits]
        for array, values in (("a", nans), ("b", nans[1:] + nans[:1])):
            header = f"{{'descr': '<{code}', 'fortran_order': False, 'shape': (8,), }}".ljust(117) + "\n"
            with open(f"{folder}/{array}.npy", "wb") as file:
                file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode()
                           + b"".join(v.to_bytes(bits // 8, "little") for v in values))
        for road in sys.argv[2:]:
            outputs = [f"zeros(8,i{bits})=>{folder}/o{i}.npy" for i in range(len(OPS))]
            subprocess.run(["tessera", "run", *filter(None, road.split(",")), path, f"{folder}/a.npy:{name}",
                            f"{folder}/b.npy:{name}", *outputs], check=True)
            for i, (text, isCanonical) in enumerate(OPS):
                with open(f"{folder}/o{i}.npy", "rb") as file:
                    data = file.read()[-bits:]
                for lane in range(8):
                    got = int.from_bytes(data[lane * bits // 8:(lane + 1) * bits // 8], "little")
                    isQuiet = got & infinity == infinity and got & quiet
                    if (got != canonical) if isCanonical else not isQuiet:
                        failures += 1
                        print(f"FAIL: {road or 'cpu'}: {text} : {name} lane {lane}: {got:#x}")
    print(f"{len(FORMATS) * len(OPS)} ops, {failures} failures")
    return failures != 0


if __name__ == "__main__":
    sys.exit(main())
