// RUN: tessera-opt %s --split-input-file --verify-diagnostics --mlir-print-op-on-diagnostic=false

// Every rejection of core.md 5: module, entry, global, get_global.

module @m {
  // expected-error @+1 {{custom op 'entry' is unknown (tried 'builtin.entry' as well)}}
  entry @k() {}
}

// -----

// expected-error @+1 {{custom op 'cuda_tile.module' expected valid '@'-identifier for symbol name}}
cuda_tile.module {
}

// -----

// expected-error @+1 {{expected '{' to begin a region}}
cuda_tile.module @m

// -----

// expected-note @+1 {{in this module}}
cuda_tile.module @m {
  // expected-error @+1 {{'cuda_tile.module' op expected entry or global in a module, got this op}}
  module @inner {}
}

// -----

// expected-note @+1 {{in this module}}
cuda_tile.module @m {
  // expected-error @+1 {{'cuda_tile.constant' op expected entry or global in a module, got this op}}
  %c = constant <i32: 0> : tile<i32>
}

// -----

// expected-note @+1 {{in this module}}
cuda_tile.module @m {
  // expected-error @+1 {{'builtin.module' op expected entry or global in a module, got this op}}
  builtin.module {}
}

// -----

cuda_tile.module @m {
  // expected-note @+1 {{see existing symbol definition here}}
  entry @k() {}
  // expected-error @+1 {{redefinition of symbol named 'k'}}
  global @k <i32: 1> : tile<1xi32>
}

// -----

// expected-error @+1 {{custom op 'cuda_tile.module' 'cuda_tile.module' op attribute 'producer' failed to satisfy constraint: string attribute}}
cuda_tile.module @m attributes {producer = 3 : i32} {
}

// -----

// expected-note @+1 {{see existing symbol definition here}}
cuda_tile.module @m {
}
// expected-error @+1 {{redefinition of symbol named 'm'}}
cuda_tile.module @m {
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{expected SSA operand}}
  entry @k(tile<i32>) {}
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{expected '{' to begin a region}}
  entry @k(%a: tile<i32>)
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{'cuda_tile.entry' op expected a 0-d tile of a number or pointer as parameter #0, got '!cuda_tile.tile<4xi32>'}}
  entry @k(%a: tile<4xi32>) {}
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{'cuda_tile.entry' op expected a 0-d tile of a number or pointer as parameter #0, got 'i32'}}
  entry @k(%a: i32) {}
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{'cuda_tile.entry' op expected a 0-d tile of a number or pointer as parameter #0, got '!cuda_tile.ptr<f32>'}}
  entry @k(%a: ptr<f32>) {}
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{'cuda_tile.entry' op expected a 0-d tile of a number or pointer as parameter #0, got '!cuda_tile.token'}}
  entry @k(%a: token) {}
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{'cuda_tile.entry' op expected a 0-d tile of a number or pointer as parameter #0, got '!cuda_tile.tile<i4>'}}
  entry @k(%a: tile<i4>) {}
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{'cuda_tile.entry' op expected a 0-d tile of a number or pointer as parameter #1, got '!cuda_tile.tensor_view<8xf32, strides=[1]>'}}
  entry @k(%n: tile<i32>, %a: tensor_view<8xf32, strides=[1]>) {}
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{'cuda_tile.entry' op expected no results, got 1}}
  entry @k() -> tile<i32> {}
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{'cuda_tile.entry' op expected no results, got 2}}
  entry @k() -> (tile<i32>, tile<f32>) {}
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{'cuda_tile.entry' op expects region #0 to have 0 or 1 blocks}}
  entry @k() { return ^bb1: return }
}

// -----

cuda_tile.module @m {
  entry @k() {
    // expected-error @+1 {{'cuda_tile.entry' op symbol's parent must have the SymbolTable trait}}
    entry @j() {}
  }
}

// -----

cuda_tile.module @m {
  // expected-note @+1 {{for this op}}
  entry @k(%a: tile<i32>) {
    // expected-error @+1 {{'cuda_tile.return' op expected operands of the function's result types (), got ('!cuda_tile.tile<i32>')}}
    return %a : tile<i32>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    // expected-error @+1 {{'cuda_tile.return' op must be the last operation in the parent block}}
    return
    return
  }
}

// -----

cuda_tile.module @m {
  // expected-error @+2 {{region entry argument '%a' is already in use}}
  // expected-note @+1 {{previously referenced here}}
  entry @k(%a: tile<i32>, %a: tile<i32>) {}
}

// -----

cuda_tile.module @m {
  entry @k() {
    // expected-error @+1 {{'cuda_tile.yield' op expects parent op to be one of 'cuda_tile.if, cuda_tile.reduce, cuda_tile.scan'}}
    yield
  }
}

// -----

cuda_tile.module @m {
  // expected-error @+2 {{'cuda_tile.return' op expected operands of the function's result types ('!cuda_tile.tile<i32>'), got ()}}
  // expected-note @+1 {{for this op}}
  testing$func @f() -> tile<i32> { }
}

// -----

cuda_tile.module @m {
  // expected-note @+1 {{for this op}}
  testing$func @f(%a: tile<i32>) -> token {
    // expected-error @+1 {{'cuda_tile.return' op expected operands of the function's result types ('!cuda_tile.token'), got ('!cuda_tile.tile<i32>')}}
    return %a : tile<i32>
  }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{'cuda_tile.global' op expected a value of rank 1, got rank 0}}
  global @g <f32: 1.0> : tile<f32>
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{'cuda_tile.global' op expected a value of rank 1, got rank 2}}
  global @g <f32: [[1.0, 2.0]]> : tile<1x2xf32>
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{custom op 'cuda_tile.global' expected valid '@'-identifier for symbol name}}
  global constant private @g <f32: [1.0]> : tile<1xf32>
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{custom op 'cuda_tile.global' expected valid '@'-identifier for symbol name}}
  global nested @g <f32: [1.0]> : tile<1xf32>
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{custom op 'alignment' is unknown (tried 'cuda_tile.alignment' as well)}}
  global @g <f32: [1.0]> : tile<1xf32> alignment = 4
}

