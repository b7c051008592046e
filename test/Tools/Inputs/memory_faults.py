#!/usr/bin/python3
# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels with a fault each, which checked runs and the interpreter must find alike.

Every row of FAULTS is a kernel with arguments that make it go wrong, and arguments
with which the same kernel is right. With the first, `--check=memory` and `--interpret`
must both fail, with the same first finding: kind, place, tile block, element, array and
offset. With the others both must succeed.
"""
import argparse
import concurrent.futures
import re
import subprocess
import sys
import tempfile
from pathlib import Path


def lanes(pointer, element, count, offset="%i", name="p"):
    """`count` pointers from `pointer` on, at the i32 tile `offset`."""
    p, t = pointer, f"tile<{count}xptr<{element}>>"
    return f"""
    %{name}1 = reshape {p} : tile<ptr<{element}>> -> tile<1xptr<{element}>>
    %{name}2 = broadcast %{name}1 : tile<1xptr<{element}>> -> {t}
    %{name} = offset %{name}2, {offset} : {t}, tile<{count}xi32> -> {t}"""


def spread(scalar, element, count, name):
    return f"""
    %{name}1 = reshape {scalar} : tile<{element}> -> tile<1x{element}>
    %{name} = broadcast %{name}1 : tile<1x{element}> -> tile<{count}x{element}>"""


BLOCK = "    %bx, %by, %bz = get_tile_block_id : tile<i32>"


def block_lanes(count):
    """%i: the numbers of this block's elements."""
    return f"""{BLOCK}
    %iota = iota : tile<{count}xi32>
    %width = constant <i32: {count}> : tile<i32>
    %first = muli %bx, %width : tile<i32>{spread("%first", "i32", count, "f")}
    %i = addi %f, %iota : tile<{count}xi32>"""


def pointer_load(element, count=64):
    t = f"tile<{count}x{element}>"
    return (f"%a: tile<ptr<{element}>>, %o: tile<ptr<{element}>>",
            block_lanes(count) + lanes("%a", element, count) + f"""
    %v, %t = load_ptr_tko weak %p : tile<{count}xptr<{element}>> -> {t}, token"""
            + lanes("%o", element, count, "%iota", "q") + f"""
    %u = store_ptr_tko weak %q, %v token=%t : tile<{count}xptr<{element}>>, {t} -> token""")


def pointer_store(element, count=64):
    t = f"tile<{count}x{element}>"
    value = "1.0" if element[0] in "fb" else "1"
    return (f"%a: tile<ptr<{element}>>", block_lanes(count) + lanes("%a", element, count) + f"""
    %v = constant <{element}: {value}> : {t}
    %t = store_ptr_tko weak %p, %v : tile<{count}xptr<{element}>>, {t} -> token""")


def masked(op, less="less_than"):
    """Elements below %n, which may be too many."""
    access = {"load": "%v, %t = load_ptr_tko weak %p, %m : tile<64xptr<f32>>, tile<64xi1> -> tile<64xf32>, token",
              "store": "%t = store_ptr_tko weak %p, %c, %m : tile<64xptr<f32>>, tile<64xf32>, tile<64xi1> -> token",
              "atomic": "%v, %t = atomic_rmw_tko relaxed device %p, addf, %c, %m : "
                        "tile<64xptr<f32>>, tile<64xf32>, tile<64xi1> -> tile<64xf32>, token"}[op]
    use = "" if op != "load" else """
    %z = constant <f32: 0.0> : tile<64xf32>
    %w = select %m, %v, %z : tile<64xi1>, tile<64xf32>
    %s = store_ptr_tko weak %p, %w, %m token=%t : tile<64xptr<f32>>, tile<64xf32>, tile<64xi1> -> token"""
    return ("%a: tile<ptr<f32>>, %n: tile<i32>",
            block_lanes(64) + lanes("%a", "f32", 64) + spread("%n", "i32", 64, "n2") + f"""
    %c = constant <f32: 1.0> : tile<64xf32>
    %m = cmpi {less} %i, %n2, signed : tile<64xi32> -> tile<64xi1>
    {access}{use}""")


def by_index(op):
    """Elements whose numbers are in an array."""
    access = {"load": """%v, %t = load_ptr_tko weak %p : tile<16xptr<i32>> -> tile<16xi32>, token
    %u = store_ptr_tko weak %x, %v token=%t : tile<16xptr<i32>>, tile<16xi32> -> token""",
              "store": "%t = store_ptr_tko weak %p, %k : tile<16xptr<i32>>, tile<16xi32> -> token",
              "atomic": "%v, %t = atomic_rmw_tko relaxed device %p, add, %k : "
                        "tile<16xptr<i32>>, tile<16xi32> -> tile<16xi32>, token",
              "cas": "%v, %t = atomic_cas_tko relaxed device %p, %k, %k : "
                     "tile<16xptr<i32>>, tile<16xi32> -> tile<16xi32>, token"}[op]
    return ("%a: tile<ptr<i32>>, %numbers: tile<ptr<i32>>",
            "    %i = iota : tile<16xi32>" + lanes("%numbers", "i32", 16, "%i", "x") + """
    %k, %kt = load_ptr_tko weak %x : tile<16xptr<i32>> -> tile<16xi32>, token""" +
            lanes("%a", "i32", 16, "%k") + "\n    " + access)


