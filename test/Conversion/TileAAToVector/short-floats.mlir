// RUN: tessera-opt %s --convert-tileaa-to-vector --canonicalize --cse | FileCheck %s

// f16 and bf16 are integers in registers, so that LLVM never sees a vector of
// them where it would do an op element by element.

// A choice moves bits, a sign is one.

// CHECK-LABEL: func.func @bits(
// CHECK-DAG: %[[SIGN:.*]] = arith.constant dense<-32768> : vector<16xi16>
// CHECK-DAG: %[[REST:.*]] = arith.constant dense<32767> : vector<16xi16>
// CHECK: %[[SIZE:.*]] = arith.andi %{{.*}}, %[[REST]] : vector<16xi16>
// CHECK: %[[CHOSEN:.*]] = arith.select %{{.*}}, %{{.*}}, %[[SIZE]] : vector<16xi1>, vector<16xi16>
// CHECK: %[[NEGATIVE:.*]] = arith.xori %[[CHOSEN]], %[[SIGN]] : vector<16xi16>
// CHECK: llvm.store %[[NEGATIVE]]
nv_tileaa.func @bits(%p: !nv_tileaa.ptr<bf16>, %q: !nv_tileaa.ptr<bf16>, %m: !nv_tileaa.ptr<i1>, %o: !nv_tileaa.ptr<bf16>) attributes {kernel} {
  %r = nv_tileaa.make_range : tensor<16xi64>
  %ps = nv_tileaa.splat %p : !nv_tileaa.ptr<bf16> -> tensor<16x!nv_tileaa.ptr<bf16>>
  %pp = nv_tileaa.addptr %ps, %r : tensor<16x!nv_tileaa.ptr<bf16>>, tensor<16xi64>
  %qs = nv_tileaa.splat %q : !nv_tileaa.ptr<bf16> -> tensor<16x!nv_tileaa.ptr<bf16>>
  %qp = nv_tileaa.addptr %qs, %r : tensor<16x!nv_tileaa.ptr<bf16>>, tensor<16xi64>
  %ms = nv_tileaa.splat %m : !nv_tileaa.ptr<i1> -> tensor<16x!nv_tileaa.ptr<i1>>
  %mp = nv_tileaa.addptr %ms, %r : tensor<16x!nv_tileaa.ptr<i1>>, tensor<16xi64>
  %os = nv_tileaa.splat %o : !nv_tileaa.ptr<bf16> -> tensor<16x!nv_tileaa.ptr<bf16>>
  %op = nv_tileaa.addptr %os, %r : tensor<16x!nv_tileaa.ptr<bf16>>, tensor<16xi64>
  %x, %t0 = nv_tileaa.load weak %pp : tensor<16x!nv_tileaa.ptr<bf16>> -> tensor<16xbf16>
  %y, %t1 = nv_tileaa.load weak %qp : tensor<16x!nv_tileaa.ptr<bf16>> -> tensor<16xbf16>
  %c, %t2 = nv_tileaa.load weak %mp : tensor<16x!nv_tileaa.ptr<i1>> -> tensor<16xi1>
  %a = math.absf %y : tensor<16xbf16>
  %s = arith.select %c, %x, %a : tensor<16xi1>, tensor<16xbf16>
  %n = arith.negf %s : tensor<16xbf16>
  %t = nv_tileaa.store weak %op, %n : tensor<16x!nv_tileaa.ptr<bf16>>, tensor<16xbf16>
  nv_tileaa.return
}

// Other ops are done on f32, to which bf16 widens by a shift. Of what is a bf16
// already, like the larger of two, only zeros are lost on the way back.

