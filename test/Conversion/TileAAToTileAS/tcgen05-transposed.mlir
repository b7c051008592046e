// RUN: tessera-opt %s --tileaa-plan-kernel=target=sm_100a --split-input-file | FileCheck %s
// RUN: tessera-opt %s --tileaa-to-tileas=target=sm_100a --split-input-file | FileCheck %s --check-prefix=PLACE

// Tiles of fewer than 64 rows, and of 64 columns or more: tcgen05 makes the transpose. Columns of
// the tile are lanes of tensor memory, 128 of them in an instruction if there are so many.

// PLACE-DAG: #[[PLACE:.*]] = #nv_tileas.layout<{tmemlane: [(0,1), (0,2), (0,4), (0,8), (0,16), (0,32), (0,64)], tmemcolumn: [(1,0), (2,0), (4,0), (8,0)]} -> (dim0:16, dim1:128)>
// PLACE-DAG: #[[SUMS:.*]] = #nv_tileas.layout<{register: [(1,0), (0,8), (8,0), (0,16)], lane: [(2,0), (4,0), (0,1), (0,2), (0,4)], warp: [(0,32), (0,64)]} -> (dim0:16, dim1:128)>
// PLACE: nv_tileaa.func @f16
// PLACE: %[[P:.*]] = nv_tileas.tensor_place %{{.*}} {column = 0 : i32} : !nv_tileas.tiled_view<16x128xf32, tmem, #[[PLACE]]>
// PLACE: nv_tileas.tensor_dot %{{.*}}, %{{.*}}, %[[P]] if %{{.*}} {atom = #nv_tileas<atom tcgen05_f16_f16_f32 transposed box [128, 16, 16]>}
// PLACE: nv_tileas.tiled_load %[[P]]{{.*}} -> tile<16x128xf32, #[[SUMS]]>

// CHECK: nv_tileaa.func @f16
// CHECK-SAME: nv_tileas.plan = #nv_tileas.plan<tcgen05, roles = [<all, warps = 4>]>
// CHECK: nv_tileas.dot {{.*}}{atom = #nv_tileas<atom tcgen05_f16_f16_f32 transposed box [128, 16, 16]>}
nv_tileaa.func @f16(%s: f16, %t: f32) attributes {kernel} {
  %a = nv_tileaa.splat %s : f16 -> tensor<16x64xf16>
  %b = nv_tileaa.splat %s : f16 -> tensor<64x128xf16>
  %c = nv_tileaa.splat %t : f32 -> tensor<16x128xf32>
  %d = nv_tileaa.dot %a, %b, %c : tensor<16x64xf16>, tensor<64x128xf16>, tensor<16x128xf32>
  nv_tileaa.print "%d", %d : tensor<16x128xf32>
  nv_tileaa.return
}

// CHECK: nv_tileaa.func @half
// CHECK-SAME: nv_tileas.plan = #nv_tileas.plan<tcgen05, roles = [<all, warps = 4>]>
// CHECK: nv_tileas.dot {{.*}}{atom = #nv_tileas<atom tcgen05_f16_f16_f16 transposed box [64, 32, 16]>}
nv_tileaa.func @half(%s: f16, %t: f16) attributes {kernel} {
  %a = nv_tileaa.splat %s : f16 -> tensor<32x64xf16>
  %b = nv_tileaa.splat %s : f16 -> tensor<64x64xf16>
  %c = nv_tileaa.splat %t : f16 -> tensor<32x64xf16>
  %d = nv_tileaa.dot %a, %b, %c : tensor<32x64xf16>, tensor<64x64xf16>, tensor<32x64xf16>
  nv_tileaa.print "%d", %d : tensor<32x64xf16>
  nv_tileaa.return
}

