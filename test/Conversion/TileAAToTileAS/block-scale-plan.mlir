// What becomes of scales: an instruction takes them, or factors are multiplied
// by theirs and become bf16.
// RUN: tessera-opt %s "--tileaa-plan-kernel=target=sm_120a" | FileCheck %s --check-prefixes=ALL,SM120
// RUN: tessera-opt %s "--tileaa-plan-kernel=target=sm_100a" | FileCheck %s --check-prefixes=ALL,SM100
// RUN: tessera-opt %s "--tileaa-plan-kernel=target=sm_90a" | FileCheck %s --check-prefixes=ALL,SM90
// RUN: tessera-opt %s "--tileaa-plan-kernel=target=sm_80" | FileCheck %s --check-prefixes=ALL,SM80

// ALL: nv_tileaa.func @mxfp8
// SM120: nv_tileas.dot {{.*}} scaled {{.*}} {atom = #nv_tileas<atom mma_e4m3_e4m3_f32 box [16, 8, 32]>}
// SM100: nv_tileas.dot {{.*}} scaled {{.*}} {atom = #nv_tileas<atom tcgen05_e4m3_e4m3_f32 box [128, 128, 32]>}
// SM90: nv_tileaa.fp_to_fp {{.*}} tensor<128x128xf8E4M3FN> -> tensor<128x128xf32>
// SM90: nv_tileaa.fp_to_fp {{.*}} tensor<128x4xf8E8M0FNU> -> tensor<128x4xf32>
// SM90: arith.mulf
// SM90: nv_tileaa.fp_to_fp {{.*}} tensor<128x128xf32> -> tensor<128x128xbf16>
// SM90-NOT: scaled
// SM90: nv_tileas.dot {{.*}} {atom = #nv_tileas<atom wgmma_bf16_bf16_f32 box [64, 128, 16]>}
// SM80: nv_tileas.dot {{.*}} {atom = #nv_tileas<atom mma_bf16_bf16_f32 box [16, 8, 16]>}
nv_tileaa.func @mxfp8(%s: f8E4M3FN, %q: f8E8M0FNU, %t: f32) attributes {kernel} {
  %a = nv_tileaa.splat %s : f8E4M3FN -> tensor<128x128xf8E4M3FN>
  %c = nv_tileaa.splat %t : f32 -> tensor<128x128xf32>
  %l = nv_tileaa.splat %q : f8E8M0FNU -> tensor<128x4xf8E8M0FNU>
  %r = nv_tileaa.splat %q : f8E8M0FNU -> tensor<4x128xf8E8M0FNU>
  %d = nv_tileaa.dot %a, %a, %c scaled %l, %r : tensor<128x128xf8E4M3FN>, tensor<128x128xf8E4M3FN>, tensor<128x128xf32> scaled tensor<128x4xf8E8M0FNU>, tensor<4x128xf8E8M0FNU>
  nv_tileaa.print "%f", %d : tensor<128x128xf32>
  nv_tileaa.return
}

// Elements of 4 bits that come one by one: tcgen05 wants two in a byte.

// ALL: nv_tileaa.func @nvfp4
// SM120: nv_tileas.dot {{.*}} scaled {{.*}} {atom = #nv_tileas<atom mma_e2m1_e2m1_f32 box [16, 8, 64]>}
// SM100: nv_tileas.dot {{.*}} {atom = #nv_tileas<atom tcgen05_bf16_bf16_f32 box [128, 128, 16]>}
nv_tileaa.func @nvfp4(%s: f4E2M1FN, %q: f8E4M3FN, %t: f32) attributes {kernel} {
  %a = nv_tileaa.splat %s : f4E2M1FN -> tensor<128x128xf4E2M1FN>
  %c = nv_tileaa.splat %t : f32 -> tensor<128x128xf32>
  %l = nv_tileaa.splat %q : f8E4M3FN -> tensor<128x8xf8E4M3FN>
  %r = nv_tileaa.splat %q : f8E4M3FN -> tensor<8x128xf8E4M3FN>
  %d = nv_tileaa.dot %a, %a, %c scaled %l, %r : tensor<128x128xf4E2M1FN>, tensor<128x128xf4E2M1FN>, tensor<128x128xf32> scaled tensor<128x8xf8E4M3FN>, tensor<8x128xf8E4M3FN>
  nv_tileaa.print "%f", %d : tensor<128x128xf32>
  nv_tileaa.return
}

