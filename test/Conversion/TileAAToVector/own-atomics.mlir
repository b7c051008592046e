// RUN: tessera-opt %s --convert-tileaa-to-vector | FileCheck %s

// An atomic of the tile block's own scope is plain code: a block is one thread.

// CHECK-LABEL: func.func @block(
// CHECK-NOT: atomicrmw
// CHECK: arith.constant 0 : i64
// CHECK: %[[OLD:.*]] = llvm.load %[[P:.*]] {alignment = 4 : i64} : !llvm.ptr -> i32
// CHECK: %[[NEW:.*]] = arith.addi %[[OLD]], %{{.*}} : i32
// CHECK: llvm.store %[[NEW]], %[[P]]
nv_tileaa.func @block(%p: !nv_tileaa.ptr<i32>, %v: i32) attributes {kernel} {
  %old, %t = nv_tileaa.atomic_rmw acq_rel tl_blk add %p, %v : !nv_tileaa.ptr<i32>, i32
  nv_tileaa.return
}

// CHECK-LABEL: func.func @device(
// CHECK: llvm.atomicrmw add {{.*}} acq_rel
nv_tileaa.func @device(%p: !nv_tileaa.ptr<i32>, %v: i32) attributes {kernel} {
  %old, %t = nv_tileaa.atomic_rmw acq_rel device add %p, %v : !nv_tileaa.ptr<i32>, i32
  nv_tileaa.return
}
