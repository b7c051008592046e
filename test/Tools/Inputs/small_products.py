# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""small_products.py COUNT SIZE: a kernel that squares a matrix of f32 COUNT times, as kernels
that invert a triangular matrix by squaring do."""

import sys

count, size = int(sys.argv[1]), int(sys.argv[2])
tile = f"tile<{size}x{size}xf32>"
tensor = f"tensor_view<{size}x{size}xf32, strides=[{size},1]>"
view = f"partition_view<tile=({size}x{size}), {tensor}>"
print(f"""cuda_tile.module @m {{
  entry @power(%x: tile<ptr<f32>>, %y: tile<ptr<f32>>) {{
    %i = constant <i32: 0> : tile<i32>
    %zero = constant <f32: 0.0> : {tile}
    %v = make_tensor_view %x, shape = [{size}, {size}], strides = [{size}, 1] : {tensor}
    %w = make_tensor_view %y, shape = [{size}, {size}], strides = [{size}, 1] : {tensor}
    %from = make_partition_view %v : {view}
    %to = make_partition_view %w : {view}
    %p0, %t = load_view_tko weak %from[%i, %i] : {view}, tile<i32> -> {tile}, token""")
for i in range(count):
    print(f"    %p{i + 1} = mmaf %p{i}, %p{i}, %zero : {tile}, {tile}, {tile}")
print(f"    %u = store_view_tko weak %p{count}, %to[%i, %i] : {tile}, {view}, tile<i32> -> token")
print("  }\n}")
