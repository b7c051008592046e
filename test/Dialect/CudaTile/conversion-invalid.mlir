// RUN: tessera-opt %s --split-input-file --verify-diagnostics

cuda_tile.module @bad {
  testing$func @f(%x: tile<8xf32>, %h: tile<8xf16>, %d: tile<8xf64>, %b: tile<8xi1>, %c: tile<8xi8>, %i: tile<8xi32>, %q: tile<8xi64>, %n4: tile<8xi4>, %pf: tile<ptr<f32>>, %m: tile<i64>, %n: tile<i32>, %t: tile<8xtf32>, %e8: tile<8xf8E8M0FNU>, %e5: tile<8xf8E5M2>, %e4: tile<8xf4E2M1FN>) {
    // expected-error @below {{expected result element of 32 bits, got 'i64' of 64 bits}}
    %r = bitcast %x : tile<8xf32> -> tile<8xi64>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%x: tile<8xf32>, %h: tile<8xf16>, %d: tile<8xf64>, %b: tile<8xi1>, %c: tile<8xi8>, %i: tile<8xi32>, %q: tile<8xi64>, %n4: tile<8xi4>, %pf: tile<ptr<f32>>, %m: tile<i64>, %n: tile<i32>, %t: tile<8xtf32>, %e8: tile<8xf8E8M0FNU>, %e5: tile<8xf8E5M2>, %e4: tile<8xf4E2M1FN>) {
    // expected-error @below {{expected result element of 32 bits, got 'tf32' of 19 bits}}
    %r = bitcast %x : tile<8xf32> -> tile<8xtf32>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%x: tile<8xf32>, %h: tile<8xf16>, %d: tile<8xf64>, %b: tile<8xi1>, %c: tile<8xi8>, %i: tile<8xi32>, %q: tile<8xi64>, %n4: tile<8xi4>, %pf: tile<ptr<f32>>, %m: tile<i64>, %n: tile<i32>, %t: tile<8xtf32>, %e8: tile<8xf8E8M0FNU>, %e5: tile<8xf8E5M2>, %e4: tile<8xf4E2M1FN>) {
    // expected-error @below {{expected result element of 19 bits, got 'i32' of 32 bits}}
    %r = bitcast %t : tile<8xtf32> -> tile<8xi32>
    return
  }
}

// -----

