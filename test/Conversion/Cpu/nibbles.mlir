// Elements of 4 bits through views: whole and partial tiles, rows of an even and an odd number of
// elements, short rows, columns. What the compiled kernel stores is what the interpreter stores.

// RUN: rm -rf %t && mkdir %t
// RUN: %python -c "import numpy as np; np.save(r'%t/in.npy', np.random.default_rng(5).integers(0, 256, 2048, dtype=np.uint8))"
// RUN: tessera run --interpret %s --entry rows --grid 3,2 %t/in.npy:f4E2M1FN 'zeros(4096,f4E2M1FN)=>%t/even.npy' 20 50 64
// RUN: tessera run %s --entry rows --grid 3,2 --opt-level 0 %t/in.npy:f4E2M1FN 'zeros(4096,f4E2M1FN)' 20 50 64 --expect 1=%t/even.npy | FileCheck %s
// RUN: tessera run %s --entry rows --grid 3,2 %t/in.npy:f4E2M1FN 'zeros(4096,f4E2M1FN)' 20 50 64 --expect 1=%t/even.npy | FileCheck %s
// RUN: tessera run --interpret %s --entry rows --grid 3,2 %t/in.npy:f4E2M1FN 'zeros(4096,f4E2M1FN)=>%t/odd.npy' 24 64 65
// RUN: tessera run %s --entry rows --grid 3,2 %t/in.npy:f4E2M1FN 'zeros(4096,f4E2M1FN)' 24 64 65 --expect 1=%t/odd.npy | FileCheck %s
// RUN: tessera run --interpret %s --entry short_rows --grid 2,4 %t/in.npy:f4E2M1FN 'zeros(4096,f4E2M1FN)=>%t/short.npy' 64 8 8
// RUN: tessera run %s --entry short_rows --grid 2,4 %t/in.npy:f4E2M1FN 'zeros(4096,f4E2M1FN)' 64 8 8 --expect 1=%t/short.npy | FileCheck %s
// RUN: tessera run --interpret %s --entry columns --grid 2,2 %t/in.npy:f4E2M1FN 'zeros(4096,f4E2M1FN)=>%t/columns.npy' 32 60 64
// RUN: tessera run %s --entry columns --grid 2,2 %t/in.npy:f4E2M1FN 'zeros(4096,f4E2M1FN)' 32 60 64 --expect 1=%t/columns.npy | FileCheck %s
// CHECK: 4096 elements match {{.*}}, max error 0{{$}}

!rows = !cuda_tile.tensor_view<?x?xf4E2M1FN, strides=[?,1]>
!tiles = !cuda_tile.partition_view<tile=(8x32), padding_value = zero, !rows>
!short_tiles = !cuda_tile.partition_view<tile=(32x2), padding_value = zero, !rows>
!columns = !cuda_tile.tensor_view<?x?xf4E2M1FN, strides=[1,?]>
!column_tiles = !cuda_tile.partition_view<tile=(16x32), padding_value = zero, !columns>

cuda_tile.module @nibbles {
  entry @rows(%in: tile<ptr<f4E2M1FN>>, %out: tile<ptr<f4E2M1FN>>, %m: tile<i32>, %n: tile<i32>, %stride: tile<i32>) {
    %i, %j, %k = get_tile_block_id : tile<i32>
    %a = make_tensor_view %in, shape = [%m, %n], strides = [%stride, 1] : tile<i32> -> !rows
    %b = make_tensor_view %out, shape = [%m, %n], strides = [%stride, 1] : tile<i32> -> !rows
    %pa = make_partition_view %a : !tiles
    %pb = make_partition_view %b : !tiles
    %x, %t0 = load_view_tko weak %pa[%i, %j] : !tiles, tile<i32> -> tile<8x32xf4E2M1FN>, token
    %w = ftof %x : tile<8x32xf4E2M1FN> -> tile<8x32xf32>
    %h = constant <f32: -0.5> : tile<8x32xf32>
    %y = mulf %w, %h rounding<nearest_even> : tile<8x32xf32>
    %q = ftof %y : tile<8x32xf32> -> tile<8x32xf4E2M1FN>
    %t1 = store_view_tko weak %q, %pb[%i, %j] : tile<8x32xf4E2M1FN>, !tiles, tile<i32> -> token
    return
  }
  entry @short_rows(%in: tile<ptr<f4E2M1FN>>, %out: tile<ptr<f4E2M1FN>>, %m: tile<i32>, %n: tile<i32>, %stride: tile<i32>) {
    %i, %j, %k = get_tile_block_id : tile<i32>
    %a = make_tensor_view %in, shape = [%m, %n], strides = [%stride, 1] : tile<i32> -> !rows
    %b = make_tensor_view %out, shape = [%m, %n], strides = [%stride, 1] : tile<i32> -> !rows
    %pa = make_partition_view %a : !short_tiles
    %pb = make_partition_view %b : !short_tiles
    %x, %t0 = load_view_tko weak %pa[%i, %j] : !short_tiles, tile<i32> -> tile<32x2xf4E2M1FN>, token
    %t1 = store_view_tko weak %x, %pb[%i, %j] : tile<32x2xf4E2M1FN>, !short_tiles, tile<i32> -> token
    return
  }
  entry @columns(%in: tile<ptr<f4E2M1FN>>, %out: tile<ptr<f4E2M1FN>>, %m: tile<i32>, %n: tile<i32>, %stride: tile<i32>) {
    %i, %j, %k = get_tile_block_id : tile<i32>
    %a = make_tensor_view %in, shape = [%m, %n], strides = [1, %stride] : tile<i32> -> !columns
    %b = make_tensor_view %out, shape = [%m, %n], strides = [1, %stride] : tile<i32> -> !columns
    %pa = make_partition_view %a : !column_tiles
    %pb = make_partition_view %b : !column_tiles
    %x, %t0 = load_view_tko weak %pa[%i, %j] : !column_tiles, tile<i32> -> tile<16x32xf4E2M1FN>, token
    %t1 = store_view_tko weak %x, %pb[%i, %j] : tile<16x32xf4E2M1FN>, !column_tiles, tile<i32> -> token
    return
  }
}
