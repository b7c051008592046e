// RUN: tessera-opt %s --canonicalize | FileCheck %s

// The folds and rewrites of select (ops.md 10.1), each with a near-miss that stays.
// `return` keeps what a function computes alive.

cuda_tile.module @m {
  // CHECK-LABEL: testing$func @equal_arms
  // CHECK-NEXT: return %arg1 : tile<4xf32>
  testing$func @equal_arms(%c: tile<4xi1>, %x: tile<4xf32>) -> tile<4xf32> {
    %r = select %c, %x, %x : tile<4xi1>, tile<4xf32>
    return %r : tile<4xf32>
  }
  // CHECK-LABEL: testing$func @unequal_arms
  // CHECK-NEXT: select
  testing$func @unequal_arms(%c: tile<4xi1>, %x: tile<4xf32>, %y: tile<4xf32>) -> tile<4xf32> {
    %r = select %c, %x, %y : tile<4xi1>, tile<4xf32>
    return %r : tile<4xf32>
  }
  // CHECK-LABEL: testing$func @constant_condition
  // CHECK-NEXT: return %arg0, %arg1 : tile<4xi4>, tile<4xi4>
  testing$func @constant_condition(%x: tile<4xi4>, %y: tile<4xi4>) -> (tile<4xi4>, tile<4xi4>) {
    %t = constant <i1: true> : tile<4xi1>
    %f = constant <i1: false> : tile<4xi1>
    %r = select %t, %x, %y : tile<4xi1>, tile<4xi4>
    %s = select %f, %x, %y : tile<4xi1>, tile<4xi4>
    return %r, %s : tile<4xi4>, tile<4xi4>
  }
  // CHECK-LABEL: testing$func @mixed_condition
  // CHECK: select
  testing$func @mixed_condition(%x: tile<2xi32>, %y: tile<2xi32>) -> tile<2xi32> {
    %t = constant <i1: [true, false]> : tile<2xi1>
    %r = select %t, %x, %y : tile<2xi1>, tile<2xi32>
    return %r : tile<2xi32>
  }
  // CHECK-LABEL: testing$func @true_false_is_condition
  // CHECK-NEXT: return %arg0 : tile<4xi1>
  testing$func @true_false_is_condition(%c: tile<4xi1>) -> tile<4xi1> {
    %t = constant <i1: true> : tile<4xi1>
    %f = constant <i1: false> : tile<4xi1>
    %r = select %c, %t, %f : tile<4xi1>, tile<4xi1>
    return %r : tile<4xi1>
  }
  // CHECK-LABEL: testing$func @false_true_is_not
  // CHECK-NEXT: %[[T:.*]] = constant <i1: true> : tile<4xi1>
  // CHECK-NEXT: %[[R:.*]] = xori %arg0, %[[T]] : tile<4xi1>
  // CHECK-NEXT: return %[[R]]
  testing$func @false_true_is_not(%c: tile<4xi1>) -> tile<4xi1> {
    %t = constant <i1: true> : tile<4xi1>
    %f = constant <i1: false> : tile<4xi1>
    %r = select %c, %f, %t : tile<4xi1>, tile<4xi1>
    return %r : tile<4xi1>
  }
  // CHECK-LABEL: testing$func @compare_of_arms
  // CHECK-NEXT: return %arg1, %arg0, %arg0, %arg1
  testing$func @compare_of_arms(%a: tile<i32>, %b: tile<i32>) -> (tile<i32>, tile<i32>, tile<i32>, tile<i32>) {
    %eq = cmpi equal %a, %b, signed : tile<i32> -> tile<i1>
    %ne = cmpi not_equal %a, %b, signed : tile<i32> -> tile<i1>
    %0 = select %eq, %a, %b : tile<i1>, tile<i32>
    %1 = select %eq, %b, %a : tile<i1>, tile<i32>
    %2 = select %ne, %a, %b : tile<i1>, tile<i32>
    %3 = select %ne, %b, %a : tile<i1>, tile<i32>
    return %0, %1, %2, %3 : tile<i32>, tile<i32>, tile<i32>, tile<i32>
  }
  // CHECK-LABEL: testing$func @other_compare_of_arms
  // CHECK: select
  // CHECK: select
  testing$func @other_compare_of_arms(%a: tile<i32>, %b: tile<i32>, %x: tile<i32>) -> (tile<i32>, tile<i32>) {
    %lt = cmpi less_than %a, %b, signed : tile<i32> -> tile<i1>
    %eq = cmpi equal %a, %b, signed : tile<i32> -> tile<i1>
    %0 = select %lt, %a, %b : tile<i1>, tile<i32>
    %1 = select %eq, %a, %x : tile<i1>, tile<i32>
    return %0, %1 : tile<i32>, tile<i32>
  }
  // Comparing floats says nothing about -0.0 and 0.0.
  // CHECK-LABEL: testing$func @float_compare_of_arms
  // CHECK: select
  testing$func @float_compare_of_arms(%a: tile<f32>, %b: tile<f32>) -> tile<f32> {
    %eq = cmpf equal ordered %a, %b : tile<f32> -> tile<i1>
    %0 = select %eq, %a, %b : tile<i1>, tile<f32>
    return %0 : tile<f32>
  }
  // CHECK-LABEL: testing$func @negated_condition
  // CHECK-NEXT: select %arg0, %arg2, %arg1
  testing$func @negated_condition(%c: tile<i1>, %x: tile<f32>, %y: tile<f32>) -> tile<f32> {
    %t = constant <i1: true> : tile<i1>
    %n = xori %c, %t : tile<i1>
    %r = select %n, %x, %y : tile<i1>, tile<f32>
    return %r : tile<f32>
  }
  // CHECK-LABEL: testing$func @xor_that_is_no_negation
  // CHECK: %[[N:.*]] = xori
  // CHECK-NEXT: select %[[N]], %arg1, %arg2
  testing$func @xor_that_is_no_negation(%c: tile<i1>, %x: tile<f32>, %y: tile<f32>, %d: tile<i1>) -> tile<f32> {
    %n = xori %c, %d : tile<i1>
    %r = select %n, %x, %y : tile<i1>, tile<f32>
    return %r : tile<f32>
  }
  // CHECK-LABEL: testing$func @nested_on_one_condition
  // CHECK-NEXT: %[[R:.*]] = select %arg0, %arg1, %arg3
  // CHECK-NEXT: return %[[R]], %[[R]]
  testing$func @nested_on_one_condition(%c: tile<i1>, %x: tile<f32>, %y: tile<f32>, %z: tile<f32>) -> (tile<f32>, tile<f32>) {
    %i = select %c, %x, %y : tile<i1>, tile<f32>
    %r = select %c, %i, %z : tile<i1>, tile<f32>
    %j = select %c, %y, %z : tile<i1>, tile<f32>
    %s = select %c, %x, %j : tile<i1>, tile<f32>
    %same = select %c, %r, %s : tile<i1>, tile<f32>
    return %same, %same : tile<f32>, tile<f32>
  }
  // CHECK-LABEL: testing$func @nested_on_two_conditions
  // CHECK-NEXT: select
  // CHECK-NEXT: select
  testing$func @nested_on_two_conditions(%c: tile<i1>, %d: tile<i1>, %x: tile<f32>, %y: tile<f32>, %z: tile<f32>) -> tile<f32> {
    %i = select %d, %x, %y : tile<i1>, tile<f32>
    %r = select %c, %i, %z : tile<i1>, tile<f32>
    return %r : tile<f32>
  }
  // CHECK-LABEL: testing$func @three_constants
  // CHECK-NEXT: %[[I:.*]] = constant <i32: [1, 20, 3, 40]> : tile<4xi32>
  // CHECK-NEXT: %[[F:.*]] = constant <f8E4M3FN: 1.000000e+00> : tile<2xf8E4M3FN>
  // CHECK-NEXT: return %[[I]], %[[F]]
  testing$func @three_constants() -> (tile<4xi32>, tile<2xf8E4M3FN>) {
    %c = constant <i1: [true, false, true, false]> : tile<4xi1>
    %a = constant <i32: [1, 2, 3, 4]> : tile<4xi32>
    %b = constant <i32: [10, 20, 30, 40]> : tile<4xi32>
    %r = select %c, %a, %b : tile<4xi1>, tile<4xi32>
    %d = constant <i1: [true, false]> : tile<2xi1>
    %x = constant <f8E4M3FN: [1.0, 2.0]> : tile<2xf8E4M3FN>
    %y = constant <f8E4M3FN: [2.0, 1.0]> : tile<2xf8E4M3FN>
    %s = select %d, %x, %y : tile<2xi1>, tile<2xf8E4M3FN>
    return %r, %s : tile<4xi32>, tile<2xf8E4M3FN>
  }
  // CHECK-LABEL: testing$func @one_zero_is_exti
  // CHECK: %[[A:.*]] = exti %arg0 unsigned : tile<2xi1> -> tile<2xi64>
  // CHECK: %[[N:.*]] = xori %arg0
  // CHECK-NEXT: %[[B:.*]] = exti %[[N]] unsigned : tile<2xi1> -> tile<2xi64>
  // CHECK-NEXT: return %[[A]], %[[B]]
  testing$func @one_zero_is_exti(%c: tile<2xi1>) -> (tile<2xi64>, tile<2xi64>) {
    %one = constant <i64: 1> : tile<2xi64>
    %nil = constant <i64: 0> : tile<2xi64>
    %r = select %c, %one, %nil : tile<2xi1>, tile<2xi64>
    %s = select %c, %nil, %one : tile<2xi1>, tile<2xi64>
    return %r, %s : tile<2xi64>, tile<2xi64>
  }
  // CHECK-LABEL: testing$func @two_zero_is_not_exti
  // CHECK: select
  // CHECK: select
  testing$func @two_zero_is_not_exti(%c: tile<i1>) -> (tile<i32>, tile<f32>) {
    %two = constant <i32: 2> : tile<i32>
    %nil = constant <i32: 0> : tile<i32>
    %r = select %c, %two, %nil : tile<i1>, tile<i32>
    %one = constant <f32: 1.0> : tile<f32>
    %zero = constant <f32: 0.0> : tile<f32>
    %s = select %c, %one, %zero : tile<i1>, tile<f32>
    return %r, %s : tile<i32>, tile<f32>
  }
}
