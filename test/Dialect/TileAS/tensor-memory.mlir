// RUN: tessera-opt %s | tessera-opt | FileCheck %s
// RUN: tessera-opt %s --mlir-print-op-generic | tessera-opt | FileCheck %s

// Products in tensor memory: a block claims columns, an accumulator has a place
// in them, one thread issues products, and all threads wait for a commit.

#a = #nv_tileas.layout<{offset: [(0,1), (0,2), (0,4), (0,8), (1,0), (2,0), (4,8), (8,0), (16,0), (32,0)]} -> (dim0:64, dim1:16)>
#b = #nv_tileas.layout<{offset: [(1,0), (2,0), (4,0), (8,0), (0,1), (0,2), (8,4)]} -> (dim0:16, dim1:8)>
#ia = #nv_tileas.layout<{offset: [(0,1), (0,2), (0,4), (0,8), (0,16), (1,0), (2,0), (4,16), (8,0), (16,0), (32,0)]} -> (dim0:64, dim1:32)>
#ib = #nv_tileas.layout<{offset: [(1,0), (2,0), (4,0), (8,0), (16,0), (0,1), (0,2), (16,4)]} -> (dim0:32, dim1:8)>
#slice = #nv_tileas.layout<{tmemlane: [(1,0), (2,0), (4,0), (8,0), (0,0), (16,0), (32,0)], tmemcolumn: [(0,1), (0,2)]} -> (dim0:64, dim1:4)>
#place = #nv_tileas.layout<{tmemlane: [(1,0), (2,0), (4,0), (8,0), (0,0), (16,0), (32,0)], tmemcolumn: [(0,1), (0,2), (0,4)]} -> (dim0:64, dim1:8)>
#registers = #nv_tileas.layout<{register: [(0,1), (8,0)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)], warp: [(16,0), (32,0)]} -> (dim0:64, dim1:8)>

#rows = #nv_tileas.layout<{register: [(0,1), (0,2), (0,4)], lane: [(1,0), (2,0), (4,0), (8,0), (0,0)], warp: [(16,0), (32,0)]} -> (dim0:64, dim1:8)>
#row = #nv_tileas.layout<{lane: [(1), (2), (4), (8), (0)], warp: [(16), (32)]} -> (dim0:64)>
#parts = #nv_tileas.layout<{register: [(1,0)], lane: [(0,1), (0,2), (0,4), (0,8), (0,0)], warp: [(0,16), (0,32)]} -> (dim0:2, dim1:64)>

