// RUN: tessera-opt %s | tessera-opt | FileCheck %s
// RUN: tessera-opt %s --mlir-print-op-generic | tessera-opt | FileCheck %s

// Layouts print through aliases, tiles as tile<...> in this dialect's ops and as
// tensors elsewhere; atoms in every form; ops that rearrange.

// CHECK-DAG: #[[L:[a-z0-9]+]] = #nv_tileas.layout<{register: [(0,1), (0,2)], lane: [(0,4), (1,0), (2,0), (4,0), (8,0)], warp: [(0,0)]} -> (dim0:16, dim1:8)>
#l = #nv_tileas.layout<{register: [(0,1), (0,2)], lane: [(0,4), (1,0), (2,0), (4,0), (8,0)], warp: [(0,0)]} -> (dim0:16, dim1:8)>
// CHECK-DAG: #[[M:[a-z0-9]+]] = #nv_tileas.layout<{register: [(8,0), (0,1)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)], warp: [(0,0)]} -> (dim0:16, dim1:8)>
#m = #nv_tileas.layout<{register: [(8,0), (0,1)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)], warp: [(0,0)]} -> (dim0:16, dim1:8)>
// CHECK-DAG: #[[S:[a-z0-9]+]] = #nv_tileas.layout<{offset: [(0,1), (0,2), (0,4), (1,0), (2,0), (4,0), (8,0)]} -> (dim0:16, dim1:8)>
#s = #nv_tileas.layout<{offset: [(0,1), (0,2), (0,4), (1,0), (2,0), (4,0), (8,0)]} -> (dim0:16, dim1:8)>

// CHECK: func @ops(%[[A:.*]]: tensor<16x8xf32, #[[L]]>
nv_tileaa.func @ops(%a: tensor<16x8xf32, #l>, %i: index, %buf: !nv_tileas.tiled_view<3x16x8xf32, smem>, %v: tensor<16xf32>) {
  // CHECK: %[[C:.*]] = nv_tileas.convert_layout %[[A]] : tile<16x8xf32, #[[L]]> -> tile<16x8xf32, #[[M]]>
  %c = nv_tileas.convert_layout %a : tile<16x8xf32, #l> -> tile<16x8xf32, #m>
  // CHECK: arith.addf %[[C]], %[[C]] : tensor<16x8xf32, #[[M]]>
  %d = arith.addf %c, %c : tensor<16x8xf32, #m>
  // CHECK: nv_tileas.view %[[A]] : tile<16x8xf32, #[[L]]> -> tile<128xf32>
  %e = nv_tileas.view %a : tile<16x8xf32, #l> -> tile<128xf32>
  // CHECK: nv_tileas.view %{{.*}}[%{{.*}}] : !nv_tileas.tiled_view<3x16x8xf32, smem> -> !nv_tileas.tiled_view<16x8xf32, smem, #[[S]]>
  %f = nv_tileas.view %buf[%i] : !nv_tileas.tiled_view<3x16x8xf32, smem> -> !nv_tileas.tiled_view<16x8xf32, smem, #s>
  // CHECK: nv_tileas.expand_dims %{{.*}} axis = 1 : tile<16xf32> -> tile<16x1xf32>
  %g = nv_tileas.expand_dims %v axis = 1 : tile<16xf32> -> tile<16x1xf32>
  // CHECK: nv_tileas.reinterpret %[[A]] : tile<16x8xf32, #[[L]]> -> tile<16x8xi32, #[[L]]>
  %h = nv_tileas.reinterpret %a : tile<16x8xf32, #l> -> tile<16x8xi32, #l>
  // CHECK: nv_tileas.reinterpret %{{.*}} : !nv_tileas.tiled_view<3x16x8xf32, smem> -> !nv_tileas.tiled_view<3x16x16xf16, smem>
  %k = nv_tileas.reinterpret %buf : !nv_tileas.tiled_view<3x16x8xf32, smem> -> !nv_tileas.tiled_view<3x16x16xf16, smem>
  // CHECK: nv_tileas.shuffle xor %[[A]], 16 : tile<16x8xf32, #[[L]]>
  %n = nv_tileas.shuffle xor %a, 16 : tile<16x8xf32, #l>
  // CHECK: nv_tileas.shuffle down %[[A]], 1 : tile<16x8xf32, #[[L]]>
  %o = nv_tileas.shuffle down %a, 1 : tile<16x8xf32, #l>
  // CHECK: nv_tileas.barrier block
  nv_tileas.barrier block
  // CHECK: nv_tileas.barrier warp
  nv_tileas.barrier warp
  // CHECK: nv_tileas.proxy_fence
  nv_tileas.proxy_fence
  // CHECK: nv_tileas.pragma {ocgEnterDirectives = ["no_spill"], ocgLeaveDirectives = ["fast"]}
  nv_tileas.pragma {ocgEnterDirectives = ["no_spill"], ocgLeaveDirectives = ["fast"]}
  // CHECK: %{{.*}} = nv_tileas.print "%d: %f", %{{.*}}, %{{.*}} token = %{{.*}} : i32, !nv_tileas.tiled_view<16x8xf32, smem>
  %one = arith.constant 1 : i32
  %flat = nv_tileas.alloc_tensor : !nv_tileas.tiled_view<16x8xf32, smem>
  %none = nv_tileaa.create_mem_token
  %printed = nv_tileas.print "%d: %f", %one, %flat token = %none : i32, !nv_tileas.tiled_view<16x8xf32, smem>
  // CHECK: %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} = nv_tileas.cancel_next_program_id
  %ok, %x, %y, %z = nv_tileas.cancel_next_program_id
  // CHECK: nv_tileas.create_none : !nv_tileas.async.token
  %q = nv_tileas.create_none : !nv_tileas.async.token
  nv_tileaa.return
}

// Atoms: brackets of their own are accepted, the short form is printed.
// CHECK: func @atoms
nv_tileaa.func @atoms() attributes {
  // CHECK-SAME: a = #nv_tileas<atom copy box [16, 8]>
  a = #nv_tileas<atom copy box [16, 8]>,
  // CHECK-SAME: b = #nv_tileas<atom tma_load_2d>
  b = #nv_tileas.atom<tma_load_2d>,
  // CHECK-SAME: c = #nv_tileas<atom tma_reduce_5d box [1, 2, 4, 8, 16]>
  c = #nv_tileas<atom tma_reduce_5d box [1, 2, 4, 8, 16]>,
  // CHECK-SAME: d = #nv_tileas<atom mma_f16_f16_f32 box [16, 8, 16]>
  d = #nv_tileas<atom mma_f16_f16_f32 box [16, 8, 16]>,
  // CHECK-SAME: e = #nv_tileas<atom wgmma_e4m3_e5m2_f32>
  e = #nv_tileas<atom wgmma_e4m3_e5m2_f32>,
  // CHECK-SAME: f = #nv_tileas<atom fma_i8_i8_i32>
  f = #nv_tileas<atom fma_i8_i8_i32>,
  // CHECK-SAME: g = #nv_tileas<atom cp_async>
  g = #nv_tileas<atom cp_async>} {
  nv_tileaa.return
}