// CHECK: nv_tileaa.func @bf16
// CHECK-SAME: nv_tileas.plan = #nv_tileas.plan<tcgen05, roles = [<all, warps = 4>]>
// CHECK: nv_tileas.dot {{.*}}{atom = #nv_tileas<atom tcgen05_bf16_bf16_f32 transposed box [64, 8, 16]>}
nv_tileaa.func @bf16(%s: bf16, %t: f32) attributes {kernel} {
  %a = nv_tileaa.splat %s : bf16 -> tensor<8x64xbf16>
  %b = nv_tileaa.splat %s : bf16 -> tensor<64x64xbf16>
  %c = nv_tileaa.splat %t : f32 -> tensor<8x64xf32>
  %d = nv_tileaa.dot %a, %b, %c : tensor<8x64xbf16>, tensor<64x64xbf16>, tensor<8x64xf32>
  nv_tileaa.print "%d", %d : tensor<8x64xf32>
  nv_tileaa.return
}

// CHECK: nv_tileaa.func @tf32
// CHECK-SAME: nv_tileas.plan = #nv_tileas.plan<tcgen05, roles = [<all, warps = 4>]>
// CHECK: nv_tileas.dot {{.*}}{atom = #nv_tileas<atom tcgen05_tf32_tf32_f32 transposed box [64, 16, 8]>}
nv_tileaa.func @tf32(%s: tf32, %t: f32) attributes {kernel} {
  %a = nv_tileaa.splat %s : tf32 -> tensor<16x32xtf32>
  %b = nv_tileaa.splat %s : tf32 -> tensor<32x64xtf32>
  %c = nv_tileaa.splat %t : f32 -> tensor<16x64xf32>
  %d = nv_tileaa.dot %a, %b, %c : tensor<16x32xtf32>, tensor<32x64xtf32>, tensor<16x64xf32>
  nv_tileaa.print "%d", %d : tensor<16x64xf32>
  nv_tileaa.return
}

// CHECK: nv_tileaa.func @e4m3
// CHECK-SAME: nv_tileas.plan = #nv_tileas.plan<tcgen05, roles = [<all, warps = 8>]>
// CHECK: nv_tileas.dot {{.*}}{atom = #nv_tileas<atom tcgen05_e4m3_e4m3_f32 transposed box [128, 32, 32]>}
nv_tileaa.func @e4m3(%s: f8E4M3FN, %t: f32) attributes {kernel} {
  %a = nv_tileaa.splat %s : f8E4M3FN -> tensor<32x64xf8E4M3FN>
  %b = nv_tileaa.splat %s : f8E4M3FN -> tensor<64x256xf8E4M3FN>
  %c = nv_tileaa.splat %t : f32 -> tensor<32x256xf32>
  %d = nv_tileaa.dot %a, %b, %c : tensor<32x64xf8E4M3FN>, tensor<64x256xf8E4M3FN>, tensor<32x256xf32>
  nv_tileaa.print "%d", %d : tensor<32x256xf32>
  nv_tileaa.return
}

// CHECK: nv_tileaa.func @e4m3_half
// CHECK-SAME: nv_tileas.plan = #nv_tileas.plan<tcgen05, roles = [<all, warps = 4>]>
// CHECK: nv_tileas.dot {{.*}}{atom = #nv_tileas<atom tcgen05_e4m3_e4m3_f16 transposed box [64, 16, 32]>}
nv_tileaa.func @e4m3_half(%s: f8E4M3FN, %t: f16) attributes {kernel} {
  %a = nv_tileaa.splat %s : f8E4M3FN -> tensor<16x64xf8E4M3FN>
  %b = nv_tileaa.splat %s : f8E4M3FN -> tensor<64x64xf8E4M3FN>
  %c = nv_tileaa.splat %t : f16 -> tensor<16x64xf16>
  %d = nv_tileaa.dot %a, %b, %c : tensor<16x64xf8E4M3FN>, tensor<64x64xf8E4M3FN>, tensor<16x64xf16>
  nv_tileaa.print "%d", %d : tensor<16x64xf16>
  nv_tileaa.return
}

