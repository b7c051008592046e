// RUN: tessera-opt %s --convert-tileaa-to-vector | FileCheck %s
// RUN: tessera-opt %s --convert-tileaa-to-vector=vector-bits=256 | FileCheck %s --check-prefix=YMM
// RUN: tessera-opt %s --convert-tileaa-to-vector=vector-bits=128 | FileCheck %s --check-prefix=CALL

// e^x of f32 without a call: clamp, n = round(x log2 e), two steps of reduction, a
// polynomial, and 2^n; without AVX-512 n comes from a magic number (1.5 * 2^23, and
// two biases of exponents) and 2^n in two factors: the halves of what is in its low
// bits are their exponents. There the polynomial is one by pairs, and the last step adds
// the first factor, not 1.

// CHECK-LABEL: func.func @exp_f32(
// CHECK-NOT: Sleef
// CHECK: arith.cmpf ogt
// CHECK: arith.cmpf olt
// CHECK: math.roundeven
// CHECK-COUNT-7: math.fma
// CHECK: llvm.call_intrinsic "llvm.x86.avx512.mask.scalef.ps.512"
// CHECK: llvm.store
// YMM-LABEL: func.func @exp_f32(
// YMM-NOT: Sleef
// YMM: arith.cmpf ogt
// YMM: arith.cmpf olt
// YMM: %[[MAGIC:.*]] = arith.constant 0x4B4000FE : f32
// YMM: %[[MAGICS:.*]] = {{.*}} %[[MAGIC]] : f32 to vector<8xf32>
// YMM: %[[SHIFTED:.*]] = math.fma %{{.*}}, %{{.*}}, %[[MAGICS]]
// YMM: %[[SUM:.*]] = arith.bitcast %[[SHIFTED]]
// YMM: %[[HALF:.*]] = arith.shrui %[[SUM]]
// YMM: %[[REST:.*]] = arith.subi %[[SUM]], %[[HALF]]
// YMM: %[[BITS:.*]] = arith.shli %[[HALF]]
// YMM: %[[FACTOR:.*]] = arith.bitcast %[[BITS]]
// YMM: math.fma
// YMM: %[[R:.*]] = math.fma
// YMM: %[[R2:.*]] = arith.mulf %[[R]], %[[R]]
// YMM: %[[PAIR3:.*]] = math.fma %{{.*}}, %[[R]], %
// YMM: %[[HIGH:.*]] = math.fma %{{.*}}, %[[R2]], %[[PAIR3]]
// YMM: %[[PAIR1:.*]] = math.fma %{{.*}}, %[[R]], %
// YMM: %[[Q:.*]] = math.fma %[[HIGH]], %[[R2]], %[[PAIR1]]
// YMM: %[[LESS1:.*]] = math.fma %[[R2]], %[[Q]], %[[R]]
// YMM: %[[RESULT:.*]] = math.fma %[[LESS1]], %[[FACTOR]], %[[FACTOR]]
// YMM: arith.shli %[[REST]]
// YMM: arith.mulf %[[RESULT]]
// YMM: llvm.store
// CALL-LABEL: func.func @exp_f32(
// CALL: llvm.call @Sleef_expf4_u10sse4
nv_tileaa.func @exp_f32(%p: !nv_tileaa.ptr<f32>) attributes {kernel} {
  %r = nv_tileaa.make_range : tensor<64xi32>
  %s = nv_tileaa.splat %p : !nv_tileaa.ptr<f32> -> tensor<64x!nv_tileaa.ptr<f32>>
  %q = nv_tileaa.addptr %s, %r : tensor<64x!nv_tileaa.ptr<f32>>, tensor<64xi32>
  %v, %t0 = nv_tileaa.load weak %q : tensor<64x!nv_tileaa.ptr<f32>> -> tensor<64xf32>
  %e = math.exp %v : tensor<64xf32>
  %t1 = nv_tileaa.store weak %q, %e token = %t0 : tensor<64x!nv_tileaa.ptr<f32>>, tensor<64xf32>
  nv_tileaa.return
}

// f64 has no polynomial of its own.

// CHECK-LABEL: func.func @exp2_f64(
// CHECK: llvm.call @Sleef_exp2d8_u10avx512f
nv_tileaa.func @exp2_f64(%p: !nv_tileaa.ptr<f64>) attributes {kernel} {
  %r = nv_tileaa.make_range : tensor<64xi32>
  %s = nv_tileaa.splat %p : !nv_tileaa.ptr<f64> -> tensor<64x!nv_tileaa.ptr<f64>>
  %q = nv_tileaa.addptr %s, %r : tensor<64x!nv_tileaa.ptr<f64>>, tensor<64xi32>
  %v, %t0 = nv_tileaa.load weak %q : tensor<64x!nv_tileaa.ptr<f64>> -> tensor<64xf64>
  %e = math.exp2 %v : tensor<64xf64>
  %t1 = nv_tileaa.store weak %q, %e token = %t0 : tensor<64x!nv_tileaa.ptr<f64>>, tensor<64xf64>
  nv_tileaa.return
}

// 2^x needs no clamp on AVX-512: the remainder of infinity is 0, and so is vreduceps of
// it.

