// RUN: tessera-opt %s --split-input-file --verify-diagnostics

cuda_tile.module @bad {
  testing$func @f(%a16: tile<16x8xf16>, %b16: tile<8x32xf16>, %c32: tile<16x32xf32>, %c16: tile<16x32xf16>, %e: tile<2x16x32xf8E4M3FN>, %f: tile<2x32x16xf8E4M3FN>, %g: tile<2x16x16xf16>, %tf: tile<16x16xtf32>, %s32: tile<16x16xf32>, %s64: tile<16x16xf64>, %sb: tile<16x16xbf16>, %s16: tile<16x16xf16>, %s5: tile<16x16xf8E5M2>, %s4: tile<16x16xf8E4M3FN>, %n4: tile<16x16xf4E2M1FN>, %si8: tile<16x16xi8>, %si32: tile<16x16xi32>, %si16: tile<16x16xi16>) {
    // expected-error @below {{expected acc element f32 for operands of 'bf16', got 'f16'}}
    %r = mmaf %sb, %sb, %s16 : tile<16x16xbf16>, tile<16x16xbf16>, tile<16x16xf16>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%a16: tile<16x8xf16>, %b16: tile<8x32xf16>, %c32: tile<16x32xf32>, %c16: tile<16x32xf16>, %e: tile<2x16x32xf8E4M3FN>, %f: tile<2x32x16xf8E4M3FN>, %g: tile<2x16x16xf16>, %tf: tile<16x16xtf32>, %s32: tile<16x16xf32>, %s64: tile<16x16xf64>, %sb: tile<16x16xbf16>, %s16: tile<16x16xf16>, %s5: tile<16x16xf8E5M2>, %s4: tile<16x16xf8E4M3FN>, %n4: tile<16x16xf4E2M1FN>, %si8: tile<16x16xi8>, %si32: tile<16x16xi32>, %si16: tile<16x16xi16>) {
    // expected-error @below {{expected acc element f16 or f32 for operands of 'f16', got 'bf16'}}
    %r = mmaf %s16, %s16, %sb : tile<16x16xf16>, tile<16x16xf16>, tile<16x16xbf16>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%a16: tile<16x8xf16>, %b16: tile<8x32xf16>, %c32: tile<16x32xf32>, %c16: tile<16x32xf16>, %e: tile<2x16x32xf8E4M3FN>, %f: tile<2x32x16xf8E4M3FN>, %g: tile<2x16x16xf16>, %tf: tile<16x16xtf32>, %s32: tile<16x16xf32>, %s64: tile<16x16xf64>, %sb: tile<16x16xbf16>, %s16: tile<16x16xf16>, %s5: tile<16x16xf8E5M2>, %s4: tile<16x16xf8E4M3FN>, %n4: tile<16x16xf4E2M1FN>, %si8: tile<16x16xi8>, %si32: tile<16x16xi32>, %si16: tile<16x16xi16>) {
    // expected-error @below {{expected acc element f64 for operands of 'f64', got 'f32'}}
    %r = mmaf %s64, %s64, %s32 : tile<16x16xf64>, tile<16x16xf64>, tile<16x16xf32>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%a16: tile<16x8xf16>, %b16: tile<8x32xf16>, %c32: tile<16x32xf32>, %c16: tile<16x32xf16>, %e: tile<2x16x32xf8E4M3FN>, %f: tile<2x32x16xf8E4M3FN>, %g: tile<2x16x16xf16>, %tf: tile<16x16xtf32>, %s32: tile<16x16xf32>, %s64: tile<16x16xf64>, %sb: tile<16x16xbf16>, %s16: tile<16x16xf16>, %s5: tile<16x16xf8E5M2>, %s4: tile<16x16xf8E4M3FN>, %n4: tile<16x16xf4E2M1FN>, %si8: tile<16x16xi8>, %si32: tile<16x16xi32>, %si16: tile<16x16xi16>) {
    // expected-error @below {{expected acc element f32 for operands of 'f32', got 'tf32'}}
    %r = mmaf %s32, %s32, %tf : tile<16x16xf32>, tile<16x16xf32>, tile<16x16xtf32>
    return
  }
}

