// RUN: tessera-opt %s --tileaa-plan-kernel=target=sm_90a --split-input-file | FileCheck %s
// RUN: tessera-opt %s --tileaa-plan-kernel=target=sm_90a --split-input-file -o /dev/null --remark-format=emitRemark --remarks-filter-missed=plan 2>&1 | FileCheck %s --check-prefix=WHY

// RUN: tessera-opt %s --tileaa-to-tileas=target=sm_90a --split-input-file | FileCheck %s --check-prefix=LAYOUT

// Tiles of fewer than 64 rows, and of 64 columns or more: wgmma makes the transpose, of which
// the columns are the rows of an instruction. Threads copy, because such a kernel waits for
// memory.

// WHY: "strategy wgmma-tma is slower here: its products have fewer than 64 rows and wait for memory, and
// WHY-SAME: blocks begin sooner without tensor maps"

// Both factors are images; the sums are fragments with rows and columns exchanged.
// LAYOUT-DAG: #[[LEFT:.*]] = #nv_tileas.layout<{offset: [(0,1), (0,2), (0,4), (0,8), (0,16), (0,32), (1,8), (2,16), (4,32), (8,0)]} -> (dim0:16, dim1:64)>
// LAYOUT-DAG: #[[RIGHT:.*]] = #nv_tileas.layout<{offset: [(0,1), (0,2), (0,4), (0,8), (0,16), (0,32), (1,8), (2,16), (4,32), (8,0), (16,0), (32,0)]} -> (dim0:64, dim1:64)>
// LAYOUT-DAG: #[[SUMS:.*]] = #nv_tileas.layout<{register: [(1,0), (0,8), (8,0)], lane: [(2,0), (4,0), (0,1), (0,2), (0,4)], warp: [(0,16), (0,32)]} -> (dim0:16, dim1:64)>
// LAYOUT: nv_tileaa.func @f16
// LAYOUT: nv_tileas.dot {{.*}} : !nv_tileas.tiled_view<16x64xf16, smem, #[[LEFT]]>, !nv_tileas.tiled_view<64x64xf16, smem, #[[RIGHT]]>, tile<16x64xf32, #[[SUMS]]> -> tile<16x64xf32, #[[SUMS]]>
// CHECK: nv_tileaa.func @f16
// CHECK-SAME: nv_tileas.plan = #nv_tileas.plan<wgmma, roles = [<all, warps = 4>]>
// CHECK: nv_tileas.dot {{.*}}{atom = #nv_tileas<atom wgmma_f16_f16_f32 transposed box [64, 16, 16]>}
nv_tileaa.func @f16(%s: f16, %t: f32) attributes {kernel} {
  %a = nv_tileaa.splat %s : f16 -> tensor<16x64xf16>
  %b = nv_tileaa.splat %s : f16 -> tensor<64x64xf16>
  %c = nv_tileaa.splat %t : f32 -> tensor<16x64xf32>
  %d = nv_tileaa.dot %a, %b, %c : tensor<16x64xf16>, tensor<64x64xf16>, tensor<16x64xf32>
  nv_tileaa.print "%d", %d : tensor<16x64xf32>
  nv_tileaa.return
}

// CHECK: nv_tileaa.func @half
// CHECK-SAME: nv_tileas.plan = #nv_tileas.plan<wgmma, roles = [<all, warps = 4>]>
// CHECK: nv_tileas.dot {{.*}}{atom = #nv_tileas<atom wgmma_f16_f16_f16 transposed box [64, 16, 16]>}
nv_tileaa.func @half(%s: f16, %t: f16) attributes {kernel} {
  %a = nv_tileaa.splat %s : f16 -> tensor<16x64xf16>
  %b = nv_tileaa.splat %s : f16 -> tensor<64x64xf16>
  %c = nv_tileaa.splat %t : f16 -> tensor<16x64xf16>
  %d = nv_tileaa.dot %a, %b, %c : tensor<16x64xf16>, tensor<64x64xf16>, tensor<16x64xf16>
  nv_tileaa.print "%d", %d : tensor<16x64xf16>
  nv_tileaa.return
}

// CHECK: nv_tileaa.func @bf16
// CHECK-SAME: nv_tileas.plan = #nv_tileas.plan<wgmma, roles = [<all, warps = 4>]>
// CHECK: nv_tileas.dot {{.*}}{atom = #nv_tileas<atom wgmma_bf16_bf16_f32 transposed box [64, 8, 16]>}
nv_tileaa.func @bf16(%s: bf16, %t: f32) attributes {kernel} {
  %a = nv_tileaa.splat %s : bf16 -> tensor<8x64xbf16>
  %b = nv_tileaa.splat %s : bf16 -> tensor<64x64xbf16>
  %c = nv_tileaa.splat %t : f32 -> tensor<8x64xf32>
  %d = nv_tileaa.dot %a, %b, %c : tensor<8x64xbf16>, tensor<64x64xbf16>, tensor<8x64xf32>
  nv_tileaa.print "%d", %d : tensor<8x64xf32>
  nv_tileaa.return
}

