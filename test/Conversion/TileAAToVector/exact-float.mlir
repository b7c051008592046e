// RUN: tessera-opt %s --convert-tileaa-to-vector --canonicalize --cse | FileCheck %s

// A product of f32 is exact in f64. Rounded to nearest and towards zero: one step down in
// magnitude where the nearest is too large.

// CHECK-LABEL: func.func @towards_zero(
// CHECK-DAG: %[[BACK:.*]] = arith.constant dense<-1> : vector<16xi32>
// CHECK-DAG: %[[STAY:.*]] = arith.constant dense<0> : vector<16xi32>
// CHECK: scf.for
// CHECK-NOT: llvm.call
// CHECK: %[[X:.*]] = arith.extf %{{.*}} : vector<16xf32> to vector<16xf64>
// CHECK: %[[EXACT:.*]] = arith.mulf %[[X]], %{{.*}} : vector<16xf64>
// CHECK: %[[NEAREST:.*]] = arith.truncf %[[EXACT]]
// CHECK: %[[AGAIN:.*]] = arith.extf %[[NEAREST]]
// CHECK: %[[BITS:.*]] = arith.bitcast %[[NEAREST]]
// CHECK-DAG: %[[SIZE:.*]] = math.absf %[[AGAIN]]
// CHECK-DAG: %[[LIMIT:.*]] = math.absf %[[EXACT]]
// CHECK: %[[WRONG:.*]] = arith.cmpf ogt, %[[SIZE]], %[[LIMIT]]
// CHECK: %[[STEP:.*]] = arith.select %[[WRONG]], %[[BACK]], %[[STAY]]
// CHECK: arith.addi %[[BITS]], %[[STEP]]
nv_tileaa.func @towards_zero(%p: !nv_tileaa.ptr<f32>, %k: f32) attributes {kernel} {
  %r = nv_tileaa.make_range : tensor<64xi64>
  %ps = nv_tileaa.splat %p : !nv_tileaa.ptr<f32> -> tensor<64x!nv_tileaa.ptr<f32>>
  %pp = nv_tileaa.addptr %ps, %r : tensor<64x!nv_tileaa.ptr<f32>>, tensor<64xi64>
  %v, %t0 = nv_tileaa.load weak %pp : tensor<64x!nv_tileaa.ptr<f32>> -> tensor<64xf32>
  %ks = nv_tileaa.splat %k : f32 -> tensor<64xf32>
  %m = nv_tileaa.mulf %v, %ks rounding<zero> : tensor<64xf32>
  %t1 = nv_tileaa.store weak %pp, %m token = %t0 : tensor<64x!nv_tileaa.ptr<f32>>, tensor<64xf32>
  nv_tileaa.return
}

// A quotient is made odd by what it leaves. Downwards is more bits for negative numbers and
// less for others.

// CHECK-LABEL: func.func @downwards(
// CHECK: %[[QUOTIENT:.*]] = arith.divf %[[X:.*]], %[[Y:.*]] : vector<16xf64>
// CHECK: %[[MINUS:.*]] = arith.negf %[[QUOTIENT]]
// CHECK: %[[REST:.*]] = math.fma %[[MINUS]], %[[Y]], %[[X]]
// CHECK: %[[SIGN:.*]] = math.copysign %{{.*}}, %[[Y]]
// CHECK: %[[ERROR:.*]] = arith.mulf %[[REST]], %[[SIGN]]
// CHECK: %[[INEXACT:.*]] = arith.cmpf one, %[[ERROR]]
// CHECK: %[[ODD:.*]] = arith.ori
// CHECK: %[[CHOSEN:.*]] = arith.select %[[INEXACT]], %[[ODD]]
// CHECK: %[[WIDE:.*]] = arith.bitcast %[[CHOSEN]]
// CHECK: %[[NEAREST:.*]] = arith.truncf %[[WIDE]]
// CHECK: %[[WRONG:.*]] = arith.cmpf ogt, %{{.*}}, %[[WIDE]]
// CHECK: %[[NEGATIVE:.*]] = arith.cmpi slt
// CHECK: %[[STEP:.*]] = arith.select %[[NEGATIVE]], %{{.*}}, %{{.*}}
// CHECK: arith.select %[[WRONG]], %[[STEP]]
nv_tileaa.func @downwards(%p: !nv_tileaa.ptr<f32>, %k: f32) attributes {kernel} {
  %r = nv_tileaa.make_range : tensor<64xi64>
  %ps = nv_tileaa.splat %p : !nv_tileaa.ptr<f32> -> tensor<64x!nv_tileaa.ptr<f32>>
  %pp = nv_tileaa.addptr %ps, %r : tensor<64x!nv_tileaa.ptr<f32>>, tensor<64xi64>
  %v, %t0 = nv_tileaa.load weak %pp : tensor<64x!nv_tileaa.ptr<f32>> -> tensor<64xf32>
  %ks = nv_tileaa.splat %k : f32 -> tensor<64xf32>
  %m = nv_tileaa.divf %v, %ks rounding<negative_inf> : tensor<64xf32>
  %t1 = nv_tileaa.store weak %pp, %m token = %t0 : tensor<64x!nv_tileaa.ptr<f32>>, tensor<64xf32>
  nv_tileaa.return
}

