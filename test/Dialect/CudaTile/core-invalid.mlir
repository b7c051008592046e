// RUN: tessera-opt %s --split-input-file --verify-diagnostics

// Every rejection of the other core ops (core.md 6.2): iota, offset, pack, unpack,
// grid queries, select, alloca, assert.

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{'cuda_tile.iota' op expected at most 256 elements of 'i8', got 512}}
    %v = iota : tile<512xi8>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{'cuda_tile.iota' op expected a result of rank 1, got rank 0}}
    %v = iota : tile<i32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{'cuda_tile.iota' op expected a result of rank 1, got rank 2}}
    %v = iota : tile<2x2xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{'cuda_tile.iota' op result #0 must be tile of i1, i8, i16, i32 or i64, but got '!cuda_tile.tile<8xf32>'}}
    %v = iota : tile<8xf32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{'cuda_tile.iota' op expected at most 2 elements of 'i1', got 4}}
    %v = iota : tile<4xi1>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{'cuda_tile.iota' op expected at most 65536 elements of 'i16', got 131072}}
    %v = iota : tile<131072xi16>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{'cuda_tile.iota' op result #0 must be tile of i1, i8, i16, i32 or i64, but got '!cuda_tile.tile<2xi4>'}}
    %v = iota : tile<2xi4>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{'cuda_tile.iota' op result #0 must be tile of i1, i8, i16, i32 or i64, but got '!cuda_tile.tile<2xptr<f32>>'}}
    %v = iota : tile<2xptr<f32>>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{'cuda_tile.offset' op failed to verify that all of {ptr, result} have same type}}
    %q = offset %p, %i : tile<ptr<f32>>, tile<i32> -> tile<ptr<i32>>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %v = iota : tile<8xi32>
    // expected-error @+1 {{'cuda_tile.offset' op expected offsets of the pointers' shape, got '!cuda_tile.tile<8xi32>' for '!cuda_tile.tile<ptr<f32>>'}}
    %q = offset %p, %v : tile<ptr<f32>>, tile<8xi32> -> tile<ptr<f32>>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{'cuda_tile.offset' op operand #1 must be tile of i1, i8, i16, i32 or i64, but got '!cuda_tile.tile<f32>'}}
    %q = offset %p, %f : tile<ptr<f32>>, tile<f32> -> tile<ptr<f32>>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{'cuda_tile.offset' op operand #0 must be tile of pointers, but got '!cuda_tile.tile<i32>'}}
    %q = offset %i, %i : tile<i32>, tile<i32> -> tile<i32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %x = iota : tile<8xi8>
    %y = unpack %x : tile<8xi8> -> tile<16xi4>
    // expected-error @+1 {{'cuda_tile.offset' op operand #1 must be tile of i1, i8, i16, i32 or i64, but got '!cuda_tile.tile<16xi4>'}}
    %q = offset %p, %y : tile<ptr<f32>>, tile<16xi4> -> tile<ptr<f32>>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %h = constant <i8: 1> : tile<32xi8>
    // expected-error @+1 {{'cuda_tile.pack' op expected an element that does not have 8 bits (bitcast converts those), got 'i8'}}
    %r = pack %h : tile<32xi8> -> tile<32xi8>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %h = constant <f64: 1.0> : tile<8xf64>
    // expected-error @+1 {{'cuda_tile.pack' op expected equal sizes, got 512 bits of 'f64' and 256 bits of i8}}
    %r = pack %h : tile<8xf64> -> tile<32xi8>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %h = constant <f64: 1.0> : tile<2x4xf64>
    // expected-error @+1 {{'cuda_tile.pack' op expected tiles of rank 1, got '!cuda_tile.tile<2x4xf64>'}}
    %r = pack %h : tile<2x4xf64> -> tile<2x32xi8>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %h = constant <i1: 1> : tile<4xi1>
    // expected-error @+1 {{'cuda_tile.pack' op expected equal sizes, got 4 bits of 'i1' and 8 bits of i8}}
    %r = pack %h : tile<4xi1> -> tile<1xi8>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %h = constant <i32: 1> : tile<4xi32>
    // expected-error @+1 {{'cuda_tile.pack' op result #0 must be tile of i8, but got '!cuda_tile.tile<16xi32>'}}
    %r = pack %h : tile<4xi32> -> tile<16xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %h = constant <f8E5M2: 1.0> : tile<4xf8E5M2>
    // expected-error @+1 {{'cuda_tile.pack' op expected an element that does not have 8 bits (bitcast converts those), got 'f8E5M2'}}
    %r = pack %h : tile<4xf8E5M2> -> tile<4xi8>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %h = constant <i8: 1> : tile<32xi8>
    // expected-error @+1 {{'cuda_tile.unpack' op expected equal sizes, got 512 bits of 'i64' and 256 bits of i8}}
    %r = unpack %h : tile<32xi8> -> tile<8xi64>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %h = constant <i8: 1> : tile<32xi8>
    // expected-error @+1 {{'cuda_tile.unpack' op expected an element that does not have 8 bits (bitcast converts those), got 'f8E4M3FN'}}
    %r = unpack %h : tile<32xi8> -> tile<32xf8E4M3FN>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %h = constant <i8: 1> : tile<8xi8>
    // expected-error @+1 {{'cuda_tile.unpack' op result #0 must be tile of numbers or i4, but got '!cuda_tile.tile<ptr<f32>>'}}
    %r = unpack %h : tile<8xi8> -> tile<ptr<f32>>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %h = constant <i8: 1> : tile<8xi8>
    // expected-error @+1 {{'cuda_tile.unpack' op expected tiles of rank 1, got '!cuda_tile.tile<i64>'}}
    %r = unpack %h : tile<8xi8> -> tile<i64>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %h = constant <i16: 1> : tile<8xi16>
    // expected-error @+1 {{'cuda_tile.unpack' op operand #0 must be tile of i8, but got '!cuda_tile.tile<8xi16>'}}
    %r = unpack %h : tile<8xi16> -> tile<16xi8>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{'cuda_tile.pack' op expected tiles of rank 1, got '!cuda_tile.tile<i64>'}}
    %r = pack %l : tile<i64> -> tile<8xi8>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{'cuda_tile.get_tile_block_id' op result #0 must be 0-d tile of i32, but got '!cuda_tile.tile<i64>'}}
    %x, %y, %z = get_tile_block_id : tile<i64>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{'cuda_tile.get_tile_block_id' op result #0 must be 0-d tile of i32, but got '!cuda_tile.tile<1xi32>'}}
    %x, %y, %z = get_tile_block_id : tile<1xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{operation defines 3 results but was provided 1 to bind}}
    %x = get_tile_block_id : tile<i32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{custom op 'cuda_tile.get_num_tile_blocks' expected tile dimensions that are positive powers of two, got 3}}
    %x, %y, %z = get_num_tile_blocks : tile<3xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{operation defines 3 results but was provided 4 to bind}}
    %x, %y, %z, %w = get_num_tile_blocks : tile<i32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %v = iota : tile<8xi32>
    // expected-error @+1 {{'cuda_tile.select' op expected a condition of the values' shape, got '!cuda_tile.tile<i1>' for '!cuda_tile.tile<8xi32>'}}
    %r = select %c, %v, %v : tile<i1>, tile<8xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{'cuda_tile.select' op operand #0 must be tile of i1, but got '!cuda_tile.tile<i32>'}}
    %r = select %i, %i, %i : tile<i32>, tile<i32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %t = make_token : token
    // expected-error @+1 {{'cuda_tile.select' op operand #1 must be tile, but got '!cuda_tile.token'}}
    %r = select %c, %t, %t : tile<i1>, token
  }
}

