// RUN: tessera-opt %s --canonicalize | FileCheck %s

// One case per fold and pattern of the shape family.

// CHECK-LABEL: @splat_constant
// CHECK-NEXT: %[[C:.*]] = arith.constant dense<2.000000e+00> : tensor<4xf16>
// CHECK-NEXT: return %[[C]]
nv_tileaa.func @splat_constant() -> tensor<4xf16> {
  %c = arith.constant 2.0 : f16
  %0 = nv_tileaa.splat %c : f16 -> tensor<4xf16>
  nv_tileaa.return %0 : tensor<4xf16>
}

// What arith cannot carry stays a constant of this level.
// CHECK-LABEL: @splat_bits
// CHECK-NEXT: %[[C:.*]] = nv_tileaa.constant dense<64> : tensor<4xi64> as tensor<4x!nv_tileaa.ptr<f32>>
// CHECK-NEXT: return %[[C]]
nv_tileaa.func @splat_bits() -> tensor<4x!nv_tileaa.ptr<f32>> {
  %c = nv_tileaa.constant 64 : i64 as !nv_tileaa.ptr<f32>
  %0 = nv_tileaa.splat %c : !nv_tileaa.ptr<f32> -> tensor<4x!nv_tileaa.ptr<f32>>
  nv_tileaa.return %0 : tensor<4x!nv_tileaa.ptr<f32>>
}

// CHECK-LABEL: @broadcast_identity
// CHECK-NEXT: return %arg0
nv_tileaa.func @broadcast_identity(%x: tensor<4x1xf32>) -> tensor<4x1xf32> {
  %0 = nv_tileaa.broadcast %x : tensor<4x1xf32> -> tensor<4x1xf32>
  nv_tileaa.return %0 : tensor<4x1xf32>
}

// CHECK-LABEL: @broadcast_chain
// CHECK-NEXT: %[[B:.*]] = nv_tileaa.broadcast %arg0 : tensor<1x1xf32> -> tensor<4x8xf32>
// CHECK-NEXT: return %[[B]]
nv_tileaa.func @broadcast_chain(%x: tensor<1x1xf32>) -> tensor<4x8xf32> {
  %0 = nv_tileaa.broadcast %x : tensor<1x1xf32> -> tensor<4x1xf32>
  %1 = nv_tileaa.broadcast %0 : tensor<4x1xf32> -> tensor<4x8xf32>
  nv_tileaa.return %1 : tensor<4x8xf32>
}

// CHECK-LABEL: @broadcast_splat
// CHECK-NEXT: %[[B:.*]] = nv_tileaa.splat %arg0 : f32 -> tensor<4x8xf32>
// CHECK-NEXT: return %[[B]]
nv_tileaa.func @broadcast_splat(%x: f32) -> tensor<4x8xf32> {
  %0 = nv_tileaa.splat %x : f32 -> tensor<4x1xf32>
  %1 = nv_tileaa.broadcast %0 : tensor<4x1xf32> -> tensor<4x8xf32>
  nv_tileaa.return %1 : tensor<4x8xf32>
}

// CHECK-LABEL: @broadcast_constant
// CHECK-NEXT: %[[C:.*]] = arith.constant dense<7> : tensor<4x8xi32>
// CHECK-NEXT: return %[[C]]
nv_tileaa.func @broadcast_constant() -> tensor<4x8xi32> {
  %c = arith.constant dense<7> : tensor<4x1xi32>
  %0 = nv_tileaa.broadcast %c : tensor<4x1xi32> -> tensor<4x8xi32>
  nv_tileaa.return %0 : tensor<4x8xi32>
}

// CHECK-LABEL: @view_identity
// CHECK-NEXT: return %arg0
nv_tileaa.func @view_identity(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = nv_tileaa.view %x : tensor<4xf32> -> tensor<4xf32>
  nv_tileaa.return %0 : tensor<4xf32>
}

// CHECK-LABEL: @view_of_view
// CHECK-NEXT: %[[V:.*]] = nv_tileaa.view %arg0 : tensor<8xf32> -> tensor<2x2x2xf32>
// CHECK-NEXT: return %[[V]]
nv_tileaa.func @view_of_view(%x: tensor<8xf32>) -> tensor<2x2x2xf32> {
  %0 = nv_tileaa.view %x : tensor<8xf32> -> tensor<4x2xf32>
  %1 = nv_tileaa.view %0 : tensor<4x2xf32> -> tensor<2x2x2xf32>
  nv_tileaa.return %1 : tensor<2x2x2xf32>
}

