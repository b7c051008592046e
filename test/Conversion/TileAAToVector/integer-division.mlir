// RUN: tessera-opt %s --convert-tileaa-to-vector --canonicalize --cse | FileCheck %s

// Quotients of vectors are those of f64, cut off; what is too large for i32 is the largest,
// and 0 divides as 1. The remainder is what the product lacks, by -1 zero.

!tile = tensor<64xi32>
!pointers = tensor<64x!nv_tileaa.ptr<i32>>

// CHECK-LABEL: func.func @rest(
// CHECK-DAG: %[[ZERO:.*]] = arith.constant dense<0> : vector<16xi32>
// CHECK-DAG: %[[ONE:.*]] = arith.constant dense<1> : vector<16xi32>
// CHECK-DAG: %[[MINUS:.*]] = arith.constant dense<-1> : vector<16xi32>
// CHECK-DAG: %[[MOST:.*]] = arith.constant dense<0x41DFFFFFFFC00000> : vector<16xf64>
// CHECK: scf.for
// CHECK-NOT: arith.{{divsi|remsi}}
// CHECK: %[[NONE:.*]] = arith.cmpi eq, %[[Y:.*]], %[[ZERO]] : vector<16xi32>
// CHECK: %[[SAFE:.*]] = arith.select %[[NONE]], %[[ONE]], %[[Y]]
// CHECK-DAG: %[[DIVIDEND:.*]] = arith.sitofp %[[X:.*]] : vector<16xi32> to vector<16xf64>
// CHECK-DAG: %[[DIVISOR:.*]] = arith.sitofp %[[SAFE]] : vector<16xi32> to vector<16xf64>
// CHECK: %[[REAL:.*]] = arith.divf %[[DIVIDEND]], %[[DIVISOR]]
// CHECK: %[[LARGE:.*]] = arith.cmpf ogt, %[[REAL]], %[[MOST]]
// CHECK: %[[BOUNDED:.*]] = arith.select %[[LARGE]], %[[MOST]], %[[REAL]]
// CHECK: %[[QUOTIENT:.*]] = arith.fptosi %[[BOUNDED]]
// CHECK: %[[PRODUCT:.*]] = arith.muli %[[QUOTIENT]], %[[SAFE]]
// CHECK: %[[REST:.*]] = arith.subi %[[X]], %[[PRODUCT]]
// CHECK: %[[EVEN:.*]] = arith.cmpi eq, %[[SAFE]], %[[MINUS]]
// CHECK: arith.select %[[EVEN]], %[[ZERO]], %[[REST]]
nv_tileaa.func @rest(%p: !nv_tileaa.ptr<i32>, %q: !nv_tileaa.ptr<i32>) attributes {kernel} {
  %r = nv_tileaa.make_range : !tile
  %ps = nv_tileaa.splat %p : !nv_tileaa.ptr<i32> -> !pointers
  %qs = nv_tileaa.splat %q : !nv_tileaa.ptr<i32> -> !pointers
  %pp = nv_tileaa.addptr %ps, %r : !pointers, !tile
  %qq = nv_tileaa.addptr %qs, %r : !pointers, !tile
  %x, %t0 = nv_tileaa.load weak %pp : !pointers -> !tile
  %y, %t1 = nv_tileaa.load weak %qq : !pointers -> !tile
  %d = nv_tileaa.remsi %x, %y : !tile
  %t2 = nv_tileaa.store weak %pp, %d token = %t0 : !pointers, !tile
  nv_tileaa.return
}

// By one number for all: times its reciprocal, the dividend half a unit larger. Upwards one
// more where something remains that has the divisor's sign.

