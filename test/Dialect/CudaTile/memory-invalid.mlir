// RUN: tessera-opt %s --split-input-file --verify-diagnostics

// Every rejection rule of ops.md section 6.

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>, %b: tile<i1>) {
    %t0 = make_token : token
    // expected-error @+1 {{expected at least two tokens, got 1}}
    %r = join_tokens %t0 : token
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>, %b: tile<i1>) {
    // expected-error @+1 {{expected at least two tokens, got 0}}
    %r = "cuda_tile.join_tokens"() : () -> !cuda_tile.token
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>, %b: tile<i1>) {
    // expected-error @+1 {{must be token, but got 'i32'}}
    %r = "cuda_tile.make_token"() : () -> i32
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>, %b: tile<i1>) {
    // expected-error @+1 {{expected num_elem of at least 0, got -1}}
    %r = alloca num_elem = -1, alignment = 4 : tile<ptr<f32>>
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>, %b: tile<i1>) {
    // expected-error @+1 {{expected alignment to be a positive power of two, got 12}}
    %r = alloca num_elem = 4, alignment = 12 : tile<ptr<f32>>
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>, %b: tile<i1>) {
    // expected-error @+1 {{expected alignment to be a positive power of two, got 0}}
    %r = alloca num_elem = 4, alignment = 0 : tile<ptr<f32>>
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>, %b: tile<i1>) {
    // expected-error @+1 {{expected alignment to be a positive power of two, got -4}}
    %r = alloca num_elem = 4, alignment = -4 : tile<ptr<f32>>
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>, %b: tile<i1>) {
    // expected-error @+1 {{expected alignment of at least 4 for element type 'f32', got 2}}
    %r = alloca num_elem = 4, alignment = 2 : tile<ptr<f32>>
    return
  }
}

// -----

// A tf32 occupies four bytes.
cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>, %b: tile<i1>) {
    // expected-error @+1 {{expected alignment of at least 4 for element type 'tf32', got 2}}
    %r = alloca num_elem = 4, alignment = 2 : tile<ptr<tf32>>
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>, %b: tile<i1>) {
    // expected-error @+1 {{must be 0-d tile of a pointer}}
    %r = alloca num_elem = 4, alignment = 8 : tile<4xptr<f32>>
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>, %b: tile<i1>) {
    // expected-error @+1 {{expected 'num_elem'}}
    %r = alloca alignment = 4, num_elem = 4 : tile<ptr<f32>>
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>, %b: tile<i1>) {
    // expected-error @+1 {{requires attribute 'num_elem'}}
    %r = "cuda_tile.alloca"() <{alignment = 4 : i64}> : () -> !cuda_tile.tile<ptr<f32>>
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>, %b: tile<i1>) {
    // expected-error @+1 {{expected no memory scope with ordering weak, got device}}
    %v, %t = load_ptr_tko weak device %p : tile<ptr<f32>> -> tile<f32>, token
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>, %b: tile<i1>) {
    // expected-error @+1 {{expected a memory scope (tl_blk, device or sys) with ordering acquire, got none}}
    %v, %t = load_ptr_tko acquire %p : tile<ptr<f32>> -> tile<f32>, token
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>, %b: tile<i1>) {
    // expected-error @+1 {{expected memory ordering weak, relaxed or acquire for a load, got release}}
    %v, %t = load_ptr_tko release device %p : tile<ptr<f32>> -> tile<f32>, token
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>, %b: tile<i1>) {
    // expected-error @+1 {{expected memory ordering weak, relaxed or acquire for a load, got acq_rel}}
    %v, %t = load_ptr_tko acq_rel device %p : tile<ptr<f32>> -> tile<f32>, token
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>, %b: tile<i1>) {
    // expected-error @+1 {{expected memory ordering (weak, relaxed, acquire, release, acq_rel)}}
    %v, %t = load_ptr_tko seq_cst device %p : tile<ptr<f32>> -> tile<f32>, token
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>, %b: tile<i1>) {
    // expected-error @+1 {{expected result elements of the pointee type 'f32', got 'i32'}}
    %v, %t = load_ptr_tko weak %p : tile<ptr<f32>> -> tile<i32>, token
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>, %b: tile<i1>) {
    // expected-error @+1 {{expected result of the pointers' shape [], got [8]}}
    %v, %t = load_ptr_tko weak %p : tile<ptr<f32>> -> tile<8xf32>, token
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>, %b: tile<i1>) {
    %m = constant <i1: true> : tile<8xi1>
    // expected-error @+1 {{expected mask of the pointers' shape [], got [8]}}
    %v, %t = load_ptr_tko weak %p, %m : tile<ptr<f32>>, tile<8xi1> -> tile<f32>, token
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>, %b: tile<i1>) {
    // expected-error @+1 {{must be tile of i1, but got '!cuda_tile.tile<i32>'}}
    %v, %t = load_ptr_tko weak %p, %i : tile<ptr<f32>>, tile<i32> -> tile<f32>, token
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>, %b: tile<i1>) {
    // expected-error @+1 {{expected padding value of the result type '!cuda_tile.tile<f32>', got '!cuda_tile.tile<i32>'}}
    %v, %t = load_ptr_tko weak %p, %b, %i : tile<ptr<f32>>, tile<i1>, tile<i32> -> tile<f32>, token
    return
  }
}

// -----

