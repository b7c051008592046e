// RUN: tessera-opt %s 2>&1 | FileCheck %s

// Found by the text fuzzer: a warning from a verifier printed its op, which
// verified it, which warned again, until the stack was gone.

cuda_tile.module @m {
  entry @k() {
    %v = iota : tile<8xi32>
    %four = constant <i32: 4> : tile<i32>
    // CHECK: :[[@LINE+1]]:10: warning: expected a slice number below 4 in dimension 0, got 4
    %s = extract %v[%four] : tile<8xi32> -> tile<2xi32>
    return
  }
}
// CHECK-LABEL: entry @k