cuda_tile.module @bad {
  // expected-note @below {{source has type}}
  testing$func @f(%x: tile<8xf32>, %h: tile<8xf16>, %d: tile<8xf64>, %b: tile<8xi1>, %c: tile<8xi8>, %i: tile<8xi32>, %q: tile<8xi64>, %n4: tile<8xi4>, %pf: tile<ptr<f32>>, %m: tile<i64>, %n: tile<i32>, %t: tile<8xtf32>, %e8: tile<8xf8E8M0FNU>, %e5: tile<8xf8E5M2>, %e4: tile<8xf4E2M1FN>) {
    // expected-error @below {{expected result of the shape of source, [8], got [4]}}
    %r = bitcast %x : tile<8xf32> -> tile<4xi32>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%x: tile<8xf32>, %h: tile<8xf16>, %d: tile<8xf64>, %b: tile<8xi1>, %c: tile<8xi8>, %i: tile<8xi32>, %q: tile<8xi64>, %n4: tile<8xi4>, %pf: tile<ptr<f32>>, %m: tile<i64>, %n: tile<i32>, %t: tile<8xtf32>, %e8: tile<8xf8E8M0FNU>, %e5: tile<8xf8E5M2>, %e4: tile<8xf4E2M1FN>) {
    // expected-error-re @below {{operand #0 must be tile of numbers, but got {{.*}}ptr}}
    %r = bitcast %pf : tile<ptr<f32>> -> tile<i64>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%x: tile<8xf32>, %h: tile<8xf16>, %d: tile<8xf64>, %b: tile<8xi1>, %c: tile<8xi8>, %i: tile<8xi32>, %q: tile<8xi64>, %n4: tile<8xi4>, %pf: tile<ptr<f32>>, %m: tile<i64>, %n: tile<i32>, %t: tile<8xtf32>, %e8: tile<8xf8E8M0FNU>, %e5: tile<8xf8E5M2>, %e4: tile<8xf4E2M1FN>) {
    // expected-error-re @below {{operand #0 must be tile of numbers, but got {{.*}}i4}}
    %r = bitcast %n4 : tile<8xi4> -> tile<8xf4E2M1FN>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%x: tile<8xf32>, %h: tile<8xf16>, %d: tile<8xf64>, %b: tile<8xi1>, %c: tile<8xi8>, %i: tile<8xi32>, %q: tile<8xi64>, %n4: tile<8xi4>, %pf: tile<ptr<f32>>, %m: tile<i64>, %n: tile<i32>, %t: tile<8xtf32>, %e8: tile<8xf8E8M0FNU>, %e5: tile<8xf8E5M2>, %e4: tile<8xf4E2M1FN>) {
    // expected-error @below {{expected result element wider than 'i32', got 'i32'}}
    %r = exti %i signed : tile<8xi32> -> tile<8xi32>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%x: tile<8xf32>, %h: tile<8xf16>, %d: tile<8xf64>, %b: tile<8xi1>, %c: tile<8xi8>, %i: tile<8xi32>, %q: tile<8xi64>, %n4: tile<8xi4>, %pf: tile<ptr<f32>>, %m: tile<i64>, %n: tile<i32>, %t: tile<8xtf32>, %e8: tile<8xf8E8M0FNU>, %e5: tile<8xf8E5M2>, %e4: tile<8xf4E2M1FN>) {
    // expected-error @below {{expected result element wider than 'i32', got 'i8'}}
    %r = exti %i signed : tile<8xi32> -> tile<8xi8>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%x: tile<8xf32>, %h: tile<8xf16>, %d: tile<8xf64>, %b: tile<8xi1>, %c: tile<8xi8>, %i: tile<8xi32>, %q: tile<8xi64>, %n4: tile<8xi4>, %pf: tile<ptr<f32>>, %m: tile<i64>, %n: tile<i32>, %t: tile<8xtf32>, %e8: tile<8xf8E8M0FNU>, %e5: tile<8xf8E5M2>, %e4: tile<8xf4E2M1FN>) {
    // expected-error @below {{expected signedness}}
    %r = exti %c : tile<8xi8> -> tile<8xi32>
    return
  }
}

// -----

cuda_tile.module @bad {
  // expected-note @below {{from has type}}
  testing$func @f(%x: tile<8xf32>, %h: tile<8xf16>, %d: tile<8xf64>, %b: tile<8xi1>, %c: tile<8xi8>, %i: tile<8xi32>, %q: tile<8xi64>, %n4: tile<8xi4>, %pf: tile<ptr<f32>>, %m: tile<i64>, %n: tile<i32>, %t: tile<8xtf32>, %e8: tile<8xf8E8M0FNU>, %e5: tile<8xf8E5M2>, %e4: tile<8xf4E2M1FN>) {
    // expected-error @below {{expected to of the shape of from, [8], got [4]}}
    %r = exti %c signed : tile<8xi8> -> tile<4xi32>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%x: tile<8xf32>, %h: tile<8xf16>, %d: tile<8xf64>, %b: tile<8xi1>, %c: tile<8xi8>, %i: tile<8xi32>, %q: tile<8xi64>, %n4: tile<8xi4>, %pf: tile<ptr<f32>>, %m: tile<i64>, %n: tile<i32>, %t: tile<8xtf32>, %e8: tile<8xf8E8M0FNU>, %e5: tile<8xf8E5M2>, %e4: tile<8xf4E2M1FN>) {
    // expected-error @below {{expected result element narrower than 'i8', got 'i32'}}
    %r = trunci %c : tile<8xi8> -> tile<8xi32>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%x: tile<8xf32>, %h: tile<8xf16>, %d: tile<8xf64>, %b: tile<8xi1>, %c: tile<8xi8>, %i: tile<8xi32>, %q: tile<8xi64>, %n4: tile<8xi4>, %pf: tile<ptr<f32>>, %m: tile<i64>, %n: tile<i32>, %t: tile<8xtf32>, %e8: tile<8xf8E8M0FNU>, %e5: tile<8xf8E5M2>, %e4: tile<8xf4E2M1FN>) {
    // expected-error @below {{expected result element narrower than 'i8', got 'i8'}}
    %r = trunci %c : tile<8xi8> -> tile<8xi8>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%x: tile<8xf32>, %h: tile<8xf16>, %d: tile<8xf64>, %b: tile<8xi1>, %c: tile<8xi8>, %i: tile<8xi32>, %q: tile<8xi64>, %n4: tile<8xi4>, %pf: tile<ptr<f32>>, %m: tile<i64>, %n: tile<i32>, %t: tile<8xtf32>, %e8: tile<8xf8E8M0FNU>, %e5: tile<8xf8E5M2>, %e4: tile<8xf4E2M1FN>) {
    // expected-error-re @below {{operand #0 must be tile of i1, i4, i8, i16, i32 or i64, but got {{.*}}f32}}
    %r = trunci %x : tile<8xf32> -> tile<8xi8>
    return
  }
}