// No instruction of PTX 9.0 has blocks of 16 with scales of e8m0.

// ALL: nv_tileaa.func @short_blocks
// SM120: nv_tileas.dot {{.*}} {atom = #nv_tileas<atom mma_bf16_bf16_f32 box [16, 8, 16]>}
nv_tileaa.func @short_blocks(%s: f4E2M1FN, %q: f8E8M0FNU, %t: f32) attributes {kernel} {
  %a = nv_tileaa.splat %s : f4E2M1FN -> tensor<64x64xf4E2M1FN>
  %c = nv_tileaa.splat %t : f32 -> tensor<64x64xf32>
  %l = nv_tileaa.splat %q : f8E8M0FNU -> tensor<64x4xf8E8M0FNU>
  %r = nv_tileaa.splat %q : f8E8M0FNU -> tensor<4x64xf8E8M0FNU>
  %d = nv_tileaa.dot %a, %a, %c scaled %l, %r : tensor<64x64xf4E2M1FN>, tensor<64x64xf4E2M1FN>, tensor<64x64xf32> scaled tensor<64x4xf8E8M0FNU>, tensor<4x64xf8E8M0FNU>
  nv_tileaa.print "%f", %d : tensor<64x64xf32>
  nv_tileaa.return
}

// Fewer columns, or fewer blocks, than one copy of tcgen05 brings.

// ALL: nv_tileaa.func @narrow
// SM120: nv_tileas.dot {{.*}} scaled {{.*}} {atom = #nv_tileas<atom mma_e5m2_e5m2_f32 box [16, 8, 32]>}
// SM100: nv_tileas.dot {{.*}} {atom = #nv_tileas<atom tcgen05_bf16_bf16_f32 box [128, 64, 16]>}
nv_tileaa.func @narrow(%s: f8E5M2, %q: f8E8M0FNU, %t: f32) attributes {kernel} {
  %a = nv_tileaa.splat %s : f8E5M2 -> tensor<128x128xf8E5M2>
  %b = nv_tileaa.splat %s : f8E5M2 -> tensor<128x64xf8E5M2>
  %c = nv_tileaa.splat %t : f32 -> tensor<128x64xf32>
  %l = nv_tileaa.splat %q : f8E8M0FNU -> tensor<128x4xf8E8M0FNU>
  %r = nv_tileaa.splat %q : f8E8M0FNU -> tensor<4x64xf8E8M0FNU>
  %d = nv_tileaa.dot %a, %b, %c scaled %l, %r : tensor<128x128xf8E5M2>, tensor<128x64xf8E5M2>, tensor<128x64xf32> scaled tensor<128x4xf8E8M0FNU>, tensor<4x64xf8E8M0FNU>
  nv_tileaa.print "%f", %d : tensor<128x64xf32>
  nv_tileaa.return
}

// 256 x 256 sums take all columns of tensor memory: none is left for scales.

// ALL: nv_tileaa.func @large
// SM120: nv_tileas.dot {{.*}} scaled {{.*}} {atom = #nv_tileas<atom mma_e4m3_e4m3_f32 box [16, 8, 32]>}
// SM100: nv_tileas.dot {{.*}} {atom = #nv_tileas<atom tcgen05_bf16_bf16_f32 box [128, 256, 16]>}
nv_tileaa.func @large(%s: f8E4M3FN, %q: f8E8M0FNU, %t: f32) attributes {kernel} {
  %a = nv_tileaa.splat %s : f8E4M3FN -> tensor<256x128xf8E4M3FN>
  %b = nv_tileaa.splat %s : f8E4M3FN -> tensor<128x256xf8E4M3FN>
  %c = nv_tileaa.splat %t : f32 -> tensor<256x256xf32>
  %l = nv_tileaa.splat %q : f8E8M0FNU -> tensor<256x4xf8E8M0FNU>
  %r = nv_tileaa.splat %q : f8E8M0FNU -> tensor<4x256xf8E8M0FNU>
  %d = nv_tileaa.dot %a, %b, %c scaled %l, %r : tensor<256x128xf8E4M3FN>, tensor<128x256xf8E4M3FN>, tensor<256x256xf32> scaled tensor<256x4xf8E8M0FNU>, tensor<4x256xf8E8M0FNU>
  nv_tileaa.print "%f", %d : tensor<256x256xf32>
  nv_tileaa.return
}
