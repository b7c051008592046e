// RUN: tessera-opt %s --split-input-file --verify-diagnostics

// Every rejection and warning of the ops that move elements (core.md 6.2): broadcast,
// cat, extract, insert (13.4), permute, reshape.

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %v = iota : tile<8xi32>
    // expected-error @+1 {{'cuda_tile.broadcast' op expected extent 8 or a source extent of 1 in dimension 0, got 16}}
    %r = broadcast %v : tile<8xi32> -> tile<16xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %v = iota : tile<8xi32>
    // expected-error @+1 {{'cuda_tile.broadcast' op expected rank 1, got 2}}
    %r = broadcast %v : tile<8xi32> -> tile<8x8xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %v = iota : tile<8xi32>
    // expected-error @+1 {{'cuda_tile.broadcast' op expected element type 'i32', got 'i64'}}
    %r = broadcast %v : tile<8xi32> -> tile<8xi64>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %v = iota : tile<8xi32>
    // expected-error @+1 {{'cuda_tile.broadcast' op result #0 must be tile, but got 'i32'}}
    %r = broadcast %v : tile<8xi32> -> i32
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %v = iota : tile<8xi32>
    // expected-error @+1 {{expected '->'}}
    %r = broadcast %v : tile<8xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{'cuda_tile.broadcast' op expected rank 0, got 1}}
    %r = broadcast %i : tile<i32> -> tile<1xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %t = make_token : token
    // expected-error @+1 {{'cuda_tile.broadcast' op operand #0 must be tile, but got '!cuda_tile.token'}}
    %r = broadcast %t : token -> token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %a = constant <i8: 1> : tile<2x2xi8>
    // expected-error @+1 {{'cuda_tile.cat' op expected dim below the rank 2, got 2}}
    %r = cat %a, %a dim = 2 : tile<2x2xi8>, tile<2x2xi8> -> tile<2x4xi8>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %a = constant <i8: 1> : tile<2x2xi8>
    // expected-error @+1 {{'cuda_tile.cat' op expected dim below the rank 2, got -1}}
    %r = cat %a, %a dim = -1 : tile<2x2xi8>, tile<2x2xi8> -> tile<2x4xi8>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %a = constant <i8: 1> : tile<2x2xi8>
    %b = constant <i8: 1> : tile<4x2xi8>
    // expected-error @+1 {{custom op 'cuda_tile.cat' expected tile dimensions that are positive powers of two, got 6}}
    %r = cat %a, %b dim = 0 : tile<2x2xi8>, tile<4x2xi8> -> tile<6x2xi8>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{'cuda_tile.cat' op expected rank 0, got 1}}
    %r = cat %i, %i dim = 0 : tile<i32>, tile<i32> -> tile<2xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %a = constant <i8: 1> : tile<2x2xi8>
    %b = constant <i8: 1> : tile<4x2xi8>
    // expected-error @+1 {{'cuda_tile.cat' op expected equal operand extents in dimension 0, got 2 and 4}}
    %r = cat %a, %b dim = 1 : tile<2x2xi8>, tile<4x2xi8> -> tile<2x4xi8>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %a = constant <i8: 1> : tile<2x2xi8>
    // expected-error @+1 {{'cuda_tile.cat' op expected extent 4 in result dimension 1, got 8}}
    %r = cat %a, %a dim = 1 : tile<2x2xi8>, tile<2x2xi8> -> tile<2x8xi8>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %a = constant <i8: 1> : tile<2x2xi8>
    // expected-error @+1 {{'cuda_tile.cat' op expected extent 2 in result dimension 0, got 4}}
    %r = cat %a, %a dim = 1 : tile<2x2xi8>, tile<2x2xi8> -> tile<4x4xi8>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %a = constant <i8: 1> : tile<2x2xi8>
    // expected-error @+1 {{'cuda_tile.cat' op expected element type 'i8', got 'i16'}}
    %r = cat %a, %a dim = 1 : tile<2x2xi8>, tile<2x2xi8> -> tile<2x4xi16>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %a = constant <i8: 1> : tile<2x2xi8>
    %v = iota : tile<8xi32>
    // expected-error @+1 {{'cuda_tile.cat' op expected element type 'i8', got 'i32'}}
    %r = cat %a, %v dim = 0 : tile<2x2xi8>, tile<8xi32> -> tile<4x2xi8>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %a = constant <i8: 1> : tile<2x2xi8>
    // expected-error @+1 {{custom op 'cuda_tile.cat' expected 'dim'}}
    %r = cat %a, %a : tile<2x2xi8>, tile<2x2xi8> -> tile<2x4xi8>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %a = constant <i8: 1> : tile<2x2xi8>
    %b = constant <i8: 1> : tile<4x2xi8>
    // expected-error @+1 {{'cuda_tile.cat' op expected extent 6 in result dimension 0, got 8}}
    %r = cat %a, %b dim = 0 : tile<2x2xi8>, tile<4x2xi8> -> tile<8x2xi8>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %m = constant <i16: 9> : tile<16x4xi16>
    // expected-error @+1 {{'cuda_tile.extract' op expected 2 indices, got 1}}
    %s = extract %m[%i] : tile<16x4xi16> -> tile<8x1xi16>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %m = constant <i16: 9> : tile<16x4xi16>
    // expected-error @+1 {{'cuda_tile.extract' op expected a slice extent that divides 16 in dimension 0, got 32}}
    %s = extract %m[%i, %i] : tile<16x4xi16> -> tile<32x1xi16>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %m = constant <i16: 9> : tile<16x4xi16>
    // expected-error @+1 {{'cuda_tile.extract' op expected rank 2, got 1}}
    %s = extract %m[%i, %i] : tile<16x4xi16> -> tile<8xi16>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %m = constant <i16: 9> : tile<16x4xi16>
    // expected-error @+1 {{'cuda_tile.extract' op expected element type 'i16', got 'i32'}}
    %s = extract %m[%i, %i] : tile<16x4xi16> -> tile<8x1xi32>
  }
}