// -----

cuda_tile.module @bad {
  // expected-note @below {{from has type}}
  testing$func @f(%x: tile<8xf32>, %h: tile<8xf16>, %d: tile<8xf64>, %b: tile<8xi1>, %c: tile<8xi8>, %i: tile<8xi32>, %q: tile<8xi64>, %n4: tile<8xi4>, %pf: tile<ptr<f32>>, %m: tile<i64>, %n: tile<i32>, %t: tile<8xtf32>, %e8: tile<8xf8E8M0FNU>, %e5: tile<8xf8E5M2>, %e4: tile<8xf4E2M1FN>) {
    // expected-error @below {{expected to of the shape of from, [8], got []}}
    %r = trunci %i : tile<8xi32> -> tile<i8>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%x: tile<8xf32>, %h: tile<8xf16>, %d: tile<8xf64>, %b: tile<8xi1>, %c: tile<8xi8>, %i: tile<8xi32>, %q: tile<8xi64>, %n4: tile<8xi4>, %pf: tile<ptr<f32>>, %m: tile<i64>, %n: tile<i32>, %t: tile<8xtf32>, %e8: tile<8xf8E8M0FNU>, %e5: tile<8xf8E5M2>, %e4: tile<8xf4E2M1FN>) {
    // expected-error @below {{expected result element other than 'f32', got 'f32'}}
    %r = ftof %x : tile<8xf32> -> tile<8xf32>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%x: tile<8xf32>, %h: tile<8xf16>, %d: tile<8xf64>, %b: tile<8xi1>, %c: tile<8xi8>, %i: tile<8xi32>, %q: tile<8xi64>, %n4: tile<8xi4>, %pf: tile<ptr<f32>>, %m: tile<i64>, %n: tile<i32>, %t: tile<8xtf32>, %e8: tile<8xf8E8M0FNU>, %e5: tile<8xf8E5M2>, %e4: tile<8xf4E2M1FN>) {
    // expected-error @below {{expected rounding mode nearest_even, got zero}}
    %r = ftof %x rounding<zero> : tile<8xf32> -> tile<8xf16>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%x: tile<8xf32>, %h: tile<8xf16>, %d: tile<8xf64>, %b: tile<8xi1>, %c: tile<8xi8>, %i: tile<8xi32>, %q: tile<8xi64>, %n4: tile<8xi4>, %pf: tile<ptr<f32>>, %m: tile<i64>, %n: tile<i32>, %t: tile<8xtf32>, %e8: tile<8xf8E8M0FNU>, %e5: tile<8xf8E5M2>, %e4: tile<8xf4E2M1FN>) {
    // expected-error @below {{expected rounding mode nearest_even, got nearest_away}}
    %r = ftof %x rounding<nearest_away> : tile<8xf32> -> tile<8xtf32>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%x: tile<8xf32>, %h: tile<8xf16>, %d: tile<8xf64>, %b: tile<8xi1>, %c: tile<8xi8>, %i: tile<8xi32>, %q: tile<8xi64>, %n4: tile<8xi4>, %pf: tile<ptr<f32>>, %m: tile<i64>, %n: tile<i32>, %t: tile<8xtf32>, %e8: tile<8xf8E8M0FNU>, %e5: tile<8xf8E5M2>, %e4: tile<8xf4E2M1FN>) {
    // expected-error @below {{expected rounding mode zero or positive_inf, got nearest_even}}
    %r = ftof %x : tile<8xf32> -> tile<8xf8E8M0FNU>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%x: tile<8xf32>, %h: tile<8xf16>, %d: tile<8xf64>, %b: tile<8xi1>, %c: tile<8xi8>, %i: tile<8xi32>, %q: tile<8xi64>, %n4: tile<8xi4>, %pf: tile<ptr<f32>>, %m: tile<i64>, %n: tile<i32>, %t: tile<8xtf32>, %e8: tile<8xf8E8M0FNU>, %e5: tile<8xf8E5M2>, %e4: tile<8xf4E2M1FN>) {
    // expected-error @below {{expected rounding mode zero or positive_inf, got negative_inf}}
    %r = ftof %x rounding<negative_inf> : tile<8xf32> -> tile<8xf8E8M0FNU>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%x: tile<8xf32>, %h: tile<8xf16>, %d: tile<8xf64>, %b: tile<8xi1>, %c: tile<8xi8>, %i: tile<8xi32>, %q: tile<8xi64>, %n4: tile<8xi4>, %pf: tile<ptr<f32>>, %m: tile<i64>, %n: tile<i32>, %t: tile<8xtf32>, %e8: tile<8xf8E8M0FNU>, %e5: tile<8xf8E5M2>, %e4: tile<8xf4E2M1FN>) {
    // expected-error-re @below {{expected rounding mode {{.*}}got 'approx'}}
    %r = ftof %x rounding<approx> : tile<8xf32> -> tile<8xf16>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%x: tile<8xf32>, %h: tile<8xf16>, %d: tile<8xf64>, %b: tile<8xi1>, %c: tile<8xi8>, %i: tile<8xi32>, %q: tile<8xi64>, %n4: tile<8xi4>, %pf: tile<ptr<f32>>, %m: tile<i64>, %n: tile<i32>, %t: tile<8xtf32>, %e8: tile<8xf8E8M0FNU>, %e5: tile<8xf8E5M2>, %e4: tile<8xf4E2M1FN>) {
    // expected-error-re @below {{operand #0 must be tile of floating-point numbers, but got {{.*}}i32}}
    %r = ftof %i : tile<8xi32> -> tile<8xf32>
    return
  }
}

