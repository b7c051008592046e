// The region-branch interface cannot describe exits inside nested `if`s, so loops
// that have one must look opaque to dataflow analyses.
// RUN: tessera-opt %s --sccp | FileCheck %s

cuda_tile.module @m {
  // CHECK-LABEL: testing$func @nested_continue
  // CHECK: %[[FOR:.*]] = for
  // CHECK: return %[[FOR]] :
  testing$func @nested_continue(%n: tile<i32>, %c: tile<i1>) -> tile<i32> {
    %z = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %r = for %k in (%z to %n, step %one) : tile<i32> iter_values(%a = %z) -> (tile<i32>) {
      if %c { continue %one : tile<i32> }
      continue %a : tile<i32>
    }
    return %r : tile<i32>
  }

  // CHECK-LABEL: testing$func @nested_break
  // CHECK: %[[LOOP:.*]] = loop
  // CHECK: return %[[LOOP]] :
  testing$func @nested_break(%c: tile<i1>) -> tile<i32> {
    %z = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %r = loop iter_values(%a = %z) : tile<i32> -> tile<i32> {
      if %c { break %one : tile<i32> }
      continue %a : tile<i32>
    }
    return %r : tile<i32>
  }

  // Without nested exits the analysis sees through the loop.
  // CHECK-LABEL: testing$func @plain
  // CHECK: %[[ZERO:.*]] = constant <i32: 0>
  // CHECK: return %[[ZERO]] :
  testing$func @plain(%n: tile<i32>) -> tile<i32> {
    %z = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %r = for %k in (%z to %n, step %one) : tile<i32> iter_values(%a = %z) -> (tile<i32>) {
      continue %a : tile<i32>
    }
    return %r : tile<i32>
  }
}
