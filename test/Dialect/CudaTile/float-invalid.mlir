// RUN: tessera-opt %s --split-input-file --verify-diagnostics

cuda_tile.module @bad {
  testing$func @f(%x: tile<8xf32>, %y: tile<8xf32>, %h: tile<8xf16>, %w: tile<8xbf16>, %d: tile<8xf64>, %i: tile<8xi32>) {
    // expected-error @below {{expected ':'}}
    %r = addf %x, %y flush_to_zero rounding<zero> : tile<8xf32>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%x: tile<8xf32>, %y: tile<8xf32>, %h: tile<8xf16>, %w: tile<8xbf16>, %d: tile<8xf64>, %i: tile<8xi32>) {
    // expected-error-re @below {{expected rounding mode {{.*}}got 'approx'}}
    %r = addf %x, %y rounding<approx> : tile<8xf32>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%x: tile<8xf32>, %y: tile<8xf32>, %h: tile<8xf16>, %w: tile<8xbf16>, %d: tile<8xf64>, %i: tile<8xi32>) {
    // expected-error-re @below {{expected rounding mode {{.*}}got 'full'}}
    %r = subf %x, %y rounding<full> : tile<8xf32>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%x: tile<8xf32>, %y: tile<8xf32>, %h: tile<8xf16>, %w: tile<8xbf16>, %d: tile<8xf64>, %i: tile<8xi32>) {
    // expected-error-re @below {{expected rounding mode {{.*}}got 'upward'}}
    %r = mulf %x, %y rounding<upward> : tile<8xf32>
    return
  }
}

// -----

