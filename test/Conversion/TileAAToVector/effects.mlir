// RUN: tessera-opt %s --convert-tileaa-to-vector --canonicalize --cse | FileCheck %s
// RUN: tessera-opt %s --tileaa-to-llvm | FileCheck %s --check-prefix=LLVM

// A failed assertion leaves the kernel: the marker becomes a branch to a return.

// CHECK-LABEL: func.func @checked(
// CHECK: %[[STOP:.*]] = llvm.call @tessera_rt_assert
// CHECK: llvm.call @tessera.leave_if(%[[STOP]])
// CHECK: llvm.atomicrmw add %{{.*}}, %{{.*}} acq_rel
// CHECK: llvm.cmpxchg {{.*}} acquire acquire
// CHECK: llvm.load {{.*}} atomic acquire
// CHECK: llvm.store {{.*}} atomic release

// LLVM-LABEL: llvm.func @checked(
// LLVM: %[[STOP:.*]] = llvm.call @tessera_rt_assert
// LLVM-NEXT: llvm.cond_br %[[STOP]], ^[[EXIT:.*]], ^[[REST:.*]]
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
