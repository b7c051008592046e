// RUN: tessera check %s 2>&1 | FileCheck %s
// RUN: tessera compile %s --target sm_100a -o %t.ptx 2>&1 | FileCheck %s

// Tools warn once of a cluster size that no architecture has, and ignore it.
// Other hints that an architecture does not know stay silent.

cuda_tile.module @m {
  // CHECK: [[@LINE+3]]:3: warning: expected a power of two in 1..16 for optimization hint 'num_cta_in_cga' of sm_100, got 3 : i64; the hint is ignored
  // CHECK: [[@LINE+2]]:3: warning: {{.*}} of sm_90, got 32 : i64
  // CHECK-NOT: warning:
  entry @k() optimization_hints=<sm_90 = {num_cta_in_cga = 32}, sm_100 = {num_cta_in_cga = 3}, sm_80 = {num_cta_in_cga = 4}, sm_86 = {no_such_hint = 1}> {
    return
  }
}
