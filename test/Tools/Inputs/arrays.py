# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Copies arrays of every element type and file form through `tessera run`.

usage: arrays.py DIRECTORY. Each case is a NumPy array saved in some form, the
argument suffix that declares its type, and the Tile IR type of the kernel. The
kernel copies 8 elements; NumPy must read back what it wrote.
"""
import subprocess
import sys
from pathlib import Path

import numpy as np

WIDE = ["i1", "i8", "i16", "i32", "i64", "f16", "bf16", "f32", "tf32", "f64",
        "f8E4M3FN", "f8E5M2", "f8E8M0FNU", "f4E2M1FN"]


def kernel():
    """One module with an entry per element type."""
    text = "cuda_tile.module @copies {\n"
    for t in WIDE:
        view = f"tensor_view<8x{t}, strides=[1]>"
        part = f"partition_view<tile=(8), {view}>"
        text += f"""
  entry @copy_{t}(%x: tile<ptr<{t}>>, %y: tile<ptr<{t}>>) {{
    %zero = constant <i32: 0> : tile<i32>
    %xv = make_tensor_view %x, shape = [8], strides = [1] : {view}
    %yv = make_tensor_view %y, shape = [8], strides = [1] : {view}
    %xp = make_partition_view %xv : {part}
    %yp = make_partition_view %yv : {part}
    %v, %t0 = load_view_tko weak %xp[%zero] : {part}, tile<i32> -> tile<8x{t}>, token
    %t1 = store_view_tko weak %v, %yp[%zero] : tile<8x{t}>, {part}, tile<i32> -> token
    return
  }}"""
    return text + "\n}\n"


def cases():
    rng = np.random.default_rng(1)
    raw = lambda dtype, n=8: rng.integers(0, 2 ** (8 * np.dtype(dtype).itemsize), n,
                                          dtype=dtype)
    finite = rng.standard_normal(8)
    yield "i1", "", rng.integers(0, 2, 8).astype(bool)
    yield "i1", ":i1", rng.integers(0, 2, 8).astype(np.uint8)
    for bits in (8, 16, 32, 64):
        for kind in ("int", "uint"):
            values = raw(f"uint{bits}").astype(f"{kind}{bits}")
            yield f"i{bits}", "", values
            yield f"i{bits}", f":i{bits}", values
            yield f"i{bits}", "", values.astype(values.dtype.newbyteorder(">"))
    for bits in (16, 32, 64):
        values = finite.astype(f"float{bits}")
        yield f"f{bits}", "", values
        yield f"f{bits}", "", values.astype(values.dtype.newbyteorder(">"))
        yield f"f{bits}", f":f{bits}", values.view(f"uint{bits}")
    yield "tf32", ":tf32", np.array([1, -2, 0.5, 3, np.inf, 0, -0.25, 1024], np.float32)
    yield "bf16", ":bf16", np.arange(0x3F80, 0x3F88, dtype=np.uint16)
    yield "bf16", ":bf16", np.arange(0x3F80, 0x3F88, dtype=np.uint16).view("V2")
    for t in ("f8E4M3FN", "f8E5M2", "f8E8M0FNU"):
        yield t, f":{t}", raw(np.uint8) & 0x3F
        yield t, f":{t}", (raw(np.uint8) & 0x3F).view("V1")
    yield "f4E2M1FN", ":f4E2M1FN", raw(np.uint8, 4)
    yield "i32", "", np.asfortranarray(raw(np.uint32).reshape(2, 4))
    yield "f16", "", np.asfortranarray(finite.astype(">f2").reshape(2, 2, 2))


def main():
    directory = Path(sys.argv[1])
    module, source, target = (directory / n for n in ("copies.mlir", "x.npy", "y.npy"))
    module.write_text(kernel())
    count = 0
    for element, suffix, values in cases():
        versions = [(1, 0), (2, 0), (3, 0)] if element == "f32" else [(1, 0)]
        for version in versions:
            with open(source, "wb") as file:
                np.lib.format.write_array(file, values, version=version)
            target.unlink(missing_ok=True)
            shape = "x".join(map(str, values.shape[:-1] + (values.shape[-1] * (
                2 if element == "f4E2M1FN" else 1),)))
            label = f"{element} {values.dtype.str}{suffix} {values.shape} {version}"
            for output in (f"zeros({shape},{element})", f"{source}{suffix}"):
                run = subprocess.run(
                    ["tessera", "run", module, "--entry", f"copy_{element}",
                     f"{source}{suffix}", f"{output}=>{target}"],
                    capture_output=True, text=True)
                if run.returncode != 0 or run.stdout or run.stderr:
                    sys.exit(f"{label}: status {run.returncode}\n{run.stdout}{run.stderr}")
                got = np.load(target)
                same_bytes = got.tobytes() == np.ascontiguousarray(values).astype(
                    values.dtype.newbyteorder("<")).tobytes()
                if got.shape != values.shape or not same_bytes:
                    sys.exit(f"{label}: expected {values!r}, got {got!r}")
                count += 1
            # The output of an array that came from a file has the file's type.
            if got.dtype != values.dtype.newbyteorder("<"):
                sys.exit(f"{label}: expected {values.dtype}, got {got.dtype}")
    print(f"{count} copies agree with NumPy")


main()
