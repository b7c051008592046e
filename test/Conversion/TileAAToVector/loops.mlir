// RUN: tessera-opt %s --convert-tileaa-to-vector --canonicalize --cse | FileCheck %s

// A carried tile is overwritten in place by an expression that reads it at the
// index it writes.

// CHECK-LABEL: func.func @in_place(
// CHECK-SAME: tessera.scratch_bytes = 1024 : i64
// CHECK: scf.for
// CHECK: scf.for {{.*}} step %c1_i32
// CHECK: scf.for
// CHECK: %[[OLD:.*]] = llvm.load %[[AT:.*]] {alignment = 64
// CHECK: %[[NEW:.*]] = arith.addf %[[OLD]]
// CHECK: llvm.store %[[NEW]], %[[AT]]
// CHECK-NOT: memcpy
nv_tileaa.func @in_place(%p: !nv_tileaa.ptr<f32>, %lb: i32, %ub: i32) attributes {kernel} {
  %c1 = arith.constant 1 : i32
  %z = arith.constant dense<0.0> : tensor<256xf32>
  %one = arith.constant dense<1.0> : tensor<256xf32>
  %s = scf.for %i = %lb to %ub step %c1 iter_args(%acc = %z) -> (tensor<256xf32>) : i32 {
    %n = arith.addf %acc, %one : tensor<256xf32>
    scf.yield %n : tensor<256xf32>
  }
  %r = nv_tileaa.make_range : tensor<256xi64>
  %ps = nv_tileaa.splat %p : !nv_tileaa.ptr<f32> -> tensor<256x!nv_tileaa.ptr<f32>>
  %pp = nv_tileaa.addptr %ps, %r : tensor<256x!nv_tileaa.ptr<f32>>, tensor<256xi64>
  %t = nv_tileaa.store weak %pp, %s : tensor<256x!nv_tileaa.ptr<f32>>, tensor<256xf32>
  nv_tileaa.return
}

// Exchanged tiles must not overwrite each other: both new values are made
// beside the old ones.

// CHECK-LABEL: func.func @exchange(
// CHECK: scf.for {{.*}} step %c1_i32
// CHECK-COUNT-4: "llvm.intr.memcpy"
// CHECK: }
// CHECK: llvm.store
nv_tileaa.func @exchange(%p: !nv_tileaa.ptr<f32>, %lb: i32, %ub: i32) attributes {kernel} {
  %c1 = arith.constant 1 : i32
  %z = arith.constant dense<0.0> : tensor<256xf32>
  %one = arith.constant dense<1.0> : tensor<256xf32>
  %s:2 = scf.for %i = %lb to %ub step %c1 iter_args(%a = %z, %b = %one) -> (tensor<256xf32>, tensor<256xf32>) : i32 {
    scf.yield %b, %a : tensor<256xf32>, tensor<256xf32>
  }
  %r = nv_tileaa.make_range : tensor<256xi64>
  %ps = nv_tileaa.splat %p : !nv_tileaa.ptr<f32> -> tensor<256x!nv_tileaa.ptr<f32>>
  %pp = nv_tileaa.addptr %ps, %r : tensor<256x!nv_tileaa.ptr<f32>>, tensor<256xi64>
  %d = arith.subf %s#0, %s#1 : tensor<256xf32>
  %t = nv_tileaa.store weak %pp, %d : tensor<256x!nv_tileaa.ptr<f32>>, tensor<256xf32>
  nv_tileaa.return
}

// The product accumulates in the buffer of the carried tile.

// CHECK-LABEL: func.func @accumulate(
// CHECK: scf.for {{.*}} step %c1_i32
// CHECK-NOT: memcpy
// CHECK: iter_args
// CHECK: math.fma {{.*}} : vector<16xf32>
nv_tileaa.func @accumulate(%p: !nv_tileaa.ptr<f32>, %lb: i32, %ub: i32) attributes {kernel} {
  %c1 = arith.constant 1 : i32
  %z = arith.constant dense<0.0> : tensor<16x32xf32>
  %a = arith.constant dense<2.0> : tensor<16x8xf32>
  %b = arith.constant dense<3.0> : tensor<8x32xf32>
  %s = scf.for %i = %lb to %ub step %c1 iter_args(%acc = %z) -> (tensor<16x32xf32>) : i32 {
    %n = nv_tileaa.dot %a, %b, %acc : tensor<16x8xf32>, tensor<8x32xf32>, tensor<16x32xf32>
    scf.yield %n : tensor<16x32xf32>
  }
  %f = nv_tileaa.view %s : tensor<16x32xf32> -> tensor<512xf32>
  %r = nv_tileaa.make_range : tensor<512xi64>
  %ps = nv_tileaa.splat %p : !nv_tileaa.ptr<f32> -> tensor<512x!nv_tileaa.ptr<f32>>
  %pp = nv_tileaa.addptr %ps, %r : tensor<512x!nv_tileaa.ptr<f32>>, tensor<512xi64>
  %t = nv_tileaa.store weak %pp, %f : tensor<512x!nv_tileaa.ptr<f32>>, tensor<512xf32>
  nv_tileaa.return
}
