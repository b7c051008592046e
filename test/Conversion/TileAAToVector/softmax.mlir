// RUN: tessera-opt %s --convert-tileaa-to-vector --canonicalize --cse | FileCheck %s
// RUN: tessera-opt %s --tileaa-to-llvm | FileCheck %s --check-prefix=LLVM

// Three passes over the rows: maximum; exponential (kept, because the sum and
// the division need it) with sum; division and store. The exponentials are the
// only tile in scratch: 4 x 1024 floats, and the statistics.

!mem = !nv_tileaa.memref<64x1024xf32, strides = [1024, 1]>
!view = !nv_tileaa.tiled_view<4x1024xf32, memref<64x1024xf32, strides = [1024, 1]>>

// CHECK-LABEL: func.func @softmax(
// CHECK-SAME: tessera.scratch_bytes = 16512 : i64
// The view's size is a multiple of the tile: no bounds check, no second version.
// CHECK-NOT: scf.if
// CHECK: scf.for %{{.*}} = %c0_i64 to %c4_i64 step %c1_i64
// CHECK: scf.for {{.*}} step %c64_i64 iter_args
// CHECK: scf.for %{{.*}} = %c0_i64 to %c4_i64 step %c1_i64
// Two vectors of exponentials are enough to hide their latency.
// CHECK: scf.for {{.*}} step %c32_i64 iter_args
// CHECK: math.fma
// CHECK: llvm.store
// CHECK: arith.addf
// CHECK: scf.for %{{.*}} = %c0_i64 to %c4_i64 step %c1_i64
// CHECK: %[[SUM:.*]] = llvm.load {{.*}} -> f32
// CHECK: scf.for {{.*}} step %c64_i64
// CHECK: arith.divf
// CHECK: llvm.store
// CHECK-NOT: scf.for

// LLVM: llvm.func @softmax(
// LLVM-NOT: unrealized_conversion_cast
// LLVM-NOT: scf.
nv_tileaa.func @softmax(%a: !nv_tileaa.ptr<f32>, %c: !nv_tileaa.ptr<f32>) attributes {kernel} {
  %x = nv_tileaa.get_program_id x
  %z = arith.constant 0 : i32
  %ma = nv_tileaa.make_memref %a : !nv_tileaa.ptr<f32> -> !mem
  %mc = nv_tileaa.make_memref %c : !nv_tileaa.ptr<f32> -> !mem
  %va = nv_tileaa.make_tiled_view %ma : !view
  %vc = nv_tileaa.make_tiled_view %mc : !view
  %v, %t0 = nv_tileaa.tiled_load weak %va[%x, %z] : !view[i32, i32]
  %m = nv_tileaa.reduce %v dim = 1 identities = [0xFF800000 : f32] : tensor<4x1024xf32> -> tensor<4xf32> {
  ^bb0(%e: f32, %acc: f32):
    %t = nv_tileaa.maxf %e, %acc : f32
    nv_tileaa.yield %t : f32
  }
  %m1 = nv_tileaa.view %m : tensor<4xf32> -> tensor<4x1xf32>
  %mb = nv_tileaa.broadcast %m1 : tensor<4x1xf32> -> tensor<4x1024xf32>
  %d = arith.subf %v, %mb : tensor<4x1024xf32>
  %ex = math.exp %d : tensor<4x1024xf32>
  %s = nv_tileaa.reduce %ex dim = 1 identities = [0.0 : f32] : tensor<4x1024xf32> -> tensor<4xf32> {
  ^bb0(%e: f32, %acc: f32):
    %t = arith.addf %e, %acc : f32
    nv_tileaa.yield %t : f32
  }
  %s1 = nv_tileaa.view %s : tensor<4xf32> -> tensor<4x1xf32>
  %sb = nv_tileaa.broadcast %s1 : tensor<4x1xf32> -> tensor<4x1024xf32>
  %r = arith.divf %ex, %sb : tensor<4x1024xf32>
  %t2 = nv_tileaa.tiled_store weak %r, %vc[%x, %z] : !view[i32, i32]
  nv_tileaa.return
}
