// RUN: tessera-opt %s --split-input-file --verify-diagnostics

// Every rejected literal of core.md 1.6, the accepted quirks of 13.3 included.

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{expected '<'}}
    %a = constant dense<1.0> : tile<f32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+2 {{unexpected decimal integer literal for a floating point value}}
    // expected-note @+1 {{add a trailing dot to make the literal a float}}
    %a = constant <f32: 1> : tile<f32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+2 {{unexpected decimal integer literal for a floating point value}}
    // expected-note @+1 {{add a trailing dot to make the literal a float}}
    %a = constant <f32: 1e10> : tile<f32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{expected three consecutive dots for an ellipsis}}
    %a = constant <f32: .5> : tile<f32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{expected floating point literal}}
    %a = constant <f32: inf> : tile<f32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{expected floating point literal}}
    %a = constant <f32: nan> : tile<f32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{hexadecimal float literal should not have a leading minus}}
    %a = constant <f32: -0x7F800000> : tile<f32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{hexadecimal float constant out of range for type}}
    %a = constant <f32: 0x1FFFFFFFF> : tile<f32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{hexadecimal float constant out of range for type}}
    %a = constant <f16: 0x7F800000> : tile<f16>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{hexadecimal float constant out of range for type}}
    %a = constant <tf32: 0x7F800000> : tile<tf32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{hexadecimal float constant out of range for type}}
    %a = constant <tf32: 0x80000> : tile<tf32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{hexadecimal float constant out of range for type}}
    %a = constant <f8E5M2: 0x100> : tile<f8E5M2>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{hexadecimal float constant out of range for type}}
    %a = constant <f4E2M1FN: 0x10> : tile<2xf4E2M1FN>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{hexadecimal float constant out of range for type}}
    %a = constant <f64: 0x1FFFFFFFFFFFFFFFF> : tile<f64>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{expected floating point literal}}
    %a = constant <f32: true> : tile<f32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{expected floating point literal}}
    %a = constant <f32: "1.0"> : tile<f32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{custom op 'cuda_tile.constant' expected a tile of 'f32', got 'f16'}}
    %a = constant <f32: 1.0> : tile<f16>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{custom op 'cuda_tile.constant' expected a tile of 'i32', got 'i64'}}
    %a = constant <i32: 1> : tile<i64>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{custom op 'cuda_tile.constant' integer literal out of range for type 'i8'}}
    %a = constant <i8: 256> : tile<i8>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{custom op 'cuda_tile.constant' integer literal out of range for type 'i8'}}
    %a = constant <i8: -129> : tile<i8>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{custom op 'cuda_tile.constant' integer literal out of range for type 'i16'}}
    %a = constant <i16: 65536> : tile<i16>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{custom op 'cuda_tile.constant' integer literal out of range for type 'i16'}}
    %a = constant <i16: -32769> : tile<i16>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{custom op 'cuda_tile.constant' integer literal out of range for type 'i32'}}
    %a = constant <i32: 4294967296> : tile<i32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{custom op 'cuda_tile.constant' integer literal out of range for type 'i32'}}
    %a = constant <i32: -2147483649> : tile<i32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{custom op 'cuda_tile.constant' integer literal out of range for type 'i1'}}
    %a = constant <i1: 2> : tile<i1>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{custom op 'cuda_tile.constant' integer literal out of range for type 'i1'}}
    %a = constant <i1: -2> : tile<i1>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{custom op 'cuda_tile.constant' integer literal out of range for type 'i64'}}
    %a = constant <i64: 18446744073709551615> : tile<i64>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{custom op 'cuda_tile.constant' integer literal out of range for type 'i64'}}
    %a = constant <i64: 9223372036854775808> : tile<i64>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{custom op 'cuda_tile.constant' integer literal out of range for type 'i64'}}
    %a = constant <i64: -9223372036854775809> : tile<i64>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{custom op 'cuda_tile.constant' integer literal out of range for type 'i64'}}
    %a = constant <i64: 0xFFFFFFFFFFFFFFFF> : tile<i64>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{custom op 'cuda_tile.constant' expected an integer literal of type 'i32', got 'true'}}
    %a = constant <i32: true> : tile<i32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{custom op 'cuda_tile.constant' expected an integer literal of type 'i32'}}
    %a = constant <i32: 1.0> : tile<i32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{custom op 'cuda_tile.constant' expected an integer literal of type 'i32'}}
    %a = constant <i32: > : tile<i32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{custom op 'cuda_tile.constant' expected a literal of shape [], got [1]}}
    %a = constant <i32: [5]> : tile<i32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{custom op 'cuda_tile.constant' expected a literal of shape [4], got [2]}}
    %a = constant <i32: [1, 2]> : tile<4xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{custom op 'cuda_tile.constant' expected a literal of shape [2], got [3]}}
    %a = constant <i32: [1, 2, 3]> : tile<2xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{custom op 'cuda_tile.constant' expected 2 values in this list, got 1}}
    %a = constant <i32: [[1, 2], [3]]> : tile<2x2xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{custom op 'cuda_tile.constant' expected 2 levels of brackets, got 1}}
    %a = constant <i32: [[1, 2], 3]> : tile<2x2xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{custom op 'cuda_tile.constant' expected 1 levels of brackets, got more}}
    %a = constant <i32: [1, [2, 3]]> : tile<2x2xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{custom op 'cuda_tile.constant' expected 2 levels of brackets, got more}}
    %a = constant <i32: [[1, 2], [[3], [4]]]> : tile<2x2xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{custom op 'cuda_tile.constant' expected a literal of shape [2, 2], got [4]}}
    %a = constant <i32: [1, 2, 3, 4]> : tile<2x2xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{custom op 'cuda_tile.constant' expected an integer literal of type 'i32'}}
    %a = constant <i32: []> : tile<2xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{expected ']'}}
    %a = constant <i32: [1, 2> : tile<2xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{custom op 'cuda_tile.constant' expected a number type that literals can have, got 'i4'}}
    %a = constant <i4: 1> : tile<2xi4>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{custom op 'cuda_tile.constant' expected a number type that literals can have, got 'index'}}
    %a = constant <index: 1> : tile<i32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{custom op 'cuda_tile.constant' expected a number type that literals can have, got 'i2'}}
    %a = constant <i2: 1> : tile<i32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{expected a number type that literals can have, got '!cuda_tile.ptr<f32>'}}
    %a = constant <ptr<f32>: 0> : tile<ptr<f32>>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{expected a number type that literals can have, got '!cuda_tile.f8E5M3FNU'}}
    %a = constant <f8E5M3FNU: 1.0> : tile<f8E5M3FNU>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{custom op 'cuda_tile.constant' expected a tile type, got 'i32'}}
    %a = constant <i32: 3> : i32
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{custom op 'cuda_tile.constant' expected a tile type, got 'tensor<2xi32>'}}
    %a = constant <i32: 3> : tensor<2xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{custom op 'cuda_tile.constant' expected a tile type, got '!cuda_tile.token'}}
    %a = constant <i32: 3> : token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{expected ':'}}
    %a = constant <i32: 3>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{expected ':'}}
    %a = constant <i32 3> : tile<i32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{expected '<'}}
    %a = constant 3 : tile<i32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{custom op 'cuda_tile.constant' expected at most 64 levels of brackets}}
    %a = constant <i32: [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]> : tile<i32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{'cuda_tile.constant' op requires attribute 'value'}}
    %a = "cuda_tile.constant"() : () -> !cuda_tile.tile<i32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+2 {{'cuda_tile.constant' op inferred type(s) '!cuda_tile.tile<2xi32>' are incompatible with return type(s) of operation '!cuda_tile.tile<4xi32>'}}
    // expected-error @+1 {{'cuda_tile.constant' op failed to infer returned types}}
    %a = "cuda_tile.constant"() <{value = dense<1> : !cuda_tile.tile<2xi32>}> : () -> !cuda_tile.tile<4xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{'cuda_tile.constant' op attribute 'value' failed to satisfy constraint: dense elements of a tile type}}
    %a = "cuda_tile.constant"() <{value = dense<1> : tensor<2xi32>}> : () -> !cuda_tile.tile<2xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{'cuda_tile.constant' op result #0 must be tile of numbers, but got '!cuda_tile.tile<2xi4>'}}
    %a = "cuda_tile.constant"() <{value = dense<1> : !cuda_tile.tile<2xi4>}> : () -> !cuda_tile.tile<2xi4>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{invalid properties {value = sparse<0, 1> : tensor<2xi32>} for op cuda_tile.constant: Invalid attribute `value` in property conversion: sparse<0, 1> : tensor<2xi32>}}
    %a = "cuda_tile.constant"() <{value = sparse<0, 1> : tensor<2xi32>}> : () -> !cuda_tile.tile<2xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{invalid properties {value = dense_resource<x> : !cuda_tile.tile<2xi32>} for op cuda_tile.constant: Invalid attribute `value` in property conversion: dense_resource<x> : !cuda_tile.tile<2xi32>}}
    %a = "cuda_tile.constant"() <{value = dense_resource<x> : !cuda_tile.tile<2xi32>}> : () -> !cuda_tile.tile<2xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{invalid properties {value = 1 : i32} for op cuda_tile.constant: Invalid attribute `value` in property conversion: 1 : i32}}
    %a = "cuda_tile.constant"() <{value = 1 : i32}> : () -> !cuda_tile.tile<i32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{'cuda_tile.constant' op requires one result}}
    "cuda_tile.constant"() <{value = dense<1> : !cuda_tile.tile<2xi32>}> : () -> ()
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>, %f: tile<f32>, %l: tile<i64>) {
    // expected-error @+1 {{'cuda_tile.constant' op requires zero operands}}
    %a = "cuda_tile.constant"(%i) <{value = dense<1> : !cuda_tile.tile<2xi32>}> : (!cuda_tile.tile<i32>) -> !cuda_tile.tile<2xi32>
  }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{'cuda_tile.global' op expected a value of numbers, got '!cuda_tile.tile<2xi4>'}}
  "cuda_tile.global"() <{sym_name = "g", value = dense<1> : !cuda_tile.tile<2xi4>}> : () -> ()
}
