// RUN: tessera-opt %s --split-input-file --verify-diagnostics

cuda_tile.module @bad {
  testing$func @f(%b: tile<8xi1>, %c: tile<8xi8>, %s: tile<8xi16>, %i: tile<8xi32>, %j: tile<8xi32>, %q: tile<8xi64>, %x: tile<8xf32>) {
    // expected-error-re @below {{operand #0 must be tile of i1, i8, i16, i32 or i64, but got {{.*}}f32}}
    %r = addi %x, %x : tile<8xf32>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%b: tile<8xi1>, %c: tile<8xi8>, %s: tile<8xi16>, %i: tile<8xi32>, %j: tile<8xi32>, %q: tile<8xi64>, %x: tile<8xf32>) {
    %t = trunci %c : tile<8xi8> -> tile<8xi4>
    // expected-error-re @below {{operand #0 must be tile of i1, i8, i16, i32 or i64, but got {{.*}}i4}}
    %r = addi %t, %t : tile<8xi4>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%b: tile<8xi1>, %c: tile<8xi8>, %s: tile<8xi16>, %i: tile<8xi32>, %j: tile<8xi32>, %q: tile<8xi64>, %x: tile<8xf32>) {
    // expected-error-re @below {{expected {{.*}}overflow{{.*}}got 'wrap'}}
    %r = addi %i, %j overflow<wrap> : tile<8xi32>
    return
  }
}

// -----

cuda_tile.module @bad {
  // expected-note @below {{prior use here}}
  testing$func @f(%b: tile<8xi1>, %c: tile<8xi8>, %s: tile<8xi16>, %i: tile<8xi32>, %j: tile<8xi32>, %q: tile<8xi64>, %x: tile<8xf32>) {
    // expected-error @below {{expects different type}}
    %r = addi %i, %c : tile<8xi32>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%b: tile<8xi1>, %c: tile<8xi8>, %s: tile<8xi16>, %i: tile<8xi32>, %j: tile<8xi32>, %q: tile<8xi64>, %x: tile<8xf32>) {
    // expected-error @below {{expected ':'}}
    %r = mulhii %i, %j overflow<none> : tile<8xi32>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%b: tile<8xi1>, %c: tile<8xi8>, %s: tile<8xi16>, %i: tile<8xi32>, %j: tile<8xi32>, %q: tile<8xi64>, %x: tile<8xf32>) {
    // expected-error @below {{expected ':'}}
    %r = mulhii %i, %j unsigned : tile<8xi32>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%b: tile<8xi1>, %c: tile<8xi8>, %s: tile<8xi16>, %i: tile<8xi32>, %j: tile<8xi32>, %q: tile<8xi64>, %x: tile<8xf32>) {
    // expected-error @below {{expected overflow none, no_signed_wrap or no_wrap, got no_unsigned_wrap}}
    %r = negi %i overflow<no_unsigned_wrap> : tile<8xi32>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%b: tile<8xi1>, %c: tile<8xi8>, %s: tile<8xi16>, %i: tile<8xi32>, %j: tile<8xi32>, %q: tile<8xi64>, %x: tile<8xf32>) {
    // expected-error @below {{expected signedness}}
    %r = divi %i, %j : tile<8xi32>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%b: tile<8xi1>, %c: tile<8xi8>, %s: tile<8xi16>, %i: tile<8xi32>, %j: tile<8xi32>, %q: tile<8xi64>, %x: tile<8xf32>) {
    // expected-error @below {{expected rounding mode zero or positive_inf, got negative_inf}}
    %r = divi %i, %j unsigned rounding<negative_inf> : tile<8xi32>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%b: tile<8xi1>, %c: tile<8xi8>, %s: tile<8xi16>, %i: tile<8xi32>, %j: tile<8xi32>, %q: tile<8xi64>, %x: tile<8xf32>) {
    // expected-error @below {{expected rounding mode zero or positive_inf or negative_inf, got nearest_even}}
    %r = divi %i, %j signed rounding<nearest_even> : tile<8xi32>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%b: tile<8xi1>, %c: tile<8xi8>, %s: tile<8xi16>, %i: tile<8xi32>, %j: tile<8xi32>, %q: tile<8xi64>, %x: tile<8xf32>) {
    // expected-error @below {{expected rounding mode zero or positive_inf or negative_inf, got full}}
    %r = divi %i, %j signed rounding<full> : tile<8xi32>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%b: tile<8xi1>, %c: tile<8xi8>, %s: tile<8xi16>, %i: tile<8xi32>, %j: tile<8xi32>, %q: tile<8xi64>, %x: tile<8xf32>) {
    // expected-error @below {{expected ':'}}
    %r = remi %i, %j signed rounding<zero> : tile<8xi32>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%b: tile<8xi1>, %c: tile<8xi8>, %s: tile<8xi16>, %i: tile<8xi32>, %j: tile<8xi32>, %q: tile<8xi64>, %x: tile<8xf32>) {
    // expected-error @below {{expected ','}}
    %r = cmpi equal %i, %j : tile<8xi32> -> tile<8xi1>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%b: tile<8xi1>, %c: tile<8xi8>, %s: tile<8xi16>, %i: tile<8xi32>, %j: tile<8xi32>, %q: tile<8xi64>, %x: tile<8xf32>) {
    // expected-error @below {{expected ','}}
    %r = cmpi equal %i, %j signed : tile<8xi32> -> tile<8xi1>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%b: tile<8xi1>, %c: tile<8xi8>, %s: tile<8xi16>, %i: tile<8xi32>, %j: tile<8xi32>, %q: tile<8xi64>, %x: tile<8xf32>) {
    // expected-error-re @below {{result #0 must be tile of i1, but got {{.*}}i32}}
    %r = cmpi equal %i, %j, signed : tile<8xi32> -> tile<8xi32>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%b: tile<8xi1>, %c: tile<8xi8>, %s: tile<8xi16>, %i: tile<8xi32>, %j: tile<8xi32>, %q: tile<8xi64>, %x: tile<8xf32>) {
    // expected-error @below {{failed to infer returned types}}
    // expected-error-re @below {{inferred type{{.*}}8xi1{{.*}}incompatible with return type{{.*}}tile<i1>}}
    %r = cmpi equal %i, %j, signed : tile<8xi32> -> tile<i1>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%b: tile<8xi1>, %c: tile<8xi8>, %s: tile<8xi16>, %i: tile<8xi32>, %j: tile<8xi32>, %q: tile<8xi64>, %x: tile<8xf32>) {
    // expected-error-re @below {{operand #0 must be tile of i1, i8, i16, i32 or i64, but got {{.*}}f32}}
    %r = cmpi less_than %x, %x, signed : tile<8xf32> -> tile<8xi1>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%b: tile<8xi1>, %c: tile<8xi8>, %s: tile<8xi16>, %i: tile<8xi32>, %j: tile<8xi32>, %q: tile<8xi64>, %x: tile<8xf32>) {
    // expected-error @below {{expected signedness}}
    %r = maxi %i, %j, signed : tile<8xi32>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%b: tile<8xi1>, %c: tile<8xi8>, %s: tile<8xi16>, %i: tile<8xi32>, %j: tile<8xi32>, %q: tile<8xi64>, %x: tile<8xf32>) {
    // expected-error @below {{expected signedness}}
    %r = mini %i, %j : tile<8xi32>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%b: tile<8xi1>, %c: tile<8xi8>, %s: tile<8xi16>, %i: tile<8xi32>, %j: tile<8xi32>, %q: tile<8xi64>, %x: tile<8xf32>) {
    // expected-error @below {{expected signedness}}
    %r = shri %i, %j : tile<8xi32>
    return
  }
}