// CHECK-LABEL: @view_back_and_forth
// CHECK-NEXT: return %arg0
nv_tileaa.func @view_back_and_forth(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = nv_tileaa.view %x : tensor<8xf32> -> tensor<4x2xf32>
  %1 = nv_tileaa.view %0 : tensor<4x2xf32> -> tensor<8xf32>
  nv_tileaa.return %1 : tensor<8xf32>
}

// CHECK-LABEL: @view_of_splat
// CHECK-NEXT: %[[S:.*]] = nv_tileaa.splat %arg0 : f32 -> tensor<2x4xf32>
// CHECK-NEXT: return %[[S]]
nv_tileaa.func @view_of_splat(%x: f32) -> tensor<2x4xf32> {
  %0 = nv_tileaa.splat %x : f32 -> tensor<8xf32>
  %1 = nv_tileaa.view %0 : tensor<8xf32> -> tensor<2x4xf32>
  nv_tileaa.return %1 : tensor<2x4xf32>
}

// CHECK-LABEL: @view_scalar_and_back
// CHECK-NEXT: return %arg0
nv_tileaa.func @view_scalar_and_back(%x: f32) -> f32 {
  %0 = nv_tileaa.splat %x : f32 -> tensor<1x1xf32>
  %1 = nv_tileaa.view %0 : tensor<1x1xf32> -> f32
  nv_tileaa.return %1 : f32
}

// CHECK-LABEL: @view_of_scalar
// CHECK-NEXT: %[[S:.*]] = nv_tileaa.splat %arg0 : f32 -> tensor<1xf32>
// CHECK-NEXT: return %[[S]]
nv_tileaa.func @view_of_scalar(%x: f32) -> tensor<1xf32> {
  %0 = nv_tileaa.view %x : f32 -> tensor<1xf32>
  nv_tileaa.return %0 : tensor<1xf32>
}

// CHECK-LABEL: @view_of_constants
// CHECK-DAG: %[[C:.*]] = arith.constant dense<{{\[\[}}1, 2], [3, 4]]> : tensor<2x2xi32>
// CHECK-DAG: %[[S:.*]] = arith.constant 5 : i8
// CHECK: return %[[C]], %[[S]]
nv_tileaa.func @view_of_constants() -> (tensor<2x2xi32>, i8) {
  %c = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %s = arith.constant dense<5> : tensor<1xi8>
  %0 = nv_tileaa.view %c : tensor<4xi32> -> tensor<2x2xi32>
  %1 = nv_tileaa.view %s : tensor<1xi8> -> i8
  nv_tileaa.return %0, %1 : tensor<2x2xi32>, i8
}

// CHECK-LABEL: @permute_identity
// CHECK-NEXT: return %arg0
nv_tileaa.func @permute_identity(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = nv_tileaa.permute %x [0, 1] : tensor<4x4xf32> -> tensor<4x4xf32>
  nv_tileaa.return %0 : tensor<4x4xf32>
}

// CHECK-LABEL: @permute_of_permute
// CHECK-NEXT: %[[P:.*]] = nv_tileaa.permute %arg0 [2, 0, 1] : tensor<2x4x8xf32> -> tensor<8x2x4xf32>
// CHECK-NEXT: return %[[P]]
nv_tileaa.func @permute_of_permute(%x: tensor<2x4x8xf32>) -> tensor<8x2x4xf32> {
  %0 = nv_tileaa.permute %x [1, 2, 0] : tensor<2x4x8xf32> -> tensor<4x8x2xf32>
  %1 = nv_tileaa.permute %0 [1, 2, 0] : tensor<4x8x2xf32> -> tensor<8x2x4xf32>
  nv_tileaa.return %1 : tensor<8x2x4xf32>
}

// CHECK-LABEL: @permute_and_back
// CHECK-NEXT: return %arg0
nv_tileaa.func @permute_and_back(%x: tensor<2x4x8xf32>) -> tensor<2x4x8xf32> {
  %0 = nv_tileaa.permute %x [1, 2, 0] : tensor<2x4x8xf32> -> tensor<4x8x2xf32>
  %1 = nv_tileaa.permute %0 [2, 0, 1] : tensor<4x8x2xf32> -> tensor<2x4x8xf32>
  nv_tileaa.return %1 : tensor<2x4x8xf32>
}

