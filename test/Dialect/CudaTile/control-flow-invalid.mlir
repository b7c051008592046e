// RUN: tessera-opt %s --split-input-file --verify-diagnostics

// Every rejection of core.md 6.3.

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{'cuda_tile.if' op expected an else-region because there are results, got none}}
    %r = if %c -> (tile<f32>) { yield %f : tile<f32> }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+2 {{'cuda_tile.yield' op expected operands of the result types ('!cuda_tile.tile<f32>'), got ()}}
    // expected-note @+1 {{for this op}}
    %r = if %c -> (tile<f32>) { yield %f : tile<f32> } else { }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{expected '('}}
    %r = if %c -> tile<f32> { yield %f : tile<f32> } else { yield %f : tile<f32> }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+2 {{'cuda_tile.yield' op expected operands of the result types (), got ('!cuda_tile.tile<f32>')}}
    // expected-note @+1 {{for this op}}
    if %c { yield %f : tile<f32> }
  }
}

// -----

cuda_tile.module @m {
  // expected-note @+1 {{prior use here}}
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{use of value '%i' expects different type than prior uses: '!cuda_tile.tile<i1>' vs '!cuda_tile.tile<i32>'}}
    if %i { }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-note @+1 {{prior use here}}
    %m = constant <i1: true> : tile<1xi1>
    // expected-error @+1 {{use of value '%m' expects different type than prior uses: '!cuda_tile.tile<i1>' vs '!cuda_tile.tile<1xi1>'}}
    if %m { }
  }
}

// -----

cuda_tile.module @m {
  // expected-note @+1 {{this op cannot be left this way}}
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{'cuda_tile.break' op expected a loop around it, looking outwards through if, got 'cuda_tile.entry'}}
    if %c { break }
  }
}

// -----

cuda_tile.module @m {
  // expected-note @+1 {{this op cannot be left this way}}
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{'cuda_tile.continue' op expected a for or loop around it, looking outwards through if, got 'cuda_tile.entry'}}
    if %c { continue }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{'cuda_tile.if' op expects region #0 to have 0 or 1 blocks}}
    if %c { %0 = addi %i, %i : tile<i32> ^bb1: yield }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{expected '{' to begin a region}}
    if %c { } else if %c { }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+2 {{'cuda_tile.yield' op expected operands of the result types ('!cuda_tile.tile<f32>'), got ('!cuda_tile.tile<i32>')}}
    // expected-note @+1 {{for this op}}
    %r = if %c -> (tile<f32>) { yield %i : tile<i32> } else { yield %f : tile<f32> }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+2 {{'cuda_tile.yield' op expected operands of the result types ('!cuda_tile.tile<f32>'), got ('!cuda_tile.tile<f32>', '!cuda_tile.tile<f32>')}}
    // expected-note @+1 {{for this op}}
    %r = if %c -> (tile<f32>) { yield %f, %f : tile<f32>, tile<f32> } else { yield %f : tile<f32> }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+2 {{'cuda_tile.yield' op expected operands of the result types ('!cuda_tile.tile<f32>'), got ('!cuda_tile.tile<i32>')}}
    // expected-note @+1 {{for this op}}
    %r = if %c -> (tile<f32>) { yield %f : tile<f32> } else { yield %i : tile<i32> }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+2 {{'cuda_tile.yield' op expected operands of the result types ('!cuda_tile.tile<f32>'), got ()}}
    // expected-note @+1 {{for this op}}
    %r = if %c -> (tile<f32>) { } else { yield %f : tile<f32> }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    if %c { yield
      // expected-error @+1 {{expected ':'}}
      %x = iota : tile<2xi32>
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %tv = make_tensor_view %p, shape = [8], strides = [1] : tensor_view<8xf32, strides=[1]>
    // expected-error @+1 {{'cuda_tile.if' op expected results that are not views, got '!cuda_tile.tensor_view<8xf32, strides=[1]>'}}
    %r = if %c -> (tensor_view<8xf32, strides=[1]>) {
      yield %tv : tensor_view<8xf32, strides=[1]>
    } else {
      yield %tv : tensor_view<8xf32, strides=[1]>
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{expected SSA operand}}
    if { }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{custom op 'cuda_tile.if' expected valid keyword}}
    if %c -> () { }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{expected '{' to begin a region}}
    if %c
  }
}

