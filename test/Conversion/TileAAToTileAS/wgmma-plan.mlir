// RUN: tessera-opt %s --tileaa-plan-kernel=target=sm_90a --split-input-file | FileCheck %s
// RUN: not tessera-opt %s "--tileaa-plan-kernel=target=sm_90a strategy=wgmma" --split-input-file 2>&1 | FileCheck %s --check-prefix=FORCED

// Warpgroups by rows: 128 rows are two of them.

// CHECK: nv_tileaa.func @two
// CHECK-SAME: nv_tileas.plan = #nv_tileas.plan<wgmma_tma, roles = [<all, warps = 8>]>
// CHECK: nv_tileas.dot %{{.*}} {atom = #nv_tileas<atom wgmma_bf16_bf16_f32 box [64, 128, 16]>}
nv_tileaa.func @two(%s: bf16, %t: f32) attributes {kernel} {
  %a = nv_tileaa.splat %s : bf16 -> tensor<128x64xbf16>
  %b = nv_tileaa.splat %s : bf16 -> tensor<64x128xbf16>
  %c = nv_tileaa.splat %t : f32 -> tensor<128x128xf32>
  %d = nv_tileaa.dot %a, %b, %c : tensor<128x64xbf16>, tensor<64x128xbf16>, tensor<128x128xf32>
  nv_tileaa.print "%f", %d : tensor<128x128xf32>
  nv_tileaa.return
}

// -----

// One warpgroup has 64 rows of 256 columns in 128 registers; sums of 512 columns
// are two instructions, and two warpgroups.

// CHECK: nv_tileaa.func @wide
// CHECK-SAME: nv_tileas.plan = #nv_tileas.plan<wgmma_tma, roles = [<all, warps = 4>]>
// CHECK: box [64, 256, 16]
nv_tileaa.func @wide(%s: bf16, %t: f32) attributes {kernel} {
  %a = nv_tileaa.splat %s : bf16 -> tensor<64x64xbf16>
  %b = nv_tileaa.splat %s : bf16 -> tensor<64x256xbf16>
  %c = nv_tileaa.splat %t : f32 -> tensor<64x256xf32>
  %d = nv_tileaa.dot %a, %b, %c : tensor<64x64xbf16>, tensor<64x256xbf16>, tensor<64x256xf32>
  nv_tileaa.print "%f", %d : tensor<64x256xf32>
  nv_tileaa.return
}
// CHECK: nv_tileaa.func @wider
// CHECK-SAME: nv_tileas.plan = #nv_tileas.plan<wgmma_tma, roles = [<all, warps = 8>]>
// CHECK: box [64, 256, 16]
nv_tileaa.func @wider(%s: bf16, %t: f32) attributes {kernel} {
  %a = nv_tileaa.splat %s : bf16 -> tensor<64x64xbf16>
  %b = nv_tileaa.splat %s : bf16 -> tensor<64x512xbf16>
  %c = nv_tileaa.splat %t : f32 -> tensor<64x512xf32>
  %d = nv_tileaa.dot %a, %b, %c : tensor<64x64xbf16>, tensor<64x512xbf16>, tensor<64x512xf32>
  nv_tileaa.print "%f", %d : tensor<64x512xf32>
  nv_tileaa.return
}

// -----

// A product that is too small is mma.sync in the same kernel.

// CHECK: nv_tileaa.func @both
// CHECK-SAME: nv_tileas.plan = #nv_tileas.plan<wgmma_tma, roles = [<all, warps = 4>]>
// CHECK: nv_tileas.dot %{{.*}} {atom = #nv_tileas<atom wgmma_f16_f16_f32 box [64, 64, 16]>}
// CHECK: nv_tileas.dot %{{.*}} {atom = #nv_tileas<atom mma_f16_f16_f32 box [16, 8, 16]>}
nv_tileaa.func @both(%s: f16, %t: f32) attributes {kernel} {
  %a = nv_tileaa.splat %s : f16 -> tensor<64x64xf16>
  %c = nv_tileaa.splat %t : f32 -> tensor<64x64xf32>
  %d = nv_tileaa.dot %a, %a, %c : tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf32>
  nv_tileaa.print "%f", %d : tensor<64x64xf32>
  %e = nv_tileaa.splat %s : f16 -> tensor<32x64xf16>
  %h = nv_tileaa.splat %s : f16 -> tensor<64x32xf16>
  %f = nv_tileaa.splat %t : f32 -> tensor<32x32xf32>
  %g = nv_tileaa.dot %e, %h, %f : tensor<32x64xf16>, tensor<64x32xf16>, tensor<32x32xf32>
  nv_tileaa.print "%f", %g : tensor<32x32xf32>
  nv_tileaa.return
}

// -----

// Exact sums of 8-bit floats take registers of their own: fewer columns at once.

