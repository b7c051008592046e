// RUN: tessera-opt %s --tileaa-plan-kernel=target=sm_90a --split-input-file | FileCheck %s
// RUN: tessera-opt %s "--tileaa-plan-kernel=target=sm_90a strategy=mma-sync" --split-input-file | FileCheck %s --check-prefix=FORCED
// RUN: tessera-opt %s --tileaa-plan-kernel=target=sm_120a --split-input-file | FileCheck %s --check-prefix=REGISTERS
// RUN: tessera-opt %s --tileaa-plan-kernel=target=sm_90 --split-input-file | FileCheck %s --check-prefix=REGISTERS
// RUN: tessera-opt %s --tileaa-plan-kernel=target=sm_80 --split-input-file | FileCheck %s --check-prefix=PLAIN

// Sums of 256x256 are 256 registers of each thread of two warpgroups. Without a
// hint for clusters, two blocks take half of the rows each.

// CHECK: nv_tileaa.func @product
// CHECK-SAME: nv_tileas.plan = #nv_tileas.plan<wgmma_specialised, roles = [<consumer, warps = 8, registers = {{[0-9]+}}>, <producer, warps = 4, registers = {{[0-9]+}}>], cluster = 2>
// CHECK: nv_tileas.cluster_rank
// CHECK: nv_tileas.dot {{.*}}wgmma_f16_f16_f32 {{.*}} : tile<128x64xf16>, tile<64x256xf16>, tile<128x256xf32>
// FORCED: nv_tileaa.func @product
// FORCED-SAME: nv_tileas.plan = #nv_tileas.plan<mma_sync, roles = [<all, warps = 16>]
// FORCED-NOT: nv_tileas.cluster_rank
// With mma.sync they are all registers of a multiprocessor.
// REGISTERS: nv_tileaa.func @product
// REGISTERS-SAME: nv_tileas.plan = #nv_tileas.plan<mma_sync, roles = [<all, warps = 8>], cluster = 2>
// REGISTERS: nv_tileas.cluster_rank
// REGISTERS: nv_tileas.dot {{.*}}mma_f16_f16_f32 {{.*}} : tile<128x64xf16>, tile<64x256xf16>, tile<128x256xf32>
// PLAIN: nv_tileaa.func @product
// PLAIN-SAME: nv_tileas.plan = #nv_tileas.plan<mma_sync, roles = [<all, warps = 16>]
!c = !nv_tileaa.tiled_view<256x256xf32, memref<?x256xf32, strides = [256, 1]>>
nv_tileaa.func @product(%s: f16, %p: !nv_tileaa.ptr<f32>, %n: i32) attributes {kernel} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %a = nv_tileaa.splat %s : f16 -> tensor<256x64xf16>
  %b = nv_tileaa.splat %s : f16 -> tensor<64x256xf16>
  %c = arith.constant dense<0.0> : tensor<256x256xf32>
  %sum = scf.for %i = %zero to %n step %one iter_args(%old = %c) -> tensor<256x256xf32> : i32 {
    %d = nv_tileaa.dot %a, %b, %old : tensor<256x64xf16>, tensor<64x256xf16>, tensor<256x256xf32>
    scf.yield %d : tensor<256x256xf32>
  }
  %m = nv_tileaa.make_memref %p sizes[%n] : !nv_tileaa.ptr<f32> sizes[i32] -> !nv_tileaa.memref<?x256xf32, strides = [256, 1]>
  %v = nv_tileaa.make_tiled_view %m : !c
  %w = nv_tileaa.tiled_store weak %sum, %v[%zero, %zero] : !c[i32, i32]
  nv_tileaa.return
}

// -----

// Sums of attention with 256 rows and a factor of them, in two loops as before
// and at the diagonal: factors of both loops never live together. One block has
// 192 registers of sums for each thread, which one role would hold, and no
// producer beside it.

