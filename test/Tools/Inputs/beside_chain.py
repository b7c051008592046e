# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints the module of file argv[1] with one more kernel, a chain of argv[2] additions."""
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    print(file.read().rstrip().removesuffix("}"))
count = int(sys.argv[2])
print("""  entry @chain(%p: tile<ptr<f32>>) {
    %one = reshape %p : tile<ptr<f32>> -> tile<1xptr<f32>>
    %all = broadcast %one : tile<1xptr<f32>> -> tile<1024xptr<f32>>
    %lane = iota : tile<1024xi32>
    %q = offset %all, %lane : tile<1024xptr<f32>>, tile<1024xi32> -> tile<1024xptr<f32>>
    %v0, %r = load_ptr_tko weak %q : tile<1024xptr<f32>> -> tile<1024xf32>, token""")
for i in range(count):
    print(f"    %v{i + 1} = addf %v{i}, %v{max(0, i - 3)} : tile<1024xf32>")
print(f"    %w = store_ptr_tko weak %q, %v{count} token=%r : tile<1024xptr<f32>>, tile<1024xf32> -> token")
print("    return\n  }\n}")