// -----

cuda_tile.module @bad {
  // expected-note @below {{lhs has type}}
  testing$func @f(%a16: tile<16x8xf16>, %b16: tile<8x32xf16>, %c32: tile<16x32xf32>, %c16: tile<16x32xf16>, %e: tile<2x16x32xf8E4M3FN>, %f: tile<2x32x16xf8E4M3FN>, %g: tile<2x16x16xf16>, %tf: tile<16x16xtf32>, %s32: tile<16x16xf32>, %s64: tile<16x16xf64>, %sb: tile<16x16xbf16>, %s16: tile<16x16xf16>, %s5: tile<16x16xf8E5M2>, %s4: tile<16x16xf8E4M3FN>, %n4: tile<16x16xf4E2M1FN>, %si8: tile<16x16xi8>, %si32: tile<16x16xi32>, %si16: tile<16x16xi16>) {
    // expected-error @below {{expected rhs element 'f8E4M3FN' as lhs, got 'f8E5M2'}}
    %r = mmaf %s4, %s5, %s32 : tile<16x16xf8E4M3FN>, tile<16x16xf8E5M2>, tile<16x16xf32>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%a16: tile<16x8xf16>, %b16: tile<8x32xf16>, %c32: tile<16x32xf32>, %c16: tile<16x32xf16>, %e: tile<2x16x32xf8E4M3FN>, %f: tile<2x32x16xf8E4M3FN>, %g: tile<2x16x16xf16>, %tf: tile<16x16xtf32>, %s32: tile<16x16xf32>, %s64: tile<16x16xf64>, %sb: tile<16x16xbf16>, %s16: tile<16x16xf16>, %s5: tile<16x16xf8E5M2>, %s4: tile<16x16xf8E4M3FN>, %n4: tile<16x16xf4E2M1FN>, %si8: tile<16x16xi8>, %si32: tile<16x16xi32>, %si16: tile<16x16xi16>) {
    // expected-error @below {{expected lhs element f8E4M3FN, f8E5M2, f16, bf16, tf32, f32 or f64, got 'f4E2M1FN'}}
    %r = mmaf %n4, %n4, %s32 : tile<16x16xf4E2M1FN>, tile<16x16xf4E2M1FN>, tile<16x16xf32>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%a16: tile<16x8xf16>, %b16: tile<8x32xf16>, %c32: tile<16x32xf32>, %c16: tile<16x32xf16>, %e: tile<2x16x32xf8E4M3FN>, %f: tile<2x32x16xf8E4M3FN>, %g: tile<2x16x16xf16>, %tf: tile<16x16xtf32>, %s32: tile<16x16xf32>, %s64: tile<16x16xf64>, %sb: tile<16x16xbf16>, %s16: tile<16x16xf16>, %s5: tile<16x16xf8E5M2>, %s4: tile<16x16xf8E4M3FN>, %n4: tile<16x16xf4E2M1FN>, %si8: tile<16x16xi8>, %si32: tile<16x16xi32>, %si16: tile<16x16xi16>) {
    // expected-error-re @below {{operand #0 must be tile of floating-point numbers, but got {{.*}}i8}}
    %r = mmaf %si8, %si8, %s32 : tile<16x16xi8>, tile<16x16xi8>, tile<16x16xf32>
    return
  }
}

// -----

