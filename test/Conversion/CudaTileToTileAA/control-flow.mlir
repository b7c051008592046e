// RUN: tessera-opt %s --tile-ir-13.4 --convert-cuda-tile-to-tileaa --verify-tileaa-stage | FileCheck %s

// `if` and `loop` with early exits as scf (core.md 6.3). random-control-flow.test
// runs what comes out; here is what it looks like.
cuda_tile.module @control_flow {
  // CHECK-LABEL: nv_tileaa.func @plain_if(
  // CHECK-SAME: %[[A0:.+]]: i1, %[[A1:.+]]: i32, %[[A2:.+]]: !nv_tileaa.mem_token) -> (i32, !nv_tileaa.mem_token) {
  // CHECK-NEXT: %[[V0:.+]]:2 = scf.if %[[A0]] -> (i32, !nv_tileaa.mem_token) {
  // CHECK-NEXT: %[[V1:.+]] = arith.addi %[[A1]], %[[A1]] : i32
  // CHECK-NEXT: scf.yield %[[V1]], %[[A2]] : i32, !nv_tileaa.mem_token
  // CHECK-NEXT: } else {
  // CHECK-NEXT: %[[V1]] = nv_tileaa.create_mem_token
  // CHECK-NEXT: scf.yield %[[A1]], %[[V1]] : i32, !nv_tileaa.mem_token
  // CHECK-NEXT: }
  // CHECK-NEXT: nv_tileaa.return %[[V0]]#0, %[[V0]]#1 : i32, !nv_tileaa.mem_token
  testing$func @plain_if(%c: tile<i1>, %a: tile<i32>, %t: token) -> (tile<i32>, token) {
    %r, %u = if %c -> (tile<i32>, token) {
      %s = addi %a, %a : tile<i32>
      yield %s, %t : tile<i32>, token
    } else {
      %n = make_token : token
      yield %a, %n : tile<i32>, token
    }
    return %r, %u : tile<i32>, token
  }

  // CHECK-LABEL: nv_tileaa.func @if_without_else(
  // CHECK-SAME: %[[A0:.+]]: i1, %[[A1:.+]]: !nv_tileaa.ptr<i32>, %[[A2:.+]]: i32) {
  // CHECK-NEXT: scf.if %[[A0]] {
  // CHECK-NEXT: %[[V0:.+]] = nv_tileaa.store weak %[[A1]], %[[A2]] : !nv_tileaa.ptr<i32>, i32
  // CHECK-NEXT: }
  // CHECK-NEXT: scf.if %[[A0]] {
  // CHECK-NEXT: } else {
  // CHECK-NEXT: %[[V0]] = nv_tileaa.store weak %[[A1]], %[[A2]] : !nv_tileaa.ptr<i32>, i32
  // CHECK-NEXT: }
  // CHECK-NEXT: nv_tileaa.return
  testing$func @if_without_else(%c: tile<i1>, %p: tile<ptr<i32>>, %a: tile<i32>) {
    if %c {
      %t = store_ptr_tko weak %p, %a : tile<ptr<i32>>, tile<i32> -> token
    }
    if %c {
    } else {
      %t = store_ptr_tko weak %p, %a : tile<ptr<i32>>, tile<i32> -> token
    }
    return
  }

  // What follows an `if` that returns moves into its other branch.
  // CHECK-LABEL: nv_tileaa.func @early_return(
  // CHECK-SAME: %[[A0:.+]]: i1, %[[A1:.+]]: !nv_tileaa.ptr<i32>, %[[A2:.+]]: i32) attributes {kernel} {
  // CHECK-NEXT: scf.if %[[A0]] {
  // CHECK-NEXT: } else {
  // CHECK-NEXT: %[[V0:.+]] = nv_tileaa.store weak %[[A1]], %[[A2]] : !nv_tileaa.ptr<i32>, i32
  // CHECK-NEXT: }
  // CHECK-NEXT: nv_tileaa.return
  entry @early_return(%c: tile<i1>, %p: tile<ptr<i32>>, %a: tile<i32>) {
    if %c {
      return
    }
    %t = store_ptr_tko weak %p, %a : tile<ptr<i32>>, tile<i32> -> token
    return
  }

  // Both branches can fall, one of them only sometimes: the store goes under the
  // flag "fell through".
  // CHECK-LABEL: nv_tileaa.func @guarded(
  // CHECK-SAME: %[[A0:.+]]: i1, %[[A1:.+]]: i1, %[[A2:.+]]: !nv_tileaa.ptr<i32>, %[[A3:.+]]: i32) attributes {kernel} {
  // CHECK-NEXT: %[[FALSE:.+]] = arith.constant false
  // CHECK-NEXT: %[[V0:.+]] = ub.poison : i32
  // CHECK-NEXT: %[[TRUE:.+]] = arith.constant true
  // CHECK-NEXT: %[[V1:.+]]:2 = scf.if %[[A0]] -> (i1, i32) {
  // CHECK-NEXT: %[[V2:.+]]:2 = scf.if %[[A1]] -> (i1, i32) {
  // CHECK-NEXT: scf.yield %[[FALSE]], %[[V0]] : i1, i32
  // CHECK-NEXT: } else {
  // CHECK-NEXT: scf.yield %[[TRUE]], %[[A3]] : i1, i32
  // CHECK-NEXT: }
  // CHECK-NEXT: scf.yield %[[V2]]#0, %[[V2]]#1 : i1, i32
  // CHECK-NEXT: } else {
  // CHECK-NEXT: %[[C0_I32:.+]] = arith.constant 0 : i32
  // CHECK-NEXT: scf.yield %[[TRUE]], %[[C0_I32]] : i1, i32
  // CHECK-NEXT: }
  // CHECK-NEXT: scf.if %[[V1]]#0 {
  // CHECK-NEXT: %[[V2]] = nv_tileaa.store weak %[[A2]], %[[V1]]#1 : !nv_tileaa.ptr<i32>, i32
  // CHECK-NEXT: }
  // CHECK-NEXT: nv_tileaa.return
  entry @guarded(%c: tile<i1>, %d: tile<i1>, %p: tile<ptr<i32>>, %a: tile<i32>) {
    %v = if %c -> (tile<i32>) {
      if %d {
        return
      }
      yield %a : tile<i32>
    } else {
      %z = constant <i32: 0> : tile<i32>
      yield %z : tile<i32>
    }
    %t = store_ptr_tko weak %p, %v : tile<ptr<i32>>, tile<i32> -> token
    return
  }

  // Nothing behind an `if` without a way through is kept.
  // CHECK-LABEL: nv_tileaa.func @both_leave(
  // CHECK-SAME: %[[A0:.+]]: i1, %[[A1:.+]]: !nv_tileaa.ptr<i32>, %[[A2:.+]]: i32, %[[A3:.+]]: i32) -> i32 {
  // CHECK-NEXT: %[[V0:.+]] = scf.if %[[A0]] -> (i32) {
  // CHECK-NEXT: scf.yield %[[A2]] : i32
  // CHECK-NEXT: } else {
  // CHECK-NEXT: scf.yield %[[A3]] : i32
  // CHECK-NEXT: }
  // CHECK-NEXT: nv_tileaa.return %[[V0]] : i32
  testing$func @both_leave(%c: tile<i1>, %p: tile<ptr<i32>>, %a: tile<i32>, %b: tile<i32>) -> tile<i32> {
    if %c {
      return %a : tile<i32>
    } else {
      return %b : tile<i32>
    }
    %t = store_ptr_tko weak %p, %a : tile<ptr<i32>>, tile<i32> -> token
    return %a : tile<i32>
  }

  // A test at the top that only breaks: a while loop. The constant is repeated, the
  // sum is passed on.
  // CHECK-LABEL: nv_tileaa.func @while(
  // CHECK-SAME: %[[A0:.+]]: i32, %[[A1:.+]]: !nv_tileaa.ptr<i32>) -> i32 {
  // CHECK-NEXT: %[[TRUE:.+]] = arith.constant true
  // CHECK-NEXT: %[[C0_I32:.+]] = arith.constant 0 : i32
  // CHECK-NEXT: %[[V0:.+]]:2 = scf.while (%[[A2:.+]] = %[[C0_I32]]) : (i32) -> (i32, i32) {
  // CHECK-NEXT: %[[C1_I32:.+]] = arith.constant 1 : i32
  // CHECK-NEXT: %[[V1:.+]] = arith.addi %[[A2]], %[[C1_I32]] : i32
  // CHECK-NEXT: %[[V2:.+]] = arith.cmpi sgt, %[[V1]], %[[A0]] : i32
  // CHECK-NEXT: %[[V3:.+]] = arith.xori %[[V2]], %[[TRUE]] : i1
  // CHECK-NEXT: scf.condition(%[[V3]]) %[[A2]], %[[V1]] : i32, i32
  // CHECK-NEXT: } do {
  // CHECK-NEXT: ^bb0(%[[A2]]: i32, %[[A3:.+]]: i32):
  // CHECK-NEXT: %[[C1_I32]] = arith.constant 1 : i32
  // CHECK-NEXT: %[[V1]] = arith.muli %[[A3]], %[[C1_I32]] : i32
  // CHECK-NEXT: %[[V2]] = nv_tileaa.store weak %[[A1]], %[[V1]] : !nv_tileaa.ptr<i32>, i32
  // CHECK-NEXT: scf.yield %[[A3]] : i32
  // CHECK-NEXT: }
  // CHECK-NEXT: nv_tileaa.return %[[V0]]#0 : i32
  testing$func @while(%n: tile<i32>, %p: tile<ptr<i32>>) -> tile<i32> {
    %zero = constant <i32: 0> : tile<i32>
    %r = loop iter_values(%i = %zero) : tile<i32> -> tile<i32> {
      %one = constant <i32: 1> : tile<i32>
      %next = addi %i, %one : tile<i32>
      %done = cmpi greater_than %next, %n, signed : tile<i32> -> tile<i1>
      if %done {
        break %i : tile<i32>
      }
      %twice = muli %next, %one : tile<i32>
      %t = store_ptr_tko weak %p, %twice : tile<ptr<i32>>, tile<i32> -> token
      continue %next : tile<i32>
    }
    return %r : tile<i32>
  }

  // The break in the else branch, the rest in the then branch.
  // CHECK-LABEL: nv_tileaa.func @while_else(
  // CHECK-SAME: %[[A0:.+]]: i1, %[[A1:.+]]: !nv_tileaa.ptr<i1>) {
  // CHECK-NEXT: %[[V0:.+]] = scf.while : () -> !nv_tileaa.mem_token {
  // CHECK-NEXT: %[[RESULT:.+]], %[[RESULT_TOKEN:.+]] = nv_tileaa.load weak %[[A1]] : !nv_tileaa.ptr<i1> -> i1
  // CHECK-NEXT: scf.condition(%[[RESULT]]) %[[RESULT_TOKEN]] : !nv_tileaa.mem_token
  // CHECK-NEXT: } do {
  // CHECK-NEXT: ^bb0(%[[A2:.+]]: !nv_tileaa.mem_token):
  // CHECK-NEXT: %[[V1:.+]] = nv_tileaa.store weak %[[A1]], %[[A0]] token = %[[A2]] : !nv_tileaa.ptr<i1>, i1
  // CHECK-NEXT: scf.yield
  // CHECK-NEXT: }
  // CHECK-NEXT: nv_tileaa.return
  testing$func @while_else(%c: tile<i1>, %p: tile<ptr<i1>>) {
    loop {
      %on, %t = load_ptr_tko weak %p : tile<ptr<i1>> -> tile<i1>, token
      if %on {
        %u = store_ptr_tko weak %p, %c token=%t : tile<ptr<i1>>, tile<i1> -> token
      } else {
        break
      }
    }
    return
  }

  // Two exits with different values and a store before one of them: flags say
  // whether to go on, poison fills what the exit taken does not deliver.
  // CHECK-LABEL: nv_tileaa.func @two_breaks(
  // CHECK-SAME: %[[A0:.+]]: i1, %[[A1:.+]]: i1, %[[A2:.+]]: i32, %[[A3:.+]]: f32, %[[A4:.+]]: f32, %[[A5:.+]]: !nv_tileaa.ptr<f32>) -> f32 {
  // CHECK-NEXT: %[[FALSE:.+]] = arith.constant false
  // CHECK-NEXT: %[[V0:.+]] = ub.poison : i32
  // CHECK-NEXT: %[[V1:.+]] = ub.poison : f32
  // CHECK-NEXT: %[[TRUE:.+]] = arith.constant true
  // CHECK-NEXT: %[[V2:.+]]:2 = scf.while (%[[A6:.+]] = %[[A2]]) : (i32) -> (i32, f32) {
  // CHECK-NEXT: %[[V3:.+]]:3 = scf.if %[[A0]] -> (i1, i32, f32) {
  // CHECK-NEXT: %[[V4:.+]] = nv_tileaa.store weak %[[A5]], %[[A3]] : !nv_tileaa.ptr<f32>, f32
  // CHECK-NEXT: scf.yield %[[FALSE]], %[[V0]], %[[A3]] : i1, i32, f32
  // CHECK-NEXT: } else {
  // CHECK-NEXT: %[[V4]]:3 = scf.if %[[A1]] -> (i1, i32, f32) {
  // CHECK-NEXT: scf.yield %[[FALSE]], %[[V0]], %[[A4]] : i1, i32, f32
  // CHECK-NEXT: } else {
  // CHECK-NEXT: %[[V5:.+]] = arith.addi %[[A6]], %[[A2]] : i32
  // CHECK-NEXT: scf.yield %[[TRUE]], %[[V5]], %[[V1]] : i1, i32, f32
  // CHECK-NEXT: }
  // CHECK-NEXT: scf.yield %[[V4]]#0, %[[V4]]#1, %[[V4]]#2 : i1, i32, f32
  // CHECK-NEXT: }
  // CHECK-NEXT: scf.condition(%[[V3]]#0) %[[V3]]#1, %[[V3]]#2 : i32, f32
  // CHECK-NEXT: } do {
  // CHECK-NEXT: ^bb0(%[[A6]]: i32, %[[A7:.+]]: f32):
  // CHECK-NEXT: scf.yield %[[A6]] : i32
  // CHECK-NEXT: }
  // CHECK-NEXT: nv_tileaa.return %[[V2]]#1 : f32
  testing$func @two_breaks(%c: tile<i1>, %d: tile<i1>, %a: tile<i32>, %f: tile<f32>, %g: tile<f32>, %p: tile<ptr<f32>>) -> tile<f32> {
    %r = loop iter_values(%i = %a) : tile<i32> -> tile<f32> {
      if %c {
        %t = store_ptr_tko weak %p, %f : tile<ptr<f32>>, tile<f32> -> token
        break %f : tile<f32>
      }
      if %d {
        break %g : tile<f32>
      }
      %n = addi %i, %a : tile<i32>
      continue %n : tile<i32>
    }
    return %r : tile<f32>
  }

  // A loop that never ends.
  // CHECK-LABEL: nv_tileaa.func @forever(
  // CHECK-SAME: %[[A0:.+]]: !nv_tileaa.ptr<f32>, %[[A1:.+]]: f32) -> f32 {
  // CHECK-NEXT: %[[FALSE:.+]] = arith.constant false
  // CHECK-NEXT: %[[V0:.+]] = ub.poison : f32
  // CHECK-NEXT: %[[TRUE:.+]] = arith.constant true
  // CHECK-NEXT: %[[V1:.+]] = scf.while : () -> f32 {
  // CHECK-NEXT: %[[V2:.+]] = nv_tileaa.store weak %[[A0]], %[[A1]] : !nv_tileaa.ptr<f32>, f32
  // CHECK-NEXT: scf.condition(%[[TRUE]]) %[[V0]] : f32
  // CHECK-NEXT: } do {
  // CHECK-NEXT: ^bb0(%[[A2:.+]]: f32):
  // CHECK-NEXT: scf.yield
  // CHECK-NEXT: }
  // CHECK-NEXT: nv_tileaa.return %[[V1]] : f32
  testing$func @forever(%p: tile<ptr<f32>>, %f: tile<f32>) -> tile<f32> {
    %r = loop : tile<f32> {
      %t = store_ptr_tko weak %p, %f : tile<ptr<f32>>, tile<f32> -> token
      continue
    }
    return %r : tile<f32>
  }

  // `return` out of two loops (13.4): each passes the flag on.
  // CHECK-LABEL: nv_tileaa.func @return_from_loops(
  // CHECK-SAME: %[[A0:.+]]: i1, %[[A1:.+]]: i1, %[[A2:.+]]: i32, %[[A3:.+]]: i32, %[[A4:.+]]: !nv_tileaa.ptr<i32>) -> i32 {
  // CHECK-NEXT: %[[FALSE:.+]] = arith.constant false
  // CHECK-NEXT: %[[TRUE:.+]] = arith.constant true
  // CHECK-NEXT: %[[V0:.+]] = ub.poison : i32
  // CHECK-NEXT: %[[V1:.+]]:3 = scf.while : () -> (i32, i1, i32) {
  // CHECK-NEXT: %[[V3:.+]]:2 = scf.while : () -> (i1, i32) {
  // CHECK-NEXT: %[[V5:.+]]:3 = scf.if %[[A0]] -> (i1, i1, i32) {
  // CHECK-NEXT: scf.yield %[[FALSE]], %[[TRUE]], %[[A3]] : i1, i1, i32
  // CHECK-NEXT: } else {
  // CHECK-NEXT: %[[V6:.+]] = nv_tileaa.store weak %[[A4]], %[[A2]] : !nv_tileaa.ptr<i32>, i32
  // CHECK-NEXT: %[[V7:.+]]:3 = scf.if %[[A1]] -> (i1, i1, i32) {
  // CHECK-NEXT: scf.yield %[[FALSE]], %[[FALSE]], %[[V0]] : i1, i1, i32
  // CHECK-NEXT: } else {
  // CHECK-NEXT: scf.yield %[[TRUE]], %[[FALSE]], %[[V0]] : i1, i1, i32
  // CHECK-NEXT: }
  // CHECK-NEXT: scf.yield %[[V7]]#0, %[[V7]]#1, %[[V7]]#2 : i1, i1, i32
  // CHECK-NEXT: }
  // CHECK-NEXT: scf.condition(%[[V5]]#0) %[[V5]]#1, %[[V5]]#2 : i1, i32
  // CHECK-NEXT: } do {
  // CHECK-NEXT: ^bb0(%[[A5:.+]]: i1, %[[A6:.+]]: i32):
  // CHECK-NEXT: scf.yield
  // CHECK-NEXT: }
  // CHECK-NEXT: %[[V4:.+]]:4 = scf.if %[[V3]]#0 -> (i1, i32, i1, i32) {
  // CHECK-NEXT: scf.yield %[[FALSE]], %[[V0]], %[[TRUE]], %[[V3]]#1 : i1, i32, i1, i32
  // CHECK-NEXT: } else {
  // CHECK-NEXT: scf.yield %[[FALSE]], %[[A2]], %[[FALSE]], %[[V0]] : i1, i32, i1, i32
  // CHECK-NEXT: }
  // CHECK-NEXT: scf.condition(%[[V4]]#0) %[[V4]]#1, %[[V4]]#2, %[[V4]]#3 : i32, i1, i32
  // CHECK-NEXT: } do {
  // CHECK-NEXT: ^bb0(%[[A5]]: i32, %[[A6]]: i1, %[[A7:.+]]: i32):
  // CHECK-NEXT: scf.yield
  // CHECK-NEXT: }
  // CHECK-NEXT: %[[V2:.+]] = scf.if %[[V1]]#1 -> (i32) {
  // CHECK-NEXT: scf.yield %[[V1]]#2 : i32
  // CHECK-NEXT: } else {
  // CHECK-NEXT: scf.yield %[[V1]]#0 : i32
  // CHECK-NEXT: }
  // CHECK-NEXT: nv_tileaa.return %[[V2]] : i32
  testing$func @return_from_loops(%c: tile<i1>, %d: tile<i1>, %a: tile<i32>, %b: tile<i32>, %p: tile<ptr<i32>>) -> tile<i32> {
    %r = loop : tile<i32> {
      loop {
        if %c {
          return %b : tile<i32>
        }
        %t = store_ptr_tko weak %p, %a : tile<ptr<i32>>, tile<i32> -> token
        if %d {
          break
        }
      }
      break %a : tile<i32>
    }
    return %r : tile<i32>
  }

  // `continue` in a `for`, in one branch and in both.
  // CHECK-LABEL: nv_tileaa.func @continue(
  // CHECK-SAME: %[[A0:.+]]: i32, %[[A1:.+]]: i1, %[[A2:.+]]: i32, %[[A3:.+]]: !nv_tileaa.ptr<i32>) -> i32 {
  // CHECK-NEXT: %[[C0_I32:.+]] = arith.constant 0 : i32
  // CHECK-NEXT: %[[C1_I32:.+]] = arith.constant 1 : i32
  // CHECK-NEXT: %[[V0:.+]] = scf.for %[[A4:.+]] = %[[C0_I32]] to %[[A0]] step %[[C1_I32]] iter_args(%[[A5:.+]] = %[[A2]]) -> (i32)  : i32 {
  // CHECK-NEXT: %[[V1:.+]] = scf.if %[[A1]] -> (i32) {
  // CHECK-NEXT: scf.yield %[[A5]] : i32
  // CHECK-NEXT: } else {
  // CHECK-NEXT: %[[V2:.+]] = arith.addi %[[A5]], %[[A4]] : i32
  // CHECK-NEXT: %[[V3:.+]] = nv_tileaa.store weak %[[A3]], %[[V2]] : !nv_tileaa.ptr<i32>, i32
  // CHECK-NEXT: scf.yield %[[V2]] : i32
  // CHECK-NEXT: }
  // CHECK-NEXT: scf.yield %[[V1]] : i32
  // CHECK-NEXT: }
  // CHECK-NEXT: nv_tileaa.return %[[V0]] : i32
  testing$func @continue(%n: tile<i32>, %c: tile<i1>, %a: tile<i32>, %p: tile<ptr<i32>>) -> tile<i32> {
    %z = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %r = for %k in (%z to %n, step %one) : tile<i32> iter_values(%acc = %a) -> (tile<i32>) {
      if %c {
        continue %acc : tile<i32>
      }
      %s = addi %acc, %k : tile<i32>
      %t = store_ptr_tko weak %p, %s : tile<ptr<i32>>, tile<i32> -> token
      continue %s : tile<i32>
    }
    return %r : tile<i32>
  }

  // Memory of a loop's body is not cut off by a while loop's regions.
  // CHECK-LABEL: nv_tileaa.func @alloca(
  // CHECK-SAME: %[[A0:.+]]: i1, %[[A1:.+]]: i32) {
  // CHECK-NEXT: %[[FALSE:.+]] = arith.constant false
  // CHECK-NEXT: %[[TRUE:.+]] = arith.constant true
  // CHECK-NEXT: scf.while : () -> () {
  // CHECK-NEXT: %[[V0:.+]] = nv_tileaa.alloca num_elem = 4, alignment = 4 : !nv_tileaa.ptr<i32>
  // CHECK-NEXT: %[[V1:.+]] = scf.if %[[A0]] -> (i1) {
  // CHECK-NEXT: scf.yield %[[FALSE]] : i1
  // CHECK-NEXT: } else {
  // CHECK-NEXT: %[[V2:.+]] = nv_tileaa.store weak %[[V0]], %[[A1]] : !nv_tileaa.ptr<i32>, i32
  // CHECK-NEXT: scf.yield %[[TRUE]] : i1
  // CHECK-NEXT: }
  // CHECK-NEXT: scf.condition(%[[V1]])
  // CHECK-NEXT: } do {
  // CHECK-NEXT: scf.yield
  // CHECK-NEXT: }
  // CHECK-NEXT: nv_tileaa.return
  testing$func @alloca(%c: tile<i1>, %v: tile<i32>) {
    loop {
      %p = alloca num_elem = 4, alignment = 4 : tile<ptr<i32>>
      if %c {
        break
      }
      %t = store_ptr_tko weak %p, %v : tile<ptr<i32>>, tile<i32> -> token
    }
    return
  }
}
