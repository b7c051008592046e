// Both factors of a product of f64 and its sums are 128 registers of a thread
// each. The target has no shared memory for the factors, so the product is made
// in parts; and as threads have no registers for them either, parts are loaded
// where they are used.
//
// RUN: tessera compile %s --target sm_120a --emit tileas -o - | FileCheck %s
// RUN: tessera compile %s --target sm_80 --emit tileas -o - | FileCheck %s
// CHECK-LABEL: func @product
// CHECK-NOT: tiled_load{{.*}} -> tile<128x128xf64
// CHECK: nv_tileas.tiled_load weak {{.*}} -> tile<64x128xf64
// CHECK: nv_tileas.tiled_load weak {{.*}} -> tile<128x{{32|64}}xf64
// CHECK: nv_tileas.dot
// CHECK-NOT: tiled_load{{.*}} -> tile<128x128xf64
//
// What a store may have changed is loaded before it.
// CHECK-LABEL: func @stored_between
// CHECK: nv_tileas.tiled_load{{.*}} -> tile<128x128xf64
// CHECK: nv_tileas.tiled_store
// CHECK: nv_tileas.dot
//
// Parts that stick out, and one that is outside:
// RUN: tessera run %s --entry product --interpret --grid 2,2 "rand(150x140,f64,1)" "rand(140x170,f64,2)" "zeros(150x170,f64)=>%t.npy" 150 170 140
// RUN: tessera run %s --entry product --target sm_120a --schedules 2 --grid 2,2 "rand(150x140,f64,1)" "rand(140x170,f64,2)" "zeros(150x170,f64)" 150 170 140 --expect 2=%t.npy --tol 1e-12,1e-12
// RUN: tessera run %s --entry product --target sm_80 --schedules 2 --grid 2,2 "rand(150x140,f64,1)" "rand(140x170,f64,2)" "zeros(150x170,f64)" 150 170 140 --expect 2=%t.npy --tol 1e-12,1e-12

!m = !cuda_tile.tensor_view<?x?xf64, strides=[?,1]>
!p = !cuda_tile.partition_view<tile=(128x128), padding_value = zero, !m>
!one = !cuda_tile.tensor_view<128xf64, strides=[1]>
!q = !cuda_tile.partition_view<tile=(128), !one>

cuda_tile.module @m {
  entry @product(%a_arg: tile<ptr<f64>>, %b_arg: tile<ptr<f64>>, %c_arg: tile<ptr<f64>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>) {
    %va = make_tensor_view %a_arg, shape = [%m, %k], strides = [%k, 1] : tile<i32> -> !m
    %vb = make_tensor_view %b_arg, shape = [%k, %n], strides = [%n, 1] : tile<i32> -> !m
    %vc = make_tensor_view %c_arg, shape = [%m, %n], strides = [%n, 1] : tile<i32> -> !m
    %xa = make_partition_view %va : !p
    %xb = make_partition_view %vb : !p
    %xc = make_partition_view %vc : !p
    %i, %j, %l = get_tile_block_id : tile<i32>
    %c0 = constant <i32: 0> : tile<i32>
    %x, %rx = load_view_tko weak %xa[%i, %c0] : !p, tile<i32> -> tile<128x128xf64>, token
    %y, %ry = load_view_tko weak %xb[%c0, %j] : !p, tile<i32> -> tile<128x128xf64>, token
    %zero = constant <f64: 0.0> : tile<128x128xf64>
    %z = mmaf %x, %y, %zero : tile<128x128xf64>, tile<128x128xf64>, tile<128x128xf64>
    %w = store_view_tko weak %z, %xc[%i, %j] : tile<128x128xf64>, !p, tile<i32> -> token
    return
  }

  entry @stored_between(%a_arg: tile<ptr<f64>>, %b_arg: tile<ptr<f64>>, %c_arg: tile<ptr<f64>>, %k: tile<i32>) {
    %va = make_tensor_view %a_arg, shape = [%k, %k], strides = [%k, 1] : tile<i32> -> !m
    %vb = make_tensor_view %b_arg, shape = [%k, %k], strides = [%k, 1] : tile<i32> -> !m
    %vc = make_tensor_view %c_arg, shape = [%k, %k], strides = [%k, 1] : tile<i32> -> !m
    %vd = make_tensor_view %a_arg, shape = [128], strides = [1] : !one
    %xa = make_partition_view %va : !p
    %xb = make_partition_view %vb : !p
    %xc = make_partition_view %vc : !p
    %xd = make_partition_view %vd : !q
    %c0 = constant <i32: 0> : tile<i32>
    %ones = constant <f64: 1.0> : tile<128xf64>
    %x, %rx = load_view_tko weak %xa[%c0, %c0] : !p, tile<i32> -> tile<128x128xf64>, token
    %y, %ry = load_view_tko weak %xb[%c0, %c0] : !p, tile<i32> -> tile<128x128xf64>, token
    %s = store_view_tko weak %ones, %xd[%c0] token = %rx : tile<128xf64>, !q, tile<i32> -> token
    %zero = constant <f64: 0.0> : tile<128x128xf64>
    %z = mmaf %x, %y, %zero : tile<128x128xf64>, tile<128x128xf64>, tile<128x128xf64>
    %w = store_view_tko weak %z, %xc[%c0, %c0] : tile<128x128xf64>, !p, tile<i32> -> token
    return
  }
}
