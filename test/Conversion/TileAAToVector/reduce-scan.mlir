// RUN: tessera-opt %s --convert-tileaa-to-vector --canonicalize --cse | FileCheck %s

// A single commutative op: four vectors of accumulators, folded by halves.

// CHECK-LABEL: func.func @sum(
// CHECK: scf.for {{.*}} step %c64_i64 iter_args(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) -> (vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>)
// CHECK: vector.shuffle {{.*}} [0, 1, 2, 3, 4, 5, 6, 7]
// CHECK: vector.shuffle {{.*}} [8, 9, 10, 11, 12, 13, 14, 15]
nv_tileaa.func @sum(%p: !nv_tileaa.ptr<f32>, %q: !nv_tileaa.ptr<f32>) attributes {kernel} {
  %r = nv_tileaa.make_range : tensor<1024xi64>
  %ps = nv_tileaa.splat %p : !nv_tileaa.ptr<f32> -> tensor<1024x!nv_tileaa.ptr<f32>>
  %pp = nv_tileaa.addptr %ps, %r : tensor<1024x!nv_tileaa.ptr<f32>>, tensor<1024xi64>
  %v, %t0 = nv_tileaa.load weak %pp : tensor<1024x!nv_tileaa.ptr<f32>> -> tensor<1024xf32>
  %s = nv_tileaa.reduce %v dim = 0 identities = [0.0 : f32] : tensor<1024xf32> -> f32 {
  ^bb0(%e: f32, %acc: f32):
    %t = arith.addf %e, %acc : f32
    nv_tileaa.yield %t : f32
  }
  %t1 = nv_tileaa.store weak %q, %s : !nv_tileaa.ptr<f32>, f32
  nv_tileaa.return
}

// Subtraction from the left is not commutative as far as the compiler knows:
// only neighbours are combined.

// CHECK-LABEL: func.func @ordered(
// CHECK: vector.shuffle {{.*}} [0, 2, 4, 6, 8, 10, 12, 14]
// CHECK: vector.shuffle {{.*}} [1, 3, 5, 7, 9, 11, 13, 15]
nv_tileaa.func @ordered(%q: !nv_tileaa.ptr<i32>) attributes {kernel} {
  %v = nv_tileaa.make_range : tensor<256xi32>
  %s = nv_tileaa.reduce %v dim = 0 identities = [0 : i32] : tensor<256xi32> -> i32 {
  ^bb0(%e: i32, %acc: i32):
    %c = arith.cmpi sgt, %e, %acc : i32
    %t = arith.select %c, %e, %acc : i32
    nv_tileaa.yield %t : i32
  }
  %t1 = nv_tileaa.store weak %q, %s : !nv_tileaa.ptr<i32>, i32
  nv_tileaa.return
}

// Along an outer dimension one vector of accumulators walks down the rows.

// CHECK-LABEL: func.func @columns(
// CHECK: scf.for %{{.*}} = %c0_i64 to %c64_i64 step %c16_i64
// CHECK: scf.for %{{.*}} = %c0_i64 to %c32_i64 step %c1_i64 iter_args(%{{.*}}) -> (vector<16xi32>)
// CHECK-NOT: vector.shuffle
// CHECK: llvm.store {{.*}} : vector<16xi32>
nv_tileaa.func @columns(%q: !nv_tileaa.ptr<i32>) attributes {kernel} {
  %i = nv_tileaa.make_range : tensor<2048xi32>
  %v = nv_tileaa.view %i : tensor<2048xi32> -> tensor<32x64xi32>
  %s = nv_tileaa.reduce %v dim = 0 identities = [0 : i32] : tensor<32x64xi32> -> tensor<64xi32> {
  ^bb0(%e: i32, %acc: i32):
    %t = arith.addi %e, %acc : i32
    nv_tileaa.yield %t : i32
  }
  %r = nv_tileaa.make_range : tensor<64xi64>
  %ps = nv_tileaa.splat %q : !nv_tileaa.ptr<i32> -> tensor<64x!nv_tileaa.ptr<i32>>
  %pp = nv_tileaa.addptr %ps, %r : tensor<64x!nv_tileaa.ptr<i32>>, tensor<64xi64>
  %t = nv_tileaa.store weak %pp, %s : tensor<64x!nv_tileaa.ptr<i32>>, tensor<64xi32>
  nv_tileaa.return
}

// Short rows are folded 16 at a time: their vectors are collected, pairs of rows
// change halves and are combined, and one vector has the results of all of them.