// -----

cuda_tile.module @bad {
  // expected-note @below {{from has type}}
  testing$func @f(%x: tile<8xf32>, %h: tile<8xf16>, %d: tile<8xf64>, %b: tile<8xi1>, %c: tile<8xi8>, %i: tile<8xi32>, %q: tile<8xi64>, %n4: tile<8xi4>, %pf: tile<ptr<f32>>, %m: tile<i64>, %n: tile<i32>, %t: tile<8xtf32>, %e8: tile<8xf8E8M0FNU>, %e5: tile<8xf8E5M2>, %e4: tile<8xf4E2M1FN>) {
    // expected-error @below {{expected to of the shape of from, [8], got [4]}}
    %r = ftof %x : tile<8xf32> -> tile<4xf16>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%x: tile<8xf32>, %h: tile<8xf16>, %d: tile<8xf64>, %b: tile<8xi1>, %c: tile<8xi8>, %i: tile<8xi32>, %q: tile<8xi64>, %n4: tile<8xi4>, %pf: tile<ptr<f32>>, %m: tile<i64>, %n: tile<i32>, %t: tile<8xtf32>, %e8: tile<8xf8E8M0FNU>, %e5: tile<8xf8E5M2>, %e4: tile<8xf4E2M1FN>) {
    // expected-error-re @below {{expected rounding mode {{.*}}got 'zero'}}
    %r = ftoi %x signed rounding<zero> : tile<8xf32> -> tile<8xi32>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%x: tile<8xf32>, %h: tile<8xf16>, %d: tile<8xf64>, %b: tile<8xi1>, %c: tile<8xi8>, %i: tile<8xi32>, %q: tile<8xi64>, %n4: tile<8xi4>, %pf: tile<ptr<f32>>, %m: tile<i64>, %n: tile<i32>, %t: tile<8xtf32>, %e8: tile<8xf8E8M0FNU>, %e5: tile<8xf8E5M2>, %e4: tile<8xf4E2M1FN>) {
    // expected-error @below {{expected signedness}}
    %r = ftoi %x : tile<8xf32> -> tile<8xi32>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%x: tile<8xf32>, %h: tile<8xf16>, %d: tile<8xf64>, %b: tile<8xi1>, %c: tile<8xi8>, %i: tile<8xi32>, %q: tile<8xi64>, %n4: tile<8xi4>, %pf: tile<ptr<f32>>, %m: tile<i64>, %n: tile<i32>, %t: tile<8xtf32>, %e8: tile<8xf8E8M0FNU>, %e5: tile<8xf8E5M2>, %e4: tile<8xf4E2M1FN>) {
    // expected-error-re @below {{result #0 must be tile of i1, i8, i16, i32 or i64, but got {{.*}}f16}}
    %r = ftoi %x signed : tile<8xf32> -> tile<8xf16>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%x: tile<8xf32>, %h: tile<8xf16>, %d: tile<8xf64>, %b: tile<8xi1>, %c: tile<8xi8>, %i: tile<8xi32>, %q: tile<8xi64>, %n4: tile<8xi4>, %pf: tile<ptr<f32>>, %m: tile<i64>, %n: tile<i32>, %t: tile<8xtf32>, %e8: tile<8xf8E8M0FNU>, %e5: tile<8xf8E5M2>, %e4: tile<8xf4E2M1FN>) {
    // expected-error-re @below {{result #0 must be tile of i1, i8, i16, i32 or i64, but got {{.*}}i4}}
    %r = ftoi %x signed : tile<8xf32> -> tile<8xi4>
    return
  }
}

