// RUN: tessera-opt %s | tessera-opt | FileCheck %s
// RUN: tessera-opt %s --mlir-print-op-generic | tessera-opt | FileCheck %s

// Control flow (core.md 6.3): syntax, implied terminators and names.

cuda_tile.module @m {
  // CHECK-LABEL: testing$func @if
  // CHECK-SAME: (%[[C:[^:]*]]: tile<i1>, %[[I:[^:]*]]: tile<i32>, %[[T:[^:]*]]: token)
  testing$func @if(%c: tile<i1>, %i: tile<i32>, %t: token) {
    // CHECK-NEXT: if %[[C]] {
    // CHECK-NEXT: }{{$}}
    if %c { }
    // CHECK-NEXT: if %[[C]] {
    // CHECK-NEXT: } else {
    // CHECK-NEXT: } {note}
    if %c { yield } else { yield } {note}
    // CHECK-NEXT: %[[R:.*]]:2 = if %[[C]] -> (tile<i32>, token) {
    // CHECK-NEXT: yield %[[I]], %[[T]] : tile<i32>, token
    // CHECK-NEXT: } else {
    // CHECK-NEXT: return
    // CHECK-NEXT: }
    %r, %u = if %c -> (tile<i32>, token) {
      yield %i, %t : tile<i32>, token
    } else {
      return
    }
    // CHECK-NEXT: if %[[C]] {
    // CHECK-NEXT: return
    // CHECK-NEXT: }
    if %c { return }
    // An implied terminator with attributes is printed.
    // CHECK-NEXT: if %[[C]] {
    // CHECK-NEXT: yield {note}
    if %c { yield {note} }
    return
  }

  // CHECK-LABEL: testing$func @for
  // CHECK-SAME: (%[[C:[^:]*]]: tile<i1>, %[[I:[^:]*]]: tile<i32>, %[[B:[^:]*]]: tile<i64>)
  testing$func @for(%c: tile<i1>, %i: tile<i32>, %b: tile<i64>) {
    // CHECK-NEXT: for %loopIdx in (%[[I]] to %[[I]], step %[[I]]) : tile<i32> {
    // CHECK-NEXT: }{{$}}
    for %k in (%i to %i, step %i) : tile<i32> { }
    // CHECK-NEXT: for unsigned %loopIdx in (%[[B]] to %[[B]], step %[[B]]) : tile<i64> {
    // CHECK-NEXT: } {note}
    for unsigned %k in (%b to %b, step %b) : tile<i64> { continue } {note}
    // CHECK-NEXT: %for:2 = for %loopIdx in (%[[I]] to %[[I]], step %[[I]]) : tile<i32> iter_values(%iterArg0 = %[[I]], %iterArg1 = %[[C]]) -> (tile<i32>, tile<i1>) {
    %r, %d = for %k in (%i to %i, step %i) : tile<i32> iter_values(%x = %i, %y = %c) -> (tile<i32>, tile<i1>) {
      // CHECK-NEXT: if %iterArg1 {
      // CHECK-NEXT: continue %loopIdx, %iterArg1 : tile<i32>, tile<i1>
      // CHECK-NEXT: }
      if %y { continue %k, %y : tile<i32>, tile<i1> }
      // CHECK-NEXT: continue %iterArg0, %[[C]] : tile<i32>, tile<i1>
      continue %x, %c : tile<i32>, tile<i1>
    }
    return
  }

  // CHECK-LABEL: testing$func @loop
  // CHECK-SAME: (%[[C:[^:]*]]: tile<i1>, %[[I:[^:]*]]: tile<i32>, %[[T:[^:]*]]: token)
  testing$func @loop(%c: tile<i1>, %i: tile<i32>, %t: token) {
    // CHECK-NEXT: loop {
    // CHECK-NEXT: if %[[C]] {
    // CHECK-NEXT: break
    // CHECK-NEXT: }
    // CHECK-NEXT: }{{$}}
    loop { if %c { break } }
    // CHECK-NEXT: loop iter_values(%[[X:arg[0-9]+]] = %[[I]]) : tile<i32> {
    // CHECK-NEXT: continue %[[X]] : tile<i32>
    // CHECK-NEXT: } {note}
    loop iter_values(%x = %i) : tile<i32> { continue %x : tile<i32> } {note}
    // CHECK-NEXT: loop : token, tile<i32> {
    // CHECK-NEXT: break %[[T]], %[[I]] : token, tile<i32>
    %r, %s = loop : token, tile<i32> { break %t, %i : token, tile<i32> }
    // CHECK: loop iter_values(%[[X:arg[0-9]+]] = %[[I]], %[[Y:arg[0-9]+]] = %[[T]]) : tile<i32>, token -> token {
    %u = loop iter_values(%x = %i, %y = %t) : tile<i32>, token -> token {
      // A for may sit in a loop, and a loop in a for.
      // CHECK-NEXT: for %loopIdx
      for %k in (%x to %i, step %i) : tile<i32> {
        // CHECK-NEXT: loop {
        // CHECK-NEXT: break
        loop { break }
      }
      // CHECK: if %[[C]] {
      // CHECK-NEXT: break %[[Y]] : token
      // CHECK-NEXT: } else {
      // CHECK-NEXT: continue %[[X]], %[[Y]] : tile<i32>, token
      if %c { break %y : token } else { continue %x, %y : tile<i32>, token }
      // CHECK: break %[[Y]] : token
      break %y : token
    }
    return
  }
}