// CHECK: nv_tileaa.func @attention
// CHECK-SAME: nv_tileas.plan = #nv_tileas.plan<wgmma_specialised, roles = [<consumer, warps = 8, registers = {{[0-9]+}}>, <producer, warps = 4, registers = {{[0-9]+}}>], cluster = 2>
// CHECK: nv_tileas.cluster_rank
// CHECK-COUNT-2: nv_tileas.dot {{.*}}wgmma_f16_f16_f32 {{.*}} : tile<128x128xf16>, tile<128x64xf16>, tile<128x64xf32>
!o = !nv_tileaa.tiled_view<256x64xf32, memref<?x64xf32, strides = [64, 1]>>
nv_tileaa.func @attention(%s: f16, %p: !nv_tileaa.ptr<f32>, %n: i32) attributes {kernel} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %q = nv_tileaa.splat %s : f16 -> tensor<256x64xf16>
  %k = nv_tileaa.splat %s : f16 -> tensor<64x128xf16>
  %v = nv_tileaa.splat %s : f16 -> tensor<128x64xf16>
  %none = arith.constant dense<0.0> : tensor<256x128xf32>
  %start = arith.constant dense<0.0> : tensor<256x64xf32>
  %before = scf.for %i = %zero to %n step %one iter_args(%old = %start) -> tensor<256x64xf32> : i32 {
    %d = nv_tileaa.dot %q, %k, %none : tensor<256x64xf16>, tensor<64x128xf16>, tensor<256x128xf32>
    %f = nv_tileaa.fp_to_fp %d : tensor<256x128xf32> -> tensor<256x128xf16>
    %e = nv_tileaa.dot %f, %v, %old : tensor<256x128xf16>, tensor<128x64xf16>, tensor<256x64xf32>
    scf.yield %e : tensor<256x64xf32>
  }
  %sum = scf.for %i = %n to %n step %one iter_args(%old = %before) -> tensor<256x64xf32> : i32 {
    %d = nv_tileaa.dot %q, %k, %none : tensor<256x64xf16>, tensor<64x128xf16>, tensor<256x128xf32>
    %f = nv_tileaa.fp_to_fp %d : tensor<256x128xf32> -> tensor<256x128xf16>
    %e = nv_tileaa.dot %f, %v, %old : tensor<256x128xf16>, tensor<128x64xf16>, tensor<256x64xf32>
    scf.yield %e : tensor<256x64xf32>
  }
  %m = nv_tileaa.make_memref %p sizes[%n] : !nv_tileaa.ptr<f32> sizes[i32] -> !nv_tileaa.memref<?x64xf32, strides = [64, 1]>
  %view = nv_tileaa.make_tiled_view %m : !o
  %w = nv_tileaa.tiled_store weak %sum, %view[%zero, %zero] : !o[i32, i32]
  nv_tileaa.return
}

// -----

// What is printed is printed once for a tile block: such a kernel stays whole.

// CHECK: nv_tileaa.func @printed
// CHECK-SAME: nv_tileas.plan = #nv_tileas.plan<mma_sync, roles = [<all, warps = 16>]
// CHECK-NOT: nv_tileas.cluster_rank
nv_tileaa.func @printed(%s: f16, %n: i32) attributes {kernel} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %a = nv_tileaa.splat %s : f16 -> tensor<256x64xf16>
  %b = nv_tileaa.splat %s : f16 -> tensor<64x256xf16>
  %c = arith.constant dense<0.0> : tensor<256x256xf32>
  %sum = scf.for %i = %zero to %n step %one iter_args(%old = %c) -> tensor<256x256xf32> : i32 {
    %d = nv_tileaa.dot %a, %b, %old : tensor<256x64xf16>, tensor<64x256xf16>, tensor<256x256xf32>
    scf.yield %d : tensor<256x256xf32>
  }
  nv_tileaa.print "%f", %sum : tensor<256x256xf32>
  nv_tileaa.return
}

// -----

// Scales of rows are split with these, those of columns are the whole ones in
// both blocks.

// CHECK: nv_tileaa.func @scaled
// CHECK-SAME: nv_tileas.plan = #nv_tileas.plan<wgmma_specialised, {{.*}}cluster = 2>
// CHECK: nv_tileaa.view {{.*}} : tensor<128x4xf32> -> tensor<128x4x1xf32>
// CHECK: nv_tileaa.view {{.*}} : tensor<4x256xf32> -> tensor<4x1x256xf32>
// CHECK: nv_tileas.dot {{.*}}wgmma_bf16_bf16_f32 {{.*}} : tile<128x128xbf16>, tile<128x256xbf16>, tile<128x256xf32>
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
