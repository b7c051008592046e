// RUN: tessera-opt %s | tessera-opt | FileCheck %s
// RUN: tessera-opt %s --mlir-print-op-generic | tessera-opt | FileCheck %s

// 13.4 spells pow as fpowf: both are the same op, printed as pow (core.md 6.5).

cuda_tile.module @m {
  // CHECK-LABEL: testing$func @pow
  // CHECK-SAME: (%[[X:[^:]*]]: tile<4xf32>)
  testing$func @pow(%x: tile<4xf32>) -> tile<4xf32> {
    // CHECK-NEXT: %[[A:.*]] = pow %[[X]], %[[X]] : tile<4xf32>
    %0 = pow %x, %x : tile<4xf32>
    // CHECK-NEXT: %[[B:.*]] = pow %[[A]], %[[X]] : tile<4xf32>
    %1 = fpowf %0, %x : tile<4xf32>
    // CHECK-NEXT: pow %[[B]], %[[X]] {note} : tile<4xf32>
    %2 = cuda_tile.fpowf %1, %x {note} : tile<4xf32>
    return %2 : tile<4xf32>
  }
}