// -----

cuda_tile.module @bad {
  // expected-note @below {{prior use here}}
  testing$func @f(%b: tile<8xi1>, %c: tile<8xi8>, %s: tile<8xi16>, %i: tile<8xi32>, %j: tile<8xi32>, %q: tile<8xi64>, %x: tile<8xf32>) {
    // expected-error @below {{expects different type}}
    %r = shli %q, %i : tile<8xi64>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%b: tile<8xi1>, %c: tile<8xi8>, %s: tile<8xi16>, %i: tile<8xi32>, %j: tile<8xi32>, %q: tile<8xi64>, %x: tile<8xf32>) {
    // expected-error @below {{requires attribute 'signedness'}}
    %r = "cuda_tile.remi"(%i, %j) : (!cuda_tile.tile<8xi32>, !cuda_tile.tile<8xi32>) -> !cuda_tile.tile<8xi32>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%b: tile<8xi1>, %c: tile<8xi8>, %s: tile<8xi16>, %i: tile<8xi32>, %j: tile<8xi32>, %q: tile<8xi64>, %x: tile<8xf32>) {
    // expected-error @below {{requires attribute 'signedness'}}
    %r = "cuda_tile.cmpi"(%i, %j) <{comparison_predicate = #cuda_tile.comparison_predicate<equal>}> : (!cuda_tile.tile<8xi32>, !cuda_tile.tile<8xi32>) -> !cuda_tile.tile<8xi1>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%b: tile<8xi1>, %c: tile<8xi8>, %s: tile<8xi16>, %i: tile<8xi32>, %j: tile<8xi32>, %q: tile<8xi64>, %x: tile<8xf32>) {
    // expected-error @below {{requires the same type for all operands and results}}
    %r = "cuda_tile.subi"(%i, %q) : (!cuda_tile.tile<8xi32>, !cuda_tile.tile<8xi64>) -> !cuda_tile.tile<8xi32>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%b: tile<8xi1>, %c: tile<8xi8>, %s: tile<8xi16>, %i: tile<8xi32>, %j: tile<8xi32>, %q: tile<8xi64>, %x: tile<8xf32>) {
    // expected-error @below {{nvalid attribute `overflow`}}
    %r = "cuda_tile.addi"(%i, %j) <{overflow = "none"}> : (!cuda_tile.tile<8xi32>, !cuda_tile.tile<8xi32>) -> !cuda_tile.tile<8xi32>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%n: tile<8xi4>) {
    // expected-error @below {{operand #0 must be tile of i1, i8, i16, i32 or i64, but got '!cuda_tile.tile<8xi4>'}}
    %r = absi %n : tile<8xi4>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%n: tile<8xi4>) {
    // expected-error @below {{operand #0 must be tile of i1, i8, i16, i32 or i64, but got '!cuda_tile.tile<8xi4>'}}
    %r = muli %n, %n : tile<8xi4>
    return
  }
}
