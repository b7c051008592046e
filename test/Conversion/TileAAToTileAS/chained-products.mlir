// RUN: tessera-opt %s --annotate-access-facts --tileaa-plan-kernel=num-warps=4 --convert-tileaa-to-tileas --canonicalize | FileCheck %s

// Attention: the rows of the first product are reduced, so that its warps have
// whole rows of 16, and the second product takes what the first made as its left
// factor. Its warps take the same rows, although the tile is as wide as high: the
// factor and the row's maximum are in the warp that needs them. One conversion of
// the chain stays, which gives registers other names (a product's result as the
// factor of another).

// CHECK-DAG: #[[ROWS:.*]] = #nv_tileas.layout<{register: [(0,1), (8,0), (0,8), (0,16), (0,32)], lane: [(0,2), (0,4), (1,0), (2,0), (4,0)], warp: [(16,0), (32,0)]} -> (dim0:64, dim1:64)>
// CHECK-LABEL: func @chain
// CHECK: nv_tileas.dot {{.*}} -> tile<64x64xf32, #[[ROWS]]>
// CHECK: nv_tileas.dot {{.*}} -> tile<64x64xf32, #[[ROWS]]>
nv_tileaa.func @chain(%p: !nv_tileaa.ptr<f16>, %q: !nv_tileaa.ptr<f32>) attributes {kernel} {
  %c0 = arith.constant 0 : i32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %a = nv_tileaa.make_memref %p : !nv_tileaa.ptr<f16> -> !nv_tileaa.memref<64x64xf16, strides = [64, 1]>
  %av = nv_tileaa.make_tiled_view %a : !nv_tileaa.tiled_view<64x64xf16, memref<64x64xf16, strides = [64, 1]>>
  %x, %t = nv_tileaa.tiled_load weak %av[%c0, %c0] : !nv_tileaa.tiled_view<64x64xf16, memref<64x64xf16, strides = [64, 1]>>[i32, i32]
  %s = nv_tileaa.dot %x, %x, %zero : tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf32>
  %m = nv_tileaa.reduce %s dim = 1 identities = [0xFF800000 : f32] : tensor<64x64xf32> -> tensor<64xf32> {
  ^bb0(%e: f32, %acc: f32):
    %l = nv_tileaa.maxf %e, %acc : f32
    nv_tileaa.yield %l : f32
  }
  %mc = nv_tileaa.view %m : tensor<64xf32> -> tensor<64x1xf32>
  %mb = nv_tileaa.broadcast %mc : tensor<64x1xf32> -> tensor<64x64xf32>
  %d = arith.subf %s, %mb : tensor<64x64xf32>
  %n = nv_tileaa.fp_to_fp %d : tensor<64x64xf32> -> tensor<64x64xf16>
  %r = nv_tileaa.dot %n, %x, %zero : tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf32>
  %o = nv_tileaa.make_memref %q : !nv_tileaa.ptr<f32> -> !nv_tileaa.memref<64x64xf32, strides = [64, 1]>
  %ov = nv_tileaa.make_tiled_view %o : !nv_tileaa.tiled_view<64x64xf32, memref<64x64xf32, strides = [64, 1]>>
  %w = nv_tileaa.tiled_store weak %r, %ov[%c0, %c0] : !nv_tileaa.tiled_view<64x64xf32, memref<64x64xf32, strides = [64, 1]>>[i32, i32]
  nv_tileaa.return
}
