// RUN: tessera-opt %s --split-input-file --verify-diagnostics

cuda_tile.module @bad {
  testing$func @f(%x: tile<8xf32>, %y: tile<8xf32>, %h: tile<8xf16>, %w: tile<8xbf16>, %d: tile<8xf64>, %i: tile<8xi32>, %q: tile<8xi64>, %j: tile<4xi32>) {
    // expected-error @below {{expected rounding mode nearest_even or zero or negative_inf or positive_inf or approx, got full}}
    %r = sqrt %x rounding<full> : tile<8xf32>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%x: tile<8xf32>, %y: tile<8xf32>, %h: tile<8xf16>, %w: tile<8xbf16>, %d: tile<8xf64>, %i: tile<8xi32>, %q: tile<8xi64>, %j: tile<4xi32>) {
    // expected-error @below {{expected element type f32 for rounding<approx>, got 'f64'}}
    %r = sqrt %d rounding<approx> : tile<8xf64>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%x: tile<8xf32>, %y: tile<8xf32>, %h: tile<8xf16>, %w: tile<8xbf16>, %d: tile<8xf64>, %i: tile<8xi32>, %q: tile<8xi64>, %j: tile<4xi32>) {
    // expected-error @below {{expected element type f32 for flush_to_zero, got 'f64'}}
    %r = sqrt %d flush_to_zero : tile<8xf64>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%x: tile<8xf32>, %y: tile<8xf32>, %h: tile<8xf16>, %w: tile<8xbf16>, %d: tile<8xf64>, %i: tile<8xi32>, %q: tile<8xi64>, %j: tile<4xi32>) {
    // expected-error @below {{expected element type f32 for rounding<approx>, got 'f16'}}
    %r = exp %h rounding<approx> : tile<8xf16>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%x: tile<8xf32>, %y: tile<8xf32>, %h: tile<8xf16>, %w: tile<8xbf16>, %d: tile<8xf64>, %i: tile<8xi32>, %q: tile<8xi64>, %j: tile<4xi32>) {
    // expected-error @below {{expected rounding mode full or approx, got zero}}
    %r = exp %x rounding<zero> : tile<8xf32>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%x: tile<8xf32>, %y: tile<8xf32>, %h: tile<8xf16>, %w: tile<8xbf16>, %d: tile<8xf64>, %i: tile<8xi32>, %q: tile<8xi64>, %j: tile<4xi32>) {
    // expected-error @below {{expected rounding mode full, got zero}}
    %r = exp %h rounding<zero> : tile<8xf16>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%x: tile<8xf32>, %y: tile<8xf32>, %h: tile<8xf16>, %w: tile<8xbf16>, %d: tile<8xf64>, %i: tile<8xi32>, %q: tile<8xi64>, %j: tile<4xi32>) {
    // expected-error @below {{expected ':'}}
    %r = exp %x flush_to_zero : tile<8xf32>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%x: tile<8xf32>, %y: tile<8xf32>, %h: tile<8xf16>, %w: tile<8xbf16>, %d: tile<8xf64>, %i: tile<8xi32>, %q: tile<8xi64>, %j: tile<4xi32>) {
    // expected-error @below {{expected element type f32 for rounding<approx>, got 'f16'}}
    %r = tanh %h rounding<approx> : tile<8xf16>
    return
  }
}

// -----

// The 13.3 tool prints this error and goes on.
cuda_tile.module @bad {
  testing$func @f(%x: tile<8xf32>, %y: tile<8xf32>, %h: tile<8xf16>, %w: tile<8xbf16>, %d: tile<8xf64>, %i: tile<8xi32>, %q: tile<8xi64>, %j: tile<4xi32>) {
    // expected-error @below {{expected rounding mode full or approx, got zero}}
    %r = tanh %x rounding<zero> : tile<8xf32>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%x: tile<8xf32>, %y: tile<8xf32>, %h: tile<8xf16>, %w: tile<8xbf16>, %d: tile<8xf64>, %i: tile<8xi32>, %q: tile<8xi64>, %j: tile<4xi32>) {
    // expected-error @below {{expected element type f32 for flush_to_zero, got 'f64'}}
    %r = exp2 %d flush_to_zero : tile<8xf64>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%x: tile<8xf32>, %y: tile<8xf32>, %h: tile<8xf16>, %w: tile<8xbf16>, %d: tile<8xf64>, %i: tile<8xi32>, %q: tile<8xi64>, %j: tile<4xi32>) {
    // expected-error @below {{expected element type f32 for flush_to_zero, got 'f16'}}
    %r = rsqrt %h flush_to_zero : tile<8xf16>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%x: tile<8xf32>, %y: tile<8xf32>, %h: tile<8xf16>, %w: tile<8xbf16>, %d: tile<8xf64>, %i: tile<8xi32>, %q: tile<8xi64>, %j: tile<4xi32>) {
    // expected-error @below {{expected ':'}}
    %r = rsqrt %x rounding<approx> : tile<8xf32>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%x: tile<8xf32>, %y: tile<8xf32>, %h: tile<8xf16>, %w: tile<8xbf16>, %d: tile<8xf64>, %i: tile<8xi32>, %q: tile<8xi64>, %j: tile<4xi32>) {
    // expected-error-re @below {{operand #0 must be tile of f16, bf16, f32 or f64, but got {{.*}}i32}}
    %r = sin %i : tile<8xi32>
    return
  }
}

