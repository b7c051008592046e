// RUN: tessera-opt %s --convert-tileaa-to-vector --canonicalize --cse | FileCheck %s

// A chained scan: the total, the last element, is a reduction; the scan itself is
// computed where its elements are stored, without a tile of them in scratch.

// CHECK-LABEL: func.func @chained(
// CHECK: scf.for {{.*}} iter_args
// CHECK: llvm.store {{.*}} : i32, !llvm.ptr
// CHECK: scf.for {{.*}} iter_args(%[[CARRY:.*]] = %{{.*}}) -> (vector<16xi32>)
// CHECK: vector.shuffle {{.*}} [16, 0, 1, 2, 20, 4, 5, 6, 24, 8, 9, 10, 28, 12, 13, 14]
// CHECK: %[[SCANNED:.*]] = arith.addi %{{.*}}, %[[CARRY]]
// CHECK: %[[RESULT:.*]] = arith.addi %[[SCANNED]], %{{.*}} : vector<16xi32>
// CHECK: llvm.store %[[RESULT]]
// CHECK: scf.yield
// CHECK-NOT: scf.for
nv_tileaa.func @chained(%p: !nv_tileaa.ptr<i32>, %q: !nv_tileaa.ptr<i32>, %sum: !nv_tileaa.ptr<i32>, %before: i32) attributes {kernel} {
  %last = arith.constant 1023 : i32
  %r = nv_tileaa.make_range : tensor<1024xi64>
  %ps = nv_tileaa.splat %p : !nv_tileaa.ptr<i32> -> tensor<1024x!nv_tileaa.ptr<i32>>
  %pp = nv_tileaa.addptr %ps, %r : tensor<1024x!nv_tileaa.ptr<i32>>, tensor<1024xi64>
  %v, %t0 = nv_tileaa.load weak %pp : tensor<1024x!nv_tileaa.ptr<i32>> -> tensor<1024xi32>
  %s = nv_tileaa.scan %v dim = 0 identities = [0 : i32] : tensor<1024xi32> -> tensor<1024xi32> {
  ^bb0(%e: i32, %acc: i32):
    %t = arith.addi %e, %acc : i32
    nv_tileaa.yield %t : i32
  }
  %x = nv_tileaa.extract %s[%last] : tensor<1024xi32> -> tensor<1xi32>
  %total = nv_tileaa.view %x : tensor<1xi32> -> i32
  %t1 = nv_tileaa.store weak %sum, %total : !nv_tileaa.ptr<i32>, i32
  %b = nv_tileaa.splat %before : i32 -> tensor<1024xi32>
  %all = arith.addi %s, %b : tensor<1024xi32>
  %qs = nv_tileaa.splat %q : !nv_tileaa.ptr<i32> -> tensor<1024x!nv_tileaa.ptr<i32>>
  %qq = nv_tileaa.addptr %qs, %r : tensor<1024x!nv_tileaa.ptr<i32>>, tensor<1024xi64>
  %t2 = nv_tileaa.store weak %qq, %all : tensor<1024x!nv_tileaa.ptr<i32>>, tensor<1024xi32>
  nv_tileaa.return
}

// The order of additions of f32 is the scan's: its last element stays what it was,
// and the scan goes through scratch.

// CHECK-LABEL: func.func @rounded(
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}) -> (vector<16xf32>)
// CHECK: vector.shuffle {{.*}} [0, 0, 1, 2, 4, 4, 5, 6, 8, 8, 9, 10, 12, 12, 13, 14]
// CHECK: scf.yield
// CHECK: %[[TOTAL:.*]] = llvm.load %{{.*}} : !llvm.ptr -> f32
// CHECK: %[[BITS:.*]] = llvm.bitcast %[[TOTAL]]
// CHECK: llvm.store %[[BITS]]
// CHECK: scf.for
nv_tileaa.func @rounded(%p: !nv_tileaa.ptr<f32>, %q: !nv_tileaa.ptr<f32>, %sum: !nv_tileaa.ptr<f32>) attributes {kernel} {
  %last = arith.constant 1023 : i32
  %r = nv_tileaa.make_range : tensor<1024xi64>
  %ps = nv_tileaa.splat %p : !nv_tileaa.ptr<f32> -> tensor<1024x!nv_tileaa.ptr<f32>>
  %pp = nv_tileaa.addptr %ps, %r : tensor<1024x!nv_tileaa.ptr<f32>>, tensor<1024xi64>
  %v, %t0 = nv_tileaa.load weak %pp : tensor<1024x!nv_tileaa.ptr<f32>> -> tensor<1024xf32>
  %s = nv_tileaa.scan %v dim = 0 identities = [0.0 : f32] : tensor<1024xf32> -> tensor<1024xf32> {
  ^bb0(%e: f32, %acc: f32):
    %t = arith.addf %e, %acc : f32
    nv_tileaa.yield %t : f32
  }
  %x = nv_tileaa.extract %s[%last] : tensor<1024xf32> -> tensor<1xf32>
  %total = nv_tileaa.view %x : tensor<1xf32> -> f32
  %t1 = nv_tileaa.store weak %sum, %total : !nv_tileaa.ptr<f32>, f32
  %qs = nv_tileaa.splat %q : !nv_tileaa.ptr<f32> -> tensor<1024x!nv_tileaa.ptr<f32>>
  %qq = nv_tileaa.addptr %qs, %r : tensor<1024x!nv_tileaa.ptr<f32>>, tensor<1024xi64>
  %t2 = nv_tileaa.store weak %qq, %s : tensor<1024x!nv_tileaa.ptr<f32>>, tensor<1024xf32>
  nv_tileaa.return
}

// In between, memory is overwritten that the load has to see as it was: the token
// says so, and the tile is read first.

// CHECK-LABEL: func.func @overwritten(
// CHECK: %[[OLD:.*]] = llvm.load {{.*}} -> vector<16xi32>
// CHECK: llvm.store %[[OLD]]
// CHECK: llvm.store {{.*}} : i32, !llvm.ptr
// CHECK: scf.for {{.*}} -> (vector<16xi32>)
nv_tileaa.func @overwritten(%p: !nv_tileaa.ptr<i32>, %q: !nv_tileaa.ptr<i32>, %new: i32) attributes {kernel} {
  %r = nv_tileaa.make_range : tensor<1024xi64>
  %ps = nv_tileaa.splat %p : !nv_tileaa.ptr<i32> -> tensor<1024x!nv_tileaa.ptr<i32>>
  %pp = nv_tileaa.addptr %ps, %r : tensor<1024x!nv_tileaa.ptr<i32>>, tensor<1024xi64>
  %v, %t0 = nv_tileaa.load weak %pp : tensor<1024x!nv_tileaa.ptr<i32>> -> tensor<1024xi32>
  %s = nv_tileaa.scan %v dim = 0 identities = [0 : i32] : tensor<1024xi32> -> tensor<1024xi32> {
  ^bb0(%e: i32, %acc: i32):
    %t = arith.addi %e, %acc : i32
    nv_tileaa.yield %t : i32
  }
  %t1 = nv_tileaa.store weak %p, %new token = %t0 : !nv_tileaa.ptr<i32>, i32
  %qs = nv_tileaa.splat %q : !nv_tileaa.ptr<i32> -> tensor<1024x!nv_tileaa.ptr<i32>>
  %qq = nv_tileaa.addptr %qs, %r : tensor<1024x!nv_tileaa.ptr<i32>>, tensor<1024xi64>
  %t2 = nv_tileaa.store weak %qq, %s : tensor<1024x!nv_tileaa.ptr<i32>>, tensor<1024xi32>
  nv_tileaa.return
}