// -----

cuda_tile.module @m {
  // expected-note @+1 {{prior use here}}
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{use of value '%i' expects different type than prior uses: '!cuda_tile.tile<i64>' vs '!cuda_tile.tile<i32>'}}
    for %k in (%i to %i, step %i) : tile<i64> { }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{'cuda_tile.for' op operand #0 must be 0-d tile of i1, i8, i16, i32 or i64, but got '!cuda_tile.tile<f32>'}}
    for %k in (%f to %f, step %f) : tile<f32> { }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %v = iota : tile<8xi32>
    // expected-error @+1 {{'cuda_tile.for' op operand #0 must be 0-d tile of i1, i8, i16, i32 or i64, but got '!cuda_tile.tile<8xi32>'}}
    for %k in (%v to %v, step %v) : tile<8xi32> { }
  }
}

// -----

cuda_tile.module @m {
  // expected-note @+1 {{prior use here}}
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{use of value '%l' expects different type than prior uses: '!cuda_tile.tile<i32>' vs '!cuda_tile.tile<i64>'}}
    for %k in (%i to %l, step %i) : tile<i32> { }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{'cuda_tile.for' op operand #0 must be 0-d tile of i1, i8, i16, i32 or i64, but got '!cuda_tile.tile<ptr<f32>>'}}
    for %k in (%p to %p, step %p) : tile<ptr<f32>> { }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-note @+1 {{this op cannot be left this way}}
    for %k in (%i to %i, step %i) : tile<i32> {
      if %c {
        // expected-error @+1 {{'cuda_tile.break' op expected a loop around it, looking outwards through if, got 'cuda_tile.for'}}
        break
      }
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{'cuda_tile.for' op expected a body that ends in continue, got 'cuda_tile.break'}}
    for %k in (%i to %i, step %i) : tile<i32> {
      break
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-note @+1 {{this op cannot be left this way}}
    for %k in (%i to %i, step %i) : tile<i32> {
      if %c {
        // expected-error @+1 {{'cuda_tile.return' op expected an entry around it, looking outwards through if, got 'cuda_tile.for'}}
        return
      }
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{'cuda_tile.for' op expected a body that ends in continue, got 'cuda_tile.return'}}
    for %k in (%i to %i, step %i) : tile<i32> {
      return
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{'cuda_tile.for' op expected a body that ends in continue, got 'cuda_tile.yield'}}
    for %k in (%i to %i, step %i) : tile<i32> { yield }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+2 {{'cuda_tile.continue' op expected operands of the loop's carried types ('!cuda_tile.tile<f32>'), got ()}}
    // expected-note @+1 {{for this op}}
    %r = for %k in (%i to %i, step %i) : tile<i32> iter_values(%a = %f) -> (tile<f32>) { }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-note @+1 {{for this op}}
    %r = for %k in (%i to %i, step %i) : tile<i32> iter_values(%a = %f) -> (tile<f32>) {
      // expected-error @+1 {{'cuda_tile.continue' op expected operands of the loop's carried types ('!cuda_tile.tile<f32>'), got ('!cuda_tile.tile<i32>')}}
      continue %i : tile<i32>
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{custom op 'cuda_tile.for' expected 1 carried types, got 2}}
    %r = for %k in (%i to %i, step %i) : tile<i32> iter_values(%a = %f) -> (tile<f32>, tile<f32>) { }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{expected '('}}
    %r = for %k in (%i to %i, step %i) : tile<i32> iter_values(%a = %f) -> tile<f32> { }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{expected '->'}}
    %r = for %k in (%i to %i, step %i) : tile<i32> iter_values(%a = %f) { }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{custom op 'cuda_tile.for' expected valid keyword}}
    for %k in (%i to %i, step %i) : tile<i32> iter_values() -> () { }
  }
}

