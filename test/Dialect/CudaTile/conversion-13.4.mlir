// RUN: tessera-opt %s --tile-ir-13.4 --split-input-file --verify-diagnostics | FileCheck %s
// RUN: not tessera-opt %s 2>&1 | FileCheck %s --check-prefix=STRICT

// The ftof roundings that only the relaxations of 13.4 accept (ops.md 9).

// STRICT: expected rounding mode nearest_even, got
cuda_tile.module @accepted {
  // CHECK: testing$func @f
  testing$func @f(%x: tile<8xf32>, %d: tile<8xf64>, %h: tile<8xf16>, %w: tile<8xbf16>, %s: tile<8xf8E8M0FNU>, %e: tile<8xf8E4M3FN>) {
    // CHECK-NEXT: ftof {{.*}} rounding<zero> : tile<8xf32> -> tile<8xf16>
    %0 = ftof %x rounding<zero> : tile<8xf32> -> tile<8xf16>
    // CHECK-NEXT: ftof {{.*}} rounding<zero> : tile<8xf32> -> tile<8xbf16>
    %1 = ftof %x rounding<zero> : tile<8xf32> -> tile<8xbf16>
    // CHECK-NEXT: ftof {{.*}} rounding<negative_inf> : tile<8xf64> -> tile<8xf32>
    %2 = ftof %d rounding<negative_inf> : tile<8xf64> -> tile<8xf32>
    // CHECK-NEXT: ftof {{.*}} rounding<nearest_away> : tile<8xf32> -> tile<8xtf32>
    %3 = ftof %x rounding<nearest_away> : tile<8xf32> -> tile<8xtf32>
    // CHECK-NEXT: ftof {{.*}} rounding<nearest_away> : tile<8xf16> -> tile<8xf64>
    %4 = ftof %h rounding<nearest_away> : tile<8xf16> -> tile<8xf64>
    // CHECK-NEXT: ftof {{.*}} rounding<positive_inf> : tile<8xbf16> -> tile<8xf16>
    %5 = ftof %w rounding<positive_inf> : tile<8xbf16> -> tile<8xf16>
    // CHECK-NEXT: ftof {{.*}} rounding<zero> : tile<8xf8E8M0FNU> -> tile<8xf32>
    %6 = ftof %s rounding<zero> : tile<8xf8E8M0FNU> -> tile<8xf32>
    // CHECK-NEXT: ftof {{.*}} rounding<nearest_away> : tile<8xf8E4M3FN> -> tile<8xf16>
    %7 = ftof %e rounding<nearest_away> : tile<8xf8E4M3FN> -> tile<8xf16>
    // CHECK-NEXT: ftof {{.*}} : tile<8xf32> -> tile<8xf16>
    %8 = ftof %x : tile<8xf32> -> tile<8xf16>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%d: tile<8xf64>) {
    // expected-error @below {{expected rounding mode nearest_even or zero or negative_inf or positive_inf, got nearest_away}}
    %r = ftof %d rounding<nearest_away> : tile<8xf64> -> tile<8xf32>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%x: tile<8xf32>) {
    // expected-error @below {{expected rounding mode nearest_even or zero, got positive_inf}}
    %r = ftof %x rounding<positive_inf> : tile<8xf32> -> tile<8xf16>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%h: tile<8xf16>) {
    // expected-error @below {{expected rounding mode nearest_even, got zero}}
    %r = ftof %h rounding<zero> : tile<8xf16> -> tile<8xf8E5M2>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%s: tile<8xf8E8M0FNU>) {
    // expected-error @below {{expected rounding mode nearest_even or zero, got negative_inf}}
    %r = ftof %s rounding<negative_inf> : tile<8xf8E8M0FNU> -> tile<8xf32>
    return
  }
}

// -----

cuda_tile.module @bad {
  testing$func @f(%x: tile<8xf32>) {
    // expected-error @below {{expected rounding mode nearest_even or zero or nearest_away, got negative_inf}}
    %r = ftof %x rounding<negative_inf> : tile<8xf32> -> tile<8xtf32>
    return
  }
}
