// RUN: tessera-opt %s --tile-ir-13.4 --convert-cuda-tile-to-tileaa --verify-tileaa-stage | FileCheck %s

// Reductions and scans: the bodies are over scalars.
cuda_tile.module @reduce {
  // CHECK-LABEL: nv_tileaa.func @sum(
  // CHECK-SAME: %[[A0:.+]]: tensor<16x32xf32>) -> tensor<16xf32> {
  // CHECK-NEXT: %[[V0:.+]] = nv_tileaa.reduce %[[A0]] dim = 1 identities = [0.000000e+00 : f32] : tensor<16x32xf32> -> tensor<16xf32> {
  // CHECK-NEXT: ^bb0(%[[A1:.+]]: f32, %[[A2:.+]]: f32):
  // CHECK-NEXT: %[[V1:.+]] = arith.addf %[[A1]], %[[A2]] : f32
  // CHECK-NEXT: nv_tileaa.yield %[[V1]] : f32
  // CHECK-NEXT: }
  // CHECK-NEXT: nv_tileaa.return %[[V0]] : tensor<16xf32>
  testing$func @sum(%v: tile<16x32xf32>) -> tile<16xf32> {
    %s = reduce %v dim=1 identities=[0.0 : f32] : tile<16x32xf32> -> tile<16xf32>
      (%e: tile<f32>, %acc: tile<f32>) {
        %t = addf %e, %acc : tile<f32>
        yield %t : tile<f32>
      }
    return %s : tile<16xf32>
  }

  // CHECK-LABEL: nv_tileaa.func @argmax(
  // CHECK-SAME: %[[A0:.+]]: tensor<32xf32>, %[[A1:.+]]: tensor<32xi32>, %[[A2:.+]]: i32) -> (f32, i32) {
  // CHECK-NEXT: %[[V0:.+]]:2 = nv_tileaa.reduce %[[A0]], %[[A1]] dim = 0 identities = [0xFF800000 : f32, 0 : i32] : tensor<32xf32>, tensor<32xi32> -> (f32, i32) {
  // CHECK-NEXT: ^bb0(%[[A3:.+]]: f32, %[[A4:.+]]: f32, %[[A5:.+]]: i32, %[[A6:.+]]: i32):
  // CHECK-NEXT: %[[V1:.+]] = arith.cmpf ogt, %[[A3]], %[[A4]] : f32
  // CHECK-NEXT: %[[V2:.+]] = arith.select %[[V1]], %[[A3]], %[[A4]] : f32
  // CHECK-NEXT: %[[V3:.+]] = arith.select %[[V1]], %[[A5]], %[[A2]] : i32
  // CHECK-NEXT: nv_tileaa.yield %[[V2]], %[[V3]] : f32, i32
  // CHECK-NEXT: }
  // CHECK-NEXT: nv_tileaa.return %[[V0]]#0, %[[V0]]#1 : f32, i32
  testing$func @argmax(%v: tile<32xf32>, %i: tile<32xi32>, %bias: tile<i32>) -> (tile<f32>, tile<i32>) {
    %m, %am = reduce %v, %i dim=0 identities=[0xFF800000 : f32, 0 : i32] : tile<32xf32>, tile<32xi32> -> tile<f32>, tile<i32>
      (%e: tile<f32>, %a: tile<f32>, %ei: tile<i32>, %ai: tile<i32>) {
        %gt = cmpf greater_than ordered %e, %a : tile<f32> -> tile<i1>
        %mv = select %gt, %e, %a : tile<i1>, tile<f32>
        %mi = select %gt, %ei, %bias : tile<i1>, tile<i32>
        yield %mv, %mi : tile<f32>, tile<i32>
      }
    return %m, %am : tile<f32>, tile<i32>
  }

  // CHECK-LABEL: nv_tileaa.func @prefix(
  // CHECK-SAME: %[[A0:.+]]: tensor<32xi64>) -> (tensor<32xi64>, tensor<32xi64>) {
  // CHECK-NEXT: %[[V0:.+]] = nv_tileaa.scan %[[A0]] dim = 0 reverse identities = [0] : tensor<32xi64> -> tensor<32xi64> {
  // CHECK-NEXT: ^bb0(%[[A1:.+]]: i64, %[[A2:.+]]: i64):
  // CHECK-NEXT: %[[V2:.+]] = arith.maxui %[[A1]], %[[A2]] : i64
  // CHECK-NEXT: nv_tileaa.yield %[[V2]] : i64
  // CHECK-NEXT: }
  // CHECK-NEXT: %[[V1:.+]] = nv_tileaa.scan %[[A0]] dim = 0 identities = [0] : tensor<32xi64> -> tensor<32xi64> {
  // CHECK-NEXT: ^bb0(%[[A1]]: i64, %[[A2]]: i64):
  // CHECK-NEXT: %[[V2]] = arith.addi %[[A1]], %[[A2]] : i64
  // CHECK-NEXT: nv_tileaa.yield %[[V2]] : i64
  // CHECK-NEXT: }
  // CHECK-NEXT: nv_tileaa.return %[[V0]], %[[V1]] : tensor<32xi64>, tensor<32xi64>
  testing$func @prefix(%v: tile<32xi64>) -> (tile<32xi64>, tile<32xi64>) {
    %r = scan %v dim=0 reverse=true identities=[0 : i64] : tile<32xi64> -> tile<32xi64>
      (%e: tile<i64>, %acc: tile<i64>) {
        %m = maxi %e, %acc unsigned : tile<i64>
        yield %m : tile<i64>
      }
    %s = scan %v dim=0 reverse=false identities=[0 : i64] : tile<32xi64> -> tile<32xi64>
      (%e: tile<i64>, %acc: tile<i64>) {
        %m = addi %e, %acc : tile<i64>
        yield %m : tile<i64>
      }
    return %r, %s : tile<32xi64>, tile<32xi64>
  }

  // From 13.4 on a body may hold control flow.
  // CHECK-LABEL: nv_tileaa.func @branch(
  // CHECK-SAME: %[[A0:.+]]: tensor<32xi32>) -> i32 {
  // CHECK-NEXT: %[[V0:.+]] = nv_tileaa.reduce %[[A0]] dim = 0 identities = [0 : i32] : tensor<32xi32> -> i32 {
  // CHECK-NEXT: ^bb0(%[[A1:.+]]: i32, %[[A2:.+]]: i32):
  // CHECK-NEXT: %[[V1:.+]] = arith.cmpi slt, %[[A1]], %[[A2]] : i32
  // CHECK-NEXT: %[[V2:.+]] = scf.if %[[V1]] -> (i32) {
  // CHECK-NEXT: scf.yield %[[A2]] : i32
  // CHECK-NEXT: } else {
  // CHECK-NEXT: scf.yield %[[A1]] : i32
  // CHECK-NEXT: }
  // CHECK-NEXT: nv_tileaa.yield %[[V2]] : i32
  // CHECK-NEXT: }
  // CHECK-NEXT: nv_tileaa.return %[[V0]] : i32
  testing$func @branch(%v: tile<32xi32>) -> tile<i32> {
    %r = reduce %v dim=0 identities=[0 : i32] : tile<32xi32> -> tile<i32>
      (%e: tile<i32>, %acc: tile<i32>) {
        %c = cmpi less_than %e, %acc, signed : tile<i32> -> tile<i1>
        %m = if %c -> (tile<i32>) {
          yield %acc : tile<i32>
        } else {
          yield %e : tile<i32>
        }
        yield %m : tile<i32>
      }
    return %r : tile<i32>
  }
}