// CHECK-LABEL: func.func @through_f32(
// CHECK: %[[BITS:.*]] = arith.extui %{{.*}} : vector<16xi16> to vector<16xi32>
// CHECK: %[[HIGH:.*]] = arith.shli %[[BITS]], %[[SIXTEEN:.*]] : vector<16xi32>
// CHECK: %[[X:.*]] = arith.bitcast %[[HIGH]] : vector<16xi32> to vector<16xf32>
// CHECK: arith.cmpf olt, %[[X]], %[[Y:.*]] : vector<16xf32>
// CHECK: %[[MOST:.*]] = llvm.call_intrinsic "llvm.maximum"(%[[X]], %[[Y]])
// CHECK-NEXT: %[[NAN:.*]] = arith.cmpf uno, %[[MOST]], %[[MOST]]
// CHECK-NEXT: %[[QUIET:.*]] = arith.select %[[NAN]], %{{.*}}, %[[MOST]]
// CHECK-NEXT: %[[WORDS:.*]] = arith.bitcast %[[QUIET]] : vector<16xf32> to vector<16xi32>
// CHECK-NEXT: %[[DOWN:.*]] = arith.shrui %[[WORDS]], %[[SIXTEEN]]
// CHECK-NEXT: arith.trunci %[[DOWN]] : vector<16xi32> to vector<16xi16>
// CHECK: %[[NUMBER:.*]] = arith.cmpf ord,
// CHECK: %[[CLEAN:.*]] = arith.select %[[NUMBER]],
// CHECK: %[[INT:.*]] = arith.fptosi %{{.*}} : vector<16xf32> to vector<16xi32>
// CHECK: %[[LARGE:.*]] = arith.cmpf oge, %[[CLEAN]],
// CHECK: arith.select %[[LARGE]], %{{.*}}, %[[INT]]
nv_tileaa.func @through_f32(%p: !nv_tileaa.ptr<bf16>, %q: !nv_tileaa.ptr<bf16>, %o: !nv_tileaa.ptr<i32>) attributes {kernel} {
  %r = nv_tileaa.make_range : tensor<16xi64>
  %ps = nv_tileaa.splat %p : !nv_tileaa.ptr<bf16> -> tensor<16x!nv_tileaa.ptr<bf16>>
  %pp = nv_tileaa.addptr %ps, %r : tensor<16x!nv_tileaa.ptr<bf16>>, tensor<16xi64>
  %qs = nv_tileaa.splat %q : !nv_tileaa.ptr<bf16> -> tensor<16x!nv_tileaa.ptr<bf16>>
  %qp = nv_tileaa.addptr %qs, %r : tensor<16x!nv_tileaa.ptr<bf16>>, tensor<16xi64>
  %os = nv_tileaa.splat %o : !nv_tileaa.ptr<i32> -> tensor<16x!nv_tileaa.ptr<i32>>
  %op = nv_tileaa.addptr %os, %r : tensor<16x!nv_tileaa.ptr<i32>>, tensor<16xi64>
  %x, %t0 = nv_tileaa.load weak %pp : tensor<16x!nv_tileaa.ptr<bf16>> -> tensor<16xbf16>
  %y, %t1 = nv_tileaa.load weak %qp : tensor<16x!nv_tileaa.ptr<bf16>> -> tensor<16xbf16>
  %l = arith.cmpf olt, %x, %y : tensor<16xbf16>
  %m = nv_tileaa.maxf %x, %y propagate_nan : tensor<16xbf16>
  %i = nv_tileaa.fp_to_int %m signed saturating : tensor<16xbf16> -> tensor<16xi32>
  %e = arith.extui %l : tensor<16xi1> to tensor<16xi32>
  %n = arith.addi %e, %i : tensor<16xi32>
  %t = nv_tileaa.store weak %op, %n : tensor<16x!nv_tileaa.ptr<i32>>, tensor<16xi32>
  nv_tileaa.return
}

// From f16 by an instruction that LLVM must not pair with the one back: it has
// no vector of roots of f16.