// -----

cuda_tile.module @m {
  // expected-note @+1 {{prior use here}}
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{use of value '%f' expects different type than prior uses: '!cuda_tile.tile<i32>' vs '!cuda_tile.tile<f32>'}}
    %r = for %k in (%i to %i, step %i) : tile<i32> iter_values(%a = %f) -> (tile<i32>) { }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-note @+1 {{for this op}}
    for %k in (%i to %i, step %i) : tile<i32> {
      // expected-error @+1 {{'cuda_tile.continue' op expected operands of the loop's carried types (), got ('!cuda_tile.tile<i32>')}}
      continue %i : tile<i32>
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-note @+1 {{for this op}}
    %r = for %k in (%i to %i, step %i) : tile<i32> iter_values(%a = %f) -> (tile<f32>) {
      // expected-error @+1 {{'cuda_tile.continue' op expected operands of the loop's carried types ('!cuda_tile.tile<f32>'), got ()}}
      if %c { continue }
      continue %a : tile<f32>
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %tv = make_tensor_view %p, shape = [8], strides = [1] : tensor_view<8xf32, strides=[1]>
    // expected-error @+1 {{'cuda_tile.for' op expected carried values that are not views, got '!cuda_tile.tensor_view<8xf32, strides=[1]>'}}
    %r = for %k in (%i to %i, step %i) : tile<i32> iter_values(%a = %tv) -> (tensor_view<8xf32, strides=[1]>) {
      continue %a : tensor_view<8xf32, strides=[1]>
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{expected SSA operand}}
    for signed %k in (%i to %i, step %i) : tile<i32> { }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{expected ','}}
    for %k in (%i to %i) : tile<i32> { }
  }
}

// -----

