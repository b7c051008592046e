// RUN: tessera-opt %s | tessera-opt | FileCheck %s
// RUN: tessera-opt %s --mlir-print-op-generic | tessera-opt | FileCheck %s

// reduce and scan, to tensors and to scalars, with several operands. Each line below must come back as it is.

// CHECK: nv_tileaa.func @collectives
nv_tileaa.func @collectives(%v: tensor<16x32xf32>, %w: tensor<32xi64>, %i: tensor<16x32xi32>) {
  // CHECK: %{{[a-z0-9_#]+}} = nv_tileaa.reduce %{{[a-z0-9_#]+}} dim = 1 identities = [0.000000e+00 : f32] : tensor<16x32xf32> -> tensor<16xf32> {
  %0 = nv_tileaa.reduce %v dim = 1 identities = [0.000000e+00 : f32] : tensor<16x32xf32> -> tensor<16xf32> {
  ^bb0(%e: f32, %a: f32):
    // CHECK: %{{[a-z0-9_#]+}} = arith.addf %{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}} : f32
    %s = arith.addf %e, %a : f32
    // CHECK: nv_tileaa.yield %{{[a-z0-9_#]+}} : f32
    nv_tileaa.yield %s : f32
  }
  // CHECK: %{{[a-z0-9_#]+}} = nv_tileaa.reduce %{{[a-z0-9_#]+}} dim = 0 identities = [0] : tensor<32xi64> -> i64 {
  %1 = nv_tileaa.reduce %w dim = 0 identities = [0] : tensor<32xi64> -> i64 {
  ^bb0(%e: i64, %a: i64):
    // CHECK: nv_tileaa.yield %{{[a-z0-9_#]+}} : i64
    nv_tileaa.yield %a : i64
  }
  // CHECK: %{{[a-z0-9_#]+}}:2 = nv_tileaa.reduce %{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}} dim = 0 identities = [0.000000e+00 : f32, 0 : i32] : tensor<16x32xf32>, tensor<16x32xi32> -> (tensor<32xf32>, tensor<32xi32>) {
  %2:2 = nv_tileaa.reduce %v, %i dim = 0 identities = [0.000000e+00 : f32, 0 : i32] : tensor<16x32xf32>, tensor<16x32xi32> -> (tensor<32xf32>, tensor<32xi32>) {
  ^bb0(%e0: f32, %a0: f32, %e1: i32, %a1: i32):
    // CHECK: nv_tileaa.yield %{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}} : f32, i32
    nv_tileaa.yield %e0, %a1 : f32, i32
  }
  // CHECK: %{{[a-z0-9_#]+}} = nv_tileaa.scan %{{[a-z0-9_#]+}} dim = 0 reverse identities = [0] : tensor<32xi64> -> tensor<32xi64> attributes {note = "kept"} {
  %3 = nv_tileaa.scan %w dim = 0 reverse identities = [0] : tensor<32xi64> -> tensor<32xi64> attributes {note = "kept"} {
  ^bb0(%e: i64, %a: i64):
    // CHECK: %{{[a-z0-9_#]+}} = arith.maxui %{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}} : i64
    %m = arith.maxui %e, %a : i64
    // CHECK: nv_tileaa.yield %{{[a-z0-9_#]+}} : i64
    nv_tileaa.yield %m : i64
  }
  // CHECK: %{{[a-z0-9_#]+}} = nv_tileaa.scan %{{[a-z0-9_#]+}} dim = 1 identities = [1.000000e+00 : f32] : tensor<16x32xf32> -> tensor<16x32xf32> {
  %4 = nv_tileaa.scan %v dim = 1 identities = [1.000000e+00 : f32] : tensor<16x32xf32> -> tensor<16x32xf32> {
  ^bb0(%e: f32, %a: f32):
    // CHECK: %{{[a-z0-9_#]+}} = arith.mulf %{{[a-z0-9_#]+}}, %{{[a-z0-9_#]+}} : f32
    %m = arith.mulf %e, %a : f32
    // CHECK: nv_tileaa.yield %{{[a-z0-9_#]+}} : f32
    nv_tileaa.yield %m : f32
  }
  nv_tileaa.return
}
