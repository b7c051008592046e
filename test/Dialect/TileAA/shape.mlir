// RUN: tessera-opt %s | tessera-opt | FileCheck %s
// RUN: tessera-opt %s --mlir-print-op-generic | tessera-opt | FileCheck %s

// Shape ops, with i4, f4 and pointer elements. Each line below must come back as it is.

// CHECK: nv_tileaa.func @shape
nv_tileaa.func @shape(%s: f32, %p: !nv_tileaa.ptr<f32>, %i: i32, %c: tensor<8x1xi4>, %m: tensor<16x4xf4E2M1FN>, %one: tensor<1x1xf32>) {
  // CHECK: %{{[a-z0-9_#]+}} = nv_tileaa.splat %{{[a-z0-9_#]+}} : f32 -> tensor<16x8xf32>
  %0 = nv_tileaa.splat %s : f32 -> tensor<16x8xf32>
  // CHECK: %{{[a-z0-9_#]+}} = nv_tileaa.splat %{{[a-z0-9_#]+}} : !nv_tileaa.ptr<f32> -> tensor<4x!nv_tileaa.ptr<f32>>
  %1 = nv_tileaa.splat %p : !nv_tileaa.ptr<f32> -> tensor<4x!nv_tileaa.ptr<f32>>
  // CHECK: %{{[a-z0-9_#]+}} = nv_tileaa.broadcast %{{[a-z0-9_#]+}} : tensor<8x1xi4> -> tensor<8x4xi4>
  %2 = nv_tileaa.broadcast %c : tensor<8x1xi4> -> tensor<8x4xi4>
  // CHECK: %{{[a-z0-9_#]+}} = nv_tileaa.view %{{[a-z0-9_#]+}} : tensor<16x4xf4E2M1FN> -> tensor<4x4x4xf4E2M1FN>
  %3 = nv_tileaa.view %m : tensor<16x4xf4E2M1FN> -> tensor<4x4x4xf4E2M1FN>
  // CHECK: %{{[a-z0-9_#]+}} = nv_tileaa.view %{{[a-z0-9_#]+}} : f32 -> tensor<1xf32>
  %4 = nv_tileaa.view %s : f32 -> tensor<1xf32>
  // CHECK: %{{[a-z0-9_#]+}} = nv_tileaa.view %{{[a-z0-9_#]+}} : tensor<1x1xf32> -> f32
  %5 = nv_tileaa.view %one : tensor<1x1xf32> -> f32
  // CHECK: %{{[a-z0-9_#]+}} = nv_tileaa.permute %{{[a-z0-9_#]+}} [1, 2, 0] : tensor<4x4x4xf4E2M1FN> -> tensor<4x4x4xf4E2M1FN>
  %6 = nv_tileaa.permute %3 [1, 2, 0] : tensor<4x4x4xf4E2M1FN> -> tensor<4x4x4xf4E2M1FN>
  // CHECK: %{{[a-z0-9_#]+}} = nv_tileaa.cat %{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}} dim = 1 : tensor<8x1xi4>, tensor<8x1xi4> -> tensor<8x2xi4>
  %7 = nv_tileaa.cat %c, %c dim = 1 : tensor<8x1xi4>, tensor<8x1xi4> -> tensor<8x2xi4>
  // CHECK: %{{[a-z0-9_#]+}} = nv_tileaa.cat %{{[a-z0-9_#]+}} dim = 0 : tensor<8x1xi4> -> tensor<8x1xi4>
  %8 = nv_tileaa.cat %c dim = 0 : tensor<8x1xi4> -> tensor<8x1xi4>
  // CHECK: %{{[a-z0-9_#]+}} = nv_tileaa.extract %{{[a-z0-9_#]+}}[%{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}}] : tensor<16x4xf4E2M1FN> -> tensor<8x1xf4E2M1FN>
  %9 = nv_tileaa.extract %m[%i, %i] : tensor<16x4xf4E2M1FN> -> tensor<8x1xf4E2M1FN>
  // CHECK: %{{[a-z0-9_#]+}} = nv_tileaa.insert %{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}}[%{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}}] : tensor<8x1xf4E2M1FN>, tensor<16x4xf4E2M1FN>
  %10 = nv_tileaa.insert %9, %m[%i, %i] : tensor<8x1xf4E2M1FN>, tensor<16x4xf4E2M1FN>
  // CHECK: %{{[a-z0-9_#]+}} = nv_tileaa.make_range : tensor<256xi8>
  %11 = nv_tileaa.make_range : tensor<256xi8>
  nv_tileaa.return
}
// CHECK: nv_tileaa.func @bytes
nv_tileaa.func @bytes(%w: tensor<16xi32>, %b: tensor<64xi8>) {
  // CHECK: %{{[a-z0-9_#]+}} = nv_tileaa.pack %{{[a-z0-9_#]+}} : tensor<16xi32> -> tensor<64xi8>
  %0 = nv_tileaa.pack %w : tensor<16xi32> -> tensor<64xi8>
  // CHECK: %{{[a-z0-9_#]+}} = nv_tileaa.unpack %{{[a-z0-9_#]+}} : tensor<64xi8> -> tensor<128xi4>
  %1 = nv_tileaa.unpack %b : tensor<64xi8> -> tensor<128xi4>
  nv_tileaa.return
}