// -----

cuda_tile.module @bad {
  // expected-note @below {{from has type}}
  testing$func @f(%x: tile<8xf32>, %h: tile<8xf16>, %d: tile<8xf64>, %b: tile<8xi1>, %c: tile<8xi8>, %i: tile<8xi32>, %q: tile<8xi64>, %n4: tile<8xi4>, %pf: tile<ptr<f32>>, %m: tile<i64>, %n: tile<i32>, %t: tile<8xtf32>, %e8: tile<8xf8E8M0FNU>, %e5: tile<8xf8E5M2>, %e4: tile<8xf4E2M1FN>) {
    // expected-error @below {{expected to of the shape of from, [8], got [2]}}
    %r = ftoi %x signed : tile<8xf32> -> tile<2xi32>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%x: tile<8xf32>, %h: tile<8xf16>, %d: tile<8xf64>, %b: tile<8xi1>, %c: tile<8xi8>, %i: tile<8xi32>, %q: tile<8xi64>, %n4: tile<8xi4>, %pf: tile<ptr<f32>>, %m: tile<i64>, %n: tile<i32>, %t: tile<8xtf32>, %e8: tile<8xf8E8M0FNU>, %e5: tile<8xf8E5M2>, %e4: tile<8xf4E2M1FN>) {
    // expected-error @below {{expected rounding mode nearest_even, got zero}}
    %r = itof %i signed rounding<zero> : tile<8xi32> -> tile<8xf32>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%x: tile<8xf32>, %h: tile<8xf16>, %d: tile<8xf64>, %b: tile<8xi1>, %c: tile<8xi8>, %i: tile<8xi32>, %q: tile<8xi64>, %n4: tile<8xi4>, %pf: tile<ptr<f32>>, %m: tile<i64>, %n: tile<i32>, %t: tile<8xtf32>, %e8: tile<8xf8E8M0FNU>, %e5: tile<8xf8E5M2>, %e4: tile<8xf4E2M1FN>) {
    // expected-error @below {{expected result element of a signed format, got 'f8E8M0FNU'}}
    %r = itof %i signed : tile<8xi32> -> tile<8xf8E8M0FNU>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%x: tile<8xf32>, %h: tile<8xf16>, %d: tile<8xf64>, %b: tile<8xi1>, %c: tile<8xi8>, %i: tile<8xi32>, %q: tile<8xi64>, %n4: tile<8xi4>, %pf: tile<ptr<f32>>, %m: tile<i64>, %n: tile<i32>, %t: tile<8xtf32>, %e8: tile<8xf8E8M0FNU>, %e5: tile<8xf8E5M2>, %e4: tile<8xf4E2M1FN>) {
    // expected-error @below {{expected signedness}}
    %r = itof %i : tile<8xi32> -> tile<8xf32>
    return
  }
}

