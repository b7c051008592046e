// RUN: tessera-opt %s --split-input-file --verify-diagnostics

// Generic forms of the core ops that the custom form cannot spell: each abuse is a
// located error.

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %v = iota : tile<8xi32>
    // expected-error @+1 {{'cuda_tile.permute' op requires attribute 'permutation'}}
    %r = "cuda_tile.permute"(%v) : (!cuda_tile.tile<8xi32>) -> !cuda_tile.tile<8xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %v = iota : tile<8xi32>
    // expected-error @+1 {{invalid properties {permutation = [0]} for op cuda_tile.permute: Invalid attribute `permutation` in property conversion: [0]}}
    %r = "cuda_tile.permute"(%v) <{permutation = [0]}> : (!cuda_tile.tile<8xi32>) -> !cuda_tile.tile<8xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %v = iota : tile<8xi32>
    // expected-error @+1 {{'cuda_tile.permute' op requires a single operand}}
    %r = "cuda_tile.permute"() <{permutation = array<i32: 0>}> : () -> !cuda_tile.tile<8xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %v = iota : tile<8xi32>
    // expected-error @+1 {{'cuda_tile.cat' op requires attribute 'dim'}}
    %r = "cuda_tile.cat"(%v, %v) : (!cuda_tile.tile<8xi32>, !cuda_tile.tile<8xi32>) -> !cuda_tile.tile<16xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %v = iota : tile<8xi32>
    // expected-error @+1 {{'cuda_tile.cat' op attribute 'dim' failed to satisfy constraint: 64-bit signless integer attribute}}
    %r = "cuda_tile.cat"(%v, %v) <{dim = 0 : i32}> : (!cuda_tile.tile<8xi32>, !cuda_tile.tile<8xi32>) -> !cuda_tile.tile<16xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %v = iota : tile<8xi32>
    // expected-error @+1 {{'cuda_tile.cat' op expected 2 operands, but found 1}}
    %r = "cuda_tile.cat"(%v) <{dim = 0 : i64}> : (!cuda_tile.tile<8xi32>) -> !cuda_tile.tile<8xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %v = iota : tile<8xi32>
    // expected-error @+1 {{'cuda_tile.extract' op expected 1 or more operands, but found 0}}
    %r = "cuda_tile.extract"() : () -> !cuda_tile.tile<8xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %v = iota : tile<8xi32>
    // expected-error @+1 {{'cuda_tile.extract' op operand #1 must be variadic of 0-d tile of i32, but got '!cuda_tile.tile<8xi32>'}}
    %r = "cuda_tile.extract"(%v, %v) : (!cuda_tile.tile<8xi32>, !cuda_tile.tile<8xi32>) -> !cuda_tile.tile<8xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %v = iota : tile<8xi32>
    // expected-error @+1 {{'cuda_tile.insert' op expected 2 or more operands, but found 1}}
    %r = "cuda_tile.insert"(%v) : (!cuda_tile.tile<8xi32>) -> !cuda_tile.tile<8xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %v = iota : tile<8xi32>
    // expected-error @+1 {{'cuda_tile.broadcast' op result #0 must be tile, but got 'i32'}}
    %r = "cuda_tile.broadcast"(%v) : (!cuda_tile.tile<8xi32>) -> i32
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %v = iota : tile<8xi32>
    // expected-error @+1 {{'cuda_tile.broadcast' op requires a single operand}}
    %r = "cuda_tile.broadcast"(%v, %v) : (!cuda_tile.tile<8xi32>, !cuda_tile.tile<8xi32>) -> !cuda_tile.tile<8xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %v = iota : tile<8xi32>
    // expected-error @+1 {{'cuda_tile.broadcast' op requires one result}}
    %r:2 = "cuda_tile.broadcast"(%v) : (!cuda_tile.tile<8xi32>) -> (!cuda_tile.tile<8xi32>, !cuda_tile.tile<8xi32>)
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{'cuda_tile.get_tile_block_id' op result #2 must be 0-d tile of i32, but got '!cuda_tile.tile<i64>'}}
    %r:3 = "cuda_tile.get_tile_block_id"() : () -> (!cuda_tile.tile<i32>, !cuda_tile.tile<i32>, !cuda_tile.tile<i64>)
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{'cuda_tile.get_tile_block_id' op expected 3 results}}
    %r:2 = "cuda_tile.get_tile_block_id"() : () -> (!cuda_tile.tile<i32>, !cuda_tile.tile<i32>)
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{'cuda_tile.select' op failed to verify that all of {val_if_true, val_if_false, result} have same type}}
    %r = "cuda_tile.select"(%c, %i, %f) : (!cuda_tile.tile<i1>, !cuda_tile.tile<i32>, !cuda_tile.tile<f32>) -> !cuda_tile.tile<i32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{'cuda_tile.select' op expected 3 operands, but found 2}}
    %r = "cuda_tile.select"(%c, %i) : (!cuda_tile.tile<i1>, !cuda_tile.tile<i32>) -> !cuda_tile.tile<i32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{'cuda_tile.offset' op failed to verify that all of {ptr, result} have same type}}
    %r = "cuda_tile.offset"(%p, %i) : (!cuda_tile.tile<ptr<f32>>, !cuda_tile.tile<i32>) -> !cuda_tile.tile<ptr<i32>>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{'cuda_tile.iota' op result #0 must be tile of i1, i8, i16, i32 or i64, but got 'vector<4xi32>'}}
    %r = "cuda_tile.iota"() : () -> vector<4xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{'cuda_tile.iota' op requires zero operands}}
    %r = "cuda_tile.iota"(%i) : (!cuda_tile.tile<i32>) -> !cuda_tile.tile<8xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{'cuda_tile.iota' op requires zero regions}}
    %r = "cuda_tile.iota"() ({
    }) : () -> !cuda_tile.tile<8xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{successors in non-terminator}}
    "cuda_tile.iota"() [^bb1] : () -> ()
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{unregistered operation 'cuda_tile.nosuch' found in dialect ('cuda_tile') that does not allow unknown operations}}
    %r = "cuda_tile.nosuch"() : () -> !cuda_tile.tile<8xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{'cuda_tile.assert' op requires attribute 'message'}}
    "cuda_tile.assert"(%c) : (!cuda_tile.tile<i1>) -> ()
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{invalid properties {message = 1 : i32} for op cuda_tile.assert: Invalid attribute `message` in property conversion: 1 : i32}}
    "cuda_tile.assert"(%c) <{message = 1 : i32}> : (!cuda_tile.tile<i1>) -> ()
  }
}
