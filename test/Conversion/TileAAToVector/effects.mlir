// RUN: tessera-opt %s --convert-tileaa-to-vector --canonicalize --cse | FileCheck %s
// RUN: tessera-opt %s --tileaa-to-llvm | FileCheck %s --check-prefix=LLVM

// A failed assertion leaves the kernel: the marker becomes a branch to a return. The
// runtime is only asked where the condition does not hold.

// CHECK-LABEL: func.func @checked(
// CHECK: %[[HOLDS:.*]] = arith.cmpi sgt
// CHECK: %[[STOP:.*]] = scf.if %[[HOLDS]] -> (i1) {
// CHECK-NEXT: scf.yield %false : i1
// CHECK-NEXT: } else {
// CHECK: %[[FAILED:.*]] = llvm.call @tessera_rt_assert
// CHECK-NEXT: scf.yield %[[FAILED]] : i1
// CHECK: llvm.call @tessera.leave_if(%[[STOP]])
// CHECK: llvm.atomicrmw add %{{.*}}, %{{.*}} acq_rel
// CHECK: llvm.cmpxchg {{.*}} acquire acquire
// CHECK: llvm.load {{.*}} atomic acquire
// CHECK: llvm.store {{.*}} atomic release

// LLVM-LABEL: llvm.func @checked(
// LLVM: %[[FAILED:.*]] = llvm.call @tessera_rt_assert
// LLVM-NEXT: llvm.br ^[[JOIN:.*]](%[[FAILED]] : i1)
// LLVM-NEXT: ^[[JOIN]](%[[STOP:.*]]: i1):
// LLVM: llvm.cond_br %[[STOP]], ^[[EXIT:bb[0-9]+]], ^[[REST:bb[0-9]+]]
// LLVM-NEXT: ^[[REST]]:
// LLVM: ^[[EXIT]]:
// LLVM-NEXT: llvm.return
// LLVM-NOT: leave_if
nv_tileaa.func @checked(%p: !nv_tileaa.ptr<i32>, %n: i32) attributes {kernel} {
  %z = arith.constant 0 : i32
  %c = arith.cmpi sgt, %n, %z : i32
  nv_tileaa.assert %c, "n must be positive" : i1
  %o, %t0 = nv_tileaa.atomic_rmw acq_rel device add %p, %n : !nv_tileaa.ptr<i32>, i32
  %s, %t1 = nv_tileaa.atomic_cas acquire device %p, %o, %n token = %t0 : !nv_tileaa.ptr<i32>, i32
  %l, %t2 = nv_tileaa.load acquire device %p token = %t1 : !nv_tileaa.ptr<i32> -> i32
  %v = arith.addi %l, %s : i32
  %t3 = nv_tileaa.store release device %p, %v token = %t2 : !nv_tileaa.ptr<i32>, i32
  nv_tileaa.return
}

// An assertion on a tile whose ranges are known is decided by scalars; one that
// compares loaded numbers is written to memory and counted through.

// CHECK-LABEL: func.func @tiles(
// CHECK: arith.cmpi sgt, %{{.*}}, %c15_i64 : i64
// CHECK: scf.if
// CHECK-NEXT: scf.yield %false
// CHECK: llvm.call @tessera_rt_assert
// CHECK: llvm.call @tessera.leave_if
// CHECK-NOT: scf.if
// CHECK: llvm.call @tessera_rt_assert
// CHECK: llvm.call @tessera.leave_if
nv_tileaa.func @tiles(%p: !nv_tileaa.ptr<i32>, %n: i32) attributes {kernel} {
  %r = nv_tileaa.make_range : tensor<16xi32>
  %s = nv_tileaa.splat %n : i32 -> tensor<16xi32>
  %c = arith.cmpi slt, %r, %s : tensor<16xi32>
  nv_tileaa.assert %c, "n must be 16" : tensor<16xi1>
  %q = nv_tileaa.splat %p : !nv_tileaa.ptr<i32> -> tensor<16x!nv_tileaa.ptr<i32>>
  %a = nv_tileaa.addptr %q, %r : tensor<16x!nv_tileaa.ptr<i32>>, tensor<16xi32>
  %v, %t = nv_tileaa.load weak %a : tensor<16x!nv_tileaa.ptr<i32>> -> tensor<16xi32>
  %d = arith.cmpi slt, %v, %s : tensor<16xi32>
  nv_tileaa.assert %d, "too large" : tensor<16xi1>
  nv_tileaa.return
}
