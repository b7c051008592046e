// RUN: tessera-opt %s --convert-tileaa-to-vector | FileCheck %s

// `pack` of an expression needs a copy first, made in a nest that belongs to no
// op. The sine in it is kept as it is, for the store after that narrows it.

// CHECK-LABEL: func.func @kept_for_later(
// CHECK: scf.for
// CHECK: %[[SINE:.*]] = llvm.call @Sleef_sinf16
// CHECK: llvm.store %[[SINE]], {{.*}} : vector<16xf32>
// CHECK: %[[TWICE:.*]] = arith.addf %[[SINE]], %[[SINE]]
// CHECK: llvm.store %[[TWICE]]
// CHECK: scf.for
// CHECK: llvm.store {{.*}} : vector<64xi8>
// CHECK: scf.for
// CHECK-NOT: Sleef
// CHECK: arith.truncf {{.*}} to vector<16xf16>
nv_tileaa.func @kept_for_later(%p: !nv_tileaa.ptr<f32>, %q: !nv_tileaa.ptr<i8>, %h: !nv_tileaa.ptr<f16>) attributes {kernel} {
  %r = nv_tileaa.make_range : tensor<64xi64>
  %ps = nv_tileaa.splat %p : !nv_tileaa.ptr<f32> -> tensor<64x!nv_tileaa.ptr<f32>>
  %pp = nv_tileaa.addptr %ps, %r : tensor<64x!nv_tileaa.ptr<f32>>, tensor<64xi64>
  %v, %t0 = nv_tileaa.load weak %pp : tensor<64x!nv_tileaa.ptr<f32>> -> tensor<64xf32>
  %e = math.sin %v : tensor<64xf32>
  %twice = nv_tileaa.addf %e, %e : tensor<64xf32>
  %w = nv_tileaa.pack %twice : tensor<64xf32> -> tensor<256xi8>
  %r8 = nv_tileaa.make_range : tensor<256xi64>
  %qs = nv_tileaa.splat %q : !nv_tileaa.ptr<i8> -> tensor<256x!nv_tileaa.ptr<i8>>
  %qp = nv_tileaa.addptr %qs, %r8 : tensor<256x!nv_tileaa.ptr<i8>>, tensor<256xi64>
  %t1 = nv_tileaa.store weak %qp, %w : tensor<256x!nv_tileaa.ptr<i8>>, tensor<256xi8>
  %n = nv_tileaa.fp_to_fp %e : tensor<64xf32> -> tensor<64xf16>
  %hs = nv_tileaa.splat %h : !nv_tileaa.ptr<f16> -> tensor<64x!nv_tileaa.ptr<f16>>
  %hp = nv_tileaa.addptr %hs, %r : tensor<64x!nv_tileaa.ptr<f16>>, tensor<64xi64>
  %t2 = nv_tileaa.store weak %hp, %n : tensor<64x!nv_tileaa.ptr<f16>>, tensor<64xf16>
  nv_tileaa.return
}