// -----

cuda_tile.module @bad {
  // expected-note @below {{from has type}}
  testing$func @f(%x: tile<8xf32>, %h: tile<8xf16>, %d: tile<8xf64>, %b: tile<8xi1>, %c: tile<8xi8>, %i: tile<8xi32>, %q: tile<8xi64>, %n4: tile<8xi4>, %pf: tile<ptr<f32>>, %m: tile<i64>, %n: tile<i32>, %t: tile<8xtf32>, %e8: tile<8xf8E8M0FNU>, %e5: tile<8xf8E5M2>, %e4: tile<8xf4E2M1FN>) {
    // expected-error @below {{expected to of the shape of from, [8], got []}}
    %r = itof %i signed : tile<8xi32> -> tile<f32>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%x: tile<8xf32>, %h: tile<8xf16>, %d: tile<8xf64>, %b: tile<8xi1>, %c: tile<8xi8>, %i: tile<8xi32>, %q: tile<8xi64>, %n4: tile<8xi4>, %pf: tile<ptr<f32>>, %m: tile<i64>, %n: tile<i32>, %t: tile<8xtf32>, %e8: tile<8xf8E8M0FNU>, %e5: tile<8xf8E5M2>, %e4: tile<8xf4E2M1FN>) {
    // expected-error-re @below {{result #0 must be tile of i64, but got {{.*}}i32}}
    %r = ptr_to_int %pf : tile<ptr<f32>> -> tile<i32>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%x: tile<8xf32>, %h: tile<8xf16>, %d: tile<8xf64>, %b: tile<8xi1>, %c: tile<8xi8>, %i: tile<8xi32>, %q: tile<8xi64>, %n4: tile<8xi4>, %pf: tile<ptr<f32>>, %m: tile<i64>, %n: tile<i32>, %t: tile<8xtf32>, %e8: tile<8xf8E8M0FNU>, %e5: tile<8xf8E5M2>, %e4: tile<8xf4E2M1FN>) {
    // expected-error-re @below {{operand #0 must be tile of i64, but got {{.*}}i32}}
    %r = int_to_ptr %n : tile<i32> -> tile<ptr<f32>>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%x: tile<8xf32>, %h: tile<8xf16>, %d: tile<8xf64>, %b: tile<8xi1>, %c: tile<8xi8>, %i: tile<8xi32>, %q: tile<8xi64>, %n4: tile<8xi4>, %pf: tile<ptr<f32>>, %m: tile<i64>, %n: tile<i32>, %t: tile<8xtf32>, %e8: tile<8xf8E8M0FNU>, %e5: tile<8xf8E5M2>, %e4: tile<8xf4E2M1FN>) {
    // expected-error-re @below {{result #0 must be tile of pointers, but got {{.*}}i64}}
    %r = ptr_to_ptr %pf : tile<ptr<f32>> -> tile<i64>
    return
  }
}

// -----

cuda_tile.module @bad {
  // expected-note @below {{source has type}}
  testing$func @f(%x: tile<8xf32>, %h: tile<8xf16>, %d: tile<8xf64>, %b: tile<8xi1>, %c: tile<8xi8>, %i: tile<8xi32>, %q: tile<8xi64>, %n4: tile<8xi4>, %pf: tile<ptr<f32>>, %m: tile<i64>, %n: tile<i32>, %t: tile<8xtf32>, %e8: tile<8xf8E8M0FNU>, %e5: tile<8xf8E5M2>, %e4: tile<8xf4E2M1FN>) {
    // expected-error @below {{expected result of the shape of source, [], got [2]}}
    %r = ptr_to_ptr %pf : tile<ptr<f32>> -> tile<2xptr<i8>>
    return
  }
}

// -----

cuda_tile.module @bad {
  // expected-note @below {{source has type}}
  testing$func @f(%x: tile<8xf32>, %h: tile<8xf16>, %d: tile<8xf64>, %b: tile<8xi1>, %c: tile<8xi8>, %i: tile<8xi32>, %q: tile<8xi64>, %n4: tile<8xi4>, %pf: tile<ptr<f32>>, %m: tile<i64>, %n: tile<i32>, %t: tile<8xtf32>, %e8: tile<8xf8E8M0FNU>, %e5: tile<8xf8E5M2>, %e4: tile<8xf4E2M1FN>) {
    // expected-error @below {{expected result of the shape of source, [], got [1]}}
    %r = ptr_to_int %pf : tile<ptr<f32>> -> tile<1xi64>
    return
  }
}