// CHECK: nv_tileaa.func @tf32
// CHECK-SAME: nv_tileas.plan = #nv_tileas.plan<wgmma, roles = [<all, warps = 4>]>
// CHECK: nv_tileas.dot {{.*}}{atom = #nv_tileas<atom wgmma_tf32_tf32_f32 transposed box [64, 16, 8]>}
nv_tileaa.func @tf32(%s: tf32, %t: f32) attributes {kernel} {
  %a = nv_tileaa.splat %s : tf32 -> tensor<16x32xtf32>
  %b = nv_tileaa.splat %s : tf32 -> tensor<32x64xtf32>
  %c = nv_tileaa.splat %t : f32 -> tensor<16x64xf32>
  %d = nv_tileaa.dot %a, %b, %c : tensor<16x32xtf32>, tensor<32x64xtf32>, tensor<16x64xf32>
  nv_tileaa.print "%d", %d : tensor<16x64xf32>
  nv_tileaa.return
}

// CHECK: nv_tileaa.func @e4m3
// CHECK-SAME: nv_tileas.plan = #nv_tileas.plan<wgmma, roles = [<all, warps = 4>]>
// CHECK: nv_tileas.dot {{.*}}{atom = #nv_tileas<atom wgmma_e4m3_e4m3_f32 transposed box [64, 32, 32]>}
nv_tileaa.func @e4m3(%s: f8E4M3FN, %t: f32) attributes {kernel} {
  %a = nv_tileaa.splat %s : f8E4M3FN -> tensor<32x64xf8E4M3FN>
  %b = nv_tileaa.splat %s : f8E4M3FN -> tensor<64x64xf8E4M3FN>
  %c = nv_tileaa.splat %t : f32 -> tensor<32x64xf32>
  %d = nv_tileaa.dot %a, %b, %c : tensor<32x64xf8E4M3FN>, tensor<64x64xf8E4M3FN>, tensor<32x64xf32>
  nv_tileaa.print "%d", %d : tensor<32x64xf32>
  nv_tileaa.return
}

// CHECK: nv_tileaa.func @e4m3_half
// CHECK-SAME: nv_tileas.plan = #nv_tileas.plan<wgmma, roles = [<all, warps = 4>]>
// CHECK: nv_tileas.dot {{.*}}{atom = #nv_tileas<atom wgmma_e4m3_e4m3_f16 transposed box [64, 16, 32]>}
nv_tileaa.func @e4m3_half(%s: f8E4M3FN, %t: f16) attributes {kernel} {
  %a = nv_tileaa.splat %s : f8E4M3FN -> tensor<16x64xf8E4M3FN>
  %b = nv_tileaa.splat %s : f8E4M3FN -> tensor<64x64xf8E4M3FN>
  %c = nv_tileaa.splat %t : f16 -> tensor<16x64xf16>
  %d = nv_tileaa.dot %a, %b, %c : tensor<16x64xf8E4M3FN>, tensor<64x64xf8E4M3FN>, tensor<16x64xf16>
  nv_tileaa.print "%d", %d : tensor<16x64xf16>
  nv_tileaa.return
}

// CHECK: nv_tileaa.func @e5m2
// CHECK-SAME: nv_tileas.plan = #nv_tileas.plan<wgmma, roles = [<all, warps = 4>]>
// CHECK: nv_tileas.dot {{.*}}{atom = #nv_tileas<atom wgmma_e5m2_e5m2_f32 transposed box [64, 16, 32]>}
nv_tileaa.func @e5m2(%s: f8E5M2, %t: f32) attributes {kernel} {
  %a = nv_tileaa.splat %s : f8E5M2 -> tensor<16x64xf8E5M2>
  %b = nv_tileaa.splat %s : f8E5M2 -> tensor<64x64xf8E5M2>
  %c = nv_tileaa.splat %t : f32 -> tensor<16x64xf32>
  %d = nv_tileaa.dot %a, %b, %c : tensor<16x64xf8E5M2>, tensor<64x64xf8E5M2>, tensor<16x64xf32>
  nv_tileaa.print "%d", %d : tensor<16x64xf32>
  nv_tileaa.return
}

// CHECK: nv_tileaa.func @e5m2_half
// CHECK-SAME: nv_tileas.plan = #nv_tileas.plan<wgmma, roles = [<all, warps = 4>]>
// CHECK: nv_tileas.dot {{.*}}{atom = #nv_tileas<atom wgmma_e5m2_e5m2_f16 transposed box [64, 8, 32]>}
nv_tileaa.func @e5m2_half(%s: f8E5M2, %t: f16) attributes {kernel} {
  %a = nv_tileaa.splat %s : f8E5M2 -> tensor<8x64xf8E5M2>
  %b = nv_tileaa.splat %s : f8E5M2 -> tensor<64x64xf8E5M2>
  %c = nv_tileaa.splat %t : f16 -> tensor<8x64xf16>
  %d = nv_tileaa.dot %a, %b, %c : tensor<8x64xf8E5M2>, tensor<64x64xf8E5M2>, tensor<8x64xf16>
  nv_tileaa.print "%d", %d : tensor<8x64xf16>
  nv_tileaa.return
}