// -----

cuda_tile.module @m {
  // expected-note @+1 {{prior use here}}
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{use of value '%f' expects different type than prior uses: '!cuda_tile.tile<i32>' vs '!cuda_tile.tile<f32>'}}
    %r = select %c, %i, %f : tile<i1>, tile<i32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %x = constant <f4E2M1FN: 1.0> : tile<2xf4E2M1FN>
    %m = constant <i1: true> : tile<2xi1>
    // expected-error @+1 {{'cuda_tile.select' op expected an element type other than f4E2M1FN, got '!cuda_tile.tile<2xf4E2M1FN>'}}
    %r = select %m, %x, %x : tile<2xi1>, tile<2xf4E2M1FN>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %m = constant <i1: true> : tile<1xi1>
    // expected-error @+1 {{'cuda_tile.select' op expected a condition of the values' shape, got '!cuda_tile.tile<1xi1>' for '!cuda_tile.tile<i32>'}}
    %r = select %m, %i, %i : tile<1xi1>, tile<i32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{'cuda_tile.alloca' op expected alignment of at least 8 for element type 'f64', got 4}}
    %a = alloca num_elem = 10, alignment = 4 : tile<ptr<f64>>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{'cuda_tile.alloca' op expected alignment to be a positive power of two, got 6}}
    %a = alloca num_elem = 10, alignment = 6 : tile<ptr<i8>>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{'cuda_tile.alloca' op result #0 must be 0-d tile of a pointer, but got '!cuda_tile.tile<2xptr<f32>>'}}
    %a = alloca num_elem = 2, alignment = 16 : tile<2xptr<f32>>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{'cuda_tile.alloca' op expected num_elem of at least 0, got -1}}
    %a = alloca num_elem = -1, alignment = 16 : tile<ptr<f32>>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{'cuda_tile.alloca' op expected alignment to be a positive power of two, got 0}}
    %a = alloca num_elem = 1, alignment = 0 : tile<ptr<f32>>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{'cuda_tile.alloca' op expected alignment of at least 4 for element type 'tf32', got 2}}
    %a = alloca num_elem = 1, alignment = 2 : tile<ptr<tf32>>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{'cuda_tile.alloca' op result #0 must be 0-d tile of a pointer, but got '!cuda_tile.tile<f32>'}}
    %a = alloca num_elem = 1, alignment = 4 : tile<f32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{'cuda_tile.assert' op operand #0 must be tile of i1, but got '!cuda_tile.tile<i32>'}}
    assert %i, "x" : tile<i32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{expected ','}}
    assert %c : tile<i1>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{expected attribute value}}
    assert %c, x : tile<i1>
  }
}
