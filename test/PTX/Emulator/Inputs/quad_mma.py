"""mma.m8n8k4 of f16: writes a kernel per layout and type, fragments of random
matrices, and the fragments of the products. The places are those of the manual:
four independent products, each of lanes 4q to 4q + 3 and the same plus 16."""

import os
import sys

import numpy

random = numpy.random.default_rng(7)
out = sys.argv[1]


def lanes(quad):
    return [4 * quad + i for i in range(4)] + [16 + 4 * quad + i for i in range(4)]


def place_a(layout, lane, i):
    upper = 4 * (lane >= 16)
    return (lane % 4 + upper, i) if layout == "row" else (i + upper, lane % 4)


def place_b(layout, lane, i):
    upper = 4 * (lane >= 16)
    return (lane % 4, i + upper) if layout == "row" else (i, lane % 4 + upper)


def place_c(kind, lane, i):
    upper = 4 * (lane >= 16)
    if kind == "f16":
        return lane % 4 + upper, i
    return (lane & 1) + (i & 2) + upper, (i & 4) + (lane & 2) + (i & 1)


def kernel(name, a, b, d, c):
    halves = lambda kind: 4 if kind == "f16" else 8
    reg = lambda base, kind: ", ".join("%%%s%d" % (base, i) for i in range(halves(kind)))
    load = lambda kind: "\n".join(
        "ld.global.b32 %%c%d, [%%pc+%d];" % (i, 4 * i) for i in range(halves(kind)))
    store = lambda kind: "\n".join(
        "st.global.b32 [%%pd+%d], %%d%d;" % (4 * i, i) for i in range(halves(kind)))
    return """.version 6.4
.target sm_70
.address_size 64
.visible .entry %s(.param .u64 pa, .param .u64 pb, .param .u64 pc, .param .u64 pd)
{
.reg .b64 %%pa, %%pb, %%pc, %%pd, %%o; .reg .b32 %%t, %%a<2>, %%b<2>; .reg .%s %%c<8>;
.reg .%s %%d<8>;
ld.param.u64 %%pa, [pa]; ld.param.u64 %%pb, [pb]; ld.param.u64 %%pc, [pc]; ld.param.u64 %%pd, [pd];
mov.u32 %%t, %%laneid; mul.wide.u32 %%o, %%t, 8; add.u64 %%pa, %%pa, %%o; add.u64 %%pb, %%pb, %%o;
mul.wide.u32 %%o, %%t, %d; add.u64 %%pc, %%pc, %%o; mul.wide.u32 %%o, %%t, %d; add.u64 %%pd, %%pd, %%o;
ld.global.v2.b32 {%%a0, %%a1}, [%%pa]; ld.global.v2.b32 {%%b0, %%b1}, [%%pb];
%s
mma.sync.aligned.m8n8k4.%s.%s.%s.f16.f16.%s {%s}, {%%a0, %%a1}, {%%b0, %%b1}, {%s};
%s
ret;
}
""" % (name, "b32" if c == "f16" else "f32", "b32" if d == "f16" else "f32",
       4 * halves(c), 4 * halves(d), load(c), a, b, d, c, reg("d", d), reg("c", c), store(d))


for a, b, d, c in [("row", "col", "f32", "f32"), ("row", "row", "f32", "f32"),
                   ("col", "row", "f32", "f32"), ("col", "col", "f32", "f32"),
                   ("row", "col", "f16", "f16"), ("col", "row", "f32", "f16")]:
    name = "_".join([a, b, d, c])
    left = numpy.zeros((32, 4), numpy.float16)
    right = numpy.zeros((32, 4), numpy.float16)
    types = {"f16": numpy.float16, "f32": numpy.float32}
    start = numpy.zeros((32, 8), types[c])
    product = numpy.zeros((32, 8), types[d])
    for quad in range(4):
        A = random.integers(-4, 5, (8, 4)).astype(numpy.float16)
        B = random.integers(-4, 5, (4, 8)).astype(numpy.float16)
        C = random.integers(-20, 21, (8, 8))
        D = A.astype(int) @ B.astype(int) + C
        for lane in lanes(quad):
            for i in range(4):
                left[lane, i] = A[place_a(a, lane, i)]
                right[lane, i] = B[place_b(b, lane, i)]
            for i in range(8):
                start[lane, i] = C[place_c(c, lane, i)]
                product[lane, i] = D[place_c(d, lane, i)]
    for part, array in [("a", left), ("b", right), ("c", start), ("d", product)]:
        numpy.save(os.path.join(out, "%s_%s.npy" % (name, part)), array)
    numpy.save(os.path.join(out, "%s_z.npy" % name), numpy.zeros_like(product))
    with open(os.path.join(out, name + ".ptx"), "w") as file:
        file.write(kernel(name, a, b, d, c))