// CHECK-LABEL: @permute_splat
// CHECK-NEXT: %[[S:.*]] = nv_tileaa.splat %arg0 : f32 -> tensor<4x2xf32>
// CHECK-NEXT: return %[[S]]
nv_tileaa.func @permute_splat(%x: f32) -> tensor<4x2xf32> {
  %0 = nv_tileaa.splat %x : f32 -> tensor<2x4xf32>
  %1 = nv_tileaa.permute %0 [1, 0] : tensor<2x4xf32> -> tensor<4x2xf32>
  nv_tileaa.return %1 : tensor<4x2xf32>
}

// CHECK-LABEL: @permute_constant
// CHECK-NEXT: %[[C:.*]] = arith.constant dense<1> : tensor<4x2xi8>
// CHECK-NEXT: return %[[C]]
nv_tileaa.func @permute_constant() -> tensor<4x2xi8> {
  %c = arith.constant dense<1> : tensor<2x4xi8>
  %0 = nv_tileaa.permute %c [1, 0] : tensor<2x4xi8> -> tensor<4x2xi8>
  nv_tileaa.return %0 : tensor<4x2xi8>
}

// CHECK-LABEL: @cat_of_one
// CHECK-NEXT: return %arg0
nv_tileaa.func @cat_of_one(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = nv_tileaa.cat %x dim = 0 : tensor<4xf32> -> tensor<4xf32>
  nv_tileaa.return %0 : tensor<4xf32>
}

// CHECK-LABEL: @extract_all
// CHECK-NEXT: return %arg0
nv_tileaa.func @extract_all(%x: tensor<4xf32>, %i: i32) -> tensor<4xf32> {
  %0 = nv_tileaa.extract %x[%i] : tensor<4xf32> -> tensor<4xf32>
  nv_tileaa.return %0 : tensor<4xf32>
}

// CHECK-LABEL: @extract_of_splat
// CHECK-NEXT: %[[S:.*]] = nv_tileaa.splat %arg0 : f32 -> tensor<2xf32>
// CHECK-NEXT: return %[[S]]
nv_tileaa.func @extract_of_splat(%x: f32, %i: i32) -> tensor<2xf32> {
  %0 = nv_tileaa.splat %x : f32 -> tensor<4xf32>
  %1 = nv_tileaa.extract %0[%i] : tensor<4xf32> -> tensor<2xf32>
  nv_tileaa.return %1 : tensor<2xf32>
}

// CHECK-LABEL: @extract_of_constant
// CHECK-NEXT: %[[C:.*]] = arith.constant dense<3> : tensor<2xi32>
// CHECK-NEXT: return %[[C]]
nv_tileaa.func @extract_of_constant(%i: i32) -> tensor<2xi32> {
  %c = arith.constant dense<3> : tensor<4xi32>
  %0 = nv_tileaa.extract %c[%i] : tensor<4xi32> -> tensor<2xi32>
  nv_tileaa.return %0 : tensor<2xi32>
}

// CHECK-LABEL: @insert_all
// CHECK-NEXT: return %arg0
nv_tileaa.func @insert_all(%x: tensor<4xf32>, %y: tensor<4xf32>, %i: i32) -> tensor<4xf32> {
  %0 = nv_tileaa.insert %x, %y[%i] : tensor<4xf32>, tensor<4xf32>
  nv_tileaa.return %0 : tensor<4xf32>
}

// CHECK-LABEL: @unpack_of_pack
// CHECK-NEXT: return %arg0
nv_tileaa.func @unpack_of_pack(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = nv_tileaa.pack %x : tensor<4xf32> -> tensor<16xi8>
  %1 = nv_tileaa.unpack %0 : tensor<16xi8> -> tensor<4xf32>
  nv_tileaa.return %1 : tensor<4xf32>
}

// The other order may drop bits of tf32: it stays.
// CHECK-LABEL: @pack_of_unpack_kept
// CHECK: nv_tileaa.pack
nv_tileaa.func @pack_of_unpack_kept(%x: tensor<16xi8>) -> tensor<16xi8> {
  %0 = nv_tileaa.unpack %x : tensor<16xi8> -> tensor<4xtf32>
  %1 = nv_tileaa.pack %0 : tensor<4xtf32> -> tensor<16xi8>
  nv_tileaa.return %1 : tensor<16xi8>
}
