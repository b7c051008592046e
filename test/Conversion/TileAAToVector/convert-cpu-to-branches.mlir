// RUN: tessera-opt %s --convert-tileaa-to-vector=vector-bits=256 --convert-cpu-to-branches | FileCheck %s

// The loop over the row's vectors runs eight times: it is entered without a test
// and tests at its end; its sum is used after it. How often the loop around it
// runs is not known: it tests first.
// CHECK-LABEL: func.func @sums(
// CHECK: cf.br ^[[TEST:.*]](%{{.*}} : i32)
// CHECK: ^[[TEST]](%[[I:.*]]: i32):
// CHECK-NEXT: %[[MORE:.*]] = arith.cmpi slt, %[[I]], %{{.*}} : i32
// CHECK-NEXT: cf.cond_br %[[MORE]], ^[[ROW:.*]], ^[[END:.*]]
// CHECK: ^[[ROW]]:
// CHECK: cf.br ^[[BODY:[^(]*]](
// CHECK: ^[[BODY]](%[[LANE:[^:]*]]: i64, %[[ACC:[^:]*]]: vector<8xf32>
// CHECK: %[[SUM:.*]] = arith.addf %{{.*}}, %[[ACC]] : vector<8xf32>
// CHECK: %[[NEXT:.*]] = arith.addi %[[LANE]], %{{[a-z0-9_]+}} : i64
// CHECK-NEXT: %[[AGAIN:.*]] = arith.cmpi slt, %[[NEXT]], %{{.*}} : i64
// CHECK-NEXT: cf.cond_br %[[AGAIN]], ^[[BODY]](%[[NEXT]], %[[SUM]], {{.*}}), ^[[AFTER:[^ ]*]]
// CHECK-NEXT: ^[[AFTER]]:
// CHECK: arith.addf %{{.*}}, %[[SUM]] : vector<8xf32>
// CHECK: cf.br ^[[TEST]](
// CHECK: ^[[END]]:
// CHECK: return
nv_tileaa.func @sums(%in: !nv_tileaa.ptr<f32>, %out: !nv_tileaa.ptr<f32>, %count: i32) attributes {kernel} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %p = nv_tileaa.splat %in : !nv_tileaa.ptr<f32> -> tensor<64x!nv_tileaa.ptr<f32>>
  %i = nv_tileaa.make_range : tensor<64xi32>
  %from = nv_tileaa.addptr %p, %i : tensor<64x!nv_tileaa.ptr<f32>>, tensor<64xi32>
  scf.for %k = %zero to %count step %one : i32 {
    %x, %t = nv_tileaa.load weak %from : tensor<64x!nv_tileaa.ptr<f32>> -> tensor<64xf32>
    %sum = nv_tileaa.reduce %x dim = 0 identities = [0.0 : f32] : tensor<64xf32> -> f32 {
    ^bb0(%l: f32, %r: f32):
      %s = arith.addf %l, %r : f32
      nv_tileaa.yield %s : f32
    }
    %to = nv_tileaa.addptr %out, %k : !nv_tileaa.ptr<f32>, i32
    %done = nv_tileaa.store weak %to, %sum : !nv_tileaa.ptr<f32>, f32
  }
  nv_tileaa.return
}