cuda_tile.module @bad {
  // expected-note @below {{lhs has type}}
  testing$func @f(%a16: tile<16x8xf16>, %b16: tile<8x32xf16>, %c32: tile<16x32xf32>, %c16: tile<16x32xf16>, %e: tile<2x16x32xf8E4M3FN>, %f: tile<2x32x16xf8E4M3FN>, %g: tile<2x16x16xf16>, %tf: tile<16x16xtf32>, %s32: tile<16x16xf32>, %s64: tile<16x16xf64>, %sb: tile<16x16xbf16>, %s16: tile<16x16xf16>, %s5: tile<16x16xf8E5M2>, %s4: tile<16x16xf8E4M3FN>, %n4: tile<16x16xf4E2M1FN>, %si8: tile<16x16xi8>, %si32: tile<16x16xi32>, %si16: tile<16x16xi16>) {
    // expected-error @below {{expected rhs with 8 rows (columns of lhs), got 16}}
    %r = mmaf %a16, %a16, %c32 : tile<16x8xf16>, tile<16x8xf16>, tile<16x32xf32>
    return
  }
}

// -----

cuda_tile.module @bad {
  // expected-note @below {{rhs has type}}
  testing$func @f(%a16: tile<16x8xf16>, %b16: tile<8x32xf16>, %c32: tile<16x32xf32>, %c16: tile<16x32xf16>, %e: tile<2x16x32xf8E4M3FN>, %f: tile<2x32x16xf8E4M3FN>, %g: tile<2x16x16xf16>, %tf: tile<16x16xtf32>, %s32: tile<16x16xf32>, %s64: tile<16x16xf64>, %sb: tile<16x16xbf16>, %s16: tile<16x16xf16>, %s5: tile<16x16xf8E5M2>, %s4: tile<16x16xf8E4M3FN>, %n4: tile<16x16xf4E2M1FN>, %si8: tile<16x16xi8>, %si32: tile<16x16xi32>, %si16: tile<16x16xi16>) {
    // expected-error @below {{expected acc with 16 columns (columns of rhs), got 32}}
    %r = mmaf %s16, %s16, %c32 : tile<16x16xf16>, tile<16x16xf16>, tile<16x32xf32>
    return
  }
}

// -----

cuda_tile.module @bad {
  // expected-note @below {{lhs has type}}
  testing$func @f(%a16: tile<16x8xf16>, %b16: tile<8x32xf16>, %c32: tile<16x32xf32>, %c16: tile<16x32xf16>, %e: tile<2x16x32xf8E4M3FN>, %f: tile<2x32x16xf8E4M3FN>, %g: tile<2x16x16xf16>, %tf: tile<16x16xtf32>, %s32: tile<16x16xf32>, %s64: tile<16x16xf64>, %sb: tile<16x16xbf16>, %s16: tile<16x16xf16>, %s5: tile<16x16xf8E5M2>, %s4: tile<16x16xf8E4M3FN>, %n4: tile<16x16xf4E2M1FN>, %si8: tile<16x16xi8>, %si32: tile<16x16xi32>, %si16: tile<16x16xi16>) {
    // expected-error @below {{expected rhs with 32 rows (columns of lhs), got 16}}
    %r = mmaf %b16, %a16, %b16 : tile<8x32xf16>, tile<16x8xf16>, tile<8x32xf16>
    return
  }
}

// -----

cuda_tile.module @bad {
  // expected-note @below {{lhs has type}}
  testing$func @f(%a16: tile<16x8xf16>, %b16: tile<8x32xf16>, %c32: tile<16x32xf32>, %c16: tile<16x32xf16>, %e: tile<2x16x32xf8E4M3FN>, %f: tile<2x32x16xf8E4M3FN>, %g: tile<2x16x16xf16>, %tf: tile<16x16xtf32>, %s32: tile<16x16xf32>, %s64: tile<16x16xf64>, %sb: tile<16x16xbf16>, %s16: tile<16x16xf16>, %s5: tile<16x16xf8E5M2>, %s4: tile<16x16xf8E4M3FN>, %n4: tile<16x16xf4E2M1FN>, %si8: tile<16x16xi8>, %si32: tile<16x16xi32>, %si16: tile<16x16xi16>) {
    // expected-error @below {{expected rhs with 32 rows (columns of lhs), got 8}}
    %r = mmaf %b16, %b16, %b16 : tile<8x32xf16>, tile<8x32xf16>, tile<8x32xf16>
    return
  }
}