// CHECK: nv_tileaa.func @bytes
// CHECK-SAME: nv_tileas.plan = #nv_tileas.plan<wgmma, roles = [<all, warps = 4>]>
// CHECK: nv_tileas.dot {{.*}}{atom = #nv_tileas<atom wgmma_i8_i8_i32 transposed box [64, 16, 32]>}
nv_tileaa.func @bytes(%s: i8, %t: i32) attributes {kernel} {
  %a = nv_tileaa.splat %s : i8 -> tensor<16x64xi8>
  %b = nv_tileaa.splat %s : i8 -> tensor<64x64xi8>
  %c = nv_tileaa.splat %t : i32 -> tensor<16x64xi32>
  %d = nv_tileaa.dot %a, %b, %c signed unsigned : tensor<16x64xi8>, tensor<64x64xi8>, tensor<16x64xi32>
  nv_tileaa.print "%d", %d : tensor<16x64xi32>
  nv_tileaa.return
}

// -----

// Warpgroups take 64 columns each, and batches; those that find none share the rows.

// CHECK: nv_tileaa.func @columns
// CHECK-SAME: nv_tileas.plan = #nv_tileas.plan<wgmma, roles = [<all, warps = 8>]>
// CHECK: transposed box [64, 16, 16]
nv_tileaa.func @columns(%s: bf16, %t: f32) attributes {kernel} {
  %a = nv_tileaa.splat %s : bf16 -> tensor<16x64xbf16>
  %b = nv_tileaa.splat %s : bf16 -> tensor<64x256xbf16>
  %c = nv_tileaa.splat %t : f32 -> tensor<16x256xf32>
  %d = nv_tileaa.dot %a, %b, %c : tensor<16x64xbf16>, tensor<64x256xbf16>, tensor<16x256xf32>
  nv_tileaa.print "%d", %d : tensor<16x256xf32>
  nv_tileaa.return
}

// CHECK: nv_tileaa.func @batches
// CHECK-SAME: nv_tileas.plan = #nv_tileas.plan<wgmma, roles = [<all, warps = 8>]>
// CHECK: transposed box [64, 16, 16]
nv_tileaa.func @batches(%s: bf16, %t: f32) attributes {kernel} {
  %a = nv_tileaa.splat %s : bf16 -> tensor<2x16x64xbf16>
  %b = nv_tileaa.splat %s : bf16 -> tensor<2x64x128xbf16>
  %c = nv_tileaa.splat %t : f32 -> tensor<2x16x128xf32>
  %d = nv_tileaa.dot %a, %b, %c : tensor<2x16x64xbf16>, tensor<2x64x128xbf16>, tensor<2x16x128xf32>
  nv_tileaa.print "%d", %d : tensor<2x16x128xf32>
  nv_tileaa.return
}

// CHECK: nv_tileaa.func @rows
// CHECK-SAME: nv_tileas.plan = #nv_tileas.plan<wgmma, roles = [<all, warps = 8>]>
// CHECK: transposed box [64, 8, 16]
nv_tileaa.func @rows(%s: bf16, %t: f32) attributes {kernel, nv_tileas.plan = #nv_tileas.plan<wgmma, roles = [<all, warps = 8>]>} {
  %a = nv_tileaa.splat %s : bf16 -> tensor<16x64xbf16>
  %b = nv_tileaa.splat %s : bf16 -> tensor<64x64xbf16>
  %c = nv_tileaa.splat %t : f32 -> tensor<16x64xf32>
  %d = nv_tileaa.dot %a, %b, %c : tensor<16x64xbf16>, tensor<64x64xbf16>, tensor<16x64xf32>
  nv_tileaa.print "%d", %d : tensor<16x64xf32>
  nv_tileaa.return
}

// -----

// With a product of 64 rows and more beside it, TMA copies.

// CHECK: nv_tileaa.func @beside
// CHECK-SAME: nv_tileas.plan = #nv_tileas.plan<wgmma_tma, roles = [<all, warps = 4>]>
// CHECK: nv_tileas.dot {{.*}}{atom = #nv_tileas<atom wgmma_f16_f16_f32 box [64, 64, 16]>}
// CHECK: nv_tileas.dot {{.*}}{atom = #nv_tileas<atom wgmma_f16_f16_f32 transposed box [64, 32, 16]>}
nv_tileaa.func @beside(%s: f16, %t: f32) attributes {kernel} {
  %a = nv_tileaa.splat %s : f16 -> tensor<64x64xf16>
  %c = nv_tileaa.splat %t : f32 -> tensor<64x64xf32>
  %d = nv_tileaa.dot %a, %a, %c : tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf32>
  nv_tileaa.print "%f", %d : tensor<64x64xf32>
  %e = nv_tileaa.splat %s : f16 -> tensor<32x64xf16>
  %f = nv_tileaa.splat %t : f32 -> tensor<32x64xf32>
  %g = nv_tileaa.dot %e, %a, %f : tensor<32x64xf16>, tensor<64x64xf16>, tensor<32x64xf32>
  nv_tileaa.print "%f", %g : tensor<32x64xf32>
  nv_tileaa.return
}
