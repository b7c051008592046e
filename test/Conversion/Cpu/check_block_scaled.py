# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""mmaf_scaled on random bits, compiled, against the interpreter.

  check_block_scaled.py FOLDER [SEED]

Every choice of element, scale and block length, operands stored by rows and by columns,
partial tiles, a batch, rows of 4-bit elements that begin in the middle of a byte; scales
around 1, and of any size: those are too large for f32 now and then, which is a road of its
own, and NaN. The host, also at -O0, and lesser x86 processors. All NaN are equal.
"""
import subprocess
import sys
from pathlib import Path

import numpy as np

ROADS = [("cpu", "0"), ("cpu", "2"), ("cpu:x86-64-v3", "2"), ("cpu:x86-64-v4", "2")]
NOT_HERE = "does not run on this machine"
FORMS = [
    ("f8E4M3FN", "f8E8M0FNU", 32),
    ("f8E5M2", "f8E8M0FNU", 32),
    ("f4E2M1FN", "f8E8M0FNU", 16),
    ("f4E2M1FN", "f8E8M0FNU", 32),
    ("f4E2M1FN", "f8E4M3FN", 16),
    ("f4E2M1FN", "f8E5M3FNU", 32),
]
# The dimension of A and of B along which memory has stride 1, tile sizes, what rows of A and B
# are longer than they need be.
LAYOUTS = [
    ((1, 0), (32, 32, 64), 0),
    ((1, 1), (16, 64, 64), 0),
    ((0, 1), (32, 32, 128), 2),
    ((1, 0), (4, 8, 32), 1),
]
M, N, K = 45, 50, 256
# Two products of tiles, with all of their operands in one tile each.
BATCH = """
cuda_tile.module @m {
  entry @k(%pa: tile<ptr<E>>, %ps: tile<ptr<S>>, %pb: tile<ptr<E>>, %pt: tile<ptr<S>>, %pc: tile<ptr<f32>>) {
    %z = constant <i32: 0> : tile<i32>
LOADS
    %d = mmaf_scaled %a, %b, %c, %s, %t : tile<2x16x64xE>, tile<2x64x16xE>, tile<2x16x16xf32>, tile<2x16xKsxS>, tile<2xKsx16xS>
    %end = store_view_tko weak %d, %tc[%z, %z, %z] token=%oc : tile<2x16x16xf32>, partition_view<tile=(2x16x16), tensor_view<2x16x16xf32, strides=[256,16,1]>>, tile<i32> -> token
    return
  }
}
"""


def view(name, kind, shape, tile, strides, arguments, padding=""):
    """Text that makes %t<name>, a partition of the argument %p<name>, and its type."""
    dims = "x".join("?" if isinstance(s, str) else str(s) for s in shape)
    steps = ",".join("?" if isinstance(s, str) else str(s) for s in strides)
    memory = f"tensor_view<{dims}x{kind}, strides=[{steps}]>"
    tiles = f"partition_view<tile=({'x'.join(map(str, tile))}){padding}, {memory}>"
    text = f"""    %v{name} = make_tensor_view %p{name}, shape = [{', '.join(map(str, shape))}], strides = [{', '.join(map(str, strides))}] : {arguments}{memory}
    %t{name} = make_partition_view %v{name} : {tiles}