// What cancels out downwards is -0, unless both operands are +0.

// CHECK-LABEL: func.func @cancelled(
// CHECK: %[[ZERO:.*]] = arith.cmpf oeq
// CHECK: %[[BOTH:.*]] = arith.ori
// CHECK: %[[SIGN:.*]] = arith.andi %[[BOTH]]
// CHECK: %[[SIGNED:.*]] = arith.bitcast %[[SIGN]]
// CHECK: arith.select %[[ZERO]], %[[SIGNED]]
nv_tileaa.func @cancelled(%p: !nv_tileaa.ptr<f32>, %k: f32) attributes {kernel} {
  %r = nv_tileaa.make_range : tensor<64xi64>
  %ps = nv_tileaa.splat %p : !nv_tileaa.ptr<f32> -> tensor<64x!nv_tileaa.ptr<f32>>
  %pp = nv_tileaa.addptr %ps, %r : tensor<64x!nv_tileaa.ptr<f32>>, tensor<64xi64>
  %v, %t0 = nv_tileaa.load weak %pp : tensor<64x!nv_tileaa.ptr<f32>> -> tensor<64xf32>
  %ks = nv_tileaa.splat %k : f32 -> tensor<64xf32>
  %m = nv_tileaa.subf %v, %ks rounding<negative_inf> : tensor<64xf32>
  %t1 = nv_tileaa.store weak %pp, %m token = %t0 : tensor<64x!nv_tileaa.ptr<f32>>, tensor<64xf32>
  nv_tileaa.return
}

// A remainder is what an integral quotient leaves, and what the divisor adds where that was
// one too large. A vector with a quotient from 2^51 on goes to the runtime, but not of f16,
// which has none.

// CHECK-LABEL: func.func @remainder(
// CHECK: %[[QUOTIENT:.*]] = arith.divf %[[SIZE:.*]], %[[DIVISOR:.*]] : vector<16xf64>
// CHECK: %[[LARGE:.*]] = arith.cmpf oge, %[[QUOTIENT]]
// CHECK: %[[ANY:.*]] = vector.reduction <or>, %[[LARGE]]
// CHECK: scf.if %[[ANY]] -> (vector<16xf32>) {
// CHECK: llvm.call @tessera_rt_binary
// CHECK: } else {
// CHECK: %[[COUNT:.*]] = math.trunc %[[QUOTIENT]]
// CHECK: %[[MINUS:.*]] = arith.negf %[[COUNT]]
// CHECK: %[[REST:.*]] = math.fma %[[MINUS]], %[[DIVISOR]], %[[SIZE]]
// CHECK: %[[MANY:.*]] = arith.cmpf olt, %[[REST]]
// CHECK: %[[MORE:.*]] = arith.addf %[[REST]], %[[DIVISOR]]
// CHECK: arith.select %[[MANY]], %[[MORE]], %[[REST]]
// CHECK: math.copysign
nv_tileaa.func @remainder(%p: !nv_tileaa.ptr<f32>, %k: f32) attributes {kernel} {
  %r = nv_tileaa.make_range : tensor<64xi64>
  %ps = nv_tileaa.splat %p : !nv_tileaa.ptr<f32> -> tensor<64x!nv_tileaa.ptr<f32>>
  %pp = nv_tileaa.addptr %ps, %r : tensor<64x!nv_tileaa.ptr<f32>>, tensor<64xi64>
  %v, %t0 = nv_tileaa.load weak %pp : tensor<64x!nv_tileaa.ptr<f32>> -> tensor<64xf32>
  %ks = nv_tileaa.splat %k : f32 -> tensor<64xf32>
  %m = arith.remf %v, %ks : tensor<64xf32>
  %t1 = nv_tileaa.store weak %pp, %m token = %t0 : tensor<64x!nv_tileaa.ptr<f32>>, tensor<64xf32>
  nv_tileaa.return
}

// CHECK-LABEL: func.func @short_remainder(
// CHECK-NOT: scf.if
// CHECK: math.trunc
nv_tileaa.func @short_remainder(%p: !nv_tileaa.ptr<f16>, %k: f16) attributes {kernel} {
  %r = nv_tileaa.make_range : tensor<64xi64>
  %ps = nv_tileaa.splat %p : !nv_tileaa.ptr<f16> -> tensor<64x!nv_tileaa.ptr<f16>>
  %pp = nv_tileaa.addptr %ps, %r : tensor<64x!nv_tileaa.ptr<f16>>, tensor<64xi64>
  %v, %t0 = nv_tileaa.load weak %pp : tensor<64x!nv_tileaa.ptr<f16>> -> tensor<64xf16>
  %ks = nv_tileaa.splat %k : f16 -> tensor<64xf16>
  %m = arith.remf %v, %ks : tensor<64xf16>
  %t1 = nv_tileaa.store weak %pp, %m token = %t0 : tensor<64x!nv_tileaa.ptr<f16>>, tensor<64xf16>
  nv_tileaa.return
}