// CHECK-LABEL: func @product
nv_tileaa.func @product(%adds: i1) {
  %i = arith.constant 0 : index
  // CHECK: %[[BOARD:.*]] = nv_tileas.alloc_tensor
  %board = nv_tileas.alloc_tensor : !nv_tileas.tiled_view<32xi8, smem>
  // CHECK: %[[M:.*]] = nv_tileas.claim_tensor_memory %[[BOARD]] {columns = 32 : i32} : !nv_tileas.tiled_view<32xi8, smem>
  %m = nv_tileas.claim_tensor_memory %board {columns = 32 : i32} : !nv_tileas.tiled_view<32xi8, smem>
  // CHECK: %[[P:.*]] = nv_tileas.tensor_place %[[M]] {column = 8 : i32} : !nv_tileas.tiled_view<64x8xf32, tmem, #{{.*}}>
  %p = nv_tileas.tensor_place %m {column = 8 : i32} : !nv_tileas.tiled_view<64x8xf32, tmem, #place>
  %a = nv_tileas.alloc_tensor : !nv_tileas.tiled_view<64x16xf16, smem, #a>
  %b = nv_tileas.alloc_tensor : !nv_tileas.tiled_view<16x8xf16, smem, #b>
  // CHECK: nv_tileas.tensor_dot %{{.*}}, %{{.*}}, %[[P]] if %{{.*}} {atom = #nv_tileas<atom tcgen05_f16_f16_f32 box [64, 8, 16]>} : !nv_tileas.tiled_view<64x16xf16, smem, #{{.*}}>, !nv_tileas.tiled_view<16x8xf16, smem, #{{.*}}>, !nv_tileas.tiled_view<64x8xf32, tmem, #{{.*}}>
  nv_tileas.tensor_dot %a, %b, %p if %adds {atom = #nv_tileas<atom tcgen05_f16_f16_f32 box [64, 8, 16]>} : !nv_tileas.tiled_view<64x16xf16, smem, #a>, !nv_tileas.tiled_view<16x8xf16, smem, #b>, !nv_tileas.tiled_view<64x8xf32, tmem, #place>
  // Integers say whether they are signed.
  %ia = nv_tileas.alloc_tensor : !nv_tileas.tiled_view<64x32xi8, smem, #ia>
  %ib = nv_tileas.alloc_tensor : !nv_tileas.tiled_view<32x8xi8, smem, #ib>
  %ip = nv_tileas.tensor_place %m {column = 16 : i32} : !nv_tileas.tiled_view<64x8xi32, tmem, #place>
  // CHECK: nv_tileas.tensor_dot {{.*}} signed unsigned {atom = #nv_tileas<atom tcgen05_i8_i8_i32 box [64, 8, 32]>}
  nv_tileas.tensor_dot %ia, %ib, %ip if %adds signed unsigned {atom = #nv_tileas<atom tcgen05_i8_i8_i32 box [64, 8, 32]>} : !nv_tileas.tiled_view<64x32xi8, smem, #ia>, !nv_tileas.tiled_view<32x8xi8, smem, #ib>, !nv_tileas.tiled_view<64x8xi32, tmem, #place>
  // CHECK: nv_tileas.tiled_load %[[P]]
  %t = nv_tileas.tiled_load %p[%i, %i] {atom = #nv_tileas<atom copy>} : !nv_tileas.tiled_view<64x8xf32, tmem, #place> -> tile<64x8xf32, #registers>
  // CHECK: nv_tileas.tiled_store %{{.*}}, %[[P]]
  nv_tileas.tiled_store %t, %p[%i, %i] {atom = #nv_tileas<atom copy>} : tile<64x8xf32, #registers>, !nv_tileas.tiled_view<64x8xf32, tmem, #place>
  // CHECK: nv_tileas.load_extrema max %[[P]] propagate_nan : !nv_tileas.tiled_view<64x8xf32, tmem, #{{.*}}> -> tile<64x8xf32, #{{.*}}>, tile<2x64xf32, #{{.*}}>
  %e0, %e1 = nv_tileas.load_extrema max %p propagate_nan : !nv_tileas.tiled_view<64x8xf32, tmem, #place> -> tile<64x8xf32, #rows>, tile<2x64xf32, #parts>
  // CHECK: nv_tileas.load_extrema min %[[P]] absolute : {{.*}} -> tile<64x8xf32, #{{.*}}>, tile<64xf32, #{{.*}}>
  %e2, %e3 = nv_tileas.load_extrema min %p absolute : !nv_tileas.tiled_view<64x8xf32, tmem, #place> -> tile<64x8xf32, #rows>, tile<64xf32, #row>
  // CHECK: nv_tileas.load_extrema umax %{{.*}} : {{.*}} -> tile<64x8xi32, #{{.*}}>, tile<64xi32, #{{.*}}>
  %e4, %e5 = nv_tileas.load_extrema umax %ip : !nv_tileas.tiled_view<64x8xi32, tmem, #place> -> tile<64x8xi32, #rows>, tile<64xi32, #row>
  // Two sets of sums that take turns, and a commit that says that one is there.
  // CHECK: %[[SETS:.*]] = nv_tileas.tensor_place %[[M]] {column = 0 : i32, sets = 2 : i32}
  %sets = nv_tileas.tensor_place %m {column = 0 : i32, sets = 2 : i32} : !nv_tileas.tiled_view<64x8xf32, tmem, #place>
  %barriers = nv_tileas.alloc_tensor : !nv_tileas.tiled_view<2x16xi8, smem>
  %full, %empty = nv_tileas.async.pipeline.create_pipeline %barriers {numStages = 2 : i32, producerGroupId = 2 : i8, consumerGroupId = 0 : i8} : !nv_tileas.tiled_view<2x16xi8, smem> -> !nv_tileas.async.pipeline.producer_token, !nv_tileas.async.pipeline.consumer_token
  %at = nv_tileas.async.pipeline.create_iterator %full : !nv_tileas.async.pipeline.producer_token -> !nv_tileas.async.pipeline.iterator<!nv_tileas.tiled_view<64x8xf32, tmem, #place>>
  // CHECK: nv_tileas.tensor_set %[[SETS]], %[[AT:.*]] : !nv_tileas.tiled_view<64x8xf32, tmem, #{{.*}}>, !nv_tileas.async.pipeline.iterator<
  %set = nv_tileas.tensor_set %sets, %at : !nv_tileas.tiled_view<64x8xf32, tmem, #place>, !nv_tileas.async.pipeline.iterator<!nv_tileas.tiled_view<64x8xf32, tmem, #place>>
  // CHECK: nv_tileas.tensor_slice %{{.*}} {column = 4 : i32} : !nv_tileas.tiled_view<64x8xf32, tmem, #{{.*}}> -> !nv_tileas.tiled_view<64x4xf32, tmem, #{{.*}}>
  %slice = nv_tileas.tensor_slice %set {column = 4 : i32} : !nv_tileas.tiled_view<64x8xf32, tmem, #place> -> !nv_tileas.tiled_view<64x4xf32, tmem, #slice>
  // CHECK: nv_tileas.commit_products %[[M]] to %[[AT]] : !nv_tileas.async.pipeline.iterator<
  nv_tileas.commit_products %m to %at : !nv_tileas.async.pipeline.iterator<!nv_tileas.tiled_view<64x8xf32, tmem, #place>>
  // CHECK: nv_tileas.commit_products %[[M]]
  nv_tileas.commit_products %m
  // CHECK: nv_tileas.wait_products %[[M]] {pending = 0 : i32}
  nv_tileas.wait_products %m {pending = 0 : i32}
  // CHECK: nv_tileas.release_tensor_memory %[[M]], %[[BOARD]] {columns = 32 : i32} : !nv_tileas.tiled_view<32xi8, smem>
  nv_tileas.release_tensor_memory %m, %board {columns = 32 : i32} : !nv_tileas.tiled_view<32xi8, smem>
  nv_tileaa.return
}

#words = #nv_tileas.layout<{offset: [(0,1)], tmemlane: [(1,0), (2,0), (4,0), (8,0), (16,0), (32,0), (64,0)], tmemcolumn: [(0,2), (0,4), (0,8)]} -> (dim0:128, dim1:16)>
#sums = #nv_tileas.layout<{tmemlane: [(1,0), (2,0), (4,0), (8,0), (16,0), (32,0), (64,0)], tmemcolumn: [(0,1), (0,2), (0,4), (0,8)]} -> (dim0:128, dim1:16)>
#square = #nv_tileas.layout<{offset: [(1,0), (2,0), (4,0), (8,0), (0,1), (0,2), (8,4), (0,8)]} -> (dim0:16, dim1:16)>

// CHECK-LABEL: func @teams
nv_tileaa.func @teams(%board: !nv_tileas.tiled_view<64xi8, smem>) {
  // CHECK: nv_tileas.claim_tensor_memory %{{.*}} {columns = 512 : i32, teams = 2 : i32} : !nv_tileas.tiled_view<64xi8, smem>
  %m = nv_tileas.claim_tensor_memory %board {columns = 512 : i32, teams = 2 : i32} : !nv_tileas.tiled_view<64xi8, smem>
  // CHECK: nv_tileas.tensor_place %{{.*}} {column = 0 : i32, team_columns = 0 : i32} : !nv_tileas.tiled_view<128x16xf32, tmem, #{{.*}}>
  %s = nv_tileas.tensor_place %m {column = 0 : i32, team_columns = 0 : i32} : !nv_tileas.tiled_view<128x16xf32, tmem, #sums>
  // CHECK: nv_tileas.tensor_place %{{.*}} {column = 16 : i32, team_columns = 480 : i32} : !nv_tileas.tiled_view<128x16xf32, tmem, #{{.*}}>
  %o = nv_tileas.tensor_place %m {column = 16 : i32, team_columns = 480 : i32} : !nv_tileas.tiled_view<128x16xf32, tmem, #sums>
  // CHECK: nv_tileas.release_tensor_memory %{{.*}}, %{{.*}} {columns = 512 : i32} : !nv_tileas.tiled_view<64xi8, smem>
  nv_tileas.release_tensor_memory %m, %board {columns = 512 : i32} : !nv_tileas.tiled_view<64xi8, smem>
  nv_tileaa.return
}

// CHECK-LABEL: func @factor
nv_tileaa.func @factor(%board: !nv_tileas.tiled_view<32xi8, smem>, %b: !nv_tileas.tiled_view<16x16xbf16, smem, #square>, %adds: i1) {
  %m = nv_tileas.claim_tensor_memory %board {columns = 32 : i32} : !nv_tileas.tiled_view<32xi8, smem>
  %p = nv_tileas.tensor_place %m {column = 0 : i32} : !nv_tileas.tiled_view<128x16xf32, tmem, #sums>
  // CHECK: %[[A:.*]] = nv_tileas.tensor_place %{{.*}} {column = 16 : i32} : !nv_tileas.tiled_view<128x16xbf16, tmem, #{{.*}}>
  %a = nv_tileas.tensor_place %m {column = 16 : i32} : !nv_tileas.tiled_view<128x16xbf16, tmem, #words>
  // CHECK: nv_tileas.tensor_dot %[[A]], %{{.*}} : !nv_tileas.tiled_view<128x16xbf16, tmem, #{{.*}}>, !nv_tileas.tiled_view<16x16xbf16, smem, #{{.*}}>, !nv_tileas.tiled_view<128x16xf32, tmem, #{{.*}}>
  nv_tileas.tensor_dot %a, %b, %p if %adds {atom = #nv_tileas<atom tcgen05_bf16_bf16_f32 box [128, 16, 16]>} : !nv_tileas.tiled_view<128x16xbf16, tmem, #words>, !nv_tileas.tiled_view<16x16xbf16, smem, #square>, !nv_tileas.tiled_view<128x16xf32, tmem, #sums>
  nv_tileaa.return
}

#few = #nv_tileas.layout<{offset: [(0,1), (0,2), (0,4), (0,8), (1,0), (2,0), (4,8)]} -> (dim0:8, dim1:16)>
#wide = #nv_tileas.layout<{offset: [(1,0), (2,0), (4,0), (8,0), (0,1), (0,2), (8,4), (0,8), (0,16), (0,32)]} -> (dim0:16, dim1:64)>
#lanes = #nv_tileas.layout<{tmemlane: [(0,1), (0,2), (0,4), (0,8), (0,0), (0,16), (0,32)], tmemcolumn: [(1,0), (2,0), (4,0)]} -> (dim0:8, dim1:64)>

// The transpose of a tile of eight rows: its columns are lanes.
// CHECK-LABEL: func @transposed
nv_tileaa.func @transposed(%a: !nv_tileas.tiled_view<8x16xf16, smem, #few>, %b: !nv_tileas.tiled_view<16x64xf16, smem, #wide>, %p: !nv_tileas.tiled_view<8x64xf32, tmem, #lanes>, %adds: i1) {
  // CHECK: nv_tileas.tensor_dot %{{.*}} if %{{.*}} {atom = #nv_tileas<atom tcgen05_f16_f16_f32 transposed box [64, 8, 16]>}
  nv_tileas.tensor_dot %a, %b, %p if %adds {atom = #nv_tileas<atom tcgen05_f16_f16_f32 transposed box [64, 8, 16]>} : !nv_tileas.tiled_view<8x16xf16, smem, #few>, !nv_tileas.tiled_view<16x64xf16, smem, #wide>, !nv_tileas.tiled_view<8x64xf32, tmem, #lanes>
  nv_tileaa.return
}