def scalar(op):
    access = {"load": """%v, %t = load_ptr_tko weak %p : tile<ptr<f64>> -> tile<f64>, token
    %u = store_ptr_tko weak %a, %v token=%t : tile<ptr<f64>>, tile<f64> -> token""",
              "acquire": """%v, %t = load_ptr_tko acquire device %p : tile<ptr<f64>> -> tile<f64>, token
    %u = store_ptr_tko weak %a, %v token=%t : tile<ptr<f64>>, tile<f64> -> token""",
              "store": """%v = constant <f64: 1.0> : tile<f64>
    %t = store_ptr_tko release device %p, %v : tile<ptr<f64>>, tile<f64> -> token"""}[op]
    return ("%a: tile<ptr<f64>>, %n: tile<i32>", f"""
    %p = offset %a, %n : tile<ptr<f64>>, tile<i32> -> tile<ptr<f64>>
    {access}""")


def carried_pointer():
    return ("%a: tile<ptr<i32>>, %n: tile<i32>", """    %i = iota : tile<8xi32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %step = constant <i32: 8> : tile<8xi32>""" + lanes("%a", "i32", 8) + """
    %end = for %k in (%zero to %n, step %one) : tile<i32> iter_values(%q = %p) -> (tile<8xptr<i32>>) {
      %t = store_ptr_tko weak %q, %i : tile<8xptr<i32>>, tile<8xi32> -> token
      %next = offset %q, %step : tile<8xptr<i32>>, tile<8xi32> -> tile<8xptr<i32>>
      continue %next : tile<8xptr<i32>>
    }""")


def in_branch():
    return ("%a: tile<ptr<i32>>, %n: tile<i32>", BLOCK + """
    %i = iota : tile<8xi32>
    %c = cmpi equal %bx, %n, signed : tile<i32> -> tile<i1>
    %hundred = constant <i32: 100> : tile<8xi32>
    %far = addi %i, %hundred : tile<8xi32>""" + lanes("%a", "i32", 8, "%far") + """
    if %c {
      %t = store_ptr_tko weak %p, %i : tile<8xptr<i32>>, tile<8xi32> -> token
    }""")


def chosen_pointer():
    return ("%a: tile<ptr<i32>>, %n: tile<i32>", "    %i = iota : tile<8xi32>" + lanes("%a", "i32", 8) +
            spread("%n", "i32", 8, "n2") + """
    %far = offset %p, %n2 : tile<8xptr<i32>>, tile<8xi32> -> tile<8xptr<i32>>
    %four = constant <i32: 4> : tile<8xi32>
    %c = cmpi less_than %i, %four, signed : tile<8xi32> -> tile<8xi1>
    %q = select %c, %p, %far : tile<8xi1>, tile<8xptr<i32>>
    %t = store_ptr_tko weak %q, %i : tile<8xptr<i32>>, tile<8xi32> -> token""")


def other_width():
    return ("%a: tile<ptr<i8>>, %n: tile<i32>", """
    %b = offset %a, %n : tile<ptr<i8>>, tile<i32> -> tile<ptr<i8>>
    %p = ptr_to_ptr %b : tile<ptr<i8>> -> tile<ptr<i32>>
    %t = store_ptr_tko weak %p, %n : tile<ptr<i32>>, tile<i32> -> token""")


def rebuilt_pointer():
    return ("%a: tile<ptr<i32>>, %n: tile<i64>", """
    %x = ptr_to_int %a : tile<ptr<i32>> -> tile<i64>
    %y = addi %x, %n : tile<i64>
    %p = int_to_ptr %y : tile<i64> -> tile<ptr<i32>>
    %v = constant <i32: 7> : tile<i32>
    %t = store_ptr_tko weak %p, %v : tile<ptr<i32>>, tile<i32> -> token""")