// CHECK-LABEL: func.func @root(
// CHECK: %[[HALVES:.*]] = arith.bitcast %{{.*}} : vector<16xi16> to vector<16xf16>
// CHECK: %[[WIDE:.*]] = arith.extf %[[HALVES]] : vector<16xf16> to vector<16xf32>
// CHECK: %[[HIDDEN:.*]] = llvm.call_intrinsic "llvm.arithmetic.fence"(%[[WIDE]])
// CHECK: %[[ROOT:.*]] = math.sqrt %[[HIDDEN]] : vector<16xf32>
// CHECK: arith.truncf %[[ROOT]] : vector<16xf32> to vector<16xf16>
nv_tileaa.func @root(%p: !nv_tileaa.ptr<f16>, %o: !nv_tileaa.ptr<f16>) attributes {kernel} {
  %r = nv_tileaa.make_range : tensor<16xi64>
  %ps = nv_tileaa.splat %p : !nv_tileaa.ptr<f16> -> tensor<16x!nv_tileaa.ptr<f16>>
  %pp = nv_tileaa.addptr %ps, %r : tensor<16x!nv_tileaa.ptr<f16>>, tensor<16xi64>
  %os = nv_tileaa.splat %o : !nv_tileaa.ptr<f16> -> tensor<16x!nv_tileaa.ptr<f16>>
  %op = nv_tileaa.addptr %os, %r : tensor<16x!nv_tileaa.ptr<f16>>, tensor<16xi64>
  %x, %t0 = nv_tileaa.load weak %pp : tensor<16x!nv_tileaa.ptr<f16>> -> tensor<16xf16>
  %y = math.sqrt %x : tensor<16xf16>
  %t = nv_tileaa.store weak %op, %y : tensor<16x!nv_tileaa.ptr<f16>>, tensor<16xf16>
  nv_tileaa.return
}

// A product of f16 is exact in f32. The sum is rounded to odd there: where
// Knuth's error is not zero, towards zero and to a last bit of one.

// CHECK-LABEL: func.func @fused(
// CHECK-DAG: %[[ONE:.*]] = arith.constant dense<1> : vector<16xi32>
// CHECK: %[[PRODUCT:.*]] = arith.mulf %{{.*}} : vector<16xf32>
// CHECK: %[[SUM:.*]] = arith.addf %[[PRODUCT]], %[[Z:.*]] : vector<16xf32>
// CHECK: %[[ZPART:.*]] = arith.subf %[[SUM]], %[[PRODUCT]]
// CHECK: %[[PART:.*]] = arith.subf %[[SUM]], %[[ZPART]]
// CHECK: %[[LOST:.*]] = arith.subf %[[PRODUCT]], %[[PART]]
// CHECK: %[[ZLOST:.*]] = arith.subf %[[Z]], %[[ZPART]]
// CHECK: %[[ERROR:.*]] = arith.addf %[[LOST]], %[[ZLOST]]
// CHECK: %[[INEXACT:.*]] = arith.cmpf one, %[[ERROR]]
// CHECK: %[[ODD:.*]] = arith.ori %{{.*}}, %[[ONE]] : vector<16xi32>
// CHECK: arith.select %[[INEXACT]], %[[ODD]]
// CHECK: arith.truncf {{.*}} : vector<16xf32> to vector<16xf16>
nv_tileaa.func @fused(%p: !nv_tileaa.ptr<f16>, %o: !nv_tileaa.ptr<f16>) attributes {kernel} {
  %r = nv_tileaa.make_range : tensor<16xi64>
  %ps = nv_tileaa.splat %p : !nv_tileaa.ptr<f16> -> tensor<16x!nv_tileaa.ptr<f16>>
  %pp = nv_tileaa.addptr %ps, %r : tensor<16x!nv_tileaa.ptr<f16>>, tensor<16xi64>
  %os = nv_tileaa.splat %o : !nv_tileaa.ptr<f16> -> tensor<16x!nv_tileaa.ptr<f16>>
  %op = nv_tileaa.addptr %os, %r : tensor<16x!nv_tileaa.ptr<f16>>, tensor<16xi64>
  %x, %t0 = nv_tileaa.load weak %pp : tensor<16x!nv_tileaa.ptr<f16>> -> tensor<16xf16>
  %y = math.fma %x, %x, %x : tensor<16xf16>
  %t = nv_tileaa.store weak %op, %y : tensor<16x!nv_tileaa.ptr<f16>>, tensor<16xf16>
  nv_tileaa.return
}

// f64 to bf16: rounded to odd in f32, then to nearest.

