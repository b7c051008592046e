// RUN: tessera-opt %s | tessera-opt | FileCheck %s
// RUN: tessera-opt %s --mlir-print-op-generic | tessera-opt | FileCheck %s

// Accesses, synchronous and asynchronous, with every ordering, scope and optional operand.

!v = !nv_tileaa.tiled_view<16x8xf32, memref<64x48xf32, strides = [48, 1]>>
!vi = !nv_tileaa.tiled_view<16x8xi32, memref<64x48xi32, strides = [48, 1]>>
!gs = !nv_tileaa.tiled_view<16x8xf32, memref<64x48xf32, strides = [48, 1]>, sparse_dim = 0>
!s = !nv_tileas.tiled_view<16x8xf32, smem>

// CHECK: func @views(%[[V:.*]]: !nv_tileaa.tiled_view<16x8xf32, memref<64x48xf32, strides = [48, 1]>>, %{{.*}}: !nv_tileaa{{.*}}, %[[I:.*]]: index, %[[A:.*]]: tensor<16x8xf32>, %[[N:.*]]: tensor<16x8xi32>, %[[M:.*]]: tensor<16x8xi1>, %[[T:.*]]: !nv_tileaa.mem_token, %[[U:.*]]: !nv_tileas.async.token)
nv_tileaa.func @views(%v: !v, %vi: !vi, %i: index, %a: tensor<16x8xf32>, %n: tensor<16x8xi32>, %m: tensor<16x8xi1>, %t: !nv_tileaa.mem_token, %u: !nv_tileas.async.token) {
  // CHECK: nv_tileas.tiled_load %[[V]][%[[I]], %[[I]]] {atom = #nv_tileas<atom copy>} : !nv_tileaa.tiled_view<16x8xf32, memref<64x48xf32, strides = [48, 1]>> -> tile<16x8xf32>
  %0 = nv_tileas.tiled_load %v[%i, %i] {atom = #nv_tileas<atom copy>} : !v -> tile<16x8xf32>
  // CHECK: %{{.*}}, %{{.*}} = nv_tileas.tiled_load acquire gpu %[[V]][%[[I]], %[[I]]] offsets[%[[I]], %[[I]]] mask = %[[M]] in_bounds [true, false] token = %[[T]] : !nv_tileaa.mem_token optimization_hints = <sm_100 = {latency = 4}> {atom = #nv_tileas<atom copy box [16, 8]>, padding_value = 1.000000e+00 : f32}
  %1, %2 = nv_tileas.tiled_load acquire gpu %v[%i, %i] offsets[%i, %i] mask = %m in_bounds [true, false] token = %t : !nv_tileaa.mem_token optimization_hints = <sm_100 = {latency = 4}> {atom = #nv_tileas<atom copy box [16, 8]>, padding_value = 1.0 : f32} : !v -> tile<16x8xf32>
  // CHECK: %{{.*}}, %{{.*}} = nv_tileas.tiled_load weak %[[V]][%[[I]], %[[I]]] token = %[[U]] : !nv_tileas.async.token {atom = #nv_tileas<atom tma_load_2d>}
  %3, %4 = nv_tileas.tiled_load weak %v[%i, %i] token = %u : !nv_tileas.async.token {atom = #nv_tileas<atom tma_load_2d>} : !v -> tile<16x8xf32>
  // CHECK: nv_tileas.tiled_store weak %{{.*}} {atom = #nv_tileas<atom copy>, nv_tileas.cache_hint = #nv_tileas<cache_hint evict_first>}
  nv_tileas.tiled_store weak %a, %v[%i, %i] {atom = #nv_tileas<atom copy>, nv_tileas.cache_hint = #nv_tileas<cache_hint evict_first>} : tile<16x8xf32>, !v
  // CHECK: nv_tileas.tiled_store weak %[[A]], %[[V]][%[[I]], %[[I]]] {atom = #nv_tileas<atom copy>} : tile<16x8xf32>, !nv_tileaa.tiled_view
  nv_tileas.tiled_store weak %a, %v[%i, %i] {atom = #nv_tileas<atom copy>} : tile<16x8xf32>, !v
  // CHECK: %{{.*}} = nv_tileas.tiled_store release cluster %[[A]], %[[V]][%[[I]], %[[I]]] offsets[%[[I]], %[[I]]] mask = %[[M]] token = %[[T]] : !nv_tileaa.mem_token {atom = #nv_tileas<atom copy>}
  %5 = nv_tileas.tiled_store release cluster %a, %v[%i, %i] offsets[%i, %i] mask = %m token = %t : !nv_tileaa.mem_token {atom = #nv_tileas<atom copy>} : tile<16x8xf32>, !v
  // CHECK: nv_tileas.tiled_atomic_rmw relaxed tl_blk addf %[[A]], %[[V]][%[[I]], %[[I]]] {atom = #nv_tileas<atom reduce>} : tile<16x8xf32>, !nv_tileaa.tiled_view<16x8xf32, memref<64x48xf32, strides = [48, 1]>>{{$}}
  nv_tileas.tiled_atomic_rmw relaxed tl_blk addf %a, %v[%i, %i] {atom = #nv_tileas<atom reduce>} : tile<16x8xf32>, !v
  // CHECK: nv_tileas.tiled_atomic_rmw weak xchg %[[A]], %[[V]][%[[I]], %[[I]]] {atom = #nv_tileas<atom copy>}
  nv_tileas.tiled_atomic_rmw weak xchg %a, %v[%i, %i] {atom = #nv_tileas<atom copy>} : tile<16x8xf32>, !v
  // CHECK: nv_tileas.tiled_atomic_rmw add %[[A]], %[[V]][%[[I]], %[[I]]] {atom = #nv_tileas<atom copy>}
  nv_tileas.tiled_atomic_rmw add %a, %v[%i, %i] {atom = #nv_tileas<atom copy>} : tile<16x8xf32>, !v
  // CHECK: %{{.*}}, %{{.*}} = nv_tileas.tiled_atomic_rmw acquire_release sys umax %[[N]], %{{.*}}[%[[I]], %[[I]]] token = %[[T]] : !nv_tileaa.mem_token {atom = #nv_tileas<atom copy>} : tile<16x8xi32>, !nv_tileaa.tiled_view<16x8xi32, memref<64x48xi32, strides = [48, 1]>> -> tile<16x8xi32>
  %6, %7 = nv_tileas.tiled_atomic_rmw acquire_release sys umax %n, %vi[%i, %i] token = %t : !nv_tileaa.mem_token {atom = #nv_tileas<atom copy>} : tile<16x8xi32>, !vi -> tile<16x8xi32>
  nv_tileaa.return
}

// CHECK: func @others(%[[G:.*]]: !nv_tileaa.tiled_view<16x8xf32, {{.*}}sparse_dim = 0>, %[[R:.*]]: tensor<16xi32>, %[[I:.*]]: index, %[[A:.*]]: tensor<16x8xf32>, %[[P:.*]]: tensor<8x!nv_tileaa.ptr<f32>>, %[[X:.*]]: tensor<8xf32>, %[[M:.*]]: tensor<8xi1>, %[[T:.*]]: !nv_tileaa.mem_token, %[[S:.*]]: !nv_tileas.tiled_view<16x8xf32, smem>, %[[V:.*]]: !nv_tileaa.tiled_view<16x8xf32, {{.*}}>, %[[S8:.*]]: !nv_tileas.tiled_view<8xf32, smem>)
nv_tileaa.func @others(%g: !gs, %r: tensor<16xi32>, %i: index, %a: tensor<16x8xf32>, %p: tensor<8x!nv_tileaa.ptr<f32>>, %x: tensor<8xf32>, %m: tensor<8xi1>, %t: !nv_tileaa.mem_token, %s: !s, %v: !v, %s8: !nv_tileas.tiled_view<8xf32, smem>) {
  // CHECK: nv_tileas.gather_load %[[G]][%[[R]], %[[I]]] {padding_value = 0.000000e+00 : f32} : !nv_tileaa.tiled_view<16x8xf32, memref<64x48xf32, strides = [48, 1]>, sparse_dim = 0>[tile<16xi32>, index] -> tile<16x8xf32>
  %0 = nv_tileas.gather_load %g[%r, %i] {padding_value = 0.0 : f32} : !gs[tile<16xi32>, index] -> tile<16x8xf32>
  // CHECK: nv_tileas.scatter_store relaxed gpu %[[A]], %[[G]][%[[R]], %[[I]]] in_bounds [true, true] token = %[[T]] : !nv_tileaa.mem_token : tile<16x8xf32>
  %1 = nv_tileas.scatter_store relaxed gpu %a, %g[%r, %i] in_bounds [true, true] token = %t : !nv_tileaa.mem_token : tile<16x8xf32>, !gs[tile<16xi32>, index]
  // CHECK: nv_tileas.load weak %[[P]], mask = %[[M]], other = %[[X]] : tile<8x!nv_tileaa.ptr<f32>> -> tile<8xf32>
  %2 = nv_tileas.load weak %p, mask = %m, other = %x : tile<8x!nv_tileaa.ptr<f32>> -> tile<8xf32>
  // CHECK: nv_tileas.load relaxed sys %[[P]] token = %[[T]] : !nv_tileaa.mem_token : tile<8x!nv_tileaa.ptr<f32>> -> tile<8xf32>
  %3, %4 = nv_tileas.load relaxed sys %p token = %t : !nv_tileaa.mem_token : tile<8x!nv_tileaa.ptr<f32>> -> tile<8xf32>
  // CHECK: nv_tileas.store release gpu %[[P]], %[[X]], mask = %[[M]] : tile<8x!nv_tileaa.ptr<f32>>, tile<8xf32>
  nv_tileas.store release gpu %p, %x, mask = %m : tile<8x!nv_tileaa.ptr<f32>>, tile<8xf32>
  // CHECK: nv_tileas.copy %[[V]], %[[S]] {atom = #nv_tileas<atom copy>} : !nv_tileaa.tiled_view<{{.*}}>, !nv_tileas.tiled_view<16x8xf32, smem>
  nv_tileas.copy %v, %s {atom = #nv_tileas<atom copy>} : !v, !s
  // CHECK: nv_tileas.async.copy %[[V]], %[[S]] token = %[[T]] : !nv_tileaa.mem_token {atom = #nv_tileas<atom cp_async>} : {{.*}} -> !nv_tileas.async.token
  %5 = nv_tileas.async.copy %v, %s token = %t : !nv_tileaa.mem_token {atom = #nv_tileas<atom cp_async>} : !v, !s -> !nv_tileas.async.token
  // CHECK: nv_tileas.async.load %[[P]], %[[S8]], mask = %[[M]] {atom = #nv_tileas<atom cp_async>} : tile<8x!nv_tileaa.ptr<f32>>, !nv_tileas.tiled_view<8xf32, smem> -> !nv_tileas.async.token
  %6 = nv_tileas.async.load %p, %s8, mask = %m {atom = #nv_tileas<atom cp_async>} : tile<8x!nv_tileaa.ptr<f32>>, !nv_tileas.tiled_view<8xf32, smem> -> !nv_tileas.async.token
  // CHECK: nv_tileas.async.store %[[P]], %[[X]] : tile<8x!nv_tileaa.ptr<f32>>, tile<8xf32> -> !nv_tileas.async.token
  %7 = nv_tileas.async.store %p, %x : tile<8x!nv_tileaa.ptr<f32>>, tile<8xf32> -> !nv_tileas.async.token
  // CHECK: nv_tileas.async.wait %{{.*}}, %{{.*}}
  %8 = nv_tileas.async.wait %6, %7
  // CHECK: nv_tileas.async.tiled_load %[[V]][%[[I]], %[[I]]] token = %{{.*}} : !nv_tileaa.mem_token {atom = #nv_tileas<atom copy>} : {{.*}} -> !nv_tileas.async.value<tile<16x8xf32>>
  %9, %10 = nv_tileas.async.tiled_load %v[%i, %i] token = %8 : !nv_tileaa.mem_token {atom = #nv_tileas<atom copy>} : !v -> !nv_tileas.async.value<tile<16x8xf32>>
  // CHECK: nv_tileas.async.future_wait %{{.*}} : !nv_tileas.async.value<tile<16x8xf32>> -> tile<16x8xf32>
  %11 = nv_tileas.async.future_wait %9 : !nv_tileas.async.value<tile<16x8xf32>> -> tile<16x8xf32>
  // CHECK: nv_tileas.async.to_async %{{.*}} : tile<16x8xf32> -> !nv_tileas.async.value<tile<16x8xf32>>
  %12 = nv_tileas.async.to_async %11 : tile<16x8xf32> -> !nv_tileas.async.value<tile<16x8xf32>>
  // CHECK: nv_tileas.async.token_to_async %{{.*}}
  %13 = nv_tileas.async.token_to_async %10
  nv_tileaa.return
}

// CHECK: func @slices
nv_tileaa.func @slices(%a: tensor<4x8xf32>, %b: tensor<16x8xf32>, %i: index) {
  // CHECK: %[[S:.*]] = nv_tileas.alloc_tensor : !nv_tileas.tiled_view<16x8xf32, smem>
  %s = nv_tileas.alloc_tensor : !s
  // CHECK: nv_tileas.alloc_tensor : tile<16x8xf32>
  %t = nv_tileas.alloc_tensor : tile<16x8xf32>
  // CHECK: nv_tileas.extract_slice %{{.*}}[%{{.*}}, %{{.*}}] : tile<16x8xf32> -> tile<4x8xf32>
  %0 = nv_tileas.extract_slice %b[%i, %i] : tile<16x8xf32> -> tile<4x8xf32>
  // CHECK: nv_tileas.extract_slice %[[S]][%{{.*}}, %{{.*}}] : !nv_tileas.tiled_view<16x8xf32, smem> -> !nv_tileas.tiled_view<4x8xf32, smem>
  %1 = nv_tileas.extract_slice %s[%i, %i] : !s -> !nv_tileas.tiled_view<4x8xf32, smem>
  // CHECK: nv_tileas.insert_slice %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}}] : tile<4x8xf32>, tile<16x8xf32>
  %2 = nv_tileas.insert_slice %a, %b[%i, %i] : tile<4x8xf32>, tile<16x8xf32>
  // CHECK: nv_tileas.insert_slice %{{.*}}, %[[S]][%{{.*}}, %{{.*}}] : tile<4x8xf32>, !nv_tileas.tiled_view<16x8xf32, smem>
  %3 = nv_tileas.insert_slice %a, %s[%i, %i] : tile<4x8xf32>, !s
  // CHECK: nv_tileas.async.extract_slice %{{.*}}[%{{.*}}, %{{.*}}] : tile<16x8xf32> -> !nv_tileas.async.value<tile<4x8xf32>>
  %4 = nv_tileas.async.extract_slice %b[%i, %i] : tile<16x8xf32> -> !nv_tileas.async.value<tile<4x8xf32>>
  // CHECK: nv_tileas.async.insert_slice %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}}] : tile<4x8xf32>, tile<16x8xf32> -> !nv_tileas.async.value<tile<16x8xf32>>
  %5 = nv_tileas.async.insert_slice %a, %b[%i, %i] : tile<4x8xf32>, tile<16x8xf32> -> !nv_tileas.async.value<tile<16x8xf32>>
  nv_tileaa.return
}

// CHECK: func @scalars
nv_tileaa.func @scalars(%x: i32, %w: !nv_tileas.tiled_view<1xi32, smem>) {
  // CHECK: nv_tileas.store_scalar %{{.*}}, %[[W:.*]] : i32, !nv_tileas.tiled_view<1xi32, smem>
  nv_tileas.store_scalar %x, %w : i32, !nv_tileas.tiled_view<1xi32, smem>
  // CHECK: nv_tileas.load_scalar %[[W]] : !nv_tileas.tiled_view<1xi32, smem> -> i32
  %0 = nv_tileas.load_scalar %w : !nv_tileas.tiled_view<1xi32, smem> -> i32
  // CHECK: nv_tileas.load_peer_scalar %[[W]] : !nv_tileas.tiled_view<1xi32, smem> -> i32
  %2 = nv_tileas.load_peer_scalar %w : !nv_tileas.tiled_view<1xi32, smem> -> i32
  // CHECK: %[[H:.*]] = nv_tileas.claim_heap {bytes = 64 : i64, zeroed}
  %1 = nv_tileas.claim_heap {bytes = 64 : i64, zeroed}
  // CHECK: nv_tileas.release_heap %[[H]]
  nv_tileas.release_heap %1
  nv_tileaa.return
}