// -----

cuda_tile.module @bad {
  // expected-note @below {{lhs has type}}
  testing$func @f(%a16: tile<16x8xf16>, %b16: tile<8x32xf16>, %c32: tile<16x32xf32>, %c16: tile<16x32xf16>, %e: tile<2x16x32xf8E4M3FN>, %f: tile<2x32x16xf8E4M3FN>, %g: tile<2x16x16xf16>, %tf: tile<16x16xtf32>, %s32: tile<16x16xf32>, %s64: tile<16x16xf64>, %sb: tile<16x16xbf16>, %s16: tile<16x16xf16>, %s5: tile<16x16xf8E5M2>, %s4: tile<16x16xf8E4M3FN>, %n4: tile<16x16xf4E2M1FN>, %si8: tile<16x16xi8>, %si32: tile<16x16xi32>, %si16: tile<16x16xi16>) {
    // expected-error @below {{expected acc of rank 3 as lhs, got rank 2}}
    %r = mmaf %e, %f, %s16 : tile<2x16x32xf8E4M3FN>, tile<2x32x16xf8E4M3FN>, tile<16x16xf16>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%a16: tile<16x8xf16>, %b16: tile<8x32xf16>, %c32: tile<16x32xf32>, %c16: tile<16x32xf16>, %e: tile<2x16x32xf8E4M3FN>, %f: tile<2x32x16xf8E4M3FN>, %g: tile<2x16x16xf16>, %tf: tile<16x16xtf32>, %s32: tile<16x16xf32>, %s64: tile<16x16xf64>, %sb: tile<16x16xbf16>, %s16: tile<16x16xf16>, %s5: tile<16x16xf8E5M2>, %s4: tile<16x16xf8E4M3FN>, %n4: tile<16x16xf4E2M1FN>, %si8: tile<16x16xi8>, %si32: tile<16x16xi32>, %si16: tile<16x16xi16>) {
    // expected-error @below {{expected signedness}}
    %r = mmai %si8, %si8, %si32 signed : tile<16x16xi8>, tile<16x16xi8>, tile<16x16xi32>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%a16: tile<16x8xf16>, %b16: tile<8x32xf16>, %c32: tile<16x32xf32>, %c16: tile<16x32xf16>, %e: tile<2x16x32xf8E4M3FN>, %f: tile<2x32x16xf8E4M3FN>, %g: tile<2x16x16xf16>, %tf: tile<16x16xtf32>, %s32: tile<16x16xf32>, %s64: tile<16x16xf64>, %sb: tile<16x16xbf16>, %s16: tile<16x16xf16>, %s5: tile<16x16xf8E5M2>, %s4: tile<16x16xf8E4M3FN>, %n4: tile<16x16xf4E2M1FN>, %si8: tile<16x16xi8>, %si32: tile<16x16xi32>, %si16: tile<16x16xi16>) {
    // expected-error-re @below {{operand #0 must be tile of i8, but got {{.*}}i16}}
    %r = mmai %si16, %si16, %si32 signed signed : tile<16x16xi16>, tile<16x16xi16>, tile<16x16xi32>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%a16: tile<16x8xf16>, %b16: tile<8x32xf16>, %c32: tile<16x32xf32>, %c16: tile<16x32xf16>, %e: tile<2x16x32xf8E4M3FN>, %f: tile<2x32x16xf8E4M3FN>, %g: tile<2x16x16xf16>, %tf: tile<16x16xtf32>, %s32: tile<16x16xf32>, %s64: tile<16x16xf64>, %sb: tile<16x16xbf16>, %s16: tile<16x16xf16>, %s5: tile<16x16xf8E5M2>, %s4: tile<16x16xf8E4M3FN>, %n4: tile<16x16xf4E2M1FN>, %si8: tile<16x16xi8>, %si32: tile<16x16xi32>, %si16: tile<16x16xi16>) {
    // expected-error-re @below {{operand #2 must be tile of i32, but got {{.*}}i8}}
    %r = mmai %si8, %si8, %si8 signed signed : tile<16x16xi8>, tile<16x16xi8>, tile<16x16xi8>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%a16: tile<16x8xf16>, %b16: tile<8x32xf16>, %c32: tile<16x32xf32>, %c16: tile<16x32xf16>, %e: tile<2x16x32xf8E4M3FN>, %f: tile<2x32x16xf8E4M3FN>, %g: tile<2x16x16xf16>, %tf: tile<16x16xtf32>, %s32: tile<16x16xf32>, %s64: tile<16x16xf64>, %sb: tile<16x16xbf16>, %s16: tile<16x16xf16>, %s5: tile<16x16xf8E5M2>, %s4: tile<16x16xf8E4M3FN>, %n4: tile<16x16xf4E2M1FN>, %si8: tile<16x16xi8>, %si32: tile<16x16xi32>, %si16: tile<16x16xi16>) {
    // expected-error @below {{all of {acc, result} have same type}}
    %r = "cuda_tile.mmaf"(%s32, %s32, %s32) : (!cuda_tile.tile<16x16xf32>, !cuda_tile.tile<16x16xf32>, !cuda_tile.tile<16x16xf32>) -> !cuda_tile.tile<16x16xf64>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%a16: tile<16x8xf16>, %b16: tile<8x32xf16>, %c32: tile<16x32xf32>, %c16: tile<16x32xf16>, %e: tile<2x16x32xf8E4M3FN>, %f: tile<2x32x16xf8E4M3FN>, %g: tile<2x16x16xf16>, %tf: tile<16x16xtf32>, %s32: tile<16x16xf32>, %s64: tile<16x16xf64>, %sb: tile<16x16xbf16>, %s16: tile<16x16xf16>, %s5: tile<16x16xf8E5M2>, %s4: tile<16x16xf8E4M3FN>, %n4: tile<16x16xf4E2M1FN>, %si8: tile<16x16xi8>, %si32: tile<16x16xi32>, %si16: tile<16x16xi16>) {
    // expected-error @below {{requires attribute 'signedness_rhs'}}
    %r = "cuda_tile.mmai"(%si8, %si8, %si32) <{signedness_lhs = #cuda_tile.signedness<signed>}> : (!cuda_tile.tile<16x16xi8>, !cuda_tile.tile<16x16xi8>, !cuda_tile.tile<16x16xi32>) -> !cuda_tile.tile<16x16xi32>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%a: tile<8xf16>, %b: tile<8xf16>, %c: tile<8xf32>) {
    // expected-error @below {{expected lhs of rank 2 or 3, got rank 1}}
    %r = mmaf %a, %b, %c : tile<8xf16>, tile<8xf16>, tile<8xf32>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%a: tile<2x2x2x2xf16>, %b: tile<2x2x2x2xf16>, %c: tile<2x2x2x2xf32>) {
    // expected-error @below {{expected lhs of rank 2 or 3, got rank 4}}
    %r = mmaf %a, %b, %c : tile<2x2x2x2xf16>, tile<2x2x2x2xf16>, tile<2x2x2x2xf32>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%a: tile<f16>, %b: tile<f16>, %c: tile<f32>) {
    // expected-error @below {{expected lhs of rank 2 or 3, got rank 0}}
    %r = mmaf %a, %b, %c : tile<f16>, tile<f16>, tile<f32>
    return
  }
}

// -----

cuda_tile.module @bad {
  // expected-note @below {{lhs has type}}
  testing$func @f(%a: tile<2x16x16xf16>, %b: tile<16x16xf16>, %c: tile<2x16x16xf32>) {
    // expected-error @below {{expected rhs of rank 3 as lhs, got rank 2}}
    %r = mmaf %a, %b, %c : tile<2x16x16xf16>, tile<16x16xf16>, tile<2x16x16xf32>
    return
  }
}

// -----

cuda_tile.module @bad {
  // expected-note @below {{lhs has type}}
  testing$func @f(%a: tile<2x16x16xf16>, %b: tile<4x16x16xf16>, %c: tile<2x16x16xf32>) {
    // expected-error @below {{expected rhs with batch extent 2 as lhs, got 4}}
    %r = mmaf %a, %b, %c : tile<2x16x16xf16>, tile<4x16x16xf16>, tile<2x16x16xf32>
    return
  }
}

// -----

cuda_tile.module @bad {
  // expected-note @below {{lhs has type}}
  testing$func @f(%a: tile<2x16x16xf16>, %b: tile<2x16x16xf16>, %c: tile<1x16x16xf32>) {
    // expected-error @below {{expected acc with batch extent 2 as lhs, got 1}}
    %r = mmaf %a, %b, %c : tile<2x16x16xf16>, tile<2x16x16xf16>, tile<1x16x16xf32>
    return
  }
}

// -----

cuda_tile.module @bad {
  // expected-note @below {{lhs has type}}
  testing$func @f(%a: tile<16x16xf16>, %b: tile<16x16xf16>, %c: tile<8x16xf32>) {
    // expected-error @below {{expected acc with 16 rows (rows of lhs), got 8}}
    %r = mmaf %a, %b, %c : tile<16x16xf16>, tile<16x16xf16>, tile<8x16xf32>
    return
  }
}

// -----

cuda_tile.module @bad {
  // expected-note @below {{lhs has type}}
  testing$func @f(%a: tile<16x16xi8>, %b: tile<8x16xi8>, %c: tile<16x16xi32>) {
    // expected-error @below {{expected rhs with 16 rows (columns of lhs), got 8}}
    %r = mmai %a, %b, %c signed signed : tile<16x16xi8>, tile<8x16xi8>, tile<16x16xi32>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%a: tile<8xi8>, %b: tile<8xi8>, %c: tile<8xi32>) {
    // expected-error @below {{expected lhs of rank 2 or 3, got rank 1}}
    %r = mmai %a, %b, %c signed signed : tile<8xi8>, tile<8xi8>, tile<8xi32>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%z0: tile<16x16xf8E5M2>, %z1: tile<16x16xf8E5M2>, %z2: tile<16x16xf32>, %z3: tile<16x1xf8E8M0FNU>, %z4: tile<1x16xf8E8M0FNU>) {
    // expected-error @below {{expected block length 32 for operands of 'f8E5M2' with scales of 'f8E8M0FNU', got 16}}
    %zr = mmaf_scaled %z0, %z1, %z2, %z3, %z4 : tile<16x16xf8E5M2>, tile<16x16xf8E5M2>, tile<16x16xf32>, tile<16x1xf8E8M0FNU>, tile<1x16xf8E8M0FNU>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%z0: tile<16x16xf8E4M3FN>, %z1: tile<16x16xf8E4M3FN>, %z2: tile<16x16xf32>, %z3: tile<16x1xf8E4M3FN>, %z4: tile<1x16xf8E4M3FN>) {
    // expected-error @below {{got operands of 'f8E4M3FN' with scales of 'f8E4M3FN'}}
    %zr = mmaf_scaled %z0, %z1, %z2, %z3, %z4 : tile<16x16xf8E4M3FN>, tile<16x16xf8E4M3FN>, tile<16x16xf32>, tile<16x1xf8E4M3FN>, tile<1x16xf8E4M3FN>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%z0: tile<16x64xf4E2M1FN>, %z1: tile<64x16xf4E2M1FN>, %z2: tile<16x16xf32>, %z3: tile<16x2xf8E4M3FN>, %z4: tile<2x16xf8E4M3FN>) {
    // expected-error @below {{expected block length 16 for operands of 'f4E2M1FN' with scales of 'f8E4M3FN', got 32}}
    %zr = mmaf_scaled %z0, %z1, %z2, %z3, %z4 : tile<16x64xf4E2M1FN>, tile<64x16xf4E2M1FN>, tile<16x16xf32>, tile<16x2xf8E4M3FN>, tile<2x16xf8E4M3FN>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%z0: tile<16x64xf4E2M1FN>, %z1: tile<64x16xf4E2M1FN>, %z2: tile<16x16xf32>, %z3: tile<16x8xf8E8M0FNU>, %z4: tile<8x16xf8E8M0FNU>) {
    // expected-error @below {{expected block length 16 or 32 for operands of 'f4E2M1FN' with scales of 'f8E8M0FNU', got 8}}
    %zr = mmaf_scaled %z0, %z1, %z2, %z3, %z4 : tile<16x64xf4E2M1FN>, tile<64x16xf4E2M1FN>, tile<16x16xf32>, tile<16x8xf8E8M0FNU>, tile<8x16xf8E8M0FNU>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%z0: tile<16x64xf16>, %z1: tile<64x16xf16>, %z2: tile<16x16xf32>, %z3: tile<16x2xf8E8M0FNU>, %z4: tile<2x16xf8E8M0FNU>) {
    // expected-error @below {{got operands of 'f16' with scales of 'f8E8M0FNU'}}
    %zr = mmaf_scaled %z0, %z1, %z2, %z3, %z4 : tile<16x64xf16>, tile<64x16xf16>, tile<16x16xf32>, tile<16x2xf8E8M0FNU>, tile<2x16xf8E8M0FNU>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%z0: tile<16x8xf8E5M2>, %z1: tile<8x16xf8E5M2>, %z2: tile<16x16xf32>, %z3: tile<16x16xf8E8M0FNU>, %z4: tile<16x16xf8E8M0FNU>) {
    // expected-error @below {{expected a number of scales that divides 8 (columns of lhs), got 16}}
    %zr = mmaf_scaled %z0, %z1, %z2, %z3, %z4 : tile<16x8xf8E5M2>, tile<8x16xf8E5M2>, tile<16x16xf32>, tile<16x16xf8E8M0FNU>, tile<16x16xf8E8M0FNU>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%z0: tile<16x64xf8E5M2>, %z1: tile<64x32xf8E5M2>, %z2: tile<16x32xf16>, %z3: tile<16x2xf8E8M0FNU>, %z4: tile<2x32xf8E8M0FNU>) {
    // expected-error @below {{expected acc element f32, got 'f16'}}
    %zr = mmaf_scaled %z0, %z1, %z2, %z3, %z4 : tile<16x64xf8E5M2>, tile<64x32xf8E5M2>, tile<16x32xf16>, tile<16x2xf8E8M0FNU>, tile<2x32xf8E8M0FNU>
    return
  }
}

// -----

cuda_tile.module @bad {
  // expected-note @below {{lhs has type}}
  testing$func @f(%z0: tile<16x64xf8E5M2>, %z1: tile<64x32xf8E4M3FN>, %z2: tile<16x32xf32>, %z3: tile<16x2xf8E8M0FNU>, %z4: tile<2x32xf8E8M0FNU>) {
    // expected-error @below {{expected rhs element 'f8E5M2' as lhs, got 'f8E4M3FN'}}
    %zr = mmaf_scaled %z0, %z1, %z2, %z3, %z4 : tile<16x64xf8E5M2>, tile<64x32xf8E4M3FN>, tile<16x32xf32>, tile<16x2xf8E8M0FNU>, tile<2x32xf8E8M0FNU>
    return
  }
}

// -----

cuda_tile.module @bad {
  // expected-note @below {{lhs_scale has type}}
  testing$func @f(%z0: tile<16x64xf8E5M2>, %z1: tile<64x32xf8E5M2>, %z2: tile<16x32xf32>, %z3: tile<16x2xf8E8M0FNU>, %z4: tile<2x32xf8E4M3FN>) {
    // expected-error @below {{expected rhs_scale element 'f8E8M0FNU' as lhs_scale, got 'f8E4M3FN'}}
    %zr = mmaf_scaled %z0, %z1, %z2, %z3, %z4 : tile<16x64xf8E5M2>, tile<64x32xf8E5M2>, tile<16x32xf32>, tile<16x2xf8E8M0FNU>, tile<2x32xf8E4M3FN>
    return
  }
}

// -----

cuda_tile.module @bad {
  // expected-note @below {{lhs_scale has type}}
  testing$func @f(%z0: tile<16x64xf8E5M2>, %z1: tile<64x32xf8E5M2>, %z2: tile<16x32xf32>, %z3: tile<16x2xf8E8M0FNU>, %z4: tile<4x32xf8E8M0FNU>) {
    // expected-error @below {{expected rhs_scale with 2 rows (columns of lhs_scale), got 4}}
    %zr = mmaf_scaled %z0, %z1, %z2, %z3, %z4 : tile<16x64xf8E5M2>, tile<64x32xf8E5M2>, tile<16x32xf32>, tile<16x2xf8E8M0FNU>, tile<4x32xf8E8M0FNU>
    return
  }
}

// -----

cuda_tile.module @bad {
  // expected-note @below {{rhs has type}}
  testing$func @f(%z0: tile<16x64xf8E5M2>, %z1: tile<64x32xf8E5M2>, %z2: tile<16x32xf32>, %z3: tile<16x2xf8E8M0FNU>, %z4: tile<2x16xf8E8M0FNU>) {
    // expected-error @below {{expected rhs_scale with 32 columns (columns of rhs), got 16}}
    %zr = mmaf_scaled %z0, %z1, %z2, %z3, %z4 : tile<16x64xf8E5M2>, tile<64x32xf8E5M2>, tile<16x32xf32>, tile<16x2xf8E8M0FNU>, tile<2x16xf8E8M0FNU>
    return
  }
}

// -----

cuda_tile.module @bad {
  // expected-note @below {{lhs has type}}
  testing$func @f(%z0: tile<16x64xf8E5M2>, %z1: tile<64x32xf8E5M2>, %z2: tile<16x32xf32>, %z3: tile<8x2xf8E8M0FNU>, %z4: tile<2x32xf8E8M0FNU>) {
    // expected-error @below {{expected lhs_scale with 16 rows (rows of lhs), got 8}}
    %zr = mmaf_scaled %z0, %z1, %z2, %z3, %z4 : tile<16x64xf8E5M2>, tile<64x32xf8E5M2>, tile<16x32xf32>, tile<8x2xf8E8M0FNU>, tile<2x32xf8E8M0FNU>
    return
  }
}

// -----

cuda_tile.module @bad {
  // expected-note @below {{lhs has type}}
  testing$func @f(%z0: tile<16x64xf8E5M2>, %z1: tile<64x32xf8E5M2>, %z2: tile<16x32xf32>, %z3: tile<1x16x2xf8E8M0FNU>, %z4: tile<2x32xf8E8M0FNU>) {
    // expected-error @below {{expected lhs_scale of rank 2 as lhs, got rank 3}}
    %zr = mmaf_scaled %z0, %z1, %z2, %z3, %z4 : tile<16x64xf8E5M2>, tile<64x32xf8E5M2>, tile<16x32xf32>, tile<1x16x2xf8E8M0FNU>, tile<2x32xf8E8M0FNU>
    return
  }
}