// nearest_away parses (ftof has it at 13.4) but no arithmetic takes it.
cuda_tile.module @bad {
  testing$func @f(%x: tile<8xf32>, %y: tile<8xf32>, %h: tile<8xf16>, %w: tile<8xbf16>, %d: tile<8xf64>, %i: tile<8xi32>) {
    // expected-error @below {{expected rounding mode nearest_even or zero or negative_inf or positive_inf, got nearest_away}}
    %r = fma %x, %y, %x rounding<nearest_away> : tile<8xf32>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%x: tile<8xf32>, %y: tile<8xf32>, %h: tile<8xf16>, %w: tile<8xbf16>, %d: tile<8xf64>, %i: tile<8xi32>) {
    // expected-error @below {{expected element type f32 for flush_to_zero, got 'f16'}}
    %r = mulf %h, %h flush_to_zero : tile<8xf16>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%x: tile<8xf32>, %y: tile<8xf32>, %h: tile<8xf16>, %w: tile<8xbf16>, %d: tile<8xf64>, %i: tile<8xi32>) {
    // expected-error @below {{expected element type f32 for flush_to_zero, got 'f64'}}
    %r = fma %d, %d, %d flush_to_zero : tile<8xf64>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%x: tile<8xf32>, %y: tile<8xf32>, %h: tile<8xf16>, %w: tile<8xbf16>, %d: tile<8xf64>, %i: tile<8xi32>) {
    // expected-error-re @below {{operand #0 must be tile of f16, bf16, f32 or f64, but got {{.*}}i32}}
    %r = subf %i, %i : tile<8xi32>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%x: tile<8xf32>, %y: tile<8xf32>, %h: tile<8xf16>, %w: tile<8xbf16>, %d: tile<8xf64>, %i: tile<8xi32>) {
    // expected-error-re @below {{operand #0 must be tile of f16, bf16, f32 or f64, but got {{.*}}i32}}
    %r = absf %i : tile<8xi32>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%x: tile<8xf32>, %y: tile<8xf32>, %h: tile<8xf16>, %w: tile<8xbf16>, %d: tile<8xf64>, %i: tile<8xi32>) {
    %t = ftof %x : tile<8xf32> -> tile<8xtf32>
    // expected-error-re @below {{operand #0 must be tile of f16, bf16, f32 or f64, but got {{.*}}tf32}}
    %r = addf %t, %t : tile<8xtf32>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%x: tile<8xf32>, %y: tile<8xf32>, %h: tile<8xf16>, %w: tile<8xbf16>, %d: tile<8xf64>, %i: tile<8xi32>) {
    // expected-error @below {{expected element type f32 for rounding<approx>, got 'f16'}}
    %r = divf %h, %h rounding<approx> : tile<8xf16>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%x: tile<8xf32>, %y: tile<8xf32>, %h: tile<8xf16>, %w: tile<8xbf16>, %d: tile<8xf64>, %i: tile<8xi32>) {
    // expected-error @below {{expected element type f32 for rounding<full>, got 'f64'}}
    %r = divf %d, %d rounding<full> : tile<8xf64>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%x: tile<8xf32>, %y: tile<8xf32>, %h: tile<8xf16>, %w: tile<8xbf16>, %d: tile<8xf64>, %i: tile<8xi32>) {
    // expected-error @below {{expected element type f32 for flush_to_zero, got 'f64'}}
    %r = divf %d, %d flush_to_zero : tile<8xf64>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%x: tile<8xf32>, %y: tile<8xf32>, %h: tile<8xf16>, %w: tile<8xbf16>, %d: tile<8xf64>, %i: tile<8xi32>) {
    // expected-error @below {{expected rounding mode nearest_even or zero or negative_inf or positive_inf or approx or full, got nearest_int_to_zero}}
    %r = divf %x, %y rounding<nearest_int_to_zero> : tile<8xf32>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%x: tile<8xf32>, %y: tile<8xf32>, %h: tile<8xf16>, %w: tile<8xbf16>, %d: tile<8xf64>, %i: tile<8xi32>) {
    // expected-error @below {{expected rounding mode nearest_even or zero or negative_inf or positive_inf, got nearest_int_to_zero}}
    %r = divf %d, %d rounding<nearest_int_to_zero> : tile<8xf64>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%x: tile<8xf32>, %y: tile<8xf32>, %h: tile<8xf16>, %w: tile<8xbf16>, %d: tile<8xf64>, %i: tile<8xi32>) {
    // expected-error @below {{expected ':'}}
    %r = remf %x, %y rounding<zero> : tile<8xf32>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%x: tile<8xf32>, %y: tile<8xf32>, %h: tile<8xf16>, %w: tile<8xbf16>, %d: tile<8xf64>, %i: tile<8xi32>) {
    // expected-error @below {{`propagate_nan` clause can appear at most once}}
    %r = maxf %x, %y propagate_nan propagate_nan : tile<8xf32>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%x: tile<8xf32>, %y: tile<8xf32>, %h: tile<8xf16>, %w: tile<8xbf16>, %d: tile<8xf64>, %i: tile<8xi32>) {
    // expected-error @below {{expected element type f32 for flush_to_zero, got 'f16'}}
    %r = minf %h, %h flush_to_zero : tile<8xf16>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%x: tile<8xf32>, %y: tile<8xf32>, %h: tile<8xf16>, %w: tile<8xbf16>, %d: tile<8xf64>, %i: tile<8xi32>) {
    // expected-error @below {{expected element type f32 for flush_to_zero, got 'f64'}}
    %r = maxf %d, %d flush_to_zero : tile<8xf64>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%x: tile<8xf32>, %y: tile<8xf32>, %h: tile<8xf16>, %w: tile<8xbf16>, %d: tile<8xf64>, %i: tile<8xi32>) {
    // expected-error @below {{expected comparison ordering}}
    %r = cmpf less_than %x, %y : tile<8xf32> -> tile<8xi1>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%x: tile<8xf32>, %y: tile<8xf32>, %h: tile<8xf16>, %w: tile<8xbf16>, %d: tile<8xf64>, %i: tile<8xi32>) {
    // expected-error-re @below {{expected comparison predicate {{.*}}got 'below'}}
    %r = cmpf below ordered %x, %y : tile<8xf32> -> tile<8xi1>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%x: tile<8xf32>, %y: tile<8xf32>, %h: tile<8xf16>, %w: tile<8xbf16>, %d: tile<8xf64>, %i: tile<8xi32>) {
    // expected-error @below {{failed to infer returned types}}
    // expected-error-re @below {{inferred type{{.*}}8xi1{{.*}}incompatible with return type{{.*}}4xi1}}
    %r = cmpf less_than ordered %x, %y : tile<8xf32> -> tile<4xi1>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%x: tile<8xf32>, %y: tile<8xf32>, %h: tile<8xf16>, %w: tile<8xbf16>, %d: tile<8xf64>, %i: tile<8xi32>) {
    // expected-error-re @below {{result #0 must be tile of i1, but got {{.*}}i8}}
    %r = cmpf equal ordered %x, %y : tile<8xf32> -> tile<8xi8>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%x: tile<8xf32>, %y: tile<8xf32>, %h: tile<8xf16>, %w: tile<8xbf16>, %d: tile<8xf64>, %i: tile<8xi32>) {
    // expected-error-re @below {{operand #0 must be tile of f16, bf16, f32 or f64, but got {{.*}}i32}}
    %r = cmpf equal ordered %i, %i : tile<8xi32> -> tile<8xi1>
    return
  }
}

