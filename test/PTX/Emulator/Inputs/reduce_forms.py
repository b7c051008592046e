# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes reduce_forms.ptx: every operation and type of cp.reduce.async.bulk, red.async
and multimem, each on its own 64 bytes of memory.

  reduce_forms.py FOLDER    FOLDER/reduce_forms.ptx, FOLDER/data.npy, FOLDER/expected.npy

A multicast object has one replica, so that multimem is checked as memory is.
"""

import sys

import numpy as np

NUMPY = {"u32": np.uint32, "s32": np.int32, "u64": np.uint64, "s64": np.int64, "b32": np.uint32, "b64": np.uint64,
         "f16": np.float16, "f32": np.float32, "f64": np.float64}  # fmt: skip
random = np.random.default_rng(3)
lines, data, expected = [], [], []


def values(kind, count):
    """Small numbers, as (value, bytes)."""
    base = kind.replace("x2", "")
    numbers = random.integers(0 if kind[0] in "ub" and base != "bf16" else -9, 10, count)
    return numbers, raw(numbers, base)


def raw(numbers, base):
    if base == "bf16":
        return (np.asarray(numbers, np.float32).view(np.uint32) >> 16).astype(np.uint16).tobytes()
    return np.asarray(numbers).astype(NUMPY[base]).tobytes()


def combine(op, old, new):
    if op == "inc":
        return np.where(old >= new, 0, old + 1)
    if op == "dec":
        return np.where((old == 0) | (old > new), new, old - 1)
    return {"add": np.add, "min": np.minimum, "max": np.maximum, "and": np.bitwise_and, "or": np.bitwise_or, "xor": np.bitwise_xor}[op](old, new)


def size(kind):
    return 2 if kind in ("f16", "bf16") else 8 if kind[1:] == "64" else 4


def words(raw_bytes):
    return [f"0x{w:x}" for w in np.frombuffer(raw_bytes, np.uint32)]


def slot(before, after):
    """64 bytes of memory; returns where they are."""
    data.append(before + bytes(64 - len(before)))
    expected.append(after + bytes(64 - len(after)))
    return (len(data) - 1) * 64


def bulk(op, kind, more=""):
    base = kind
    (old, before), (new, source) = values(kind, 16 // size(kind)), values(kind, 16 // size(kind))
    at = slot(before, raw(combine(op, old, new), base))
    lines.extend([f"  st.shared.v4.b32 [s], {{{', '.join(words(source))}}}; fence.proxy.async.shared::cta;",
                  f"  add.u64 %p, %d, {at}; cp.reduce.async.bulk.global.shared::cta.bulk_group.{op}{more}.{kind} [%p], [%s], 16;",
                  "  cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;"])  # fmt: skip


def arrival(bytes_):
    lines.append(f"  mbarrier.arrive.expect_tx.shared::cta.b64 %state, [bar], {bytes_};")


def wait():
    lines.append(f"W{len(lines)}: mbarrier.try_wait.shared::cta.b64 %q, [bar], %state; @!%q bra W{len(lines)};")


def cluster(op, kind):
    (old, before), (new, source) = values(kind, 16 // size(kind)), values(kind, 16 // size(kind))
    at = slot(bytes(16), raw(combine(op, old, new), kind))
    lines.append(f"  st.shared.v4.b32 [s], {{{', '.join(words(source))}}}; st.shared.v4.b32 [t], {{{', '.join(words(before))}}}; fence.proxy.async.shared::cta;")
    arrival(16)
    lines.append(f"  cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.{op}.{kind} [%t], [%s], 16, [%b];")
    wait()
    lines.append(f"  ld.shared.v4.b32 {{%r0, %r1, %r2, %r3}}, [t]; st.global.v4.b32 [%d+{at}], {{%r0, %r1, %r2, %r3}};")


def remote(op, kind):
    bits = 8 * size(kind)
    (old, before), (new, source) = values(kind, 1), values(kind, 1)
    at = slot(bytes(8), raw(combine(op, old, new), kind))
    constant = lambda b: f"0x{int.from_bytes(b, 'little'):x}"
    lines.append(f"  st.shared.b{bits} [t], {constant(before)};")
    arrival(bits // 8)
    register = "%x0" if bits == 64 else "%r0"
    lines.append(f"  mov.b{bits} {register}, {constant(source)}; red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.{op}.{kind} [%t], {register}, [%b];")
    wait()
    lines.append(f"  ld.shared.b{bits} {register}, [t]; st.global.b{bits} [%d+{at}], {register};")


def multimem(op, kind, vector, reads_only=False):
    """red, then ld_reduce in both orders to the next bytes."""
    element = 4 if kind.endswith(("x2", "x4")) else size(kind)
    whole = element * vector
    base = kind.replace("x2", "")
    if reads_only:
        before = random.integers(0, 0x70, whole).astype(np.uint8).tobytes()  # no NaN
        result = before
    else:
        count = whole // (2 if base in ("f16", "bf16") else element)
        (old, before), (new, source) = values(kind, count), values(kind, count)
        result = raw(combine(op, old, new), base)
    at = slot(before, result + bytes(16 - whole) + result + bytes(16 - whole) + result)
    v = f".v{vector}" if vector > 1 else ""
    step = {2: np.uint16, 4: np.uint32, 8: np.uint64}[element]
    prefix = {2: "%h", 4: "%r", 8: "%x"}[element]
    names = [f"{prefix}{i}" for i in range(vector)]
    operand = "{" + ", ".join(names) + "}" if vector > 1 else names[0]
    bits = element * 8
    lines.append(f"  add.u64 %p, %d, {at};")
    if not reads_only:
        for name, value in zip(names, np.frombuffer(source, step)):
            lines.append(f"  mov.b{bits} {name}, 0x{value:x};")
        lines.append(f"  multimem.red.relaxed.gpu.global.{op}{v}.{kind} [%p], {operand};")
    for place, order in ((16, "relaxed.gpu"), (32, "weak")):
        lines.append(f"  multimem.ld_reduce.{order}.global.{op}{v}.{kind} {operand}, [%p];")
        for i, name in enumerate(names):
            lines.append(f"  st.global.b{bits} [%p+{place + i * element}], {name};")


def main():
    folder = sys.argv[1]
    for op, kinds in (("add", ("u32", "s32", "u64", "f32", "f64")), ("min", ("u32", "s32", "u64", "s64", "f16", "bf16")),
                      ("max", ("u32", "s32", "u64", "s64", "f16", "bf16")), ("inc", ("u32",)), ("dec", ("u32",)),
                      ("and", ("b32", "b64")), ("or", ("b32", "b64")), ("xor", ("b32", "b64"))):  # fmt: skip
        for kind in kinds:
            bulk(op, kind)
    for kind in ("f16", "bf16"):
        bulk("add", kind, ".noftz")
    for make in (cluster, remote):
        for op, kinds in (("add", ("u32", "s32", "u64")), ("min", ("u32", "s32")), ("max", ("u32", "s32")), ("inc", ("u32",)),
                          ("dec", ("u32",)), ("and", ("b32",)), ("or", ("b32",)), ("xor", ("b32",))):  # fmt: skip
            for kind in kinds:
                make(op, kind)
    for op, kinds in (("add", ("u32", "s32", "u64", "f64")), ("min", ("u32", "s32", "u64", "s64")), ("max", ("u32", "s64")),
                      ("and", ("b32", "b64")), ("or", ("b32",)), ("xor", ("b64",))):  # fmt: skip
        for kind in kinds:
            multimem(op, kind, 1)
    for vector in (1, 2, 4):
        multimem("add", "f32", vector)
        for op in ("add", "min", "max"):
            for kind in ("f16x2", "bf16x2"):
                multimem(op, kind, vector, reads_only=op != "add")
            for kind in ("e4m3x4", "e5m2x4"):
                multimem(op, kind, vector, reads_only=True)
    for vector in (2, 4, 8):
        for kind in ("f16", "bf16"):
            for op in ("add", "min", "max"):
                multimem(op, kind, vector, reads_only=op != "add")
    head = [".version 8.8", ".target sm_100a", ".address_size 64", ".visible .entry forms(.param .u64 data) .reqntid 1 .reqnctapercluster 1, 1, 1 {",
            "  .shared .align 16 .b32 s[4]; .shared .align 16 .b32 t[4]; .shared .align 8 .b64 bar;",
            "  .reg .b64 %d, %p, %state, %x<2>; .reg .b32 %r<4>, %s, %t, %b; .reg .b16 %h<8>; .reg .pred %q;",
            "  ld.param.u64 %d, [data]; cvta.to.global.u64 %d, %d; mov.u32 %s, s; mov.u32 %t, t; mov.u32 %b, bar;",
            "  mbarrier.init.shared::cta.b64 [bar], 1; fence.mbarrier_init.release.cluster;"]  # fmt: skip
    with open(f"{folder}/reduce_forms.ptx", "w") as file:
        file.write("\n".join(head + lines + ["  ret;", "}"]) + "\n")
    np.save(f"{folder}/data.npy", np.frombuffer(b"".join(data), np.int32))
    np.save(f"{folder}/expected.npy", np.frombuffer(b"".join(expected), np.int32))
    print(len(data), "reductions")


main()
