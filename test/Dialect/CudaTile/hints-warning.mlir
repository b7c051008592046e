// RUN: tessera-opt %s --Wunsupported-hints 2>&1 | FileCheck %s

// Found by the text fuzzer: a warning from a verifier printed its op, which
// verified it, which warned again, until the stack was gone.

cuda_tile.module @m {
  // CHECK: :[[@LINE+1]]:3: warning: {{.*}}no_such_hint
  entry @k() optimization_hints=<sm_90 = {no_such_hint = 2}> {
    return
  }
}
// CHECK-LABEL: entry @k