// -----

cuda_tile.module @m {
  // expected-note @+1 {{prior use here}}
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %m = constant <i16: 9> : tile<16xi16>
    // expected-error @+1 {{use of value '%l' expects different type than prior uses: '!cuda_tile.tile<i32>' vs '!cuda_tile.tile<i64>'}}
    %s = extract %m[%l] : tile<16xi16> -> tile<8xi16>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %m = constant <i16: 9> : tile<16x4xi16>
    // expected-error @+1 {{expected '[' in operand list}}
    %s = extract %m : tile<16x4xi16> -> tile<8x1xi16>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-note @+1 {{prior use here}}
    %v = iota : tile<8xi32>
    // expected-error @+1 {{use of value '%v' expects different type than prior uses: '!cuda_tile.tile<i32>' vs '!cuda_tile.tile<8xi32>'}}
    %s = extract %v[%v] : tile<8xi32> -> tile<4xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{'cuda_tile.extract' op expected 0 indices, got 1}}
    %s = extract %i[%i] : tile<i32> -> tile<i32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %v = iota : tile<8xi32>
    %four = constant <i32: 4> : tile<i32>
    // expected-warning @+1 {{expected a slice number below 4 in dimension 0, got 4}}
    %s = extract %v[%four] : tile<8xi32> -> tile<2xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %v = iota : tile<8xi32>
    %minus = constant <i32: -1> : tile<i32>
    // expected-warning @+1 {{expected a slice number below 4 in dimension 0, got -1}}
    %s = extract %v[%minus] : tile<8xi32> -> tile<2xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %v = iota : tile<8xi32>
    %m = constant <i16: 9> : tile<16x4xi16>
    // expected-error @+1 {{'cuda_tile.insert' op expected element type 'i32', got 'i16'}}
    %s = insert %m, %v[%i] : tile<16x4xi16>, tile<8xi32> -> tile<8xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %v = iota : tile<8xi32>
    %w = iota : tile<16xi32>
    // expected-error @+1 {{'cuda_tile.insert' op expected a slice extent that divides 8 in dimension 0, got 16}}
    %s = insert %w, %v[%i] : tile<16xi32>, tile<8xi32> -> tile<8xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %v = iota : tile<8xi32>
    // expected-error @+1 {{'cuda_tile.insert' op expected 1 indices, got 0}}
    %s = insert %v, %v[] : tile<8xi32>, tile<8xi32> -> tile<8xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %v = iota : tile<8xi32>
    %w = iota : tile<2xi32>
    // expected-error @+1 {{'cuda_tile.insert' op failed to verify that all of {destination, result} have same type}}
    %s = insert %w, %v[%i] : tile<2xi32>, tile<8xi32> -> tile<2xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %v = iota : tile<8xi32>
    %w = iota : tile<2xi64>
    // expected-error @+1 {{'cuda_tile.insert' op expected element type 'i32', got 'i64'}}
    %s = insert %w, %v[%i] : tile<2xi64>, tile<8xi32> -> tile<8xi32>
  }
}