def local(write):
    stored = """
    %s = store_ptr_tko weak %p, %i : tile<16xptr<i32>>, tile<16xi32> -> token""" if write == "store" else ""
    return ("%a: tile<ptr<i32>>, %n: tile<i32>", "    %i = iota : tile<16xi32>" +
            spread("%n", "i32", 16, "n2") + """
    %j = addi %i, %n2 : tile<16xi32>
    %l = alloca num_elem = 16, alignment = 4 : tile<ptr<i32>>""" + lanes("%l", "i32", 16) + stored +
            lanes("%l", "i32", 16, "%j", "r") + """
    %m = cmpi less_than %i, %n2, signed : tile<16xi32> -> tile<16xi1>
    %v, %t = load_ptr_tko weak %r, %m : tile<16xptr<i32>>, tile<16xi1> -> tile<16xi32>, token
    """ + lanes("%a", "i32", 16, "%i", "o") + """
    %u = store_ptr_tko weak %o, %v, %m : tile<16xptr<i32>>, tile<16xi32>, tile<16xi1> -> token""")


def of_global(constant, access):
    use = {"load": """%v, %t = load_ptr_tko weak %p, %m : tile<8xptr<i32>>, tile<8xi1> -> tile<8xi32>, token""" +
                   lanes("%a", "i32", 8, "%i", "o") + """
    %u = store_ptr_tko weak %o, %v, %m : tile<8xptr<i32>>, tile<8xi32>, tile<8xi1> -> token""",
           "store": "%t = store_ptr_tko weak %p, %i, %m : tile<8xptr<i32>>, tile<8xi32>, tile<8xi1> -> token"}[access]
    return ("%a: tile<ptr<i32>>, %n: tile<i32>", "    %i = iota : tile<8xi32>" + spread("%n", "i32", 8, "n2") + """
    %m = cmpi less_than %i, %n2, signed : tile<8xi32> -> tile<8xi1>
    %g = get_global @g : tile<ptr<i32>>""" + lanes("%g", "i32", 8) + "\n    " + use,
            f"global {constant}@g <i32: [1, 2, 3, 4]> : tile<4xi32>")


VIEW = "tensor_view<?x?xf32, strides=[?,1]>"


def view(access, index="%bx, %by", clause="", kind="partition_view<tile=(16x16), padding_value = zero, {}>",
         make="make_partition_view"):
    tile = f"!cuda_tile.{kind.format(VIEW)}" if access == "load" else \
        f"!cuda_tile.{kind.format(VIEW).replace('padding_value = zero, ', '')}"
    use = {"load": f"""%t, %k = load_view_tko weak %w[{index}]{clause} : {tile}, tile<i32> -> tile<16x16xf32>, token
    %z = constant <i32: 0> : tile<i32>
    %ov = make_tensor_view %o, shape = [16, 16], strides = [16, 1] : tensor_view<16x16xf32, strides=[16,1]>
    %op = make_partition_view %ov : partition_view<tile=(16x16), tensor_view<16x16xf32, strides=[16,1]>>
    %s = store_view_tko weak %t, %op[%z, %z] : tile<16x16xf32>, partition_view<tile=(16x16), tensor_view<16x16xf32, strides=[16,1]>>, tile<i32> -> token""",
           "store": f"""%v = constant <f32: 2.0> : tile<16x16xf32>
    %k = store_view_tko weak %v, %w[{index}]{clause} : tile<16x16xf32>, {tile}, tile<i32> -> token""",
           "atomic": f"""%v = constant <f32: 2.0> : tile<16x16xf32>
    %k = atomic_red_view_tko relaxed device %w[{index}], addf, %v : tile<16x16xf32>, {tile}, tile<i32> -> token"""}[access]
    return ("%a: tile<ptr<f32>>, %o: tile<ptr<f32>>, %rows: tile<i32>, %cols: tile<i32>", BLOCK + f"""
    %av = make_tensor_view %a, shape = [%rows, %cols], strides = [%cols, 1] : tile<i32> -> {VIEW}
    %w = {make} %av : {tile}
    {use}""")


def gather(access):
    tile = f"!cuda_tile.gather_scatter_view<tile=(16x16), {VIEW}, sparse_dim = 0>"
    use = {"load": f"""%t, %k = load_view_tko weak %w[%i, %z] : {tile}, tile<16xi32>, tile<i32> -> tile<16x16xf32>, token
    %ov = make_tensor_view %o, shape = [16, 16], strides = [16, 1] : tensor_view<16x16xf32, strides=[16,1]>
    %op = make_partition_view %ov : partition_view<tile=(16x16), tensor_view<16x16xf32, strides=[16,1]>>
    %s = store_view_tko weak %t, %op[%z, %z] : tile<16x16xf32>, partition_view<tile=(16x16), tensor_view<16x16xf32, strides=[16,1]>>, tile<i32> -> token""",
           "store": f"""%v = constant <f32: 2.0> : tile<16x16xf32>
    %k = store_view_tko weak %v, %w[%i, %z] : tile<16x16xf32>, {tile}, tile<16xi32>, tile<i32> -> token"""}[access]
    return ("%a: tile<ptr<f32>>, %o: tile<ptr<f32>>, %rows: tile<i32>, %cols: tile<i32>", f"""
    %i = iota : tile<16xi32>
    %z = constant <i32: 0> : tile<i32>
    %av = make_tensor_view %a, shape = [%rows, %cols], strides = [%cols, 1] : tile<i32> -> {VIEW}
    %w = make_gather_scatter_view %av : {tile}
    {use}""")


