// RUN: tessera-opt %s --convert-tileaa-to-vector --canonicalize --cse | FileCheck %s

// Nearest even is the plain instruction; a power goes to the runtime by way of two slots
// in scratch. What is rounded to an 8-bit float is at most 448; below 2^-6 a sum with 2^14
// rounds it.

// CHECK-LABEL: func.func @roundings(
// CHECK-DAG: %[[MOST:.*]] = arith.constant dense<1138753536> : vector<16xi32>
// CHECK-DAG: %[[TWENTY:.*]] = arith.constant dense<20> : vector<16xi32>
// CHECK-DAG: %[[UNIT:.*]] = arith.constant dense<1.638400e+04> : vector<16xf32>
// CHECK: scf.for
// CHECK: %[[SUM:.*]] = arith.addf {{.*}} : vector<16xf32>
// CHECK: llvm.store
// CHECK: llvm.store
// CHECK: llvm.call @tessera_rt_binary
// CHECK: %[[ROUNDED:.*]] = llvm.load
// CHECK-NOT: llvm.call
// CHECK: %[[SIZE:.*]] = arith.minsi %{{.*}}, %[[MOST]] : vector<16xi32>
// CHECK: arith.shrui %[[SIZE]], %[[TWENTY]]
// CHECK: arith.addf %{{.*}}, %[[UNIT]] : vector<16xf32>
// CHECK: llvm.store {{.*}} : vector<16xi8>
nv_tileaa.func @roundings(%p: !nv_tileaa.ptr<f32>, %q: !nv_tileaa.ptr<f8E4M3FN>) attributes {kernel} {
  %r = nv_tileaa.make_range : tensor<64xi64>
  %ps = nv_tileaa.splat %p : !nv_tileaa.ptr<f32> -> tensor<64x!nv_tileaa.ptr<f32>>
  %pp = nv_tileaa.addptr %ps, %r : tensor<64x!nv_tileaa.ptr<f32>>, tensor<64xi64>
  %qs = nv_tileaa.splat %q : !nv_tileaa.ptr<f8E4M3FN> -> tensor<64x!nv_tileaa.ptr<f8E4M3FN>>
  %qp = nv_tileaa.addptr %qs, %r : tensor<64x!nv_tileaa.ptr<f8E4M3FN>>, tensor<64xi64>
  %v, %t0 = nv_tileaa.load weak %pp : tensor<64x!nv_tileaa.ptr<f32>> -> tensor<64xf32>
  %s = nv_tileaa.addf %v, %v : tensor<64xf32>
  %i = nv_tileaa.make_range : tensor<64xi32>
  %m = math.fpowi %s, %i : tensor<64xf32>, tensor<64xi32>
  %f = nv_tileaa.fp_to_fp %m : tensor<64xf32> -> tensor<64xf8E4M3FN>
  %t1 = nv_tileaa.store weak %qp, %f : tensor<64x!nv_tileaa.ptr<f8E4M3FN>>, tensor<64xf8E4M3FN>
  nv_tileaa.return
}

// The approximate quotient is that to nearest, but for divisors beyond 2^126, which count
// as infinite.

// CHECK-LABEL: func.func @approximate(
// CHECK-DAG: %[[MOST:.*]] = arith.constant dense<8.50705917E+37> : vector<16xf32>
// CHECK-DAG: %[[INFINITY:.*]] = arith.constant dense<0x7F800000> : vector<16xf32>
// CHECK: scf.for
// CHECK-NOT: llvm.call
// CHECK: %[[Y:.*]] = llvm.load
// CHECK: %[[SIZE:.*]] = math.absf %[[Y]]
// CHECK: %[[HUGE:.*]] = arith.cmpf ogt, %[[SIZE]], %[[MOST]]
// CHECK: %[[ENDLESS:.*]] = math.copysign %[[INFINITY]], %[[Y]]
// CHECK: %[[DIVISOR:.*]] = arith.select %[[HUGE]], %[[ENDLESS]], %[[Y]]
// CHECK: arith.divf %{{.*}}, %[[DIVISOR]]
nv_tileaa.func @approximate(%p: !nv_tileaa.ptr<f32>) attributes {kernel} {
  %r = nv_tileaa.make_range : tensor<64xi64>
  %ps = nv_tileaa.splat %p : !nv_tileaa.ptr<f32> -> tensor<64x!nv_tileaa.ptr<f32>>
  %pp = nv_tileaa.addptr %ps, %r : tensor<64x!nv_tileaa.ptr<f32>>, tensor<64xi64>
  %v, %t0 = nv_tileaa.load weak %pp : tensor<64x!nv_tileaa.ptr<f32>> -> tensor<64xf32>
  %one = arith.constant dense<1.0> : tensor<64xf32>
  %q = nv_tileaa.divf %one, %v rounding<approx> : tensor<64xf32>
  %t1 = nv_tileaa.store weak %pp, %q token = %t0 : tensor<64x!nv_tileaa.ptr<f32>>, tensor<64xf32>
  nv_tileaa.return
}

// Shape ops move no data: the transposed, reshaped and broadcast row number is
// the position's low five bits. No bit of the loop counter, which counts in
// steps of 64, is among them, so that the comparison is constant; with it no
// index is masked. i1 is a byte in memory.

// CHECK-LABEL: func.func @shapes(
// CHECK-SAME: tessera.scratch_bytes = 0 : i64
// CHECK-DAG: %[[FEW:.*]] = arith.constant dense<[1, 1, 1, 1, 1, 1, 1, 0, {{.*}}]> : vector<16xi8>
// CHECK-DAG: %[[NONE:.*]] = arith.constant dense<0> : vector<16xi8>
// CHECK: scf.for
// CHECK-NOT: arith.{{andi|shrui|cmpi}}
// CHECK: llvm.store %[[FEW]]
// CHECK: llvm.store %[[NONE]]
// CHECK: llvm.store %[[FEW]]
// CHECK: llvm.store %[[NONE]]
nv_tileaa.func @shapes(%q: !nv_tileaa.ptr<i1>) attributes {kernel} {
  %r = nv_tileaa.make_range : tensor<32xi32>
  %v = nv_tileaa.view %r : tensor<32xi32> -> tensor<32x1xi32>
  %b = nv_tileaa.broadcast %v : tensor<32x1xi32> -> tensor<32x64xi32>
  %t = nv_tileaa.permute %b [1, 0] : tensor<32x64xi32> -> tensor<64x32xi32>
  %f = nv_tileaa.view %t : tensor<64x32xi32> -> tensor<2048xi32>
  %c = arith.constant dense<7> : tensor<2048xi32>
  %m = arith.cmpi slt, %f, %c : tensor<2048xi32>
  %o = nv_tileaa.make_range : tensor<2048xi64>
  %qs = nv_tileaa.splat %q : !nv_tileaa.ptr<i1> -> tensor<2048x!nv_tileaa.ptr<i1>>
  %qp = nv_tileaa.addptr %qs, %o : tensor<2048x!nv_tileaa.ptr<i1>>, tensor<2048xi64>
  %t1 = nv_tileaa.store weak %qp, %m : tensor<2048x!nv_tileaa.ptr<i1>>, tensor<2048xi1>
  nv_tileaa.return
}