// CHECK-LABEL: func.func @upwards(
// CHECK: %[[HALF:.*]] = math.copysign %{{.*}}, %[[DIVIDEND:.*]] : vector<16xf64>
// CHECK: %[[MORE:.*]] = arith.addf %[[DIVIDEND]], %[[HALF]]
// CHECK: %[[RECIPROCAL:.*]] = arith.divf %{{.*}}, %{{.*}} : vector<16xf64>
// CHECK: arith.mulf %[[MORE]], %[[RECIPROCAL]]
// CHECK: %[[QUOTIENT:.*]] = arith.fptosi
// CHECK: %[[REST:.*]] = arith.subi
// CHECK: %[[NEXT:.*]] = arith.addi %[[QUOTIENT]]
// CHECK: %[[SOME:.*]] = arith.cmpi ne, %[[REST]]
// CHECK: %[[SIGNS:.*]] = arith.xori %[[REST]]
// CHECK: %[[SAME:.*]] = arith.cmpi sge, %[[SIGNS]]
// CHECK: %[[STEPS:.*]] = arith.andi %[[SOME]], %[[SAME]]
// CHECK: arith.select %[[STEPS]], %[[NEXT]], %[[QUOTIENT]]
nv_tileaa.func @upwards(%p: !nv_tileaa.ptr<i32>, %n: i32) attributes {kernel} {
  %r = nv_tileaa.make_range : !tile
  %ps = nv_tileaa.splat %p : !nv_tileaa.ptr<i32> -> !pointers
  %pp = nv_tileaa.addptr %ps, %r : !pointers, !tile
  %x, %t0 = nv_tileaa.load weak %pp : !pointers -> !tile
  %y = nv_tileaa.splat %n : i32 -> !tile
  %d = arith.ceildivsi %x, %y : !tile
  %t2 = nv_tileaa.store weak %pp, %d token = %t0 : !pointers, !tile
  nv_tileaa.return
}

// 8 and 16 bits by way of f32, in which nothing is too large. Constants and i64 are left to
// LLVM.

// CHECK-LABEL: func.func @others(
// CHECK: arith.extui %{{.*}} : vector<{{.*}}xi16> to vector<[[N:[0-9]+]]xi32>
// CHECK: arith.divf %{{.*}}, %{{.*}} : vector<[[N]]xf32>
// CHECK-NEXT: arith.fptosi
// CHECK-NEXT: arith.trunci
// CHECK: arith.divui %{{.*}}, %{{.*}} : vector<{{.*}}xi16>
// CHECK: arith.divui %{{.*}}, %{{.*}} : vector<{{.*}}xi64>
nv_tileaa.func @others(%p: !nv_tileaa.ptr<i16>, %q: !nv_tileaa.ptr<i64>) attributes {kernel} {
  %r = nv_tileaa.make_range : !tile
  %ps = nv_tileaa.splat %p : !nv_tileaa.ptr<i16> -> tensor<64x!nv_tileaa.ptr<i16>>
  %pp = nv_tileaa.addptr %ps, %r : tensor<64x!nv_tileaa.ptr<i16>>, !tile
  %x, %t0 = nv_tileaa.load weak %pp : tensor<64x!nv_tileaa.ptr<i16>> -> tensor<64xi16>
  %short = arith.constant dense<1000> : tensor<64xi16>
  %a = arith.divui %short, %x : tensor<64xi16>
  %t1 = nv_tileaa.store weak %pp, %a token = %t0 : tensor<64x!nv_tileaa.ptr<i16>>, tensor<64xi16>
  %x2, %t2 = nv_tileaa.load weak %pp token = %t1 : tensor<64x!nv_tileaa.ptr<i16>> -> tensor<64xi16>
  %b = arith.divui %x2, %short : tensor<64xi16>
  %t3 = nv_tileaa.store weak %pp, %b token = %t2 : tensor<64x!nv_tileaa.ptr<i16>>, tensor<64xi16>
  %qs = nv_tileaa.splat %q : !nv_tileaa.ptr<i64> -> tensor<64x!nv_tileaa.ptr<i64>>
  %qq = nv_tileaa.addptr %qs, %r : tensor<64x!nv_tileaa.ptr<i64>>, !tile
  %z, %t4 = nv_tileaa.load weak %qq : tensor<64x!nv_tileaa.ptr<i64>> -> tensor<64xi64>
  %long = arith.constant dense<1000> : tensor<64xi64>
  %c = arith.divui %long, %z : tensor<64xi64>
  %t5 = nv_tileaa.store weak %qq, %c token = %t4 : tensor<64x!nv_tileaa.ptr<i64>>, tensor<64xi64>
  nv_tileaa.return
}
