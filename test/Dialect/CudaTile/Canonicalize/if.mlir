// RUN: tessera-opt %s --canonicalize | FileCheck %s

// The folds and rewrites of if (ops.md 10.1), each with a near-miss that stays.

cuda_tile.module @m {
  // CHECK-LABEL: testing$func @negated_condition
  // CHECK-NEXT: if %arg0 {
  // CHECK-NEXT: print_tko "plain"
  // CHECK-NEXT: } else {
  // CHECK-NEXT: print_tko "negated"
  testing$func @negated_condition(%c: tile<i1>) {
    %t = constant <i1: true> : tile<i1>
    %n = xori %c, %t : tile<i1>
    if %n { %0 = print_tko "negated" -> token } else { %0 = print_tko "plain" -> token }
    return
  }
  // CHECK-LABEL: testing$func @negated_without_else
  // CHECK: %[[N:.*]] = xori
  // CHECK-NEXT: if %[[N]] {
  testing$func @negated_without_else(%c: tile<i1>) {
    %t = constant <i1: true> : tile<i1>
    %n = xori %c, %t : tile<i1>
    if %n { %0 = print_tko "negated" -> token }
    return
  }
  // CHECK-LABEL: testing$func @constant_condition
  // CHECK-NEXT: %[[T:.*]] = print_tko "taken"
  // CHECK-NEXT: print_tko "else taken"
  // CHECK-NEXT: return %[[T]] : token
  testing$func @constant_condition() -> token {
    %t = constant <i1: true> : tile<i1>
    %f = constant <i1: false> : tile<i1>
    %r = if %t -> (token) {
      %0 = print_tko "taken" -> token
      yield %0 : token
    } else {
      %0 = print_tko "dropped" -> token
      yield %0 : token
    }
    if %f { %0 = print_tko "dropped" -> token }
    if %f { } else { %0 = print_tko "else taken" -> token }
    return %r : token
  }
  // CHECK-LABEL: testing$func @constant_condition_that_leaves
  // CHECK-NEXT: loop {
  // CHECK-NEXT: print_tko "first"
  // CHECK-NEXT: break
  // CHECK-NEXT: }
  // CHECK-NEXT: print_tko "after"
  // CHECK-NEXT: return
  // CHECK-NEXT: }
  testing$func @constant_condition_that_leaves() {
    %t = constant <i1: true> : tile<i1>
    loop {
      %0 = print_tko "first" -> token
      if %t { break }
      %1 = print_tko "never" -> token
    }
    %2 = print_tko "after" -> token
    if %t { return }
    %3 = print_tko "never" -> token
    return
  }
  // CHECK-LABEL: testing$func @unused_results
  // CHECK: if %arg0 -> (token) {
  // CHECK-NEXT: %[[A:.*]] = print_tko "a"
  // CHECK-NEXT: yield %[[A]] : token
  testing$func @unused_results(%c: tile<i1>, %t: token, %i: tile<i32>) -> token {
    %r, %s = if %c -> (tile<i32>, token) {
      %a = print_tko "a" -> token
      %j = addi %i, %i : tile<i32>
      yield %j, %a : tile<i32>, token
    } else {
      %b = print_tko "b" -> token
      yield %i, %b : tile<i32>, token
    }
    return %s : token
  }
  // CHECK-LABEL: testing$func @equal_yields
  // CHECK-NEXT: return %arg1 : token
  testing$func @equal_yields(%c: tile<i1>, %t: token) -> token {
    %r = if %c -> (token) { yield %t : token } else { yield %t : token }
    return %r : token
  }
  // CHECK-LABEL: testing$func @unequal_token_yields
  // CHECK-NEXT: if %arg0 -> (token) {
  testing$func @unequal_token_yields(%c: tile<i1>, %t: token, %u: token) -> token {
    %r = if %c -> (token) { yield %t : token } else { yield %u : token }
    return %r : token
  }
  // CHECK-LABEL: testing$func @yields_of_constants
  // CHECK: %[[N:.*]] = xori %arg0
  // CHECK-NEXT: return %arg0, %[[N]]
  testing$func @yields_of_constants(%c: tile<i1>) -> (tile<i1>, tile<i1>) {
    %t = constant <i1: true> : tile<i1>
    %f = constant <i1: false> : tile<i1>
    %r, %s = if %c -> (tile<i1>, tile<i1>) { yield %t, %f : tile<i1>, tile<i1> } else { yield %f, %t : tile<i1>, tile<i1> }
    return %r, %s : tile<i1>, tile<i1>
  }
  // CHECK-LABEL: testing$func @to_select
  // CHECK: %[[S:.*]] = select %arg0, %arg1, %arg2 : tile<i1>, tile<i32>
  // CHECK: %[[R:.*]] = reshape %arg0 : tile<i1> -> tile<1x1xi1>
  // CHECK: %[[B:.*]] = broadcast %[[R]] : tile<1x1xi1> -> tile<2x4xi1>
  // CHECK: %[[M:.*]] = select %[[B]], %arg3, %arg4 : tile<2x4xi1>, tile<2x4xf32>
  // CHECK-NEXT: return %[[S]], %[[M]]
  testing$func @to_select(%c: tile<i1>, %i: tile<i32>, %j: tile<i32>, %x: tile<2x4xf32>, %y: tile<2x4xf32>) -> (tile<i32>, tile<2x4xf32>) {
    %r, %s = if %c -> (tile<i32>, tile<2x4xf32>) { yield %i, %x : tile<i32>, tile<2x4xf32> } else { yield %j, %y : tile<i32>, tile<2x4xf32> }
    return %r, %s : tile<i32>, tile<2x4xf32>
  }
  // select has no f4E2M1FN form.
  // CHECK-LABEL: testing$func @f4_stays
  // CHECK-NEXT: if %arg0 -> (tile<2xf4E2M1FN>) {
  // CHECK-NOT: select
  testing$func @f4_stays(%c: tile<i1>, %x: tile<2xf4E2M1FN>, %y: tile<2xf4E2M1FN>) -> tile<2xf4E2M1FN> {
    %r = if %c -> (tile<2xf4E2M1FN>) { yield %x : tile<2xf4E2M1FN> } else { yield %y : tile<2xf4E2M1FN> }
    return %r : tile<2xf4E2M1FN>
  }
  // CHECK-LABEL: testing$func @values_made_inside_stay
  // CHECK-NEXT: if %arg0 -> (tile<i32>) {
  testing$func @values_made_inside_stay(%c: tile<i1>, %i: tile<i32>) -> tile<i32> {
    %r = if %c -> (tile<i32>) {
      %j = addi %i, %i : tile<i32>
      yield %j : tile<i32>
    } else {
      yield %i : tile<i32>
    }
    return %r : tile<i32>
  }
  // Only the arm that yields can reach the use.
  // CHECK-LABEL: testing$func @one_arm_leaves
  // CHECK-NEXT: if %arg0 {
  // CHECK-NEXT: return %arg1
  // CHECK: }
  // CHECK: return %arg2
  testing$func @one_arm_leaves(%c: tile<i1>, %i: tile<i32>, %j: tile<i32>) -> tile<i32> {
    %r = if %c -> (tile<i32>) { return %i : tile<i32> } else { yield %j : tile<i32> }
    return %r : tile<i32>
  }
  // CHECK-LABEL: testing$func @empty_else
  // CHECK-NEXT: if %arg0 {
  // CHECK-NEXT: print_tko
  // CHECK-NEXT: }{{$}}
  // CHECK-NEXT: return
  testing$func @empty_else(%c: tile<i1>) {
    if %c { %0 = print_tko "x" -> token } else { }
    return
  }
  // CHECK-LABEL: testing$func @else_that_leaves_stays
  // CHECK: } else {
  // CHECK-NEXT: return
  testing$func @else_that_leaves_stays(%c: tile<i1>) {
    if %c { %0 = print_tko "x" -> token } else { return }
    %1 = print_tko "y" -> token
    return
  }
  // CHECK-LABEL: testing$func @adjacent
  // CHECK-NEXT: if %arg0 {
  // CHECK-NEXT: print_tko "1"
  // CHECK-NEXT: print_tko "2"
  // CHECK-NEXT: }{{$}}
  // CHECK-NEXT: return
  testing$func @adjacent(%c: tile<i1>) {
    if %c { %0 = print_tko "1" -> token }
    if %c { %0 = print_tko "2" -> token }
    return
  }
  // CHECK-LABEL: testing$func @adjacent_negated
  // CHECK: if %arg0 -> (token, token) {
  // CHECK-NEXT: %[[A:.*]] = print_tko "1"
  // CHECK-NEXT: %[[B:.*]] = print_tko "3" token=%[[A]]
  // CHECK-NEXT: yield %[[A]], %[[B]] : token, token
  // CHECK-NEXT: } else {
  // CHECK-NEXT: %[[C:.*]] = print_tko "2"
  // CHECK-NEXT: %[[D:.*]] = print_tko "4" token=%[[C]]
  // CHECK-NEXT: yield %[[C]], %[[D]] : token, token
  testing$func @adjacent_negated(%c: tile<i1>) -> (token, token) {
    %t = constant <i1: true> : tile<i1>
    %n = xori %c, %t : tile<i1>
    %r = if %c -> (token) {
      %0 = print_tko "1" -> token
      yield %0 : token
    } else {
      %0 = print_tko "2" -> token
      yield %0 : token
    }
    %s = if %n -> (token) {
      %0 = print_tko "4" token=%r -> token
      yield %0 : token
    } else {
      %0 = print_tko "3" token=%r -> token
      yield %0 : token
    }
    return %r, %s : token, token
  }
  // CHECK-LABEL: testing$func @adjacent_on_other_conditions
  // CHECK: if %arg0
  // CHECK: if %arg1
  testing$func @adjacent_on_other_conditions(%c: tile<i1>, %d: tile<i1>) {
    if %c { %0 = print_tko "1" -> token }
    if %d { %0 = print_tko "2" -> token }
    return
  }
  // CHECK-LABEL: testing$func @adjacent_that_leaves
  // CHECK: if %arg0
  // CHECK: if %arg0
  testing$func @adjacent_that_leaves(%c: tile<i1>) {
    if %c { return }
    if %c { %0 = print_tko "2" -> token }
    return
  }
  // CHECK-LABEL: testing$func @nested
  // CHECK-NEXT: %[[B:.*]] = andi %arg0, %arg1 : tile<i1>
  // CHECK-NEXT: if %[[B]] {
  // CHECK-NEXT: print_tko
  // CHECK-NEXT: }{{$}}
  testing$func @nested(%c: tile<i1>, %d: tile<i1>) {
    if %c { if %d { %0 = print_tko "x" -> token } }
    return
  }
  // CHECK-LABEL: testing$func @nested_with_more
  // CHECK-NEXT: if %arg0 {
  // CHECK-NEXT: print_tko "y"
  // CHECK-NEXT: if %arg1 {
  testing$func @nested_with_more(%c: tile<i1>, %d: tile<i1>) {
    if %c {
      %1 = print_tko "y" -> token
      if %d { %0 = print_tko "x" -> token }
    }
    return
  }
  // CHECK-LABEL: testing$func @both_arms_leave
  // CHECK: if %arg0 {
  // CHECK-NEXT: print_tko "1"
  // CHECK-NEXT: return
  // CHECK-NEXT: }{{$}}
  // CHECK-NEXT: print_tko "2"
  // CHECK-NEXT: return
  // CHECK-NEXT: }
  testing$func @both_arms_leave(%c: tile<i1>) {
    if %c {
      %0 = print_tko "1" -> token
      return
    } else {
      %0 = print_tko "2" -> token
      return
    }
    %1 = print_tko "never" -> token
    return
  }
  // CHECK-LABEL: testing$func @break_and_continue
  // CHECK: loop {
  // CHECK-NEXT: if %arg0 {
  // CHECK-NEXT: break
  // CHECK-NEXT: }{{$}}
  // CHECK-NEXT: print_tko "again"
  // CHECK-NEXT: }{{$}}
  testing$func @break_and_continue(%c: tile<i1>) {
    loop {
      if %c { break } else {
        %0 = print_tko "again" -> token
        continue
      }
    }
    return
  }
}
