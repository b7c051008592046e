// RUN: tessera-opt %s --split-input-file --verify-diagnostics

// Generic forms of control flow that the custom form cannot spell: each abuse is a
// located error.

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{'cuda_tile.if' op expected 2 regions}}
    "cuda_tile.if"(%c) : (!cuda_tile.tile<i1>) -> ()
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{'cuda_tile.if' op expected 2 regions}}
    "cuda_tile.if"(%c) ({
      "cuda_tile.yield"() : () -> ()
    }) : (!cuda_tile.tile<i1>) -> ()
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{'cuda_tile.if' op expected a then-region with a terminator, got an empty region}}
    "cuda_tile.if"(%c) ({
    }, {
    }) : (!cuda_tile.tile<i1>) -> ()
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{'cuda_tile.if' op expects a non-empty block}}
    "cuda_tile.if"(%c) ({
    ^bb0:
    }, {
    }) : (!cuda_tile.tile<i1>) -> ()
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{'cuda_tile.if' op expects a non-empty block}}
    "cuda_tile.if"(%c) ({
      "cuda_tile.yield"() : () -> ()
    }, {
    ^bb0:
    }) : (!cuda_tile.tile<i1>) -> ()
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{'cuda_tile.if' op expected a then-region with a terminator, got an empty region}}
    "cuda_tile.if"(%c) ({
    }, {
      "cuda_tile.yield"() : () -> ()
    }) : (!cuda_tile.tile<i1>) -> ()
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{'cuda_tile.if' op region #0 should have no arguments}}
    "cuda_tile.if"(%c) ({
    ^bb0(%x: !cuda_tile.tile<i32>):
      "cuda_tile.yield"() : () -> ()
    }, {
    }) : (!cuda_tile.tile<i1>) -> ()
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{'cuda_tile.if' op requires a single operand}}
    "cuda_tile.if"() ({
      "cuda_tile.yield"() : () -> ()
    }, {
    }) : () -> ()
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{'cuda_tile.if' op expected regions that end in yield, break, continue or return}}
    "cuda_tile.if"(%c) ({
      %x = "cuda_tile.iota"() : () -> !cuda_tile.tile<2xi32>
    }, {
    }) : (!cuda_tile.tile<i1>) -> ()
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{'cuda_tile.if' op expected regions that end in yield, break, continue or return}}
    "cuda_tile.if"(%c) ({
      "cuda_tile.entry"() <{sym_name = "x", function_type = () -> ()}> ({
        "cuda_tile.return"() : () -> ()
      }) : () -> ()
    }, {
    }) : (!cuda_tile.tile<i1>) -> ()
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-note @+1 {{for this op}}
    %r = "cuda_tile.if"(%c) ({
      "cuda_tile.yield"(%i) : (!cuda_tile.tile<i32>) -> ()
    }, {
      // expected-error @+1 {{'cuda_tile.yield' op expected operands of the result types ('!cuda_tile.tile<i32>'), got ('!cuda_tile.tile<f32>')}}
      "cuda_tile.yield"(%f) : (!cuda_tile.tile<f32>) -> ()
    }) : (!cuda_tile.tile<i1>) -> !cuda_tile.tile<i32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{'cuda_tile.if' op expects region #0 to have 0 or 1 blocks}}
    "cuda_tile.if"(%c) ({
    ^bb0:
      "cuda_tile.yield"() : () -> ()
    ^bb1:
      "cuda_tile.yield"() : () -> ()
    }, {
    }) : (!cuda_tile.tile<i1>) -> ()
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{'cuda_tile.for' op region #0 ('region') failed to verify constraint: region with 1 blocks}}
    "cuda_tile.for"(%i, %i, %i) ({
    }) : (!cuda_tile.tile<i32>, !cuda_tile.tile<i32>, !cuda_tile.tile<i32>) -> ()
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{'cuda_tile.for' op requires one region}}
    "cuda_tile.for"(%i, %i, %i) : (!cuda_tile.tile<i32>, !cuda_tile.tile<i32>, !cuda_tile.tile<i32>) -> ()
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{'cuda_tile.for' op expects a non-empty block}}
    "cuda_tile.for"(%i, %i, %i) ({
    ^bb0:
    }) : (!cuda_tile.tile<i32>, !cuda_tile.tile<i32>, !cuda_tile.tile<i32>) -> ()
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{'cuda_tile.for' op expected body arguments of the bound and carried types ('!cuda_tile.tile<i32>'), got ()}}
    "cuda_tile.for"(%i, %i, %i) ({
      "cuda_tile.continue"() : () -> ()
    }) : (!cuda_tile.tile<i32>, !cuda_tile.tile<i32>, !cuda_tile.tile<i32>) -> ()
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{'cuda_tile.for' op expected body arguments of the bound and carried types ('!cuda_tile.tile<i32>'), got ('!cuda_tile.tile<f32>')}}
    "cuda_tile.for"(%i, %i, %i) ({
    ^bb0(%k: !cuda_tile.tile<f32>):
      "cuda_tile.continue"() : () -> ()
    }) : (!cuda_tile.tile<i32>, !cuda_tile.tile<i32>, !cuda_tile.tile<i32>) -> ()
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{'cuda_tile.for' op expected body arguments of the bound and carried types ('!cuda_tile.tile<i32>'), got ('!cuda_tile.tile<i32>', '!cuda_tile.tile<i32>')}}
    "cuda_tile.for"(%i, %i, %i) ({
    ^bb0(%k: !cuda_tile.tile<i32>, %x: !cuda_tile.tile<i32>):
      "cuda_tile.continue"() : () -> ()
    }) : (!cuda_tile.tile<i32>, !cuda_tile.tile<i32>, !cuda_tile.tile<i32>) -> ()
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{'cuda_tile.for' op failed to verify that all of {lowerBound, upperBound, step} have same type}}
    "cuda_tile.for"(%i, %i, %l) ({
    ^bb0(%k: !cuda_tile.tile<i32>):
      "cuda_tile.continue"() : () -> ()
    }) : (!cuda_tile.tile<i32>, !cuda_tile.tile<i32>, !cuda_tile.tile<i64>) -> ()
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{'cuda_tile.for' op expected 3 or more operands, but found 2}}
    "cuda_tile.for"(%i, %i) ({
    ^bb0(%k: !cuda_tile.tile<i32>):
      "cuda_tile.continue"() : () -> ()
    }) : (!cuda_tile.tile<i32>, !cuda_tile.tile<i32>) -> ()
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{'cuda_tile.for' op expected results of the carried types (), got ('!cuda_tile.tile<i32>')}}
    %r = "cuda_tile.for"(%i, %i, %i) ({
    ^bb0(%k: !cuda_tile.tile<i32>):
      "cuda_tile.continue"() : () -> ()
    }) : (!cuda_tile.tile<i32>, !cuda_tile.tile<i32>, !cuda_tile.tile<i32>) -> !cuda_tile.tile<i32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{'cuda_tile.for' op expected results of the carried types ('!cuda_tile.tile<f32>'), got ()}}
    "cuda_tile.for"(%i, %i, %i, %f) ({
    ^bb0(%k: !cuda_tile.tile<i32>, %x: !cuda_tile.tile<f32>):
      "cuda_tile.continue"(%x) : (!cuda_tile.tile<f32>) -> ()
    }) : (!cuda_tile.tile<i32>, !cuda_tile.tile<i32>, !cuda_tile.tile<i32>, !cuda_tile.tile<f32>) -> ()
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{'cuda_tile.for' op expected results of the carried types ('!cuda_tile.tile<f32>'), got ('!cuda_tile.tile<i32>')}}
    %r = "cuda_tile.for"(%i, %i, %i, %f) ({
    ^bb0(%k: !cuda_tile.tile<i32>, %x: !cuda_tile.tile<f32>):
      "cuda_tile.continue"(%x) : (!cuda_tile.tile<f32>) -> ()
    }) : (!cuda_tile.tile<i32>, !cuda_tile.tile<i32>, !cuda_tile.tile<i32>, !cuda_tile.tile<f32>) -> !cuda_tile.tile<i32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{invalid properties {unsignedCmp = 1 : i32} for op cuda_tile.for: Invalid attribute `unsignedCmp` in property conversion: 1 : i32}}
    "cuda_tile.for"(%i, %i, %i) <{unsignedCmp = 1 : i32}> ({
    ^bb0(%k: !cuda_tile.tile<i32>):
      "cuda_tile.continue"() : () -> ()
    }) : (!cuda_tile.tile<i32>, !cuda_tile.tile<i32>, !cuda_tile.tile<i32>) -> ()
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{'cuda_tile.for' op expected a body that ends in continue, got 'cuda_tile.iota'}}
    "cuda_tile.for"(%i, %i, %i) ({
    ^bb0(%k: !cuda_tile.tile<i32>):
      %x = "cuda_tile.iota"() : () -> !cuda_tile.tile<2xi32>
    }) : (!cuda_tile.tile<i32>, !cuda_tile.tile<i32>, !cuda_tile.tile<i32>) -> ()
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{'cuda_tile.for' op expects region #0 to have 0 or 1 blocks}}
    "cuda_tile.for"(%i, %i, %i) ({
    ^bb0(%k: !cuda_tile.tile<i32>):
      "cuda_tile.continue"() : () -> ()
    ^bb1:
      "cuda_tile.continue"() : () -> ()
    }) : (!cuda_tile.tile<i32>, !cuda_tile.tile<i32>, !cuda_tile.tile<i32>) -> ()
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{'cuda_tile.loop' op region #0 ('region') failed to verify constraint: region with 1 blocks}}
    "cuda_tile.loop"() ({
    }) : () -> ()
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{'cuda_tile.loop' op requires one region}}
    "cuda_tile.loop"() : () -> ()
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{'cuda_tile.loop' op expects a non-empty block}}
    "cuda_tile.loop"() ({
    ^bb0:
    }) : () -> ()
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{'cuda_tile.loop' op expected body arguments of the carried types (), got ('!cuda_tile.tile<i32>')}}
    "cuda_tile.loop"() ({
    ^bb0(%x: !cuda_tile.tile<i32>):
      "cuda_tile.break"() : () -> ()
    }) : () -> ()
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{'cuda_tile.loop' op expected body arguments of the carried types ('!cuda_tile.tile<i32>'), got ()}}
    "cuda_tile.loop"(%i) ({
      "cuda_tile.break"() : () -> ()
    }) : (!cuda_tile.tile<i32>) -> ()
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{'cuda_tile.loop' op expected body arguments of the carried types ('!cuda_tile.tile<i32>'), got ('!cuda_tile.tile<f32>')}}
    "cuda_tile.loop"(%i) ({
    ^bb0(%x: !cuda_tile.tile<f32>):
      "cuda_tile.break"() : () -> ()
    }) : (!cuda_tile.tile<i32>) -> ()
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{'cuda_tile.loop' op expected a body that ends in continue, break or return, got 'cuda_tile.iota'}}
    "cuda_tile.loop"() ({
      %x = "cuda_tile.iota"() : () -> !cuda_tile.tile<2xi32>
    }) : () -> ()
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{'cuda_tile.loop' op expects region #0 to have 0 or 1 blocks}}
    "cuda_tile.loop"() ({
      "cuda_tile.break"() [^bb0] : () -> ()
    ^bb0:
    }) : () -> ()
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    "cuda_tile.loop"() ({
      // expected-error @+1 {{'cuda_tile.break' op requires zero regions}}
      "cuda_tile.break"() ({
      }) : () -> ()
    }) : () -> ()
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    "cuda_tile.loop"() ({
      // expected-error @+1 {{'cuda_tile.break' op requires zero results}}
      %x = "cuda_tile.break"() : () -> i32
    }) : () -> ()
  }
}