// CHECK: nv_tileaa.func @e5m2
// CHECK-SAME: nv_tileas.plan = #nv_tileas.plan<tcgen05, roles = [<all, warps = 4>]>
// CHECK: nv_tileas.dot {{.*}}{atom = #nv_tileas<atom tcgen05_e5m2_e5m2_f32 transposed box [64, 16, 32]>}
nv_tileaa.func @e5m2(%s: f8E5M2, %t: f32) attributes {kernel} {
  %a = nv_tileaa.splat %s : f8E5M2 -> tensor<16x64xf8E5M2>
  %b = nv_tileaa.splat %s : f8E5M2 -> tensor<64x64xf8E5M2>
  %c = nv_tileaa.splat %t : f32 -> tensor<16x64xf32>
  %d = nv_tileaa.dot %a, %b, %c : tensor<16x64xf8E5M2>, tensor<64x64xf8E5M2>, tensor<16x64xf32>
  nv_tileaa.print "%d", %d : tensor<16x64xf32>
  nv_tileaa.return
}

// CHECK: nv_tileaa.func @e5m2_half
// CHECK-SAME: nv_tileas.plan = #nv_tileas.plan<tcgen05, roles = [<all, warps = 4>]>
// CHECK: nv_tileas.dot {{.*}}{atom = #nv_tileas<atom tcgen05_e5m2_e5m2_f16 transposed box [64, 8, 32]>}
nv_tileaa.func @e5m2_half(%s: f8E5M2, %t: f16) attributes {kernel} {
  %a = nv_tileaa.splat %s : f8E5M2 -> tensor<8x64xf8E5M2>
  %b = nv_tileaa.splat %s : f8E5M2 -> tensor<64x64xf8E5M2>
  %c = nv_tileaa.splat %t : f16 -> tensor<8x64xf16>
  %d = nv_tileaa.dot %a, %b, %c : tensor<8x64xf8E5M2>, tensor<64x64xf8E5M2>, tensor<8x64xf16>
  nv_tileaa.print "%d", %d : tensor<8x64xf16>
  nv_tileaa.return
}

// CHECK: nv_tileaa.func @bytes
// CHECK-SAME: nv_tileas.plan = #nv_tileas.plan<tcgen05, roles = [<all, warps = 4>]>
// CHECK: nv_tileas.dot {{.*}}{atom = #nv_tileas<atom tcgen05_i8_i8_i32 transposed box [64, 16, 32]>}
nv_tileaa.func @bytes(%s: i8, %t: i32) attributes {kernel} {
  %a = nv_tileaa.splat %s : i8 -> tensor<16x64xi8>
  %b = nv_tileaa.splat %s : i8 -> tensor<64x64xi8>
  %c = nv_tileaa.splat %t : i32 -> tensor<16x64xi32>
  %d = nv_tileaa.dot %a, %b, %c signed unsigned : tensor<16x64xi8>, tensor<64x64xi8>, tensor<16x64xi32>
  nv_tileaa.print "%d", %d : tensor<16x64xi32>
  nv_tileaa.return
}

// -----

// Eight columns are too few for an instruction of 128 rows.

// CHECK: nv_tileaa.func @eight
// CHECK: transposed box [64, 8, 16]
nv_tileaa.func @eight(%s: bf16, %t: f32) attributes {kernel} {
  %a = nv_tileaa.splat %s : bf16 -> tensor<8x64xbf16>
  %b = nv_tileaa.splat %s : bf16 -> tensor<64x256xbf16>
  %c = nv_tileaa.splat %t : f32 -> tensor<8x256xf32>
  %d = nv_tileaa.dot %a, %b, %c : tensor<8x64xbf16>, tensor<64x256xbf16>, tensor<8x256xf32>
  nv_tileaa.print "%d", %d : tensor<8x256xf32>
  nv_tileaa.return
}

// -----

// Batches have columns of their own.

// CHECK: nv_tileaa.func @batches
// CHECK: transposed box [128, 16, 16]
nv_tileaa.func @batches(%s: bf16, %t: f32) attributes {kernel} {
  %a = nv_tileaa.splat %s : bf16 -> tensor<2x16x64xbf16>
  %b = nv_tileaa.splat %s : bf16 -> tensor<2x64x128xbf16>
  %c = nv_tileaa.splat %t : f32 -> tensor<2x16x128xf32>
  %d = nv_tileaa.dot %a, %b, %c : tensor<2x16x64xbf16>, tensor<2x64x128xbf16>, tensor<2x16x128xf32>
  nv_tileaa.print "%d", %d : tensor<2x16x128xf32>
  nv_tileaa.return
}
