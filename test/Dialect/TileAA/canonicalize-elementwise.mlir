// RUN: tessera-opt %s --canonicalize | FileCheck %s

// Folds of the element-wise family: only those that keep every bit.

// CHECK-LABEL: @bitcast_identity
// CHECK-NEXT: return %arg0
nv_tileaa.func @bitcast_identity(%x: i8) -> i8 {
  %0 = nv_tileaa.bitcast %x : i8 -> i8
  nv_tileaa.return %0 : i8
}

// CHECK-LABEL: @bitcast_chain
// CHECK-NEXT: %[[B:.*]] = nv_tileaa.bitcast %arg0 : i8 -> f8E4M3FN
// CHECK-NEXT: return %[[B]]
nv_tileaa.func @bitcast_chain(%x: i8) -> f8E4M3FN {
  %0 = nv_tileaa.bitcast %x : i8 -> f8E5M2
  %1 = nv_tileaa.bitcast %0 : f8E5M2 -> f8E4M3FN
  nv_tileaa.return %1 : f8E4M3FN
}

// CHECK-LABEL: @bitcast_pointer_chain
// CHECK-NEXT: return %arg0
nv_tileaa.func @bitcast_pointer_chain(%p: !nv_tileaa.ptr<f32>) -> !nv_tileaa.ptr<f32> {
  %0 = nv_tileaa.bitcast %p : !nv_tileaa.ptr<f32> -> !nv_tileaa.ptr<i8>
  %1 = nv_tileaa.bitcast %0 : !nv_tileaa.ptr<i8> -> !nv_tileaa.ptr<f32>
  nv_tileaa.return %1 : !nv_tileaa.ptr<f32>
}

// CHECK-LABEL: @unused_pure
// CHECK-NEXT: nv_tileaa.return
nv_tileaa.func @unused_pure(%x: f32, %i: i32) {
  %0 = nv_tileaa.addf %x, %x rounding<zero> : f32
  %1 = nv_tileaa.remsi %i, %i : i32
  nv_tileaa.return
}

// A remainder is not speculated out of its guard.
// CHECK-LABEL: @guarded_remainder
// CHECK: scf.if
// CHECK-NEXT: nv_tileaa.remsi
nv_tileaa.func @guarded_remainder(%c: i1, %i: i32, %j: i32) -> i32 {
  %0 = scf.if %c -> i32 {
    %1 = nv_tileaa.remsi %i, %j : i32
    scf.yield %1 : i32
  } else {
    scf.yield %i : i32
  }
  nv_tileaa.return %0 : i32
}