def division(op):
    return ("%a: tile<ptr<i32>>, %b: tile<ptr<i32>>", "    %i = iota : tile<8xi32>" + lanes("%a", "i32", 8) +
            lanes("%b", "i32", 8, "%i", "q") + f"""
    %x, %xt = load_ptr_tko weak %p : tile<8xptr<i32>> -> tile<8xi32>, token
    %y, %yt = load_ptr_tko weak %q : tile<8xptr<i32>> -> tile<8xi32>, token
    %r = {op} : tile<8xi32>
    %t = store_ptr_tko weak %p, %r token=%xt : tile<8xptr<i32>>, tile<8xi32> -> token""")


def partly(element, use, count=64):
    """%v: the elements below %n; the others are of any value. `use` stores something at %o."""
    t = f"tile<{count}x{element}>"
    return (f"%a: tile<ptr<{element}>>, %o: tile<ptr<{element}>>, %n: tile<i32>",
            block_lanes(count) + lanes("%a", element, count) + spread("%n", "i32", count, "n2") + f"""
    %m = cmpi less_than %i, %n2, signed : tile<{count}xi32> -> tile<{count}xi1>
    %v, %t = load_ptr_tko weak %p, %m : tile<{count}xptr<{element}>>, tile<{count}xi1> -> {t}, token""" +
            lanes("%o", element, count, "%i", "q") + "\n    " + use)


def stored(element, value="%v", mask=None, count=64):
    on, on_type = (f", {mask}", f", tile<{count}xi1>") if mask else ("", "")
    return (f"%s = store_ptr_tko weak %q, {value}{on} : tile<{count}xptr<{element}>>, tile<{count}x{element}>{on_type}"
            " -> token")


def folded(kind, element, op, identity, count=64):
    """All elements of %v in one, at %o."""
    return f"""%r = {kind} %v dim=0 identities=[{identity} : {element}] : tile<{count}x{element}> -> tile<{element}>
      (%x: tile<{element}>, %y: tile<{element}>) {{
        %z = {op} : tile<{element}>
        yield %z : tile<{element}>
      }}
    %s = store_ptr_tko weak %o, %r : tile<ptr<{element}>>, tile<{element}> -> token"""


def scalar_partly(use):
    """%v: an element if %n is 1; else of any value."""
    return ("%a: tile<ptr<i32>>, %o: tile<ptr<i32>>, %n: tile<i32>", f"""
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %m = cmpi equal %n, %one, signed : tile<i32> -> tile<i1>
    %v, %t = load_ptr_tko weak %a, %m : tile<ptr<i32>>, tile<i1> -> tile<i32>, token
    {use}""")


def view_partly(element, use, kind="partition_view<tile=(16x16), {}>", make="make_partition_view", index="%bx, %by",
                more="", index_type="tile<i32>"):
    view = f"tensor_view<?x?x{element}, strides=[?,1]>"
    tile = "!cuda_tile." + kind.format(view)
    out = f"tensor_view<16x16x{element}, strides=[16,1]>"
    return (f"%a: tile<ptr<{element}>>, %o: tile<ptr<{element}>>, %rows: tile<i32>, %cols: tile<i32>", BLOCK + f"""
    {more}
    %z0 = constant <i32: 0> : tile<i32>
    %av = make_tensor_view %a, shape = [%rows, %cols], strides = [%cols, 1] : tile<i32> -> {view}
    %w = {make} %av : {tile}
    %v, %k = load_view_tko weak %w[{index}] : {tile}, {index_type} -> tile<16x16x{element}>, token
    %ov = make_tensor_view %o, shape = [16, 16], strides = [16, 1] : {out}
    %op = make_partition_view %ov : partition_view<tile=(16x16), {out}>
    {use}
    %s = store_view_tko weak %r, %op[%z0, %z0] : tile<16x16x{element}>, partition_view<tile=(16x16), {out}>, tile<i32> -> token""")


DOUBLED = "%r = addf %v, %v : tile<16x16xf32>"
PLACE = "%q = offset %o, {} : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>\n    " \
        "%s = store_ptr_tko weak %q, %one : tile<ptr<i32>>, tile<i32> -> token"
UNSPECIFIED = "unspecified-value"

STRIDED = "strided_view<tile=(16x16), traversal_strides=[8,8], padding_value = zero, {}>"
A64, O64 = "zeros(64,f32)", "zeros(64,f32)"

