# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A kernel that compares numbers of elements with a bound, in the nvvm dialect.

  element_tests.py COUNT PREDICATE [swapped]

A thread loads `first`, a multiple of 64, and `bound`, and stores whether first + k PREDICATE
bound for each k below COUNT; with "swapped" whether bound PREDICATE first + k.
"""
import sys

count, predicate, swapped = int(sys.argv[1]), sys.argv[2], "swapped" in sys.argv
lines = ["llvm.func @k(%firsts: !llvm.ptr<1>, %bounds: !llvm.ptr<1>, %out: !llvm.ptr<1>)",
         "    attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32>} {",
         "  %tid = nvvm.read.ptx.sreg.tid.x : i32",
         "  %mask = llvm.mlir.constant(-64 : i32) : i32"]
for name in "firsts", "bounds":
    lines += [f"  %from_{name} = llvm.getelementptr %{name}[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32",
              f"  %{name}_loaded = llvm.load %from_{name} : !llvm.ptr<1> -> i32"]
lines += ["  %first = llvm.and %firsts_loaded, %mask : i32"]
for k in range(count):
    a, b = ("%bounds_loaded", f"%n{k}") if swapped else (f"%n{k}", "%bounds_loaded")
    lines += [f"  %c{k} = llvm.mlir.constant({k} : i32) : i32",
              f"  %n{k} = llvm.or disjoint %first, %c{k} : i32",
              f'  %t{k} = llvm.icmp "{predicate}" {a}, {b} : i32',
              f"  %w{k} = llvm.zext %t{k} : i1 to i32",
              f"  %o{k} = llvm.mlir.constant({32 * k} : i32) : i32",
              f"  %i{k} = llvm.add %tid, %o{k} : i32",
              f"  %p{k} = llvm.getelementptr %out[%i{k}] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32",
              f"  llvm.store %w{k}, %p{k} : i32, !llvm.ptr<1>"]
print("\n".join(lines + ["  llvm.return", "}"]))
