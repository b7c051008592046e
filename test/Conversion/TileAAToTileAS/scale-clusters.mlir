// RUN: tessera-opt %s --tileaa-plan-kernel=target=sm_100a --split-input-file | FileCheck %s
// RUN: tessera-opt %s "--tileaa-plan-kernel=target=sm_100a strategy=tcgen05" --split-input-file | FileCheck %s --check-prefix=ONE
// RUN: tessera-opt %s "--tileaa-plan-kernel=target=sm_100a strategy=mma-sync" --split-input-file | FileCheck %s --check-prefix=FORCED

// Sums of 256x256 take all columns of tensor memory, and those of half the rows
// leave some for scales. So two blocks take half of the rows each, without a
// hint, and are no pair that multiplies together.

// CHECK: nv_tileaa.func @scaled
// CHECK-SAME: nv_tileas.plan = #nv_tileas.plan<tcgen05_specialised, {{.*}}cluster = 2>
// CHECK: nv_tileas.cluster_rank
// CHECK: nv_tileas.dot {{.*}} scaled {{.*}}tcgen05_e4m3_e4m3_f32 box [128, 256, 32]{{.*}} : tile<128x128xf8E4M3FN>, tile<128x256xf8E4M3FN>, tile<128x256xf32> scaled tile<128x4xf8E8M0FNU>, tile<4x256xf8E8M0FNU>
// ONE: nv_tileas.plan = #nv_tileas.plan<tcgen05, roles = [<all, warps = 8>], cluster = 2>
// FORCED: nv_tileaa.func @scaled
// FORCED-SAME: nv_tileas.plan = #nv_tileas.plan<mma_sync, roles = [<all, warps = 16>]
// FORCED-NOT: nv_tileas.cluster_rank
!s = !nv_tileaa.tiled_view<256x256xf32, memref<?x256xf32, strides = [256, 1]>>
nv_tileaa.func @scaled(%e: f8E4M3FN, %f: f8E8M0FNU, %p: !nv_tileaa.ptr<f32>, %n: i32) attributes {kernel} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %a = nv_tileaa.splat %e : f8E4M3FN -> tensor<256x128xf8E4M3FN>
  %b = nv_tileaa.splat %e : f8E4M3FN -> tensor<128x256xf8E4M3FN>
  %sa = nv_tileaa.splat %f : f8E8M0FNU -> tensor<256x4xf8E8M0FNU>
  %sb = nv_tileaa.splat %f : f8E8M0FNU -> tensor<4x256xf8E8M0FNU>
  %c = arith.constant dense<0.0> : tensor<256x256xf32>
  %sum = scf.for %i = %zero to %n step %one iter_args(%old = %c) -> tensor<256x256xf32> : i32 {
    %d = nv_tileaa.dot %a, %b, %old scaled %sa, %sb : tensor<256x128xf8E4M3FN>, tensor<128x256xf8E4M3FN>, tensor<256x256xf32> scaled tensor<256x4xf8E8M0FNU>, tensor<4x256xf8E8M0FNU>
    scf.yield %d : tensor<256x256xf32>
  }
  %m = nv_tileaa.make_memref %p sizes[%n] : !nv_tileaa.ptr<f32> sizes[i32] -> !nv_tileaa.memref<?x256xf32, strides = [256, 1]>
  %v = nv_tileaa.make_tiled_view %m : !s
  %w = nv_tileaa.tiled_store weak %sum, %v[%zero, %zero] : !s[i32, i32]
  nv_tileaa.return
}

// -----

// One block has columns for the scales of 256x128, and stays whole.

// CHECK: nv_tileaa.func @small
// CHECK-NOT: cluster
// CHECK: nv_tileas.dot {{.*}} scaled {{.*}}tcgen05_e4m3_e4m3_f32
// ONE: nv_tileaa.func @small
// FORCED: nv_tileaa.func @small
!t = !nv_tileaa.tiled_view<256x128xf32, memref<?x128xf32, strides = [128, 1]>>
nv_tileaa.func @small(%e: f8E4M3FN, %f: f8E8M0FNU, %p: !nv_tileaa.ptr<f32>, %n: i32) attributes {kernel} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %a = nv_tileaa.splat %e : f8E4M3FN -> tensor<256x128xf8E4M3FN>
  %b = nv_tileaa.splat %e : f8E4M3FN -> tensor<128x128xf8E4M3FN>
  %sa = nv_tileaa.splat %f : f8E8M0FNU -> tensor<256x4xf8E8M0FNU>
  %sb = nv_tileaa.splat %f : f8E8M0FNU -> tensor<4x128xf8E8M0FNU>
  %c = arith.constant dense<0.0> : tensor<256x128xf32>
  %sum = scf.for %i = %zero to %n step %one iter_args(%old = %c) -> tensor<256x128xf32> : i32 {
    %d = nv_tileaa.dot %a, %b, %old scaled %sa, %sb : tensor<256x128xf8E4M3FN>, tensor<128x128xf8E4M3FN>, tensor<256x128xf32> scaled tensor<256x4xf8E8M0FNU>, tensor<4x128xf8E8M0FNU>
    scf.yield %d : tensor<256x128xf32>
  }
  %m = nv_tileaa.make_memref %p sizes[%n] : !nv_tileaa.ptr<f32> sizes[i32] -> !nv_tileaa.memref<?x128xf32, strides = [128, 1]>
  %v = nv_tileaa.make_tiled_view %m : !t
  %w = nv_tileaa.tiled_store weak %sum, %v[%zero, %zero] : !t[i32, i32]
  nv_tileaa.return
}