# name, kernel, kind of the finding, arguments that go wrong, arguments that do not, grid
FAULTS = [
    ("load-one-short", pointer_load("f32"), "out-of-bounds", ["zeros(127,f32)", O64], ["zeros(128,f32)", O64], 2),
    ("load-half-short", pointer_load("f16"), "out-of-bounds", ["zeros(100,f16)", "zeros(64,f16)"], ["zeros(128,f16)", "zeros(64,f16)"], 2),
    ("load-bytes-short", pointer_load("i8"), "out-of-bounds", ["zeros(191,i8)", "zeros(64,i8)"], ["zeros(192,i8)", "zeros(64,i8)"], 3),
    ("load-far", pointer_load("f64"), "out-of-bounds", ["zeros(64,f64)", "zeros(64,f64)"], ["zeros(1024,f64)", "zeros(64,f64)"], 16),
    ("load-bf16", pointer_load("bf16", 16), "out-of-bounds", ["zeros(8,bf16)", "zeros(16,bf16)"], ["zeros(16,bf16)", "zeros(16,bf16)"], 1),
    ("store-one-short", pointer_store("f32"), "out-of-bounds", ["zeros(63,f32)"], ["zeros(64,f32)"], 1),
    ("store-second-block", pointer_store("i64"), "out-of-bounds", ["zeros(65,i64)"], ["zeros(128,i64)"], 2),
    ("store-bool", pointer_store("i1", 8), "out-of-bounds", ["zeros(7,i1)"], ["zeros(8,i1)"], 1),
    ("store-small", pointer_store("i16", 256), "out-of-bounds", ["zeros(1,i16)"], ["zeros(256,i16)"], 1),
    ("masked-load", masked("load"), "out-of-bounds", ["zeros(100,f32)", "101"], ["zeros(100,f32)", "100"], 2),
    ("masked-store", masked("store"), "out-of-bounds", ["zeros(100,f32)", "128"], ["zeros(100,f32)", "100"], 2),
    ("masked-store-equal", masked("store", "less_than_or_equal"), "out-of-bounds", ["zeros(100,f32)", "100"], ["zeros(100,f32)", "99"], 2),
    ("masked-atomic", masked("atomic"), "out-of-bounds", ["zeros(100,f32)", "105"], ["zeros(100,f32)", "100"], 2),
    ("indexed-load", by_index("load"), "out-of-bounds", ["zeros(16,i32)", "full(16,i32,16)"], ["zeros(16,i32)", "full(16,i32,15)"], 1),
    ("indexed-load-negative", by_index("load"), "out-of-bounds", ["zeros(16,i32)", "full(16,i32,-1)"], ["zeros(16,i32)", "full(16,i32,0)"], 1),
    ("indexed-store", by_index("store"), "out-of-bounds", ["zeros(5,i32)", "rand(16,i32,1,0,9)"], ["zeros(10,i32)", "rand(16,i32,1,0,9)"], 1),
    ("indexed-atomic", by_index("atomic"), "out-of-bounds", ["zeros(5,i32)", "rand(16,i32,2,0,9)"], ["zeros(10,i32)", "rand(16,i32,2,0,9)"], 1),
    ("indexed-cas", by_index("cas"), "out-of-bounds", ["zeros(5,i32)", "rand(16,i32,3,0,9)"], ["zeros(10,i32)", "rand(16,i32,3,0,9)"], 1),
    ("scalar-load", scalar("load"), "out-of-bounds", ["zeros(4,f64)", "4"], ["zeros(4,f64)", "3"], 1),
    ("scalar-load-before", scalar("load"), "out-of-bounds", ["zeros(4,f64)", "-1"], ["zeros(4,f64)", "0"], 1),
    ("scalar-acquire", scalar("acquire"), "out-of-bounds", ["zeros(4,f64)", "1000"], ["zeros(4,f64)", "1"], 1),
    ("scalar-release", scalar("store"), "out-of-bounds", ["zeros(4,f64)", "4"], ["zeros(4,f64)", "2"], 1),
    ("carried-pointer", carried_pointer(), "out-of-bounds", ["zeros(30,i32)", "4"], ["zeros(32,i32)", "4"], 1),
    ("in-branch", in_branch(), "out-of-bounds", ["zeros(100,i32)", "2"], ["zeros(100,i32)", "7"], 4),
    ("chosen-pointer", chosen_pointer(), "out-of-bounds", ["zeros(8,i32)", "3"], ["zeros(11,i32)", "3"], 1),
    ("rebuilt-pointer", rebuilt_pointer(), "out-of-bounds", ["zeros(8,i32)", "32"], ["zeros(8,i32)", "28"], 1),
    ("misaligned", other_width(), "misaligned", ["zeros(16,i8)", "2"], ["zeros(16,i8)", "4"], 1),
    ("wide-at-the-end", other_width(), "out-of-bounds", ["zeros(14,i8)", "12"], ["zeros(16,i8)", "12"], 1),
    ("local-overrun", local("store"), "out-of-bounds", ["zeros(16,i32)", "12"], ["zeros(16,i32)", "8"], 1),
    ("local-unwritten", local("none"), "uninitialised", ["zeros(16,i32)", "2"], ["zeros(16,i32)", "0"], 1),
    ("global-overrun", of_global("", "load"), "out-of-bounds", ["zeros(8,i32)", "5"], ["zeros(8,i32)", "4"], 1),
    ("global-constant", of_global("constant ", "store"), "read-only-write", ["zeros(8,i32)", "1"], ["zeros(8,i32)", "0"], 1),
    ("array-unwritten", pointer_load("f32"), "uninitialised", ["uninit(128,f32)", O64], ["zeros(128,f32)", "uninit(64,f32)"], 1),
    ("view-unwritten", view("load"), "uninitialised", ["uninit(20x20,f32)", "zeros(16x16,f32)", "20", "20"], ["zeros(20x20,f32)", "uninit(16x16,f32)", "20", "20"], 1),
    ("view-load", view("load"), "out-of-bounds", ["zeros(20x20,f32)", "zeros(16x16,f32)", "21", "20"], ["zeros(20x20,f32)", "zeros(16x16,f32)", "20", "20"], "2,2"),
    ("view-store", view("store"), "out-of-bounds", ["zeros(20x20,f32)", "zeros(1,f32)", "20", "21"], ["zeros(20x20,f32)", "zeros(1,f32)", "20", "20"], "2,2"),
    ("view-atomic", view("atomic"), "out-of-bounds", ["zeros(20x20,f32)", "zeros(1,f32)", "32", "32"], ["zeros(20x20,f32)", "zeros(1,f32)", "20", "20"], "2,2"),
    ("view-index", view("store"), "index-outside-space", ["zeros(20x20,f32)", "zeros(1,f32)", "20", "16"], ["zeros(20x20,f32)", "zeros(1,f32)", "20", "20"], "2,2"),
    ("view-promise", view("load", clause=" inbounds=[true, true]"), "out-of-bounds", ["zeros(20x20,f32)", "zeros(16x16,f32)", "20", "20"], ["zeros(32x32,f32)", "zeros(16x16,f32)", "32", "32"], "2,2"),
    ("view-shape", view("load"), "bad-view-shape", ["zeros(20x20,f32)", "zeros(16x16,f32)", "0", "20"], ["zeros(20x20,f32)", "zeros(16x16,f32)", "20", "20"], 1),
    ("strided-view", view("load", kind=STRIDED, make="make_strided_view"), "out-of-bounds", ["zeros(20x20,f32)", "zeros(16x16,f32)", "24", "20"], ["zeros(20x20,f32)", "zeros(16x16,f32)", "20", "20"], "2,2"),
    ("gather", gather("load"), "out-of-bounds", ["zeros(12x20,f32)", "zeros(16x16,f32)", "16", "20"], ["zeros(16x20,f32)", "zeros(16x16,f32)", "16", "20"], 1),
    ("scatter", gather("store"), "out-of-bounds", ["zeros(12x20,f32)", "zeros(1,f32)", "16", "20"], ["zeros(16x20,f32)", "zeros(1,f32)", "16", "20"], 1),
    ("division", division("divi %x, %y signed"), "division-by-zero", ["full(8,i32,7)", "zeros(8,i32)"], ["full(8,i32,7)", "full(8,i32,3)"], 1),
    ("remainder", division("remi %x, %y unsigned"), "division-by-zero", ["full(8,i32,7)", "zeros(8,i32)"], ["full(8,i32,7)", "full(8,i32,3)"], 1),
    ("quotient", division("divi %x, %y signed"), "integer-overflow", ["full(8,i32,-2147483648)", "full(8,i32,-1)"], ["full(8,i32,-2147483647)", "full(8,i32,-1)"], 1),
    ("partly-stored", partly("f32", stored("f32")), UNSPECIFIED, ["zeros(64,f32)", "zeros(64,f32)", "50"], ["zeros(64,f32)", "zeros(64,f32)", "64"], 1),
    ("partly-stored-half", partly("f16", stored("f16")), UNSPECIFIED, ["zeros(64,f16)", "zeros(64,f16)", "63"], ["zeros(64,f16)", "zeros(64,f16)", "64"], 1),
    ("partly-stored-bytes", partly("i8", stored("i8")), UNSPECIFIED, ["zeros(64,i8)", "zeros(64,i8)", "1"], ["zeros(64,i8)", "zeros(64,i8)", "64"], 1),
    ("partly-second-block", partly("f32", stored("f32")), UNSPECIFIED, ["zeros(128,f32)", "zeros(128,f32)", "100"], ["zeros(128,f32)", "zeros(128,f32)", "128"], 2),
    ("partly-last-block", partly("i64", stored("i64")), UNSPECIFIED, ["zeros(1024,i64)", "zeros(1024,i64)", "1023"], ["zeros(1024,i64)", "zeros(1024,i64)", "1024"], 16),
    ("partly-other-mask", partly("f32", "%m2 = cmpi less_than_or_equal %i, %n2, signed : tile<64xi32> -> tile<64xi1>\n    " + stored("f32", mask="%m2")), UNSPECIFIED, ["zeros(64,f32)", "zeros(64,f32)", "20"], ["zeros(64,f32)", "zeros(64,f32)", "64"], 1),
    ("partly-computed", partly("f32", "%w = exp %v : tile<64xf32>\n    %u = mulf %w, %w : tile<64xf32>\n    " + stored("f32", "%u")), UNSPECIFIED, ["zeros(64,f32)", "zeros(64,f32)", "33"], ["zeros(64,f32)", "zeros(64,f32)", "64"], 1),
    ("partly-summed", partly("f32", folded("reduce", "f32", "addf %x, %y", "0.0")), UNSPECIFIED, ["zeros(64,f32)", "zeros(1,f32)", "63"], ["zeros(64,f32)", "zeros(64,f32)", "64"], 1),
    ("partly-largest", partly("i32", folded("reduce", "i32", "maxi %x, %y signed", "-2147483648")), UNSPECIFIED, ["full(64,i32,-9)", "zeros(1,i32)", "40"], ["full(64,i32,-9)", "zeros(64,i32)", "64"], 1),
    ("partly-wide-integers", partly("i64", folded("reduce", "i64", "xori %x, %y", "0")), UNSPECIFIED, ["zeros(64,i64)", "zeros(1,i64)", "61"], ["zeros(64,i64)", "zeros(64,i64)", "64"], 1),
    ("partly-added", partly("i32", "%w, %wt = atomic_rmw_tko relaxed device %q, add, %v : tile<64xptr<i32>>, tile<64xi32> -> tile<64xi32>, token"), UNSPECIFIED, ["zeros(64,i32)", "zeros(64,i32)", "7"], ["zeros(64,i32)", "zeros(64,i32)", "64"], 1),
    ("partly-old-values", partly("i32", "%w, %wt = atomic_rmw_tko relaxed device %p, add, %i, %m : tile<64xptr<i32>>, tile<64xi32>, tile<64xi1> -> tile<64xi32>, token\n    " + stored("i32", "%w")), UNSPECIFIED, ["zeros(64,i32)", "zeros(64,i32)", "7"], ["zeros(64,i32)", "zeros(64,i32)", "64"], 1),
    ("partly-old-floats", partly("f32", "%c = constant <f32: 1.0> : tile<64xf32>\n    %w, %wt = atomic_rmw_tko relaxed device %p, addf, %c, %m : tile<64xptr<f32>>, tile<64xf32>, tile<64xi1> -> tile<64xf32>, token\n    %u = subf %w, %c : tile<64xf32>\n    " + stored("f32", "%u")), UNSPECIFIED, ["zeros(64,f32)", "zeros(64,f32)", "63"], ["zeros(64,f32)", "zeros(64,f32)", "64"], 1),
    ("partly-chosen", partly("i32", "%zero = constant <i32: 0> : tile<64xi32>\n    %c = cmpi less_than %v, %zero, signed : tile<64xi32> -> tile<64xi1>\n    %w = select %c, %i, %zero : tile<64xi1>, tile<64xi32>\n    " + stored("i32", "%w")), UNSPECIFIED, ["zeros(64,i32)", "zeros(64,i32)", "60"], ["zeros(64,i32)", "zeros(64,i32)", "64"], 1),
    ("partly-branch", scalar_partly("%c = cmpi less_than %v, %zero, signed : tile<i32> -> tile<i1>\n    if %c {\n      %s = store_ptr_tko weak %o, %one : tile<ptr<i32>>, tile<i32> -> token\n    }"), UNSPECIFIED, ["zeros(1,i32)", "zeros(1,i32)", "0"], ["zeros(1,i32)", "zeros(1,i32)", "1"], 1),
    ("partly-address", scalar_partly(PLACE.format("%v")), UNSPECIFIED, ["zeros(1,i32)", "zeros(4,i32)", "0"], ["zeros(1,i32)", "zeros(4,i32)", "1"], 1),
    ("partly-near-address", scalar_partly("%two = constant <i32: 2> : tile<i32>\n    %w = addi %v, %two : tile<i32>\n    " + PLACE.format("%w")), UNSPECIFIED, ["zeros(1,i32)", "zeros(4,i32)", "0"], ["zeros(1,i32)", "zeros(4,i32)", "1"], 1),
    ("partly-turns", scalar_partly("%three = constant <i32: 3> : tile<i32>\n    %w = andi %v, %three : tile<i32>\n    %e = for %k in (%zero to %w, step %one) : tile<i32> iter_values(%x = %zero) -> (tile<i32>) {\n      %y = addi %x, %one : tile<i32>\n      continue %y : tile<i32>\n    }\n    %s = store_ptr_tko weak %o, %e : tile<ptr<i32>>, tile<i32> -> token"), UNSPECIFIED, ["zeros(1,i32)", "zeros(1,i32)", "0"], ["zeros(1,i32)", "zeros(1,i32)", "1"], 1),
    ("tensor-stored", view_partly("f32", DOUBLED), UNSPECIFIED, ["zeros(10x16,f32)", "zeros(16x16,f32)", "10", "16"], ["zeros(16x16,f32)", "zeros(16x16,f32)", "16", "16"], 1),
    ("tensor-columns", view_partly("f32", DOUBLED), UNSPECIFIED, ["zeros(16x15,f32)", "zeros(16x16,f32)", "16", "15"], ["zeros(16x16,f32)", "zeros(16x16,f32)", "16", "16"], 1),
    ("tensor-product", view_partly("f32", "%c = constant <f32: 0.0> : tile<16x16xf32>\n    %r = mmaf %v, %v, %c : tile<16x16xf32>, tile<16x16xf32>, tile<16x16xf32>"), UNSPECIFIED, ["full(10x10,f32,1)", "zeros(16x16,f32)", "10", "10"], ["full(16x16,f32,1)", "zeros(16x16,f32)", "16", "16"], 1),
    ("tensor-turned", view_partly("i32", "%r = permute %v [1, 0] : tile<16x16xi32> -> tile<16x16xi32>"), UNSPECIFIED, ["zeros(16x9,i32)", "zeros(16x16,i32)", "16", "9"], ["zeros(16x16,i32)", "zeros(16x16,i32)", "16", "16"], 1),
    ("tensor-strided", view_partly("f32", DOUBLED, kind="strided_view<tile=(16x16), traversal_strides=[8,8], {}>", make="make_strided_view", index="%z1, %z0", more="%z1 = constant <i32: 1> : tile<i32>"), UNSPECIFIED, ["zeros(20x16,f32)", "zeros(16x16,f32)", "20", "16"], ["zeros(24x16,f32)", "zeros(16x16,f32)", "24", "16"], 1),
    ("tensor-gathered", view_partly("f32", DOUBLED, kind="gather_scatter_view<tile=(16x16), {}, sparse_dim = 0>", make="make_gather_scatter_view", index="%gi, %z0", more="%gi = iota : tile<16xi32>", index_type="tile<16xi32>, tile<i32>"), UNSPECIFIED, ["zeros(16x12,f32)", "zeros(16x16,f32)", "16", "12"], ["zeros(16x16,f32)", "zeros(16x16,f32)", "16", "16"], 1),
]