// CHECK-LABEL: func.func @exp2_f32(
// CHECK-NOT: arith.cmpf
// CHECK: math.roundeven
// CHECK: llvm.call_intrinsic "llvm.x86.avx512.mask.reduce.ps.512"
// CHECK: llvm.call_intrinsic "llvm.x86.avx512.mask.scalef.ps.512"
// YMM-LABEL: func.func @exp2_f32(
// YMM: arith.cmpf ogt
// YMM: arith.cmpf olt
// YMM: %[[BITS:.*]] = arith.shli
// YMM: %[[FACTOR:.*]] = arith.bitcast %[[BITS]]
// YMM: %[[R:.*]] = arith.subf
// YMM: %[[R2:.*]] = arith.mulf %[[R]], %[[R]]
// YMM: %[[PAIR4:.*]] = math.fma %{{.*}}, %[[R]], %
// YMM: %[[HIGH:.*]] = math.fma %{{.*}}, %[[R2]], %[[PAIR4]]
// YMM: %[[PAIR2:.*]] = math.fma %{{.*}}, %[[R]], %
// YMM: %[[INNER:.*]] = math.fma %[[HIGH]], %[[R2]], %[[PAIR2]]
// YMM: %[[Q:.*]] = math.fma %[[INNER]], %[[R]], %
// YMM: %[[SCALED:.*]] = arith.mulf %[[R]], %[[FACTOR]]
// YMM: math.fma %[[Q]], %[[SCALED]], %[[FACTOR]]
nv_tileaa.func @exp2_f32(%p: !nv_tileaa.ptr<f32>) attributes {kernel} {
  %r = nv_tileaa.make_range : tensor<64xi32>
  %s = nv_tileaa.splat %p : !nv_tileaa.ptr<f32> -> tensor<64x!nv_tileaa.ptr<f32>>
  %q = nv_tileaa.addptr %s, %r : tensor<64x!nv_tileaa.ptr<f32>>, tensor<64xi32>
  %v, %t0 = nv_tileaa.load weak %q : tensor<64x!nv_tileaa.ptr<f32>> -> tensor<64xf32>
  %e = math.exp2 %v : tensor<64xf32>
  %t1 = nv_tileaa.store weak %q, %e token = %t0 : tensor<64x!nv_tileaa.ptr<f32>>, tensor<64xf32>
  nv_tileaa.return
}

// Flushed, only the result is looked at: 2^x is 1 for a subnormal x as for zero.

// CHECK-LABEL: func.func @exp2_flushed(
// CHECK-NOT: arith.cmpf
// CHECK: %[[POWER:[0-9]+]] = llvm.call_intrinsic "llvm.x86.avx512.mask.scalef.ps.512"
// CHECK: %[[TINY:[0-9]+]] = arith.cmpf olt, %[[POWER]]
// CHECK: arith.select %[[TINY]], %{{.*}}, %[[POWER]]
nv_tileaa.func @exp2_flushed(%p: !nv_tileaa.ptr<f32>) attributes {kernel} {
  %r = nv_tileaa.make_range : tensor<64xi32>
  %s = nv_tileaa.splat %p : !nv_tileaa.ptr<f32> -> tensor<64x!nv_tileaa.ptr<f32>>
  %q = nv_tileaa.addptr %s, %r : tensor<64x!nv_tileaa.ptr<f32>>, tensor<64xi32>
  %v, %t0 = nv_tileaa.load weak %q : tensor<64x!nv_tileaa.ptr<f32>> -> tensor<64xf32>
  %e = nv_tileaa.exp2 %v flush_to_zero : tensor<64xf32>
  %t1 = nv_tileaa.store weak %q, %e token = %t0 : tensor<64x!nv_tileaa.ptr<f32>>, tensor<64xf32>
  nv_tileaa.return
}

// SLEEF's hyperbolic functions are infinite too early: from 88 on, e^(|x| / 2) squared and
// halved.

// CHECK-LABEL: func.func @sinh_f32(
// CHECK: %[[RESULT:[0-9]+]] = llvm.call @Sleef_sinhf16_u10avx512f(%[[X:[0-9]+]])
// CHECK: %[[MAGNITUDE:[0-9]+]] = math.absf %[[X]]
// CHECK: arith.mulf %[[MAGNITUDE]]
// CHECK: %[[ROOT:[0-9]+]] = llvm.call_intrinsic "llvm.x86.avx512.mask.scalef.ps.512"
// CHECK: %[[HALF:[0-9]+]] = arith.mulf %[[ROOT]]
// CHECK: %[[LARGE:[0-9]+]] = arith.mulf %[[HALF]], %[[ROOT]]
// CHECK: arith.negf %[[LARGE]]
// CHECK: %[[ISLARGE:[0-9]+]] = arith.cmpf oge, %[[MAGNITUDE]]
// CHECK: arith.select %[[ISLARGE]], %{{.*}}, %[[RESULT]]
nv_tileaa.func @sinh_f32(%p: !nv_tileaa.ptr<f32>) attributes {kernel} {
  %r = nv_tileaa.make_range : tensor<64xi32>
  %s = nv_tileaa.splat %p : !nv_tileaa.ptr<f32> -> tensor<64x!nv_tileaa.ptr<f32>>
  %q = nv_tileaa.addptr %s, %r : tensor<64x!nv_tileaa.ptr<f32>>, tensor<64xi32>
  %v, %t0 = nv_tileaa.load weak %q : tensor<64x!nv_tileaa.ptr<f32>> -> tensor<64xf32>
  %e = math.sinh %v : tensor<64xf32>
  %t1 = nv_tileaa.store weak %q, %e token = %t0 : tensor<64x!nv_tileaa.ptr<f32>>, tensor<64xf32>
  nv_tileaa.return
}

