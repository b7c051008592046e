// RUN: tessera-opt %s --Wunsupported-hints 2>&1 | FileCheck %s

// A warning from a verifier must not print its op: printing verifies it, and the
// verifier would warn again without end.

cuda_tile.module @m {
  // CHECK: :[[@LINE+1]]:3: warning: {{.*}}no_such_hint
  entry @k() optimization_hints=<sm_90 = {no_such_hint = 2}> {
    return
  }
}
// CHECK-LABEL: entry @k
