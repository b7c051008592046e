// RUN: tessera-opt %s --split-input-file --verify-diagnostics

// Rejection rules of the assume predicates (core.md 3.4).

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %f: tile<f32>, %c: tile<i8>, %b: tile<i1>) {
    // expected-error @+1 {{expected a divisor that is a power of two of at most 2^62, got 12}}
    %0 = assume div_by<12>, %i : tile<i32>
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %f: tile<f32>, %c: tile<i8>, %b: tile<i1>) {
    // expected-error @+1 {{expected a divisor that is a power of two of at most 2^62, got 0}}
    %0 = assume div_by<0>, %i : tile<i32>
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %f: tile<f32>, %c: tile<i8>, %b: tile<i1>) {
    // expected-error @+1 {{expected a divisor that is a power of two of at most 2^62, got -16}}
    %0 = assume div_by<-16>, %i : tile<i32>
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %f: tile<f32>, %c: tile<i8>, %b: tile<i1>) {
    // expected-error @+1 {{expected a divisor that is a power of two of at most 2^62, got 9223372036854775808}}
    %0 = assume div_by<9223372036854775808>, %i : tile<i32>
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %f: tile<f32>, %c: tile<i8>, %b: tile<i1>) {
    // expected-error @+1 {{expected a divisor that is a power of two of at most 2^62, got 36893488147419103232}}
    %0 = assume div_by<36893488147419103232>, %i : tile<i32>
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %f: tile<f32>, %c: tile<i8>, %b: tile<i1>) {
    // expected-error @+1 {{expected a divisor}}
    %0 = assume div_by<x>, %i : tile<i32>
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %f: tile<f32>, %c: tile<i8>, %b: tile<i1>) {
    %x = constant <i32: 8> : tile<4x8xi32>
    // expected-error @+1 {{expected 'along'}}
    %0 = assume div_by<8, every 8>, %x : tile<4x8xi32>
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %f: tile<f32>, %c: tile<i8>, %b: tile<i1>) {
    %x = constant <i32: 8> : tile<4x8xi32>
    // expected-error @+1 {{expected 'every'}}
    %0 = assume div_by<8, along 0>, %x : tile<4x8xi32>
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %f: tile<f32>, %c: tile<i8>, %b: tile<i1>) {
    // expected-error @+1 {{expected a tile of integers or pointers or a tensor_view for div_by, got '!cuda_tile.tile<f32>'}}
    %0 = assume div_by<8>, %f : tile<f32>
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %f: tile<f32>, %c: tile<i8>, %b: tile<i1>) {
    // expected-error @+1 {{expected div_by without every and along for a 0-d tile or tensor_view, got every 1 along 0}}
    %0 = assume div_by<8, every 1 along 0>, %i : tile<i32>
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %f: tile<f32>, %c: tile<i8>, %b: tile<i1>) {
    %tv = make_tensor_view %p, shape = [8], strides = [1] : tensor_view<8xf32, strides=[1]>
    // expected-error @+1 {{expected div_by without every and along for a 0-d tile or tensor_view, got every 1 along 0}}
    %0 = assume div_by<8, every 1 along 0>, %tv : tensor_view<8xf32, strides=[1]>
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %f: tile<f32>, %c: tile<i8>, %b: tile<i1>) {
    %x = constant <i32: 8> : tile<4x8xi32>
    // expected-error @+1 {{expected div_by along a dimension in 0..1, got 2}}
    %0 = assume div_by<8, every 4 along 2>, %x : tile<4x8xi32>
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %f: tile<f32>, %c: tile<i8>, %b: tile<i1>) {
    %x = constant <i32: 8> : tile<4x8xi32>
    // expected-error @+1 {{expected div_by along a dimension in 0..1, got -1}}
    %0 = assume div_by<8, every 4 along -1>, %x : tile<4x8xi32>
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %f: tile<f32>, %c: tile<i8>, %b: tile<i1>) {
    %x = constant <i32: 8> : tile<4x8xi32>
    // expected-error @+1 {{expected div_by every 0..8 elements along dimension 1, got 16}}
    %0 = assume div_by<8, every 16 along 1>, %x : tile<4x8xi32>
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %f: tile<f32>, %c: tile<i8>, %b: tile<i1>) {
    %x = constant <i32: 8> : tile<4x8xi32>
    // expected-error @+1 {{expected div_by every 0..8 elements along dimension 1, got -1}}
    %0 = assume div_by<8, every -1 along 1>, %x : tile<4x8xi32>
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %f: tile<f32>, %c: tile<i8>, %b: tile<i1>) {
    // expected-error @+1 {{expected a tile of integers or pointers for same_elements, got '!cuda_tile.tile<f32>'}}
    %0 = assume same_elements<[]>, %f : tile<f32>
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %f: tile<f32>, %c: tile<i8>, %b: tile<i1>) {
    %x = constant <i32: 8> : tile<4x8xi32>
    // expected-error @+1 {{expected one same_elements group size per dimension, 2 in all, got 1}}
    %0 = assume same_elements<[4]>, %x : tile<4x8xi32>
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %f: tile<f32>, %c: tile<i8>, %b: tile<i1>) {
    %x = constant <i32: 8> : tile<4x8xi32>
    // expected-error @+1 {{expected same_elements group size of at most 4 for dimension 0, got 8}}
    %0 = assume same_elements<[8, 8]>, %x : tile<4x8xi32>
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %f: tile<f32>, %c: tile<i8>, %b: tile<i1>) {
    %x = constant <i32: 8> : tile<4x8xi32>
    // expected-error @+1 {{expected same_elements group sizes of at least 0, got -1}}
    %0 = assume same_elements<[4, -1]>, %x : tile<4x8xi32>
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %f: tile<f32>, %c: tile<i8>, %b: tile<i1>) {
    // expected-error @+1 {{expected a tile of integers for bounded, got '!cuda_tile.tile<ptr<f32>>'}}
    %0 = assume bounded<0, 1>, %p : tile<ptr<f32>>
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %f: tile<f32>, %c: tile<i8>, %b: tile<i1>) {
    // expected-error @+1 {{expected bounds in -128..127 for 'i8', got 128}}
    %0 = assume bounded<0, 128>, %c : tile<i8>
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %f: tile<f32>, %c: tile<i8>, %b: tile<i1>) {
    // expected-error @+1 {{expected bounds in -128..127 for 'i8', got -129}}
    %0 = assume bounded<-129, ?>, %c : tile<i8>
    return
  }
}

// -----

// Bounds are signed, so a one-bit integer is 0 or -1.
cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %f: tile<f32>, %c: tile<i8>, %b: tile<i1>) {
    // expected-error @+1 {{expected bounds in -1..0 for 'i1', got 1}}
    %0 = assume bounded<0, 1>, %b : tile<i1>
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %f: tile<f32>, %c: tile<i8>, %b: tile<i1>) {
    // expected-error @+1 {{expected a lower bound of at most the upper bound 1, got 2}}
    %0 = assume bounded<2, 1>, %i : tile<i32>
    return
  }
}
