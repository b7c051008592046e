// RUN: tessera-opt %s --annotate-access-facts --tileaa-plan-kernel --convert-tileaa-to-tileas | FileCheck %s

// Tiles get the layout of their access: 16 bytes per thread where facts say that
// addresses are neighbours. Index arithmetic follows the pointers, so nothing is
// converted.

// CHECK: #[[BLOCKED:.*]] = #nv_tileas.layout<{register: [(1), (2), (512)], lane: [(4), (8), (16), (32), (64)], warp: [(128), (256)]} -> (dim0:1024)>
// CHECK-LABEL: nv_tileaa.func @copy
// CHECK-SAME: nv_tileas.num_conversions = 0
// CHECK-SAME: nv_tileas.plan = #nv_tileas.plan<{{fma|mma_sync}}, roles = [<all, warps = 4>]>
// CHECK: nv_tileaa.make_range : tensor<1024xi32, #[[BLOCKED]]>
// CHECK: nv_tileas.load weak {{.*}} -> tile<1024xf32, #[[BLOCKED]]>
// CHECK: nv_tileas.store weak
nv_tileaa.func @copy(%p: !nv_tileaa.ptr<f32>, %q: !nv_tileaa.ptr<f32>) attributes {kernel} {
  %p16 = nv_tileaa.assume #cuda_tile.div_by<16>, %p : !nv_tileaa.ptr<f32>
  %q16 = nv_tileaa.assume #cuda_tile.div_by<16>, %q : !nv_tileaa.ptr<f32>
  %i = nv_tileaa.make_range : tensor<1024xi32>
  %ps = nv_tileaa.splat %p16 : !nv_tileaa.ptr<f32> -> tensor<1024x!nv_tileaa.ptr<f32>>
  %qs = nv_tileaa.splat %q16 : !nv_tileaa.ptr<f32> -> tensor<1024x!nv_tileaa.ptr<f32>>
  %pi = nv_tileaa.addptr %ps, %i : tensor<1024x!nv_tileaa.ptr<f32>>, tensor<1024xi32>
  %qi = nv_tileaa.addptr %qs, %i : tensor<1024x!nv_tileaa.ptr<f32>>, tensor<1024xi32>
  %v, %t = nv_tileaa.load weak %pi : tensor<1024x!nv_tileaa.ptr<f32>> -> tensor<1024xf32>
  %u = nv_tileaa.store weak %qi, %v : tensor<1024x!nv_tileaa.ptr<f32>>, tensor<1024xf32>
  nv_tileaa.return
}

// A product of f16 is mma.sync on fragments; operands are converted to them once,
// the accumulator is made in its layout.

// CHECK-LABEL: nv_tileaa.func @dot16
// CHECK-SAME: nv_tileas.num_conversions = 2
// CHECK-COUNT-2: nv_tileas.convert_layout
// CHECK: nv_tileas.dot {{.*}} {atom = #nv_tileas<atom mma_f16_f16_f32 box [16, 8, 16]>}
// CHECK-NOT: nv_tileas.convert_layout
nv_tileaa.func @dot16(%p: !nv_tileaa.ptr<f16>, %q: !nv_tileaa.ptr<f32>) attributes {kernel} {
  %c0 = arith.constant 0 : i32
  %zero = arith.constant dense<0.0> : tensor<32x32xf32>
  %a = nv_tileaa.make_memref %p : !nv_tileaa.ptr<f16> -> !nv_tileaa.memref<32x32xf16, strides = [32, 1]>
  %av = nv_tileaa.make_tiled_view %a : !nv_tileaa.tiled_view<32x32xf16, memref<32x32xf16, strides = [32, 1]>>
  %x, %t = nv_tileaa.tiled_load weak %av[%c0, %c0] : !nv_tileaa.tiled_view<32x32xf16, memref<32x32xf16, strides = [32, 1]>>[i32, i32]
  %d = nv_tileaa.dot %x, %x, %zero : tensor<32x32xf16>, tensor<32x32xf16>, tensor<32x32xf32>
  %b = nv_tileaa.make_memref %q : !nv_tileaa.ptr<f32> -> !nv_tileaa.memref<32x32xf32, strides = [32, 1]>
  %bv = nv_tileaa.make_tiled_view %b : !nv_tileaa.tiled_view<32x32xf32, memref<32x32xf32, strides = [32, 1]>>
  %u = nv_tileaa.tiled_store weak %d, %bv[%c0, %c0] : !nv_tileaa.tiled_view<32x32xf32, memref<32x32xf32, strides = [32, 1]>>[i32, i32]
  nv_tileaa.return
}

