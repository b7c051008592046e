// RUN: tessera-opt %s | tessera-opt | FileCheck %s
// RUN: tessera-opt %s --mlir-print-op-generic | tessera-opt | FileCheck %s

// Products: plain, batched, integer and block-scaled. Each line below must come back as it is.

// CHECK: nv_tileaa.func @dot
nv_tileaa.func @dot(%a: tensor<16x32xf8E4M3FN>, %b: tensor<32x8xf8E4M3FN>, %c: tensor<16x8xf16>, %d: tensor<2x4x4xf64>, %i: tensor<16x32xi8>, %j: tensor<32x8xi8>, %k: tensor<16x8xi32>) {
  // CHECK: %{{[a-z0-9_#]+}} = nv_tileaa.dot %{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}} fast_acc : tensor<16x32xf8E4M3FN>, tensor<32x8xf8E4M3FN>, tensor<16x8xf16>
  %0 = nv_tileaa.dot %a, %b, %c fast_acc : tensor<16x32xf8E4M3FN>, tensor<32x8xf8E4M3FN>, tensor<16x8xf16>
  // CHECK: %{{[a-z0-9_#]+}} = nv_tileaa.dot %{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}} : tensor<2x4x4xf64>, tensor<2x4x4xf64>, tensor<2x4x4xf64>
  %1 = nv_tileaa.dot %d, %d, %d : tensor<2x4x4xf64>, tensor<2x4x4xf64>, tensor<2x4x4xf64>
  // CHECK: %{{[a-z0-9_#]+}} = nv_tileaa.dot %{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}} unsigned signed : tensor<16x32xi8>, tensor<32x8xi8>, tensor<16x8xi32>
  %2 = nv_tileaa.dot %i, %j, %k unsigned signed : tensor<16x32xi8>, tensor<32x8xi8>, tensor<16x8xi32>
  nv_tileaa.return
}
// CHECK: nv_tileaa.func @scaled
nv_tileaa.func @scaled(%x: tensor<16x64xf8E5M2>, %y: tensor<64x32xf8E5M2>, %z: tensor<16x32xf32>, %s: tensor<16x2xf8E8M0FNU>, %t: tensor<2x32xf8E8M0FNU>, %f: tensor<16x64xf4E2M1FN>, %g: tensor<64x32xf4E2M1FN>, %u: tensor<16x4x!cuda_tile.f8E5M3FNU>, %w: tensor<4x32x!cuda_tile.f8E5M3FNU>) {
  // CHECK: %{{[a-z0-9_#]+}} = nv_tileaa.dot %{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}} scaled %{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}} : tensor<16x64xf8E5M2>, tensor<64x32xf8E5M2>, tensor<16x32xf32> scaled tensor<16x2xf8E8M0FNU>, tensor<2x32xf8E8M0FNU>
  %0 = nv_tileaa.dot %x, %y, %z scaled %s, %t : tensor<16x64xf8E5M2>, tensor<64x32xf8E5M2>, tensor<16x32xf32> scaled tensor<16x2xf8E8M0FNU>, tensor<2x32xf8E8M0FNU>
  // CHECK: %{{[a-z0-9_#]+}} = nv_tileaa.dot %{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}} scaled %{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}} : tensor<16x64xf4E2M1FN>, tensor<64x32xf4E2M1FN>, tensor<16x32xf32> scaled tensor<16x4x!cuda_tile.f8E5M3FNU>, tensor<4x32x!cuda_tile.f8E5M3FNU>
  %1 = nv_tileaa.dot %f, %g, %z scaled %u, %w : tensor<16x64xf4E2M1FN>, tensor<64x32xf4E2M1FN>, tensor<16x32xf32> scaled tensor<16x4x!cuda_tile.f8E5M3FNU>, tensor<4x32x!cuda_tile.f8E5M3FNU>
  nv_tileaa.return
}