// -----

cuda_tile.module @m {
  // expected-note @+1 {{see existing symbol definition here}}
  global @g <f32: [1.0]> : tile<1xf32>
  // expected-error @+1 {{redefinition of symbol named 'g'}}
  entry @g() {}
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{'cuda_tile.global' op expected an alignment of 0 or a power of two, got 3}}
  global @g alignment = 3 <f32: [1.0]> : tile<1xf32>
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{'cuda_tile.global' op expected an alignment of 0 or a power of two, got -8}}
  global @g alignment = -8 <f32: [1.0]> : tile<1xf32>
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{custom op 'cuda_tile.global' integer value too large}}
  global @g alignment = 9223372036854775808 <f32: [1.0]> : tile<1xf32>
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{expected '<'}}
  global @g dense<1.0> : tile<1xf32>
}

// -----

cuda_tile.module @m {
  entry @k() {
    // expected-error @+1 {{'cuda_tile.global' op symbol's parent must have the SymbolTable trait}}
    global @g <f32: [1.0]> : tile<1xf32>
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    // expected-error @+1 {{'cuda_tile.get_global' op expected the name of a global, got @nope}}
    %0 = get_global @nope : tile<ptr<f32>>
  }
}

// -----

cuda_tile.module @m {
  // expected-note @+1 {{the global is declared here}}
  global @g <f32: [1.0]> : tile<1xf32>
  entry @k() {
    // expected-error @+1 {{'cuda_tile.get_global' op expected a pointer to 'f32', got a pointer to 'i32'}}
    %0 = get_global @g : tile<ptr<i32>>
  }
}

// -----

cuda_tile.module @m {
  // expected-note @+1 {{this symbol is not a global}}
  entry @k() {
    // expected-error @+1 {{'cuda_tile.get_global' op expected the name of a global, got @k}}
    %0 = get_global @k : tile<ptr<i32>>
  }
}

// -----

cuda_tile.module @m {
  global @g <f32: [1.0]> : tile<1xf32>
  entry @k() {
    // expected-error @+1 {{'cuda_tile.get_global' op result #0 must be 0-d tile of a pointer, but got '!cuda_tile.tile<1xptr<f32>>'}}
    %0 = get_global @g : tile<1xptr<f32>>
  }
}

// -----

cuda_tile.module @m {
  global @g <f32: [1.0]> : tile<1xf32>
  entry @k() {
    // expected-error @+1 {{custom op 'cuda_tile.get_global' invalid kind of attribute specified}}
    %0 = get_global @m::@g : tile<ptr<f32>>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%a: tile<i32>) {
    // expected-error @+1 {{custom op 'nosuchop' is unknown (tried 'cuda_tile.nosuchop' as well)}}
    %0 = nosuchop %a : tile<i32>
  }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{'cuda_tile.entry' op expected a name that is not empty}}
  entry @""() {
  }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{'cuda_tile.global' op expected a name that is not empty}}
  global @"" <f32: [1.0]> : tile<1xf32>
}

// -----

// expected-error @+1 {{'cuda_tile.module' op expected a name that is not empty}}
cuda_tile.module @"" {
}
