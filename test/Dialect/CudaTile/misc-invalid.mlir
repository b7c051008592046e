// RUN: tessera-opt %s --split-input-file --verify-diagnostics

cuda_tile.module @bad {
  testing$func @f(%b: tile<2xi1>, %p: tile<ptr<f32>>, %i: tile<i32>, %v: tile<8xi32>, %fl: tile<f32>, %k: token, %tv: tensor_view<8xf32, strides=[1]>, %i4: tile<2xi4>) {
    // expected-error-re @below {{operand #0 must be tile of i1, but got {{.*}}i32}}
    assert %i, "x" : tile<i32>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%b: tile<2xi1>, %p: tile<ptr<f32>>, %i: tile<i32>, %v: tile<8xi32>, %fl: tile<f32>, %k: token, %tv: tensor_view<8xf32, strides=[1]>, %i4: tile<2xi4>) {
    // expected-error @below {{expected ','}}
    assert %b : tile<2xi1>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%b: tile<2xi1>, %p: tile<ptr<f32>>, %i: tile<i32>, %v: tile<8xi32>, %fl: tile<f32>, %k: token, %tv: tensor_view<8xf32, strides=[1]>, %i4: tile<2xi4>) {
    // expected-error @below {{requires attribute 'message'}}
    "cuda_tile.assert"(%b) : (!cuda_tile.tile<2xi1>) -> ()
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%b: tile<2xi1>, %p: tile<ptr<f32>>, %i: tile<i32>, %v: tile<8xi32>, %fl: tile<f32>, %k: token, %tv: tensor_view<8xf32, strides=[1]>, %i4: tile<2xi4>) {
    // expected-error @below {{expected a divisor that is a power of two of at most 2^62, got 3}}
    %a = assume div_by<3>, %i : tile<i32>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%b: tile<2xi1>, %p: tile<ptr<f32>>, %i: tile<i32>, %v: tile<8xi32>, %fl: tile<f32>, %k: token, %tv: tensor_view<8xf32, strides=[1]>, %i4: tile<2xi4>) {
    // expected-error @below {{expected a divisor that is a power of two of at most 2^62, got 9223372036854775808}}
    %a = assume div_by<9223372036854775808>, %i : tile<i32>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%b: tile<2xi1>, %p: tile<ptr<f32>>, %i: tile<i32>, %v: tile<8xi32>, %fl: tile<f32>, %k: token, %tv: tensor_view<8xf32, strides=[1]>, %i4: tile<2xi4>) {
    // expected-error @below {{expected div_by without every and along for a 0-d tile or tensor_view}}
    %a = assume div_by<4, every 2 along 0>, %i : tile<i32>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%b: tile<2xi1>, %p: tile<ptr<f32>>, %i: tile<i32>, %v: tile<8xi32>, %fl: tile<f32>, %k: token, %tv: tensor_view<8xf32, strides=[1]>, %i4: tile<2xi4>) {
    // expected-error @below {{expected div_by every 0..8 elements along dimension 0, got 16}}
    %a = assume div_by<4, every 16 along 0>, %v : tile<8xi32>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%b: tile<2xi1>, %p: tile<ptr<f32>>, %i: tile<i32>, %v: tile<8xi32>, %fl: tile<f32>, %k: token, %tv: tensor_view<8xf32, strides=[1]>, %i4: tile<2xi4>) {
    // expected-error @below {{expected div_by along a dimension in 0..0, got 1}}
    %a = assume div_by<4, every 2 along 1>, %v : tile<8xi32>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%b: tile<2xi1>, %p: tile<ptr<f32>>, %i: tile<i32>, %v: tile<8xi32>, %fl: tile<f32>, %k: token, %tv: tensor_view<8xf32, strides=[1]>, %i4: tile<2xi4>) {
    // expected-error @below {{expected a tile of integers or pointers or a tensor_view for div_by}}
    %a = assume div_by<4>, %fl : tile<f32>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%b: tile<2xi1>, %p: tile<ptr<f32>>, %i: tile<i32>, %v: tile<8xi32>, %fl: tile<f32>, %k: token, %tv: tensor_view<8xf32, strides=[1]>, %i4: tile<2xi4>) {
    // expected-error @below {{expected one same_elements group size per dimension, 0 in all, got 1}}
    %a = assume same_elements<[1]>, %i : tile<i32>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%b: tile<2xi1>, %p: tile<ptr<f32>>, %i: tile<i32>, %v: tile<8xi32>, %fl: tile<f32>, %k: token, %tv: tensor_view<8xf32, strides=[1]>, %i4: tile<2xi4>) {
    // expected-error @below {{expected same_elements group size of at most 8 for dimension 0, got 16}}
    %a = assume same_elements<[16]>, %v : tile<8xi32>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%b: tile<2xi1>, %p: tile<ptr<f32>>, %i: tile<i32>, %v: tile<8xi32>, %fl: tile<f32>, %k: token, %tv: tensor_view<8xf32, strides=[1]>, %i4: tile<2xi4>) {
    // expected-error @below {{expected a tile of integers or pointers for same_elements}}
    %a = assume same_elements<[8]>, %tv : tensor_view<8xf32, strides=[1]>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%b: tile<2xi1>, %p: tile<ptr<f32>>, %i: tile<i32>, %v: tile<8xi32>, %fl: tile<f32>, %k: token, %tv: tensor_view<8xf32, strides=[1]>, %i4: tile<2xi4>) {
    // expected-error @below {{expected a lower bound of at most the upper bound 3, got 5}}
    %a = assume bounded<5, 3>, %i : tile<i32>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%b: tile<2xi1>, %p: tile<ptr<f32>>, %i: tile<i32>, %v: tile<8xi32>, %fl: tile<f32>, %k: token, %tv: tensor_view<8xf32, strides=[1]>, %i4: tile<2xi4>) {
    // expected-error @below {{expected bounds in -2147483648..2147483647}}
    %a = assume bounded<0, 4294967296>, %i : tile<i32>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%b: tile<2xi1>, %p: tile<ptr<f32>>, %i: tile<i32>, %v: tile<8xi32>, %fl: tile<f32>, %k: token, %tv: tensor_view<8xf32, strides=[1]>, %i4: tile<2xi4>) {
    // expected-error @below {{expected a tile of integers for bounded}}
    %a = assume bounded<0, 1>, %p : tile<ptr<f32>>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%b: tile<2xi1>, %p: tile<ptr<f32>>, %i: tile<i32>, %v: tile<8xi32>, %fl: tile<f32>, %k: token, %tv: tensor_view<8xf32, strides=[1]>, %i4: tile<2xi4>) {
    // expected-error @below {{expected assume predicate div_by, same_elements or bounded, got 'positive'}}
    %a = assume positive<1>, %i : tile<i32>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%b: tile<2xi1>, %p: tile<ptr<f32>>, %i: tile<i32>, %v: tile<8xi32>, %fl: tile<f32>, %k: token, %tv: tensor_view<8xf32, strides=[1]>, %i4: tile<2xi4>) {
    // expected-error @below {{expected assume predicate, got 5 : i32}}
    %a = assume 5 : i32, %i : tile<i32>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%b: tile<2xi1>, %p: tile<ptr<f32>>, %i: tile<i32>, %v: tile<8xi32>, %fl: tile<f32>, %k: token, %tv: tensor_view<8xf32, strides=[1]>, %i4: tile<2xi4>) {
    // expected-error-re @below {{operand #0 must be tile or tensor view, but got {{.*}}token}}
    %a = assume div_by<4>, %k : token
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%b: tile<2xi1>, %p: tile<ptr<f32>>, %i: tile<i32>, %v: tile<8xi32>, %fl: tile<f32>, %k: token, %tv: tensor_view<8xf32, strides=[1]>, %i4: tile<2xi4>) {
    // expected-error @below {{requires attribute 'predicate'}}
    %a = "cuda_tile.assume"(%i) : (!cuda_tile.tile<i32>) -> !cuda_tile.tile<i32>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%b: tile<2xi1>, %p: tile<ptr<f32>>, %i: tile<i32>, %v: tile<8xi32>, %fl: tile<f32>, %k: token, %tv: tensor_view<8xf32, strides=[1]>, %i4: tile<2xi4>) {
    // expected-error @below {{nvalid attribute `predicate`}}
    %a = "cuda_tile.assume"(%i) <{predicate = 1 : i32}> : (!cuda_tile.tile<i32>) -> !cuda_tile.tile<i32>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%b: tile<2xi1>, %p: tile<ptr<f32>>, %i: tile<i32>, %v: tile<8xi32>, %fl: tile<f32>, %k: token, %tv: tensor_view<8xf32, strides=[1]>, %i4: tile<2xi4>) {
    // expected-error @below {{all of {value, result} have same type}}
    %a = "cuda_tile.assume"(%i) <{predicate = #cuda_tile.div_by<4>}> : (!cuda_tile.tile<i32>) -> !cuda_tile.tile<i64>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%b: tile<2xi1>, %p: tile<ptr<f32>>, %i: tile<i32>, %v: tile<8xi32>, %fl: tile<f32>, %k: token, %tv: tensor_view<8xf32, strides=[1]>, %i4: tile<2xi4>) {
    // expected-error @below {{expected 1 arguments for the format string, got 0}}
    %t = print_tko "%d\n" -> token
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%b: tile<2xi1>, %p: tile<ptr<f32>>, %i: tile<i32>, %v: tile<8xi32>, %fl: tile<f32>, %k: token, %tv: tensor_view<8xf32, strides=[1]>, %i4: tile<2xi4>) {
    // expected-error @below {{expected 0 arguments for the format string, got 1}}
    %t = print_tko "%%d", %i : tile<i32> -> token
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%b: tile<2xi1>, %p: tile<ptr<f32>>, %i: tile<i32>, %v: tile<8xi32>, %fl: tile<f32>, %k: token, %tv: tensor_view<8xf32, strides=[1]>, %i4: tile<2xi4>) {
    // expected-error @below {{expected a conversion character after every '%', got the end of the format string}}
    %t = print_tko "100%" -> token
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%b: tile<2xi1>, %p: tile<ptr<f32>>, %i: tile<i32>, %v: tile<8xi32>, %fl: tile<f32>, %k: token, %tv: tensor_view<8xf32, strides=[1]>, %i4: tile<2xi4>) {
    // expected-error @below {{expected a conversion character after every '%', got the end of the format string}}
    %t = print_tko "%l" -> token
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%b: tile<2xi1>, %p: tile<ptr<f32>>, %i: tile<i32>, %v: tile<8xi32>, %fl: tile<f32>, %k: token, %tv: tensor_view<8xf32, strides=[1]>, %i4: tile<2xi4>) {
    // expected-error @below {{expected a conversion character after every '%', got the end of the format string}}
    %t = print_tko "%q", %i : tile<i32> -> token
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%b: tile<2xi1>, %p: tile<ptr<f32>>, %i: tile<i32>, %v: tile<8xi32>, %fl: tile<f32>, %k: token, %tv: tensor_view<8xf32, strides=[1]>, %i4: tile<2xi4>) {
    // expected-error-re @below {{operand #0 must be variadic of tile, but got {{.*}}token}}
    %t = print_tko "%d", %k : token -> token
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%b: tile<2xi1>, %p: tile<ptr<f32>>, %i: tile<i32>, %v: tile<8xi32>, %fl: tile<f32>, %k: token, %tv: tensor_view<8xf32, strides=[1]>, %i4: tile<2xi4>) {
    // expected-error @below {{operandSegmentSizes}}
    %t = "cuda_tile.print_tko"(%i) <{str = "%d"}> : (!cuda_tile.tile<i32>) -> !cuda_tile.token
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%b: tile<2xi1>, %p: tile<ptr<f32>>, %i: tile<i32>, %v: tile<8xi32>, %fl: tile<f32>, %k: token, %tv: tensor_view<8xf32, strides=[1]>, %i4: tile<2xi4>) {
    // expected-error @below {{operand count (1) does not match with the total size (2)}}
    %t = "cuda_tile.print_tko"(%i) <{str = "%d", operandSegmentSizes = array<i32: 1, 1>}> : (!cuda_tile.tile<i32>) -> !cuda_tile.token
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%b: tile<2xi1>, %p: tile<ptr<f32>>, %i: tile<i32>, %v: tile<8xi32>, %fl: tile<f32>, %k: token, %tv: tensor_view<8xf32, strides=[1]>, %i4: tile<2xi4>) {
    // expected-error-re @below {{operand #0 must be token, but got {{.*}}i32}}
    %t = "cuda_tile.gdc_wait_tko"(%i) : (!cuda_tile.tile<i32>) -> !cuda_tile.token
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%b: tile<2xi1>, %p: tile<ptr<f32>>, %i: tile<i32>, %v: tile<8xi32>, %fl: tile<f32>, %k: token, %tv: tensor_view<8xf32, strides=[1]>, %i4: tile<2xi4>) {
    // expected-error @below {{requires a single operand}}
    %t = "cuda_tile.memory_fence_alias_tko"() : () -> !cuda_tile.token
    return
  }
}