// -----

cuda_tile.module @bad {
  // expected-note @below {{prior use here}}
  testing$func @f(%x: tile<8xf32>, %y: tile<8xf32>, %h: tile<8xf16>, %w: tile<8xbf16>, %d: tile<8xf64>, %i: tile<8xi32>, %q: tile<8xi64>, %j: tile<4xi32>) {
    // expected-error @below {{expects different type}}
    %r = pow %x, %h : tile<8xf32>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%x: tile<8xf32>, %y: tile<8xf32>, %h: tile<8xf16>, %w: tile<8xbf16>, %d: tile<8xf64>, %i: tile<8xi32>, %q: tile<8xi64>, %j: tile<4xi32>) {
    // expected-error-re @below {{operand #0 must be tile of f16, bf16, f32 or f64, but got {{.*}}i32}}
    %r = atan2 %i, %i : tile<8xi32>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%x: tile<8xf32>, %y: tile<8xf32>, %h: tile<8xf16>, %w: tile<8xbf16>, %d: tile<8xf64>, %i: tile<8xi32>, %q: tile<8xi64>, %j: tile<4xi32>) {
    // expected-error @below {{expected exponent element i1, i8, i16 or i32, got 'i64'}}
    %r = fpowi %x, %q : tile<8xf32>, tile<8xi64>
    return
  }
}

// -----

cuda_tile.module @bad {
  // expected-note @below {{source has type}}
  testing$func @f(%x: tile<8xf32>, %y: tile<8xf32>, %h: tile<8xf16>, %w: tile<8xbf16>, %d: tile<8xf64>, %i: tile<8xi32>, %q: tile<8xi64>, %j: tile<4xi32>) {
    // expected-error @below {{expected exponent of the shape of source, [8], got [4]}}
    %r = fpowi %x, %j : tile<8xf32>, tile<4xi32>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%x: tile<8xf32>, %y: tile<8xf32>, %h: tile<8xf16>, %w: tile<8xbf16>, %d: tile<8xf64>, %i: tile<8xi32>, %q: tile<8xi64>, %j: tile<4xi32>) {
    // expected-error-re @below {{operand #1 must be tile of i1, i8, i16, i32 or i64, but got {{.*}}f32}}
    %r = fpowi %x, %y : tile<8xf32>, tile<8xf32>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%x: tile<8xf32>, %y: tile<8xf32>, %h: tile<8xf16>, %w: tile<8xbf16>, %d: tile<8xf64>, %i: tile<8xi32>, %q: tile<8xi64>, %j: tile<4xi32>) {
    // expected-error @below {{all of {source, result} have same type}}
    %r = "cuda_tile.fpowi"(%x, %i) : (!cuda_tile.tile<8xf32>, !cuda_tile.tile<8xi32>) -> !cuda_tile.tile<8xf16>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%x: tile<8xf32>, %y: tile<8xf32>, %h: tile<8xf16>, %w: tile<8xbf16>, %d: tile<8xf64>, %i: tile<8xi32>, %q: tile<8xi64>, %j: tile<4xi32>) {
    // expected-error @below {{requires attribute 'rounding_mode'}}
    %r = "cuda_tile.sqrt"(%x) : (!cuda_tile.tile<8xf32>) -> !cuda_tile.tile<8xf32>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%e: tile<8xf8E5M2>) {
    // expected-error @below {{operand #0 must be tile of f16, bf16, f32 or f64, but got '!cuda_tile.tile<8xf8E5M2>'}}
    %r = log %e : tile<8xf8E5M2>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%e: tile<8xf8E5M2>) {
    // expected-error @below {{operand #0 must be tile of f16, bf16, f32 or f64, but got '!cuda_tile.tile<8xf8E5M2>'}}
    %r = log2 %e : tile<8xf8E5M2>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%e: tile<8xf8E5M2>) {
    // expected-error @below {{operand #0 must be tile of f16, bf16, f32 or f64, but got '!cuda_tile.tile<8xf8E5M2>'}}
    %r = cos %e : tile<8xf8E5M2>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%e: tile<8xf8E5M2>) {
    // expected-error @below {{operand #0 must be tile of f16, bf16, f32 or f64, but got '!cuda_tile.tile<8xf8E5M2>'}}
    %r = tan %e : tile<8xf8E5M2>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%e: tile<8xf8E5M2>) {
    // expected-error @below {{operand #0 must be tile of f16, bf16, f32 or f64, but got '!cuda_tile.tile<8xf8E5M2>'}}
    %r = sinh %e : tile<8xf8E5M2>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%e: tile<8xf8E5M2>) {
    // expected-error @below {{operand #0 must be tile of f16, bf16, f32 or f64, but got '!cuda_tile.tile<8xf8E5M2>'}}
    %r = cosh %e : tile<8xf8E5M2>
    return
  }
}