"""
    return text, tiles


def load(name, kind, tile, tiles, index):
    shape = "x".join(map(str, tile))
    return f"    %{name}, %o{name} = load_view_tko weak %t{name}[{index}] : {tiles}, tile<i32> -> tile<{shape}x{kind}>, token\n"


def batch_kernel(element, scale, block):
    blocks, loads = 64 // block, ""
    for name, kind, shape in [("a", element, (2, 16, 64)), ("s", scale, (2, 16, blocks)), ("b", element, (2, 64, 16)),
                              ("t", scale, (2, blocks, 16)), ("c", "f32", (2, 16, 16))]:  # fmt: skip
        strides = (shape[1] * shape[2], shape[2], 1)
        text, tiles = view(name, kind, shape, shape, strides, "")
        loads += text + load(name, kind, shape, tiles, "%z, %z, %z")
    text = BATCH.replace("LOADS\n", loads).replace("xE>", f"x{element}>").replace("<E>", f"<{element}>")
    return text.replace("xS>", f"x{scale}>").replace("<S>", f"<{scale}>").replace("Ks", str(blocks))


def unpacked(name, tile, dim):
    """Text that makes the tile of 4-bit elements %<name> of the bytes %<name>_bytes, in pairs along `dim`."""
    (rows, columns), count = tile, tile[0] * tile[1]
    text, source, shape = "", f"%{name}_bytes", (rows, columns // 2)
    if dim == 0:
        shape = (columns, rows // 2)
        text = f"    %{name}_rows = permute {source} [1, 0] : tile<{rows // 2}x{columns}xi8> -> tile<{shape[0]}x{shape[1]}xi8>\n"
        source = f"%{name}_rows"
    whole = (columns, rows) if dim == 0 else tile
    result = f"%{name}_columns" if dim == 0 else f"%{name}"
    text += f"""    %{name}_flat = reshape {source} : tile<{shape[0]}x{shape[1]}xi8> -> tile<{count // 2}xi8>
    %{name}_elements = unpack %{name}_flat : tile<{count // 2}xi8> -> tile<{count}xf4E2M1FN>
    {result} = reshape %{name}_elements : tile<{count}xf4E2M1FN> -> tile<{whole[0]}x{whole[1]}xf4E2M1FN>
"""
    if dim == 0:
        text += f"    %{name} = permute {result} [1, 0] : tile<{columns}x{rows}xf4E2M1FN> -> tile<{rows}x{columns}xf4E2M1FN>\n"
    return text


def kernel(element, scale, block, unit, tile, pairs=None):
    """`pairs`: elements of 4 bits lie in pairs along the depth. "even" promises it, with "bytes" the kernel
    loads bytes and unpacks them, and extents and strides of such an array count bytes."""
    m, n, k = tile
    a_strides = ("%lda", 1) if unit[0] == 1 else (1, "%lda")
    b_strides = ("%ldb", 1) if unit[1] == 1 else (1, "%ldb")
    pad = ", padding_value = zero"
    sizes = "tile<i32> -> "
    parts = {
        "a": (element, ("%m", "%k"), (m, k), a_strides, pad),
        "s": (scale, ("%m", "%ks"), (m, k // block), ("%ks", 1), ""),
        "b": (element, ("%k", "%n"), (k, n), b_strides, pad),
        "t": (scale, ("%ks", "%n"), (k // block, n), (1, "%ks"), ""),
        "c": ("f32", ("%m", "%n"), (m, n), ("%n", 1), pad),
    }
    promises, names = "", ("%k", "%lda", "%ldb", "%ks")
    if pairs:
        for name, divisor in zip(names, (2, 2, 2, 4)):
            promises += f"    {name} = assume div_by<{divisor}>, {name}_arg : tile<i32>\n"
    held = {}
    if pairs == "bytes":
        for name, dim in (("a", 1), ("b", 0)):
            kind, shape, extent, strides, padding = parts[name]
            promises += f"    %half_{name} = constant <i32: 2> : tile<i32>\n"
            for value in ("%k", strides[1 - dim]):
                promises += f"    %{name}_{value[1:]} = divi {value}, %half_{name} unsigned : tile<i32>\n"
            halve = lambda items: tuple(f"%{name}_{v[1:]}" if v in ("%k", "%lda", "%ldb") else v for v in items)  # noqa: E731,B023
            half = tuple(size // 2 if d == dim else size for d, size in enumerate(extent))
            held[name] = (extent, dim)
            parts[name] = ("i8", halve(shape), half, halve(strides), padding)
    views, tiles = "", {}
    for name, (kind, shape, extent, strides, padding) in parts.items():
        text, tiles[name] = view(name, kind, shape, extent, strides, sizes, padding)
        views += text
    indices = {"a": "%i, %it", "s": "%i, %it", "b": "%it, %j", "t": "%it, %j", "c": "%i, %j"}
    loads = {name: load(name, part[0], part[2], tiles[name], indices[name]) for name, part in parts.items()}
    shapes = {name: f"tile<{'x'.join(map(str, part[2]))}x{part[0]}>" for name, part in parts.items()}
    for name, (extent, dim) in held.items():
        loads[name] = loads[name].replace(f"%{name}, ", f"%{name}_bytes, ", 1) + unpacked(name, extent, dim)
        shapes[name] = f"tile<{'x'.join(map(str, extent))}x{element}>"
    pointees = {name: "i8" if name in held else element for name in "ab"}
    numbers = ", ".join(f"{name}{'_arg' if pairs and name in names else ''}: tile<i32>"
                        for name in ("%m", "%n", "%k", "%ks", "%lda", "%ldb"))  # fmt: skip
    return f"""
cuda_tile.module @m {{
  entry @k(%pa: tile<ptr<{pointees["a"]}>>, %ps: tile<ptr<{scale}>>, %pb: tile<ptr<{pointees["b"]}>>, %pt: tile<ptr<{scale}>>,
           %pc: tile<ptr<f32>>, {numbers}) {{
{promises}{views}
    %i, %j, %z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %count = constant <i32: {K // k}> : tile<i32>
{loads["c"]}
    %sum = for %it in (%zero to %count, step %one) : tile<i32> iter_values(%acc = %c) -> ({shapes["c"]}) {{
{loads["a"]}{loads["s"]}{loads["b"]}{loads["t"]}
      %next = mmaf_scaled %a, %b, %acc, %s, %t : {shapes["a"]}, {shapes["b"]}, {shapes["c"]}, {shapes["s"]}, {shapes["t"]}
      continue %next : {shapes["c"]}
    }}
    %end = store_view_tko weak %sum, %tc[%i, %j] token=%oc : {shapes["c"]}, {tiles["c"]}, tile<i32> -> token
    return
  }}
}}
"""


def words(rng, element, count, sizes):
    """Bytes of memory with `count` elements: without NaN and infinity but for one in 64 thousand."""
    if element == "f4E2M1FN":
        return rng.integers(0, 256, (count + 1) // 2, dtype=np.uint8)
    low, high = {"f8E8M0FNU": (110, 145), "f8E4M3FN": (0, 0x7E), "f8E5M2": (0, 0x7B), "f8E5M3FNU": (0, 0xFE)}[element]
    bits = rng.integers(low, high, count, dtype=np.uint8)
    if sizes == "any":
        bits = rng.integers(0, 256, count, dtype=np.uint8) if element == "f8E8M0FNU" else bits
    if sizes == "element":
        bits |= rng.integers(0, 2, count, dtype=np.uint8) << np.uint8(7)
    bits[rng.random(count) < 2**-16] = 0xFF
    return bits


def main():
    folder, seed = Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 17
    print(f"seed {seed}")
    rng = np.random.default_rng(seed)
    agreed = failed = 0
    roads = set()

    def check(what, text, grid, arrays, numbers):
        nonlocal agreed, failed
        (folder / "k.mlir").write_text(text)
        arguments = []
        for name, (kind, bits) in arrays.items():
            np.save(folder / f"{name}.npy", bits)
            arguments.append(f"{folder}/{name}.npy:{kind}")
        arguments[-1] += f"=>{folder}/out.npy"
        results = {}
        for options in [["--interpret"]] + [["--target", t, "--opt-level", o] for t, o in ROADS]:
            done = subprocess.run(["tessera", "run", f"{folder}/k.mlir", "--grid", grid, *options, *arguments, *numbers],
                                  capture_output=True, text=True)  # fmt: skip
            if NOT_HERE in done.stderr:
                continue
            if done.returncode:
                sys.exit(f"{what} {options}: {done.stderr[:800]}")
            got = np.load(folder / "out.npy").view(np.uint32).copy()
            got[(got & 0x7FFFFFFF) > 0x7F800000] = 0xFFFFFFFF
            results[" ".join(options)] = got
        want = results.pop("--interpret")
        for options, got in results.items():
            roads.add(options)
            wrong = np.flatnonzero(want != got)
            agreed += wrong.size == 0
            failed += wrong.size != 0
            if wrong.size:
                print(f"FAIL {what} {options}: {wrong.size} wrong, at {wrong[0]}: expected {want.flat[wrong[0]]:#x}, "
                      f"got {got.flat[wrong[0]]:#x}")  # fmt: skip

    for i, (element, scale, block) in enumerate(FORMS):
        for sizes in ("near", "any"):
            if sizes == "any" and scale != "f8E8M0FNU":
                continue
            for unit, tile, extra in LAYOUTS if sizes == "near" else [LAYOUTS[i]]:
                lda = (K if unit[0] == 1 else M + M % 2) + extra
                ldb = (N if unit[1] == 1 else K) + extra
                arrays = {
                    "a": (element, words(rng, element, lda * (M + 1 if unit[0] == 1 else K), "element")),
                    "s": (scale, words(rng, scale, M * K // block, sizes)),
                    "b": (element, words(rng, element, ldb * (K if unit[1] == 1 else N), "element")),
                    "t": (scale, words(rng, scale, N * K // block, sizes)),
                    "c": ("f32", rng.standard_normal((M, N)).astype(np.float32)),
                }
                numbers = [str(x) for x in (M - M % 2 if unit[0] == 0 else M, N, K, K // block, lda, ldb)]
                check(f"{element} {scale} {block} {sizes} {unit} {tile}", kernel(element, scale, block, unit, tile),
                      f"{-(-M // tile[0])},{-(-N // tile[1])}", arrays, numbers)  # fmt: skip
            arrays = {
                "a": (element, words(rng, element, 2 * 16 * 64, "element")),
                "s": (scale, words(rng, scale, 2 * 16 * 64 // block, sizes)),
                "b": (element, words(rng, element, 2 * 64 * 16, "element")),
                "t": (scale, words(rng, scale, 2 * 16 * 64 // block, sizes)),
                "c": ("f32", rng.standard_normal((2, 16, 16)).astype(np.float32)),
            }
            check(f"{element} {scale} {block} {sizes} batch", batch_kernel(element, scale, block), "1", arrays, [])
    print(f"{agreed // len(roads)} products agree on {len(roads)} roads, {failed} do not")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