// -----

// expected-error @+1 {{'cuda_tile.break' op expects parent op to be one of 'cuda_tile.loop, cuda_tile.if'}}
"cuda_tile.break"() : () -> ()

// -----

// expected-error @+1 {{'cuda_tile.continue' op expects parent op to be one of 'cuda_tile.for, cuda_tile.loop, cuda_tile.if'}}
"cuda_tile.continue"() : () -> ()

// -----

// expected-error @+1 {{'cuda_tile.yield' op expects parent op to be one of 'cuda_tile.if, cuda_tile.reduce, cuda_tile.scan'}}
"cuda_tile.yield"() : () -> ()

// -----

// expected-error @+1 {{'cuda_tile.return' op expects parent op to be one of 'cuda_tile.entry, cuda_tile.testing$func, cuda_tile.if, cuda_tile.loop'}}
"cuda_tile.return"() : () -> ()

// -----

builtin.module {
  // expected-note @+1 {{this op cannot be left this way}}
  "cuda_tile.loop"() ({
    // expected-error @+1 {{'cuda_tile.return' op expected an entry around it, looking outwards through if, got 'cuda_tile.loop'}}
    "cuda_tile.return"() : () -> ()
  }) : () -> ()
}

// -----

// expected-error @+1 {{'cuda_tile.loop' op expected a body that ends in continue, break or return, got 'builtin.module'}}
"cuda_tile.loop"() ({
  "builtin.module"() ({
    "cuda_tile.break"() : () -> ()
  }) : () -> ()
}) : () -> ()
