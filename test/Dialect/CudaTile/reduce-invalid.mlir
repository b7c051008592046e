// RUN: tessera-opt %s --split-input-file --verify-diagnostics

// Every rejection of reduce and scan (core.md 6.2), custom and generic.

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %v = iota : tile<8xi32>
    // expected-error @+2 {{expected operand tiles with a dimension 1, got none}}
    // expected-error @+1 {{'cuda_tile.reduce' op failed to infer returned types}}
    %s = reduce %v dim=1 identities=[0 : i32] : tile<8xi32> -> tile<i32> (%a: tile<i32>, %b: tile<i32>) { yield %a : tile<i32> }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %v = iota : tile<8xi32>
    // expected-error @+2 {{expected operand tiles with a dimension -1, got none}}
    // expected-error @+1 {{'cuda_tile.reduce' op failed to infer returned types}}
    %s = reduce %v dim=-1 identities=[0 : i32] : tile<8xi32> -> tile<i32> (%a: tile<i32>, %b: tile<i32>) { yield %a : tile<i32> }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %v = iota : tile<8xi32>
    // expected-error @+2 {{expected operand tiles with a dimension 0, got none}}
    // expected-error @+1 {{'cuda_tile.reduce' op failed to infer returned types}}
    %s = reduce %i dim=0 identities=[0 : i32] : tile<i32> -> tile<i32> (%a: tile<i32>, %b: tile<i32>) { yield %a : tile<i32> }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %v = iota : tile<8xi32>
    // expected-error @+1 {{'cuda_tile.reduce' op expected an identity of type 'i32', got 0 : i64}}
    %s = reduce %v dim=0 identities=[0] : tile<8xi32> -> tile<i32> (%a: tile<i32>, %b: tile<i32>) { yield %a : tile<i32> }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %v = iota : tile<8xi32>
    // expected-error @+1 {{'cuda_tile.reduce' op expected an identity of type 'i32', got 0.000000e+00 : f32}}
    %s = reduce %v dim=0 identities=[0.0 : f32] : tile<8xi32> -> tile<i32> (%a: tile<i32>, %b: tile<i32>) { yield %a : tile<i32> }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %v = iota : tile<8xi32>
    // expected-error @+1 {{'cuda_tile.reduce' op expected an identity of type 'i32', got "0"}}
    %s = reduce %v dim=0 identities=["0"] : tile<8xi32> -> tile<i32> (%a: tile<i32>, %b: tile<i32>) { yield %a : tile<i32> }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %v = iota : tile<8xi32>
    // expected-error @+1 {{'cuda_tile.reduce' op expected 1 identities, got 0}}
    %s = reduce %v dim=0 identities=[] : tile<8xi32> -> tile<i32> (%a: tile<i32>, %b: tile<i32>) { yield %a : tile<i32> }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %v = iota : tile<8xi32>
    // expected-error @+1 {{'cuda_tile.reduce' op expected 1 identities, got 2}}
    %s = reduce %v dim=0 identities=[0 : i32, 0 : i32] : tile<8xi32> -> tile<i32> (%a: tile<i32>, %b: tile<i32>) { yield %a : tile<i32> }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %v = iota : tile<8xi32>
    %h = constant <f16: 1.0> : tile<2xf16>
    // expected-error @+1 {{'cuda_tile.reduce' op expected an identity of type 'f16', got 0.000000e+00 : bf16}}
    %s = reduce %h dim=0 identities=[0.0 : bf16] : tile<2xf16> -> tile<f16> (%a: tile<f16>, %b: tile<f16>) { yield %a : tile<f16> }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %v = iota : tile<8xi32>
    // expected-error @+2 {{'cuda_tile.reduce' op inferred type(s) '!cuda_tile.tile<i32>' are incompatible with return type(s) of operation '!cuda_tile.tile<1xi32>'}}
    // expected-error @+1 {{'cuda_tile.reduce' op failed to infer returned types}}
    %s = reduce %v dim=0 identities=[0 : i32] : tile<8xi32> -> tile<1xi32> (%a: tile<i32>, %b: tile<i32>) { yield %a : tile<i32> }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %v = iota : tile<8xi32>
    // expected-error @+2 {{'cuda_tile.reduce' op inferred type(s) '!cuda_tile.tile<i32>' are incompatible with return type(s) of operation '!cuda_tile.tile<i64>'}}
    // expected-error @+1 {{'cuda_tile.reduce' op failed to infer returned types}}
    %s = reduce %v dim=0 identities=[0 : i32] : tile<8xi32> -> tile<i64> (%a: tile<i32>, %b: tile<i32>) { yield %a : tile<i32> }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %v = iota : tile<8xi32>
    // expected-error @+2 {{'cuda_tile.reduce' op inferred type(s) '!cuda_tile.tile<i32>' are incompatible with return type(s) of operation '!cuda_tile.tile<i32>', '!cuda_tile.tile<i32>'}}
    // expected-error @+1 {{'cuda_tile.reduce' op failed to infer returned types}}
    %s, %t = reduce %v dim=0 identities=[0 : i32] : tile<8xi32> -> tile<i32>, tile<i32> (%a: tile<i32>, %b: tile<i32>) { yield %a : tile<i32> }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %v = iota : tile<8xi32>
    // expected-error @+1 {{'cuda_tile.reduce' op expected 2 body arguments, got 1}}
    %s = reduce %v dim=0 identities=[0 : i32] : tile<8xi32> -> tile<i32> (%a: tile<i32>) { yield %a : tile<i32> }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %v = iota : tile<8xi32>
    // expected-error @+1 {{'cuda_tile.reduce' op expected 2 body arguments, got 0}}
    %s = reduce %v dim=0 identities=[0 : i32] : tile<8xi32> -> tile<i32> () { yield %i : tile<i32> }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %v = iota : tile<8xi32>
    // expected-error @+1 {{'cuda_tile.reduce' op expected body argument #0 of type '!cuda_tile.tile<i32>', got '!cuda_tile.tile<f32>'}}
    %s = reduce %v dim=0 identities=[0 : i32] : tile<8xi32> -> tile<i32> (%a: tile<f32>, %b: tile<f32>) { yield %i : tile<i32> }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %v = iota : tile<8xi32>
    // expected-error @+1 {{'cuda_tile.reduce' op expected body argument #0 of type '!cuda_tile.tile<i32>', got '!cuda_tile.tile<1xi32>'}}
    %s = reduce %v dim=0 identities=[0 : i32] : tile<8xi32> -> tile<i32> (%a: tile<1xi32>, %b: tile<1xi32>) { yield %i : tile<i32> }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %v = iota : tile<8xi32>
    // expected-error @+1 {{'cuda_tile.reduce' op expects a non-empty block}}
    %s = reduce %v dim=0 identities=[0 : i32] : tile<8xi32> -> tile<i32> (%a: tile<i32>, %b: tile<i32>) { }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %v = iota : tile<8xi32>
    // expected-note @+1 {{for this op}}
    %s = reduce %v dim=0 identities=[0 : i32] : tile<8xi32> -> tile<i32> (%a: tile<i32>, %b: tile<i32>) {
      // expected-error @+1 {{'cuda_tile.yield' op expected an operand of type '!cuda_tile.tile<i32>', got '!cuda_tile.tile<f32>'}}
      yield %f : tile<f32>
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %v = iota : tile<8xi32>
    // expected-note @+1 {{for this op}}
    %s = reduce %v dim=0 identities=[0 : i32] : tile<8xi32> -> tile<i32> (%a: tile<i32>, %b: tile<i32>) {
      // expected-error @+1 {{'cuda_tile.yield' op expected 1 operands, got 0}}
      yield
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %v = iota : tile<8xi32>
    // expected-note @+1 {{for this op}}
    %s = reduce %v dim=0 identities=[0 : i32] : tile<8xi32> -> tile<i32> (%a: tile<i32>, %b: tile<i32>) {
      // expected-error @+1 {{'cuda_tile.yield' op expected 1 operands, got 2}}
      yield %a, %b : tile<i32>, tile<i32>
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %v = iota : tile<8xi32>
    // expected-note @+1 {{for this op}}
    %s = reduce %v dim=0 identities=[0 : i32] : tile<8xi32> -> tile<i32> (%a: tile<i32>, %b: tile<i32>) {
      %y = reshape %a : tile<i32> -> tile<1xi32>
      // expected-error @+1 {{'cuda_tile.yield' op expected an operand of type '!cuda_tile.tile<i32>', got '!cuda_tile.tile<1xi32>'}}
      yield %y : tile<1xi32>
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %v = iota : tile<8xi32>
    %s = reduce %v dim=0 identities=[0 : i32] : tile<8xi32> -> tile<i32> (%a: tile<i32>, %b: tile<i32>) {
      // expected-error @+1 {{'cuda_tile.return' op expects parent op to be one of 'cuda_tile.entry, cuda_tile.testing$func, cuda_tile.if, cuda_tile.loop'}}
      return
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %v = iota : tile<8xi32>
    %s = reduce %v dim=0 identities=[0 : i32] : tile<8xi32> -> tile<i32> (%a: tile<i32>, %b: tile<i32>) {
      // expected-error @+1 {{block with no terminator, has %2 = "cuda_tile.addi"(%arg5, %arg6) <{overflow = #cuda_tile.overflow<none>}> : (!cuda_tile.tile<i32>, !cuda_tile.tile<i32>) -> !cuda_tile.tile<i32>}}
      %y = addi %a, %b : tile<i32>
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %v = iota : tile<8xi32>
    // expected-note @+1 {{in the body of this op}}
    %s = reduce %v dim=0 identities=[0 : i32] : tile<8xi32> -> tile<i32> (%a: tile<i32>, %b: tile<i32>) {
      // expected-error @+1 {{'cuda_tile.divi' op expected a pure op in this body, got an op with effects or undefined behaviour}}
      %y = divi %a, %b signed : tile<i32>
      yield %a : tile<i32>
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %v = iota : tile<8xi32>
    // expected-note @+1 {{in the body of this op}}
    %s = reduce %v dim=0 identities=[0 : i32] : tile<8xi32> -> tile<i32> (%a: tile<i32>, %b: tile<i32>) {
      // expected-error @+1 {{'cuda_tile.remi' op expected a pure op in this body, got an op with effects or undefined behaviour}}
      %y = remi %a, %b signed : tile<i32>
      yield %a : tile<i32>
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %v = iota : tile<8xi32>
    // expected-note @+1 {{in the body of this op}}
    %s = reduce %v dim=0 identities=[0 : i32] : tile<8xi32> -> tile<i32> (%a: tile<i32>, %b: tile<i32>) {
      // expected-error @+1 {{'cuda_tile.assert' op expected a pure op in this body, got an op with effects or undefined behaviour}}
      assert %c, "x" : tile<i1>
      yield %a : tile<i32>
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %v = iota : tile<8xi32>
    // expected-note @+1 {{in the body of this op}}
    %s = reduce %v dim=0 identities=[0 : i32] : tile<8xi32> -> tile<i32> (%a: tile<i32>, %b: tile<i32>) {
      // expected-error @+1 {{'cuda_tile.if' op expected a pure op in this body, got an op with effects or undefined behaviour}}
      if %c { }
      yield %a : tile<i32>
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %v = iota : tile<8xi32>
    // expected-note @+1 {{in the body of this op}}
    %s = reduce %v dim=0 identities=[0 : i32] : tile<8xi32> -> tile<i32> (%a: tile<i32>, %b: tile<i32>) {
      // expected-error @+1 {{'cuda_tile.for' op expected a pure op in this body, got an op with effects or undefined behaviour}}
      for %k in (%a to %a, step %a) : tile<i32> { }
      yield %a : tile<i32>
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %v = iota : tile<8xi32>
    // expected-note @+1 {{in the body of this op}}
    %s = reduce %v dim=0 identities=[0 : i32] : tile<8xi32> -> tile<i32> (%a: tile<i32>, %b: tile<i32>) {
      // expected-error @+1 {{'cuda_tile.loop' op expected a pure op in this body, got an op with effects or undefined behaviour}}
      loop { break }
      yield %a : tile<i32>
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %v = iota : tile<8xi32>
    // expected-note @+1 {{in the body of this op}}
    %s = reduce %v dim=0 identities=[0 : i32] : tile<8xi32> -> tile<i32> (%a: tile<i32>, %b: tile<i32>) {
      // expected-error @+1 {{'cuda_tile.load_ptr_tko' op expected a pure op in this body, got an op with effects or undefined behaviour}}
      %y, %t = load_ptr_tko weak %p : tile<ptr<f32>> -> tile<f32>, token
      yield %a : tile<i32>
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %v = iota : tile<8xi32>
    // expected-note @+1 {{in the body of this op}}
    %s = reduce %v dim=0 identities=[0 : i32] : tile<8xi32> -> tile<i32> (%a: tile<i32>, %b: tile<i32>) {
      // expected-error @+1 {{'cuda_tile.alloca' op expected a pure op in this body, got an op with effects or undefined behaviour}}
      %y = alloca num_elem = 1, alignment = 4 : tile<ptr<f32>>
      yield %a : tile<i32>
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %v = iota : tile<8xi32>
    %w = iota : tile<4xi32>
    // expected-error @+1 {{'cuda_tile.reduce' op expected operands of one shape, got '!cuda_tile.tile<8xi32>' and '!cuda_tile.tile<4xi32>'}}
    %s, %t = reduce %v, %w dim=0 identities=[0 : i32, 0 : i32] : tile<8xi32>, tile<4xi32> -> tile<i32>, tile<i32> (%a: tile<i32>, %b: tile<i32>, %x: tile<i32>, %y: tile<i32>) { yield %a, %b : tile<i32>, tile<i32> }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %v = iota : tile<8xi32>
    // expected-error @+1 {{custom op 'cuda_tile.reduce' expected 'dim'}}
    %s = reduce %v identities=[0 : i32] : tile<8xi32> -> tile<i32> (%a: tile<i32>, %b: tile<i32>) { yield %a : tile<i32> }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %v = iota : tile<8xi32>
    // expected-error @+1 {{custom op 'cuda_tile.reduce' expected 'identities'}}
    %s = reduce %v dim=0 : tile<8xi32> -> tile<i32> (%a: tile<i32>, %b: tile<i32>) { yield %a : tile<i32> }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %v = iota : tile<8xi32>
    // expected-error @+1 {{expected '('}}
    %s = reduce %v dim=0 identities=[0 : i32] : tile<8xi32> -> tile<i32> { yield %a : tile<i32> }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %v = iota : tile<8xi32>
    // expected-error @+1 {{custom op 'cuda_tile.reduce' expected 'identities'}}
    %s = reduce %v dim=0 reverse=false identities=[0 : i32] : tile<8xi32> -> tile<i32> (%a: tile<i32>, %b: tile<i32>) { yield %a : tile<i32> }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %v = iota : tile<8xi32>
    // expected-error @+1 {{custom op 'cuda_tile.reduce' integer value too large}}
    %s = reduce %v dim=4294967296 identities=[0 : i32] : tile<8xi32> -> tile<i32> (%a: tile<i32>, %b: tile<i32>) { yield %a : tile<i32> }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %v = iota : tile<8xi32>
    %t = make_token : token
    // expected-error @+1 {{'cuda_tile.reduce' op operand #0 must be variadic of tile, but got '!cuda_tile.token'}}
    %s = reduce %t dim=0 identities=[0 : i32] : token -> token (%a: token, %b: token) { yield %a : token }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %v = iota : tile<8xi32>
    %q = reshape %p : tile<ptr<f32>> -> tile<1xptr<f32>>
    // expected-error @+1 {{'cuda_tile.reduce' op expected an identity of type '!cuda_tile.ptr<f32>', got 0 : i64}}
    %s = reduce %q dim=0 identities=[0 : i64] : tile<1xptr<f32>> -> tile<ptr<f32>> (%a: tile<ptr<f32>>, %b: tile<ptr<f32>>) { yield %a : tile<ptr<f32>> }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %v = iota : tile<8xi32>
    // expected-error @+1 {{custom op 'cuda_tile.scan' expected 'reverse'}}
    %s = scan %v dim=0 identities=[0 : i32] : tile<8xi32> -> tile<8xi32> (%a: tile<i32>, %b: tile<i32>) { yield %a : tile<i32> }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %v = iota : tile<8xi32>
    // expected-error @+1 {{custom op 'cuda_tile.scan' expected integer value}}
    %s = scan %v dim=0 reverse=maybe identities=[0 : i32] : tile<8xi32> -> tile<8xi32> (%a: tile<i32>, %b: tile<i32>) { yield %a : tile<i32> }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %v = iota : tile<8xi32>
    // expected-error @+2 {{'cuda_tile.scan' op inferred type(s) '!cuda_tile.tile<8xi32>' are incompatible with return type(s) of operation '!cuda_tile.tile<i32>'}}
    // expected-error @+1 {{'cuda_tile.scan' op failed to infer returned types}}
    %s = scan %v dim=0 reverse=false identities=[0 : i32] : tile<8xi32> -> tile<i32> (%a: tile<i32>, %b: tile<i32>) { yield %a : tile<i32> }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %v = iota : tile<8xi32>
    // expected-error @+1 {{'cuda_tile.scan' op expected dim below the rank 1, got 1}}
    %s = scan %v dim=1 reverse=false identities=[0 : i32] : tile<8xi32> -> tile<8xi32> (%a: tile<i32>, %b: tile<i32>) { yield %a : tile<i32> }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %v = iota : tile<8xi32>
    // expected-error @+1 {{'cuda_tile.scan' op expected an identity of type 'i32', got 0 : i64}}
    %s = scan %v dim=0 reverse=false identities=[0 : i64] : tile<8xi32> -> tile<8xi32> (%a: tile<i32>, %b: tile<i32>) { yield %a : tile<i32> }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %v = iota : tile<8xi32>
    // expected-error @+1 {{'cuda_tile.scan' op expects a non-empty block}}
    %s = scan %v dim=0 reverse=false identities=[0 : i32] : tile<8xi32> -> tile<8xi32> (%a: tile<i32>, %b: tile<i32>) { }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %v = iota : tile<8xi32>
    // expected-note @+1 {{in the body of this op}}
    %s = scan %v dim=0 reverse=false identities=[0 : i32] : tile<8xi32> -> tile<8xi32> (%a: tile<i32>, %b: tile<i32>) {
      // expected-error @+1 {{'cuda_tile.divi' op expected a pure op in this body, got an op with effects or undefined behaviour}}
      %y = divi %a, %b signed : tile<i32>
      yield %y : tile<i32>
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %v = iota : tile<8xi32>
    // expected-error @+1 {{'cuda_tile.reduce' op requires attribute 'dim'}}
    %s = "cuda_tile.reduce"(%v) ({
    ^bb0(%a: !cuda_tile.tile<i32>, %b: !cuda_tile.tile<i32>):
      "cuda_tile.yield"(%a) : (!cuda_tile.tile<i32>) -> ()
    }) : (!cuda_tile.tile<8xi32>) -> !cuda_tile.tile<i32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %v = iota : tile<8xi32>
    // expected-error @+1 {{'cuda_tile.reduce' op attribute 'dim' failed to satisfy constraint: 32-bit signless integer attribute}}
    %s = "cuda_tile.reduce"(%v) <{dim = 0 : i64, identities = [0 : i32]}> ({
    ^bb0(%a: !cuda_tile.tile<i32>, %b: !cuda_tile.tile<i32>):
      "cuda_tile.yield"(%a) : (!cuda_tile.tile<i32>) -> ()
    }) : (!cuda_tile.tile<8xi32>) -> !cuda_tile.tile<i32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %v = iota : tile<8xi32>
    // expected-error @+1 {{'cuda_tile.reduce' op requires attribute 'identities'}}
    %s = "cuda_tile.reduce"(%v) <{dim = 0 : i32}> ({
    ^bb0(%a: !cuda_tile.tile<i32>, %b: !cuda_tile.tile<i32>):
      "cuda_tile.yield"(%a) : (!cuda_tile.tile<i32>) -> ()
    }) : (!cuda_tile.tile<8xi32>) -> !cuda_tile.tile<i32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %v = iota : tile<8xi32>
    // expected-error @+1 {{invalid properties {dim = 0 : i32, identities = 0 : i64} for op cuda_tile.reduce: Invalid attribute `identities` in property conversion: 0 : i64}}
    %s = "cuda_tile.reduce"(%v) <{dim = 0 : i32, identities = 0}> ({
    ^bb0(%a: !cuda_tile.tile<i32>, %b: !cuda_tile.tile<i32>):
      "cuda_tile.yield"(%a) : (!cuda_tile.tile<i32>) -> ()
    }) : (!cuda_tile.tile<8xi32>) -> !cuda_tile.tile<i32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %v = iota : tile<8xi32>
    // expected-error @+1 {{'cuda_tile.reduce' op requires one region}}
    %s = "cuda_tile.reduce"(%v) <{dim = 0 : i32, identities = [0 : i32]}>  : (!cuda_tile.tile<8xi32>) -> !cuda_tile.tile<i32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %v = iota : tile<8xi32>
    // expected-error @+1 {{'cuda_tile.reduce' op region #0 ('body') failed to verify constraint: region with 1 blocks}}
    %s = "cuda_tile.reduce"(%v) <{dim = 0 : i32, identities = [0 : i32]}> ({
    }) : (!cuda_tile.tile<8xi32>) -> !cuda_tile.tile<i32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %v = iota : tile<8xi32>
    // expected-error @+1 {{'cuda_tile.reduce' op expects a non-empty block}}
    %s = "cuda_tile.reduce"(%v) <{dim = 0 : i32, identities = [0 : i32]}> ({
    ^bb0:
    }) : (!cuda_tile.tile<8xi32>) -> !cuda_tile.tile<i32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %v = iota : tile<8xi32>
    // expected-error @+1 {{'cuda_tile.reduce' op expected body argument #1 of type '!cuda_tile.tile<i32>', got 'i32'}}
    %s = "cuda_tile.reduce"(%v) <{dim = 0 : i32, identities = [0 : i32]}> ({
    ^bb0(%a: !cuda_tile.tile<i32>, %b: i32):
      "cuda_tile.yield"(%a) : (!cuda_tile.tile<i32>) -> ()
    }) : (!cuda_tile.tile<8xi32>) -> !cuda_tile.tile<i32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %v = iota : tile<8xi32>
    %s = "cuda_tile.reduce"(%v) <{dim = 0 : i32, identities = [0 : i32]}> ({
    ^bb0(%a: !cuda_tile.tile<i32>, %b: !cuda_tile.tile<i32>):
      // expected-error @+1 {{block with no terminator, has %2 = "cuda_tile.addi"(%arg5, %arg6) <{overflow = #cuda_tile.overflow<none>}> : (!cuda_tile.tile<i32>, !cuda_tile.tile<i32>) -> !cuda_tile.tile<i32>}}
      %y = "cuda_tile.addi"(%a, %b) : (!cuda_tile.tile<i32>, !cuda_tile.tile<i32>) -> !cuda_tile.tile<i32>
    }) : (!cuda_tile.tile<8xi32>) -> !cuda_tile.tile<i32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+2 {{expected operand tiles with a dimension 0, got none}}
    // expected-error @+1 {{'cuda_tile.reduce' op failed to infer returned types}}
    "cuda_tile.reduce"() <{dim = 0 : i32, identities = []}> ({
      "cuda_tile.yield"() : () -> ()
    }) : () -> ()
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %v = iota : tile<8xi32>
    // expected-error @+1 {{'cuda_tile.reduce' op result #0 must be variadic of tile, but got 'i32'}}
    %s = "cuda_tile.reduce"(%v) <{dim = 0 : i32, identities = [0 : i32]}> ({
    ^bb0(%a: !cuda_tile.tile<i32>, %b: !cuda_tile.tile<i32>):
      "cuda_tile.yield"(%a) : (!cuda_tile.tile<i32>) -> ()
    }) : (!cuda_tile.tile<8xi32>) -> i32
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %v = iota : tile<8xi32>
    // expected-error @+1 {{'cuda_tile.scan' op requires attribute 'reverse'}}
    %s = "cuda_tile.scan"(%v) <{dim = 0 : i32, identities = [0 : i32]}> ({
    ^bb0(%a: !cuda_tile.tile<i32>, %b: !cuda_tile.tile<i32>):
      "cuda_tile.yield"(%a) : (!cuda_tile.tile<i32>) -> ()
    }) : (!cuda_tile.tile<8xi32>) -> !cuda_tile.tile<8xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %v = iota : tile<8xi32>
    // expected-error @+1 {{invalid properties {dim = 0 : i32, identities = [0 : i32], reverse = 1 : i32} for op cuda_tile.scan: Invalid attribute `reverse` in property conversion: 1 : i32}}
    %s = "cuda_tile.scan"(%v) <{dim = 0 : i32, reverse = 1 : i32, identities = [0 : i32]}> ({
    ^bb0(%a: !cuda_tile.tile<i32>, %b: !cuda_tile.tile<i32>):
      "cuda_tile.yield"(%a) : (!cuda_tile.tile<i32>) -> ()
    }) : (!cuda_tile.tile<8xi32>) -> !cuda_tile.tile<8xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{'cuda_tile.scan' op expected at least one operand, got none}}
    "cuda_tile.scan"() <{dim = 0 : i32, reverse = false, identities = []}> ({
      "cuda_tile.yield"() : () -> ()
    }) : () -> ()
  }
}
