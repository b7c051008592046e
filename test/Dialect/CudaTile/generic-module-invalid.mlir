// RUN: tessera-opt %s --split-input-file --verify-diagnostics --mlir-print-op-on-diagnostic=false

// The generic form of module, entry and global can say what the custom form
// cannot: each abuse is a located error.

// expected-error @+1 {{'cuda_tile.module' op requires attribute 'sym_name'}}
"cuda_tile.module"() ({
}) : () -> ()

// -----

// expected-error @+1 {{'cuda_tile.module' op requires one region}}
"cuda_tile.module"() <{sym_name = "m"}> : () -> ()

// -----

// expected-error @+1 {{'cuda_tile.module' op expects region #0 to have 0 or 1 blocks}}
"cuda_tile.module"() <{sym_name = "m"}> ({
^bb0:
^bb1:
}) : () -> ()

// -----

// expected-error @+1 {{'cuda_tile.module' op region should have no arguments}}
"cuda_tile.module"() <{sym_name = "m"}> ({
^bb0(%a: i32):
}) : () -> ()

// -----

// expected-error @+1 {{'cuda_tile.module' op requires one region}}
"cuda_tile.module"() <{sym_name = "m"}> ({
}, {
}) : () -> ()

// -----

cuda_tile.module @m {
  // expected-error @+1 {{'cuda_tile.entry' op requires attribute 'function_type'}}
  "cuda_tile.entry"() <{sym_name = "k"}> ({
    "cuda_tile.return"() : () -> ()
  }) : () -> ()
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{'cuda_tile.entry' op requires attribute 'sym_name'}}
  "cuda_tile.entry"() <{function_type = () -> ()}> ({
    "cuda_tile.return"() : () -> ()
  }) : () -> ()
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{'cuda_tile.entry' op region #0 ('body') failed to verify constraint: region with 1 blocks}}
  "cuda_tile.entry"() <{sym_name = "k", function_type = () -> ()}> ({
  }) : () -> ()
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{'cuda_tile.entry' op entry block must have 0 arguments to match function signature}}
  "cuda_tile.entry"() <{sym_name = "k", function_type = () -> ()}> ({
  ^bb0(%a: !cuda_tile.tile<i32>):
    "cuda_tile.return"() : () -> ()
  }) : () -> ()
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{'cuda_tile.entry' op type of entry block argument #0('!cuda_tile.tile<f32>') must match the type of the corresponding argument in function signature('!cuda_tile.tile<i32>')}}
  "cuda_tile.entry"() <{sym_name = "k", function_type = (!cuda_tile.tile<i32>) -> ()}> ({
  ^bb0(%a: !cuda_tile.tile<f32>):
    "cuda_tile.return"() : () -> ()
  }) : () -> ()
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{'cuda_tile.entry' op entry block must have 1 arguments to match function signature}}
  "cuda_tile.entry"() <{sym_name = "k", function_type = (!cuda_tile.tile<i32>) -> ()}> ({
    "cuda_tile.return"() : () -> ()
  }) : () -> ()
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{'cuda_tile.entry' op attribute 'function_type' failed to satisfy constraint: type attribute of function type}}
  "cuda_tile.entry"() <{sym_name = "k", function_type = i32}> ({
    "cuda_tile.return"() : () -> ()
  }) : () -> ()
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{'cuda_tile.entry' op expects region #0 to have 0 or 1 blocks}}
  "cuda_tile.entry"() <{sym_name = "k", function_type = () -> ()}> ({
  ^bb0:
    "cuda_tile.return"() : () -> ()
  ^bb1:
    "cuda_tile.return"() : () -> ()
  }) : () -> ()
}

// -----

cuda_tile.module @m {
  "cuda_tile.entry"() <{sym_name = "k", function_type = () -> ()}> ({
  ^bb0:
    // expected-error @+1 {{block with no terminator, has %0 = "cuda_tile.make_token"() : () -> !cuda_tile.token}}
    %0 = "cuda_tile.make_token"() : () -> !cuda_tile.token
  }) : () -> ()
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{'cuda_tile.entry' op expects argument attribute array to have the same number of elements as the number of function arguments, got 1, but expected 0}}
  "cuda_tile.entry"() <{sym_name = "k", function_type = () -> (), arg_attrs = [{}]}> ({
    "cuda_tile.return"() : () -> ()
  }) : () -> ()
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{invalid properties {arg_attrs = 3 : i64, function_type = () -> (), sym_name = "k"} for op cuda_tile.entry: Invalid attribute `arg_attrs` in property conversion: 3 : i64}}
  "cuda_tile.entry"() <{sym_name = "k", function_type = () -> (), arg_attrs = 3}> ({
    "cuda_tile.return"() : () -> ()
  }) : () -> ()
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{invalid properties {function_type = () -> (), optimization_hints = {}, sym_name = "k"} for op cuda_tile.entry: Invalid attribute `optimization_hints` in property conversion: {}}}
  "cuda_tile.entry"() <{sym_name = "k", function_type = () -> (), optimization_hints = {}}> ({
    "cuda_tile.return"() : () -> ()
  }) : () -> ()
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{'cuda_tile.global' op requires attribute 'value'}}
  "cuda_tile.global"() <{sym_name = "g"}> : () -> ()
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{'cuda_tile.global' op attribute 'value' failed to satisfy constraint: dense elements of a tile type}}
  "cuda_tile.global"() <{sym_name = "g", value = dense<1.0> : tensor<1xf32>}> : () -> ()
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{invalid properties {sym_name = "g", value = 1.000000e+00 : f32} for op cuda_tile.global: Invalid attribute `value` in property conversion: 1.000000e+00 : f32}}
  "cuda_tile.global"() <{sym_name = "g", value = 1.0 : f32}> : () -> ()
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{'cuda_tile.global' op attribute 'alignment' failed to satisfy constraint: 64-bit signless integer attribute}}
  "cuda_tile.global"() <{sym_name = "g", value = dense<1.0> : !cuda_tile.tile<1xf32>, alignment = 4 : i32}> : () -> ()
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{invalid properties {sym_name = "g", symbol_visibility = "private", value = dense<1.000000e+00> : !cuda_tile.tile<1xf32>} for op cuda_tile.global: Invalid attribute `symbol_visibility` in property conversion: "private"}}
  "cuda_tile.global"() <{sym_name = "g", value = dense<1.0> : !cuda_tile.tile<1xf32>, symbol_visibility = "private"}> : () -> ()
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{'cuda_tile.global' op requires attribute 'sym_name'}}
  "cuda_tile.global"() <{value = dense<1.0> : !cuda_tile.tile<1xf32>}> : () -> ()
}

// -----

cuda_tile.module @m {
  entry @k() {
    // expected-error @+1 {{'cuda_tile.get_global' op requires attribute 'name'}}
    %0 = "cuda_tile.get_global"() : () -> !cuda_tile.tile<ptr<f32>>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    // expected-error @+1 {{'cuda_tile.get_global' op result #0 must be 0-d tile of a pointer, but got 'i32'}}
    %0 = "cuda_tile.get_global"() <{name = @g}> : () -> i32
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    // expected-error @+1 {{'cuda_tile.get_global' op requires one result}}
    "cuda_tile.get_global"() <{name = @g}> : () -> ()
  }
}
