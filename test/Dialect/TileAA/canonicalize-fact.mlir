// RUN: tessera-opt %s --canonicalize | FileCheck %s

// CHECK-LABEL: @repeated_promise
// CHECK-NEXT: %[[A:.*]] = nv_tileaa.assume #cuda_tile.div_by<16>, %arg0
// CHECK-NEXT: return %[[A]]
nv_tileaa.func @repeated_promise(%p: !nv_tileaa.ptr<f32>) -> !nv_tileaa.ptr<f32> {
  %0 = nv_tileaa.assume #cuda_tile.div_by<16>, %p : !nv_tileaa.ptr<f32>
  %1 = nv_tileaa.assume #cuda_tile.div_by<16>, %0 : !nv_tileaa.ptr<f32>
  nv_tileaa.return %1 : !nv_tileaa.ptr<f32>
}

// CHECK-LABEL: @other_promise_kept
// CHECK-COUNT-2: nv_tileaa.assume
nv_tileaa.func @other_promise_kept(%p: !nv_tileaa.ptr<f32>) -> !nv_tileaa.ptr<f32> {
  %0 = nv_tileaa.assume #cuda_tile.div_by<8>, %p : !nv_tileaa.ptr<f32>
  %1 = nv_tileaa.assume #cuda_tile.div_by<16>, %0 : !nv_tileaa.ptr<f32>
  nv_tileaa.return %1 : !nv_tileaa.ptr<f32>
}

// CHECK-LABEL: @true_assert
// CHECK-NEXT: nv_tileaa.return
nv_tileaa.func @true_assert() {
  %c = arith.constant dense<true> : tensor<4xi1>
  nv_tileaa.assert %c, "holds" : tensor<4xi1>
  nv_tileaa.return
}

// CHECK-LABEL: @assert_kept
// CHECK: nv_tileaa.assert
nv_tileaa.func @assert_kept() {
  %c = arith.constant dense<[true, false]> : tensor<2xi1>
  nv_tileaa.assert %c, "fails" : tensor<2xi1>
  nv_tileaa.return
}