def run(tessera, kernel, arguments, grid, road):
    command = [tessera, "run", str(kernel), "--grid", str(grid), road, *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=60)


def check(tessera, folder, row):
    """What is wrong with one row; nothing where all is well."""
    name, kernel, kind, wrong, right, grid = row
    parameters, body, *more = kernel
    path = Path(folder) / f"{name}.mlir"
    path.write_text("cuda_tile.module @m {\n" + "".join(f"  {text}\n" for text in more) +
                    f"  entry @k({parameters}) {{\n{body}\n  }}\n}}\n")
    problems, firsts = [], []
    for road in ("--check=memory", "--interpret"):
        result = run(tessera, path, wrong, grid, road)
        errors = re.findall(r"^\S+?:(\d+:\d+): error: (.*)", result.stderr, re.MULTILINE)
        if result.returncode == 0 or not errors:
            problems.append(f"{road} finds nothing: {result.stderr.strip()[:300]}")
            continue
        firsts.append(errors[0])
        if not errors[0][1].startswith(kind + ": "):
            problems.append(f"{road}: expected {kind}, got {errors[0][1]}")
        result = run(tessera, path, right, grid, road)
        if result.returncode != 0 or result.stderr:
            problems.append(f"{road}: false finding: {result.stderr.strip()[:300]}")
    if len(firsts) == 2 and firsts[0] != firsts[1]:
        problems.append(f"the findings differ:\n    {firsts[0]}\n    {firsts[1]}")
    return [f"{name}: {problem}" for problem in problems]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tessera", default="tessera")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(2) as pool:
        problems = sum(pool.map(lambda row: check(options.tessera, folder, row), FAULTS), [])
    for problem in problems:
        print(problem)
    failed = {problem.split(":")[0] for problem in problems}
    print(f"{len(FAULTS) - len(failed)} of {len(FAULTS)} faults found alike by both, none in the right kernels")
    return bool(problems)


if __name__ == "__main__":
    sys.exit(main())