// CHECK: nv_tileaa.func @exact
// CHECK: box [64, 128, 32]
nv_tileaa.func @exact(%s: f8E4M3FN, %t: f32) attributes {kernel} {
  %a = nv_tileaa.splat %s : f8E4M3FN -> tensor<64x64xf8E4M3FN>
  %b = nv_tileaa.splat %s : f8E4M3FN -> tensor<64x256xf8E4M3FN>
  %c = nv_tileaa.splat %t : f32 -> tensor<64x256xf32>
  %d = nv_tileaa.dot %a, %b, %c : tensor<64x64xf8E4M3FN>, tensor<64x256xf8E4M3FN>, tensor<64x256xf32>
  nv_tileaa.print "%f", %d : tensor<64x256xf32>
  nv_tileaa.return
}
// CHECK: nv_tileaa.func @fast
// CHECK: fast_acc
// CHECK-SAME: box [64, 256, 32]
nv_tileaa.func @fast(%s: f8E4M3FN, %t: f32) attributes {kernel} {
  %a = nv_tileaa.splat %s : f8E4M3FN -> tensor<64x64xf8E4M3FN>
  %b = nv_tileaa.splat %s : f8E4M3FN -> tensor<64x256xf8E4M3FN>
  %c = nv_tileaa.splat %t : f32 -> tensor<64x256xf32>
  %e = nv_tileaa.dot %a, %b, %c fast_acc : tensor<64x64xf8E4M3FN>, tensor<64x256xf8E4M3FN>, tensor<64x256xf32>
  nv_tileaa.print "%f", %e : tensor<64x256xf32>
  nv_tileaa.return
}

// -----

// What wgmma is not for, with the reason.

// CHECK: nv_tileaa.func @small
// CHECK-SAME: nv_tileas.plan = #nv_tileas.plan<mma_sync,
// FORCED: error: 'nv_tileaa.func' op strategy wgmma does not apply: a tile of 32x32 with depth 64 is smaller than 64x8 and 8x64 with depth 16
nv_tileaa.func @small(%s: f16, %t: f32) attributes {kernel} {
  %a = nv_tileaa.splat %s : f16 -> tensor<32x64xf16>
  %b = nv_tileaa.splat %s : f16 -> tensor<64x32xf16>
  %c = nv_tileaa.splat %t : f32 -> tensor<32x32xf32>
  %d = nv_tileaa.dot %a, %b, %c : tensor<32x64xf16>, tensor<64x32xf16>, tensor<32x32xf32>
  nv_tileaa.print "%f", %d : tensor<32x32xf32>
  nv_tileaa.return
}

// -----

// FORCED: error: 'nv_tileaa.func' op strategy wgmma does not apply: wgmma does not multiply f64 into f64
nv_tileaa.func @doubles(%s: f64) attributes {kernel} {
  %a = nv_tileaa.splat %s : f64 -> tensor<64x64xf64>
  %d = nv_tileaa.dot %a, %a, %a : tensor<64x64xf64>, tensor<64x64xf64>, tensor<64x64xf64>
  nv_tileaa.print "%f", %d : tensor<64x64xf64>
  nv_tileaa.return
}

// -----

// FORCED: error: 'nv_tileaa.func' op strategy wgmma does not apply: the kernel has no product
nv_tileaa.func @none() attributes {kernel} {
  nv_tileaa.return
}

// -----

// FORCED: error: 'nv_tileaa.func' op strategy wgmma does not apply: hint num_worker_warps_per_cta = 2 is no multiple of 4
nv_tileaa.func @two_warps(%s: f16, %t: f32) attributes {kernel, optimization_hints = #cuda_tile.optimization_hints<default = {num_worker_warps_per_cta = 2}>} {
  %a = nv_tileaa.splat %s : f16 -> tensor<64x64xf16>
  %c = nv_tileaa.splat %t : f32 -> tensor<64x64xf32>
  %d = nv_tileaa.dot %a, %a, %c : tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf32>
  nv_tileaa.print "%f", %d : tensor<64x64xf32>
  nv_tileaa.return
}

// -----

// FORCED: error: 'nv_tileaa.func' op strategy wgmma does not apply: accumulators take 256 registers of each thread of 8 warps, more than 205
nv_tileaa.func @many_sums(%s: f16, %t: f32) attributes {kernel} {
  %a = nv_tileaa.splat %s : f16 -> tensor<256x64xf16>
  %b = nv_tileaa.splat %s : f16 -> tensor<64x256xf16>
  %c = nv_tileaa.splat %t : f32 -> tensor<256x256xf32>
  %d = nv_tileaa.dot %a, %b, %c : tensor<256x64xf16>, tensor<64x256xf16>, tensor<256x256xf32>
  nv_tileaa.print "%f", %d : tensor<256x256xf32>
  nv_tileaa.return
}

// -----

// FORCED: error: 'nv_tileaa.func' op strategy wgmma does not apply: factors take 196608 bytes of shared memory, more than 174336
nv_tileaa.func @many_bytes(%s: f16, %t: f32) attributes {kernel} {
  %a = nv_tileaa.splat %s : f16 -> tensor<128x512xf16>
  %b = nv_tileaa.splat %s : f16 -> tensor<512x64xf16>
  %c = nv_tileaa.splat %t : f32 -> tensor<128x64xf32>
  %d = nv_tileaa.dot %a, %b, %c : tensor<128x512xf16>, tensor<512x64xf16>, tensor<128x64xf32>
  nv_tileaa.print "%f", %d : tensor<128x64xf32>
  nv_tileaa.return
}