// Under another name its fragments are stored as they are, too.

// CHECK-LABEL: nv_tileaa.func @dot16_named
// CHECK: nv_tileas.dot
// CHECK-NOT: nv_tileas.convert_layout
// CHECK: nv_tileas.view
// CHECK-NOT: nv_tileas.convert_layout
// CHECK: nv_tileas.tiled_store
nv_tileaa.func @dot16_named(%p: !nv_tileaa.ptr<f16>, %q: !nv_tileaa.ptr<f32>) attributes {kernel} {
  %c0 = arith.constant 0 : i32
  %zero = arith.constant dense<0.0> : tensor<32x32xf32>
  %a = nv_tileaa.make_memref %p : !nv_tileaa.ptr<f16> -> !nv_tileaa.memref<32x32xf16, strides = [32, 1]>
  %av = nv_tileaa.make_tiled_view %a : !nv_tileaa.tiled_view<32x32xf16, memref<32x32xf16, strides = [32, 1]>>
  %x, %t = nv_tileaa.tiled_load weak %av[%c0, %c0] : !nv_tileaa.tiled_view<32x32xf16, memref<32x32xf16, strides = [32, 1]>>[i32, i32]
  %d = nv_tileaa.dot %x, %x, %zero : tensor<32x32xf16>, tensor<32x32xf16>, tensor<32x32xf32>
  %r = nv_tileaa.view %d : tensor<32x32xf32> -> tensor<1x32x32xf32>
  %b = nv_tileaa.make_memref %q : !nv_tileaa.ptr<f32> -> !nv_tileaa.memref<4x32x32xf32, strides = [1024, 32, 1]>
  %bv = nv_tileaa.make_tiled_view %b : !nv_tileaa.tiled_view<1x32x32xf32, memref<4x32x32xf32, strides = [1024, 32, 1]>>
  %u = nv_tileaa.tiled_store weak %r, %bv[%c0, %c0, %c0] : !nv_tileaa.tiled_view<1x32x32xf32, memref<4x32x32xf32, strides = [1024, 32, 1]>>[i32, i32, i32]
  nv_tileaa.return
}

// There is no instruction for f32: threads multiply and add.

// CHECK-LABEL: nv_tileaa.func @dot32
// CHECK: nv_tileas.dot {{.*}} {atom = #nv_tileas<atom fma_f32_f32_f32>}
nv_tileaa.func @dot32(%p: !nv_tileaa.ptr<f32>) attributes {kernel} {
  %c0 = arith.constant 0 : i32
  %zero = arith.constant dense<0.0> : tensor<8x8xf32>
  %a = nv_tileaa.make_memref %p : !nv_tileaa.ptr<f32> -> !nv_tileaa.memref<8x8xf32, strides = [8, 1]>
  %v = nv_tileaa.make_tiled_view %a : !nv_tileaa.tiled_view<8x8xf32, memref<8x8xf32, strides = [8, 1]>>
  %x, %t = nv_tileaa.tiled_load weak %v[%c0, %c0] : !nv_tileaa.tiled_view<8x8xf32, memref<8x8xf32, strides = [8, 1]>>[i32, i32]
  %d = nv_tileaa.dot %x, %x, %zero : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>
  %u = nv_tileaa.tiled_store weak %d, %v[%c0, %c0] token = %t : !nv_tileaa.tiled_view<8x8xf32, memref<8x8xf32, strides = [8, 1]>>[i32, i32]
  nv_tileaa.return
}