// log x of f32: 2^n (1 + f), a polynomial by pairs but for the last two coefficients, and what
// zero, negative numbers and infinity have.

// CHECK-LABEL: func.func @log_f32(
// CHECK-NOT: Sleef
// YMM-LABEL: func.func @log_f32(
// YMM: %[[TINY:.*]] = arith.cmpf olt, %[[X:[a-z0-9]+]], %
// YMM: %[[SCALED:.*]] = arith.mulf %[[X]]
// YMM: %[[NORMAL:.*]] = arith.select %[[TINY]], %[[SCALED]], %[[X]]
// YMM: %[[BITS:.*]] = arith.bitcast %[[NORMAL]]
// YMM: %[[ABOVE:.*]] = arith.subi %[[BITS]]
// YMM: %[[EXPONENT:.*]] = arith.shrsi %[[ABOVE]]
// YMM: arith.sitofp %[[EXPONENT]]
// YMM: arith.andi %[[ABOVE]]
// YMM: %[[F:.*]] = arith.subf
// YMM: arith.mulf %[[F]], %[[F]]
// YMM-COUNT-10: math.fma
// YMM: arith.cmpf olt, %[[X]]
// YMM: arith.cmpf ugt, %[[X]]
// YMM: arith.cmpf oeq, %[[X]]
// YMM: llvm.store
// CALL-LABEL: func.func @log_f32(
// CALL: llvm.call @Sleef_logf4_u10sse4
nv_tileaa.func @log_f32(%p: !nv_tileaa.ptr<f32>) attributes {kernel} {
  %r = nv_tileaa.make_range : tensor<64xi32>
  %s = nv_tileaa.splat %p : !nv_tileaa.ptr<f32> -> tensor<64x!nv_tileaa.ptr<f32>>
  %q = nv_tileaa.addptr %s, %r : tensor<64x!nv_tileaa.ptr<f32>>, tensor<64xi32>
  %v, %t0 = nv_tileaa.load weak %q : tensor<64x!nv_tileaa.ptr<f32>> -> tensor<64xf32>
  %e = math.log %v : tensor<64xf32>
  %t1 = nv_tileaa.store weak %q, %e token = %t0 : tensor<64x!nv_tileaa.ptr<f32>>, tensor<64xf32>
  nv_tileaa.return
}

// tanh x of f32: numerator and denominator from one power of two and one polynomial.

// CHECK-LABEL: func.func @tanh_f32(
// CHECK-NOT: Sleef
// YMM-LABEL: func.func @tanh_f32(
// YMM: %[[SIZE:.*]] = math.absf %[[X:[a-z0-9]+]]
// YMM: arith.cmpf ogt, %[[SIZE]]
// YMM: %[[SHIFTED:.*]] = math.fma
// YMM: %[[H:.*]] = math.fma
// YMM: %[[P:.*]] = math.fma %{{.*}}, %{{.*}}, %[[H]]
// YMM: arith.shli
// YMM: %[[S:.*]] = arith.bitcast
// YMM: %[[NUMERATOR:.*]] = math.fma %[[S]], %[[P]], %
// YMM: %[[MINUS:.*]] = arith.negf %[[P]]
// YMM: %[[DENOMINATOR:.*]] = math.fma %[[S]], %[[MINUS]], %
// YMM: %[[RATIO:.*]] = arith.divf %[[NUMERATOR]], %[[DENOMINATOR]]
// YMM: math.copysign %[[RATIO]], %[[X]]
// CALL-LABEL: func.func @tanh_f32(
// CALL: llvm.call @Sleef_tanhf4_u10sse4
nv_tileaa.func @tanh_f32(%p: !nv_tileaa.ptr<f32>) attributes {kernel} {
  %r = nv_tileaa.make_range : tensor<64xi32>
  %s = nv_tileaa.splat %p : !nv_tileaa.ptr<f32> -> tensor<64x!nv_tileaa.ptr<f32>>
  %q = nv_tileaa.addptr %s, %r : tensor<64x!nv_tileaa.ptr<f32>>, tensor<64xi32>
  %v, %t0 = nv_tileaa.load weak %q : tensor<64x!nv_tileaa.ptr<f32>> -> tensor<64xf32>
  %e = math.tanh %v : tensor<64xf32>
  %t1 = nv_tileaa.store weak %q, %e token = %t0 : tensor<64x!nv_tileaa.ptr<f32>>, tensor<64xf32>
  nv_tileaa.return
}
