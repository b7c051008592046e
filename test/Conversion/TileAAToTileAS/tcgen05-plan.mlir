// RUN: not tessera-opt %s "--tileaa-plan-kernel=target=sm_100a strategy=tcgen05" --split-input-file 2>/dev/null | FileCheck %s
// RUN: not tessera-opt %s "--tileaa-plan-kernel=target=sm_103a strategy=tcgen05" --split-input-file 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: not tessera-opt %s "--tileaa-plan-kernel=target=sm_90a strategy=tcgen05" --split-input-file 2>&1 | FileCheck %s --check-prefix=LACKS
// LACKS: strategy tcgen05 does not apply: sm_90a has no tcgen05

// Blocks of 128 rows, columns up to 256.

// CHECK: nv_tileaa.func @rows
// CHECK-SAME: nv_tileas.plan = #nv_tileas.plan<tcgen05, roles = [<all, warps = 8>]>
// CHECK: nv_tileas.dot %{{.*}} {atom = #nv_tileas<atom tcgen05_bf16_bf16_f32 box [128, 128, 16]>}
nv_tileaa.func @rows(%s: bf16, %t: f32) attributes {kernel} {
  %a = nv_tileaa.splat %s : bf16 -> tensor<256x64xbf16>
  %b = nv_tileaa.splat %s : bf16 -> tensor<64x128xbf16>
  %c = nv_tileaa.splat %t : f32 -> tensor<256x128xf32>
  %d = nv_tileaa.dot %a, %b, %c : tensor<256x64xbf16>, tensor<64x128xbf16>, tensor<256x128xf32>
  nv_tileaa.print "%f", %d : tensor<256x128xf32>
  nv_tileaa.return
}

// -----

// 64 rows; a product that is too small is mma.sync in the same kernel, and so
// is one that finds no columns left: the first two take all 512.

// CHECK: nv_tileaa.func @several
// CHECK-SAME: nv_tileas.plan = #nv_tileas.plan<tcgen05, roles = [<all, warps = 8>]>
// CHECK: nv_tileas.dot %{{.*}} {atom = #nv_tileas<atom tcgen05_f16_f16_f32 box [64, 256, 16]>}
// CHECK: nv_tileas.dot %{{.*}} {atom = #nv_tileas<atom mma_f16_f16_f32 box [16, 8, 16]>}
// CHECK: nv_tileas.dot %{{.*}} {atom = #nv_tileas<atom tcgen05_f16_f16_f32 box [64, 256, 16]>}
// CHECK: nv_tileas.dot %{{.*}} {atom = #nv_tileas<atom mma_f16_f16_f32 box [16, 8, 16]>}
nv_tileaa.func @several(%s: f16, %t: f32) attributes {kernel} {
  %a = nv_tileaa.splat %s : f16 -> tensor<64x64xf16>
  %b = nv_tileaa.splat %s : f16 -> tensor<64x256xf16>
  %c = nv_tileaa.splat %t : f32 -> tensor<64x256xf32>
  %d = nv_tileaa.dot %a, %b, %c : tensor<64x64xf16>, tensor<64x256xf16>, tensor<64x256xf32>
  %e = nv_tileaa.splat %s : f16 -> tensor<32x64xf16>
  %f = nv_tileaa.splat %t : f32 -> tensor<32x256xf32>
  %g = nv_tileaa.dot %e, %b, %f : tensor<32x64xf16>, tensor<64x256xf16>, tensor<32x256xf32>
  nv_tileaa.print "%f", %g : tensor<32x256xf32>
  %h = nv_tileaa.dot %a, %b, %d : tensor<64x64xf16>, tensor<64x256xf16>, tensor<64x256xf32>
  %i = nv_tileaa.dot %a, %b, %h : tensor<64x64xf16>, tensor<64x256xf16>, tensor<64x256xf32>
  nv_tileaa.print "%f", %i : tensor<64x256xf32>
  nv_tileaa.return
}

// -----

// Integers are not multiplied by tcgen05 of sm_103a.

// CHECK: nv_tileaa.func @integers
// CHECK: nv_tileas.dot %{{.*}} {atom = #nv_tileas<atom tcgen05_i8_i8_i32 box [64, 64, 32]>}
// OTHER: strategy tcgen05 does not apply: tcgen05 on sm_103a does not multiply i8 into i32
nv_tileaa.func @integers(%s: i8, %t: i32) attributes {kernel} {
  %a = nv_tileaa.splat %s : i8 -> tensor<64x64xi8>
  %c = nv_tileaa.splat %t : i32 -> tensor<64x64xi32>
  %d = nv_tileaa.dot %a, %a, %c signed signed : tensor<64x64xi8>, tensor<64x64xi8>, tensor<64x64xi32>
  nv_tileaa.print "%i", %d : tensor<64x64xi32>
  nv_tileaa.return
}

// -----

// OTHER: strategy tcgen05 does not apply: a tile of 32x64 with depth 64 is smaller than 64x8 or 128x16 with depth 16
// CHECK-NOT: func @small
nv_tileaa.func @small(%s: f16, %t: f32) attributes {kernel} {
  %a = nv_tileaa.splat %s : f16 -> tensor<32x64xf16>
  %b = nv_tileaa.splat %s : f16 -> tensor<64x64xf16>
  %c = nv_tileaa.splat %t : f32 -> tensor<32x64xf32>
  %d = nv_tileaa.dot %a, %b, %c : tensor<32x64xf16>, tensor<64x64xf16>, tensor<32x64xf32>
  nv_tileaa.print "%f", %d : tensor<32x64xf32>
  nv_tileaa.return
}
