// RUN: tessera-opt %s --canonicalize | FileCheck %s

// Folds beyond 13.3: shape ops of constants, identities and compositions
// (core.md 6.2, "extras").

cuda_tile.module @m {
  // CHECK-LABEL: testing$func @identities
  // CHECK-NEXT: return %arg0, %arg0, %arg0
  testing$func @identities(%x: tile<4x2xf32>) -> (tile<4x2xf32>, tile<4x2xf32>, tile<4x2xf32>) {
    %a = broadcast %x : tile<4x2xf32> -> tile<4x2xf32>
    %b = reshape %x : tile<4x2xf32> -> tile<4x2xf32>
    %c = permute %x [0, 1] : tile<4x2xf32> -> tile<4x2xf32>
    return %a, %b, %c : tile<4x2xf32>, tile<4x2xf32>, tile<4x2xf32>
  }
  // A permutation of a square tile keeps its type and is no identity.
  // CHECK-LABEL: testing$func @square_transpose
  // CHECK-NEXT: permute %arg0 [1, 0]
  testing$func @square_transpose(%x: tile<4x4xf32>) -> tile<4x4xf32> {
    %c = permute %x [1, 0] : tile<4x4xf32> -> tile<4x4xf32>
    return %c : tile<4x4xf32>
  }
  // CHECK-LABEL: testing$func @compositions
  // CHECK-NEXT: %[[B:.*]] = broadcast %arg0 : tile<1x1xf32> -> tile<4x8xf32>
  // CHECK-NEXT: %[[R:.*]] = reshape %arg1 : tile<8xf32> -> tile<4x2xf32>
  // CHECK-NEXT: %[[P:.*]] = permute %arg2 [2, 0, 1] : tile<2x4x8xf32> -> tile<8x2x4xf32>
  // CHECK-NEXT: return %[[B]], %[[R]], %[[P]]
  testing$func @compositions(%x: tile<1x1xf32>, %y: tile<8xf32>, %z: tile<2x4x8xf32>) -> (tile<4x8xf32>, tile<4x2xf32>, tile<8x2x4xf32>) {
    %b0 = broadcast %x : tile<1x1xf32> -> tile<4x1xf32>
    %b = broadcast %b0 : tile<4x1xf32> -> tile<4x8xf32>
    %r0 = reshape %y : tile<8xf32> -> tile<2x4xf32>
    %r = reshape %r0 : tile<2x4xf32> -> tile<4x2xf32>
    %p0 = permute %z [1, 2, 0] : tile<2x4x8xf32> -> tile<4x8x2xf32>
    %p = permute %p0 [1, 2, 0] : tile<4x8x2xf32> -> tile<8x2x4xf32>
    return %b, %r, %p : tile<4x8xf32>, tile<4x2xf32>, tile<8x2x4xf32>
  }
  // CHECK-LABEL: testing$func @inverse_permutations
  // CHECK-NEXT: return %arg0
  testing$func @inverse_permutations(%z: tile<2x4x8xf32>) -> tile<2x4x8xf32> {
    %p0 = permute %z [1, 2, 0] : tile<2x4x8xf32> -> tile<4x8x2xf32>
    %p = permute %p0 [2, 0, 1] : tile<4x8x2xf32> -> tile<2x4x8xf32>
    return %p : tile<2x4x8xf32>
  }
  // CHECK-LABEL: testing$func @reshape_of_broadcast
  // CHECK-NEXT: broadcast
  // CHECK-NEXT: reshape
  testing$func @reshape_of_broadcast(%x: tile<1x2xf32>) -> tile<8xf32> {
    %b = broadcast %x : tile<1x2xf32> -> tile<4x2xf32>
    %r = reshape %b : tile<4x2xf32> -> tile<8xf32>
    return %r : tile<8xf32>
  }
  // CHECK-LABEL: testing$func @splats
  // CHECK-NEXT: %[[A:.*]] = constant <f4E2M1FN: 1.500000e+00> : tile<4x2xf4E2M1FN>
  // CHECK-NEXT: %[[B:.*]] = constant <i1: true> : tile<8x1xi1>
  // CHECK-NEXT: %[[C:.*]] = constant <tf32: 2.000000e+00> : tile<2x4xtf32>
  // CHECK-NEXT: return %[[A]], %[[B]], %[[C]]
  testing$func @splats() -> (tile<4x2xf4E2M1FN>, tile<8x1xi1>, tile<2x4xtf32>) {
    %0 = constant <f4E2M1FN: 1.5> : tile<1x2xf4E2M1FN>
    %a = broadcast %0 : tile<1x2xf4E2M1FN> -> tile<4x2xf4E2M1FN>
    %1 = constant <i1: true> : tile<8xi1>
    %b = reshape %1 : tile<8xi1> -> tile<8x1xi1>
    %2 = constant <tf32: 2.0> : tile<4x2xtf32>
    %c = permute %2 [1, 0] : tile<4x2xtf32> -> tile<2x4xtf32>
    return %a, %b, %c : tile<4x2xf4E2M1FN>, tile<8x1xi1>, tile<2x4xtf32>
  }
  // The elements of a reshaped constant stay in order; a permuted or broadcast
  // list is left alone.
  // CHECK-LABEL: testing$func @lists
  // CHECK-DAG: %[[R:.*]] = constant <i8: {{\[\[1, 2\], \[3, 4\]\]}}> : tile<2x2xi8>
  // CHECK-DAG: permute
  // CHECK-DAG: broadcast
  // CHECK: return %[[R]]
  testing$func @lists() -> (tile<2x2xi8>, tile<4x1xi8>, tile<4x2xi8>) {
    %0 = constant <i8: [1, 2, 3, 4]> : tile<4xi8>
    %r = reshape %0 : tile<4xi8> -> tile<2x2xi8>
    %1 = constant <i8: [[1, 2, 3, 4]]> : tile<1x4xi8>
    %p = permute %1 [1, 0] : tile<1x4xi8> -> tile<4x1xi8>
    %b = broadcast %p : tile<4x1xi8> -> tile<4x2xi8>
    return %r, %p, %b : tile<2x2xi8>, tile<4x1xi8>, tile<4x2xi8>
  }
  // CHECK-LABEL: testing$func @equal_constants
  // CHECK-NEXT: %[[C:.*]] = constant <f32: 0.000000e+00>
  // CHECK-NEXT: %[[D:.*]] = constant <f32: -0.000000e+00>
  // CHECK-NEXT: return %[[C]], %[[C]], %[[D]]
  testing$func @equal_constants() -> (tile<f32>, tile<f32>, tile<f32>) {
    %a = constant <f32: 0.0> : tile<f32>
    %b = constant <f32: 0.0> : tile<f32>
    %c = constant <f32: -0.0> : tile<f32>
    return %a, %b, %c : tile<f32>, tile<f32>, tile<f32>
  }
}