cuda_tile.module @m {
  // expected-note @+1 {{previously referenced here}}
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{region entry argument '%i' is already in use}}
    for %i in (%i to %i, step %i) : tile<i32> { }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{invalid block name in region with named arguments}}
    for %k in (%i to %i, step %i) : tile<i32> { ^bb1(%z: tile<i32>): continue }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{invalid block name in region with named arguments}}
    for %k in (%i to %i, step %i) : tile<i32> { ^bb0: continue ^bb1: continue }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-note @+1 {{for this op}}
    loop {
      // expected-error @+1 {{'cuda_tile.break' op expected operands of the loop's result types (), got ('!cuda_tile.tile<i32>')}}
      break %i : tile<i32>
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-note @+1 {{for this op}}
    %r = loop : tile<f32> {
      // expected-error @+1 {{'cuda_tile.break' op expected operands of the loop's result types ('!cuda_tile.tile<f32>'), got ()}}
      break
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{expected non-function type}}
    %r = loop iter_values(%a = %i) : tile<i32> -> (tile<f32>) { break %f : tile<f32> }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-note @+1 {{for this op}}
    %r = loop iter_values(%a = %i) : tile<i32> -> tile<f32> {
      // expected-error @+1 {{'cuda_tile.continue' op expected operands of the loop's carried types ('!cuda_tile.tile<i32>'), got ('!cuda_tile.tile<f32>')}}
      continue %f : tile<f32>
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+2 {{'cuda_tile.continue' op expected operands of the loop's carried types ('!cuda_tile.tile<i32>'), got ()}}
    // expected-note @+1 {{for this op}}
    %r = loop iter_values(%a = %i) : tile<i32> -> tile<f32> {
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-note @+1 {{this op cannot be left this way}}
    loop {
      // expected-error @+1 {{'cuda_tile.return' op expected an entry around it, looking outwards through if, got 'cuda_tile.loop'}}
      return
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-note @+1 {{this op cannot be left this way}}
    loop {
      if %c {
        // expected-error @+1 {{'cuda_tile.return' op expected an entry around it, looking outwards through if, got 'cuda_tile.loop'}}
        return
      }
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{custom op 'cuda_tile.loop' expected 1 carried types, got 2}}
    loop iter_values(%a = %i) : tile<i32>, tile<i32> { }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{custom op 'cuda_tile.loop' expected 2 carried types, got 1}}
    loop iter_values(%a = %i, %b = %i) : tile<i32> { }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{expected ':'}}
    loop iter_values(%a = %i) { }
  }
}

// -----

cuda_tile.module @m {
  // expected-note @+1 {{prior use here}}
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{use of value '%i' expects different type than prior uses: '!cuda_tile.tile<f32>' vs '!cuda_tile.tile<i32>'}}
    loop iter_values(%a = %i) : tile<f32> { }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{'cuda_tile.loop' op expected a body that ends in continue, break or return, got 'cuda_tile.yield'}}
    loop { yield }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{expected '{' to begin a region}}
    loop
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    loop {
      // expected-note @+1 {{this op cannot be left this way}}
      for %k in (%i to %i, step %i) : tile<i32> {
        // expected-error @+1 {{'cuda_tile.break' op expected a loop around it, looking outwards through if, got 'cuda_tile.for'}}
        if %c { break }
      }
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %tv = make_tensor_view %p, shape = [8], strides = [1] : tensor_view<8xf32, strides=[1]>
    // expected-error @+1 {{'cuda_tile.loop' op expected carried values that are not views, got '!cuda_tile.tensor_view<8xf32, strides=[1]>'}}
    loop iter_values(%a = %tv) : tensor_view<8xf32, strides=[1]> {
      continue %a : tensor_view<8xf32, strides=[1]>
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %tv = make_tensor_view %p, shape = [8], strides = [1] : tensor_view<8xf32, strides=[1]>
    // expected-error @+1 {{'cuda_tile.loop' op expected results that are not views, got '!cuda_tile.tensor_view<8xf32, strides=[1]>'}}
    %r = loop : tensor_view<8xf32, strides=[1]> {
      break %tv : tensor_view<8xf32, strides=[1]>
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{'cuda_tile.loop' op expects region #0 to have 0 or 1 blocks}}
    loop { ^bb0: break ^bb1: break }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{'cuda_tile.break' op expects parent op to be one of 'cuda_tile.loop, cuda_tile.if'}}
    break
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{'cuda_tile.continue' op expects parent op to be one of 'cuda_tile.for, cuda_tile.loop, cuda_tile.if'}}
    continue
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{'cuda_tile.yield' op expects parent op to be one of 'cuda_tile.if, cuda_tile.reduce, cuda_tile.scan'}}
    yield
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    loop {
      // expected-error @+1 {{'cuda_tile.break' op must be the last operation in the parent block}}
      break
      break
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    loop {
      // expected-error @+1 {{expected ':'}}
      break %i
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    loop {
      // expected-error @+1 {{expected operation name in quotes}}
      break : tile<i32>
    }
  }
}

// -----

cuda_tile.module @m {
  // expected-note @+1 {{prior use here}}
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    loop {
      // expected-error @+1 {{use of value '%i' expects different type than prior uses: '!cuda_tile.tile<f32>' vs '!cuda_tile.tile<i32>'}}
      break %i : tile<f32>
    }
  }
}

// -----

// expected-note @+1 {{in this module}}
cuda_tile.module @m {
  // expected-error @+1 {{'cuda_tile.break' op expected entry or global in a module, got this op}}
  break
}

// -----

// expected-note @+1 {{in this module}}
cuda_tile.module @m {
  // expected-error @+1 {{'cuda_tile.return' op expected entry or global in a module, got this op}}
  return
}

// -----

cuda_tile.module @m {
  testing$func @f(%x: index) {
    loop : index {
      // expected-error @+1 {{'cuda_tile.break' op operand #0 must be variadic of number or cuda_tile type, but got 'index'}}
      break %x : index
    }
    return
  }
}

// -----

cuda_tile.module @m {
  testing$func @f(%x: index, %c: tile<i1>) {
    %0 = if %c -> (index) {
      // expected-error @+1 {{'cuda_tile.yield' op operand #0 must be variadic of number or cuda_tile type, but got 'index'}}
      yield %x : index
    } else {
      yield %x : index
    }
    return
  }
}