// CHECK-LABEL: func.func @cast(
// CHECK: %[[NEAR:.*]] = arith.truncf %[[X:.*]] : vector<8xf64> to vector<8xf32>
// CHECK: %[[BACK:.*]] = arith.extf %[[NEAR]]
// CHECK: arith.cmpf one, %[[X]], %[[BACK]]
// CHECK: arith.ori
// CHECK: arith.trunci {{.*}} : vector<8xi32> to vector<8xi16>
nv_tileaa.func @cast(%p: !nv_tileaa.ptr<f64>, %o: !nv_tileaa.ptr<bf16>) attributes {kernel} {
  %r = nv_tileaa.make_range : tensor<16xi64>
  %ps = nv_tileaa.splat %p : !nv_tileaa.ptr<f64> -> tensor<16x!nv_tileaa.ptr<f64>>
  %pp = nv_tileaa.addptr %ps, %r : tensor<16x!nv_tileaa.ptr<f64>>, tensor<16xi64>
  %os = nv_tileaa.splat %o : !nv_tileaa.ptr<bf16> -> tensor<16x!nv_tileaa.ptr<bf16>>
  %op = nv_tileaa.addptr %os, %r : tensor<16x!nv_tileaa.ptr<bf16>>, tensor<16xi64>
  %x, %t0 = nv_tileaa.load weak %pp : tensor<16x!nv_tileaa.ptr<f64>> -> tensor<16xf64>
  %y = nv_tileaa.fp_to_fp %x : tensor<16xf64> -> tensor<16xbf16>
  %t = nv_tileaa.store weak %op, %y : tensor<16x!nv_tileaa.ptr<bf16>>, tensor<16xbf16>
  nv_tileaa.return
}

// Operands of a product with 8 bits are widened where they are brought into
// place, as f16 whose exponents are 8 too small.

// CHECK-LABEL: func.func @bytes(
// CHECK-DAG: %[[SCALE:.*]] = arith.constant dense<2.560000e+02> : vector<16xf32>
// CHECK: arith.cmpi eq, %{{.*}} : vector<16xi16>
// CHECK: arith.extf %{{.*}} : vector<16xf16> to vector<16xf32>
// CHECK: arith.mulf %{{.*}}, %[[SCALE]]
// CHECK-NOT: tessera_rt_convert
// CHECK: math.fma
nv_tileaa.func @bytes(%p: !nv_tileaa.ptr<f8E4M3FN>, %o: !nv_tileaa.ptr<f32>) attributes {kernel} {
  %r = nv_tileaa.make_range : tensor<1024xi64>
  %ps = nv_tileaa.splat %p : !nv_tileaa.ptr<f8E4M3FN> -> tensor<1024x!nv_tileaa.ptr<f8E4M3FN>>
  %pp = nv_tileaa.addptr %ps, %r : tensor<1024x!nv_tileaa.ptr<f8E4M3FN>>, tensor<1024xi64>
  %os = nv_tileaa.splat %o : !nv_tileaa.ptr<f32> -> tensor<1024x!nv_tileaa.ptr<f32>>
  %op = nv_tileaa.addptr %os, %r : tensor<1024x!nv_tileaa.ptr<f32>>, tensor<1024xi64>
  %x, %t0 = nv_tileaa.load weak %pp : tensor<1024x!nv_tileaa.ptr<f8E4M3FN>> -> tensor<1024xf8E4M3FN>
  %m = nv_tileaa.view %x : tensor<1024xf8E4M3FN> -> tensor<32x32xf8E4M3FN>
  %zero = arith.constant dense<0.0> : tensor<32x32xf32>
  %d = nv_tileaa.dot %m, %m, %zero : tensor<32x32xf8E4M3FN>, tensor<32x32xf8E4M3FN>, tensor<32x32xf32>
  %f = nv_tileaa.view %d : tensor<32x32xf32> -> tensor<1024xf32>
  %t = nv_tileaa.store weak %op, %f : tensor<1024x!nv_tileaa.ptr<f32>>, tensor<1024xf32>
  nv_tileaa.return
}
