// RUN: tessera-opt %s --tileaa-plan-kernel=target=sm_90a | FileCheck %s --check-prefix=SM90A
// RUN: tessera-opt %s --tileaa-plan-kernel=target=sm_90 | FileCheck %s --check-prefix=SM90A
// RUN: tessera-opt %s --tileaa-plan-kernel=target=sm_80 | FileCheck %s --check-prefix=SM80

// Hints name architectures: that of sm_90 counts for sm_90a as well, the default
// for what is not named.

// SM90A: nv_tileaa.func @hinted
// SM90A-SAME: nv_tileas.plan = #nv_tileas.plan<fma, roles = [<all, warps = 8>]>
// SM80: nv_tileaa.func @hinted
// SM80-SAME: nv_tileas.plan = #nv_tileas.plan<fma, roles = [<all, warps = 2>]>
nv_tileaa.func @hinted() attributes {kernel, optimization_hints = #cuda_tile.optimization_hints<sm_90 = {num_worker_warps_per_cta = 8}, default = {num_worker_warps_per_cta = 2}>} {
  nv_tileaa.return
}

// A product of 128 x 128 by mma.sync is for 4 warps if its factors have 16 bits and
// a depth of 64, and nothing else needs the registers; others are for 8.

// SM80: nv_tileaa.func @deep
// SM80-SAME: nv_tileas.plan = #nv_tileas.plan<mma_sync, roles = [<all, warps = 4>]>
nv_tileaa.func @deep(%x: bf16, %y: f32) attributes {kernel} {
  %a = nv_tileaa.splat %x : bf16 -> tensor<128x64xbf16>
  %b = nv_tileaa.splat %x : bf16 -> tensor<64x128xbf16>
  %c = nv_tileaa.splat %y : f32 -> tensor<128x128xf32>
  %d = nv_tileaa.dot %a, %b, %c : tensor<128x64xbf16>, tensor<64x128xbf16>, tensor<128x128xf32>
  nv_tileaa.print "%f", %d : tensor<128x128xf32>
  nv_tileaa.return
}

// SM80: nv_tileaa.func @shallow
// SM80-SAME: nv_tileas.plan = #nv_tileas.plan<mma_sync, roles = [<all, warps = 8>]>
nv_tileaa.func @shallow(%x: bf16, %y: f32) attributes {kernel} {
  %a = nv_tileaa.splat %x : bf16 -> tensor<128x32xbf16>
  %b = nv_tileaa.splat %x : bf16 -> tensor<32x128xbf16>
  %c = nv_tileaa.splat %y : f32 -> tensor<128x128xf32>
  %d = nv_tileaa.dot %a, %b, %c : tensor<128x32xbf16>, tensor<32x128xbf16>, tensor<128x128xf32>
  nv_tileaa.print "%f", %d : tensor<128x128xf32>
  nv_tileaa.return
}

// SM80: nv_tileaa.func @two
// SM80-SAME: nv_tileas.plan = #nv_tileas.plan<mma_sync, roles = [<all, warps = 8>]>
nv_tileaa.func @two(%x: bf16, %y: f32) attributes {kernel} {
  %a = nv_tileaa.splat %x : bf16 -> tensor<128x64xbf16>
  %b = nv_tileaa.splat %x : bf16 -> tensor<64x128xbf16>
  %c = nv_tileaa.splat %y : f32 -> tensor<128x128xf32>
  %d = nv_tileaa.dot %a, %b, %c : tensor<128x64xbf16>, tensor<64x128xbf16>, tensor<128x128xf32>
  %e = nv_tileaa.dot %a, %b, %d : tensor<128x64xbf16>, tensor<64x128xbf16>, tensor<128x128xf32>
  nv_tileaa.print "%f", %e : tensor<128x128xf32>
  nv_tileaa.return
}