// -----

cuda_tile.module @bad {
  // expected-note @below {{source has type}}
  testing$func @f(%x: tile<8xf32>, %h: tile<8xf16>, %d: tile<8xf64>, %b: tile<8xi1>, %c: tile<8xi8>, %i: tile<8xi32>, %q: tile<8xi64>, %n4: tile<8xi4>, %pf: tile<ptr<f32>>, %m: tile<i64>, %n: tile<i32>, %t: tile<8xtf32>, %e8: tile<8xf8E8M0FNU>, %e5: tile<8xf8E5M2>, %e4: tile<8xf4E2M1FN>) {
    // expected-error @below {{expected result of the shape of source, [8], got []}}
    %r = int_to_ptr %q : tile<8xi64> -> tile<ptr<f32>>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%x: tile<8xf32>, %h: tile<8xf16>, %d: tile<8xf64>, %b: tile<8xi1>, %c: tile<8xi8>, %i: tile<8xi32>, %q: tile<8xi64>, %n4: tile<8xi4>, %pf: tile<ptr<f32>>, %m: tile<i64>, %n: tile<i32>, %t: tile<8xtf32>, %e8: tile<8xf8E8M0FNU>, %e5: tile<8xf8E5M2>, %e4: tile<8xf4E2M1FN>) {
    // expected-error @below {{requires attribute 'rounding_mode'}}
    %r = "cuda_tile.ftoi"(%x) <{signedness = #cuda_tile.signedness<signed>}> : (!cuda_tile.tile<8xf32>) -> !cuda_tile.tile<8xi32>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%x: tile<8xf32>, %h: tile<8xf16>, %d: tile<8xf64>, %b: tile<8xi1>, %c: tile<8xi8>, %i: tile<8xi32>, %q: tile<8xi64>, %n4: tile<8xi4>, %pf: tile<ptr<f32>>, %m: tile<i64>, %n: tile<i32>, %t: tile<8xtf32>, %e8: tile<8xf8E8M0FNU>, %e5: tile<8xf8E5M2>, %e4: tile<8xf4E2M1FN>) {
    // expected-error @below {{expected rounding mode nearest_int_to_zero, got zero}}
    %r = "cuda_tile.ftoi"(%x) <{signedness = #cuda_tile.signedness<signed>, rounding_mode = #cuda_tile.rounding<zero>}> : (!cuda_tile.tile<8xf32>) -> !cuda_tile.tile<8xi32>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%x: tile<8xf32>, %h: tile<8xf16>, %d: tile<8xf64>, %b: tile<8xi1>, %c: tile<8xi8>, %i: tile<8xi32>, %q: tile<8xi64>, %n4: tile<8xi4>, %pf: tile<ptr<f32>>, %m: tile<i64>, %n: tile<i32>, %t: tile<8xtf32>, %e8: tile<8xf8E8M0FNU>, %e5: tile<8xf8E5M2>, %e4: tile<8xf4E2M1FN>) {
    // expected-error @below {{requires attribute 'signedness'}}
    %r = "cuda_tile.exti"(%c) : (!cuda_tile.tile<8xi8>) -> !cuda_tile.tile<8xi32>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%x: tile<8xf32>, %h: tile<8xf16>, %d: tile<8xf64>, %b: tile<8xi1>, %c: tile<8xi8>, %i: tile<8xi32>, %q: tile<8xi64>, %n4: tile<8xi4>, %pf: tile<ptr<f32>>, %m: tile<i64>, %n: tile<i32>, %t: tile<8xtf32>, %e8: tile<8xf8E8M0FNU>, %e5: tile<8xf8E5M2>, %e4: tile<8xf4E2M1FN>) {
    // expected-error @below {{requires a single operand}}
    %r = "cuda_tile.bitcast"(%x, %x) : (!cuda_tile.tile<8xf32>, !cuda_tile.tile<8xf32>) -> !cuda_tile.tile<8xi32>
    return
  }
}
