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

// Tiles go four elements per iteration.

// CHECK-LABEL: func.func @tile(
// CHECK: scf.for {{.*}} step %c4_i64
// CHECK-COUNT-4: arith.addi {{.*}} : i32
// CHECK-NOT: arith.addi {{.*}} : i32
nv_tileaa.func @tile(%p: !nv_tileaa.ptr<i32>) attributes {kernel} {
  %v = arith.constant dense<1> : tensor<64xi32>
  %r = nv_tileaa.make_range : tensor<64xi32>
  %s = nv_tileaa.splat %p : !nv_tileaa.ptr<i32> -> tensor<64x!nv_tileaa.ptr<i32>>
  %q = nv_tileaa.addptr %s, %r : tensor<64x!nv_tileaa.ptr<i32>>, tensor<64xi32>
  %old, %t = nv_tileaa.atomic_rmw relaxed tl_blk add %q, %v : tensor<64x!nv_tileaa.ptr<i32>>, tensor<64xi32>
  nv_tileaa.return
}