// The type that stands for the mask in other loads is the padding's here.
cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>, %b: tile<i1>) {
    // expected-error @+1 {{expected padding value of the result type '!cuda_tile.tile<f32>', got '!cuda_tile.tile<i32>'}}
    %v, %t = load_ptr_tko weak %p, padding = %i : tile<ptr<f32>>, tile<i32> -> tile<f32>, token
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>, %b: tile<i1>) {
    // expected-error @+1 {{must be tile of pointers, but got '!cuda_tile.tile<i32>'}}
    %v, %t = load_ptr_tko weak %i : tile<i32> -> tile<i32>, token
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>, %b: tile<i1>) {
    // expected-error @+1 {{number of operands and types do not match: got 1 operands and 0 types}}
    %v, %t = load_ptr_tko weak %p, %b : tile<ptr<f32>> -> tile<f32>, token
    return
  }
}

// -----

cuda_tile.module @m {
  // expected-note @+1 {{prior use here}}
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>, %b: tile<i1>) {
    // expected-error @+1 {{expects different type than prior uses}}
    %v, %t = load_ptr_tko weak %p token=%i : tile<ptr<f32>> -> tile<f32>, token
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>, %b: tile<i1>) {
    // expected-error @+1 {{requires attribute 'memory_ordering_semantics'}}
    %v:2 = "cuda_tile.load_ptr_tko"(%p) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>}> : (!cuda_tile.tile<ptr<f32>>) -> (!cuda_tile.tile<f32>, !cuda_tile.token)
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>, %b: tile<i1>) {
    // expected-error @+1 {{Invalid attribute `memory_ordering_semantics` in property conversion: 9 : i32}}
    %v:2 = "cuda_tile.load_ptr_tko"(%p) <{memory_ordering_semantics = 9 : i32, operandSegmentSizes = array<i32: 1, 0, 0, 0>}> : (!cuda_tile.tile<ptr<f32>>) -> (!cuda_tile.tile<f32>, !cuda_tile.token)
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>, %b: tile<i1>) {
    // expected-error @+1 {{operand count (1) does not match with the total size (2)}}
    %v:2 = "cuda_tile.load_ptr_tko"(%p) <{memory_ordering_semantics = 0 : i32, operandSegmentSizes = array<i32: 1, 1, 0, 0>}> : (!cuda_tile.tile<ptr<f32>>) -> (!cuda_tile.tile<f32>, !cuda_tile.token)
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>, %b: tile<i1>) {
    // expected-error @+1 {{operand #0 must be tile of i1}}
    %v:2 = "cuda_tile.load_ptr_tko"(%p) <{memory_ordering_semantics = 0 : i32, operandSegmentSizes = array<i32: 0, 1, 0, 0>}> : (!cuda_tile.tile<ptr<f32>>) -> (!cuda_tile.tile<f32>, !cuda_tile.token)
    return
  }
}

// -----

// Every operand suits its segment, but the segments are wrong.
cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>, %b: tile<i1>) {
    // expected-error @+1 {{expected one operand 'source', got 0}}
    %v:2 = "cuda_tile.load_ptr_tko"(%b) <{memory_ordering_semantics = 0 : i32, operandSegmentSizes = array<i32: 0, 1, 0, 0>}> : (!cuda_tile.tile<i1>) -> (!cuda_tile.tile<f32>, !cuda_tile.token)
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>, %b: tile<i1>) {
    // expected-error @+1 {{expected one operand 'destination', got 2}}
    %t = "cuda_tile.store_ptr_tko"(%p, %p) <{memory_ordering_semantics = 0 : i32, operandSegmentSizes = array<i32: 2, 0, 0, 0>}> : (!cuda_tile.tile<ptr<f32>>, !cuda_tile.tile<ptr<f32>>) -> !cuda_tile.token
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>, %b: tile<i1>) {
    // expected-error @+1 {{expected memory ordering weak, relaxed or release for a store, got acquire}}
    %t = store_ptr_tko acquire device %p, %f : tile<ptr<f32>>, tile<f32> -> token
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>, %b: tile<i1>) {
    // expected-error @+1 {{expected no memory scope with ordering weak, got sys}}
    %t = store_ptr_tko weak sys %p, %f : tile<ptr<f32>>, tile<f32> -> token
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>, %b: tile<i1>) {
    // expected-error @+1 {{expected a memory scope (tl_blk, device or sys) with ordering release, got none}}
    %t = store_ptr_tko release %p, %f : tile<ptr<f32>>, tile<f32> -> token
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>, %b: tile<i1>) {
    // expected-error @+1 {{expected value elements of the pointee type 'f32', got 'i64'}}
    %t = store_ptr_tko weak %p, %l : tile<ptr<f32>>, tile<i64> -> token
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>, %b: tile<i1>) {
    %v = constant <f32: 1.0> : tile<4xf32>
    // expected-error @+1 {{expected value of the pointers' shape [], got [4]}}
    %t = store_ptr_tko weak %p, %v : tile<ptr<f32>>, tile<4xf32> -> token
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>, %b: tile<i1>) {
    %m = constant <i1: true> : tile<8xi1>
    // expected-error @+1 {{expected mask of the pointers' shape [], got [8]}}
    %t = store_ptr_tko weak %p, %f, %m : tile<ptr<f32>>, tile<f32>, tile<8xi1> -> token
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>, %b: tile<i1>) {
    // expected-error @+1 {{must be tile of i1, but got '!cuda_tile.tile<i32>'}}
    %t = store_ptr_tko weak %p, %f, %i : tile<ptr<f32>>, tile<f32>, tile<i32> -> token
    return
  }
}