// -----

cuda_tile.module @m {
  // expected-note @+1 {{prior use here}}
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %v = iota : tile<8xi32>
    %w = iota : tile<2xi32>
    // expected-error @+1 {{use of value '%l' expects different type than prior uses: '!cuda_tile.tile<i32>' vs '!cuda_tile.tile<i64>'}}
    %s = insert %w, %v[%l] : tile<2xi32>, tile<8xi32> -> tile<8xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %v = iota : tile<8xi32>
    %w = iota : tile<2xi32>
    %four = constant <i32: 4> : tile<i32>
    // expected-warning @+1 {{expected a slice number below 4 in dimension 0, got 4}}
    %s = insert %w, %v[%four] : tile<2xi32>, tile<8xi32> -> tile<8xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %v = iota : tile<8xi32>
    // expected-error @+1 {{'cuda_tile.permute' op expected a source of rank 2 or more, got rank 1}}
    %u = permute %v [0] : tile<8xi32> -> tile<8xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %t = constant <i8: 7> : tile<16x4xi8>
    // expected-error @+1 {{'cuda_tile.permute' op expected distinct permutation entries, got 0 twice}}
    %u = permute %t [0, 0] : tile<16x4xi8> -> tile<16x4xi8>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %t = constant <i8: 7> : tile<16x4xi8>
    // expected-error @+1 {{'cuda_tile.permute' op expected permutation entries below 2, got 2}}
    %u = permute %t [1, 2] : tile<16x4xi8> -> tile<4x16xi8>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %t = constant <i8: 7> : tile<16x4xi8>
    // expected-error @+1 {{'cuda_tile.permute' op expected permutation entries below 2, got -1}}
    %u = permute %t [-1, 0] : tile<16x4xi8> -> tile<4x16xi8>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %t = constant <i8: 7> : tile<16x4xi8>
    // expected-error @+1 {{'cuda_tile.permute' op expected extent 4 in result dimension 0, got 16}}
    %u = permute %t [1, 0] : tile<16x4xi8> -> tile<16x4xi8>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %t = constant <i8: 7> : tile<16x4xi8>
    // expected-error @+1 {{'cuda_tile.permute' op expected 2 permutation entries, got 1}}
    %u = permute %t [1] : tile<16x4xi8> -> tile<4x16xi8>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %t = constant <i8: 7> : tile<16x4xi8>
    // expected-error @+1 {{'cuda_tile.permute' op expected element type 'i8', got 'i16'}}
    %u = permute %t [1, 0] : tile<16x4xi8> -> tile<4x16xi16>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %t = constant <i8: 7> : tile<16x4xi8>
    // expected-error @+1 {{'cuda_tile.permute' op expected rank 2, got 1}}
    %u = permute %t [1, 0] : tile<16x4xi8> -> tile<64xi8>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %t = constant <i8: 7> : tile<16x4xi8>
    // expected-error @+1 {{expected '['}}
    %u = permute %t : tile<16x4xi8> -> tile<4x16xi8>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %t = constant <i8: 7> : tile<16x4xi8>
    // expected-error @+1 {{custom op 'cuda_tile.permute' integer value too large}}
    %u = permute %t [1, 4294967296] : tile<16x4xi8> -> tile<4x16xi8>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %t = constant <i8: 7> : tile<16x4xi8>
    // expected-error @+1 {{'cuda_tile.reshape' op expected 64 elements, got 32}}
    %u = reshape %t : tile<16x4xi8> -> tile<32xi8>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %t = constant <i8: 7> : tile<16x4xi8>
    // expected-error @+1 {{'cuda_tile.reshape' op expected element type 'i8', got 'i16'}}
    %u = reshape %t : tile<16x4xi8> -> tile<64xi16>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-note @+1 {{prior use here}}
    %t = constant <i8: 7> : tile<16x4xi8>
    // expected-error @+1 {{use of value '%t' expects different type than prior uses: '!cuda_tile.tile<4x16xi8>' vs '!cuda_tile.tile<16x4xi8>'}}
    %u = reshape %t : tile<4x16xi8> -> tile<64xi8>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    %t = constant <i8: 7> : tile<16x4xi8>
    // expected-error @+1 {{'cuda_tile.reshape' op result #0 must be tile, but got '!cuda_tile.token'}}
    %u = reshape %t : tile<16x4xi8> -> token
  }
}
