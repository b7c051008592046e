// RUN: tessera-opt %s --tileaa-plan-kernel --split-input-file | FileCheck %s
// RUN: tessera-opt %s --tileaa-plan-kernel=strategy=fma --split-input-file | FileCheck %s --check-prefix=FMA
// RUN: not tessera-opt %s --tileaa-plan-kernel=strategy=mma-sync --split-input-file 2>&1 | FileCheck %s --check-prefix=FORCED
// RUN: not tessera-opt %s --tileaa-plan-kernel=strategy=simt 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: error: expected a strategy (tcgen05-pair-persistent, tcgen05-pair, tcgen05-persistent, tcgen05-specialised, tcgen05-tma, tcgen05, wgmma-specialised, wgmma-tma, wgmma, mma-sync-tma, mma-sync, fma), got 'simt'

// A product with an instruction: the atom has its shape, the plan its strategy.
// By multiply-add the factors are converted to f32, exactly.

// CHECK: module attributes {nv_tileas.target = #nv_tileas.target<sm_80>}
// CHECK: nv_tileaa.func @product
// CHECK-SAME: nv_tileas.plan = #nv_tileas.plan<mma_sync, roles = [<all, warps = 4>]>
// CHECK: nv_tileas.dot %{{.*}} {atom = #nv_tileas<atom mma_f16_f16_f32 box [16, 8, 16]>}
// FMA: nv_tileaa.func @product
// FMA-SAME: nv_tileas.plan = #nv_tileas.plan<fma, roles = [<all, warps = 4>]>
// FMA-COUNT-2: nv_tileaa.fp_to_fp
// FMA: nv_tileas.dot %{{.*}} {atom = #nv_tileas<atom fma_f32_f32_f32>}
nv_tileaa.func @product(%s: f16, %t: f32) attributes {kernel} {
  %a = nv_tileaa.splat %s : f16 -> tensor<64x32xf16>
  %b = nv_tileaa.splat %s : f16 -> tensor<32x64xf16>
  %c = nv_tileaa.splat %t : f32 -> tensor<64x64xf32>
  %d = nv_tileaa.dot %a, %b, %c : tensor<64x32xf16>, tensor<32x64xf16>, tensor<64x64xf32>
  nv_tileaa.print "%f", %d : tensor<64x64xf32>
  nv_tileaa.return
}

// -----

// Without a product there is nothing for a matrix instruction to do.

// CHECK: nv_tileaa.func @none
// CHECK-SAME: nv_tileas.plan = #nv_tileas.plan<fma, roles = [<all, warps = 1>]>
// FORCED: error: 'nv_tileaa.func' op strategy mma-sync does not apply: the kernel has no product
nv_tileaa.func @none() attributes {kernel} {
  nv_tileaa.return
}

// -----

// No instruction multiplies f32, nor tiles smaller than its shape.

// CHECK: nv_tileaa.func @small
// CHECK-SAME: nv_tileas.plan = #nv_tileas.plan<fma,
// CHECK: nv_tileas.dot %{{.*}} {atom = #nv_tileas<atom fma_f32_f32_f32>}
// FORCED: error: 'nv_tileaa.func' op strategy mma-sync does not apply: mma.sync on sm_80 has no shape for the types and tiles of any product
nv_tileaa.func @small(%s: f32) attributes {kernel} {
  %a = nv_tileaa.splat %s : f32 -> tensor<8x4xf32>
  %b = nv_tileaa.splat %s : f32 -> tensor<4x8xf32>
  %c = nv_tileaa.splat %s : f32 -> tensor<8x8xf32>
  %d = nv_tileaa.dot %a, %b, %c : tensor<8x4xf32>, tensor<4x8xf32>, tensor<8x8xf32>
  nv_tileaa.print "%f", %d : tensor<8x8xf32>
  nv_tileaa.return
}

// -----

// 512 threads are told that one block at a time is enough; the hint occupancy
// asks for more, as many as the multiprocessor's warps allow.

// CHECK: nv_tileaa.func @large
// CHECK-SAME: nv_tileas.plan = #nv_tileas.plan<fma, roles = [<all, warps = 16>], blocks = 1>
nv_tileaa.func @large() attributes {kernel, optimization_hints = #cuda_tile.optimization_hints<default = {num_worker_warps_per_cta = 16}>} {
  nv_tileaa.return
}
// CHECK: nv_tileaa.func @asked
// CHECK-SAME: nv_tileas.plan = #nv_tileas.plan<fma, roles = [<all, warps = 8>], blocks = 2>
nv_tileaa.func @asked() attributes {kernel, optimization_hints = #cuda_tile.optimization_hints<default = {num_worker_warps_per_cta = 8, occupancy = 2}>} {
  nv_tileaa.return
}
// CHECK: nv_tileaa.func @too_many
// CHECK-SAME: nv_tileas.plan = #nv_tileas.plan<fma, roles = [<all, warps = 16>], blocks = 4>
nv_tileaa.func @too_many() attributes {kernel, optimization_hints = #cuda_tile.optimization_hints<default = {num_worker_warps_per_cta = 16, occupancy = 32}>} {
  nv_tileaa.return
}

// -----

// A plan that is there is obeyed.

// CHECK: nv_tileaa.func @given
// CHECK-SAME: nv_tileas.plan = #nv_tileas.plan<fma, roles = [<all, warps = 2, registers = 96>], cluster = 2, blocks = 3>
// CHECK: nv_tileas.dot %{{.*}} {atom = #nv_tileas<atom fma_f32_f32_f32>}
nv_tileaa.func @given(%s: f16, %t: f32) attributes {kernel, nv_tileas.plan = #nv_tileas.plan<fma, roles = [<all, warps = 2, registers = 96>], blocks = 3, cluster = 2>} {
  %a = nv_tileaa.splat %s : f16 -> tensor<16x16xf16>
  %c = nv_tileaa.splat %t : f32 -> tensor<16x16xf32>
  %d = nv_tileaa.dot %a, %a, %c : tensor<16x16xf16>, tensor<16x16xf16>, tensor<16x16xf32>
  nv_tileaa.print "%f", %d : tensor<16x16xf32>
  nv_tileaa.return
}
