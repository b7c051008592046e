// RUN: tessera-opt %s | tessera-opt | FileCheck %s
// RUN: tessera-opt %s --mlir-print-op-generic | tessera-opt | FileCheck %s

// Tensor maps and bulk copies that the pipeline example does not have.

!v = !nv_tileaa.tiled_view<16x64xf16, memref<?x1024xf16, strides = [1024, 1]>>
!s = !nv_tileas.tiled_view<16x64xf16, smem>

// Maps that are made on the device, each in the block's place.
// CHECK: func @places
nv_tileaa.func @places(%v: !v, %columns: !nv_tileaa.tiled_view<64x16xf16, memref<64x64xf16, strides = [1, 64]>>, %i: index, %c: !nv_tileas.async.pipeline.consumer_token) {
  // CHECK: %[[P:.*]] = nv_tileas.claim_tma_place {num_maps = 2 : i32}
  %p = nv_tileas.claim_tma_place {num_maps = 2 : i32}
  // CHECK: %[[D:.*]] = nv_tileas.make_tiled_tma_desc %{{.*}}[%{{.*}}, %{{.*}}] at %[[P]] {atom = #nv_tileas<atom tma_load_2d box [16, 64]>, map = 1 : i32}
  %d = nv_tileas.make_tiled_tma_desc %v[%i, %i] at %p {atom = #nv_tileas<atom tma_load_2d box [16, 64]>, map = 1 : i32} : !v -> !nv_tileas.tma_desc
  // Neighbours along the first dimension.
  // CHECK: nv_tileas.make_tiled_tma_desc %{{.*}}[%{{.*}}, %{{.*}}] at %[[P]]
  %n = nv_tileas.make_tiled_tma_desc %columns[%i, %i] at %p {atom = #nv_tileas<atom tma_load_2d box [64, 16]>, map = 0 : i32} : !nv_tileaa.tiled_view<64x16xf16, memref<64x64xf16, strides = [1, 64]>> -> !nv_tileas.tma_desc
  // CHECK: nv_tileas.is_tma_desc_made %[[D]]
  %ok = nv_tileas.is_tma_desc_made %d
  // CHECK: nv_tileas.close_pipeline %{{.*}}
  nv_tileas.close_pipeline %c
  // CHECK: nv_tileas.retire_stages %{{.*}}
  nv_tileas.retire_stages %c
  // CHECK: %[[R:.*]] = nv_tileas.claim_tma_place {num_maps = 2 : i32, of_role}
  %r = nv_tileas.claim_tma_place {num_maps = 2 : i32, of_role}
  // CHECK: %[[ASKED:.*]] = nv_tileas.begin_tma_place {num_maps = 2 : i32, warp = 8 : i32}
  %asked = nv_tileas.begin_tma_place {num_maps = 2 : i32, warp = 8 : i32}
  // CHECK: nv_tileas.claim_tma_place begun %[[ASKED]] {num_maps = 2 : i32, of_role}
  %own = nv_tileas.claim_tma_place begun %asked {num_maps = 2 : i32, of_role}
  // CHECK: nv_tileas.release_tma_place %[[R]] {num_maps = 2 : i32}
  nv_tileas.release_tma_place %r {num_maps = 2 : i32}
  // CHECK: nv_tileas.release_tma_place %[[P]] {num_maps = 2 : i32}
  nv_tileas.release_tma_place %p {num_maps = 2 : i32}
  nv_tileaa.return
}

// CHECK: func @copies
nv_tileaa.func @copies(%v: !v, %s: !s, %i: index, %t: !nv_tileaa.mem_token, %rows: tensor<16xi32>) {
  // CHECK: %[[L:.*]] = nv_tileas.make_tiled_tma_desc %{{.*}}[%{{.*}}, %{{.*}}] {atom = #nv_tileas<atom tma_load_2d box [16, 64]>, swizzle_mode = #nv_tileas<swizzle_mode none>}
  %l = nv_tileas.make_tiled_tma_desc %v[%i, %i] {atom = #nv_tileas<atom tma_load_2d box [16, 64]>, swizzle_mode = #nv_tileas<swizzle_mode none>} : !v -> !nv_tileas.tma_desc
  // CHECK: nv_tileas.async.tiled_tma_load %[[L]], %{{.*}}[%{{.*}}, %{{.*}}], %{{.*}} {atom = #nv_tileas<atom tma_load_2d>, padding_value = 0.000000e+00 : f16} : !nv_tileas.tma_desc, !nv_tileas.tiled_view<16x64xf16, smem>, index, index, !nv_tileaa.mem_token -> !nv_tileas.async.token
  %0 = nv_tileas.async.tiled_tma_load %l, %s[%i, %i], %t {atom = #nv_tileas<atom tma_load_2d>, padding_value = 0.0 : f16} : !nv_tileas.tma_desc, !s, index, index, !nv_tileaa.mem_token -> !nv_tileas.async.token
  // CHECK: %[[ST:.*]] = nv_tileas.make_tiled_tma_desc
  %st = nv_tileas.make_tiled_tma_desc %v[%i, %i] {atom = #nv_tileas<atom tma_store_2d>} : !v -> !nv_tileas.tma_desc
  // CHECK: nv_tileas.async.tiled_tma_store %[[ST]], %{{.*}}[%{{.*}}, %{{.*}}] {atom = #nv_tileas<atom tma_store_2d>} : !nv_tileas.tma_desc, !nv_tileas.tiled_view<16x64xf16, smem>, index, index -> !nv_tileas.async.token
  %1 = nv_tileas.async.tiled_tma_store %st, %s[%i, %i] {atom = #nv_tileas<atom tma_store_2d>} : !nv_tileas.tma_desc, !s, index, index -> !nv_tileas.async.token
  // CHECK: nv_tileas.wait_tma_stores read %{{.*}} {pending = 1 : i32} : !nv_tileas.tiled_view<16x64xf16, smem>
  nv_tileas.wait_tma_stores read %s {pending = 1 : i32} : !s
  // CHECK: nv_tileas.wait_tma_stores {pending = 0 : i32}
  nv_tileas.wait_tma_stores {pending = 0 : i32}
  %g = nv_tileas.make_tiled_tma_desc %v[%i, %i] {atom = #nv_tileas<atom tma_gather_2d>} : !v -> !nv_tileas.tma_desc
  // CHECK: nv_tileas.async.gather_tma_load %{{.*}}, %{{.*}} rows %{{.*}}[%{{.*}}] barrier %{{.*}} {atom = #nv_tileas<atom tma_gather_2d>} : !nv_tileas.tma_desc, !nv_tileas.tiled_view<16x64xf16, smem>, tile<16xi32> -> !nv_tileas.async.value<tile<16x64xf16>>
  %2 = nv_tileas.async.gather_tma_load %g, %s rows %rows[%i] barrier %t {atom = #nv_tileas<atom tma_gather_2d>} : !nv_tileas.tma_desc, !s, tile<16xi32> -> !nv_tileas.async.value<tile<16x64xf16>>
  %sc = nv_tileas.make_tiled_tma_desc %v[%i, %i] {atom = #nv_tileas<atom tma_scatter_2d>, oob_mode = #nv_tileas<oob_mode nan>} : !v -> !nv_tileas.tma_desc
  // CHECK: nv_tileas.async.scatter_tma_store %{{.*}}, %{{.*}} rows %{{.*}}[%{{.*}}] {atom = #nv_tileas<atom tma_scatter_2d>} : !nv_tileas.tma_desc, !nv_tileas.tiled_view<16x64xf16, smem>, tile<16xi32> -> !nv_tileas.async.token
  %3 = nv_tileas.async.scatter_tma_store %sc, %s rows %rows[%i] {atom = #nv_tileas<atom tma_scatter_2d>} : !nv_tileas.tma_desc, !s, tile<16xi32> -> !nv_tileas.async.token
  nv_tileaa.return
}