// CHECK-LABEL: func.func @short_rows(
// CHECK: scf.for %[[GROUP:.*]] = %c0_i64 to %c32_i64 step %c16_i64
// CHECK: scf.for %{{.*}} = %c0_i64 to %c16_i64 step %c1_i64
// CHECK-NOT: vector.shuffle
// CHECK: llvm.store {{.*}} : vector<16xi32>
// CHECK: }
// CHECK-COUNT-16: llvm.load {{.*}} -> vector<16xi32>
// CHECK-COUNT-8: vector.shuffle {{.*}} [0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23]
// CHECK: vector.shuffle {{.*}} [0, 16, 2, 18, 4, 20, 6, 22, 8, 24, 10, 26, 12, 28, 14, 30]
// CHECK: vector.shuffle {{.*}} [1, 17, 3, 19, 5, 21, 7, 23, 9, 25, 11, 27, 13, 29, 15, 31]
// CHECK: %[[SUMS:.*]] = arith.addi
// CHECK: llvm.store %[[SUMS]]
// CHECK-NOT: vector.shuffle
nv_tileaa.func @short_rows(%q: !nv_tileaa.ptr<i32>) attributes {kernel} {
  %i = nv_tileaa.make_range : tensor<2048xi32>
  %v = nv_tileaa.view %i : tensor<2048xi32> -> tensor<32x64xi32>
  %s = nv_tileaa.reduce %v dim = 1 identities = [0 : i32] : tensor<32x64xi32> -> tensor<32xi32> {
  ^bb0(%e: i32, %acc: i32):
    %t = arith.addi %e, %acc : i32
    nv_tileaa.yield %t : i32
  }
  %r = nv_tileaa.make_range : tensor<32xi64>
  %ps = nv_tileaa.splat %q : !nv_tileaa.ptr<i32> -> tensor<32x!nv_tileaa.ptr<i32>>
  %pp = nv_tileaa.addptr %ps, %r : tensor<32x!nv_tileaa.ptr<i32>>, tensor<32xi64>
  %t = nv_tileaa.store weak %pp, %s : tensor<32x!nv_tileaa.ptr<i32>>, tensor<32xi32>
  nv_tileaa.return
}

// A scan shifts by 1 and 2 lanes inside blocks of four (what has nothing before it
// takes the neutral element), gives every second four the last lane of the four
// before, every second eight that of the eight before, and adds the carry, a vector
// of the last lane; in reverse the last vector comes first (the counter is flipped)
// and lanes look the other way.

// CHECK-LABEL: func.func @reverse_scan(
// CHECK: scf.for %[[I:.*]] = %c0_i64 to %c64_i64 step %c16_i64 iter_args(%[[CARRY:.*]] = %{{.*}}) -> (vector<16xi32>)
// CHECK: arith.xori %[[I]], %c48_i64
// CHECK: vector.shuffle {{.*}} [1, 2, 3, 19, 5, 6, 7, 23, 9, 10, 11, 27, 13, 14, 15, 31]
// CHECK: vector.shuffle {{.*}} [2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15, 30, 31]
// CHECK: vector.shuffle {{.*}} [4, 4, 4, 4, 20, 21, 22, 23, 12, 12, 12, 12, 28, 29, 30, 31]
// CHECK: vector.shuffle {{.*}} [8, 8, 8, 8, 8, 8, 8, 8, 24, 25, 26, 27, 28, 29, 30, 31]
// CHECK: %[[END:.*]] = vector.shuffle {{.*}} [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
// CHECK: %[[TOTAL:.*]] = arith.addi %{{.*}}, %[[CARRY]]
// CHECK: %[[NEXT:.*]] = arith.addi %[[END]], %[[CARRY]]
// CHECK: llvm.store %[[TOTAL]]
// CHECK: scf.yield %[[NEXT]]
nv_tileaa.func @reverse_scan(%q: !nv_tileaa.ptr<i32>) attributes {kernel} {
  %v = nv_tileaa.make_range : tensor<64xi32>
  %s = nv_tileaa.scan %v dim = 0 reverse identities = [0 : i32] : tensor<64xi32> -> tensor<64xi32> {
  ^bb0(%e: i32, %acc: i32):
    %t = arith.addi %e, %acc : i32
    nv_tileaa.yield %t : i32
  }
  %r = nv_tileaa.make_range : tensor<64xi64>
  %ps = nv_tileaa.splat %q : !nv_tileaa.ptr<i32> -> tensor<64x!nv_tileaa.ptr<i32>>
  %pp = nv_tileaa.addptr %ps, %r : tensor<64x!nv_tileaa.ptr<i32>>, tensor<64xi64>
  %t = nv_tileaa.store weak %pp, %s : tensor<64x!nv_tileaa.ptr<i32>>, tensor<64xi32>
  nv_tileaa.return
}
