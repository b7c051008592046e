# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""doubling.py N: a loop that carries a tile, and doubles or squares it N times."""
import sys

VIEW = "tensor_view<16x16xf32, strides=[16,1]>"
PARTS = f"partition_view<tile=(16x16), {VIEW}>"
TILE = "tile<16x16xf32>"
count = int(sys.argv[1])
print(f"""cuda_tile.module @m {{
  entry @k(%p: tile<ptr<f32>>) {{
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %four = constant <i32: 4> : tile<i32>
    %t = make_tensor_view %p, shape = [16, 16], strides = [16, 1] : {VIEW}
    %v = make_partition_view %t : {PARTS}
    %x, %t0 = load_view_tko weak %v[%zero, %zero] : {PARTS}, tile<i32> -> {TILE}, token
    %r = for %i in (%zero to %four, step %one) : tile<i32> iter_values(%a0 = %x) -> ({TILE}) {{""")
for i in range(count):
    print(f"      %a{i + 1} = {'mulf' if i % 2 else 'addf'} %a{i}, %a{i} : {TILE}")
print(f"""      continue %a{count} : {TILE}
    }}
    %t1 = store_view_tko weak %r, %v[%zero, %zero] token = %t0 : {TILE}, {PARTS}, tile<i32> -> token
    return
  }}
}}""")
