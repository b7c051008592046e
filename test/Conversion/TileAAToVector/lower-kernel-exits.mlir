// RUN: tessera-opt %s --tileaa-to-llvm | FileCheck %s

// The pipeline runs lower-kernel-exits when only branches are left.
// Two checks, the second in a loop: each marker call cuts its block, all exits
// share one return, and the marker's declaration goes.

// CHECK-NOT: leave_if
// CHECK-LABEL: llvm.func @two_checks(
// CHECK: llvm.call @tessera_rt_assert
// CHECK-NEXT: llvm.br ^[[JOIN:bb[0-9]+]](
// CHECK: ^[[JOIN]](%[[FIRST:.*]]: i1):
// CHECK: llvm.cond_br %[[FIRST]], ^[[EXIT:bb[0-9]+]], ^{{bb[0-9]+}}
// CHECK: llvm.call @tessera_rt_assert
// CHECK-NEXT: llvm.br ^[[AGAIN:bb[0-9]+]](
// CHECK: ^[[AGAIN]](%[[SECOND:.*]]: i1):
// CHECK: llvm.cond_br %[[SECOND]], ^[[EXIT]], ^{{bb[0-9]+}}
// CHECK: ^[[EXIT]]:
// CHECK-NEXT: llvm.return
// CHECK-NOT: leave_if
nv_tileaa.func @two_checks(%n: i32) attributes {kernel} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c = arith.cmpi sgt, %n, %c0 : i32
  nv_tileaa.assert %c, "n must be positive" : i1
  scf.for %i = %c0 to %n step %c1 : i32 {
    %d = arith.cmpi slt, %i, %n : i32
    nv_tileaa.assert %d, "never fails" : i1
  }
  nv_tileaa.return
}