// -----

// Generic form: what the parser cannot catch.
cuda_tile.module @bad {
  testing$func @f(%x: tile<8xf32>, %y: tile<8xf32>, %h: tile<8xf16>, %w: tile<8xbf16>, %d: tile<8xf64>, %i: tile<8xi32>) {
    // expected-error @below {{requires attribute 'rounding_mode'}}
    %r = "cuda_tile.addf"(%x, %y) : (!cuda_tile.tile<8xf32>, !cuda_tile.tile<8xf32>) -> !cuda_tile.tile<8xf32>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%x: tile<8xf32>, %y: tile<8xf32>, %h: tile<8xf16>, %w: tile<8xbf16>, %d: tile<8xf64>, %i: tile<8xi32>) {
    // expected-error @below {{expected rounding mode nearest_even or zero or negative_inf or positive_inf, got approx}}
    %r = "cuda_tile.addf"(%x, %y) <{rounding_mode = #cuda_tile.rounding<approx>}> : (!cuda_tile.tile<8xf32>, !cuda_tile.tile<8xf32>) -> !cuda_tile.tile<8xf32>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%x: tile<8xf32>, %y: tile<8xf32>, %h: tile<8xf16>, %w: tile<8xbf16>, %d: tile<8xf64>, %i: tile<8xi32>) {
    // expected-error @below {{nvalid attribute `rounding_mode`}}
    %r = "cuda_tile.addf"(%x, %y) <{rounding_mode = 1 : i32}> : (!cuda_tile.tile<8xf32>, !cuda_tile.tile<8xf32>) -> !cuda_tile.tile<8xf32>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%x: tile<8xf32>, %y: tile<8xf32>, %h: tile<8xf16>, %w: tile<8xbf16>, %d: tile<8xf64>, %i: tile<8xi32>) {
    // expected-error @below {{requires the same type for all operands and results}}
    %r = "cuda_tile.addf"(%x, %h) <{rounding_mode = #cuda_tile.rounding<zero>}> : (!cuda_tile.tile<8xf32>, !cuda_tile.tile<8xf16>) -> !cuda_tile.tile<8xf32>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%x: tile<8xf32>, %y: tile<8xf32>, %h: tile<8xf16>, %w: tile<8xbf16>, %d: tile<8xf64>, %i: tile<8xi32>) {
    // expected-error @below {{expected 2 operands}}
    %r = "cuda_tile.mulf"(%x) <{rounding_mode = #cuda_tile.rounding<zero>}> : (!cuda_tile.tile<8xf32>) -> !cuda_tile.tile<8xf32>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%x: tile<8xf32>, %y: tile<8xf32>, %h: tile<8xf16>, %w: tile<8xbf16>, %d: tile<8xf64>, %i: tile<8xi32>) {
    // expected-error @below {{requires attribute 'comparison_ordering'}}
    %r = "cuda_tile.cmpf"(%x, %y) <{comparison_predicate = #cuda_tile.comparison_predicate<equal>}> : (!cuda_tile.tile<8xf32>, !cuda_tile.tile<8xf32>) -> !cuda_tile.tile<8xi1>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%x: tile<8xf32>, %y: tile<8xf32>, %h: tile<8xf16>, %w: tile<8xbf16>, %d: tile<8xf64>, %i: tile<8xi32>) {
    // expected-error @below {{requires all operands to have the same type}}
    %r = "cuda_tile.cmpf"(%x, %h) <{comparison_predicate = #cuda_tile.comparison_predicate<equal>, comparison_ordering = #cuda_tile.comparison_ordering<ordered>}> : (!cuda_tile.tile<8xf32>, !cuda_tile.tile<8xf16>) -> !cuda_tile.tile<8xi1>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%x: tile<8xf32>, %y: tile<8xf32>, %h: tile<8xf16>, %w: tile<8xbf16>, %d: tile<8xf64>, %i: tile<8xi32>) {
    // expected-error @below {{result #0 must be tile of f16, bf16, f32 or f64, but got 'i32'}}
    %r = "cuda_tile.negf"(%x) : (!cuda_tile.tile<8xf32>) -> i32
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%i: tile<8xi32>) {
    // expected-error @below {{operand #0 must be tile of f16, bf16, f32 or f64, but got '!cuda_tile.tile<8xi32>'}}
    %r = ceil %i : tile<8xi32>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%i: tile<8xi32>) {
    // expected-error @below {{operand #0 must be tile of f16, bf16, f32 or f64, but got '!cuda_tile.tile<8xi32>'}}
    %r = floor %i : tile<8xi32>
    return
  }
}
