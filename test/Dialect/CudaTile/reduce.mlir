// RUN: tessera-opt %s | tessera-opt | FileCheck %s
// RUN: tessera-opt %s --mlir-print-op-generic | tessera-opt | FileCheck %s

// reduce and scan (core.md 6.2) survive both text forms.

cuda_tile.module @m {
  // CHECK-LABEL: entry @reduce
  // CHECK-SAME: (%[[I:[^:]*]]: tile<i32>)
  entry @reduce(%i: tile<i32>) {
    %v = constant <f32: 1.0> : tile<16x32xf32>
    %idx = constant <i32: 0> : tile<16x32xi32>
    // CHECK: %reduce = reduce %cst_1_f32 dim=1 identities=[0.000000e+00 : f32] : tile<16x32xf32> -> tile<16xf32>
    // CHECK-NEXT: (%reduce_lhs: tile<f32>, %reduce_rhs: tile<f32>) {
    %sum = reduce %v dim=1 identities=[0.0 : f32] : tile<16x32xf32> -> tile<16xf32>
      (%e: tile<f32>, %acc: tile<f32>) {
        // CHECK-NEXT: %[[S:.*]] = addf %reduce_lhs, %reduce_rhs : tile<f32>
        %s = addf %e, %acc : tile<f32>
        // CHECK-NEXT: yield %[[S]] : tile<f32>
        yield %s : tile<f32>
      }
    // CHECK: %reduce_0:2 = reduce %cst_1_f32, %cst_0_i32 {note} dim=0 identities=[0xFF800000 : f32, 0 : i32] : tile<16x32xf32>, tile<16x32xi32> -> tile<32xf32>, tile<32xi32>
    // CHECK-NEXT: (%reduce_lhs0: tile<f32>, %reduce_rhs0: tile<f32>, %reduce_lhs1: tile<i32>, %reduce_rhs1: tile<i32>) {
    %m, %am = reduce %v, %idx {note} dim=0 identities=[0xFF800000 : f32, 0 : i32] : tile<16x32xf32>, tile<16x32xi32> -> tile<32xf32>, tile<32xi32>
      (%e: tile<f32>, %a: tile<f32>, %ei: tile<i32>, %ai: tile<i32>) {
        %gt = cmpf greater_than ordered %e, %a : tile<f32> -> tile<i1>
        %mv = select %gt, %e, %a : tile<i1>, tile<f32>
        %mi = select %gt, %ei, %ai : tile<i1>, tile<i32>
        // CHECK: yield %{{.*}}, %{{.*}} : tile<f32>, tile<i32>
        yield %mv, %mi : tile<f32>, tile<i32>
      }
    // Outside values may be captured; a rank-1 operand gives a 0-d tile.
    %w = iota : tile<8xi32>
    // CHECK: reduce %{{.*}} dim=0 identities=[-1 : i32] : tile<8xi32> -> tile<i32>
    %c = reduce %w dim=0 identities=[-1 : i32] : tile<8xi32> -> tile<i32> (%a: tile<i32>, %b: tile<i32>) {
      // CHECK: addi %reduce_lhs, %[[I]] : tile<i32>
      %s = addi %a, %i : tile<i32>
      yield %s : tile<i32>
    }
    %b1 = constant <i1: [true, false]> : tile<2xi1>
    // CHECK: reduce %{{.*}} dim=0 identities=[true] : tile<2xi1> -> tile<i1>
    %all = reduce %b1 dim=0 identities=[true] : tile<2xi1> -> tile<i1> (%a: tile<i1>, %b: tile<i1>) {
      %s = andi %a, %b : tile<i1>
      yield %s : tile<i1>
    }
    return
  }

  // CHECK-LABEL: entry @scan
  entry @scan() {
    %v = iota : tile<32xi64>
    // CHECK: scan %{{.*}} dim=0 reverse=true identities=[0] : tile<32xi64> -> tile<32xi64>
    // CHECK-NEXT: (%[[E:arg[0-9]+]]: tile<i64>, %[[ACC:arg[0-9]+]]: tile<i64>) {
    // CHECK-NEXT: %[[M:.*]] = maxi %[[E]], %[[ACC]] unsigned : tile<i64>
    // CHECK-NEXT: yield %[[M]] : tile<i64>
    %r = scan %v dim=0 reverse=true identities=[0 : i64] : tile<32xi64> -> tile<32xi64>
      (%e: tile<i64>, %acc: tile<i64>) {
        %m = maxi %e, %acc unsigned : tile<i64>
        yield %m : tile<i64>
      }
    // Integers are accepted for the boolean.
    // CHECK: scan %{{.*}} dim=0 reverse=false identities=[1]
    %s = scan %v dim=0 reverse=0 identities=[1 : i64] : tile<32xi64> -> tile<32xi64> (%e: tile<i64>, %acc: tile<i64>) {
      %m = muli %e, %acc : tile<i64>
      yield %m : tile<i64>
    }
    // CHECK: scan %{{.*}} dim=0 reverse=true identities=[2]
    %t = scan %v dim=0 reverse=1 identities=[2 : i64] : tile<32xi64> -> tile<32xi64> (%e: tile<i64>, %acc: tile<i64>) {
      yield %e : tile<i64>
    }
    return
  }
}
